// lane_torqued.cpp -- bodies under torques in lanes: steps and energies
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/lane_kernels.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/plan.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/torques/any.hpp"
#include "polhode/torques/combined.hpp"

namespace polhode::inline POLHODE_ISA::in_lanes {

namespace {

using V = Wide<double>;

/// The methods that are compiled for lanes: those that one would take for many bodies.
using TorquedInLanes = MethodList<Rk8, Rk9, Strang<Sr<2>>>;

using Torques = InPrincipalAxes<TorqueSet<V>, V>;

/// The torques of the bodies i, i + 1, ... What all bodies share is made once.
class TorqueMaker {
 public:
  TorqueMaker(const LaneTorques& torques, std::optional<double> during) : torques_(torques), during_(during) {
    std::size_t number = 0;
    for (const TorqueChoice& choice : torques.common) {
      Part part;
      for (const auto& [name, value] : choice.values.given) {
        part.values.given.emplace_back(name, lanes_of(value));
        for (int k = 0; k < numbers_of(value.kind); ++k)
          part.own = part.own || torques.numbers[number + std::size_t(k)];
        if (value.kind == TorqueKey::Kind::rows) part.table = true;
        number += std::size_t(numbers_of(value.kind));
      }
      part.own = part.own || (torques.tensor[0] && !part.table);  // a table does not look at the inertia
      parts_.push_back(std::move(part));
    }
  }
  /// The first torque, as what it is known to be; without its switches.
  template <class Model>
  auto first(std::size_t i) {
    std::size_t number = 0;
    take_numbers(parts_.front(), i, number);
    const Model model = Model::from(parts_.front().values, tensor(i));
    return during_ ? polhode::during(model, *during_) : model;
  }
  Torques at(std::size_t i) {
    const Mat3<V> inertia = tensor(i);
    std::vector<AnyTorque<V>> all;
    all.reserve(parts_.size());
    std::size_t number = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      Part& part = parts_[p];
      take_numbers(part, i, number);
      if (part.own || !part.made) {
        const AnyTorque<V> made = AnyTorque<V>::from(torques_.common[p].kind, part.values, inertia);
        part.made = during_ ? made.during(*during_) : made;
      }
      all.push_back(*part.made);
    }
    Quaternion<V> frame{V(1), {V(0), V(0), V(0)}};
    if (torques_.frame[0]) frame = load4<double>(torques_.frame, i);
    return {TorqueSet<V>(std::move(all)), frame};
  }

 private:
  struct Part {
    TorqueValues<V> values;
    bool own = false, table = false;  // differs from body to body; has a table
    std::optional<AnyTorque<V>> made;
  };
  const LaneTorques& torques_;
  std::optional<double> during_;
  std::vector<Part> parts_;

  Mat3<V> tensor(std::size_t i) const noexcept {
    Mat3<V> J{};
    if (torques_.tensor[0])
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) J[row][column] = V::load(torques_.tensor[3 * row + column] + i);
    return J;
  }
  /// `number`: of the first of its numbers, and then of the first of the next part.
  void take_numbers(Part& part, std::size_t i, std::size_t& number) const noexcept {
    for (auto& [name, value] : part.values.given) {
      const int n = numbers_of(value.kind);
      for (int k = 0; k < n; ++k)
        if (const double* from = torques_.numbers[number + std::size_t(k)])
          (n == 1 ? value.number : value.vector[k]) = V::load(from + i);
      number += std::size_t(n);
    }
  }
  static TorqueValue<V> lanes_of(const TorqueValue<double>& one) {
    TorqueValue<V> many(V(one.number));
    many.kind = one.kind;
    many.vector = convert<V>(one.vector);
    many.flag = one.flag;
    many.word = one.word;
    many.function = one.function;
    many.rows = one.rows;
    return many;
  }
};

/// One torque of the list, known when this is compiled. A TorqueSet adds it to 0, which makes 0 of -0; Runge-Kutta methods, which
/// add the increments to 0, do the same later.
template <class Model>
struct Alone {
  static constexpr Abilities kMost = most_of<Model>();
  static constexpr bool never_about_third = detail::never_about_third<Model>;
  Model model;
  constexpr Abilities abilities() const { return abilities_of(model); }
  template <class T>
  POLHODE_INLINE Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return torque_of(model, t, Q, w);
  }
};
/// A heavy top whose arm is along the third axis, without what is multiplied by zero. The factor 2 of the vertical is in the
/// constants, where it rounds nothing.
struct AxialTop {
  static constexpr Abilities kMost = HeavyTop<V>::info.abilities;
  static constexpr bool never_about_third = true;
  V plus, minus;  // 2 weight arm

  explicit AxialTop(const HeavyTop<V>& top) : plus(V(2) * (top.weight * top.arm.z)), minus(-plus) {}
  template <class T>
  POLHODE_INLINE Vec3<T> torque(const Quaternion<T>& Q) const {
    return {(Q.v.y * Q.v.z + Q.w * Q.v.x) * plus, (Q.v.x * Q.v.z - Q.w * Q.v.y) * minus, T(0)};
  }
};
/// Torques so cheap that a choice among all of them at run time would cost as much as they do: with one of these alone, about
/// principal axes, rk8 takes 0.6 of the time.
template <class Model>
inline constexpr bool kCheap =
#ifdef __FMA__
    std::is_same_v<Model, HeavyTop<V>> || std::is_same_v<Model, GravityGradient<V>> ||
    std::is_same_v<Model, CoulombWall<V>> || std::is_same_v<Model, ConstantTorque<V>> || std::is_same_v<Model, Drag<V>>;
#else
    false;  // rk8 waits for fma, which is a function call there
#endif
/// Calls f with the type of the only torque, if it is such a one. False: it is not.
template <class F>
bool if_cheap(const LaneTorques& torques, F&& f) {
  if (torques.common.size() != 1 || torques.frame[0]) return false;
  const TorqueChoice& one = torques.common.front();
  bool found = false;
  AllTorques<V>::each([&]<class Model>() {
    if constexpr (kCheap<Model>)
      if (Model::info.kind == one.kind && Model::info.table == one.values.table()) {
        f.template operator()<Model>();
        found = true;
      }
  });
  return found;
}

template <class M, class Torque>
void torqued_walk(const LaneBodies& b, std::size_t i, const Torque& torque, const LaneSpan& span) {
  const Stretch stretch{span.from, span.until, span.n};
  Drive<M, Torque, V> drive(load_principal(b, i), torque);
  walk(b, i, load(b, i), span.n, [&](long j, PrincipalState<V>& s) __attribute__((always_inline)) {
    const TimeStep<double> one = time_step(stretch, j);
    const TimeStep<V> at{V(one.t), V(one.h), V(one.end)};
    return drive.step(at, s).converged;
  });
}
template <class M>
void torqued_steps_of(const LaneBodies& b, const LaneTorques& torques, const LaneSpan& span) {
  TorqueMaker maker(torques, 0.5 * (span.from + span.until));
  if constexpr (!M::info.needs.potential)
    if (if_cheap(torques, [&]<class Model>() {
          for (std::size_t i = 0; i < b.size; i += kWide<double>) {
            if (!any_good(b, i)) continue;
            const auto model = maker.template first<Model>(i);
            if constexpr (std::is_same_v<Model, HeavyTop<V>>)
              if (all_lanes<V>((model.arm.x == V(0)) & (model.arm.y == V(0)))) {
                torqued_walk<M>(b, i, Alone<AxialTop>{AxialTop(HeavyTop<V>(model))}, span);
                continue;
              }
            torqued_walk<M>(b, i, Alone<std::remove_const_t<decltype(model)>>{model}, span);
          }
        }))
      return;
  for (std::size_t i = 0; i < b.size; i += kWide<double>)
    if (any_good(b, i)) torqued_walk<M>(b, i, maker.at(i), span);
}
}  // namespace

bool step_torqued(std::string_view method, std::string_view flow, const LaneBodies& b, const LaneTorques& torques,
                  const LaneSpan& span) {
  void (*found)(const LaneBodies&, const LaneTorques&, const LaneSpan&) = nullptr;
  TorquedInLanes::each([&](auto m) {
    using M = decltype(m);
    if (M::info.name == method && M::info.flow == flow) found = &torqued_steps_of<M>;
  });
  if (found) found(b, torques, span);
  return found != nullptr;
}

void energies(const LaneBodies& b, const LaneTorques& torques, double t, double* to) {
  TorqueMaker maker(torques, {});
  const auto write = [&](std::size_t i, const auto& potential) {
    const PrincipalState<V> s = load(b, i);
    (energy(Principal<V>(load3<double>(b.I, i)), s.m) + potential(s.Q)).store(to + i);
  };
  if (torques.common.empty()) {
    for (std::size_t i = 0; i < b.size; i += kWide<double>) write(i, [](const Quaternion<V>&) { return V(0); });
    return;
  }
  if (if_cheap(torques, [&]<class Model>() {
        for (std::size_t i = 0; i < b.size; i += kWide<double>)
          write(i, [&](const Quaternion<V>& Q) {
            if constexpr (Potential<Model, V>)
              return V(0) + energy_of(maker.template first<Model>(i), V(t), Q);  // as a TorqueSet of it
            else
              return V(0);
          });
      }))
    return;
  for (std::size_t i = 0; i < b.size; i += kWide<double>)
    write(i, [&](const Quaternion<V>& Q) { return energy_of(maker.at(i), V(t), Q); });
}

}  // namespace polhode::inline POLHODE_ISA::in_lanes

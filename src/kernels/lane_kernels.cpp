// lane_kernels.cpp -- the kernels of one instruction set; compiled once for each: POLHODE_LANES_NAME says which
#include <array>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/lanes.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/any.hpp"
#include "polhode/torques/combined.hpp"

namespace polhode::inline POLHODE_ISA {

namespace {

using V = Pack<double, detail::kRegisterBytes / 8>;
inline constexpr std::size_t kWide = std::size_t(lanes<V>);

/// The methods that are compiled for lanes: those that one would take for many bodies.
using FreeInLanes = MethodList<Sr<2>, Sr<4>, Dmv<8>, Lie3, Lie4>;
using TorquedInLanes = MethodList<Rk8, Rk9, Strang<Sr<2>>>;

// --- load and store ---------------------------------------------------------------------------------------------------------

Vec3<V> load3(const double* const* from, std::size_t i) noexcept {
  return {V::load(from[0] + i), V::load(from[1] + i), V::load(from[2] + i)};
}
Quaternion<V> load4(const double* const* from, std::size_t i) noexcept {
  return {V::load(from[0] + i), load3(from + 1, i)};
}
PrincipalState<V> load(const LaneBodies& b, std::size_t i) noexcept {
  return {load4(b.Q, i), load3(b.m, i)};
}
void store(const LaneBodies& b, std::size_t i, const PrincipalState<V>& s) noexcept {
  s.Q.w.store(b.Q[0] + i);
  for (int k = 0; k < 3; ++k) s.Q.v[k].store(b.Q[k + 1] + i), s.m[k].store(b.m[k] + i);
}
void spoil(const LaneBodies& b, std::size_t i, const Mask<V>& good) noexcept {
  if (all_lanes<V>(good)) [[likely]]
    return;
  const V ones = select<V>(good, V(1), V(0));
  for (std::size_t k = 0; k < kWide; ++k)
    if (lane(ones, int(k)) == 0) b.good[i + k] = 0;
}
bool any_good(const LaneBodies& b, std::size_t i) noexcept {
  for (std::size_t k = 0; k < kWide; ++k)
    if (b.good[i + k]) return true;
  return false;
}

/// Steps until the end, or until the last lane has failed. `step` gives the status of step number n.
template <class Step>
POLHODE_INLINE void walk(const LaneBodies& b, std::size_t i, PrincipalState<V> s, long n, Step&& step) {
  Mask<V> good = V(1) == V(1);
  for (std::size_t k = 0; k < kWide; ++k)
    if (!b.good[i + k]) {
      V zero(1);
      set_lane(zero, int(k), 0.0);
      good = good & (zero != V(0));
    }
  for (long j = 0; j < n; ++j) {
    PrincipalState<V> next = s;
    const Mask<V> went = step(j, next);
    if (all_lanes<V>(went & good)) [[likely]] {
      s = next;
      continue;
    }
    good = good & went;  // a lane that has failed waits for the others
    const auto chosen = [&](const V& a, const V& old) { return select<V>(good, a, old); };
    s.Q.w = chosen(next.Q.w, s.Q.w);
    for (int k = 0; k < 3; ++k) s.Q.v[k] = chosen(next.Q.v[k], s.Q.v[k]), s.m[k] = chosen(next.m[k], s.m[k]);
    if (all_lanes<V>(!good)) break;
  }
  store(b, i, s);
  spoil(b, i, good);
}

// --- torques ----------------------------------------------------------------------------------------------------------------

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
        for (int k = 0; k < count(value.kind); ++k) part.own = part.own || torques.numbers[number + std::size_t(k)];
        if (value.kind == TorqueKey::Kind::rows) part.table = true;
        number += std::size_t(count(value.kind));
      }
      part.own = part.own || (torques.tensor[0] && !part.table);  // a table does not look at the inertia
      parts_.push_back(std::move(part));
    }
  }
  Torques at(std::size_t i) {
    Mat3<V> tensor{};
    if (torques_.tensor[0])
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) tensor[row][column] = V::load(torques_.tensor[3 * row + column] + i);
    std::vector<AnyTorque<V>> all;
    all.reserve(parts_.size());
    std::size_t number = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      Part& part = parts_[p];
      for (auto& [name, value] : part.values.given) {
        const int n = count(value.kind);
        for (int k = 0; k < n; ++k)
          if (const double* from = torques_.numbers[number + std::size_t(k)])
            (n == 1 ? value.number : value.vector[k]) = V::load(from + i);
        number += std::size_t(n);
      }
      if (part.own || !part.made) {
        const AnyTorque<V> made = AnyTorque<V>::from(torques_.common[p].kind, part.values, tensor);
        part.made = during_ ? made.during(*during_) : made;
      }
      all.push_back(*part.made);
    }
    Quaternion<V> frame{V(1), {V(0), V(0), V(0)}};
    if (torques_.frame[0]) frame = load4(torques_.frame, i);
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

  static int count(TorqueKey::Kind kind) noexcept {
    return kind == TorqueKey::Kind::number ? 1 : kind == TorqueKey::Kind::vector ? 3 : 0;
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

// --- kernels ----------------------------------------------------------------------------------------------------------------

void move_exactly(const LaneBodies& b, const double* elapsed) {
  for (std::size_t i = 0; i < b.size; i += kWide) {
    const PrincipalMotion<V> motion(Principal<V>(load3(b.I, i)), load(b, i));
    const V t = V::load(elapsed + i);
    store(b, i, motion.at(t));
    spoil(b, i, abs(t) <= motion.time_limit());
  }
}

template <class M>
void steps_of(const LaneBodies& b, double h, long n) {
  for (std::size_t i = 0; i < b.size; i += kWide) {
    if (!any_good(b, i)) continue;
    Drive<M, NoTorque, V> drive{Principal<V>(load3(b.I, i))};
    walk(b, i, load(b, i), n,
         [&](long, PrincipalState<V>& s) __attribute__((always_inline)) { return drive.step(V(h), s).converged; });
  }
}
bool step_free(std::string_view method, const LaneBodies& b, double h, long n) {
  void (*found)(const LaneBodies&, double, long) = nullptr;
  FreeInLanes::each([&](auto m) {
    using M = decltype(m);
    if (M::info.name == method) found = &steps_of<M>;
  });
  if (found) found(b, h, n);
  return found != nullptr;
}

/// One torque of the list, known when this is compiled: as a TorqueSet of it, to the sign of a zero.
template <class Model>
struct Alone {
  static constexpr Abilities kMost = most_of<Model>();
  Model model;
  constexpr Abilities abilities() const { return abilities_of(model); }
  template <class T>
  POLHODE_INLINE Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return Vec3<T>{} + torque_of(model, t, Q, w);
  }
};
/// Torques so cheap that the choice among all of them at run time would cost as much as they do: with one of these alone, about
/// principal axes, rk8 takes 0.6 of the time.
template <class Model>
inline constexpr bool kCheap =
#ifdef __FMA__
    std::is_same_v<Model, HeavyTop<V>> || std::is_same_v<Model, GravityGradient<V>> ||
    std::is_same_v<Model, CoulombWall<V>> || std::is_same_v<Model, ConstantTorque<V>> || std::is_same_v<Model, Drag<V>>;
#else
    false;  // rk8 waits for fma, which is a function call there
#endif

template <class M, class Torque>
void torqued_walk(const LaneBodies& b, std::size_t i, const Torque& torque, const LaneSpan& span) {
  const double length = span.until - span.from, h = length / double(span.n);
  // As time_of() of drive/plan.hpp, to the bit.
  const auto time = [&](long j) {
    return j == span.n ? span.until : span.from + length * (double(j) / double(span.n));
  };
  Drive<M, Torque, V> drive(Principal<V>(load3(b.I, i)), torque);
  TimeStep<V> at{V(span.from), V(h), V(span.from)};
  walk(b, i, load(b, i), span.n, [&](long j, PrincipalState<V>& s) __attribute__((always_inline)) {
    at.t = at.end, at.end = V(time(j + 1));
    return drive.step(at, s).converged;
  });
}
template <class M>
void torqued_steps_of(const LaneBodies& b, const LaneTorques& torques, const LaneSpan& span) {
  TorqueMaker maker(torques, 0.5 * (span.from + span.until));
  for (std::size_t i = 0; i < b.size; i += kWide) {
    if (!any_good(b, i)) continue;
    const Torques all = maker.at(i);
    bool done = false;
    if constexpr (!M::info.needs.potential)
      if (all.unchanged() && all.model().parts().size() == 1)
        std::visit(
            [&]<class Model>(const Model& model) {
              if constexpr (kCheap<Model>) torqued_walk<M>(b, i, Alone<Model>{model}, span), done = true;
            },
            all.model().parts().front().model());
    if (!done) torqued_walk<M>(b, i, all, span);
  }
}
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
  for (std::size_t i = 0; i < b.size; i += kWide) {
    const Principal<V> body(load3(b.I, i));
    const PrincipalState<V> s = load(b, i);
    V sum = energy(body, s.m);
    if (!torques.common.empty()) sum = sum + energy_of(maker.at(i), V(t), s.Q);
    sum.store(to + i);
  }
}

}  // namespace

}  // namespace polhode::inline POLHODE_ISA

#define POLHODE_TEXT_(x) #x
#define POLHODE_TEXT(x) POLHODE_TEXT_(x)

extern "C" {
extern const polhode::LaneKernels POLHODE_JOIN(polhode_lanes_, POLHODE_LANES_NAME);
const polhode::LaneKernels POLHODE_JOIN(polhode_lanes_, POLHODE_LANES_NAME){
    POLHODE_TEXT(POLHODE_LANES_NAME), int(polhode::kWide), &polhode::move_exactly, &polhode::step_free,
    &polhode::step_torqued,           &polhode::energies};
}

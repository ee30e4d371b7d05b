// lane_kernels.cpp -- the kernels of one instruction set; compiled once for each: POLHODE_LANES_NAME says which
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/lanes.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/plan.hpp"
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
/// A heavy top whose arm is along the third axis, without what is multiplied by zero.
struct AxialTop {
  static constexpr Abilities kMost = HeavyTop<V>::info.abilities;
  V weight_arm;
  template <class T>
  POLHODE_INLINE Vec3<T> torque(const Quaternion<T>& Q) const {
    const Vec3<T> n = vertical(Q);
    return {n.y * weight_arm, -(n.x * weight_arm), T(0)};
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
  Drive<M, Torque, V> drive(Principal<V>(load3(b.I, i)), torque);
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
          for (std::size_t i = 0; i < b.size; i += kWide) {
            if (!any_good(b, i)) continue;
            const auto model = maker.template first<Model>(i);
            if constexpr (std::is_same_v<Model, HeavyTop<V>>)
              if (all_lanes<V>((model.arm.x == V(0)) & (model.arm.y == V(0)))) {
                torqued_walk<M>(b, i, Alone<AxialTop>{{model.weight * model.arm.z}}, span);
                continue;
              }
            torqued_walk<M>(b, i, Alone<std::remove_const_t<decltype(model)>>{model}, span);
          }
        }))
      return;
  for (std::size_t i = 0; i < b.size; i += kWide)
    if (any_good(b, i)) torqued_walk<M>(b, i, maker.at(i), span);
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
  const auto write = [&](std::size_t i, const auto& potential) {
    const PrincipalState<V> s = load(b, i);
    (energy(Principal<V>(load3(b.I, i)), s.m) + potential(s.Q)).store(to + i);
  };
  if (torques.common.empty()) {
    for (std::size_t i = 0; i < b.size; i += kWide) write(i, [](const Quaternion<V>&) { return V(0); });
    return;
  }
  if (if_cheap(torques, [&]<class Model>() {
        for (std::size_t i = 0; i < b.size; i += kWide)
          write(i, [&](const Quaternion<V>& Q) {
            if constexpr (Potential<Model, V>)
              return V(0) + energy_of(maker.template first<Model>(i), V(t), Q);  // as a TorqueSet of it
            else
              return V(0);
          });
      }))
    return;
  for (std::size_t i = 0; i < b.size; i += kWide)
    write(i, [&](const Quaternion<V>& Q) { return energy_of(maker.at(i), V(t), Q); });
}

// --- the arrays of another program -------------------------------------------------------------------------------------------

/// Stride 1, 0 and any other are different code; with 0 for "any".
template <std::ptrdiff_t known>
POLHODE_INLINE V load_at(const double* from, std::size_t i, std::ptrdiff_t stride) noexcept {
  if constexpr (known == 1)
    return V::load(from + i);
  else
    return stride == 0 ? V(*from) : V::load(from + std::ptrdiff_t(i) * stride, stride);
}
template <std::ptrdiff_t known>
POLHODE_INLINE Vec3<V> load3_at(const double* const* from, std::size_t i, std::ptrdiff_t stride) noexcept {
  return {load_at<known>(from[0], i, stride), load_at<known>(from[1], i, stride), load_at<known>(from[2], i, stride)};
}
template <std::ptrdiff_t known>
POLHODE_INLINE PrincipalState<V> load_at(const StridedBodies& b, std::size_t i) noexcept {
  return {{load_at<known>(b.q[0], i, b.stride), load3_at<known>(b.q + 1, i, b.stride)},
          load3_at<known>(b.m, i, b.stride)};
}
template <std::ptrdiff_t known>
POLHODE_INLINE void store_at(double* to, std::size_t i, std::ptrdiff_t stride, const V& x) noexcept {
  if constexpr (known == 1)
    x.store(to + i);
  else
    x.store(to + std::ptrdiff_t(i) * stride, stride);
}

/// The last bodies, fewer than a vector, in arrays of their own with sound bodies behind them.
class Tail {
 public:
  Tail(const StridedBodies& b, std::size_t from) : all_(b), from_(from), count_(b.size - from) {
    for (std::size_t n = 0; n < kNumbers; ++n)
      for (std::size_t k = 0; k < kWide; ++k) {
        const double* array = of(b, n);
        data_[n][k] = array ? array[std::ptrdiff_t(from + std::min(k, count_ - 1)) * stride_of(b, n)] : 0.0;
      }
  }
  StridedBodies bodies() {
    StridedBodies b = all_;
    b.size = kWide, b.stride = b.I_stride = b.torque_stride = 1;
    for (std::size_t n = 0; n < 4; ++n) b.q[n] = data_[n].data();
    for (std::size_t n = 0; n < 3; ++n)
      b.m[n] = data_[4 + n].data(), b.I[n] = data_[7 + n].data(), b.torque[n] = data_[10 + n].data();
    return b;
  }
  void put_back() const {
    for (std::size_t n = 0; n < 7; ++n)
      if (double* const to = n < 4 ? all_.q[n] : all_.m[n - 4])  // a kick needs no attitudes
        for (std::size_t k = 0; k < count_; ++k) to[std::ptrdiff_t(from_ + k) * all_.stride] = data_[n][k];
  }

 private:
  static constexpr std::size_t kNumbers = 13;
  const StridedBodies& all_;
  std::size_t from_, count_;
  std::array<std::array<double, kWide>, kNumbers> data_;

  static const double* of(const StridedBodies& b, std::size_t n) {
    return n < 4 ? b.q[n] : n < 7 ? b.m[n - 4] : n < 10 ? b.I[n - 7] : b.torque[n - 10];
  }
  static std::ptrdiff_t stride_of(const StridedBodies& b, std::size_t n) {
    return n < 7 ? b.stride : n < 10 ? b.I_stride : b.torque_stride;
  }
};

template <std::ptrdiff_t body, std::ptrdiff_t inertia, std::ptrdiff_t torque, bool drifts>
void kick_and_drift_all(const StridedBodies& b, double kick, double drift) {
  using Flow = Sr<2>;
  const V k(kick), h(drift);
  for (std::size_t i = 0; i + kWide <= b.size; i += kWide) {
    Vec3<V> m = load3_at<body>(b.m, i, b.stride);
    m += k * load3_at<torque>(b.torque, i, b.torque_stride);
    if constexpr (drifts) {
      const typename Flow::template Body<V> constants{Principal<V>(load3_at<inertia>(b.I, i, b.I_stride))};
      PrincipalState<V> s{{load_at<body>(b.q[0], i, b.stride), load3_at<body>(b.q + 1, i, b.stride)}, m};
      Flow::step(constants, h, s);
      m = s.m;
      store_at<body>(b.q[0], i, b.stride, s.Q.w);
      for (int n = 0; n < 3; ++n) store_at<body>(b.q[n + 1], i, b.stride, s.Q.v[n]);
    }
    for (int n = 0; n < 3; ++n) store_at<body>(b.m[n], i, b.stride, m[n]);
  }
}
void move_arrays(const StridedBodies& b, double kick, double drift) {
  const std::size_t whole = b.size / kWide * kWide;
  if (drift == 0)
    kick_and_drift_all<0, 0, 0, false>(b, kick, drift);
  else if (b.stride == 1 && b.I_stride == 1 && b.torque_stride == 1)
    kick_and_drift_all<1, 1, 1, true>(b, kick, drift);
  else if (b.stride == 1 && b.torque_stride == 1)
    kick_and_drift_all<1, 0, 1, true>(b, kick, drift);
  else
    kick_and_drift_all<0, 0, 0, true>(b, kick, drift);
  if (whole == b.size) return;
  Tail tail(b, whole);
  if (drift == 0)
    kick_and_drift_all<1, 1, 1, false>(tail.bodies(), kick, drift);
  else
    kick_and_drift_all<1, 1, 1, true>(tail.bodies(), kick, drift);
  tail.put_back();
}

std::size_t move_to_times(const StridedBodies& b, const double* times, std::size_t count, std::size_t all,
                          double* const* states) {
  std::size_t none = 0;
  for (std::size_t i = 0; i < b.size; i += kWide) {
    const std::size_t here = std::min(kWide, b.size - i);
    std::optional<Tail> tail;
    StridedBodies own = b;
    std::size_t at = i;
    if (here < kWide) own = tail.emplace(b, i).bodies(), at = 0;
    const PrincipalMotion<V> motion(Principal<V>(load3_at<0>(own.I, at, own.I_stride)), load_at<0>(own, at));
    const V limit = motion.time_limit();
    for (std::size_t k = 0; k < count; ++k) {
      const V t(times[k]);
      PrincipalState<V> s = motion.at(t);
      const Mask<V> known = abs(t) <= limit;
      const V nan(std::numeric_limits<double>::quiet_NaN());
      V* const numbers[] = {&s.Q.w, &s.Q.v.x, &s.Q.v.y, &s.Q.v.z, &s.m.x, &s.m.y, &s.m.z};
      if (!all_lanes<V>(known))
        for (V* const x : numbers) *x = select<V>(known, *x, nan);
      for (std::size_t l = 0; l < here; ++l) none += lane(s.Q.w, int(l)) == lane(s.Q.w, int(l)) ? 0U : 1U;
      for (std::size_t n = 0; n < 7; ++n) {
        double* to = states[n] + i + k * all;
        if (here == kWide)
          numbers[n]->store(to);
        else
          for (std::size_t l = 0; l < here; ++l) to[l] = lane(*numbers[n], int(l));
      }
    }
  }
  return none;
}

}  // namespace

}  // namespace polhode::inline POLHODE_ISA

#define POLHODE_TEXT_(x) #x
#define POLHODE_TEXT(x) POLHODE_TEXT_(x)

extern "C" {
extern const polhode::LaneKernels POLHODE_JOIN(polhode_lanes_, POLHODE_LANES_NAME);
const polhode::LaneKernels POLHODE_JOIN(polhode_lanes_, POLHODE_LANES_NAME){
    POLHODE_TEXT(POLHODE_LANES_NAME), int(polhode::kWide), &polhode::move_exactly, &polhode::step_free,
    &polhode::step_torqued,           &polhode::energies,  &polhode::move_arrays,  &polhode::move_to_times};
}

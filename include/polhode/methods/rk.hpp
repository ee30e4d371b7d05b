// rk.hpp -- a body under any torque: explicit Runge-Kutta methods of orders 8 and 9 for the seven numbers of the motion
//
// Source     rk8: [TsitourasPapakostas1999], 12 stages; rk9: [Verner2010], 15 stages; tables/runge_kutta_high.hpp
// Equations  of the quaternion Q and half of the angle per step, U = h w/2, in s = (t' - t)/h:
//            Q' = Q U,   U' = c U U + h^2/(2I) torque,   c1 = 2 (I2 - I3)/I1, ...
// Step       one stage after the other; the increments are summed by themselves, and added to Q and m last. Q is brought to unit
//            length.
//
// In these variables the step is in no product of a stage, so a body of its own step in each lane costs nothing, and a stage has
// 14 operations besides the sums of the table and the torque: the fastest way to move many bodies under torques (docs/how-to/ensembles.md).
// The stages of Q have nearly unit length, no more; a torque sees them as they are.
//
// One body alone has its seven numbers in the lanes of two registers while they are summed, all but the last term of a sum: that
// one is waited for, and added to each number by itself. The bits are those of a body in a lane.
//
// Nothing is exact but |Q| = 1. A step after which |Q| is off by 5 % before it is brought back has lost the motion: it is
// reported, and the state stays as it was. (At h|w| of about 3, or where a torque is not a number.)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include "polhode/methods/method.hpp"
#include "polhode/methods/tables/runge_kutta_high.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// Constants of the body for the angle per step.
template <class T>
struct HalfAngleBody {
  Vec3<T> c;       ///< 2 (I2 - I3)/I1, ...
  Vec3<T> half_x;  ///< 1/(2 I)
  Vec3<T> twice_I;

  HalfAngleBody() = default;
  POLHODE_INLINE explicit HalfAngleBody(const Principal<T>& body) noexcept
      : c{T(2) * (body.I.y - body.I.z) * body.x.x, T(2) * (body.I.z - body.I.x) * body.x.y,
          T(2) * (body.I.x - body.I.y) * body.x.z},
        half_x{T(0.5) * body.x.x, T(0.5) * body.x.y, T(0.5) * body.x.z},
        twice_I{T(2) * body.I.x, T(2) * body.I.y, T(2) * body.I.z} {}
};

/// g = (1 - |Q|^2)/2.
template <class T>
POLHODE_INLINE T length_defect(const Quaternion<T>& Q) noexcept {
  return fma(T(-0.5), fma(Q.w, Q.w, fma(Q.v.x, Q.v.x, fma(Q.v.y, Q.v.y, Q.v.z * Q.v.z))), T(0.5));
}
/// Unit length from what a step has left: by the series of 1/|Q| in g where that is small, as it is wherever the step resolves
/// the motion.
template <class T>
POLHODE_INLINE Quaternion<T> unit_length(const Quaternion<T>& Q, const T& g) noexcept {
  const T k = g * fma(g, fma(g, fma(g, T(4.375), T(2.5)), T(1.5)), T(1));  // 1/sqrt(1 - 2g) - 1
  const Quaternion<T> near{fma(k, Q.w, Q.w), {fma(k, Q.v.x, Q.v.x), fma(k, Q.v.y, Q.v.y), fma(k, Q.v.z, Q.v.z)}};
  // The next term is 63/8 g^5.
  const Mask<T> small = abs(g) < T(sizeof(Lane<T>) > 8 ? 1e-8 : 1e-4);
  if (all_lanes<T>(small)) [[likely]]
    return near;
  const Quaternion<T> far = normalized(Q);
  return {
      select<T>(small, near.w, far.w),
      {select<T>(small, near.v.x, far.v.x), select<T>(small, near.v.y, far.v.y), select<T>(small, near.v.z, far.v.z)}};
}

/// A torque that is known to have no third component, when this is compiled.
template <class Torque>
inline constexpr bool never_about_third = requires { requires Torque::never_about_third; };

template <class T>
using Seven = std::array<T, 7>;  // Q, U, or their rates

/// Seven numbers of one body in the lanes of two registers. A body in a lane stays as it is.
template <class T>
struct SevenInLanes {
  using V = Pack<T, 4>;
  V q, u;

  POLHODE_INLINE static SevenInLanes of(const Quaternion<T>& q, const Vec3<T>& u) noexcept {
    return {four(q.w, q.v.x, q.v.y, q.v.z), four(u.x, u.y, u.z, T(0))};
  }
  POLHODE_INLINE static V four(const T& a, const T& b, const T& c, const T& d) noexcept {
    return V(typename V::L{typename V::L::Register{a, b, c, d}});
  }
};
template <class T>
inline constexpr bool kOneBodyInLanes = false;
template <>
inline constexpr bool kOneBodyInLanes<float> = true;
template <>
inline constexpr bool kOneBodyInLanes<double> = Lanes<double, 4>::one_register;

/// A number of the table that seven sums share, in a register. g++ 12 reads a constant from memory in every sum, and as the rates
/// come from there, too, the steps wait for memory: a tenth of the time with AVX-512.
template <class T>
POLHODE_INLINE T shared(const T& x) noexcept {
#ifdef __AVX__
  if constexpr (requires { requires T::L::one_register && sizeof(T) >= 16; }) {
    auto r = x.v.v;
    asm("" : "+v"(r));
    return T(typename T::L{r});
  }
#endif
  return x;
}

template <class Table>
struct HighRungeKutta : TorquedMethod {
  template <class T>
  using Body = HalfAngleBody<T>;

  template <class T, class Torque>
  static StepStatus<T> step(const Body<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory&) {
    if constexpr (kOneBodyInLanes<T>) {
      if constexpr (HasAtTime<Torque, Together<T>>)
        if (depends_on_time(torque)) return step_with(StageTimes<T, Torque>(torque, at), body, torque, at, s);
    }
    return step_with(TimeOfStage<T>{at}, body, torque, at, s);
  }

 private:
  template <class T, class Times, class Torque>
  static StepStatus<T> step_with(const Times& times_of, const Body<T>& body, const Torque& torque,
                                 const TimeStep<T>& at, PrincipalState<T>& s) {
    const Work<T, Torque, Times> work(body, torque, times_of, at, s);
    Quaternion<T> dQ{T(0), {}};
    Vec3<T> dU{};
    if constexpr (kOneBodyInLanes<T>) {
      std::array<SevenInLanes<T>, kStages> k;
      const Seven<T> last = work.template stages<0>(SevenInLanes<T>::of(work.Q, work.U), k, {});
      add_all<kStages>(k, SevenInLanes<T>{T(0), T(0)}, last, dQ, dU);
    } else {
      std::array<Seven<T>, kStages> k;
      work.template stages<0>(k);
      add_terms<kStages, 0>(k, dQ, dU);
    }
    const Quaternion<T> Q = s.Q + dQ;
    const T g = length_defect(Q);
    const T inverse = select<T>(at.h == T(0), T(0), T(1) / at.h);
    const Vec3<T> m = s.m + inverse * times(body.twice_I, dU);
    const Mask<T> found = abs(g) < T(kLost);
    const Quaternion<T> unit = unit_length(Q, g);
    if (all_lanes<T>(found)) [[likely]] {
      s = {unit, m};
    } else {
      s.Q.w = select<T>(found, unit.w, s.Q.w);
      for (int i = 0; i < 3; ++i)
        s.Q.v[i] = select<T>(found, unit.v[i], s.Q.v[i]), s.m[i] = select<T>(found, m[i], s.m[i]);
    }
    return {found};
  }

  /// Defect of the length at which a step has lost the motion: |Q| is off by as much.
  static constexpr double kLost = 0.05;
  static constexpr std::size_t kStages = Table::rows.front().size();
  template <class T>
  static constexpr auto kTable = Table::template coefficients<Lane<T>>();
  /// a_ij; the row kStages are the weights.
  template <class T, std::size_t i, std::size_t j>
  static constexpr auto kNumber = i == kStages ? kTable<T>.b[j] : kTable<T>.a[i % kStages][j];

  /// The time of a stage as it is.
  template <class T>
  struct TimeOfStage {
    const TimeStep<T>& at;
    template <std::size_t i>
    POLHODE_INLINE T get() const noexcept {
      return fma(T(kTable<T>.c(i)), at.h, at.t);
    }
  };
  /// What of the torque depends on the time alone, of a register of stages at a time.
  template <class T>
  using Together = Pack<T, std::max(4, kRegisterBytes / int(sizeof(T)))>;
  template <class T, class Torque>
  struct StageTimes {
    static constexpr std::size_t W = lanes<Together<T>>, G = (kStages + W - 1) / W;
    decltype(at_time_of(std::declval<const Torque&>(), Together<T>{})) now[G];

    static constexpr auto kTimes = [] {  // in units of the step; the last one is repeated
      std::array<T, G * W> c{};
      for (std::size_t i = 0; i < c.size(); ++i) c[i] = T(kTable<T>.c(std::min(i, kStages - 1)));
      return c;
    }();
    StageTimes(const Torque& torque, const TimeStep<T>& at) {
      for (std::size_t g = 0; g < G; ++g)
        now[g] =
            at_time_of(torque, fma(Together<T>::load(kTimes.data() + g * W), Together<T>(at.h), Together<T>(at.t)));
    }
    template <std::size_t i>
    POLHODE_INLINE auto get() const noexcept {
      return lane(now[i / W], int(i % W));
    }
  };

  /// x <- x + a d for all seven.
  template <class T>
  POLHODE_INLINE static void add(const T& a, const Seven<T>& d, Quaternion<T>& q, Vec3<T>& u) noexcept {
    q = {fma(a, d[0], q.w), {fma(a, d[1], q.v.x), fma(a, d[2], q.v.y), fma(a, d[3], q.v.z)}};
    u = {fma(a, d[4], u.x), fma(a, d[5], u.y), fma(a, d[6], u.z)};
  }
  /// x <- x + sum_j<i a_ij k_j. Zeros of the table cost nothing.
  template <std::size_t i, std::size_t j, class T>
  POLHODE_INLINE static void add_terms(const std::array<Seven<T>, kStages>& k, Quaternion<T>& q, Vec3<T>& u) noexcept {
    if constexpr (j < i) {
      if constexpr (kNumber<T, i, j> != 0) add(shared(T(kNumber<T, i, j>)), k[j], q, u);
      add_terms<i, j + 1>(k, q, u);
    }
  }
  /// The same in lanes, without the last of the terms.
  template <std::size_t i, std::size_t j, class T>
  POLHODE_INLINE static void add_terms(const std::array<SevenInLanes<T>, kStages>& k, SevenInLanes<T>& x) noexcept {
    if constexpr (j + 1 < i) {
      if constexpr (kNumber<T, i, j> != 0) {
        const Pack<T, 4> a(kNumber<T, i, j>);
        x = {fma(a, k[j].q, x.q), fma(a, k[j].u, x.u)};
      }
      add_terms<i, j + 1>(k, x);
    }
  }
  /// x + sum_j<i a_ij k_j as numbers, given the last of the k_j as numbers.
  template <std::size_t i, class T>
  POLHODE_INLINE static void add_all(const std::array<SevenInLanes<T>, kStages>& k, SevenInLanes<T> x,
                                     [[maybe_unused]] const Seven<T>& last, Quaternion<T>& q, Vec3<T>& u) noexcept {
    add_terms<i, 0>(k, x);
    q = {x.q[0], {x.q[1], x.q[2], x.q[3]}}, u = {x.u[0], x.u[1], x.u[2]};
    if constexpr (i > 0)
      if constexpr (kNumber<T, i, i - 1> != 0) add(T(kNumber<T, i, i - 1>), last, q, u);
  }

  template <class T, class Torque, class Times>
  struct Work {
    const Body<T>& body;
    const Torque& torque;
    const Times& times_of;
    const TimeStep<T>& at;
    Quaternion<T> Q;
    Vec3<T> U, lever;  // h^2/(2I)
    T rate;            // from U to the angular velocity

    POLHODE_INLINE Work(const Body<T>& body_, const Torque& torque_, const Times& times_, const TimeStep<T>& at_,
                        const PrincipalState<T>& s)
        : body(body_),
          torque(torque_),
          times_of(times_),
          at(at_),
          Q(s.Q),
          U{at.h * (body.half_x.x * s.m.x), at.h * (body.half_x.y * s.m.y), at.h * (body.half_x.z * s.m.z)} {
      const T h2 = at.h * at.h;
      lever = {h2 * body.half_x.x, h2 * body.half_x.y, h2 * body.half_x.z};
      rate = select<T>(at.h == T(0), T(0), T(2) / at.h);
    }
    template <std::size_t i>
    POLHODE_INLINE Seven<T> rates(const Quaternion<T>& q, const Vec3<T>& u) const {
      Vec3<T> du{body.c.x * (u.y * u.z), body.c.y * (u.z * u.x), body.c.z * (u.x * u.y)};
      if constexpr (!std::is_same_v<Torque, NoTorque>) {
        const Vec3<T> f = torque_of(torque, times_of.template get<i>(), q, Vec3<T>{rate * u.x, rate * u.y, rate * u.z});
        du.x = fma(lever.x, f.x, du.x), du.y = fma(lever.y, f.y, du.y);
        if constexpr (!never_about_third<Torque>) du.z = fma(lever.z, f.z, du.z);
      }
      return {fma(-q.v.x, u.x, -fma(q.v.y, u.y, q.v.z * u.z)),
              fma(q.w, u.x, fma(q.v.y, u.z, -(q.v.z * u.y))),
              fma(q.w, u.y, fma(q.v.z, u.x, -(q.v.x * u.z))),
              fma(q.w, u.z, fma(q.v.x, u.y, -(q.v.y * u.x))),
              du.x,
              du.y,
              du.z};
    }
    template <std::size_t i>
    POLHODE_INLINE void stages(std::array<Seven<T>, kStages>& k) const {
      if constexpr (i < kStages) {
        Quaternion<T> q = Q;
        Vec3<T> u = U;
        add_terms<i, 0>(k, q, u);
        k[i] = rates<i>(q, u);
        stages<i + 1>(k);
      }
    }
    /// In lanes; the rates of the last stage are returned.
    template <std::size_t i>
    POLHODE_INLINE Seven<T> stages(const SevenInLanes<T>& start, std::array<SevenInLanes<T>, kStages>& k,
                                   const Seven<T>& before) const {
      Quaternion<T> q;
      Vec3<T> u;
      add_all<i>(k, start, before, q, u);
      const Seven<T> now = rates<i>(q, u);
      if constexpr (i + 1 == kStages) {
        return now;
      } else {
        k[i] = SevenInLanes<T>::of({now[0], {now[1], now[2], now[3]}}, {now[4], now[5], now[6]});
        return stages<i + 1>(start, k, now);
      }
    }
  };
};

constexpr MethodInfo high_runge_kutta_card(std::string_view name, std::string_view title, int order, int stages,
                                           std::string_view source) {
  return {.name = name,
          .title = title,
          .family = "Runge-Kutta methods of high order",
          .order = order,
          .attitude_order = order,
          .notices_loss = true,
          .energy = Energy::drifts,
          .takes_torque = true,
          .torque_evaluations = stages,
          .reference = source};
}

}  // namespace detail

struct Rk8 : detail::HighRungeKutta<TsitourasPapakostas8> {
  static constexpr MethodInfo info =
      detail::high_runge_kutta_card("rk8", "Explicit Runge-Kutta of order 8, 12 stages, for quaternion and velocity", 8,
                                    12, "TsitourasPapakostas1999");
};
struct Rk9 : detail::HighRungeKutta<Verner9> {
  static constexpr MethodInfo info = detail::high_runge_kutta_card(
      "rk9", "Explicit Runge-Kutta of order 9, 15 stages, for quaternion and velocity", 9, 15, "Verner2010");
};

}  // namespace polhode::inline POLHODE_ISA

// rk.hpp -- a body under any torque: explicit Runge-Kutta methods of orders 8 and 9 for the seven numbers of the motion
//
// Source     rk8: [TsitourasPapakostas1999], 12 stages; rk9: [Verner2010], 15 stages; tables/runge_kutta_high.hpp
// Equations  of the quaternion Q and half of the angle per step, U = h w/2, in s = (t' - t)/h:
//            Q' = Q U,   U' = c U U + h^2/(2I) torque,   c1 = 2 (I2 - I3)/I1, ...
// Step       one stage after the other; the increments are summed by themselves, and added to Q and m last. Q is brought to unit
//            length.
//
// In these variables the step is in no product of a stage, so a body of its own step in each lane costs nothing, and a stage has
// 14 operations besides the sums of the table and the torque: the fastest way to move many bodies under torques (docs/ensembles.md).
// The stages of Q have nearly unit length, no more; a torque sees them as they are.
//
// Nothing is exact but |Q| = 1. A step after which |Q| is off by 5 % before it is brought back has lost the motion: it is
// reported, and the state stays as it was. (At h|w| of about 3, or where a torque is not a number.)
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "polhode/methods/method.hpp"
#include "polhode/methods/tables/runge_kutta_high.hpp"
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

template <class Table>
struct HighRungeKutta : TorquedMethod {
  template <class T>
  using Body = HalfAngleBody<T>;

  template <class T, class Torque>
  static StepStatus<T> step(const Body<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory&) {
    const Work<T, Torque> work(body, torque, at, s);
    std::array<Seven<T>, kStages> k;
    work.template stages<0>(k);
    Quaternion<T> dQ{T(0), {}};
    Vec3<T> dU{};
    add_terms<kStages, 0>(k, dQ, dU);
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

 private:
  /// Defect of the length at which a step has lost the motion: |Q| is off by as much.
  static constexpr double kLost = 0.05;
  template <class T>
  using Seven = std::array<T, 7>;  // Q, U
  static constexpr std::size_t kStages = Table::rows.front().size();
  template <class T>
  static constexpr auto kTable = Table::template coefficients<Lane<T>>();

  /// x <- x + sum_j<i a_ij k_j for all seven; the row kStages are the weights. Zeros of the table cost nothing.
  template <std::size_t i, std::size_t j, class T>
  POLHODE_INLINE static void add_terms(const std::array<Seven<T>, kStages>& k, Quaternion<T>& q, Vec3<T>& u) noexcept {
    if constexpr (j < i) {
      constexpr auto number = i == kStages ? kTable<T>.b[j] : kTable<T>.a[i % kStages][j];
      if constexpr (number != 0) {
        const T a(number);
        const Seven<T>& d = k[j];
        q = {fma(a, d[0], q.w), {fma(a, d[1], q.v.x), fma(a, d[2], q.v.y), fma(a, d[3], q.v.z)}};
        u = {fma(a, d[4], u.x), fma(a, d[5], u.y), fma(a, d[6], u.z)};
      }
      add_terms<i, j + 1>(k, q, u);
    }
  }

  template <class T, class Torque>
  struct Work {
    const Body<T>& body;
    const Torque& torque;
    const TimeStep<T>& at;
    Quaternion<T> Q;
    Vec3<T> U, lever;  // h^2/(2I)
    T rate;            // from U to the angular velocity

    POLHODE_INLINE Work(const Body<T>& body_, const Torque& torque_, const TimeStep<T>& at_, const PrincipalState<T>& s)
        : body(body_),
          torque(torque_),
          at(at_),
          Q(s.Q),
          U{at.h * (body.half_x.x * s.m.x), at.h * (body.half_x.y * s.m.y), at.h * (body.half_x.z * s.m.z)} {
      const T h2 = at.h * at.h;
      lever = {h2 * body.half_x.x, h2 * body.half_x.y, h2 * body.half_x.z};
      rate = select<T>(at.h == T(0), T(0), T(2) / at.h);
    }
    template <std::size_t i>
    POLHODE_INLINE void stages(std::array<Seven<T>, kStages>& k) const {
      if constexpr (i < kStages) {
        Quaternion<T> q = Q;
        Vec3<T> u = U;
        add_terms<i, 0>(k, q, u);
        constexpr auto c = kTable<T>.c(i);
        const Vec3<T> f = torque_of(torque, fma(T(c), at.h, at.t), q, Vec3<T>{rate * u.x, rate * u.y, rate * u.z});
        k[i] = {fma(-q.v.x, u.x, -fma(q.v.y, u.y, q.v.z * u.z)),
                fma(q.w, u.x, fma(q.v.y, u.z, -(q.v.z * u.y))),
                fma(q.w, u.y, fma(q.v.z, u.x, -(q.v.x * u.z))),
                fma(q.w, u.z, fma(q.v.x, u.y, -(q.v.y * u.x))),
                fma(lever.x, f.x, body.c.x * (u.y * u.z)),
                fma(lever.y, f.y, body.c.y * (u.z * u.x)),
                never_about_third<Torque> ? body.c.z * (u.x * u.y) : fma(lever.z, f.z, body.c.z * (u.x * u.y))};
        stages<i + 1>(k);
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

// lie.hpp -- free, under any smooth torque, or with given momentum: one rotation per step, by the Lie series of the angular
// velocity
//
// Source     [Buss2001] section 3 (the boxes) and section 5, corrected (docs/why/errata.md)
// Step       Omega <- R(h wbar) Omega,  R(v) the rotation by the vector v. In space axes, w1, w2, w3 the derivatives of w:
//   lie1             wbar = w                                                       "first-order method"
//   lie2             wbar = w + h/2 w1                                              "second-order method"
//   lie3-false       lie2 + h^2/6 w2                                                "false third-order method"
//   lie2-augmented   lie2 + h^2/12 w1 x w                                           "augmented second-order method"
//   lie3             lie2 + h^2/6 w2 + h^2/12 w1 x w + h^3/36 w2 x w                "true third-order method"
//   lie4             lie2 + h^2/6 w2 + h^2/12 w1 x w + h^3/24 (w3 + w2 x w)         "true fourth-order method"
//   lie5, lie6       Y_0 + h/2! Y_1 + h^2/3! Y_2 + ... of section 5, by the recursion of lie_series.hpp
//
// Symbols    here    Buss
//            Q       Omega      attitude, body -> space
//            W       nu         angular velocity in body axes, w = Q W
//            m, L    L_bd, L    momentum in body axes, in space axes
//            I, x    J, J^-1    principal moments and their inverses
//
// In body axes  w1 = W',  w2 = W'' + W x W',  w3 + w2 x w = W''' + W x W''.  For a free body all these are polynomials
// in W, by Euler's equations W1' = k1 W2 W3, k1 = (I2 - I3)/I1, and cyclic. With p1 = W2 W3, q1 = W1^2,
//   d1 = k3 q2 - k2 q3,   b1 = k1 (k3 q2 + k2 q3) + d1,   and cyclic, component by component:
//   w1 = k p,   w2 = W b,   w1 x w = -W d,   (w2 x w)1 = p1 (b2 - b3),   (w3 + w2 x w)1 = k1 p1 (b1 + 4 k2 k3 q1).
// So h wbar = W (1 + A q) + p (k/2 + K q), W now the angle h W, with matrices A and K that depend on the body alone: no
// cross product is left, the constants are ratios whatever the units, and spheres and spins about one axis are exact.
//
// Torque     The paper takes L, L', L'', ... from outside. Here they come
//   - from a torque: its series along the motion (parts/momentum_series.hpp), one call of it for each order; L goes on to
//     the same order, so that attitude and momentum have the order of the name;
//   - from the caller, step by step, as numbers: GivenMomentum;
//   - from a function L(t).
//
// Exact to rounding: of a free body L = Q m and |m|, under a torque what it leaves of L. Energy drifts.
// Differs from the paper: its fourth-order box and eq. (9) have lost dots, restored here (docs/why/errata.md).
#pragma once

#include <array>
#include <type_traits>

#include "polhode/methods/method.hpp"
#include "polhode/methods/method_name.hpp"
#include "polhode/methods/parts/momentum_series.hpp"
#include "polhode/numbers/jet.hpp"
#include "polhode/rotation/lie_series.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

/// Which terms a step takes. A coefficient is given by its inverse; 0: the term is absent.
struct LieTerms {
  int order = 0;        ///< true order
  int derivatives = 0;  ///< of w
  int w2 = 0;           ///< h^2 w2
  int w1_w = 0;         ///< h^2 w1 x w
  int w2_w = 0;         ///< h^3 w2 x w
  int w3 = 0;           ///< h^3 (w3 + w2 x w)
  bool series = false;  ///< all terms up to the order, by recursion

  constexpr bool quadratic() const noexcept { return w2 != 0 || w1_w != 0; }
  constexpr bool cubic() const noexcept { return w2_w != 0 || w3 != 0; }
  template <class T>
  static constexpr T inverse(int n) noexcept {
    return n == 0 ? T(0) : T(1) / T(n);
  }
};

/// The body as the polynomials above want it.
template <class T, LieTerms terms>
struct LieBody : Principal<T> {
  Vec3<T> k{};  ///< Euler's ratios (I2 - I3)/I1, ...
  Vec3<T> half_k{};
  Vec3<T> A1{}, A2{};  ///< component i of A q is A1_i q_(i+1) + A2_i q_(i+2)
  Vec3<T> K0{}, K1{}, K2{};

  LieBody() = default;
  explicit LieBody(const Principal<T>& body) noexcept : Principal<T>(body) {
    const Vec3<T>&J = body.I, &inverse = body.x;
    k = {(J.y - J.z) * inverse.x, (J.z - J.x) * inverse.y, (J.x - J.y) * inverse.z};
    half_k = T(0.5) * k;
    using F = Lane<T>;
    const T a(LieTerms::inverse<F>(terms.w2)), b(LieTerms::inverse<F>(terms.w1_w));
    const T c(LieTerms::inverse<F>(terms.w2_w)), d(LieTerms::inverse<F>(terms.w3));
    for (int i = 0; i < 3; ++i) {
      const T k1 = k[i], k2 = k[(i + 1) % 3], k3 = k[(i + 2) % 3];
      A1[i] = k3 * (a * (k1 + T(1)) - b);
      A2[i] = k2 * (a * (k1 - T(1)) + b);
      K0[i] = T(4) * d * k1 * k2 * k3 - c * (k2 + k3);
      K1[i] = k1 * (d * k3 * (k1 + T(1)) - c * (k3 - T(1)));
      K2[i] = k1 * (d * k2 * (k1 - T(1)) + c * (k2 + T(1)));
    }
  }
};

template <fixed_string name, fixed_string title, fixed_string reference, LieTerms terms>
struct LieMethod : TorquedMethod {
  static constexpr auto kName = name, kTitle = title;
  static constexpr auto kReference = reference;
  static constexpr MethodInfo info{.name = kName.view(),
                                   .title = kTitle.view(),
                                   .family = "Lie series (Buss)",
                                   .order = terms.order,
                                   .attitude_order = terms.order,
                                   .energy = Energy::drifts,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .takes_torque = true,
                                   .needs = {.series = true},
                                   .keeps_vertical = true,
                                   .torque_evaluations = terms.order,
                                   .reference = kReference.view()};

  template <class T>
  using Body = LieBody<T, terms>;

  template <class Torque>
  static constexpr bool takes = TorqueModel<Torque, PowerSeries<double>>;

  /// Free body.
  template <class T>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, T h, PrincipalState<T>& s) noexcept {
    polhode::turn(s, exp(free_rotation(body, times(h * body.x, s.m))));
    return {};
  }

  /// Under a torque. Without one it is the step above, bit for bit.
  template <class T, class Torque>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, const Torque& torque, const TimeStep<T>& at,
                                           PrincipalState<T>& s, NoMemory&) {
    if constexpr (std::is_same_v<Torque, NoTorque>) {
      return step(body, at.h, s);
    } else {
      const Principal<T>& moments = body;
      const auto [l, W] = momentum_series<terms.order, terms.derivatives + 1>(moments, torque, at, s);
      turn(W, l, s);
      return {};
    }
  }

  /// Under a torque whose values are known from outside at the beginning of the step. As many derivatives of L as are given
  /// are taken; those that the order would need besides count as zero.
  template <class T, int K>
  static StepStatus<T> step(const Body<T>& body, const GivenMomentum<T, K>& given, T h, PrincipalState<T>& s) noexcept {
    constexpr int N = terms.derivatives + 1;
    std::array<Vec3<T>, K + 1> l;
    l[0] = s.m + rotate_back(s.Q, given.impulse);
    T factor(1);
    for (int j = 1; j <= K; ++j) {
      factor = factor * h / T(j);
      l[j] = factor * rotate_back(s.Q, given.rates[j - 1]);
    }
    std::array<Vec3<T>, (K + 1 < N ? K + 1 : N)> known;
    for (std::size_t j = 0; j < known.size(); ++j) known[j] = l[j];
    const Vec3<T> hx = h * body.x;
    turn(velocity_series<So3<T>, N>(known, [&](const Vec3<T>& m) { return times(hx, m); }), l, s);
    return {};
  }

  /// Body whose momentum in space axes is a given function of time: L(t) is a Vec3 for a number t and for a jet t.
  /// The step begins at time t; s.m is set to the momentum at t + h in body axes, whatever it was before.
  template <class T, class Momentum>
  static StepStatus<T> step(const Body<T>& body, const Momentum& L, T t, T h, PrincipalState<T>& s) noexcept {
    constexpr int N = terms.derivatives + 1;
    using Time = Jet<T, terms.derivatives>;
    const Vec3<Time> jets = L(Time::variable(t));
    // Over a time in which the step is 1: coefficients times powers of h, velocities times h.
    std::array<Vec3<T>, N> l;
    T power(1);
    for (int j = 0; j < N; ++j) {
      l[j] = power * rotate_back(s.Q, Vec3<T>{jets.x[j], jets.y[j], jets.z[j]});
      power = power * h;
    }
    const Vec3<T> hx = h * body.x;
    const auto W = velocity_series<So3<T>, N>(l, [&](const Vec3<T>& m) { return times(hx, m); });
    s.Q = s.Q * exp(rotation(W));
    s.m = rotate_back(s.Q, L(t + h));
    return {};
  }

 private:
  // Turns the body by the series of W; the momentum goes from l_0 to l_0 + l_1 + ..., the small ones first.
  template <class T, std::size_t N, std::size_t K>
  static void turn(const std::array<Vec3<T>, N>& W, const std::array<Vec3<T>, K>& l, PrincipalState<T>& s) noexcept {
    Vec3<T> m = l[K - 1];
    for (int j = int(K) - 2; j >= 0; --j) m += l[j];
    const Turn<T> r = exp(rotation(W));
    s.Q = s.Q * r;
    s.m = rotate_back(r, m);
  }

  // h wbar in body axes, from the angle h W.
  template <class T>
  POLHODE_INLINE static Vec3<T> free_rotation(const Body<T>& body, const Vec3<T>& W) noexcept {
    if constexpr (terms.series) {
      const auto euler = [&](const Vec3<T>& u, const Vec3<T>& v) __attribute__((always_inline)) {
        return Vec3<T>{body.k.x * (u.y * v.z), body.k.y * (u.z * v.x), body.k.z * (u.x * v.y)};
      };
      return sum_of(lie_series<So3<T>, terms.order>(quadratic_series<terms.order, T>(W, euler)));
    } else if constexpr (terms.derivatives == 0) {
      return W;
    } else {
      const Vec3<T> q = times(W, W);
      return {component<0>(body, W, q), component<1>(body, W, q), component<2>(body, W, q)};
    }
  }
  template <int i, class T>
  POLHODE_INLINE static T component(const Body<T>& body, const Vec3<T>& W, const Vec3<T>& q) noexcept {
    constexpr int j = (i + 1) % 3, k = (i + 2) % 3;
    T even = body.half_k[i], odd = W[i];
    if constexpr (terms.cubic()) even = fma(body.K1[i], q[j], fma(body.K0[i], q[i], fma(body.K2[i], q[k], even)));
    if constexpr (terms.quadratic()) odd = W[i] * fma(body.A1[i], q[j], fma(body.A2[i], q[k], T(1)));
    return fma(W[j] * W[k], even, odd);
  }

  // The same from the Taylor coefficients of W.
  template <class T, std::size_t N>
  static Vec3<T> rotation(const std::array<Vec3<T>, N>& W) noexcept {
    using F = Lane<T>;
    if constexpr (terms.series) {
      return sum_of(lie_series<So3<T>, N>(W));
    } else {
      Vec3<T> Z = W[0];
      if constexpr (N > 1) Z += T(0.5) * W[1];
      if constexpr (terms.quadratic()) {
        const Vec3<T> c = cross(W[0], W[1]);  // - w1 x w
        Z -= T(LieTerms::inverse<F>(terms.w1_w)) * c;
        if constexpr (terms.w2 != 0) {
          const Vec3<T> w2 = T(2) * W[2] + c;
          Z += T(LieTerms::inverse<F>(terms.w2)) * w2;
          if constexpr (terms.w2_w != 0) Z += T(LieTerms::inverse<F>(terms.w2_w)) * cross(w2, W[0]);
        }
      }
      if constexpr (terms.w3 != 0) Z += T(LieTerms::inverse<F>(terms.w3)) * (T(6) * W[3] + T(2) * cross(W[0], W[2]));
      return Z;
    }
  }
};

using Lie1 = LieMethod<"lie1", "one rotation by the present angular velocity",
                       "Buss2001, section 3, first-order method", LieTerms{.order = 1}>;
using Lie2 = LieMethod<"lie2", "Taylor series of the angular velocity, one derivative",
                       "Buss2001, section 3, second-order method", LieTerms{.order = 2, .derivatives = 1}>;
using Lie2Augmented =
    LieMethod<"lie2-augmented", "lie2 with the commutator term of third order",
              "Buss2001, section 3, augmented second-order method", LieTerms{.order = 2, .derivatives = 1, .w1_w = 12}>;
using Lie3False =
    LieMethod<"lie3-false", "Taylor series of the angular velocity without the commutator: order 2 only",
              "Buss2001, section 3, false third-order method", LieTerms{.order = 2, .derivatives = 2, .w2 = 6}>;
using Lie3 = LieMethod<"lie3", "Lie series of the angular velocity to third order",
                       "Buss2001, section 3, true third-order method",
                       LieTerms{.order = 3, .derivatives = 2, .w2 = 6, .w1_w = 12, .w2_w = 36}>;
using Lie4 = LieMethod<"lie4", "Lie series of the angular velocity to fourth order",
                       "Buss2001, section 3, true fourth-order method, eq. (9), corrected",
                       LieTerms{.order = 4, .derivatives = 3, .w2 = 6, .w1_w = 12, .w3 = 24}>;
using Lie5 = LieMethod<"lie5", "Lie series of the angular velocity to fifth order", "Buss2001, section 5, Y_4",
                       LieTerms{.order = 5, .derivatives = 4, .series = true}>;
using Lie6 = LieMethod<"lie6", "Lie series of the angular velocity to sixth order", "Buss2001, section 5, Y_5",
                       LieTerms{.order = 6, .derivatives = 5, .series = true}>;

using LieMethods = MethodList<Lie1, Lie2, Lie2Augmented, Lie3False, Lie3, Lie4, Lie5, Lie6>;

}  // namespace polhode::inline POLHODE_ISA

// jem.hpp -- free rigid body: exact momentum, attitude by a Magnus series (JEM), orders 2 and 4
//
// Source     [CelledoniSafstrom2006] eqs. (8)-(9) and section 4.1: elliptic functions for m, a Magnus method for Q
// Step       m1 = m(h) exactly; Q1 = Q0 exp(v) with
//            order 2   v = h w(h/2)
//            order 4   v = h/2 (w1 + w2) + sqrt(3)/12 h^2 w1 x w2,   w1, w2 = w((1/2 -+ sqrt(3)/6) h)
//
// Symbols    here   paper   meaning
//            m      pi      angular momentum in body axes
//            Q      Q^T     attitude, body -> space: here Q' = Q hat(w), hence + in front of the commutator w1 x w2
//            w      omega   I^-1 m, angular velocity in body axes
//
// Exact to rounding: m, and with it |m| and the energy. L = Q m is in error by O(h^order), and wanders.
#pragma once

#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/parts/back_on_polhode.hpp"
#include "polhode/methods/parts/body_by_body.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

template <int Order>
struct Jem : detail::BodyByBody<Jem<Order>> {
  static_assert(Order == 2 || Order == 4);
  static constexpr MethodInfo info{
      .name = Order == 2 ? "jem2" : "jem4",
      .title = Order == 2 ? "exact momentum, attitude by the midpoint rule on the group"
                          : "exact momentum, attitude by a Magnus method of order 4",
      .family = "Exact momentum",
      .order = kExact,
      .attitude_order = Order,
      .symmetric = true,
      .structure = Structure::poisson,
      .energy = Energy::exact,
      .keeps_casimir = true,
      .keeps_momentum = false,
      .reference = "CelledoniSafstrom2006, eqs. (8)-(9)",
  };

  template <class T>
  static void one_body(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    if (h == T(0)) return;
    const PrincipalMotion<T> motion(body, {Quaternion<T>{}, s.m}, Reach::near);
    const auto w = [&](T t) { return times(body.x, motion.momentum(t).v); };
    Vec3<T> v;
    if constexpr (Order == 2) {
      v = h * w(T(0.5) * h);
    } else {
      const T root3 = sqrt(T(3));
      const Vec3<T> w1 = w((T(0.5) - root3 / T(6)) * h), w2 = w((T(0.5) + root3 / T(6)) * h);
      v = (T(0.5) * h) * (w1 + w2) + (root3 / T(12) * h * h) * cross(w1, w2);
    }
    s.Q = s.Q * exp(v);
    Vec3<T> tail;
    const Vec3<T> m = motion.momentum(h, tail).v;
    s.m = detail::back_on_polhode(body, s.m, m, tail);
  }
};
using Jem2 = Jem<2>;
using Jem4 = Jem<4>;

}  // namespace polhode::inline POLHODE_ISA

// newmark.hpp -- body under a torque: explicit Newmark (beta = 0, gamma = 1/2), in body axes and in space axes
//
// Source     [KryslEndres2004] sections 2.4 (NMB) and 2.5 (NMS); eq. (30), (36), (42), (43)
// Step       w_p = w + h/2 A,     A = I^-1 (torque(t, Q, w) - w x I w)
//            Q'  = Q exp(h w_p)
//            I A' = torque(t + h, Q', w') - w' x I w',   w' = w_p + h/2 A'
// Solved     for the new momentum m' = I w':   m' + h/2 w' x m' = I w_p + h/2 torque'   (newton.hpp)
// Torques    one evaluation a step. A torque that depends on w (drag) is part of the equation and takes five or six.
// Gamma      (34), (35): w' = S (w + h (1 - gamma) A) + h gamma A', where S takes what belongs to the attitude Q to Q'. The
//            rotation h w_p is its own image, so that S has to be applied to h (1/2 - gamma) A alone, and to nothing if
//            gamma = 1/2. Of order 1 for any other; above 1/2 a free body loses energy, below it gains.
// In space   the same with w, A, the torque and the inertia in space axes: Q' = exp(h w_p) Q. Equal to rounding.
//
// Symbols    here     Krysl-Endres
//            Q        R          attitude, body -> space
//            w, m     Omega, M   angular velocity and momentum in body axes
//            torque   R^T t      in body axes
//            h        Delta t
//
// "Explicit" is the torque: it is needed at a known attitude. The acceleration is the root of quadratic equations.
// Self-starting. Without torque the half-step velocity w_p moves by the implicit midpoint rule: w_p . I w_p and |I w_p|
// are exact to rounding at any step, and the energy at the whole steps is bounded. So it is on tops whose weight is on
// a principal axis; a top with a general arm lets it drift. L . e3 is not kept, nor is L of a free body.
// Differs from the paper: (43) has the factor h^2/2 in its last term, which must be (h/2)^2 (docs/why/errata.md); the
// derivative here agrees with differences. The iteration ends on rounding, not on an absolute number, and is damped and
// continued from small steps: no failure up to h|w| = 50. Not symplectic (defect O(h^3)), though "it would appear" so.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/methods/method_name.hpp"
#include "polhode/methods/parts/known_torque.hpp"
#include "polhode/methods/parts/newton.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// Root of the gyroscopic equation with a torque that may depend on the velocity. `torque(V)` in the axes of V.
/// `possible`: whether a torque of this type may do so at all.
template <bool possible, Numeric T, class Inverse, class Torque>
TorquedRoot<T> newmark_root(bool velocity, const Vec3<T>& p, T a, const Inverse& X, const Torque& torque) {
  const Mask<T> all(true);
  if constexpr (possible)
    if (velocity) {
      const auto solved = [&](const LinearTorque<T>& model, const Vec3<T>&, Mask<T> wanted) {
        return gyroscopic_root<T>(p, a, X, model, wanted);
      };
      return with_torque<Last::evaluated, T>(solved, torque, p, a, norm(p), all);
    }
  TorquedRoot<T> r;
  r.torque = torque(p);
  static_cast<Root<T>&>(r) = gyroscopic_root<T>(p + a * r.torque, a, X, all);
  return r;
}

template <class T, class Torque>
StepStatus<T> newmark_end(const Torque& model, const TorquedRoot<T>& root, const PrincipalState<T>& after, T t,
                          const Vec3<T>& torque, PrincipalState<T>& s, KnownTorque<T>& known) noexcept {
  s = select<T>(root.converged, after, s);
  known.know(model, root.converged, t, after, torque);
  return {root.converged, root.iterations};
}

/// The end of a step in body axes, at the attitude Q: the momentum that is p and a times its own derivative.
template <class T, class Torque>
StepStatus<T> newmark_in_body(const Principal<T>& body, const Torque& model, T t, const Quaternion<T>& Q,
                              const Vec3<T>& p, T a, PrincipalState<T>& s, KnownTorque<T>& known) {
  const auto torque = [&](const Vec3<T>& m) { return Vec3<T>(torque_of(model, t, Q, times(body.x, m))); };
  const auto root =
      newmark_root<most_of<Torque>().velocity, T>(depends_on_velocity(model), p, a, DiagonalInverse<T>{body.x}, torque);
  return newmark_end(model, root, PrincipalState<T>{Q, root.u}, t, root.torque, s, known);
}

}  // namespace detail

struct Newmark : TorquedMethod {
  static constexpr MethodInfo info{.name = "newmark",
                                   .title = "explicit Newmark method in body axes",
                                   .family = "General torques",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .energy = Energy::drifts,
                                   .free_body_energy = Energy::bounded,
                                   .takes_torque = true,
                                   .torque_evaluations = 1,
                                   .reference = "KryslEndres2004, section 2.4"};
  template <class T>
  using Memory = detail::KnownTorque<T>;

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& model, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& known) {
    const T h = at.h;
    const T a = T(0.5) * h;
    const Vec3<T> tau = known.at(model, body, at.t, s);
    const Vec3<T> m_p = s.m + a * (tau - cross(times(body.x, s.m), s.m));
    const Quaternion<T> Q = s.Q * exp<T>(h * times(body.x, m_p));
    return detail::newmark_in_body(body, model, at.end, Q, m_p, a, s, known);
  }
};

/// gamma = percent / 100; S is dexp of -h w_p (the paper has the other sign: docs/why/errata.md).
template <int percent>
struct NewmarkGamma : TorquedMethod {
  static_assert(percent >= 0 && percent <= 100 && percent != 50, "gamma is from 0 to 1, and Newmark has 1/2");
  static constexpr MethodInfo info{.name = numbered_name<"newmark-gamma", percent>,
                                   .title = "explicit Newmark method in body axes with another gamma, in percent",
                                   .family = "General torques",
                                   .order = 1,
                                   .attitude_order = 1,
                                   .is_explicit = false,
                                   .energy = Energy::drifts,
                                   .free_body_energy = Energy::drifts,
                                   .takes_torque = true,
                                   .torque_evaluations = 1,
                                   .reference = "KryslEndres2004, eq. (34), (35)"};
  template <class T>
  using Memory = detail::KnownTorque<T>;

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& model, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& known) {
    const T h = at.h, a = T(percent) / T(100) * h;
    const Vec3<T> tau = known.at(model, body, at.t, s);
    const Vec3<T> dm = tau - cross(times(body.x, s.m), s.m);
    const Vec3<T> m_p = s.m + T(0.5) * h * dm;
    const Vec3<T> turned = h * times(body.x, m_p);
    const Quaternion<T> Q = s.Q * exp<T>(turned);
    const Vec3<T> p = m_p + (T(0.5) * h - a) * times(body.I, dexp<T>(-turned, times(body.x, dm)));
    return detail::newmark_in_body(body, model, at.end, Q, p, a, s, known);
  }
};

struct NewmarkSpatial : TorquedMethod {
  static constexpr MethodInfo info{.name = "newmark-spatial",
                                   .title = "explicit Newmark method in space axes",
                                   .family = "General torques",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .energy = Energy::drifts,
                                   .free_body_energy = Energy::bounded,
                                   .takes_torque = true,
                                   .torque_evaluations = 1,
                                   .reference = "KryslEndres2004, section 2.5"};
  template <class T>
  using Memory = detail::KnownTorque<T>;

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& model, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& known) {
    const T h = at.h;
    const T a = T(0.5) * h;
    const Vec3<T> tau = rotate(s.Q, known.at(model, body, at.t, s));
    const Vec3<T> L = rotate(s.Q, s.m), w = rotate(s.Q, times(body.x, s.m));
    // i alpha = torque - w x L, and w_p = w + h/2 alpha.
    const Vec3<T> w_p = w + a * rotate(s.Q, times(body.x, rotate_back(s.Q, tau - cross(w, L))));
    PrincipalState<T> after{s.Q * exp<T>(h * rotate_back(s.Q, w_p)), {}};  // exp(h w_p) Q
    const Mat3<T> R = to_matrix(after.Q);
    const Mat3<T> X = R * (Mat3<T>::diagonal(body.x) * transpose(R));
    const Vec3<T> L_p = rotate(after.Q, times(body.I, rotate_back(after.Q, w_p)));
    const auto torque = [&](const Vec3<T>& l) {
      return rotate(after.Q, Vec3<T>(torque_of(model, at.end, after.Q, times(body.x, rotate_back(after.Q, l)))));
    };
    const auto root = detail::newmark_root<most_of<Torque>().velocity, T>(depends_on_velocity(model), L_p, a,
                                                                          detail::MatrixInverse<T>{X}, torque);
    after.m = rotate_back(after.Q, root.u);
    return detail::newmark_end(model, root, after, at.end, rotate_back(after.Q, root.torque), s, known);
  }
};

}  // namespace polhode::inline POLHODE_ISA

// akw.hpp -- body under a torque: implicit midpoint rule of Austin, Krishnaprasad and Wang, with Cayley's map
//
// Source     [KryslEndres2004] section 3, AKW, after its reference [1]
// Step       V + h/2 (w x V - torque(t + h/2, Qm, w)) = m,   w = I^-1 V      V is the momentum in the middle
//            m' = m + h (torque - w x V)
//            Q' = Q cay(h w),   Qm = half that rotation: Qm^-1 Q' = Q^-1 Qm
//
// Symbols    here     Krysl-Endres
//            Q        R          attitude, body -> space
//            m        M          momentum in body axes
//            V, w                momentum and angular velocity in the middle of the step
//
// Exact to rounding without torque: energy, |m| and L = Q m (which is what Cayley's map is for). With torque the energy
// is in error by O(h^2) and drifts on a top with a general arm; L . e3 is not kept. The attitude suffers from Cayley's
// map, which turns by 2 atan(h|w|/2) instead of h|w|.
// Solved     by Newton's method with the torque replaced by a linear model (newton.hpp); a step far too long may find no root, and fails.
// Differs from the paper: it does not say at which attitude the torque acts. Of the attitude in the middle, the mean of
// both matrices and the mean of both torques, the first is the one that is a rotation.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/newton.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

struct Akw : TorquedMethod {
  static constexpr MethodInfo info{.name = "akw",
                                   .title = "implicit midpoint rule with Cayley's map",
                                   .family = "General torques",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .energy = Energy::drifts,
                                   .free_body_energy = Energy::exact,
                                   .takes_torque = true,
                                   .torque_evaluations = 4,
                                   .reference = "KryslEndres2004, section 3, AKW"};

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& model, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>&) {
    const T t = at.t, h = at.h;
    const T a = T(0.5) * h;
    const detail::DiagonalInverse<T> X{body.x};
    const auto torque = [&](const Vec3<T>& V) {
      const Vec3<T> w = times(body.x, V), e = a * w;
      const Quaternion<T> Qm = s.Q * half_tangent((T(1) / (T(1) + sqrt(T(1) + norm2(e)))) * e);  // half the angle of e
      return Vec3<T>(torque_of(model, t + a, Qm, w));
    };
    const auto solved = [&](const detail::LinearTorque<T>& linear, const Vec3<T>&, Mask<T> wanted) {
      return detail::gyroscopic_root<T>(s.m, a, X, linear, wanted);
    };
    const detail::Root<T> free = detail::gyroscopic_root<T>(s.m, a, X, Mask<T>(true));
    const auto root =
        detail::with_torque<detail::Last::modelled, T>(solved, torque, free.u, a, norm(s.m), free.converged);
    const Vec3<T> w = times(body.x, root.u);
    const PrincipalState<T> after{s.Q * half_tangent(a * w), s.m + h * (root.torque - cross(w, root.u))};
    s = select<T>(root.converged, after, s);
    return {root.converged, root.iterations};
  }
};

}  // namespace polhode::inline POLHODE_ISA

// semi_implicit_euler.hpp -- a body under any torque: the steps of physics engines, four ways to treat the gyroscopic term
//
// Source     folklore; the implicit gyroscopic term [Catto2015]
// Step       w <- w + h I^-1 (torque(t, Q, w) + gyroscopic term),  then  Q <- (Q + h/2 Q (0, w)) brought to unit length
//            plain           gyroscopic term left out, as most engines do
//            explicit        m x w, from the beginning of the step
//            implicit gyro   one Newton step, from w after the torque, for  I (w - w_torque) + h w x I w = 0:
//                            w <- w - (I + h (hat(w) I - hat(I w)))^-1 (h w x I w)
//            momentum        L = Q m is the state:  m <- m + h torque,  Q turns by w = I^-1 m,  m turns back
//
// Bringing Q + h/2 Q (0, w) to unit length is a rotation by 2 atan(h|w|/2) about w: Cayley's map. It leaves w alone, so that
// it does not matter whether an engine keeps w in body axes or in space axes.
//
// PLAIN DOES NOT CONVERGE, unless the body is a sphere: at any step it follows the equation m' = torque instead of
// m' = torque + m x w. A free body keeps its angular velocity whatever its moments. Its card says order 0. The term left out
// does no work, so that the energy stays near its value (in error by O(h), bounded) while the motion is another one.
// Exact to rounding: of the momentum variant L of a free body, and L . e3 where the torque has no vertical part. Nothing else.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/rotation/mat3.hpp"
#include "polhode/rotation/so3.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

enum class GyroscopicTerm { none, at_start, newton_step, momentum };

template <GyroscopicTerm gyroscopic>
struct EngineEuler : TorquedMethod {
  static constexpr MethodInfo info{
      .name = gyroscopic == GyroscopicTerm::none          ? "semi-implicit-euler"
              : gyroscopic == GyroscopicTerm::at_start    ? "semi-implicit-euler-explicit"
              : gyroscopic == GyroscopicTerm::newton_step ? "semi-implicit-euler-implicit-gyro"
                                                          : "semi-implicit-euler-momentum",
      .title = gyroscopic == GyroscopicTerm::none
                   ? "engine step without gyroscopic term: does not converge, except for spheres"
               : gyroscopic == GyroscopicTerm::at_start    ? "engine step with the gyroscopic term of its beginning"
               : gyroscopic == GyroscopicTerm::newton_step ? "engine step, one Newton step for the gyroscopic term"
                                                           : "engine step with the momentum in space as its state",
      .family = "Steps of physics engines",
      .order = gyroscopic == GyroscopicTerm::none ? 0 : 1,
      .attitude_order = gyroscopic == GyroscopicTerm::none ? 0 : 1,
      .is_explicit = gyroscopic != GyroscopicTerm::newton_step,
      .energy = gyroscopic == GyroscopicTerm::none ? Energy::bounded : Energy::drifts,
      .free_body_energy = gyroscopic == GyroscopicTerm::none ? Energy::exact : Energy::drifts,
      .takes_torque = true,
      .keeps_vertical = gyroscopic == GyroscopicTerm::momentum,
      .torque_evaluations = 1,
      .reference = gyroscopic == GyroscopicTerm::newton_step ? "Catto2015" : "folklore"};

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory&) {
    const T t = at.t, h = at.h;
    const Vec3<T> w0 = times(body.x, s.m);
    const Vec3<T> tau = torque_of(torque, t, s.Q, w0);
    Vec3<T> change = h * tau;  // of m
    if constexpr (gyroscopic == GyroscopicTerm::at_start) change += h * cross(s.m, w0);
    if constexpr (gyroscopic == GyroscopicTerm::newton_step) change -= implicit_term(body, h, s.m + change);
    s.m += change;
    const Turn<T> r = cay(h * times(body.x, s.m));
    s.Q = s.Q * r;
    if constexpr (gyroscopic == GyroscopicTerm::momentum) s.m = rotate_back(r, s.m);
    return {};
  }

 private:
  // I J^-1 (h w x m) for m = I w, J the Newton matrix: by J I^-1, which has no units
  template <class T>
  POLHODE_INLINE static Vec3<T> implicit_term(const Principal<T>& body, T h, const Vec3<T>& m) noexcept {
    const Vec3<T> w = times(body.x, m);
    const Mat3<T> J = Mat3<T>::identity() + h * (hat(w) - hat(m) * Mat3<T>::diagonal(body.x));
    return solve(J, h * cross(w, m));
  }
};

using SemiImplicitEuler = EngineEuler<GyroscopicTerm::none>;
using SemiImplicitEulerExplicit = EngineEuler<GyroscopicTerm::at_start>;
using SemiImplicitEulerImplicitGyro = EngineEuler<GyroscopicTerm::newton_step>;
using SemiImplicitEulerMomentum = EngineEuler<GyroscopicTerm::momentum>;

}  // namespace polhode::inline POLHODE_ISA

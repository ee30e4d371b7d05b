// lewis_simo.hpp -- body under a torque: implicit method of Lewis and Simo, and with exact energy
//
// Source     [LewisSimo1994]; LS in figures 4 and 5 of [KryslEndres2004]
// Step       v = h (w + w')/2,   Q' = Q exp(v)
//            m' = exp(-v) (m + h tb),   w' = I^-1 m'
//            tb = exp(v/2) torque(t + h/2, Q exp(v/2), v/h)       the torque in the middle, in the axes at the beginning
// Energy     (lewis-simo-energy)  tb <- tb + (U(Q) - U(Q') - tb . v)/|v|^2  v
//            the discrete gradient of [Gonzalez1996]; neither of the papers above has it.
//            Since v . (m' - m) = h tb . v is h times the gain of kinetic energy, the total energy is kept.
//
// Symbols    here     Krysl-Endres
//            Q        R          attitude, body -> space
//            w, m     Omega, M   angular velocity and momentum in body axes
//            v                   rotation vector of the step
//
// Exact to rounding: the change of L by h times the torque in the middle, so L without torque, and L . e3 where the
// torque has no vertical part; without torque the energy. On a top with a general arm the energy drifts.
// `lewis-simo-energy` keeps the energy in any potential, but not L . e3: the added torque has a vertical part.
// Solved     for v by Newton's method with the torque replaced by a linear model learnt on the way (newton.hpp).
// Limit      h|w| = 2; beyond it steps are reported. From 2.4 on the iteration begins to fail, or to find a wrong root.
// Differs from the paper: it gives the name only. This is the member of the family with exp and the middle of the step.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/newton.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// v = h/2 (w + I^-1 exp(-v) (m + h tb(v))) with a linear torque tb.
template <class T>
struct LewisSimoEquation {
  const Principal<T>& body;
  Vec3<T> m{};
  T h{};
  LinearTorque<T> tb{};

  EquationsAt<T> operator()(const Vec3<T>& v) const noexcept {
    const T a = T(0.5) * h;
    const T v2 = norm2(v);
    T c1, s;
    cos1_sinc(T(0.25) * v2, c1, s);
    const Turn<T> r{c1, (T(0.5) * s) * v};  // exp(v)
    const Vec3<T> m1 = rotate_back(r, m + h * tb(v)), mean = a * times(body.x, m + m1);
    // exp(-v) y changes by exp(-v) y x dexp_{-v} dv,
    // dexp_{-v} = 1 - (1 - cos)/|v|^2 hat(v) + (1 - sinc)/|v|^2 hat(v)^2
    const Mat3<T> H = hat(v);
    const Mat3<T> d = Mat3<T>::identity() - (T(0.5) * s * s) * H + third(v2, s * (T(1) + c1)) * (H * H);
    const Mat3<T> change = hat(m1) * d + h * (transpose(to_matrix(to_quaternion(r))) * tb.slope);
    const Mat3<T> J =
        Mat3<T>::identity() - a * Mat3<T>{body.x.x * change.r0, body.x.y * change.r1, body.x.z * change.r2};
    return {v - mean, J, norm(v) + norm(mean)};
  }
  T remainder(const Vec3<T>& v, const Vec3<T>& dv) const noexcept {
    return norm2(dv) * (norm(v) + abs(h) * norm(times(body.x, m)));
  }

 private:
  // (1 - sinc)/|v|^2, to 1e-14 or better: for a derivative.
  static T third(T v2, T sinc) noexcept {
    T sum = T(0);
    Lane<T> factorial = 6227020800;  // 13!
    for (int k = 13; k >= 3; k -= 2) {
      sum = T(Lane<T>(1) / factorial) - v2 * sum;
      factorial /= Lane<T>(k * (k - 1));
    }
    return select<T>(v2 < T(0.05), sum, (T(1) - sinc) / v2);
  }
};

template <bool energy>
struct LewisSimoStep {
  static constexpr double kLimit = 2;

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& model, const TimeStep<T>& at,
                            PrincipalState<T>& s) {
    const T t = at.t, h = at.h;
    const Vec3<T> w = times(body.x, s.m);
    const T a = T(0.5) * h;
    const T over_h = select<T>(h != T(0), T(1) / h, T(0));
    T U{};
    // Both energies at one time: what a potential that depends on time gains by itself is no work.
    if constexpr (energy) U = energy_of(model, t + a, s.Q);
    const auto torque = [&](const Vec3<T>& v) {
      const Turn<T> half = exp(T(0.5) * v);
      Vec3<T> tb = rotate(half, Vec3<T>(torque_of(model, t + a, s.Q * half, over_h * v)));
      if constexpr (energy) {
        const T v2 = norm2(v);
        const T missing = (U - T(energy_of(model, t + a, Quaternion<T>(s.Q * exp(v)))) - dot(tb, v)) / v2;
        tb += select<T>(is_finite(missing), missing, T(0)) * v;
      }
      return tb;
    };
    const auto solved = [&](const LinearTorque<T>& linear, const Vec3<T>& guess, Mask<T> wanted) {
      return newton_continued<T>([&](T part) { return LewisSimoEquation<T>{body, s.m, part * h, linear}; },
                                 [&](T part) { return part * guess; }, wanted);
    };
    const Mask<T> within = h * h * norm2(w) <= T(kLimit * kLimit);
    // First without torque, beginning with the middle of the step to first order.
    const Root<T> free = solved(LinearTorque<T>{}, h * (w - a * times(body.x, cross(w, s.m))), within);
    const T impulse = a * h * max(body.x.x, max(body.x.y, body.x.z));
    const auto root = with_torque<Last::modelled, T>(solved, torque, free.u, impulse, abs(h) * norm(w), free.converged);
    const Turn<T> r = exp(root.u);
    const PrincipalState<T> after{s.Q * r, rotate_back(r, s.m + h * root.torque)};
    s = select<T>(root.converged, after, s);
    return {root.converged, root.iterations};
  }
};

}  // namespace detail

struct LewisSimo : TorquedMethod {
  static constexpr MethodInfo info{.name = "lewis-simo",
                                   .title = "implicit momentum-conserving method of Lewis and Simo",
                                   .family = "General torques",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .energy = Energy::drifts,
                                   .free_body_energy = Energy::exact,
                                   .takes_torque = true,
                                   .keeps_vertical = true,
                                   .torque_evaluations = 4,
                                   .step_limit = detail::LewisSimoStep<false>::kLimit,
                                   .reference = "LewisSimo1994; KryslEndres2004, figures 4 and 5, LS"};

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& model, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>&) {
    return detail::LewisSimoStep<false>::step(body, model, at, s);
  }
};

struct LewisSimoEnergy : TorquedMethod {
  static constexpr MethodInfo info{.name = "lewis-simo-energy",
                                   .title = "method of Lewis and Simo with exact energy in any potential",
                                   .family = "General torques",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .energy = Energy::exact,
                                   .free_body_energy = Energy::exact,
                                   .takes_torque = true,
                                   .needs = {.potential = true},
                                   .torque_evaluations = 4,
                                   .step_limit = detail::LewisSimoStep<true>::kLimit,
                                   .reference = "LewisSimo1994, with the discrete gradient of Gonzalez1996"};

  template <class T, class Potential>
  static StepStatus<T> step(const Principal<T>& body, const Potential& potential, const TimeStep<T>& at,
                            PrincipalState<T>& s, Memory<T>&) {
    return detail::LewisSimoStep<true>::step(body, potential, at, s);
  }
};

}  // namespace polhode::inline POLHODE_ISA

// buss_text.hpp -- free rigid body: the methods that Buss compares with, as his text describes them
//
// Source     [Buss2001] section 3
//   buss-simo-wong-printed  nubar = nu_i + h/2 a_i, a_i = (nu_i - nu_(i-1))/h;  Omega <- Omega R(h nubar);  first step lie1
//   buss-rk4-quaternion     the stages of buss-rk4; the rotations R(h k1) ... R(h k4) are averaged with the weights 1, 2, 2, 1 as
//                           quaternions in four dimensions, and the average is brought to length 1
//   buss-abam-quaternion    the predictor and corrector of buss-abam, averaged in the same way with their weights; the predicted
//                           velocity is that at the predicted attitude; the first three steps are lie4
//
// His tables were not made with these, but with buss-simo-wong, buss-rk4 and buss-abam: `polhode reproduce buss-text` has both.
//
// Symbols    here    Buss
//            Q       Omega      attitude, body -> space
//            W       nu         angular velocity in body axes, I^-1 m
//            f       omega      angular velocity in space axes
//
// All of second order. Exact to rounding: L = Q m and |m|. Energy drifts, but that of buss-abam-quaternion only at steps that do
// not resolve the motion. Those with a memory need steps of one length.
// Differs from the paper: the text does not say how AB-AM starts.
#pragma once

#include <array>
#include <cstddef>

#include "polhode/methods/buss_abam.hpp"
#include "polhode/methods/buss_rk4.hpp"
#include "polhode/methods/buss_simo_wong.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/method.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// The rotations by h w, averaged as quaternions; the weights add up to 1. As the difference from the identity, so that small
/// turns keep their digits: c1 = sum of weights times cos - 1.
template <class T, std::size_t n>
Turn<T> quaternion_average(T h, const std::array<Vec3<T>, n>& w, const std::array<T, n>& weight) noexcept {
  Turn<T> sum{};
  for (std::size_t i = 0; i < n; ++i) {
    const Turn<T> r = exp(h * w[i]);
    sum.c1 = sum.c1 + weight[i] * r.c1;
    sum.u += weight[i] * r.u;
  }
  return half_tangent((T(1) / (T(1) + sum.c1)) * sum.u);
}

}  // namespace detail

struct BussSimoWongPrinted : FreeMethod {
  static constexpr MethodInfo info{.name = "buss-simo-wong-printed",
                                   .title = "explicit Simo-Wong method, as Buss prints it",
                                   .family = "Comparison methods (Buss)",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .energy = Energy::drifts,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .memory = "angular velocity of the last step; starts with one step of lie1",
                                   .reference = "Buss2001, section 3, Simo-Wong explicit method"};

  template <class T>
  using Memory = BussSimoWong::Memory<T>;

  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s, Memory<T>& memory) noexcept {
    const Vec3<T> W = times(body.x, s.m);
    const bool started = lane(memory.steps, 0) > 0;
    turn(s, exp(h * (started ? W + T(0.5) * (W - memory.W) : W)));
    memory.W = W;
    memory.steps = T(1);
    return {};
  }
};

struct BussRk4Quaternion : FreeMethod {
  static constexpr MethodInfo info{.name = "buss-rk4-quaternion",
                                   .title = "classical Runge-Kutta, rotations averaged as quaternions",
                                   .family = "Comparison methods (Buss)",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .energy = Energy::drifts,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .reference = "Buss2001, section 3, Runge-Kutta"};

  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    const T sixth = T(1) / T(6), third = T(1) / T(3);
    turn(s, detail::quaternion_average<T, 4>(h, BussRk4::stages(body, h, s), {sixth, third, third, sixth}));
    return {};
  }
};

struct BussAbamQuaternion : FreeMethod {
  static constexpr MethodInfo info{
      .name = "buss-abam-quaternion",
      .title = "Adams-Bashforth-Moulton, rotations averaged as quaternions",
      .family = "Comparison methods (Buss)",
      .order = 2,
      .attitude_order = 2,
      .energy = Energy::bounded,
      .keeps_casimir = true,
      .keeps_momentum = true,
      .memory = "angular velocities of the last three steps; starts with three steps of lie4",
      .reference = "Buss2001, section 3, Adams-Bashforth-Moulton"};

  template <class T>
  using Body = Lie4::Body<T>;
  template <class T>
  using Memory = BussAbam::Memory<T>;

  template <class T>
  static StepStatus<T> step(const Body<T>& body, T h, PrincipalState<T>& s, Memory<T>& memory) noexcept {
    const Vec3<T> W = times(body.x, s.m), f = rotate(s.Q, W);
    if (lane(memory.steps, 0) < 3) {
      memory.steps += T(1);
      Lie4::step(body, h, s);
    } else {
      const auto weights = [](int a, int b, int c, int d) {
        return std::array<T, 4>{T(a) / T(24), T(b) / T(24), T(c) / T(24), T(d) / T(24)};
      };
      const Vec3<T> W1 = rotate_back(s.Q, memory.f1), W2 = rotate_back(s.Q, memory.f2);
      const Turn<T> predicted =
          detail::quaternion_average<T, 4>(h, {W, W1, W2, rotate_back(s.Q, memory.f3)}, weights(55, -59, 37, -9));
      const Vec3<T> Wp = rotate(predicted, times(body.x, rotate_back(predicted, s.m)));
      turn(s, detail::quaternion_average<T, 4>(h, {Wp, W, W1, W2}, weights(9, 19, -5, 1)));
    }
    memory.f3 = memory.f2, memory.f2 = memory.f1, memory.f1 = f;
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA

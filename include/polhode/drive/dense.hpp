// dense.hpp -- the motion inside a step: the state at any time between its two ends
//
// Rows of output and events ask for it by at(t), and do not know which of these answers:
//
//   ExactBetween     a free body: the exact motion
//   SteppedBetween   a method that remembers nothing: one shorter step from the beginning of the segment. As exact as the
//                    method itself, however large the step; it costs a step
//   HermiteBetween   any method: a polynomial through both ends. Of order 6; it costs no step, but needs steps well below
//                    a radian
//
// HermiteBetween
// Attitude   Q(t) = Q0 exp(v(t)), v of degree 5 with v, v', v'' of the motion at both ends:
//            v' = dexpinv_{-v} w,   [Buss2001] eq. (22);   v'' = d/dt of that, with w' = I^-1 (m x w + torque)
// Momentum   m = Q* L, and L of degree 5 with L and L' = Q torque at both ends, and L' at 1/3 and 2/3 of the step. So a free
//            body keeps L, and one under a torque about the vertical keeps L . e3, as far as the method does.
// Error      C h^6 in both, between the ends; at the ends the states themselves
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "polhode/drive/drive.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/parts/equations_of_motion.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

/// A motion that can be asked for its state, in principal axes, at any time between two.
template <class M>
concept StateAtTime = requires(M& motion, double t) {
  { motion.at(t) } -> std::convertible_to<PrincipalState<double>>;
};

/// The exact motion of a free body that is in state `start` at time t0; for all times.
class ExactBetween {
 public:
  ExactBetween(const Principal<double>& body, double t0, const PrincipalState<double>& start)
      : motion_(body, start), t0_(t0) {}
  PrincipalState<double> at(double t) const noexcept { return motion_.at(t - t0_); }

 private:
  PrincipalMotion<double> motion_;
  double t0_;
};

/// From the beginning of a segment by one step of the method to the time that is asked for. The method must not carry a
/// memory that changes its results (MethodInfo::memory); the drive is one of its own, which begins anew for each time. A step
/// that does not converge gives a state of NaN.
template <Method M, class Torque = NoTorque>
class SteppedBetween {
 public:
  SteppedBetween(const Drive<M, Torque>& drive, double t0, const PrincipalState<double>& before, double t1,
                 const PrincipalState<double>& after)
      : drive_(drive), t0_(t0), t1_(t1), before_(before), after_(after) {}

  PrincipalState<double> at(double t) {
    if (t == t0_) return before_;
    if (t == t1_) return after_;
    PrincipalState<double> s = before_;
    drive_.restart();
    const StepStatus<double> status = drive_.step({t0_, t - t0_, t}, s);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return status.converged ? s : PrincipalState<double>{{nan, {nan, nan, nan}}, {nan, nan, nan}};
  }

 private:
  Drive<M, Torque> drive_;
  double t0_, t1_;
  PrincipalState<double> before_, after_;
};

namespace detail {

/// The coefficient c of dexpinv_v w = w - v x w/2 + c v x (v x w), and its derivative, as functions of a2 = |v|^2 < (2 pi)^2:
/// c = (1 - x cot x)/a2 with x = |v|/2, the sum of |B_2k|/(2k)! a2^(k-1).
template <Numeric T>
void inverse_coefficient(T a2, T& c, T& slope) noexcept {
  if (a2 < T(1)) {
    // |B_2k|/(2k)!, k = 1 ... 11: they fall like (2 pi)^-2k, so that the first that is left out is below 1e-18 of the sum
    constexpr std::array<double, 11> b{8.3333333333333333e-2,  1.3888888888888889e-3,  3.3068783068783069e-5,
                                       8.2671957671957672e-7,  2.0876756987868099e-8,  5.2841901386874932e-10,
                                       1.3382536530684679e-11, 3.3896802963225829e-13, 8.5860620562778446e-15,
                                       2.1748686985580619e-16, 5.5090028283602295e-18};
    c = slope = T(0);
    for (int k = 10; k >= 0; --k) {
      c = T(b[std::size_t(k)]) + a2 * c;
      if (k > 0) slope = T(double(k) * b[std::size_t(k)]) + a2 * slope;
    }
    return;
  }
  const T a = sqrt(a2);
  T s, co;
  sincos(T(0.5) * a, s, co);
  const T g = T(0.5) * a * co / s;
  c = (T(1) - g) / a2;
  slope = (T(1) / (T(8) * s * s) - co / (T(4) * a * s) - c) / a2;
}

/// v' and v'' of the vector v(t) of a rotation exp(v) whose angular velocity, in the axes that turn, is w.
template <Numeric T>
struct VectorRates {
  Vec3<T> first, second;
};
template <Numeric T>
VectorRates<T> rates_of_vector(const Vec3<T>& v, const Vec3<T>& w, const Vec3<T>& dw) noexcept {
  T c, slope;
  inverse_coefficient(norm2(v), c, slope);
  const Vec3<T> vw = cross(v, w), vvw = cross(v, vw);
  const Vec3<T> dv = w + T(0.5) * vw + c * vvw;
  const Vec3<T> d_vw = cross(dv, w) + cross(v, dw), d_vvw = cross(dv, vw) + cross(v, d_vw);
  return {dv, dw + T(0.5) * d_vw + c * d_vvw + (T(2) * slope * dot(v, dv)) * vvw};
}

}  // namespace detail

template <class Torque = NoTorque, class T = double>
class HermiteBetween {
 public:
  /// The torque in principal axes, without switches between t0 and t1.
  HermiteBetween(const Principal<T>& body, const Torque& torque, T t0, const PrincipalState<T>& before, T t1,
                 const PrincipalState<T>& after)
      : body_(body), t0_(t0), t1_(t1), before_(before), after_(after), L0_(rotate(before.Q, before.m)) {
    const T h = t1 - t0;
    const auto torque_at = [&](T t, const Quaternion<T>& Q, const Vec3<T>& w) {
      return Vec3<T>(torque_of(torque, t, Q, w));
    };
    const auto velocity_rate = [&](const PrincipalState<T>& s, const Vec3<T>& w, const Vec3<T>& tau) {
      return times(body.x, cross(s.m, w) + tau);
    };
    const Vec3<T> w0 = times(body.x, before.m), w1 = times(body.x, after.m);
    const Vec3<T> tau0 = torque_at(t0, before.Q, w0), tau1 = torque_at(t1, after.Q, w1);

    // Of the rotation vectors that lead from one end to the other, a whole turn apart, the one that w has made.
    Vec3<T> v = log(conj(before.Q) * after.Q);
    const Vec3<T> expected = (T(0.5) * h) * (w0 + w1);
    const T angle = norm(v), turn = T(2) * detail::pi<T>();
    if (angle > T(0)) {
      const Vec3<T> other = v - (turn / angle) * v;
      if (norm2(other - expected) < norm2(v - expected)) v = other;
    }
    const detail::VectorRates<T> end = detail::rates_of_vector(v, w1, velocity_rate(after, w1, tau1));
    v_[0] = h * w0;
    v_[1] = (T(0.5) * h * h) * velocity_rate(before, w0, tau0);
    const Vec3<T> A = v - v_[0] - v_[1], B = h * end.first - v_[0] - T(2) * v_[1],
                  C = (h * h) * end.second - T(2) * v_[1];
    v_[2] = T(10) * A - T(4) * B + T(0.5) * C;
    v_[3] = T(7) * B - T(15) * A - C;
    v_[4] = T(6) * A - T(3) * B + T(0.5) * C;

    // h L' at 0, 1/3, 2/3, 1: the cubic through them, and what is needed for L1, times u (u - 1/3)(u - 2/3)(u - 1).
    std::array<Vec3<T>, 4> d{h * rotate(before.Q, tau0), {}, {}, h * rotate(after.Q, tau1)};
    if constexpr (!std::is_same_v<Torque, NoTorque>)
      for (int k : {1, 2}) {
        const T u = T(k) / T(3);
        const Quaternion<T> Q = attitude(u);
        d[std::size_t(k)] = h * rotate(Q, torque_at(t0 + u * h, Q, velocity(u)));
      }
    const T half(0.5);
    const std::array<Vec3<T>, 4> p{d[0], half * (T(2) * d[3] - T(9) * d[2] + T(18) * d[1] - T(11) * d[0]),
                                   (T(9) * half) * (T(4) * d[2] - d[3] - T(5) * d[1] + T(2) * d[0]),
                                   (T(9) * half) * (d[3] - T(3) * d[2] + T(3) * d[1] - d[0])};
    // The integral of the cubic over the step: the three-eighths rule.
    const Vec3<T> integral = T(0.125) * (d[0] + T(3) * (d[1] + d[2]) + d[3]);
    const Vec3<T> rest =
        T(-270) * (rotate(after.Q, after.m) - L0_ - integral);  // the integral of the product is -1/270
    // u (u - 1/3)(u - 2/3)(u - 1) = u^4 - 2 u^3 + 11/9 u^2 - 2/9 u
    L_ = {p[0], half * (p[1] - (T(2) / T(9)) * rest), (T(1) / T(3)) * (p[2] + (T(11) / T(9)) * rest),
          T(0.25) * (p[3] - T(2) * rest), T(0.2) * rest};
  }

  PrincipalState<T> at(T t) const noexcept {
    if (t == t0_) return before_;
    if (t == t1_) return after_;
    const T u = (t - t0_) / (t1_ - t0_);
    const Quaternion<T> Q = attitude(u);
    return {Q, rotate_back(Q, L0_ + polynomial(L_, u))};
  }

 private:
  Principal<T> body_;
  T t0_, t1_;
  PrincipalState<T> before_, after_;
  Vec3<T> L0_;
  std::array<Vec3<T>, 5> v_{}, L_{};  // coefficients of u, u^2, ..., u^5

  static Vec3<T> polynomial(const std::array<Vec3<T>, 5>& a, T u) noexcept {
    return u * (a[0] + u * (a[1] + u * (a[2] + u * (a[3] + u * a[4]))));
  }
  Quaternion<T> attitude(T u) const noexcept { return before_.Q * exp(polynomial(v_, u)); }
  /// From v': less exact than m by one order; for torques that depend on it.
  Vec3<T> velocity(T u) const noexcept {
    const Vec3<T> v = polynomial(v_, u);
    const Vec3<T> slope = v_[0] + u * (T(2) * v_[1] + u * (T(3) * v_[2] + u * (T(4) * v_[3] + (T(5) * u) * v_[4])));
    return (T(1) / (t1_ - t0_)) * dexp(-v, slope);
  }
};

}  // namespace polhode::inline POLHODE_ISA

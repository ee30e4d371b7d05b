// newton.hpp -- three equations in three unknowns, lane by lane: Newton's method, damped, and continued from small steps
//
// newton       F(u) = 0 with an analytic derivative. A correction that does not lessen |F| is halved until it does. Ends
//              when the next correction would be below rounding: what a full correction leaves is a known quadratic term.
//              No residual is ever compared with an absolute number.
// with_torque  the same where a part of F is a torque, expensive and known by its values alone: it is replaced by a linear
//              model, exact at the last evaluation, whose slope is learnt from the evaluations (Broyden's update).
// gyroscopic   V + a N(V) = p,  N(V) = (X V) x V,  X the inverse inertia: [KryslEndres2004] eq. (42), with V the new
//              momentum and a = h/2. Since V . N(V) = 0 a root has |V| <= |p|, and there always is one.
//
// A lane that is done keeps its bits, whatever the others still do.
#pragma once

#include "polhode/rotation/mat3.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// Value of the equations, and the size of the terms they are the sum of.
template <class T>
struct EquationsAt {
  Vec3<T> F{};
  Mat3<T> J{};
  T size{};
};

template <class T>
struct Root {
  Vec3<T> u{};
  Mask<T> converged{};
  int iterations = 0;
};

/// Evaluations of F. Within h|w| = 3 random free bodies take at most 5; what takes more than this is left to the
/// continuation.
inline constexpr int kNewtonIterations = 30;
/// Evaluations of a torque in one step.
inline constexpr int kTorqueIterations = 30;
/// How finely a continuation may divide the way from a small step to the full one.
inline constexpr int kFinestContinuation = 256;

template <Numeric T, class Equations>
Root<T> newton(const Equations& equations, const Vec3<T>& start, Mask<T> wanted) {
  Vec3<T> u = start;
  EquationsAt<T> at = equations(u);
  T f2 = norm2(at.F), damping = T(1);
  Vec3<T> du = -solve(at.J, at.F);
  Mask<T> done = !wanted, converged = Mask<T>(false);
  int iterations = 1;
  for (;; ++iterations) {
    const Mask<T> close = (equations.remainder(u, du) <= T(epsilon<T>() / 4) * at.size) & !done;
    u = select<T>(close, u + du, u);
    converged = converged | close;
    done = done | close | !is_finite(f2);
    if (all_lanes<T>(done) || iterations >= kNewtonIterations) break;
    const Vec3<T> trial = u + damping * du;
    const EquationsAt<T> next = equations(trial);
    const T next_f2 = norm2(next.F);
    // At the level of rounding a residual need not fall any more.
    const Mask<T> rounding = next_f2 <= T(64 * epsilon<T>() * epsilon<T>()) * (next.size * next.size);
    const Mask<T> better = ((next_f2 < f2) | rounding) & !done;
    u = select<T>(better, trial, u);
    f2 = select<T>(better, next_f2, f2);
    at.size = select<T>(better, next.size, at.size);
    du = select<T>(better, -solve(next.J, next.F), du);
    damping = select<T>(better, T(1), T(0.5) * damping);
    converged = converged | (better & rounding);
    done = done | (better & rounding);
  }
  return {u, converged, iterations};
}

/// Newton's method; the lanes in which it fails follow the root from small steps to the full one.
/// `part(s)`: the equations of a step s h, 0 < s <= 1;  `start(s)`: a guess of their root.
template <Numeric T, class Part, class Start>
Root<T> newton_continued(const Part& part, const Start& start, Mask<T> wanted) {
  Root<T> root = newton<T>(part(T(1)), start(T(1)), wanted);
  for (int n = 4; n <= kFinestContinuation && !all_lanes<T>(root.converged | !wanted); n *= 4) {
    Root<T> way{start(T(1) / T(n)), Mask<T>(wanted & !root.converged)};
    for (int i = 1; i <= n; ++i) {
      const Root<T> next = newton<T>(part(T(i) / T(n)), way.u, way.converged);
      way.u = next.u, way.converged = next.converged;
      root.iterations += next.iterations;
      if (all_lanes<T>(!way.converged)) break;
    }
    root.u = select<T>(way.converged, way.u, root.u);
    root.converged = root.converged | way.converged;
  }
  return root;
}

/// A torque near u: exact there, linear elsewhere.
template <class T>
struct LinearTorque {
  Vec3<T> value{};
  Mat3<T> slope{};
  Vec3<T> u{};
  Vec3<T> operator()(const Vec3<T>& v) const noexcept { return value + slope * (v - u); }
};
template <Numeric T>
LinearTorque<T> selected(Mask<T> mask, const LinearTorque<T>& a, const LinearTorque<T>& b) noexcept {
  return {select<T>(mask, a.value, b.value),
          {select<T>(mask, a.slope.r0, b.slope.r0), select<T>(mask, a.slope.r1, b.slope.r1),
           select<T>(mask, a.slope.r2, b.slope.r2)},
          select<T>(mask, a.u, b.u)};
}

template <class T>
struct TorquedRoot : Root<T> {
  Vec3<T> torque{};
};

enum class Last {
  evaluated,  ///< the torque that comes back is the one at the root, evaluated there
  modelled,   ///< it is the model's, which saves an evaluation
};

/// `solved(model, guess, wanted)`: the root with that model of the torque;  `torque(u)`: the torque itself;
/// `impulse`: what a torque of size 1 adds to u;  `size`: of u, for its rounding.
template <Last last, Numeric T, class Solved, class Torque>
TorquedRoot<T> with_torque(const Solved& solved, const Torque& torque, const Vec3<T>& start, T impulse, T size,
                           Mask<T> wanted) {
  LinearTorque<T> model{torque(start), {}, start};
  Root<T> root = solved(model, start, wanted);
  Mask<T> done = !(wanted & root.converged), converged = Mask<T>(false);
  T change = norm(root.u - start), last_factor = T(0);
  for (int n = 1; n < kTorqueIterations && !all_lanes<T>(done); ++n) {
    const Vec3<T> value = torque(root.u), missed = value - model(root.u), d = root.u - model.u;
    const T rounding = T(epsilon<T>()) * (size + abs(impulse) * norm(value));
    const T error = abs(impulse) * norm(missed), d2 = norm2(d);
    const T over = select<T>(d2 > T(0), T(1) / d2, T(0));
    const Vec3<T> a = over * missed;
    const LinearTorque<T> learnt{
        value, {model.slope.r0 + a.x * d, model.slope.r1 + a.y * d, model.slope.r2 + a.z * d}, root.u};
    model = selected<T>(done, model, learnt);
    // The root stays where the torque was evaluated if that torque is what the model had foretold. An evaluation that is
    // itself inexact by much more than a rounding (a difference of energies) ends when it no longer brings anything.
    const Mask<T> stalled = (error >= T(0.5) * change) & (error <= T(1e4) * rounding) & Mask<T>(n > 3);
    const Mask<T> foretold = ((error <= rounding) | stalled) & !done;
    converged = converged | foretold;
    done = done | foretold | !is_finite(error);
    if (all_lanes<T>(done)) break;
    const Root<T> next = solved(model, root.u, !done);
    root.iterations += next.iterations;
    const Mask<T> moved = next.converged & !done;
    const T next_change = norm(next.u - root.u);
    root.u = select<T>(moved, next.u, root.u);
    done = done | !next.converged;
    if constexpr (last == Last::modelled) {
      // Changes fall by a factor that is, at worst, the larger of the last two: a secant is learnt along one direction.
      const T factor = next_change / change, larger = max(factor, last_factor);
      const Mask<T> close = moved & (next_change * larger <= T(0.5) * rounding) & (larger < T(0.1));
      converged = converged | close;
      done = done | close;
      last_factor = factor;
    }
    change = select<T>(moved, next_change, change);
  }
  TorquedRoot<T> result;
  result.u = root.u, result.converged = converged, result.iterations = root.iterations;
  result.torque = model(root.u);
  return result;
}

// --- the gyroscopic equation ------------------------------------------------------------------------------------------

/// X in principal axes, and in any others.
template <class T>
struct DiagonalInverse {
  Vec3<T> x{};
  Vec3<T> operator()(const Vec3<T>& V) const noexcept { return times(x, V); }
  Mat3<T> hat_times(const Vec3<T>& V) const noexcept {  // hat(V) X
    return {{T(0), -V.z * x.y, V.y * x.z}, {V.z * x.x, T(0), -V.x * x.z}, {-V.y * x.x, V.x * x.y, T(0)}};
  }
};
template <class T>
struct MatrixInverse {
  Mat3<T> X{};
  Vec3<T> operator()(const Vec3<T>& V) const noexcept { return X * V; }
  Mat3<T> hat_times(const Vec3<T>& V) const noexcept { return hat(V) * X; }
};

/// V + a (N(V) - torque(V)) = p with a linear torque. Without dimension in the derivative, whatever the units.
template <class T, class Inverse>
struct GyroscopicEquation {
  Vec3<T> p{};
  T a{};
  Inverse X{};
  LinearTorque<T> torque{};

  EquationsAt<T> operator()(const Vec3<T>& V) const noexcept {
    const Vec3<T> w = X(V), N = cross(w, V), tau = torque(V);
    return {V + a * (N - tau) - p, derivative(V), norm(p) + abs(a) * (norm(N) + norm(tau))};
  }
  /// 1 + a (hat(w) - hat(V) X) - a dtorque. Times I this is [KryslEndres2004] eq. (43), with its last factor (h/2)^2.
  POLHODE_INLINE Mat3<T> derivative(const Vec3<T>& V) const noexcept {
    return Mat3<T>::identity() + a * (hat(X(V)) - X.hat_times(V) - torque.slope);
  }
  T remainder(const Vec3<T>&, const Vec3<T>& dV) const noexcept { return abs(a) * norm(cross(X(dV), dV)); }
};

template <Numeric T, class Inverse>
Root<T> gyroscopic_root(const Vec3<T>& p, T a, const Inverse& X, const LinearTorque<T>& torque, Mask<T> wanted) {
  const auto part = [&](T s) { return GyroscopicEquation<T, Inverse>{p, s * a, X, torque}; };
  const auto start = [&](T s) {
    // V = q - a N(q) + a^2 (dN N)(q) where the step is short: N is small against V. Otherwise q itself, the most robust.
    const T as = s * a;
    const Vec3<T> q = p + as * torque(p), w = X(q), N = cross(w, q), second = cross(X(N), q) + cross(w, N);
    const Mask<T> is_short = as * as * norm2(N) < T(0.1) * norm2(q);
    return select<T>(is_short, q - as * (N - as * second), q);
  };
  return newton_continued<T>(part, start, wanted);
}
template <Numeric T, class Inverse>
Root<T> gyroscopic_root(const Vec3<T>& p, T a, const Inverse& X, Mask<T> wanted) {
  return gyroscopic_root<T>(p, a, X, LinearTorque<T>{}, wanted);
}

/// m = p + a torque(m): a kick at the end of a step. `velocity`: whether the torque depends on the angular velocity;
/// `possible`: whether a torque of this type may do so at all.
template <bool possible, Numeric T, class Torque>
TorquedRoot<T> kicked(bool velocity, const Vec3<T>& p, T a, const Torque& torque) {
  TorquedRoot<T> r;
  if constexpr (possible)
    if (velocity) {
      const auto solved = [&](const LinearTorque<T>& model, const Vec3<T>&, Mask<T> wanted) {
        const Mat3<T> J = Mat3<T>::identity() - a * model.slope;
        const Vec3<T> m = solve(J, p + a * (model.value - model.slope * model.u));
        return Root<T>{m, Mask<T>(wanted & is_finite(norm2(m))), 1};
      };
      r = with_torque<Last::evaluated, T>(solved, torque, p, a, norm(p), Mask<T>(true));
      // The momentum and the torque that made it belong together.
      r.u = p + a * r.torque;
      return r;
    }
  r.torque = torque(p);
  r.u = p + a * r.torque;
  r.converged = Mask<T>(true);
  return r;
}

}  // namespace polhode::inline POLHODE_ISA::detail

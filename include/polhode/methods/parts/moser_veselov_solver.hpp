// moser_veselov_solver.hpp -- the equation that one step of DMV, MZ and IMR solves
//
// Find V and q such that     V + q s N(V) = p,     g(V, q) = 0,     N(V) = xV x V = (k1 V2 V3, k2 V3 V1, k3 V1 V2)
//
//   p = m0,  V = (m0 + m1)/2,  x = 1/I in units of the middle one,  ki = xj - xk,  s = h/2 in these units times a factor
//   g  ties the number q to V: the rotation of the step (DMV, MZ) or the modified midpoint (IMR).
//
// From V the new momentum is m1 = p - 2 q s N(V). Since N(V) is normal to V and to xV, that keeps |m| and the energy
// whatever q is: an error in q changes the time at which the body gets to m1, not the path it takes. h is in s, not in p,
// so that nothing has to be divided by it: a rounded 1/h, the same in every step, makes |m| drift.
//
// Start      V as a series in tau = q s, to tau^5: V = p - tau N(p) + ..., V_{n+1} = -sum N(V_i, V_{n-i}).
// Iteration  Newton's on (V, q) together; 1 + q s dN is inverted by its adjugate, q is eliminated. Quadratic
//            convergence: 1 iteration at h|w| up to 0.1, 2 up to about 0.5, 3 to 6 near the limit.
// End        when what is left of the first equation is 4096 times smaller than rounding. It has the same sign step after
//            step: at the size of rounding itself |m| and the energy would drift (1e-11 in 10^6 steps).
#pragma once

#include <type_traits>

#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/modified_inertia.hpp"
#include "polhode/methods/parts/triple.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// The slowest of 10^6 random steps within the limits of the methods took 6.
inline constexpr int kMaxIterations = 12;

/// The value of g and its derivatives: dg/dV = weight b.
template <class T>
struct Constraint {
  T value{};
  Triple<T> b{};
  T weight{};
  T dq{};
};

template <class T>
struct MidpointRoot {
  Triple<T> V{};
  T q{}, tau{};        ///< tau = q s
  T q_before{}, dq{};  ///< q = q_before + dq, the last correction
  Mask<T> converged{};
  int iterations = 0;
};

/// `wanted`: the lanes to solve; the others come back not converged. `p2` = |p|^2; `size2`: |e|^2 of the step, roughly.
/// G has the constraint g(V, q), and for the first iteration g.start(p, N, V2, s), a q from V = p - tau N + tau^2 V2, and
/// g.start_slope(q) = -1/(dg/dq) at a root.
template <Numeric T, class G>
POLHODE_INLINE MidpointRoot<T> solve_midpoint(const Triple<T>& p, const Triple<T>& k, T s, T p2, T size2,
                                              Mask<T> wanted, const G& g) noexcept {
  // The series V = p - tau N1 + tau^2 V2 - tau^3 N3 + tau^4 V4 - tau^5 N5.
  const Triple<T> np = next(p), pp = prev(p), kn = k * np, kp = k * pp;
  const Triple<T> N1 = kn * pp;
  const Triple<T> nN1 = next(N1), pN1 = prev(N1);
  const Triple<T> V2 = fma(kn, pN1, kp * nN1);
  const Triple<T> nV2 = next(V2), pV2 = prev(V2);
  const Triple<T> N3 = fma(k * nN1, pN1, fma(kn, pV2, kp * nV2));
  const Triple<T> nN3 = next(N3), pN3 = prev(N3);
  const Triple<T> V4 = fma(k, fma(nN1, pV2, pN1 * nV2), fma(kn, pN3, kp * nN3));
  const Triple<T> N5 = fma(k, fma(nN1, pN3, fma(pN1, nN3, nV2 * pV2)), fma(kn, prev(V4), kp * next(V4)));
  T q = g.start(p, N1, V2, s);
  T tau = q * s;
  const T tau3 = tau * tau * tau;
  Triple<T> V = fma(N5, -(tau * tau * tau3), fma(fma(V4, tau, -N3), tau3, fma(fma(V2, tau, -N1), tau, p)));
  const T slope0 = g.start_slope(q);
  const Triple<T> kk = next(k) * prev(k);
  const T kkk = first(k * kk);

  Mask<T> done = !wanted;
  Mask<T> converged(false);
  int iterations = 0;
  T q_before = q, last_dq{};
  const auto improve = [&](auto is_first) __attribute__((always_inline)) {
    const Triple<T> c = tau * k, nV = next(V), pV = prev(V), VV = nV * pV;
    const Triple<T> F = fma(c, VV, V - p);
    // The adjugate of 1 + tau dN: a on the diagonal, c_i t_k at (i, j).
    const T tau2 = tau * tau;
    const Triple<T> t = fma(c, VV, -V), nt = next(t), pt = prev(t);
    const Triple<T> w = (tau2 * kk) * V, a = fma(-w, V, Triple<T>({T(1), T(1), T(1)}));
    const T det = fma(T(2) * (tau2 * tau) * kkk, first(V * VV), T(1) - dot(w, V));
    const auto adjugate = [&](const Triple<T>& f)
                              __attribute__((always_inline)) { return fma(c, fma(pt, next(f), nt * prev(f)), a * f); };
    const Constraint<T> at = g(V, q);
    const T over = T(1) / det;
    const Triple<T> y = (s * over) * adjugate(k * VV);  // s (1 + tau dN)^-1 N
    T slope;                                            // -1/(dg/dq - dg/dV . y)
    if constexpr (is_first) {  // from the first terms of the series for y: sooner than a division
      const Triple<T> y0 = fma(fma(N3, T(1.5) * tau, -V2), tau + tau, N1);
      slope = fma(slope0, fma(slope0, fma(-(s * at.weight), dot(at.b, y0), at.dq), T(1)), slope0);
    } else {
      slope = T(-1) / fma(-at.weight, dot(at.b, y), at.dq);
    }
    const Triple<T> z = adjugate(F);
    const T rate = over * slope;
    const T dq = fma(-(rate * at.weight), dot(at.b, z), rate * (at.value * det));
    const Triple<T> dV = fma(-y, dq, (-over) * z);
    if constexpr (is_first) {
      last_dq = dq;
      V = V + dV, q = q + dq, tau = fma(s, dq, tau);
    } else {  // a lane that is done keeps its bits
      q_before = select<T>(done, q_before, q), last_dq = select<T>(done, last_dq, dq);
      V = select(done, V, V + dV), q = select<T>(done, q, q + dq), tau = select<T>(done, tau, fma(s, dq, tau));
    }
    ++iterations;
    // Left of the first equation: tau N(dV, dV) + 2 s dq N(V, dV).
    constexpr Lane<T> rounding = epsilon<T>() / 4, small = epsilon<T>() / 4096;
    const T dV2 = dot(dV, dV), dq2 = dq * dq;
    const Mask<T> close =
        (size2 * dV2 * fma(dq2, p2, dV2) <= T(small * small) * (p2 * p2)) & (size2 * dq2 <= T(rounding));
    converged = converged | (close & !done);
    done = done | close;
  };
  improve(std::true_type{});
  while (!all_lanes<T>(done) && iterations < kMaxIterations) improve(std::false_type{});
  return {V, q, tau, q_before, last_dq, converged, iterations};
}

/// The beginning of a step, in the units of ScaledBody.
template <class T>
struct MidpointStep {
  T half;             ///< h/2
  Triple<T> x, k, p;  ///< p = m0
  Triple<T> f;        ///< (h/2) w
  T p2, ff;           ///< |p|^2, |f|^2

  POLHODE_INLINE MidpointStep(const ScaledBody<T>& body, T h, const Vec3<T>& m) noexcept
      : half(T(0.5) * h * body.scale),
        x(body.x),
        k(body.k),
        p(m),
        f((half * x) * p),
        p2(dot_fma(m, m)),
        ff(dot(f, f)) {}

  /// Not beyond h|w| = limit.
  template <class G>
  POLHODE_INLINE MidpointRoot<T> solve(T s, double limit, const G& g) const noexcept {
    return solve_midpoint<T>(p, k, s, p2, ff, ff <= T(limit * limit / 4), g);
  }
};

/// A step beyond the limit as several shorter ones.   [HairerVilmart2006] Remark 3.1
///
/// Each lane takes as few as keep it within the limit wherever it is on its polhode, where |w| is largest with no momentum
/// about the middle axis: |w|^2 <= |w|^2 + sum (x_max - x_j)(x_j - x_min) m_j^2.
template <class T>
struct Parts {
  T count{1}, h{};

  static constexpr int kMost = 64;

  Parts(const ScaledBody<T>& body, T step, double limit, const Vec3<T>& m) noexcept {
    const Vec3<T>& x = body.x;
    const T low = min(x.x, min(x.y, x.z)), high = max(x.x, max(x.y, x.z));
    T rate2{};  // in units of the middle 1/I, as x
    for (int j = 0; j < 3; ++j) rate2 += (x[j] * x[j] + (high - x[j]) * (x[j] - low)) * (m[j] * m[j]);
    const T angle = abs(step * body.scale) * sqrt(rate2);
    for (int n = 1; n < kMost; ++n) count = select<T>(count * T(Lane<T>(limit)) < angle, count + T(1), count);
    h = step / count;
  }
  /// Goes them: one(state) is one of them. Of the lanes that are wanted, those in which one fails keep their state.
  template <class One>
  StepStatus<T> go(Mask<T> wanted, PrincipalState<T>& state, One one) const {
    PrincipalState<T> now = state;
    StepStatus<T> all{wanted, 0};
    for (int i = 0; i < kMost; ++i) {
      const Mask<T> goes = all.converged & (T(Lane<T>(i)) < count);
      if (all_lanes<T>(!goes)) break;
      PrincipalState<T> after = now;
      const StepStatus<T> status = one(after);
      all.converged = all.converged & (status.converged | !goes);
      all.iterations += status.iterations;
      assign<T>(goes & status.converged, after, now);
    }
    assign<T>(all.converged, now, state);
    return all;
  }
};

/// The end of a step: the state with the attitude Q and the momentum from the root.
template <class T>
POLHODE_INLINE PrincipalState<T> moved(const MidpointRoot<T>& root, const Triple<T>& k, const Quaternion<T>& Q,
                                       const PrincipalState<T>& state) noexcept {
  const Triple<T> VV = next(root.V) * prev(root.V);
  return {Q, to_vec3(fma(root.tau * (T(-2) * k), VV, Triple<T>(state.m)))};
}
/// The same, the attitude by the rotation of half-tangent e, in the lanes that are good; the others keep their state.
template <class T>
POLHODE_INLINE void finish_step(const MidpointRoot<T>& root, const Triple<T>& k, const Triple<T>& e, Mask<T> good,
                                PrincipalState<T>& state) noexcept {
  assign<T>(good, moved(root, k, turned(state.Q, e), state), state);
}

}  // namespace polhode::inline POLHODE_ISA::detail

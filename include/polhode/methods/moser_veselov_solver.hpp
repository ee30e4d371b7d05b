// moser_veselov_solver.hpp -- the equation that one step of DMV, MZ and IMR solves
//
// Find V and q such that     V + q s N(V) = p,     g(V, q) = 0,     N(V) = xV x V = (k1 V2 V3, k2 V3 V1, k3 V1 V2)
//
//   p = (h/2) m0,  V = (h/2) (m0 + m1)/2,  both without dimension (times the largest 1/I);  x = 1/I,  ki = xj - xk
//   g  ties the number q to V: the rotation of the step (DMV, MZ) or the modified midpoint (IMR).
//
// From V the new momentum is (h/2) m1 = p - 2 q s N(V). Since N(V) is normal to V and to xV, that keeps |m| and the
// energy whatever q is: an error in q changes the time at which the body gets to m1, not the path it takes.
//
// Start      V as a series in tau = q s, to tau^4: V = p - tau N(p) + ..., V_{n+1} = -sum N(V_i, V_{n-i}).
// Iteration  Newton's on (V, q) together; 1 + q s dN is inverted by its adjugate, q is eliminated. Quadratic
//            convergence: 1 iteration at h|w| up to 0.1, 2 up to about 0.4, 3 or 4 near the limit.
// End        when the next correction would be below rounding: it is smaller than this one squared, times h|w|/2.
#pragma once

#include <type_traits>

#include "polhode/method.hpp"
#include "polhode/methods/triple.hpp"

namespace polhode::detail {

/// Twice what the slowest of 10^6 random steps within the limits took.
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
  T q{};
  Mask<T> converged{};
  int iterations = 0;
};

/// `wanted`: the lanes to solve; the others come back not converged. `p2` = |p|^2; `size2`: |e|^2 of the step, roughly.
/// G has the constraint g(V, q), and for the first iteration g.start(p, N, V2, s), a q from V = p - tau N + tau^2 V2, and
/// g.start_slope(q) = -1/(dg/dq) at a root.
template <Numeric T, class G>
POLHODE_INLINE MidpointRoot<T> solve_midpoint(const Triple<T>& p, const Triple<T>& k, T s, T p2, T size2, Mask<T> wanted,
                                              const G& g) noexcept {
  // The series V = p - tau N1 + tau^2 V2 - tau^3 N3 + tau^4 V4.
  const Triple<T> kn = k * next(p), kp = k * prev(p);
  const Triple<T> N1 = kn * prev(p);
  const Triple<T> nN1 = next(N1), pN1 = prev(N1);
  const Triple<T> V2 = fma(kn, pN1, kp * nN1);
  const Triple<T> nV2 = next(V2), pV2 = prev(V2);
  const Triple<T> N3 = fma(k * nN1, pN1, fma(kn, pV2, kp * nV2));
  const Triple<T> V4 = fma(k, fma(nN1, pV2, pN1 * nV2), fma(kn, prev(N3), kp * next(N3)));
  T q = g.start(p, N1, V2, s);
  T tau = q * s;
  Triple<T> V = fma(fma(V4, tau, -N3), tau * tau * tau, fma(fma(V2, tau, -N1), tau, p));
  // y = -s dV/dtau = s (1 + tau dN)^-1 N, from the same series; three terms are enough for a first iteration.
  Triple<T> y = s * fma(fma(N3, T(1.5) * tau, -V2), tau + tau, N1);
  const T slope0 = g.start_slope(q);

  Mask<T> done = !wanted;
  Mask<T> converged = Mask<T>(false);
  int iterations = 0;
  const auto improve = [&](auto is_first) __attribute__((always_inline)) {
    const Triple<T> c = tau * k, nV = next(V), pV = prev(V), VV = nV * pV;
    const Triple<T> F = fma(c, VV, V - p);
    // The adjugate of 1 + tau dN: a on the diagonal, c_i t_k at (i, j).
    const Triple<T> t = fma(c, VV, -V), nt = next(t), pt = prev(t), nc = next(c), pc = prev(c);
    const Triple<T> a = fma(-(nc * V), pc * V, Triple<T>({T(1), T(1), T(1)}));
    const auto adjugate = [&](const Triple<T>& f) __attribute__((always_inline)) {
      return fma(c, fma(pt, next(f), nt * prev(f)), a * f);
    };
    const T det = first(fma(c, fma(nc * pV, pt, pc * nV * nt), a));
    const Constraint<T> at = g(V, q);
    T over, slope;  // 1/det and -1/(dg/dq - s dg/dV . y); the first time by series, sooner than a division
    if constexpr (is_first) {
      over = fma(T(1) - det, T(2) - det, T(1));
      slope = fma(-(slope0 * slope0) * at.weight, dot(at.b, y), slope0);
    } else {
      over = T(1) / det;
      y = (s * over) * adjugate(k * VV);
      slope = T(-1) / fma(-at.weight, dot(at.b, y), at.dq);
    }
    const Triple<T> z = adjugate(F);
    const T dq = (over * slope) * fma(-at.weight, dot(at.b, z), at.value * det);
    const Triple<T> dV = -fma(z, over, dq * y);
    if constexpr (is_first) {
      V = V + dV, q = q + dq;
    } else {  // a lane that is done keeps its bits
      V = select(done, V, V + dV), q = select<T>(done, q, q + dq);
    }
    tau = q * s;
    ++iterations;
    const T dV2 = dot(dV, dV);
    constexpr Lane<T> small = epsilon<T>() / 4;
    const Mask<T> close = (size2 * dV2 * dV2 <= T(small * small) * (p2 * p2)) & (size2 * (dq * dq) <= T(small));
    converged = converged | (close & !done);
    done = done | close;
  };
  improve(std::true_type{});
  while (!all_lanes<T>(done) && iterations < kMaxIterations) improve(std::false_type{});
  return {V, q, converged, iterations};
}

/// The end of a step: momentum and attitude from the root, in the lanes where it is good; the others keep their state.
template <class T>
POLHODE_INLINE void finish_step(const MidpointRoot<T>& root, const Triple<T>& k, T s, T h_scale, const Triple<T>& e,
                                Mask<T> good, State<T>& state) noexcept {
  const T inverse = T(-4) / h_scale;
  const T back = select<T>(is_finite(inverse), inverse, T(0));  // h = 0: nothing moves
  const Triple<T> VV = next(root.V) * prev(root.V);
  State<T> next_state{turned(state.Q, e), to_vec3(fma((root.q * (s * back)) * k, VV, Triple<T>(state.m)))};
  if (!all_lanes<T>(good)) next_state = select<T>(good, next_state, state);
  state = next_state;
}

}  // namespace polhode::detail

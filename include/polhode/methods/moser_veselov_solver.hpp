// moser_veselov_solver.hpp -- the equation that one step of DMV, MZ and IMR solves
//
// Find V and q such that     V + q s N(V) = p,     g(V, q) = 0,     N(V) = xV x V = (k1 V2 V3, k2 V3 V1, k3 V1 V2)
//
//   p = (h/2) m0,  V = (h/2) (m0 + m1)/2,  both without dimension (times the largest 1/I);  x = 1/I,  ki = xj - xk
//   g  ties the number q to V: the rotation of the step (DMV, MZ) or the modified midpoint (IMR).
//
// From V the new momentum is (h/2) m1 = p - 2 q s N(V). Since N(V) is normal to V and to xV, that keeps |m| and the
// energy whatever q is: an error in q or V changes the time at which the body gets to m1, not the path it takes.
//
// Start      V as a series in tau = q s, to tau^4: V = p - tau N(p) + ..., V_{n+1} = -sum N(V_i, V_{n-i}).
// Iteration  Newton's on (V, q) together; 1 + q s dN is inverted by its adjugate, q is eliminated. Quadratic
//            convergence: 1 iteration at h|w| up to 0.1, 2 up to about 0.4, 3 or 4 near the limit.
// End        when the next correction would be below rounding: it is smaller than this one squared, times h|w|/2.
//            At most kMaxIterations, twice what the slowest of 10^6 random steps within the limits took.
#pragma once

#include <type_traits>

#include "polhode/method.hpp"

namespace polhode::detail {

inline constexpr int kMaxIterations = 12;

/// a . b by fma: the same bits on every machine, and shorter.
template <Numeric T>
POLHODE_INLINE T fma_dot(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}
template <Numeric T>
POLHODE_INLINE Vec3<T> fma_scaled(const Vec3<T>& a, T b, const Vec3<T>& c) noexcept {
  return {fma(a.x, b, c.x), fma(a.y, b, c.y), fma(a.z, b, c.z)};
}

/// The value of g and its derivatives: dg/dV = weight b.
template <class T>
struct Constraint {
  T value{};
  Vec3<T> b{};
  T weight{};
  T dq{};
};

template <class T>
struct MidpointRoot {
  Vec3<T> V{};
  T q{};
  Mask<T> converged{};
  int iterations = 0;
};

/// `wanted`: the lanes to solve; the others come back not converged. `size2`: |e|^2 of the step, to two digits.
/// `g` gives Constraint g(V, q) and g.start(p, N, V2), a first q from the first terms V = p - tau N + tau^2 V2 of the series.
template <Numeric T, class G>
POLHODE_INLINE MidpointRoot<T> solve_midpoint(const Vec3<T>& p, const Vec3<T>& k, T s, T p2, T size2, Mask<T> wanted,
                                                             const G& g) noexcept {
  // The series: V = p - tau N1 + tau^2 V2 - tau^3 N3 + tau^4 V4.
  const T k12 = k.x * p.y, k13 = k.x * p.z, k23 = k.y * p.z, k21 = k.y * p.x, k31 = k.z * p.x, k32 = k.z * p.y;
  const auto with_p = [&](const Vec3<T>& a) __attribute__((always_inline)) {  // 2 N(p, a)
    return Vec3<T>{fma(k12, a.z, k13 * a.y), fma(k23, a.x, k21 * a.z), fma(k31, a.y, k32 * a.x)};
  };
  const Vec3<T> N1{k12 * p.z, k23 * p.x, k31 * p.y};
  const Vec3<T> V2 = with_p(N1);
  const Vec3<T> B3 = with_p(V2);
  const Vec3<T> N3{fma(k.x * N1.y, N1.z, B3.x), fma(k.y * N1.z, N1.x, B3.y), fma(k.z * N1.x, N1.y, B3.z)};
  const Vec3<T> B4 = with_p(N3);
  const Vec3<T> V4{fma(k.x, fma(N1.y, V2.z, N1.z * V2.y), B4.x), fma(k.y, fma(N1.z, V2.x, N1.x * V2.z), B4.y),
                   fma(k.z, fma(N1.x, V2.y, N1.y * V2.x), B4.z)};
  T q = g.start(p, N1, V2, s);
  T tau = q * s;
  const T tau3 = tau * tau * tau;
  Vec3<T> V = fma_scaled(fma_scaled(V4, tau, -N3), tau3, fma_scaled(fma_scaled(V2, tau, -N1), tau, p));
  // y = -dV/dtau = (1 + tau dN)^-1 N, from the same series; three terms are enough for a first iteration.
  Vec3<T> y = fma_scaled(fma_scaled(N3, T(1.5) * tau, -V2), tau + tau, N1);

  // dg/dq at the root, as the method gives it for this q, and the slope of q that follows.
  const T slope0 = g.first_slope(q), slope1 = -(slope0 * slope0) * s * g.weight(q);

  Mask<T> done = !wanted;
  Mask<T> converged = Mask<T>(false);
  int iterations = 0;
  const auto improve = [&](auto first) __attribute__((always_inline)) {
    const Vec3<T> c = tau * k;
    const Vec3<T> VV{V.y * V.z, V.z * V.x, V.x * V.y};
    const Vec3<T> F{fma(c.x, VV.x, V.x - p.x), fma(c.y, VV.y, V.y - p.y), fma(c.z, VV.z, V.z - p.z)};
    // The adjugate of M = 1 + tau dN: a on the diagonal, c_i t_k at (i, j).
    const Vec3<T> t{fma(c.x, VV.x, -V.x), fma(c.y, VV.y, -V.y), fma(c.z, VV.z, -V.z)};
    const Vec3<T> a{fma(-(c.y * V.x), c.z * V.x, T(1)), fma(-(c.z * V.y), c.x * V.y, T(1)), fma(-(c.x * V.z), c.y * V.z, T(1))};
    const auto adjugate = [&](const Vec3<T>& f) __attribute__((always_inline)) {
      return Vec3<T>{fma(c.x, fma(t.z, f.y, t.y * f.z), a.x * f.x), fma(c.y, fma(t.x, f.z, t.z * f.x), a.y * f.y),
                     fma(c.z, fma(t.y, f.x, t.x * f.y), a.z * f.z)};
    };
    const T det = fma(c.x, fma(c.y * V.z, t.z, (c.z * V.y) * t.y), a.x);
    const Constraint<T> at = g(V, q);
    // 1/det and -1/(dg/dq - s dg/dV . y). Both are near values known before: at first a division is saved.
    T over, slope;
    if constexpr (first) {
      over = fma(T(1) - det, T(2) - det, T(1));
      slope = fma(slope1, fma_dot(at.b, y), slope0);
    } else {
      over = T(1) / det;
      y = over * adjugate(times(k, VV));
      slope = T(-1) / fma(-s * at.weight, fma_dot(at.b, y), at.dq);
    }

    const Vec3<T> z = adjugate(F);
    const T bz = fma(at.b.x, z.x, fma(at.b.y, z.y, at.b.z * z.z));
    const T dq = (over * slope) * fma(at.value, det, -at.weight * bz);
    const T ds = s * dq;
    const Vec3<T> dV{fma(-ds, y.x, -over * z.x), fma(-ds, y.y, -over * z.y), fma(-ds, y.z, -over * z.z)};
    if constexpr (first) {
      V = V + dV, q = q + dq;
    } else {  // a lane that is done keeps its bits
      V = select<T>(done, V, V + dV), q = select<T>(done, q, q + dq);
    }
    tau = q * s;
    ++iterations;
    const T dV2 = fma_dot(dV, dV);
    constexpr Lane<T> small = epsilon<T>() / 4;
    const Mask<T> close = (size2 * dV2 * dV2 <= T(small * small) * (p2 * p2)) & (size2 * (dq * dq) <= T(small));
    converged = converged | (close & !done);
    done = done | close;
  };
  improve(std::true_type{});
  while (!all_lanes<T>(done) && iterations < kMaxIterations) improve(std::false_type{});
  return {V, q, converged, iterations};
}

/// The attitude after the rotation by 2 atan|e| about e, Q (1; e)/sqrt(1 + |e|^2), as an increment of Q. What Q lacks to
/// unit length is put right in the same increment: each component is rounded once.
template <Numeric T>
POLHODE_INLINE Quaternion<T> turned(const Quaternion<T>& Q, const Vec3<T>& e) noexcept {
  const T e2 = fma_dot(e, e);
  const T root = sqrt(T(1) + e2);
  const Vec3<T> u = (T(1) / root) * e;
  const T excess = fma(Q.w, Q.w, fma(Q.v.x, Q.v.x, fma(Q.v.y, Q.v.y, fma(Q.v.z, Q.v.z, T(-1)))));
  const T c1 = fma(T(-0.5), excess, -e2 / fma(root, root, root));  // 1/root - 1, without cancellation
  return {Q.w + fma(c1, Q.w, -fma_dot(Q.v, u)),
          {Q.v.x + fma(c1, Q.v.x, fma(Q.w, u.x, fma(Q.v.y, u.z, -Q.v.z * u.y))),
           Q.v.y + fma(c1, Q.v.y, fma(Q.w, u.y, fma(Q.v.z, u.x, -Q.v.x * u.z))),
           Q.v.z + fma(c1, Q.v.z, fma(Q.w, u.z, fma(Q.v.x, u.y, -Q.v.y * u.x)))}};
}

}  // namespace polhode::detail

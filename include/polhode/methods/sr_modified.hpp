// sr_modified.hpp -- free rigid body: the splitting of sr2 with modified rates: order 4 in three rotations
//
// Source     the modified equation of sr.hpp's step, in the spirit of [HairerVilmart2006], where the moments of a step of
//            order 2 are changed by terms in h^2 until its order is higher. This is the step of polhode_step.h, the file for
//            engines (docs/how-to/engines.md), which has its bits as long as it does not fall back to sr2.
// Splitting  H = C/Ij + a mi^2/2 + c mk^2/2 with a = 1/Ii - 1/Ij, c = 1/Ik - 1/Ij, C = |m|^2/2, j the axis of the middle moment.
// Step       R(h/2) S(h) R(h/2) moves the body by the Hamiltonian
//              H + h^2/24 (2 a c^2 mk^2 (mj^2 - mi^2) - a^2 c mi^2 (mj^2 - mk^2)) + O(h^4).
//            mj^2 = |m|^2 - mi^2 - mk^2, and mi^2 mk^2 follows from the square of 2e = a mi^2 + c mk^2, which is constant. So
//            the term in h^2 is a function of mi and |m|, one of mk and |m|, and one of e and |m|: turns about the same axes, and
//            about L. Taken away from a, c and 1/Ij it leaves order 4.
//
// Exact to rounding: |m|, L = Q m. e is taken at the beginning of the step, not in its middle: the step is neither symmetric nor
// symplectic, by terms in h^8, and the energy drifts by h^9 in a given time: at h|w| = 0.2 by less than 1e-9 in 1e6 steps, at 1 by
// 1e-6 to 1e-2 (tests/methods/sr_test.cpp). A body with two equal moments is moved exactly.
#pragma once

#include <type_traits>

#include "polhode/methods/sr.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// cos x - 1 and sin x / x from x^2. In float and double by few terms of the series up to 2^-10, where the next ones are below
/// 2^-58: most turns of a step are as small.
template <class T>
POLHODE_INLINE Cos1Sinc<T> small_turn(T x2) noexcept {
  Cos1Sinc<T> turn{};
  if constexpr (std::is_same_v<Lane<T>, double> || std::is_same_v<Lane<T>, float>) {
    const T z2 = x2 * x2;
    turn.c1 = fma(z2, fma(z2, T(1. / 40320), fma(x2, T(-1. / 720), T(1. / 24))), T(-0.5) * x2);
    turn.s = fma(x2, fma(z2, T(-1. / 5040), fma(x2, T(1. / 120), T(-1. / 6))), T(1));
    const Mask<T> small = x2 <= T(0x1p-10);
    if (all_lanes<T>(small)) [[likely]]
      return turn;
    Cos1Sinc<T> large{};
    cos1_sinc(x2, large.c1, large.s);
    return {select<T>(small, turn.c1, large.c1), select<T>(small, turn.s, large.s)};
  } else {
    cos1_sinc(x2, turn.c1, turn.s);
    return turn;
  }
}
}  // namespace detail

struct SrModified : FreeMethod {
  static constexpr MethodInfo info{.name = "sr4-modified",
                                   .title = "splitting into a symmetric top and a rotation, with modified rates",
                                   .family = "Symmetric-top splitting (SR)",
                                   .order = 4,
                                   .attitude_order = 4,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .reference = "HairerVilmart2006, section 3, and sr_modified.hpp"};

  template <class T>
  struct Body : detail::MiddleAxisBody<T> {
    Vec3<T> more_i{}, more_k{};  ///< to a and c, times h^2 and |m|^2, 2e, mi^2 (mk^2)

    Body() = default;
    explicit Body(const Principal<T>& body) noexcept : detail::MiddleAxisBody<T>(body) {
      const T a = this->rate_i, c = this->rate_k, sixth = T(1) / T(6), half = T(0.5), two(2), three(3);
      more_i = {half * sixth * (a * a * c), sixth * (a * (two * c - a)), sixth * (a * a * (a - three * c))};
      more_k = {-sixth * (a * c * c), sixth * (c * (two * c - a)), sixth * (c * c * (three * a - two * c))};
    }
  };

  template <class T>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, T h, PrincipalState<T>& s) noexcept {
    return step(body, h, h * h, s);
  }
  /// With h2 = h^2; with h2 = 0 it is sr2.
  template <class T>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, T h, T h2, PrincipalState<T>& s) noexcept {
    if (all_lanes<T>(body.is_2)) return step(body, detail::KnownMiddleAxis<1>{}, h, h2, s);
    if constexpr (std::is_same_v<Mask<T>, bool>) {
      if (body.is_1) return step(body, detail::KnownMiddleAxis<0>{}, h, h2, s);
      return step(body, detail::KnownMiddleAxis<2>{}, h, h2, s);
    } else {
      return step(body, body, h, h2, s);
    }
  }

 private:
  template <class T, class Labels>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, const Labels& labels, T h, T h2,
                                           PrincipalState<T>& s) noexcept {
    const T a = body.rate_i, c = body.rate_k, one(1), half(0.5), inner = half * h, outer = half * inner;
    const Vec3<T>&A = body.more_i, &C = body.more_k;
    Vec3<T> m = labels.to_middle(s.m);
    const T i2 = m.x * m.x, k_before2 = m.z * m.z, L2 = i2 + m.y * m.y + k_before2, e2 = a * i2 + c * k_before2;

    // The top turns about L. What Q has too much of length is put right in the same product; by more than half a turn it would
    // grow, and is put right before.
    const T by = h * body.x_j, x2 = T(0.25) * (by * by) * L2;
    const Mask<T> little = x2 <= T(detail::kSmallSquare);
    const Quaternion<T> Q = all_lanes<T>(little) ? s.Q : select<T>(little, s.Q, renormalized(s.Q));
    const Quaternion<T> q0{Q.w, labels.to_middle(Q.v)};
    const T excess = fma(q0.w, q0.w, fma(q0.v.x, q0.v.x, fma(q0.v.y, q0.v.y, fma(q0.v.z, q0.v.z, T(-1)))));
    const detail::Cos1Sinc<T> top = detail::small_turn(x2);
    Quaternion<T> q = product(q0, one + (top.c1 - half * excess), ((half * top.s) * by) * m);

    const T rate_i = a + h2 * (A.x * L2 + A.y * e2), rate_k = c + h2 * (C.x * L2 + C.y * e2);
    about<0>((outer * (rate_i + (h2 * A.z) * i2)) * m.x, one, q, m);
    const T k2 = m.z * m.z;
    about<2>((inner * (rate_k + (h2 * C.z) * k2)) * m.z, one, q, m);
    const T i_after2 = m.x * m.x;  // and stays so

    // The little that the top turns more. Mostly it is so little that sin and cos are short; what is too much of length then is
    // put right in the last turn.
    const T more = (inner * h2) * (A.x * (half * (i2 + i_after2)) + C.x * k2), more2 = (more * more) * L2;
    T cosine = one, sine = more, scale = one - (half - T(0.375) * more2) * more2;
    const Mask<T> tiny = more2 <= T(std::is_same_v<Lane<T>, double> || std::is_same_v<Lane<T>, float> ? 0x1p-24 : 0.);
    if (!all_lanes<T>(tiny)) {
      const detail::Cos1Sinc<T> turn = detail::small_turn(more2);
      cosine = select<T>(tiny, cosine, one + turn.c1), sine = select<T>(tiny, sine, turn.s * more);
      scale = select<T>(tiny, scale, one);
    }
    q = product(q, cosine, sine * m);
    about<0>((outer * (rate_i + (h2 * A.z) * i_after2)) * m.x, scale, q, m);
    s = {{q.w, labels.from_middle(q.v)}, labels.from_middle(m)};
    return {};
  }

  /// q (c, v). Here and below in the order of polhode_step.h, which has no fma.
  template <class T>
  POLHODE_INLINE static Quaternion<T> product(const Quaternion<T>& q, T c, const Vec3<T>& v) noexcept {
    const Vec3<T>& u = q.v;
    return {q.w * c - (u.x * v.x + u.y * v.y + u.z * v.z),
            {(u.x * c + q.w * v.x) + (u.y * v.z - u.z * v.y), (u.y * c + q.w * v.y) + (u.z * v.x - u.x * v.z),
             (u.z * c + q.w * v.z) + (u.x * v.y - u.y * v.x)}};
  }
  /// Turns about the first or the third axis by 2 x: the attitude, made longer by scale, and the momentum as the turned body sees
  /// it, each component rounded at its own size.
  template <int axis, class T>
  POLHODE_INLINE static void about(T x, T scale, Quaternion<T>& q, Vec3<T>& m) noexcept {
    constexpr int j = (axis + 1) % 3, k = (axis + 2) % 3;
    const detail::Cos1Sinc<T> turn = detail::small_turn(x * x);
    // sin 2x = twice sine, 1 - cos 2x = square less
    const T twice = x + x, square = x * twice, cosine = T(1) + turn.c1, sine = turn.s * cosine, less = turn.s * turn.s;
    const T mj = m[j], mk = m[k];
    m[j] = mj + (sine * (twice * mk) - less * (square * mj));
    m[k] = mk - (sine * (twice * mj) + less * (square * mk));
    const T s = scale * (turn.s * x), c = scale * cosine;
    const Quaternion<T> p = q;
    q.w = c * p.w - s * p.v[axis], q.v[axis] = c * p.v[axis] + s * p.w;
    q.v[j] = c * p.v[j] + s * p.v[k], q.v[k] = c * p.v[k] - s * p.v[j];
  }
};

}  // namespace polhode::inline POLHODE_ISA

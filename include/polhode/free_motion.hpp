// free_motion.hpp -- the exact motion of a free rigid body: attitude and momentum at any time
//
// In axes sorted by moment, and labelled so that the momentum circles about axis 3, the attitude that takes m to the
// space axis e3 is the unit quaternion (Re a, Re b, Im b, Im a) of two complex numbers, up to a common factor:
//
//     a(t) = theta4(v - i s | q^2) e^(i mu t),   b(t) = theta1(v - i s | q^2) e^(i mu t),   v = (pi/2K)(lambda t + u0)
//
// Momentum and attitude are both read off a and b (docs/exact.md has the derivation). For a nome q above 1/4, up to the
// separatrix q = 1, the same functions are summed after Jacobi's imaginary transformation.
//
// Source     [Jacobi1850] (the attitude by theta functions), [CelledoniSafstrom2006] eq. (12) (momentum, corrected)
//
// Symbols    I1 I2 I3    moments in labelled axes, I1 <= I2 <= I3 or I1 >= I2 >= I3
//            m1 m2 m3    momentum in labelled axes; G = |m|
//            d1 d3       |I3 - I2|, |I2 - I1|
//            D           I1 d1 m3^2 - I3 d3 m1^2 >= 0; 0 on the separatrix
//            A B         amplitudes: m1 = A cn u, m3 = B dn u, A^2 + B^2 = G^2
//            lambda      u = lambda t + u0 is the argument of cn and dn
//            w           F(atan sqrt(c1/c3), k'), c1 = d1/(I2 I3), c3 = d3/(I1 I2); K' - w = F(atan(B/A), k')
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "polhode/elliptic.hpp"
#include "polhode/inertia.hpp"
#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/state.hpp"

namespace polhode {

namespace detail {

/// 2^-e for 2^e <= x < 2^(e+1); 1 for zero. Multiplying by it is exact.
template <class T>
T inverse_power_of_two(T x) noexcept {
  if constexpr (std::is_same_v<T, double>) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    const std::uint64_t e = (bits >> 52) & 2047;
    bits = (e == 0 ? (x > 0 ? 2045u : 1023u) : e >= 2045 ? 1u : 2046u - e) << 52;
    std::memcpy(&x, &bits, sizeof bits);
    return x;
  } else {
    T scale = T(1);
    if (!(x > T(0)) || !is_finite(x)) return scale;
    while (x * scale >= T(0x1p32)) scale *= T(0x1p-32);
    while (x * scale < T(0x1p-32)) scale *= T(0x1p32);
    while (x * scale >= T(2)) scale *= T(0.5);
    while (x * scale < T(1)) scale *= T(2);
    return scale;
  }
}

/// a b and a - b, with about twice the digits of T: for the one difference in the set-up that may cancel.
template <class T>
DoubleDouble<T> scaled(const DoubleDouble<T>& a, T b) noexcept {
  const DoubleDouble<T> p = two_prod(a.hi, b);
  return {p.hi, fma(a.lo, b, p.lo)};
}
template <class T>
T difference(const DoubleDouble<T>& a, const DoubleDouble<T>& b) noexcept {
  const DoubleDouble<T> d = two_sum(a.hi, -b.hi);
  return d.hi + (d.lo + (a.lo - b.lo));
}

}  // namespace detail

/// The motion of one free body, from its state at t = 0. Right to a few eps (1 + w t) in momentum and attitude for every
/// body and every start: any order of moments, symmetric or spherical, on and near the separatrix and the axes, at rest,
/// at any scale. The quaternion is continuous in t. NaN in, NaN out.
template <class T>
class FreeMotion {
 public:
  FreeMotion(const Principal<T>& body, const State<T>& start) noexcept;

  /// Attitude and momentum at time t, past or future.
  State<T> at(T t) const noexcept {
    Vec3<T> tail;
    return at(t, tail);
  }
  /// The same, with what the last rounding took off the momentum: m + tail is the number that was rounded to m. It is for
  /// those who correct m afterwards: a correction below half an ulp would be lost without it, and always the same way.
  State<T> at(T t, Vec3<T>& tail) const noexcept;
  /// The momentum alone: half the cost.
  Vec3<T> momentum(T t) const noexcept {
    Vec3<T> tail;
    return momentum(t, tail);
  }
  Vec3<T> momentum(T t, Vec3<T>& tail) const noexcept;

 private:
  // Frequencies are in turns per unit of time: then a phase is reduced by taking off its nearest integer.
  static T reduced(T frequency, T t, T offset) noexcept {
    const T product = frequency * t, error = fma(frequency, t, -product);
    const T n = detail::nearest_integer(product);
    return (product - n) + (error + offset);
  }
  // The theta functions at t without the factor e^(i mu t), and what has to be added to the phase (in turns).
  ThetaPair<T> thetas(T t, T& phase) const noexcept {
    if (circulates_) {
      T s, c;
      sincos(T(2) * detail::pi<T>() * reduced(frequency_, t, offset_), s, c);
      phase = T(0);
      return theta_(s, c);
    }
    // X grows by one period for each half turn of v; b changes its sign with each.
    const T product = frequency_ * t, error = fma(frequency_, t, -product);
    const T n = detail::nearest_integer((product + offset_) * inverse_period_);
    T X = fma(-n, period_, product) + (error + offset_);
    X = min(max(X, T(-kFarthest)), T(kFarthest));
    phase = X * phase_slope_;
    ThetaPair<T> r = theta_imaginary_(X);
    const T sign = T(1) - T(2) * abs(n - T(2) * detail::nearest_integer(T(0.5) * n));  // (-1)^n
    r.br *= sign, r.bi *= sign;
    return r;
  }
  // m / G in labelled axes, for |a|^2 + |b|^2 = 1/scale.
  Vec3<T> body_momentum(const ThetaPair<T>& r, T scale, Vec3<T>& tail) const noexcept {
    const T g = G_ * scale;
    const T m1 = T(2) * (r.ai * r.br - r.ar * r.bi), m2 = T(2) * (r.ar * r.br + r.ai * r.bi);
    const T m3 = (r.ar * r.ar + r.ai * r.ai) - (r.br * r.br + r.bi * r.bi);
    T m[3], rest[3];
    const auto put = [&](int i, T g_signed, T mi) {
      const T product = g_signed * mi;
      m[axis_[i]] = product;
      rest[axis_[i]] = fma(g_signed, mi, -product);
    };
    put(0, sign_.x * g, m1), put(1, sign_.y * g, m2), put(2, sign_.z * g, m3);
    tail = {rest[0], rest[1], rest[2]};
    return {m[0], m[1], m[2]};
  }
  static T inverse_square_sum(const ThetaPair<T>& r) noexcept {
    return T(1) / ((r.ar * r.ar + r.ai * r.ai) + (r.br * r.br + r.bi * r.bi));
  }

  // e^(-2 |X|) is still a number there, and cosh X is e^|X|/2 long before.
  static constexpr double kFarthest = epsilon<T>() > Lane<T>(1e-10) ? 40 : 340;

  bool circulates_ = true;  // nome <= kNomeSwitch: the series in q; else the one in the complementary nome
  int axis_[3] = {0, 1, 2};
  Vec3<T> sign_{};          // labelled component i is sign_[i] times body component axis_[i]
  T G_{};
  T frequency_{}, offset_{};            // of v in turns, or of X
  T precession_{};                      // mu in turns
  T period_{}, inverse_period_{};       // of X; both 0 on the separatrix
  T phase_slope_{};
  ThetaReal<T> theta_{};
  ThetaImaginary<T> theta_imaginary_{};
  Quaternion<T> column_[4]{};  // the attitude is ar column[0] + br column[1] + bi column[2] + ai column[3]
};

template <class T>
FreeMotion<T>::FreeMotion(const Principal<T>& body, const State<T>& start) noexcept {
  constexpr T eps = epsilon<T>();
  constexpr T tiny = detail::smallest_modulus<T>();
  const T pi = detail::pi<T>();

  // Momentum and moments of order 1, by powers of two.
  const T m_max = max(max(abs(start.m.x), abs(start.m.y)), abs(start.m.z));
  const T I_max = max(max(body.I.x, body.I.y), body.I.z);
  const T m_scale = detail::inverse_power_of_two(m_max), I_scale = detail::inverse_power_of_two(I_max);
  const bool at_rest = m_max == T(0);
  T I[3], m[3];
  for (int i = 0; i < 3; ++i) {
    I[i] = I_scale * body.I[i];
    m[i] = m_scale * start.m[i];
    axis_[i] = i;
  }
  if (at_rest) m[2] = T(1);  // any motion will do: it is given momentum 0 and frequency 0 below

  // Sorted by moment. An odd permutation is made a rotation by reversing all axes.
  T parity = T(1);
  const auto order = [&](int i, int j) {
    if (I[j] < I[i]) {
      std::swap(I[i], I[j]);
      std::swap(m[i], m[j]);
      std::swap(axis_[i], axis_[j]);
      parity = -parity;
    }
  };
  order(0, 1), order(1, 2), order(0, 1);
  T sign[3] = {parity, parity, parity};

  // Moments that are equal are set apart by less than any rounding of the result: no special case is left.
  const T apart = (eps * eps) * (eps * I[0]);
  DoubleDouble<T> d1 = two_sum(I[2], -I[1]), d3 = two_sum(I[1], -I[0]);
  if (!(d1.hi > apart)) d1 = {apart, T(0)};
  if (!(d3.hi > apart)) d3 = {apart, T(0)};
  using detail::scaled;
  T D = detail::difference(scaled(scaled(scaled(d1, I[0]), m[2]), m[2]), scaled(scaled(scaled(d3, I[2]), m[0]), m[0]));

  // D < 0: the momentum circles about the axis of the smallest moment. A half turn about e1 + e3 makes it axis 3.
  T direction = T(1);
  if (D < T(0)) {
    std::swap(I[0], I[2]);
    std::swap(m[0], m[2]);
    std::swap(axis_[0], axis_[2]);
    std::swap(d1, d3);
    sign[1] = -sign[1];
    D = -D;
    direction = T(-1);
  }
  // Half turns about e1 and e3 make m3 and m1 positive.
  for (int i = 0; i < 3; ++i) m[i] *= sign[i];
  const auto half_turn = [&](int i, int j) {
    m[i] = -m[i], m[j] = -m[j];
    sign[i] = -sign[i], sign[j] = -sign[j];
  };
  if (m[2] < T(0)) half_turn(1, 2);
  if (m[0] < T(0)) half_turn(0, 1);
  sign_ = {sign[0], sign[1], sign[2]};

  const T r1 = I[0] * d1.hi, r3 = I[2] * d3.hi, r2 = I[1] * (d1.hi + d3.hi);  // in the ratio c1 : c3 : c2
  // A m2 below eps^2 G cannot be told from 0; with this floor a spin about axis 3 is no special case either.
  const T A2 = m[0] * m[0] + (r1 / r2) * max(m[1] * m[1], (eps * eps) * (eps * eps));
  const T B2 = m[2] * m[2] + (r3 / r2) * (m[1] * m[1]);
  const T A = sqrt(A2), B = sqrt(B2), G = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  const T root = sqrt(r1 / r3);                                          // sqrt(c1/c3)
  const T k = max(min(A / (B * root), T(1)), tiny);
  const T kp = min(sqrt(D / r1) / B, T(1));
  const bool separatrix = !(kp > tiny);
  const bool on_middle_axis = !(max(abs(m[0]), abs(m[2])) > tiny);

  const auto real = first_kind<T>(sqrt(r1 / r2) * m[1], m[0], kp);           // K and u0
  const bool near = root * A <= B;                                          // w <= K'/2
  const auto imaginary = near ? first_kind<T>(root, T(1), k) : first_kind<T>(B, A, k);  // K' and w, or K' - w
  const T w = near ? imaginary.angle : T(0.5) * pi - imaginary.angle;       // pi w/(2K')
  const T ratio = real.mean / imaginary.mean;                               // K'/K

  const T rate = at_rest ? T(0) : I_scale / m_scale;  // of time: what has been scaled away
  const T lambda = direction * B * sqrt(d1.hi * (d1.hi + d3.hi) / (I[0] * I[1])) / I[2];
  const T precession = T(0.5) * (B / I[2] + A2 / (I[0] * (G + B)));

  // exp(-pi K'/K) <= 1/4
  circulates_ = pi * ratio >= T(1.38629436111989061883);
  if (circulates_) {
    const T w_far = near ? T(0.5) * pi - imaginary.angle : imaginary.angle;   // pi (K' - w)/(2K')
    theta_ = ThetaReal<T>(exp(-ratio * w_far), exp(-ratio * (T(0.5) * pi + w)));
    const T v_rate = lambda * real.mean;  // pi lambda/(2K)
    frequency_ = rate * (v_rate / (T(2) * pi));
    offset_ = real.angle / (T(2) * pi);
    precession_ = rate * ((precession - v_rate * theta_.slope()) / (T(2) * pi));
  } else {
    const T S = T(0.5) * w;  // pi w/(4K')
    const T half_period = separatrix ? T(0) : T(0.5) * pi / ratio;  // pi K/(2K')
    theta_imaginary_ = ThetaImaginary<T>(separatrix ? T(0) : exp(-half_period), S);
    const T X_rate = T(0.5) * lambda * imaginary.mean;  // pi lambda/(4K')
    period_ = half_period;
    inverse_period_ = separatrix ? T(0) : T(1) / half_period;
    phase_slope_ = S * inverse_period_ / pi;
    frequency_ = on_middle_axis ? T(0) : rate * X_rate;
    offset_ = T(0.5) * real.angle * (imaginary.mean / real.mean);  // pi u0/(4K')
    precession_ = rate * ((precession + X_rate * (theta_imaginary_.slope() - T(2) * S * inverse_period_)) / (T(2) * pi));
  }
  G_ = at_rest ? T(0) : G / m_scale;

  // Q(t) = Q(0) conj(p(0)) p(t), p = (Re a, Re b, Im b, Im a) with its vector part in body axes.
  T phase0;
  const ThetaPair<T> r = thetas(T(0), phase0);
  T s, c;
  sincos(T(2) * pi * phase0, s, c);
  const T scale = sqrt(inverse_square_sum(r));
  const T ar = scale * (c * r.ar - s * r.ai), ai = scale * (c * r.ai + s * r.ar);
  const T br = scale * (c * r.br - s * r.bi), bi = scale * (c * r.bi + s * r.br);
  Quaternion<T> unit[4];
  for (int i = 0; i < 3; ++i) {
    unit[i + 1].w = T(0);
    unit[i + 1].v[axis_[i]] = sign[i];
  }
  const Quaternion<T> p0 = ((ar * unit[0] + br * unit[1]) + bi * unit[2]) + ai * unit[3];
  const Quaternion<T> left = start.Q * conj(p0);
  for (int i = 0; i < 4; ++i) column_[i] = left * unit[i];
}

template <class T>
State<T> FreeMotion<T>::at(T t, Vec3<T>& tail) const noexcept {
  T phase;
  const ThetaPair<T> r = thetas(t, phase);
  const T scale2 = inverse_square_sum(r), scale = sqrt(scale2);
  T s, c;
  sincos(T(2) * detail::pi<T>() * reduced(precession_, t, phase), s, c);
  s *= scale, c *= scale;
  const T ar = c * r.ar - s * r.ai, ai = c * r.ai + s * r.ar;
  const T br = c * r.br - s * r.bi, bi = c * r.bi + s * r.br;
  return {((ar * column_[0] + br * column_[1]) + bi * column_[2]) + ai * column_[3], body_momentum(r, scale2, tail)};
}

template <class T>
Vec3<T> FreeMotion<T>::momentum(T t, Vec3<T>& tail) const noexcept {
  T phase;
  const ThetaPair<T> r = thetas(t, phase);
  return body_momentum(r, inverse_square_sum(r), tail);
}

/// Many bodies, one per lane: each lane has the bits of the same body alone.
template <class F, int N>
class FreeMotion<Pack<F, N>> {
  using P = Pack<F, N>;

 public:
  FreeMotion(const Principal<P>& body, const State<P>& start) noexcept
      : FreeMotion(body, start, std::make_integer_sequence<int, N>{}) {}

  State<P> at(const P& t) const noexcept {
    State<P> s;
    for (int i = 0; i < N; ++i) set_lane(s, i, bodies_[i].at(lane(t, i)));
    return s;
  }
  Vec3<P> momentum(const P& t) const noexcept {
    Vec3<P> m;
    for (int i = 0; i < N; ++i) {
      const Vec3<F> one = bodies_[i].momentum(lane(t, i));
      for (int k = 0; k < 3; ++k) set_lane(m[k], i, one[k]);
    }
    return m;
  }

 private:
  template <int... i>
  FreeMotion(const Principal<P>& body, const State<P>& start, std::integer_sequence<int, i...>) noexcept
      : bodies_{FreeMotion<F>(Principal<F>(Vec3<F>{lane(body.I.x, i), lane(body.I.y, i), lane(body.I.z, i)}), lane(start, i))...} {}

  FreeMotion<F> bodies_[N];
};

}  // namespace polhode

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
// Source     [Jacobi1850] (attitude by theta functions), [CelledoniSafstrom2006] eqs. (12)-(13) (momentum, corrected)
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

/// sin and cos of 2 pi x for |x| < 2^50. In double without a branch: the quarter turns come off exactly, and what is
/// left is at most 1/8 of a turn; error at most eps, absolute.
template <class T>
POLHODE_INLINE void sincos_turns(T x, T& s, T& c) noexcept {
  if constexpr (std::is_same_v<Lane<T>, double>) {
    using B = BitView<T>;
    const T t = fma(T(4), x, T(kRounder)), n = t - T(kRounder);
    const T r = fma(T(-0.25), n, x) * T(2 * pi<double>());
    T sr, cr;
    sincos_small<false>(r, T(0), sr, cr);
    const auto quarters = B::bits(t), odd = -(quarters & 1);
    s = B::value(B::bits(pick<T>(odd, cr, sr)) ^ ((quarters & 2) << 62));
    c = B::value(B::bits(pick<T>(odd, sr, cr)) ^ (((quarters + 1) & 2) << 62));
  } else {
    sincos((T(2) * pi<T>()) * (x - nearest_integer(x)), s, c);
  }
}

/// f(a) and f(b), for double in the two lanes of one register.
template <class T, class F>
POLHODE_INLINE void both(T a, T b, T& fa, T& fb, F&& f) noexcept {
  if constexpr (has_rows<T>) {
    const auto r = f(load<T, 2>({a, b}));
    fa = r[0], fb = r[1];
  } else {
    fa = f(a), fb = f(b);
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

/// The motion of one free body, from its state at t = 0. The error is at most 3 eps (1 + w t) in momentum, relative,
/// and 4 eps (1 + w t) radians in attitude, w the largest angular velocity on the way. It holds for every body and
/// every start: any order of moments, symmetric or spherical, on and near the separatrix and the axes, at rest, moments
/// and momentum from 1e-100 to 1e100. The quaternion is continuous in t. NaN in, NaN out.
template <class T>
class FreeMotion {
 public:
  FreeMotion(const Principal<T>& body, const State<T>& start) noexcept;

  /// Attitude and momentum at time t, past or future.
  State<T> at(T t) const noexcept {
    Vec3<T> tail;
    return at(t, tail);
  }
  /// The same, with what the last rounding took off the momentum: m + tail is the number that was rounded to m. It is
  /// for those who correct m afterwards: without it a correction below half an ulp would be lost, again and again.
  State<T> at(T t, Vec3<T>& tail) const noexcept;
  /// The momentum alone: half the cost.
  Vec3<T> momentum(T t) const noexcept {
    Vec3<T> tail;
    return momentum(t, tail);
  }
  Vec3<T> momentum(T t, Vec3<T>& tail) const noexcept;

 private:
  // Frequencies are in turns per unit of time: then a phase is reduced by taking off its nearest integer.
  template <class S>
  POLHODE_INLINE static S reduced(S frequency, S t, S offset) noexcept {
    const S product = frequency * t, error = fma(frequency, t, -product);
    const S n = detail::nearest_integer(product);
    return (product - n) + (error + offset);
  }
  // The theta functions at t without the factor e^(i mu t), and the sine and cosine of that factor.
  POLHODE_INLINE ThetaPair<T> thetas(T t, T& s, T& c) const noexcept {
    if (circulates_) {
      T sv, cv;
      if constexpr (detail::has_rows<T>) {
        const auto x = reduced(detail::load(frequency_), detail::load<T, 2>({t, t}), detail::load(offset_));
        std::remove_const_t<decltype(x)> sines, cosines;
        detail::sincos_turns(x, sines, cosines);
        sv = sines[0], cv = cosines[0], s = sines[1], c = cosines[1];
      } else {
        detail::sincos_turns(reduced(frequency_[0], t, offset_[0]), sv, cv);
        detail::sincos_turns(reduced(frequency_[1], t, offset_[1]), s, c);
      }
      return theta_(sv, cv);
    }
    // X grows by one period for each half turn of v; b changes its sign with each.
    const T product = frequency_[0] * t, error = fma(frequency_[0], t, -product);
    const T n = detail::nearest_integer((product + offset_[0]) * inverse_period_);
    T X = fma(-n, period_, product) + (error + offset_[0]);
    X = min(max(X, T(-kFarthest)), T(kFarthest));
    ThetaPair<T> r = theta_imaginary_(X);
    detail::sincos_turns(reduced(frequency_[1], t, X * phase_slope_), s, c);
    const T sign = T(1) - T(2) * abs(n - T(2) * detail::nearest_integer(T(0.5) * n));  // (-1)^n
    r.br *= sign, r.bi *= sign;
    return r;
  }
  // m in body axes, for |a|^2 + |b|^2 = 1/scale.
  POLHODE_INLINE Vec3<T> body_momentum(const ThetaPair<T>& r, T scale, Vec3<T>& tail) const noexcept {
    const T g = G_ * scale;
    using detail::mul_add;
    const T m1 = T(2) * mul_add(r.ai, r.br, -(r.ar * r.bi)), m2 = T(2) * mul_add(r.ar, r.br, r.ai * r.bi);
    const T m3 = mul_add(r.ar, r.ar, r.ai * r.ai) - mul_add(r.br, r.br, r.bi * r.bi);
    const T g1 = sign_.x * g, g2 = sign_.y * g, g3 = sign_.z * g;
    const T m[3] = {g1 * m1, g2 * m2, g3 * m3}, rest[3] = {fma(g1, m1, -m[0]), fma(g2, m2, -m[1]), fma(g3, m3, -m[2])};
    tail = {rest[label_[0]], rest[label_[1]], rest[label_[2]]};
    return {m[label_[0]], m[label_[1]], m[label_[2]]};
  }
  POLHODE_INLINE static T square_sum(const ThetaPair<T>& r) noexcept {
    return detail::mul_add(r.ar, r.ar, r.ai * r.ai) + detail::mul_add(r.br, r.br, r.bi * r.bi);
  }
  // a and b times scale (c + i s)
  POLHODE_INLINE static ThetaPair<T> turned(const ThetaPair<T>& r, T s, T c) noexcept {
    using detail::mul_add;
    return {mul_add(c, r.ar, -(s * r.ai)), mul_add(c, r.ai, s * r.ar), mul_add(c, r.br, -(s * r.bi)),
            mul_add(c, r.bi, s * r.br)};
  }

  void set_spin(const Vec3<T>& I, const Vec3<T>& m, T m_scale, T rate, int spin_axis, int (&axis)[3]) noexcept;
  void set_motion(const Vec3<T>& I, const Vec3<T>& m, T m_scale, T rate, int (&axis)[3]) noexcept;

  // e^(-2 |X|) is still a number there, and cosh X is e^|X|/2 long before.
  static constexpr double kFarthest = epsilon<T>() > Lane<T>(1e-10) ? 40 : 340;

  bool circulates_ = true;    // nome <= kNomeSwitch: the series in q; else the one in the complementary nome
  int label_[3] = {0, 1, 2};  // body component i is labelled component label_[i] times its sign
  Vec3<T> sign_{};
  T G_{};
  T frequency_[2]{}, offset_[2]{};  // of v in turns, or of X; of the precession mu in turns
  T period_{}, inverse_period_{};   // of X; both 0 on the separatrix
  T phase_slope_{};
  ThetaReal<T> theta_{};
  ThetaImaginary<T> theta_imaginary_{};
  T column_[4][4]{};  // the attitude is ar column[0] + br column[1] + bi column[2] + ai column[3]
};

template <class T>
FreeMotion<T>::FreeMotion(const Principal<T>& body, const State<T>& start) noexcept {
  constexpr T tiny = detail::smallest_modulus<T>();
  // Momentum and moments of order 1, by powers of two.
  const T m_max = max(max(abs(start.m.x), abs(start.m.y)), abs(start.m.z));
  const T m_scale = detail::inverse_power_of_two(m_max);
  const T I_scale = detail::inverse_power_of_two(max(max(body.I.x, body.I.y), body.I.z));
  const Vec3<T> I = I_scale * body.I, m = m_scale * start.m;
  const T rate = I_scale / m_scale;  // of time: what has been scaled away
  int axis[3];                       // of the labelled axes
  const bool xy = abs(m.x) <= tiny && abs(m.y) <= tiny, yz = abs(m.y) <= tiny && abs(m.z) <= tiny;
  const bool zx = abs(m.z) <= tiny && abs(m.x) <= tiny;
  if (xy || yz || zx)
    set_spin(I, m, m_scale, rate, yz ? 0 : zx ? 1 : 2, axis);
  else
    set_motion(I, m, m_scale, rate, axis);
  for (int i = 0; i < 3; ++i) label_[axis[i]] = i;

  // Q(t) = Q(0) conj(p(0)) p(t), p = (Re a, Re b, Im b, Im a) with its vector part in body axes.
  T s = T(0), c = T(1);
  ThetaPair<T> r;
  if (circulates_) {
    T sv, cv;
    detail::sincos_turns(offset_[0], sv, cv);
    r = theta_(sv, cv);
  } else {
    r = thetas(T(0), s, c);
  }
  const T scale = T(1) / sqrt(square_sum(r));
  const ThetaPair<T> p = turned(r, scale * s, scale * c);
  T v[3];
  v[axis[0]] = sign_.x * p.br, v[axis[1]] = sign_.y * p.bi, v[axis[2]] = sign_.z * p.ai;
  const Quaternion<T> q = start.Q * Quaternion<T>{p.ar, {-v[0], -v[1], -v[2]}};
  // q, q i, q j, q k
  using detail::load;
  const detail::RowOf<T, 4> products[4] = {
      load<T, 4>({q.w, q.v.x, q.v.y, q.v.z}), load<T, 4>({-q.v.x, q.w, q.v.z, -q.v.y}),
      load<T, 4>({-q.v.y, -q.v.z, q.w, q.v.x}), load<T, 4>({-q.v.z, q.v.y, -q.v.x, q.w})};
  const T signs[4] = {T(1), sign_.x, sign_.y, sign_.z};
  const int rows[4] = {0, 1 + axis[0], 1 + axis[1], 1 + axis[2]};
  detail::unrolled<4>([&](auto i) { detail::store<T, 4>(detail::four(signs[i]) * products[rows[i]], column_[i]); });
}

/// A spin about one axis, or none at all: b = 0. It is the limit of what follows for the outer axes, where the series
/// would leave eps^2 instead of 0; a spin about the middle axis, being unstable, may not be left at all.
template <class T>
void FreeMotion<T>::set_spin(const Vec3<T>& I, const Vec3<T>& m, T m_scale, T rate, int spin_axis,
                             int (&axis)[3]) noexcept {
  axis[0] = (spin_axis + 1) % 3, axis[1] = (spin_axis + 2) % 3, axis[2] = spin_axis;
  const T sign = m[spin_axis] < T(0) ? T(-1) : T(1), G = abs(m[spin_axis]);
  sign_ = {T(1), sign, sign};
  G_ = G / m_scale;
  theta_ = ThetaReal<T>(T(0), T(0));
  frequency_[1] = rate * (T(0.25) / detail::pi<T>()) * (G / I[spin_axis]);
}

template <class T>
void FreeMotion<T>::set_motion(const Vec3<T>& I, const Vec3<T>& m, T m_scale, T rate, int (&axis)[3]) noexcept {
  constexpr T eps = epsilon<T>(), tiny = detail::smallest_modulus<T>();
  const T pi = detail::pi<T>();
  T I1 = I.x, I2 = I.y, I3 = I.z, m1 = m.x, m2 = m.y, m3 = m.z;

  // Sorted by moment. An odd permutation is made a rotation by reversing all axes.
  const auto exchange = [](bool yes, auto& a, auto& b) {
    const auto old = a;
    a = yes ? b : a;
    b = yes ? old : b;
  };
  T sign1 = T(1);
  const auto order = [&](T& Ia, T& Ib, T& ma, T& mb, int& a, int& b) {
    const bool swap = Ib < Ia;
    exchange(swap, Ia, Ib), exchange(swap, ma, mb), exchange(swap, a, b);
    sign1 = swap ? -sign1 : sign1;
  };
  int axis1 = 0, axis2 = 1, axis3 = 2;
  order(I1, I2, m1, m2, axis1, axis2), order(I2, I3, m2, m3, axis2, axis3), order(I1, I2, m1, m2, axis1, axis2);

  // Moments that are equal are set apart by less than any rounding of the result: no special case is left.
  const T apart = (eps * eps) * (eps * I1);
  DoubleDouble<T> d1 = two_sum(I3, -I2), d3 = two_sum(I2, -I1);
  if (!(d1.hi > apart)) d1 = {apart, T(0)};
  if (!(d3.hi > apart)) d3 = {apart, T(0)};
  using detail::scaled;
  T D = detail::difference(scaled(scaled(scaled(d1, I1), m3), m3), scaled(scaled(scaled(d3, I3), m1), m1));

  // D < 0: the momentum circles about the axis of the smallest moment. A half turn about e1 + e3 makes it axis 3.
  const bool smallest = D < T(0);
  exchange(smallest, I1, I3), exchange(smallest, m1, m3), exchange(smallest, axis1, axis3),
      exchange(smallest, d1.hi, d3.hi);
  T sign2 = smallest ? -sign1 : sign1, sign3 = sign1;
  const T direction = smallest ? T(-1) : T(1);
  D = abs(D);
  // Half turns about e1 and e3 make m3 and m1 positive.
  m1 *= sign1, m2 *= sign2, m3 *= sign3;
  const auto half_turn = [](bool yes, T& ma, T& mb, T& a, T& b) {
    const T turn = yes ? T(-1) : T(1);
    ma *= turn, mb *= turn, a *= turn, b *= turn;
  };
  half_turn(m3 < T(0), m2, m3, sign2, sign3);
  half_turn(m1 < T(0), m1, m2, sign1, sign2);
  axis[0] = axis1, axis[1] = axis2, axis[2] = axis3;
  sign_ = {sign1, sign2, sign3};

  const T r1 = I1 * d1.hi, r3 = I3 * d3.hi, r2 = I2 * (d1.hi + d3.hi);  // in the ratio c1 : c3 : c2
  const T c12 = r1 / r2, c32 = r3 / r2, root = sqrt(r1 / r3);           // c1/c2, c3/c2, sqrt(c1/c3)
  // A m2 below eps^2 G cannot be told from 0; with this floor the neighbourhood of axis 3 is no special case either.
  const T A2 = m1 * m1 + c12 * max(m2 * m2, (eps * eps) * (eps * eps)), B2 = m3 * m3 + c32 * (m2 * m2);
  const T A = sqrt(A2), B = sqrt(B2), G = sqrt(m1 * m1 + m2 * m2 + m3 * m3);
  const T k = max(min(A / (B * root), T(1)), tiny), kp = min(sqrt(D / (r1 * B2)), T(1));
  const bool separatrix = !(kp > tiny);

  // K and u0; K' and the smaller of w and K' - w
  const bool near = root * A <= B;
  FirstKind<T> real, imaginary;
  if constexpr (detail::has_rows<T>) {
    const auto r = first_kind(detail::load<T, 2>({sqrt(c12) * m2, near ? root : B}),
                              detail::load<T, 2>({m1, near ? T(1) : A}), detail::load<T, 2>({kp, k}));
    real = {r.mean[0], r.angle[0]}, imaginary = {r.mean[1], r.angle[1]};
  } else {
    real = first_kind<T>(sqrt(c12) * m2, m1, kp);
    imaginary = first_kind<T>(near ? root : B, near ? T(1) : A, k);
  }
  const T other = T(0.5) * pi - imaginary.angle;
  const T w = near ? imaginary.angle : other, w_far = near ? other : imaginary.angle;  // pi w/(2K'), pi (K' - w)/(2K')
  const T ratio = real.mean / imaginary.mean;                                          // K'/K

  const T rate_in_turns = rate * (T(0.5) / pi);
  const T lambda = direction * B * sqrt(d1.hi * (d1.hi + d3.hi) / (I1 * I2)) / I3;
  const T precession = T(0.5) * (B / I3 + A2 / (I1 * (G + B)));

  // exp(-pi K'/K) <= 1/4
  circulates_ = pi * ratio >= T(1.38629436111989061883);
  if (circulates_) {
    T f, g;
    detail::both(-ratio * w_far, -ratio * (T(0.5) * pi + w), f, g, [](const auto& x) { return exp(x); });
    theta_ = ThetaReal<T>(f, g);
    const T v_rate = lambda * real.mean;  // pi lambda/(2K)
    frequency_[0] = rate_in_turns * v_rate;
    offset_[0] = (T(0.5) / pi) * real.angle;
    frequency_[1] = rate_in_turns * (precession - v_rate * theta_.slope());
  } else {
    const T S = T(0.5) * w;                                         // pi w/(4K')
    const T half_period = separatrix ? T(0) : T(0.5) * pi / ratio;  // pi K/(2K')
    theta_imaginary_ = ThetaImaginary<T>(separatrix ? T(0) : exp(-half_period), S);
    const T X_rate = T(0.5) * lambda * imaginary.mean;  // pi lambda/(4K')
    period_ = half_period;
    inverse_period_ = separatrix ? T(0) : T(1) / half_period;
    phase_slope_ = (T(1) / pi) * S * inverse_period_;
    frequency_[0] = rate * X_rate;
    offset_[0] = T(0.5) * real.angle * (imaginary.mean / real.mean);  // pi u0/(4K')
    frequency_[1] = rate_in_turns * (precession + X_rate * (theta_imaginary_.slope() - T(2) * S * inverse_period_));
  }
  G_ = G / m_scale;
}

template <class T>
POLHODE_INLINE State<T> FreeMotion<T>::at(T t, Vec3<T>& tail) const noexcept {
  T s, c;
  const ThetaPair<T> r = thetas(t, s, c);
  const T size = square_sum(r), scale2 = T(1) / size, scale = sqrt(size) * scale2;
  const ThetaPair<T> p = turned(r, scale * s, scale * c);
  auto sum = detail::four(p.ar) * detail::load(column_[0]);
  sum = detail::mul_add(detail::four(p.br), detail::load(column_[1]), sum);
  sum = detail::mul_add(detail::four(p.bi), detail::load(column_[2]), sum);
  sum = detail::mul_add(detail::four(p.ai), detail::load(column_[3]), sum);
  return {{sum[0], {sum[1], sum[2], sum[3]}}, body_momentum(r, scale2, tail)};
}

template <class T>
Vec3<T> FreeMotion<T>::momentum(T t, Vec3<T>& tail) const noexcept {
  T s, c;
  const ThetaPair<T> r = thetas(t, s, c);
  return body_momentum(r, T(1) / square_sum(r), tail);
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
      : bodies_{FreeMotion<F>(Principal<F>(Vec3<F>{lane(body.I.x, i), lane(body.I.y, i), lane(body.I.z, i)}),
                              lane(start, i))...} {}

  FreeMotion<F> bodies_[N];
};

}  // namespace polhode

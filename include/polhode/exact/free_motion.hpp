// free_motion.hpp -- the exact motion of a free rigid body: attitude and momentum at any time
//
// In axes sorted by moment, and labelled so that the momentum circles about axis 3, the attitude that takes m to the
// space axis e3 is the unit quaternion (Re a, Re b, Im b, Im a) of two complex numbers, up to a common factor:
//
//     a(t) = theta4(v - i s | q^2) e^(i mu t),   b(t) = theta1(v - i s | q^2) e^(i mu t),   v = (pi/2K)(lambda t + u0)
//
// Momentum and attitude are both read off a and b (docs/why/exact.md has the derivation). For a nome q above 1/4, up to the
// separatrix q = 1, the same functions are summed after Jacobi's imaginary transformation.
//
// Source     [Jacobi1850] (attitude by theta functions), [CelledoniSafstrom2006] eqs. (12)-(13) (momentum, corrected)
//
// Symbols    I1 I2 I3    moments in labelled axes, I1 <= I2 <= I3 or I1 >= I2 >= I3
//            m1 m2 m3    momentum in labelled axes; G = |m|
//            d1 d3       |I3 - I2|, |I2 - I1|
//            r1 r2 r3    I1 d1, I2 (d1 + d3), I3 d3: in the ratio of the differences c1, c2, c3 of 1/I; r1 + r3 = r2
//            D           r1 m3^2 - r3 m1^2 >= 0; 0 on the separatrix
//            X Y         r1 m2^2 + r2 m1^2, r3 m2^2 + r2 m3^2: r2 times the squared amplitudes of m1 and m3
//            a g h p     sqrt of r1 Y, r2 D, r3 X, r2 Y: a is lambda I1 I2 I3, g = a k', h = a k
//            w           F(atan sqrt(c1/c3), k'); K' - w = F(atan sqrt(Y/X), k')
#pragma once

#include <type_traits>

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/exact/elliptic.hpp"
#include "polhode/exact/labelled_axes.hpp"
#include "polhode/exact/turns.hpp"
#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/power_of_two.hpp"
#include "polhode/numbers/rows.hpp"

namespace polhode::inline POLHODE_ISA {

/// How far in time a motion is to be right.
enum class Reach {
  /// Frequencies in double: the error grows like eps w t. For one evaluation, or a few turns.
  near,
  /// Frequencies with twice the digits: the error is a few eps up to 2^45 turns. Evaluations cost the same, the set-up
  /// about twice as much. In number types other than double the same as near.
  far,
};

namespace detail {

/// a - b: the one difference in the set-up that may cancel.
template <class T>
POLHODE_INLINE T difference(const DoubleDouble<T>& a, const DoubleDouble<T>& b) noexcept {
  const DoubleDouble<T> d = two_sum(a.hi, -b.hi);
  return d.hi + (d.lo + (a.lo - b.lo));
}

/// d1 I1 m3^2 - d3 I3 m1^2 with an error of 2^-150 of the products: near the separatrix most of them cancels, and what
/// is left decides on the period.
template <class T>
DoubleDouble<T> difference_of_products(const DoubleDouble<T>& d1, T I1, T m3, const DoubleDouble<T>& d3, T I3,
                                       T m1) noexcept {
  T level0[2], level1[6], level2 = T(0);
  const auto product = [&](const DoubleDouble<T>& d, T I, T m, int k) {
    const DoubleDouble<T> high = two_prod(d.hi, I), low = two_prod(d.lo, I), middle = two_sum(high.lo, low.hi);
    const DoubleDouble<T> square = two_prod(m, m), p00 = two_prod(high.hi, square.hi),
                          p01 = two_prod(high.hi, square.lo), p10 = two_prod(middle.hi, square.hi);
    level0[k] = p00.hi;
    level1[3 * k] = p00.lo, level1[3 * k + 1] = p01.hi, level1[3 * k + 2] = p10.hi;
    return (p01.lo + p10.lo) + fma(middle.hi, square.lo, (middle.lo + low.lo) * square.hi);
  };
  const T low1 = product(d1, I1, m3, 0), low3 = product(d3, I3, m1, 1);
  level2 = low1 - low3;
  const DoubleDouble<T> top = two_sum(level0[0], -level0[1]);
  DoubleDouble<T> sum{top.lo, T(0)};
  for (int i = 0; i < 6; ++i) {
    const DoubleDouble<T> s = two_sum(sum.hi, i < 3 ? level1[i] : -level1[i]);
    sum = {s.hi, sum.lo + s.lo};
  }
  const DoubleDouble<T> high = two_sum(top.hi, sum.hi);
  const DoubleDouble<T> all = two_sum(high.hi, high.lo + (sum.lo + level2));
  return all;
}

}  // namespace detail

template <class T>
struct CompactMotion;

/// The motion of one free body, from its state at t = 0, or of one in each lane of a pack, each with the bits it has
/// alone. With Reach::near the error is at most 3 eps (1 + w t) in momentum, relative, and 4 eps (1 + w t) radians in
/// attitude, w the largest angular velocity on the way; with Reach::far 4 and 8 eps up to time_limit(). It holds for
/// every body and every start: any order of moments, symmetric or spherical, on and near the separatrix and the axes,
/// at rest, moments and momentum from 1e-100 to 1e100. The quaternion is continuous in t. NaN in, NaN out.
template <class T>
class PrincipalMotion {
 public:
  PrincipalMotion(const Principal<T>& body, const PrincipalState<T>& start, Reach reach = Reach::far) noexcept;

  /// The largest |t| that makes sense; infinite for a body at rest. With Reach::far it is 2^45 turns of the faster of the two
  /// phases: up to there the error is as small as at the start, and neighbouring times in double are 2^-7 of a turn apart.
  /// With Reach::near, and in other number types, it is 2^-11/eps turns: there the frequencies leave an error of 0.01 rad.
  T time_limit() const noexcept {
    const T phase = select<T>(circulates_, abs(frequency_[0]), abs(frequency_[0]) * inverse_period_);
    return T(most_turns_) / max(phase, abs(frequency_[1]));
  }

  /// Attitude and momentum at time t, past or future, up to time_limit(); beyond it numbers without meaning.
  POLHODE_INLINE PrincipalState<T> at(const T& t) const noexcept {
    Vec3<T> tail;
    return state(t, tail);
  }
  /// The same, with what the last rounding took off the momentum: m + tail is the number that was rounded to m. It is
  /// for those who correct m afterwards: without it a correction below half an ulp would be lost, again and again.
  PrincipalState<T> at(const T& t, Vec3<T>& tail) const noexcept { return state(t, tail); }
  /// The momentum alone: half the cost.
  Vec3<T> momentum(const T& t) const noexcept {
    Vec3<T> tail;
    return only_momentum(t, tail);
  }
  Vec3<T> momentum(const T& t, Vec3<T>& tail) const noexcept { return only_momentum(t, tail); }
  /// The angular velocity, right to the same eps of its largest value on the way, however thin the body.
  Vec3<T> angular_velocity(const T& t) const noexcept { return times(x_, momentum(t)); }

  /// One body at many times: each lane has the bits of its time alone.
  template <int N>
  POLHODE_INLINE PrincipalState<Pack<T, N>> at(const Pack<T, N>& times) const noexcept {
    if constexpr (Pack<T, N>::L::one_register) {
      Vec3<Pack<T, N>> tail;
      return state(times, tail);
    } else {
      // Register by register: both halves at once would need more registers than there are.
      using Half = Pack<T, N / 2>;
      const PrincipalState<Half> low = at(Half(times.v.lo)), high = at(Half(times.v.hi));
      const auto join = [](const Half& a, const Half& b)
                            __attribute__((always_inline)) { return Pack<T, N>(typename Pack<T, N>::L{a.v, b.v}); };
      const auto join3 = [&](const Vec3<Half>& a, const Vec3<Half>& b) __attribute__((always_inline)) {
        return Vec3<Pack<T, N>>{join(a.x, b.x), join(a.y, b.y), join(a.z, b.z)};
      };
      return {{join(low.Q.w, high.Q.w), join3(low.Q.v, high.Q.v)}, join3(low.m, high.m)};
    }
  }
  template <int N>
  Vec3<Pack<T, N>> momentum(const Pack<T, N>& times) const noexcept {
    Vec3<Pack<T, N>> tail;
    return only_momentum(times, tail);
  }

 private:
  friend struct CompactMotion<T>;
  PrincipalMotion() = default;

  // S is T, or a pack of Ts: then the constants are the same in each lane.
  template <class S>
  POLHODE_INLINE PrincipalState<S> state(const S& t, Vec3<S>& tail) const noexcept;
  template <class S>
  POLHODE_INLINE Vec3<S> only_momentum(const S& t, Vec3<S>& tail) const noexcept;

  // The theta functions at t without the factor e^(i mu t), and the sine and cosine of that factor.
  template <class S>
  POLHODE_INLINE ThetaPair<S> thetas(const S& t, S& s, S& c) const noexcept {
    if constexpr (lanes<T> == 1) {
      return circulates_ ? in_nome(t, s, c) : in_complementary_nome(t, s, c);
    } else {
      ThetaPair<S> r{};
      s = c = S(0);
      if (!all_lanes<T>(!circulates_)) r = in_nome(t, s, c);
      if (all_lanes<T>(circulates_)) return r;
      S s2, c2;
      const ThetaPair<S> r2 = in_complementary_nome(t, s2, c2);
      s = select<T>(circulates_, s, s2), c = select<T>(circulates_, c, c2);
      return {select<T>(circulates_, r.ar, r2.ar), select<T>(circulates_, r.ai, r2.ai),
              select<T>(circulates_, r.br, r2.br), select<T>(circulates_, r.bi, r2.bi)};
    }
  }
  // Frequencies are in turns per unit of time: then a phase is reduced by taking off quarters.
  template <class S>
  POLHODE_INLINE ThetaPair<S> in_nome(const S& t, S& s, S& c) const noexcept {
    S sv, cv;
    detail::sincos_two_turns(frequency_, frequency_low_, t, offset_[0], sv, cv, s, c);
    return theta_(sv, cv);
  }
  template <class S>
  POLHODE_INLINE ThetaPair<S> in_complementary_nome(const S& t, S& s, S& c) const noexcept {
    // X grows by one period for each half turn of v; b changes its sign with each.
    const S f = S(frequency_[0]), whole = f * t, rest = fma(S(frequency_low_[0]), t, fma(f, t, -whole));
    const S offset = S(offset_[0]);
    const S n = detail::nearest_integer(fma(whole + offset, S(inverse_period_), S(half_periods_)));
    const S periods = S(half_periods_) - n;
    S X = (fma(periods, S(period_), whole) + offset) + (fma(periods, S(period_low_), rest) + S(offset_[1]));
    X = min(max(X, S(-kFarthest)), S(kFarthest));
    ThetaPair<S> r = theta_imaginary_(X);
    detail::sincos_turns<S>(S(frequency_[1]), S(frequency_low_[1]), t, X * S(phase_slope_), s, c);
    const S sign = S(1) - S(2) * abs(n - S(2) * detail::nearest_integer(S(0.5) * n));  // (-1)^n
    r.br *= sign, r.bi *= sign;
    return r;
  }
  // m in body axes, for |a|^2 + |b|^2 = 1/scale.
  template <class S>
  POLHODE_INLINE Vec3<S> body_momentum(const ThetaPair<S>& r, const S& scale, Vec3<S>& tail) const noexcept {
    using detail::mul_add;
    const S m1 = mul_add(r.ai, r.br, -(r.ar * r.bi)), m2 = mul_add(r.ar, r.br, r.ai * r.bi),
            m3 = mul_add(r.ar, r.ar, r.ai * r.ai) - mul_add(r.br, r.br, r.bi * r.bi);
    const S g1 = S(G_.x) * scale, g2 = S(G_.y) * scale, g3 = S(G_.z) * scale;
    const S M1 = g1 * m1, M2 = g2 * m2;
    S M3 = g3 * m3, tail3 = fma(g3, m3, -M3);
    if (!all_lanes<T>(!about_thin_axis_)) [[unlikely]]
      put_thin_component<S>(scale * m1, M3, tail3);
    tail = label_.vector(fma(g1, m1, -M1), fma(g2, m2, -M2), tail3);
    return label_.vector(M1, M2, M3);
  }
  // A momentum that circles about the axis of a far smaller moment may have a small component along it. As a difference of
  // squares that has the error of |m|, and the angular velocity that error over a small moment. From the constants it has
  // all its digits: r1 m3^2 = D + r3 m1^2, both terms positive.
  template <class S>
  POLHODE_INLINE void put_thin_component(const S& half_m1, S& M3, S& tail3) const noexcept {
    const S thin = S(G_.z) * sqrt(detail::mul_add(S(thin_share_) * half_m1, half_m1, S(thin_least_)));
    if constexpr (lanes<T> == 1)
      M3 = thin, tail3 = S(0);
    else
      M3 = select<T>(about_thin_axis_, thin, M3), tail3 = select<T>(about_thin_axis_, S(0), tail3);
  }
  template <class S>
  POLHODE_INLINE static S square_sum(const ThetaPair<S>& r) noexcept {
    return detail::mul_add(r.ar, r.ar, r.ai * r.ai) + detail::mul_add(r.br, r.br, r.bi * r.bi);
  }
  // a and b times c + i s
  template <class S>
  POLHODE_INLINE static ThetaPair<S> turned(const ThetaPair<S>& r, const S& s, const S& c) noexcept {
    using detail::mul_add;
    return {mul_add(c, r.ar, -(s * r.ai)), mul_add(c, r.ai, s * r.ar), mul_add(c, r.br, -(s * r.bi)),
            mul_add(c, r.bi, s * r.br)};
  }

  struct Labelled;
  struct Integrals;
  POLHODE_INLINE static Integrals integrals(const Labelled& of) noexcept;
  POLHODE_INLINE void set_near(const Labelled& b, const Integrals& of) noexcept;
  void set_far(const Labelled& b) noexcept;
  POLHODE_INLINE void set_columns(const Quaternion<T>& q, const T (&signs)[3]) noexcept;

  // A moment smaller than both others by this factor makes a thin axis. Otherwise the angular velocity loses 5 bits at most.
  static constexpr double kThin = 32;
  // e^(-2 |X|) is still a number there, and cosh X is e^|X|/2 long before.
  static constexpr double kFarthest = epsilon<T>() > Lane<T>(1e-10) ? 40 : 340;

  Mask<T> circulates_;  // nome <= kNomeSwitch: the series in q; else the one in the complementary nome
  detail::Labels<T> label_;
  Vec3<T> G_;                                     // 2 |m|, 2 |m|, |m| with the signs of the labelled axes
  T frequency_[2], frequency_low_[2]{};           // of v in turns, or of X; of the precession mu in turns
  T offset_[2];                                   // of v and mu; or of X, in two parts
  T period_{}, period_low_{}, inverse_period_{};  // of X; all 0 on the separatrix
  T half_periods_{};                              // of X at t = 0, beside the offset: 0, or +-1/2
  T phase_slope_{};
  ThetaReal<T> theta_;
  T f_{}, g_{};              // what theta_ is made of
  Mask<T> regular_ = false;  // of them alone; and no thin axis
  ThetaImaginary<T> theta_imaginary_;
  Lane<T> most_turns_;
  Mask<T> about_thin_axis_;        // labelled axis 3 has by far the smallest moment
  T thin_least_{}, thin_share_{};  // D/(r1 G^2), 4 r3/r1: then (m3/G)^2 = least + share (m1/2G)^2
  Vec3<T> x_;                      // inverse moments, in body axes
  T column_[4][4];                 // the attitude is ar column[0] + br column[1] + bi column[2] + ai column[3]
};

/// Moments and momentum of order 1 in labelled axes, m1 and m3 positive, with all that the integrals are made of.
template <class T>
struct PrincipalMotion<T>::Labelled {
  T I1, I2, I3, m1, m2, m3;
  DoubleDouble<T> d1, d3, D;
  T direction;  // 1 if I1 <= I2 <= I3, -1 if I1 >= I2 >= I3
  T a, g, h, p, G;
  T cot_w;  // a/tan of the amplitude of w, or of K' - w if that is smaller
  detail::Test<T> near;
  Mask<T> separatrix;
  // A spin about one axis, or none at all. It is the limit of the rest for the outer axes, where the series would leave
  // eps^2 instead of 0; a spin about the middle axis, being unstable, may not be left at all.
  Mask<T> spin;
  T spin_moment;
  T rate;  // of time: what has been scaled away
};

/// What two arithmetic-geometric means and their phases give.
template <class T>
struct PrincipalMotion<T>::Integrals {
  T mean, mean_w;          // AGM(a, g) = pi a/(2K), AGM(a, h) = pi a/(2K')
  T angle, angle_w, unit;  // pi |u0|/(2K); pi w/(2K') or pi (K' - w)/(2K'); both in units of a power of two
  T share;                 // mean of m1^2/(m1^2 + m2^2)
};

template <class T>
PrincipalMotion<T>::PrincipalMotion(const Principal<T>& body, const PrincipalState<T>& start, Reach reach) noexcept {
  constexpr Lane<T> eps = epsilon<T>(), tiny = detail::smallest_modulus<T>();
  Labelled b;
  // Momentum and moments of order 1, by powers of two.
  const auto size = [](const Vec3<T>& x)
                        __attribute__((always_inline)) { return max(max(abs(x.x), abs(x.y)), abs(x.z)); };
  const T m_max = size(start.m), I_max = size(body.I);
  const T m_scale = detail::inverse_power_of_two(m_max), I_scale = detail::inverse_power_of_two(I_max);
  b.rate = I_scale / m_scale;

  // A spin is about labelled axis 3: there it comes by a moment larger than all others. The true one is kept.
  Vec3<T> I = body.I;
  const T none = T(tiny) * m_max;
  const Mask<T> x0 = abs(start.m.x) <= none, y0 = abs(start.m.y) <= none, z0 = abs(start.m.z) <= none;
  const Mask<T> about_x = y0 & z0, about_y = (z0 & x0) & !about_x, about_z = (x0 & y0) & !(about_x | about_y);
  b.spin = about_x | about_y | about_z;
  b.spin_moment = I_scale * select<T>(about_x, I.x, select<T>(about_y, I.y, I.z));
  if (!all_lanes<T>(!b.spin)) {
    const T large = T(4) * I_max;
    I = {select<T>(about_x, large, I.x), select<T>(about_y, large, I.y), select<T>(about_z, large, I.z)};
  }

  // Sorted by moment. An odd permutation is made a rotation by reversing all axes.
  T parity;
  label_ = detail::Labels<T>(I, parity);
  I = I_scale * I;
  const Vec3<T> m = m_scale * start.m;
  b.I1 = label_.component(0, I), b.I2 = label_.component(1, I), b.I3 = label_.component(2, I);
  b.m1 = label_.component(0, m), b.m2 = label_.component(1, m), b.m3 = label_.component(2, m);

  // Moments that are equal are set apart by less than any rounding of the result: no special case is left.
  const auto apart = [&](const T& upper, const T& lower) __attribute__((always_inline)) {
    const T least = T(eps * eps) * (T(eps) * b.I1);
    const DoubleDouble<T> d = quick_two_sum<T>(upper, -lower);
    const Mask<T> far = d.hi > least;
    return DoubleDouble<T>{select<T>(far, d.hi, least), select<T>(far, d.lo, T(0))};
  };
  b.d1 = apart(b.I3, b.I2), b.d3 = apart(b.I2, b.I1);
  if (reach == Reach::far && std::is_same_v<Lane<T>, double>) {
    b.D = detail::difference_of_products(b.d1, b.I1, b.m3, b.d3, b.I3, b.m1);
  } else {
    using detail::scaled;
    const auto product = [](const DoubleDouble<T>& d, T moment, T component) __attribute__((always_inline)) {
      return scaled(scaled(scaled(d, moment), component), component);
    };
    b.D = detail::difference(product(b.d1, b.I1, b.m3), product(b.d3, b.I3, b.m1));
  }

  // X, Y, their products and roots for D >= 0; for D < 0 they change places. So they need not wait for the sign of D.
  // An amplitude of m2 below eps^2 cannot be told from 0; with this floor the neighbourhood of axis 3 is no special
  // case either.
  const T m11 = b.m1 * b.m1, m22 = b.m2 * b.m2, m33 = b.m3 * b.m3;
  const T floored = max(m22, T((eps * eps) * (eps * eps)));
  const T r1 = b.I1 * b.d1.hi, r3 = b.I3 * b.d3.hi, r2 = b.I2 * (b.d1.hi + b.d3.hi);
  const T X = r2 * m11 + r1 * floored, Y = r2 * m33 + r3 * floored;
  const T r1X = r1 * X, r3Y = r3 * Y;
  const auto roots = [](const auto&... x) __attribute__((always_inline)) {
    return detail::each<T, sizeof...(x)>(detail::row<T>(x...),
                                         [](const auto& y) __attribute__((always_inline)) { return sqrt(y); });
  };
  const auto root = roots(r1 * Y, r3 * X, r2 * Y, r2 * X);
  const auto root2 = roots(max(r1X, r3Y), (m11 + m22) + m33);
  const T root_D = sqrt(r2 * abs(b.D.hi));
  b.cot_w = root2[0], b.G = root2[1];

  // D < 0: the momentum circles about the axis of the smallest moment. A half turn about e1 + e3 makes it axis 3.
  const detail::Test<T> smallest = detail::less<T>(b.D.hi, T(0));
  const auto in_place = [&](const T& circles_3, const T& circles_1) __attribute__((always_inline)) {
    return detail::select_by<T>(smallest, circles_1, circles_3);
  };
  const auto exchange = [&](T& one, T& other) __attribute__((always_inline)) {
    const T old = one;
    one = in_place(one, other);
    other = in_place(other, old);
  };
  exchange(b.I1, b.I3), exchange(b.m1, b.m3);
  exchange(b.d1.hi, b.d3.hi), exchange(b.d1.lo, b.d3.lo);
  label_.exchange_outer(b.D.hi < T(0));
  b.direction = in_place(T(1), T(-1));
  b.D = {abs(b.D.hi), b.direction * b.D.lo};
  b.near = detail::less<T>(in_place(r1X, r3Y), in_place(r3Y, r1X));
  b.a = in_place(root[0], root[1]), b.p = in_place(root[2], root[3]);
  const T h = in_place(root[1], root[0]), least = T(tiny) * b.a;
  b.separatrix = !(root_D > least);
  b.g = max(root_D, least), b.h = max(h, least);
  // Half turns about e1 and e3 make m3 and m1 positive.
  const T sign1 = copysign(T(1), b.m1), sign3 = copysign(T(1), b.m3), sign2 = (b.direction * parity) * (sign1 * sign3);
  b.m1 = abs(b.m1), b.m2 = sign2 * b.m2, b.m3 = abs(b.m3);

  set_near(b, integrals(b));
  most_turns_ = Lane<T>(0x1p-11) / eps;
  if (std::is_same_v<Lane<T>, double> && reach == Reach::far) {
    set_far(b);
    most_turns_ = Lane<T>(0x1p45);
  }
  about_thin_axis_ = (T(kThin) * b.I3 < b.I2) & !b.spin;
  regular_ = regular_ & !about_thin_axis_;
  if (!all_lanes<T>(!about_thin_axis_)) {
    const T inverse = T(1) / (b.I1 * b.d1.hi);
    thin_least_ = b.D.hi * inverse / (b.G * b.G), thin_share_ = T(4) * (b.I3 * b.d3.hi) * inverse;
  }
  x_ = body.x;
  const T G = b.G / m_scale;
  G_ = {T(2) * sign1 * G, T(2) * sign2 * G, sign3 * G};

  // Q(t) = Q(0) conj(p(0)) p(t), p = (Re a, Re b, Im b, Im a) with its vector part in body axes.
  ThetaPair<T> p;
  if (all_lanes<T>(circulates_)) {
    T sv, cv;
    detail::sincos_turns<T>(offset_[0], sv, cv);
    p = theta_(sv, cv);
  } else {
    T s, c;
    const ThetaPair<T> r = thetas(T(0), s, c);
    p = turned(r, s, c);
  }
  const T square = square_sum(p), scale = sqrt(square) * (T(1) / square);
  const Vec3<T> v = label_.vector(sign1 * p.br, sign2 * p.bi, sign3 * p.ai);
  const Quaternion<T> product = start.Q * Quaternion<T>{p.ar, -v};
  const Quaternion<T> q{scale * product.w, scale * product.v};
  set_columns(q, {sign1, sign2, sign3});
}

/// q, and q i, q j, q k
template <class T>
POLHODE_INLINE void PrincipalMotion<T>::set_columns(const Quaternion<T>& q, const T (&signs)[3]) noexcept {
  detail::store<T, 4>(detail::row<T>(q.w, q.v.x, q.v.y, q.v.z), column_[0]);
  const detail::RowOf<T, 4> products[3] = {detail::row<T>(-q.v.x, q.w, q.v.z, -q.v.y),
                                           detail::row<T>(-q.v.y, -q.v.z, q.w, q.v.x),
                                           detail::row<T>(-q.v.z, q.v.y, -q.v.x, q.w)};
  detail::unrolled<3>([&](auto i) __attribute__((always_inline)) {
    detail::store<T, 4>(detail::repeated<4>(signs[i]) * label_.row(i, products), column_[i + 1]);
  });
}

/// K and u0, K' and the smaller of w and K' - w by two arithmetic-geometric means in which the phases run along as
/// cotangents (first_kind() of elliptic.hpp), and the mean share of the third kind (mean_share() there). What is divided
/// lies in pairs. cot = 0 and infinity need no care: a/cot and a cot are then what they should be.
template <class T>
POLHODE_INLINE typename PrincipalMotion<T>::Integrals PrincipalMotion<T>::integrals(const Labelled& of) noexcept {
  using Two = detail::RowOf<T, 2>;
  const auto both = [](const T& y) __attribute__((always_inline)) { return detail::repeated<2>(y); };
  const Lane<T> close = Lane<T>(2) * sqrt(sqrt(epsilon<T>()));  // then what is left is right to close^4/512
  Two a = both(of.a), b = detail::row<T>(of.g, of.h), spread{};
  Two cot = detail::row<T>(of.p * (of.m1 / abs(of.m2)), of.cot_w);
  Two half_turns = both(T(0)), half_turns_before = half_turns;
  const Two two = both(T(2)), four = both(T(4));
  T p = of.p, x = T(0), sum = T(0), weight = T(2), unit = T(1);
  Mask<T> done = false;
  // All of them double in each trip in place of halving, as the angles do. At most 16 trips, as in agm().
  for (int trip = 0; trip < 16 && !all_lanes<T>(done); ++trip) {
    const auto move = [&](auto& from, const auto& to) __attribute__((always_inline)) {
      using V = std::remove_cvref_t<decltype(from)>;
      if constexpr (lanes<T> == 1)
        from = to;
      else if constexpr (std::is_same_v<V, T>)
        from = select<T>(done, from, to);
      else
        from = detail::select_row<T, 2>(done, from, to);
    };
    const Two ab = a * b, next = (four * a) * b;  // in a chain of roots each product counts
    move(spread, a - b);
    const Mask<T> wide = abs(spread[0]) > T(close) * a[0], wide_w = abs(spread[1]) > T(close) * a[1];
    // The share lags one trip behind: e of the trip before, and x of this one.
    const Two quotient = detail::row<T>(x, ab[0]) / both(p);
    move(sum, detail::mul_add(weight, quotient[0], sum));
    move(weight, weight * (T(0.5) - quotient[0]));
    move(x, quotient[1]);
    move(p, p + x);
    move(half_turns_before, half_turns);
    move(cot, cot - ab / cot);
    move(a, a + b);
    move(b, detail::each<T, 2>(next, [](const auto& y) __attribute__((always_inline)) { return sqrt(y); }));
    move(half_turns, two * half_turns + detail::each<T, 2>(cot, [](const auto& y) __attribute__((always_inline)) {
                       using V = std::remove_cvref_t<decltype(y)>;
                       return select<V>(y < V(0), V(1), V(0));
                     }));
    move(unit, T(0.5) * unit);
    done = done | !(wide | wide_w);
  }
  // The modulus that is left is small: k = spread/a. Mean and angle to the first power of k^2:
  //   AGM(1, k') = 1 - k^2/4,   pi F/(2K) = phi - k^2/8 sin 2 phi
  const Two k = spread / a, quarter = (both(T(0.25)) * k) * k;
  Two half_sine;
  const Two phi = detail::each<T, 2>(a, cot, half_sine,
                                     [](const auto& y, const auto& z, auto& sine)
                                         __attribute__((always_inline)) { return detail::angle_above(y, z, sine); });
  const Two angle = phi + (both(detail::pi<T>()) * half_turns_before - quarter * half_sine);
  a = a - quarter * a;
  const Two quotient = detail::row<T>(x, a[0]) / detail::row<T>(p, p + a[0]);
  sum = detail::mul_add(weight, quotient[0], sum);
  const T share = detail::mul_add(weight * (T(0.5) - quotient[0]), quotient[1], sum);
  return {unit * a[0], unit * a[1], angle[0], angle[1], unit, share};
}

template <class T>
POLHODE_INLINE void PrincipalMotion<T>::set_near(const Labelled& b, const Integrals& of) noexcept {
  const T pi = detail::pi<T>(), zero = T(0);
  const T ratio = of.mean / of.mean_w;  // K'/K
  // exp(-pi K'/K) <= 1/4
  circulates_ = b.spin | (pi * ratio >= T(1.38629436111989061883));

  // 2 mu = <phi'> - v', phi' = G (m1^2/I1 + m2^2/I2)/(m1^2 + m2^2)
  const T product = b.I1 * b.I2 * b.I3, mean = select<T>(b.separatrix, zero, of.mean),
          share = select<T>(b.separatrix, zero, of.share);
  const T twice_mu = (b.G * b.I3) * detail::mul_add(b.direction * b.d3.hi, share, b.I1) - b.direction * mean;
  const T above = select<T>(b.spin, b.G, twice_mu), below = select<T>(b.spin, b.spin_moment, product);
  const T turns = b.rate * (T(0.5) / pi), mu = turns * (T(0.5) * above / below);
  const T angle = of.unit * select<T>(b.spin, zero, copysign(of.angle, b.m2));       // pi u0/(2K)
  T first = turns * (b.direction * mean / product), offset = (T(0.5) / pi) * angle;  // pi lambda/(2K), in turns
  if (!all_lanes<T>(!circulates_)) {
    // exp(-ratio (pi/2 -+ pi w/(2K'))), from w or K' - w: the angle is what all wait for, and comes in last.
    const T quarter = ratio * (T(0.5) * pi), slope = of.unit * detail::select_by<T>(b.near, ratio, -ratio),
            near_f = detail::select_by<T>(b.near, quarter, zero),
            near_g = detail::select_by<T>(b.near, quarter, T(2) * quarter);
    const auto fg = detail::each<T, 2>(
        detail::row<T>(detail::mul_add(slope, of.angle_w, -near_f), detail::mul_add(-slope, of.angle_w, -near_g)),
        [](const auto& x) __attribute__((always_inline)) { return detail::exp_negative(x); });
    f_ = select<T>(b.spin, zero, fg[0]), g_ = select<T>(b.spin, zero, fg[1]);
    theta_ = ThetaReal<T>(f_, g_);
    // If axis 1 is the thin one, w is small, E near 1, and m1 has the digits of f - g = 2 sqrt(q) sinh(s).
    const Mask<T> thin = (T(kThin) * b.I1 < b.I2) & !b.spin;
    regular_ = circulates_ & !thin;
    if (!all_lanes<T>(!thin)) [[unlikely]]
      theta_.sharpen(thin, fg[0], fg[1],
                     T(2) * sqrt(fg[0] * fg[1]) * detail::sinh_positive(ratio * (of.unit * of.angle_w)));
  }
  if (!all_lanes<T>(circulates_)) {
    const T angle_w = of.unit * of.angle_w,
            S = T(0.5) * detail::select_by<T>(b.near, angle_w, T(0.5) * pi - angle_w);  // pi w/(4K')
    const T inverse_ratio = T(1) / ratio, period = select<T>(b.separatrix, zero, T(0.5) * pi * inverse_ratio);
    theta_imaginary_ = ThetaImaginary<T>(select<T>(b.separatrix, zero, detail::exp_negative<T>(-period)), S);
    period_ = period, inverse_period_ = select<T>(b.separatrix, zero, T(2) / pi * ratio);
    phase_slope_ = (T(1) / pi) * S * inverse_period_;
    first = select<T>(circulates_, first, b.rate * (T(0.5) * b.direction * of.mean_w / product));  // pi lambda/(4K')
    offset = select<T>(circulates_, offset, T(0.5) * angle * inverse_ratio);
  }
  detail::store<T, 2>(detail::row<T>(first, mu), frequency_);
  detail::store<T, 2>(detail::row<T>(offset, zero), offset_);
}

/// The frequencies once more, with twice the digits.
template <class T>
void PrincipalMotion<T>::set_far(const Labelled& b) noexcept {
  using D = DoubleDouble<T>;
  using namespace detail;
  const D inverse_2pi{T(0x1.45f306dc9c883p-3), T(-0x1.6b01ec5417056p-57)};
  const D half_pi{T(0x1.921fb54442d18p+0), T(0x1.1a62633145c07p-54)};
  const T least = T(smallest_modulus<T>()) * b.a;
  const auto root = [&](const D& x) __attribute__((always_inline)) {
    const D y = loose_sqrt(x);
    return select_pair<T>(y.hi > least, y, D(least));
  };
  const D m11 = two_prod(b.m1, b.m1), m22 = two_prod(b.m2, b.m2), m33 = two_prod(b.m3, b.m3);
  const D r1 = scaled(b.d1, b.I1), r3 = scaled(b.d3, b.I3), r2 = scaled(loose_sum(b.d1, b.d3), b.I2);
  const D Y = loose_sum(loose_product(r2, m33), loose_product(r3, m22));
  const D a = loose_sqrt(loose_product(r1, Y));
  const MeanShare<D> of = mean_share(a, root(loose_product(r2, b.D)), loose_sqrt(loose_product(r2, Y)));
  const D zero = T(0), mean = select_pair<T>(b.separatrix | b.spin, zero, shifted(of.mean, b.direction)),
          share = select_pair<T>(b.separatrix, zero, shifted(of.share, b.direction));
  const D G = sqrt(loose_sum(loose_sum(m11, m22), m33)), product = scaled(two_prod(b.I1, b.I2), b.I3);
  const D twice_mu = loose_sum(loose_product(scaled(G, b.I3), loose_sum(D(b.I1), loose_product(b.d3, share))), -mean);
  const D above = select_pair<T>(b.spin, G, twice_mu), below = select_pair<T>(b.spin, D(b.spin_moment), product);
  const D mu = shifted(loose_product(inverse_2pi, loose_quotient(above, below)), T(0.5));
  D first = loose_product(inverse_2pi, mean);
  if (!all_lanes<T>(circulates_)) {
    const D X = loose_sum(loose_product(r2, m11), loose_product(r1, m22));
    const D mean_w = agm(a, root(loose_product(r3, X))), ratio = loose_quotient(mean_w, of.mean);  // K/K'
    // pi K/(2K'). Its upper part alone has to be right to rounding: its inverse tells the phase between two flips.
    const D product_w = loose_product(half_pi, ratio), period = quick_two_sum<T>(product_w.hi, product_w.lo);
    const T inverse = T(1) / period.hi;
    phase_slope_ = select<T>(b.separatrix, T(0), phase_slope_ * (inverse / inverse_period_));
    period_ = select<T>(b.separatrix, T(0), period.hi), period_low_ = select<T>(b.separatrix, T(0), period.lo);
    inverse_period_ = select<T>(b.separatrix, T(0), inverse);
    first = select_pair<T>(circulates_, first, shifted(mean_w, T(0.5) * b.direction));
    // The phase at the start, also with twice the digits: it may be a dozen times larger than what is left of X near a
    // flip. If X starts far from 0 it is counted from the middle of the rest near axis 2, u = K: there tan am(K - u0) =
    // cot am(u0)/k'.
    const Mask<T> late = !(circulates_ | b.separatrix | (T(4) * abs(offset_[0]) <= period_));
    const T m1 = b.p * b.m1, m2 = abs(b.m2);
    const FirstKind<T> start = first_kind<T>(select<T>(late, m1, b.a * m2), select<T>(late, b.g * m2, m1), b.g / b.a);
    const D offset = loose_product(D(start.angle, start.angle_low), shifted(ratio, copysign(T(0.5), b.m2)));
    half_periods_ = select<T>(late, copysign(T(0.5), b.m2), T(0));
    const Mask<T> known = circulates_ | b.separatrix;
    offset_[0] = select<T>(known, offset_[0], select<T>(late, -offset.hi, offset.hi));
    offset_[1] = select<T>(known, offset_[1], select<T>(late, -offset.lo, offset.lo));
  }
  first = loose_quotient(first, product);
  const auto rate = row<T>(b.rate, b.rate);
  store<T, 2>(rate * row<T>(first.hi, mu.hi), frequency_);
  store<T, 2>(rate * row<T>(first.lo, mu.lo), frequency_low_);
}

template <class T>
template <class S>
POLHODE_INLINE PrincipalState<S> PrincipalMotion<T>::state(const S& t, Vec3<S>& tail) const noexcept {
  S s, c;
  const ThetaPair<S> r = thetas(t, s, c);
  const S size = square_sum(r), scale2 = S(1) / size, scale = sqrt(size) * scale2;
  // The scale comes last: its root and its quotient take as long as all of the rest.
  const ThetaPair<S> p = turned<S>(r, s, c);
  auto sum = detail::repeated<4>(p.ar) * detail::load_as<S>(column_[0]);
  sum = detail::mul_add(detail::repeated<4>(p.br), detail::load_as<S>(column_[1]), sum);
  sum = detail::mul_add(detail::repeated<4>(p.bi), detail::load_as<S>(column_[2]), sum);
  sum = detail::mul_add(detail::repeated<4>(p.ai), detail::load_as<S>(column_[3]), sum);
  sum = sum * detail::repeated<4>(scale);
  return {{sum[0], {sum[1], sum[2], sum[3]}}, body_momentum(r, scale2, tail)};
}

template <class T>
template <class S>
POLHODE_INLINE Vec3<S> PrincipalMotion<T>::only_momentum(const S& t, Vec3<S>& tail) const noexcept {
  S s, c;
  const ThetaPair<S> r = thetas(t, s, c);
  return body_momentum<S>(r, S(1) / square_sum(r), tail);
}

/// The same in the user's body axes: any inertia, any state.
///
///   const FreeMotion<double> motion(Inertia::box(1, 0.1, 0.2, 0.4), {attitude, momentum});
///   motion.at(1e6).Q;
template <class T>
class FreeMotion {
 public:
  /// Throws InvalidInput if the state is none (not finite, no attitude).
  FreeMotion(const Inertia& inertia, const State<T>& start, Reach reach = Reach::far)
      : FreeMotion(inertia.in_principal_axes<T>(), inertia.to_principal(checked(start)), convert<T>(inertia.frame()),
                   reach) {}

  /// The largest |t| for which there are digits, as PrincipalMotion::time_limit().
  T time_limit() const noexcept { return motion_.time_limit(); }
  State<T> at(const T& t) const noexcept { return in_body_axes(motion_.at(t)); }
  Vec3<T> momentum(const T& t) const noexcept { return rotate(frame_, motion_.momentum(t)); }
  /// In body axes. Of thin bodies it has digits that the momentum in body axes has not.
  Vec3<T> angular_velocity(const T& t) const noexcept { return rotate(frame_, motion_.angular_velocity(t)); }
  template <int N>
  State<Pack<T, N>> at(const Pack<T, N>& times) const noexcept {
    return in_body_axes(motion_.at(times));
  }

 private:
  PrincipalMotion<T> motion_;
  Quaternion<T> frame_;  // principal axes -> body axes
  bool turned_;          // they are not the same

  FreeMotion(const Principal<T>& body, const PrincipalState<T>& start, const Quaternion<T>& frame, Reach reach) noexcept
      : motion_(body, start, reach), frame_(frame), turned_(norm2(frame.v) > T(0)) {}
  template <class S>
  State<S> in_body_axes(const PrincipalState<S>& s) const noexcept {
    if (!turned_) return {s.Q, s.m};
    const Quaternion<S> F = convert<S>(frame_);
    return {s.Q * conj(F), rotate(F, s.m)};
  }
};

}  // namespace polhode::inline POLHODE_ISA

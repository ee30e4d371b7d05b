// principal_motion.hpp -- the exact motion of a free rigid body in principal axes: attitude and momentum at any time
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
// The constants are computed in exact/principal_motion_setup.hpp; here they are used.
#pragma once

#include <type_traits>

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/exact/elliptic.hpp"
#include "polhode/exact/labelled_axes.hpp"
#include "polhode/exact/turns.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/side_by_side.hpp"

namespace polhode::inline POLHODE_ISA {

/// How far in time a motion is to be right.
enum class Reach {
  /// Frequencies in double: the error grows like eps w t. For one evaluation, or a few turns.
  near,
  /// Frequencies with twice the digits: the error is a few eps up to 2^45 turns. Evaluations cost the same, the set-up
  /// about twice as much. In number types other than double the same as near.
  far,
};

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
  /// The momentum alone: half the cost. Along principal axes, which its type says.
  PrincipalVector<T> momentum(const T& t) const noexcept {
    Vec3<T> tail;
    return {only_momentum(t, tail)};
  }
  PrincipalVector<T> momentum(const T& t, Vec3<T>& tail) const noexcept { return {only_momentum(t, tail)}; }
  /// The angular velocity, right to the same eps of its largest value on the way, however thin the body.
  PrincipalVector<T> angular_velocity(const T& t) const noexcept { return {times(x_, momentum(t).v)}; }

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
      return joined(low, high);
    }
  }
  template <int N>
  PrincipalVector<Pack<T, N>> momentum(const Pack<T, N>& times) const noexcept {
    Vec3<Pack<T, N>> tail;
    return {only_momentum(times, tail)};
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
    detail::sincos_two_turns<S>(frequency_, frequency_low_, t, offset_[0], sv, cv, s, c);
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

template <class T>
template <class S>
POLHODE_INLINE PrincipalState<S> PrincipalMotion<T>::state(const S& t, Vec3<S>& tail) const noexcept {
  S s, c;
  const ThetaPair<S> r = thetas(t, s, c);
  const S size = square_sum(r), scale2 = S(1) / size, scale = sqrt(size) * scale2;
  // The scale comes last: its root and its quotient take as long as all of the rest.
  const ThetaPair<S> p = turned<S>(r, s, c);
  const auto q = detail::combination<S>(column_, p.ar, p.br, p.bi, p.ai) * detail::copies<4>(scale);
  return {{q[0], {q[1], q[2], q[3]}}, body_momentum(r, scale2, tail)};
}

template <class T>
template <class S>
POLHODE_INLINE Vec3<S> PrincipalMotion<T>::only_momentum(const S& t, Vec3<S>& tail) const noexcept {
  S s, c;
  const ThetaPair<S> r = thetas(t, s, c);
  return body_momentum<S>(r, S(1) / square_sum(r), tail);
}

}  // namespace polhode::inline POLHODE_ISA

// tumbling.hpp -- what one asks of a tumbling free body: class of motion, period, mean rates, tilt, times of the flips
//
// Everything is closed form, from the constants of the exact solution (docs/why/exact.md):
//
//     m1 = A cn u,  m2 = A sqrt(c2/c1) sn u,  m3 = B dn u,   u = u0 + lambda t,   in axes labelled as in free_motion.hpp
//
// Source     [Jacobi1850]; mean precession by the complete integral of the third kind, that by the arithmetic-geometric
//            mean, [DLMF] 19.8.7-19.8.9
//
// Symbols    I1 I2 I3    moments in labelled axes; axis 3 is the one that the momentum circles about, axis 2 the middle one
//            c1 c2 c3    |1/I2 - 1/I3|, c1 + c3, |1/I1 - 1/I2|
//            D           I1 |I3 - I2| m3^2 - I3 |I2 - I1| m1^2 >= 0; 0 on the separatrix
//            k, kp, K    moduli and quarter period of cn, sn, dn
#pragma once

#include <limits>
#include <vector>

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/exact/elliptic.hpp"
#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/power_of_two.hpp"

namespace polhode::inline POLHODE_ISA {

/// How a free body moves.
enum class Motion {
  rest,        ///< no momentum
  sphere,      ///< three equal moments: it turns about a fixed axis
  steady,      ///< the momentum lies along a principal axis, stable or not, and stays there
  symmetric,   ///< two equal moments: steady precession, the momentum circles about the axis of symmetry
  least,       ///< the momentum circles about the axis of the least moment
  greatest,    ///< the momentum circles about the axis of the greatest moment
  separatrix,  ///< between the two: it approaches a spin about the middle axis, from which it came in the other sense
};

/// The free motion of one body from its state at t = 0, summed up. T is double, long double or __float128; moments in any
/// order, moments and momentum from 1e-100 to 1e100. Its axes (0, 1, 2) are the principal ones. NaN in, NaN out, and no
/// flips.
template <class T>
class Tumbling {
 public:
  Tumbling(const Principal<T>& body, const PrincipalState<T>& start) noexcept;
  /// From a state in the body axes of `inertia`; throws InvalidInput if the state is none.
  Tumbling(const Inertia& inertia, const State<T>& start)
      : Tumbling(inertia.in_principal_axes<T>(), inertia.to_principal(checked(start))) {}

  Motion motion() const noexcept { return motion_; }
  /// The principal axis (0, 1, 2) that the momentum circles about, or lies along; on the separatrix one of the two outer
  /// ones; 2 for a sphere and at rest.
  int axis() const noexcept { return axis_; }
  /// 1 if the momentum is on the positive side of that axis, else -1. The rates below are about that half of the axis.
  int side() const noexcept { return side_; }

  /// Time after which the momentum in body axes is the same again. Infinite on the separatrix; 0 if it does not move.
  /// (The attitude never repeats, in general: after a period the body has turned about L by period precession_rate.)
  T period() const noexcept { return period_; }
  /// Mean rate at which the momentum circles about the axis, as the body sees it: positive about the axis of the greatest
  /// moment, negative about that of the least. +-2 pi/period; 0 if it does not move.
  T circulation_rate() const noexcept { return circulation_; }
  /// Mean rate at which the axis goes around L, seen from space; if axis and L coincide, the rate of the spin. Positive.
  /// Constant for a symmetric body. For the separatrix, its limit in the long run.
  T precession_rate() const noexcept { return precession_; }
  /// Mean rate at which the body turns about its axis relative to the plane of axis and L.
  T spin_rate() const noexcept { return T(0) - circulation_; }
  /// Angle between the axis and L (nutation): it swings between these, twice in a period; the same for symmetric bodies.
  T least_tilt() const noexcept { return least_tilt_; }
  T greatest_tilt() const noexcept { return greatest_tilt_; }

  /// A flip is a change of sign of the momentum along the middle axis. These are at equal intervals of half a period: none
  /// is missed and none invented, however long the time. A body that has no middle axis (symmetric, sphere) or that does
  /// not leave its axis (steady, rest) has none; on the separatrix there is one in all time.
  /// How many there are at from <= t < to; |to - from| up to 1e15 periods. In constant time.
  long long flips(T from, T to) const noexcept {
    long long first = 0, end = 0;
    numbers(from, to, first, end);
    return end - first;
  }
  /// Their times, in order.
  std::vector<T> flip_times(T from, T to) const {
    long long first = 0, end = 0;
    numbers(from, to, first, end);
    std::vector<T> times;
    times.reserve(std::size_t(end - first));
    for (long long n = first; n < end; ++n) times.push_back(min(max(time_of(n), from), to));
    return times;
  }
  /// The principal axis of the middle moment; -1 if there is none.
  int middle_axis() const noexcept { return middle_axis_; }

 private:
  // Half turns of v = pi u/2K, which grow with t: m2 changes its sign at whole numbers.
  T phase(T t) const noexcept {
    const T product = frequency_ * t;
    return product + (fma(frequency_, t, -product) + offset_);
  }
  T time_of(long long n) const noexcept { return (T(n) - offset_) / frequency_; }
  static long long ceiling(T x) noexcept {
    const T n = detail::nearest_integer(x);
    return (long long)(n < x ? n + T(1) : n);
  }
  void numbers(T from, T to, long long& first, long long& end) const noexcept {
    first = end = 0;
    const T a = phase(from), b = phase(to);
    constexpr T limit = T(0x1p51);
    if (!(frequency_ > T(0)) || !(from < to) || !(abs(a) < limit) || !(abs(b) < limit)) return;
    first = ceiling(a), end = ceiling(b);
    if (motion_ == Motion::separatrix) {  // the whole number 0 is the only one that u ever comes to
      const bool inside = first <= 0 && 0 < end;
      first = 0, end = inside;
    }
  }
  void set_motion(T (&I)[3], T (&m)[3], int (&axis)[3], T rate) noexcept;

  Motion motion_ = Motion::rest;
  int axis_ = 2, side_ = 1, middle_axis_ = -1;
  T period_{}, circulation_{}, precession_{}, least_tilt_{}, greatest_tilt_{};
  T frequency_{}, offset_{};
};

template <class T>
Tumbling<T>::Tumbling(const Principal<T>& body, const PrincipalState<T>& start) noexcept {
  constexpr T tiny = detail::smallest_modulus<T>();
  // Moments and momentum of order 1, by powers of two; axes sorted by moment.
  const auto scale = [](T x) { return is_finite(x) ? detail::inverse_power_of_two(x) : T(1); };
  const T m_scale = scale(max(max(abs(start.m.x), abs(start.m.y)), abs(start.m.z)));
  const T I_scale = scale(max(max(body.I.x, body.I.y), body.I.z));
  const T rate = I_scale / m_scale;
  int axis[3] = {0, 1, 2};
  const auto order = [&](int i, int j) {
    if (body.I[axis[j]] < body.I[axis[i]]) {
      const int old = axis[i];
      axis[i] = axis[j], axis[j] = old;
    }
  };
  order(0, 1), order(1, 2), order(0, 1);
  T I[3], m[3];
  int at_rest = 0, moving = 2;
  for (int i = 0; i < 3; ++i) {
    I[i] = I_scale * body.I[axis[i]], m[i] = m_scale * start.m[axis[i]];
    if (abs(m[i]) <= tiny)
      ++at_rest;
    else
      moving = i;
  }
  const bool low = I[0] == I[1], high = I[1] == I[2];
  const T G = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  if (!low && !high) middle_axis_ = axis[1];
  if (at_rest == 3) return;
  if (low && high) {
    motion_ = Motion::sphere;
    precession_ = rate * (G / I[0]);
  } else if (at_rest == 2) {
    motion_ = Motion::steady;
    axis_ = axis[moving], side_ = m[moving] < T(0) ? -1 : 1;
    precession_ = rate * (G / I[moving]);
  } else if ((low && abs(m[2]) <= tiny) || (high && abs(m[0]) <= tiny)) {
    // across the axis of symmetry: along a principal axis, if not along one that was given
    motion_ = Motion::steady;
    const int i = low ? (abs(m[1]) > abs(m[0]) ? 1 : 0) : (abs(m[2]) > abs(m[1]) ? 2 : 1);
    axis_ = axis[i], side_ = m[i] < T(0) ? -1 : 1;
    precession_ = rate * (G / I[1]);
  } else {
    set_motion(I, m, axis, rate);
  }
}

template <class T>
void Tumbling<T>::set_motion(T (&I)[3], T (&m)[3], int (&axis)[3], T rate) noexcept {
  constexpr T tiny = detail::smallest_modulus<T>();
  const T pi = detail::pi<T>();
  using DD = DoubleDouble<T>;
  // D with twice the digits: everything near the separatrix hangs on it.
  const DD d32 = two_sum(I[2], -I[1]), d21 = two_sum(I[1], -I[0]);
  const DD difference = (d32 * DD(I[0])) * two_prod(m[2], m[2]) - (d21 * DD(I[2])) * two_prod(m[0], m[0]);
  T D = difference.hi;
  const bool least = D < T(0);
  const int one = least ? 2 : 0, three = least ? 0 : 2;
  D = abs(D);
  const T I1 = I[one], I2 = I[1], I3 = I[three], d1 = abs((least ? d21 : d32).hi), d3 = abs((least ? d32 : d21).hi);
  const T m1 = abs(m[one]), m2 = m[1], m3 = abs(m[three]);
  const bool symmetric = !(d3 > T(0));
  axis_ = axis[three], side_ = m[three] < T(0) ? -1 : 1;

  const T r1 = I1 * d1, r3 = I3 * d3, r2 = I2 * (d1 + d3);  // in the ratio c1 : c3 : c2, times I1 I2 I3
  const T c12 = r1 / r2, c32 = r3 / r2;
  const T A2 = m1 * m1 + c12 * (m2 * m2), B2 = m3 * m3 + c32 * (m2 * m2);
  const T A = sqrt(A2), B = sqrt(B2), G = sqrt(m1 * m1 + m2 * m2 + m3 * m3);
  const T kp = symmetric ? T(1) : min(sqrt(D / (r1 * B2)), T(1));
  const bool separatrix = !(kp > tiny) && kp == kp;
  motion_ = symmetric ? Motion::symmetric : separatrix ? Motion::separatrix : least ? Motion::least : Motion::greatest;

  least_tilt_ = atan2(A, B);
  greatest_tilt_ = separatrix ? T(0.5) * pi : atan2(A, sqrt(c12) * (B * kp));

  const FirstKind<T> first = first_kind<T>(sqrt(c12) * m2, m1, kp);
  const T lambda = B * sqrt(d1 * (d1 + d3) / (I1 * I2)) / I3;
  const T direction = least ? T(-1) : T(1);
  const T half_turns = rate * (lambda * first.mean / pi);
  if (separatrix) {
    period_ = T(std::numeric_limits<double>::infinity());
    precession_ = rate * (G / I2);
  } else {
    period_ = T(2) / half_turns;
    circulation_ = direction * pi * half_turns;
    // G/I1 -+ G c3 S/2, S = sum Q_n: Pi(-c3/c1, k)/K = 1 - c3 S/(2 c2).  [DLMF] 19.8.7; at most 16 trips, as in agm()
    T a = T(1), g = kp, p = sqrt(r2 / r1), Q = T(1), S = T(1);
    for (int trip = 0; trip < 16; ++trip) {
      const T ag = a * g, pp = p * p;
      Q = T(0.5) * Q * ((pp - ag) / (pp + ag));
      S += Q;
      p = T(0.5) * (p + ag / p);
      a = T(0.5) * (a + g);
      g = sqrt(ag);
      if (!(abs(Q) > T(0.125) * T(epsilon<T>()) * S)) break;
    }
    const T c3 = d3 / (I1 * I2);
    precession_ = rate * (G * (T(1) / I1 - direction * (T(0.5) * c3) * S));
  }

  if (symmetric) return;
  // u grows with t from where m2 grows. In body axes mj' = mk ml (1/Il - 1/Ik), (j, k, l) cyclic; outer is 1 if the axis
  // of the least moment is k.
  const bool outer = (axis[1] + 1) % 3 == axis[0];
  const bool grows = ((m[0] < T(0)) != (m[2] < T(0))) == outer;
  frequency_ = half_turns;
  offset_ = m2 == T(0) ? T(0) : (grows ? first.angle : -first.angle) / pi;
}

}  // namespace polhode::inline POLHODE_ISA

// orbit.hpp -- a Kepler orbit of any shape: circle, ellipse, parabola, hyperbola. Direction and distance at a time
//
// Sources    [Mikkola1987] for the first guess, [DanbyBurkardt1983] for the iteration, both in universal variables
// Units      in this file: the periapsis radius q and the time sqrt(q^3/mu). With a = 1 - e, k = sqrt |a|:
//                S, C      sin(k s/2)/k and cos(k s/2); for a hyperbola sinh and cosh; for a parabola s/2 and 1
//                time      s + e (s - 2 S C)/a: Kepler's equation, to be solved for s
//                distance  C^2 + (1 + e) S^2
//                position  C^2 - (1 + e) S^2 towards the periapsis, 2 sqrt(1 + e) S C at right angles to it
//            All sums have terms of one sign, and e = 1 is nothing special: around it all are power series in a s^2.
// Accuracy   a few eps in the direction and in the relative distance, besides what the rounding of the time itself makes; for
//            every conic, e = 1 +- 1e-9 as well, after any number of revolutions and however far out
//            (tests/torques/orbit_test.cpp).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "polhode/exact/elliptic.hpp"
#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/power_series.hpp"
#include "polhode/rotation/vec3.hpp"
#include "polhode/torques/card.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode {

/// Of a torque that acts on an orbit: mu, and the table [torque.orbit].
inline constexpr std::array<TorqueKey, 7> kOrbitKeys{
    {{.name = "mu", .meaning = "the gravitational parameter", .unit = "m^3/s^2", .rule = TorqueKey::Rule::positive},
     {.name = "orbit.periapsis_radius",
      .meaning = "the least distance from the centre of attraction",
      .unit = "m",
      .rule = TorqueKey::Rule::positive},
     {.name = "orbit.eccentricity",
      .meaning = "0 for a circle, below 1 for an ellipse, 1 for a parabola, above 1 for a hyperbola",
      .rule = TorqueKey::Rule::not_negative},
     {.name = "orbit.inclination",
      .meaning = "angle between the plane of the orbit and that of e1 and e2 (0 if not given)",
      .unit = "rad",
      .required = false},
     {.name = "orbit.node",
      .meaning = "angle from e1 to the ascending node (0 if not given)",
      .unit = "rad",
      .required = false},
     {.name = "orbit.argument",
      .meaning = "angle from the ascending node to the periapsis (0 if not given)",
      .unit = "rad",
      .required = false},
     {.name = "orbit.periapsis_time",
      .meaning = "a time of passage through the periapsis (0 if not given)",
      .unit = "s",
      .required = false}}};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

/// Where a satellite is: seen from the centre of attraction, in space axes.
template <class T>
struct OrbitPoint {
  Vec3<T> direction;  ///< of length 1, from the centre to the satellite
  T distance;         ///< in units of the periapsis radius
  T inverse;          ///< 1/distance
};

namespace detail {

/// 1/first! - z/(first + 2)! + z^2/(first + 4)! - ..., with as many terms as leave less than eps/8 of the first for |z| <= bound.
template <int first, int bound, class T>
POLHODE_INLINE T alternating_series(const T& z) noexcept {
  using L = Lane<T>;
  constexpr auto term = [](int i, int base) {  // base^i/(first + 2 i)!
    L product = L(1);
    for (int j = 2; j <= first + 2 * i; ++j) product = product / L(j);
    for (int j = 0; j < i; ++j) product = product * L(base);
    return product;
  };
  constexpr int n = [term] {
    int terms = 1;
    while (term(terms, bound) > epsilon<T>() / L(8) * term(0, 1)) ++terms;
    return terms;
  }();
  constexpr auto coefficients = [term] {
    std::array<L, n> c{};
    for (int i = 0; i < n; ++i) c[std::size_t(i)] = term(i, -1);
    return c;
  }();
  // Even and odd terms by themselves: half as long to wait for.
  const T z2 = z * z;
  T sums[2]{T(coefficients[n - 1]), T(coefficients[n - 2])};
#pragma GCC unroll 32
  for (int i = n - 3; i >= 0; --i) {
    T& sum = sums[(n - 1 - i) % 2];
    sum = mul_add<T>(sum, z2, T(coefficients[std::size_t(i)]));
  }
  constexpr int odd = n % 2;  // which of them ends with the constant
  return mul_add<T>(sums[odd], z, sums[1 - odd]);
}

/// 1/x^(1/3) to 2e-5, for first guesses.
template <class T>
POLHODE_INLINE T rough_inverse_cube_root(const T& x) noexcept {
  if constexpr (std::is_same_v<Lane<T>, double>) {
    // The bits of a number are nearly its logarithm, and a third of them 1/4 + 1/16 + ...; good to 4 %, and each step squares that.
    auto third = BitView<T>::bits(x);
    third = (third >> 2) + (third >> 4);
    third = third + (third >> 4);
    third = third + (third >> 8);
    third = third + (third >> 16);
    T y = BitView<T>::value(0x553ef0ff289dd796 - third);
    for (int i = 0; i < 2; ++i) y = y * fma<T>(T(-1.0 / 3), (x * y) * (y * y), T(4.0 / 3));
    return y;
  } else {
    return exp<T>(log<T>(x) * T(Lane<T>(-1) / Lane<T>(3)));
  }
}

}  // namespace detail

template <class P = double>
class KeplerOrbit {
 public:
  /// The shape: gravitational parameter, periapsis radius, eccentricity. Its plane: inclination to that of e1 and e2, angle
  /// from e1 to the ascending node, angle from there to the periapsis, in rad. A time at which it is at the periapsis.
  struct Elements {
    P mu{1}, periapsis_radius{1}, eccentricity{0}, inclination{0}, node{0}, argument{0}, periapsis_time{0};
  };

  KeplerOrbit() noexcept : KeplerOrbit(Elements{}) {}
  explicit KeplerOrbit(const Elements& given) noexcept : elements_(given) {
    using Two = DoubleDouble<P>;
    const P e = given.eccentricity, q = given.periapsis_radius;
    const Two a = Two(P(1)) - Two(e), q3 = Two(q) * Two(q) * Two(q);
    a_ = a.hi, k_ = sqrt<P>(abs<P>(a_)), across_ = sqrt<P>(P(1) + e);
    strength_ = given.mu / q3.hi, rate_ = sqrt<P>(strength_);
    cubic_ = P(1) / fma<P>(P(4), e, P(0.5)), correction_ = P(-0.078) / (P(1) + e);
    // The period in two parts, so that many of them come off a time without loss; an open orbit has 0 of length 0.
    const Mask<P> closed = a_ > P(0);
    const Two a3 = detail::select_pair<P>(closed, a * a * a, Two(P(1)));
    const Two period = Two(P(2) * detail::pi<P>(), P(2) * detail::pi_low<P>()) * sqrt(q3 / (Two(given.mu) * a3));
    period_ = detail::select_pair<P>(closed, period, Two(P(0)));
    per_time_ = select<P>(closed, P(1) / period.hi, P(0));
    // Rz(node) Rx(inclination) Rz(argument), its first two columns
    P si, ci, sn, cn, sw, cw;
    sincos<P>(given.inclination, si, ci), sincos<P>(given.node, sn, cn), sincos<P>(given.argument, sw, cw);
    e1_ = {cn * cw - sn * ci * sw, sn * cw + cn * ci * sw, si * sw};
    e2_ = {-(cn * sw) - sn * ci * cw, cn * ci * cw - sn * sw, si * cw};
  }

  /// From the keys above, which have met their rules. Throws KeyFault where numbers would overflow.
  static KeplerOrbit from(const TorqueValues<P>& v) {
    const KeplerOrbit orbit({v.number("mu"), v.number("orbit.periapsis_radius"), v.number("orbit.eccentricity"),
                             v.number("orbit.inclination"), v.number("orbit.node"), v.number("orbit.argument"),
                             v.number("orbit.periapsis_time")});
    const auto first = [](const P& x) { return to_text(double(lane(x, 0))); };
    if (!all_lanes<P>((orbit.strength_ >= P(1e-100)) & (orbit.strength_ <= P(1e100))))
      throw KeyFault("orbit.periapsis_radius",
                     first(orbit.elements_.periapsis_radius) +
                         ": mu/periapsis_radius^3 must be between 1e-100 and 1e100 1/s^2 (are both in SI units?)");
    if (!all_lanes<P>(orbit.elements_.eccentricity <= P(1e20)))
      throw KeyFault("orbit.eccentricity",
                     first(orbit.elements_.eccentricity) + " must be at most 1e20 (an eccentricity is a pure number)");
    return orbit;
  }

  const Elements& elements() const noexcept { return elements_; }
  /// Of a revolution; 0 for parabola and hyperbola.
  P period() const noexcept { return period_.hi; }
  /// mu/periapsis_radius^3
  P strength() const noexcept { return strength_; }

  /// At a time. A T with more digits than P gets constants with as many.
  template <class T>
  OrbitPoint<T> at(const T& t) const noexcept {
    if constexpr (!std::is_same_v<Lane<T>, Lane<P>>) {
      const Elements& s = elements_;
      return KeplerOrbit<Lane<T>>({Lane<T>(s.mu), Lane<T>(s.periapsis_radius), Lane<T>(s.eccentricity),
                                   Lane<T>(s.inclination), Lane<T>(s.node), Lane<T>(s.argument),
                                   Lane<T>(s.periapsis_time)})
          .at(t);
    } else {
      const Place<T> p = in_plane(t);
      const T inverse = T(1) / p.r;
      return {(p.x * inverse) * convert<T>(e1_) + (p.y * inverse) * convert<T>(e2_), p.r, inverse};
    }
  }

  /// The time in which the satellite goes as far as it is away from the centre, or would on a circle: nothing changes faster.
  /// The periapsis is at least two thirds of it away, or passed, or near by.
  double time_scale(double t) const noexcept
    requires std::is_same_v<P, double>
  {
    const double r = at(t).distance;
    return r / std::sqrt(strength_ * std::fmax(2 / r - a_, 1 / r));  // v^2 = mu (2/r - (1 - e)/q)
  }

 private:
  Elements elements_;
  P a_, k_, across_;      // 1 - e, sqrt |a|, sqrt(1 + e)
  P strength_, rate_;     // mu/q^3, and its root
  P cubic_, correction_;  // constants of the first guess
  DoubleDouble<P> period_;
  P per_time_;       // 1/period
  Vec3<P> e1_, e2_;  // towards the periapsis, and at right angles to it, along the motion

  template <class T>
  struct Place {
    T x, y, r;
  };
  template <class T>
  struct Universal {
    T S, C, beyond;  ///< beyond: time less s
  };

  template <class T>
  Place<T> in_plane(const T& t) const noexcept {
    if constexpr (is_power_series<T>) {
      // x'' = -x/r^3, as far as the series go, from a place and its velocity
      const auto start = [this](const auto& t0) {
        using N = std::remove_cvref_t<decltype(t0)>;
        const Universal<N> u = solved(t0);
        const Place<N> p = place(u);
        const N speed = N(rate_) / p.r;
        return std::array<N, 4>{p.x, p.y, -(speed * (N(2) * u.S * u.C)),
                                speed * (N(across_) * (u.C * u.C - N(a_) * (u.S * u.S)))};
      };
      const auto slope = [this](const std::array<T, 4>& u) {
        const T r2 = u[0] * u[0] + u[1] * u[1], pull = -T(strength_) / (r2 * sqrt(r2));
        return std::array<T, 4>{u[2], u[3], pull * u[0], pull * u[1]};
      };
      const std::array<T, 4> u = T::template solution<4>(t, start, slope);
      return {u[0], u[1], sqrt(u[0] * u[0] + u[1] * u[1])};
    } else {
      return place(solved(t));
    }
  }
  template <class T>
  POLHODE_INLINE Place<T> place(const Universal<T>& u) const noexcept {
    const T y = T(across_) * u.S, C2 = u.C * u.C;
    return {(u.C - y) * (u.C + y), T(2) * y * u.C, C2 + y * y};
  }

  /// Kepler's equation.
  template <class T>
  Universal<T> solved(const T& t) const noexcept {
    const T e = T(elements_.eccentricity), a = T(a_);
    const DoubleDouble<T> since = two_sum<T>(t, -T(elements_.periapsis_time));
    // Beyond 2^51 revolutions a time says nothing of the place: NaN.
    const T revolutions = since.hi * T(per_time_),
            n = select<T>(abs<T>(revolutions) < T(Lane<T>(0.5) / epsilon<T>()), detail::nearest_integer<T>(revolutions),
                          T(std::numeric_limits<double>::quiet_NaN()));
    const T time = T(rate_) * (fma<T>(-n, T(period_.hi), since.hi) + (since.lo - n * T(period_.lo)));
    // Further out nothing is felt, and the squares below would overflow. NaN stays.
    const T tau = min<T>(T(epsilon<T>() > Lane<T>(1e-9) ? Lane<T>(1e15) : Lane<T>(1e140)), abs<T>(time));

    T s = guess(tau);
    // The error of the guess is at most 2e-3 of s or 1/k, and falls with its fourth power, as in [DanbyBurkardt1983]; here by
    // the inverse series of f + f1 d + f2 d^2 + f3 d^3 = 0, which has one division.
    for (int i = 0; i < (epsilon<T>() < Lane<T>(1e-17) ? 2 : 1); ++i) {
      const Universal<T> u = universal(s);
      const T over = T(1) / place(u).r, d = ((s - tau) + u.beyond) * over, p = (e * (u.S * u.C)) * over,
              q = (T(Lane<T>(1) / Lane<T>(6)) * e) * (u.C * u.C - a * (u.S * u.S)) * over;
      s = s - d * fma<T>(d, fma<T>(d, T(2) * p * p - q, p), T(1));
    }
    // What is left is put on S and C themselves: far out on a hyperbola they change by more than an ulp with an ulp of s.
    Universal<T> u = universal(s);
    const T over = T(1) / place(u).r, left = ((s - tau) + u.beyond) * over;
    const T half = T(-0.5) * left * fma<T>(left, (e * (u.S * u.C)) * over, T(1));
    const T S = u.S, C = u.C, curved = T(0.5) * (a * (half * half));
    u.S = copysign<T>(S + (half * C - curved * S), time);
    u.C = C - (a * (half * S) + curved * C);
    return u;
  }

  /// s for a time >= 0, as in [Mikkola1987]. His unknown is k x = sin(k s/3); divided by k^3 his two cubics, for ellipse and
  /// hyperbola, are one for all conics: 3 x + (4 e + 1/2) x^3 = time.
  template <class T>
  T guess(const T& time) const noexcept {
    const T e = T(elements_.eccentricity), a = T(a_), A = T(cubic_), B = T(0.5) * A * time;
    const T z3 = B + sqrt<T>(B * B + A * A * A), over = detail::rough_inverse_cube_root(z3), Ao = A * over,
            z = (z3 * over) * over;
    T x = T(2) * B / (z * z + A + Ao * Ao);
    const T w = a * (x * x), y2 = abs<T>(w);
    const auto closed_guess = [&](const T& one) {
      return fma<T>(a, time, e * one * fma<T>(T(-4), a * (one * one), T(3)));
    };
    const T x_closed = x * fma<T>(T(correction_) * w, w, T(1));
    if (all_lanes<T>(a >= T(0))) return closed_guess(x_closed);
    const T x_open = x * (T(1) + T(0.071) * (y2 / fma<T>(T(0.45), y2, T(1))) * (y2 / fma<T>(T(4), y2, T(1))) / e);
    x = select<T>(a >= T(0), x_closed, x_open);
    const T sine2 = a * (x * x), closed = closed_guess(x);
    const T kx = T(k_) * x, near = T(3) * x * fma<T>(sine2, fma<T>(T(0.075), sine2, T(1) / T(6)), T(1)),
            far = T(3) * log<T>(kx + sqrt<T>(fma<T>(kx, kx, T(1)))) / T(k_);
    return select<T>(a >= T(0), closed, select<T>(kx < T(0.1), near, far));
  }

  /// S, C and e (s - 2 S C)/a.
  template <class T>
  POLHODE_INLINE Universal<T> universal(const T& s) const noexcept {
    const T e = T(elements_.eccentricity), a = T(a_), s2 = s * s, z = a * s2, half = T(0.5) * s, z4 = T(0.25) * z;
    // On an ellipse k s is at most pi, up to the error of the guess: always the series.
    const Mask<T> small = abs<T>(z) <= T(10);
    Universal<T> u{half * detail::alternating_series<1, 3>(z4), detail::alternating_series<0, 3>(z4),
                   e * (s * s2) * detail::alternating_series<3, 10>(z)};
    if (!all_lanes<T>(small)) {  // on a hyperbola
      const T up = exp<T>(T(k_) * half), down = T(1) / up, S = T(0.5) * (up - down) / T(k_), C = T(0.5) * (up + down),
              beyond = e * ((s - T(2) * S * C) / a);
      u = {select<T>(small, u.S, S), select<T>(small, u.C, C), select<T>(small, u.beyond, beyond)};
    }
    return u;
  }
};

}  // namespace polhode::inline POLHODE_ISA

// lagrange_top.hpp -- the exact motion of Lagrange's top, a symmetric body with its weight on its axis: attitude and momentum
// at any time
//
// In axes of which the third is that of the body, and with the quaternion as a = w + i z, b = x + i y:
//
//     a = ca theta1(v + i sa) e^(i mua t),   b = cb theta2(v + i sb) e^(i mub t),   v = nu t + v0,
//
// up to a common factor; the momentum comes from a, b and their derivatives (docs/why/lagrange-top.md). No integral of the third
// kind is left in an evaluation.
//
// Symbols    A C       moments across and along the axis; W = weight times arm > 0; r = 1/(2 A W)
//            z         cosine of the tilt, z1 <= z <= z2 <= 1 <= z3: the roots of
//                      P(z) = (e - z)(1 - z^2) - r (Lz - L3 z)^2,  z'^2 = (2 W/A) P(z)
//            L3 Lz     momentum along the axis and along the vertical
//            n mp      the vertical in body axes across the axis; the momentum across the axis
//            k^2       (z2 - z1)/(z3 - z1); k'^2 = (z3 - z2)/(z3 - z1); kappa = K'/K, the nome is exp(-pi kappa)
//            nu        pi lambda/2K, lambda^2 = W (z3 - z1)/2A
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "polhode/exact/free_motion.hpp"
#include "polhode/exact/wide.hpp"

namespace polhode::inline POLHODE_ISA {

/// The motion of one top, from its state at t = 0; the fixed point is the origin of its inertia, and e3 of space points up. T is
/// double, or __float128. Errors in double: 12 eps of sqrt(m^2 + A W), W = weight times arm, and 12 eps radians, up to time_limit(),
/// but for a top that just does not reach the vertical (docs/why/lagrange-top.md). Without a weight it is FreeMotion, to the bit.
/// The quaternion is continuous in t.
///
///   const LagrangeTop<double> top(Inertia::principal(1, 1, 0.4), 9.81, {0, 0, 0.3}, {attitude, momentum});
///   top.at(1e6).Q;
template <class T>
class LagrangeTop {
 public:
  /// Weight (mass times g) and arm from the fixed point to the centre of mass, along the body axes. Throws InvalidInput unless
  /// two principal moments are equal and the arm is along the axis of the third, both to 1e-12.
  LagrangeTop(const Inertia& inertia, const T& weight, const Vec3<T>& arm, const State<T>& start);

  /// The principal axis that the arm is along if it is one of symmetry, any one of a sphere; -1 if it is not Lagrange's top.
  static int axis_of(const Inertia&, const Vec3<double>& arm) noexcept;

  /// The largest |t| that makes sense: 2^45 turns.
  T time_limit() const noexcept {
    return free_ ? free_->time_limit()
                 : T(most_turns_) / max(abs(frequency_[0]), max(abs(frequency_[1]), abs(frequency_[2])));
  }
  /// Of the tilt (nutation); 0 for a top that stands, hangs or sleeps, and without a weight.
  T period() const noexcept { return free_ || frequency_[0] == T(0) ? T(0) : T(0.5) / abs(frequency_[0]); }

  /// Attitude and momentum at time t, past or future, up to time_limit().
  POLHODE_INLINE State<T> at(const T& t) const noexcept { return free_ ? free_->at(t) : state(t); }
  /// The same at many times: each lane has the bits of its time alone.
  template <int L>
  POLHODE_INLINE State<Pack<T, L>> at(const Pack<T, L>& times) const noexcept {
    return free_ ? free_->at(times) : state(times);
  }

 private:
  using W = detail::Widened<T>;
  struct Roots;
  /// a, b without their phases, and 2 A times their derivatives without c0, the rate at which the body turns faster about its axis
  /// than one with A for C, which the momentum does not see: rows (Re a, Re b, Im b, Im a).
  template <class S>
  struct Spinor {
    detail::SideBySide<S, 4> value, slope;
  };

  bool set(const W& A, const W& C, const W& weight, const Quaternion<T>& Q, const Vec3<T>& m, const T& rate) noexcept;
  void set_series(const W& kappa, const W (&shift)[2], const T& ratio, const T (&eta)[2], const T& nu) noexcept;
  void set_phases(const Quaternion<T>& Q, const Vec3<T>& m, const T& frequency) noexcept;
  template <class S>
  POLHODE_INLINE State<S> state(const S& t) const noexcept;
  template <class S>
  POLHODE_INLINE Spinor<S> in_nome(const S& sine, const S& cosine) const noexcept;
  template <class S>
  POLHODE_INLINE Spinor<S> in_complementary_nome(const S& v) const noexcept;

  static constexpr int N = detail::theta_terms<T>();
  static constexpr Lane<T> most_turns_ = std::is_same_v<T, double> ? Lane<T>(0x1p45) : Lane<T>(0x1p-11) / epsilon<T>();

  bool circulates_ = true;                 // the series in the nome; else the one in the complementary nome
  T frequency_[4]{}, frequency_low_[4]{};  // of v, mua, mub in turns
  T offset_[3]{}, offset_low_{};           // the same at t = 0; of v also what is left
  T m3_{}, m_scale_{};                     // momentum along the axis; unit of the slopes
  // In the nome: polynomials in sin^2 v, without a factor of sin v or cos v. In the complementary nome, X = v/kappa: coefficients of
  // the hyperbolic functions of (2n+1) X, of a, and 2n X, of b.
  T value_[N + 1][4]{}, slope_[N + 1][4]{};
  T inverse_kappa_{}, phase_slope_[2]{};  // X = 2 pi v/kappa, and what v adds to the phases
  T rate_[4]{}, eta_[2]{};                // nu/kappa and the rates of the phases, times 2 A
  Quaternion<T> frame_;                   // axes of the top -> body axes
  bool turned_ = false;
  std::optional<FreeMotion<T>> free_;
};

/// The roots counted from the start, x = z - z0, and distances with all their digits.
template <class T>
struct LagrangeTop<T>::Roots {
  W z21, z32, z31, low, high;        // low = z0 - z1, high = z2 - z0
  W up1, up2, down1, down2, above3;  // 1 + z1, 1 + z2, 1 - z1, 1 - z2, z3 - 1
  W sum, difference;                 // Lz + L3, Lz - L3

  /// up0 = 1 + z0, down0 = 1 - z0; n and mp of the start.
  Roots(const W& up0, const W& down0, const W (&n)[2], const W (&mp)[2], const W& L3, const W& r) noexcept {
    const W z0 = up0 - W(T(1)), D = n[0] * mp[0] + n[1] * mp[1], turn = n[0] * mp[1] - n[1] * mp[0];
    const W E = r * (mp[0] * mp[0] + mp[1] * mp[1]), s2 = up0 * down0;
    // x^3 + p2 x^2 + p1 x + p0 from the start itself: near rotations about the vertical everything is small with it
    const W p0 = r * (turn * turn), p1 = W(T(2)) * (r * (D * L3) - z0 * E) - s2, p2 = (z0 + z0) - E - r * (L3 * L3);
    // The root far from the other two: beyond the extremum, from where Newton's method converges from one side
    using Short = typename detail::WideNumber<W>::Short;
    const Short q2 = Short(p2), q1 = Short(p1), q0 = Short(p0), middle = -q2 / Short(3),
                delta = sqrt(max(middle * middle - q1 / Short(3), Short(0)));
    const bool lowest = ((middle + q2) * middle + q1) * middle + q0 > Short(0);
    Short guess = lowest ? middle - Short(2) * delta : middle + Short(2) * delta;
    const auto newton = [](auto x, const auto& a2, const auto& a1, const auto& a0) {
      using U = decltype(x);
      const U f = ((x + a2) * x + a1) * x + a0, slope = (U(3) * x + U(2) * a2) * x + a1;
      return U(0) < abs(slope) ? x - f / slope : x;
    };
    for (int trip = 0; trip < 8; ++trip) guess = newton(guess, q2, q1, q0);
    W x = W(guess);
    if constexpr (!std::is_same_v<W, Short>)
      for (int trip = 0; trip < 2; ++trip) x = newton(x, p2, p1, p0);
    const W zero = W(T(0)), half = W(T(0.5)), four = W(T(4)), least = W(T(kFloor)) * (abs(L3) + W(T(1)));
    const auto apart = [&](const W& y) { return abs(y) < least ? (y < zero ? -least : least) : y; };
    sum = apart(D + L3 * up0), difference = apart(D - L3 * down0);
    // z2 and z3 are on both sides of 1: of t = 1 - z2 and u = z3 - 1 the product is known, and the difference
    const W product = r * (difference * difference);
    W x3, lead;
    if (lowest) {
      // The other two from their sum, by p1 and p0 if the root is not small itself, and from t and u
      const bool small = abs(Short(x)) < Short(0.5) * delta;
      const W both = small ? -(p2 + x) : (p1 + p0 / x) / x;
      low = x < zero ? -x : zero;
      down1 = down0 + low, lead = (down0 + down0) - both, z32 = sqrt(lead * lead + four * (product / down1));
      x3 = half * (both + z32), high = small ? half * (both - z32) : p0 / (x3 * low);
      if (high < zero) high = zero;
      if (small && zero < high) low = p0 / (x3 * high);
      z21 = low + high;
    } else {
      x3 = x;
      const W outer = p0 / x3, both = (p1 + outer) / x3;
      z21 = sqrt(both * both + four * outer);
      const W larger = half * (z21 + abs(both)), smaller = zero < larger ? outer / larger : zero;
      low = both < zero ? larger : smaller, high = both < zero ? smaller : larger;
      down1 = down0 + low, lead = (down0 + down0) - (high + x3), z32 = x3 - high;
    }
    if (z21 < W(T(kFloor)) * z32) z21 = W(T(kFloor)) * z32;
    z31 = z32 + z21;
    up2 = up0 + high, up1 = r * (sum * sum) / (up2 * (up0 + x3));
    const W larger = half * (z32 + abs(lead)), smaller = product / (down1 * larger);
    above3 = lead < zero ? larger : smaller, down2 = lead < zero ? smaller : larger;
  }
  static constexpr double kFloor = 0x1p-200;
};

template <class T>
int LagrangeTop<T>::axis_of(const Inertia& inertia, const Vec3<double>& arm) noexcept {
  const Vec3<double>&I = inertia.moments(), p = rotate_back(inertia.frame(), arm);
  const auto equal = [](double x, double y) { return std::fabs(x - y) <= 1e-12 * std::fmax(x, y); };
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const bool along = std::hypot(p[i], p[j]) <= 1e-12 * std::fabs(p[k]),
               sphere = equal(I[k], I[i]) && equal(I[k], I[j]);
    if (equal(I[i], I[j]) && (along || sphere)) return k;
  }
  return -1;
}

template <class T>
LagrangeTop<T>::LagrangeTop(const Inertia& inertia, const T& weight, const Vec3<T>& arm, const State<T>& start) {
  const Vec3<double>&I = inertia.moments(), a = convert<double>(arm);
  const auto number = [](const T& x) { return to_text(double(x)); };
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(a[i]))
      throw InvalidInput("top: arm " + detail::listed(a) + " must be finite (an uninitialised or overflowed value?)");
  if (!std::isfinite(double(weight)))
    throw InvalidInput("top: weight " + number(weight) + " must be finite (an uninitialised or overflowed value?)");
  const T length = norm(arm), W0 = weight * length;
  if (W0 != T(0) && !(std::fabs(double(W0)) >= 1e-150 && std::fabs(double(W0)) <= 1e150))
    throw InvalidInput("top: weight times arm " + number(W0) +
                       " must be zero or between 1e-150 and 1e150 (is the unit right?)");
  detail::check_state(convert<double>(start));
  if (W0 == T(0)) {
    free_.emplace(inertia, start);
    return;
  }
  const int axis = axis_of(inertia, a);
  if (axis < 0)
    throw InvalidInput(
        "top: arm " + detail::listed(a) + " and principal moments " + detail::listed(I) +
        ": two moments must be equal and the arm along the axis of the third (the exact top is Lagrange's: "
        "symmetric, its weight on its axis; for others integrate with the torque heavy-top)");
  const T C = T(I[axis]), A = T(0.5) * (T(I[(axis + 1) % 3]) + T(I[(axis + 2) % 3]));

  // Axis 3 of the top is the direction of the arm, turned over if the weight pulls upwards.
  const Vec3<T> up = (W0 < T(0) ? T(-1) / length : T(1) / length) * arm;
  frame_ = up.z > T(-0.5) ? normalized(Quaternion<T>{T(1) + up.z, {-up.y, up.x, T(0)}})
                          : normalized(Quaternion<T>{-up.y, {T(1) - up.z, T(0), up.x}});
  turned_ = norm2(frame_.v) > T(0);
  const Quaternion<T> Q = start.Q * frame_;  // of any length: it is divided out with twice the digits
  const Vec3<T> m = rotate_back(frame_, start.m);
  // The weight is not felt within 2^45 turns.
  if (abs(W0) * A < T(0x1p-100) * norm2(m)) {
    free_.emplace(inertia, start);
    return;
  }
  // Units, powers of two: moments, time and so momenta and W of order 1
  const T I_scale = detail::inverse_power_of_two(max(A, C));
  const T time = std::ldexp(1.0, -int(std::floor(0.5 * std::ilogb(std::fabs(double(W0 * I_scale))))));
  const T m_scale = I_scale * time;
  m3_ = m.z, m_scale_ = T(1) / m_scale;
  if (!set(W(I_scale * A), W(I_scale * C), W((abs(W0) * I_scale) * (time * time)), Q, m_scale * m, T(1) / time))
    free_.emplace(inertia, start);
}

/// False for a top along the vertical that is at rest across it: it stays, stable or not.
template <class T>
bool LagrangeTop<T>::set(const W& A, const W& C, const W& weight, const Quaternion<T>& Q, const Vec3<T>& m,
                         const T& rate) noexcept {
  const W pi = detail::WideNumber<W>::pi(), turns = W(rate) * (W(T(0.5)) / pi), half = W(T(0.5)), one = W(T(1)),
          zero = W(T(0));
  // Of the quaternion as it is, its length divided out
  const W q[4] = {W(Q.w), W(Q.v.x), W(Q.v.y), W(Q.v.z)};
  const W a2 = q[0] * q[0] + q[3] * q[3], b2 = q[1] * q[1] + q[2] * q[2], scale = W(T(2)) / (a2 + b2);
  const W n[2] = {scale * (q[1] * q[3] - q[0] * q[2]), scale * (q[2] * q[3] + q[0] * q[1])}, mp[2] = {W(m.x), W(m.y)};
  const W L3 = W(m.z), r = half / (A * weight);
  if (!(zero < (n[0] * n[0] + n[1] * n[1]) + (mp[0] * mp[0] + mp[1] * mp[1]))) return false;
  const Roots z(scale * a2, scale * b2, n, mp, L3, r);
  const W k = sqrt(z.z21 / z.z31), kp = sqrt(z.z32 / z.z31), lambda = sqrt(half * weight * z.z31 / A);
  const W y0 = n[0] * mp[1] - n[1] * mp[0] < zero ? -sqrt(z.low) : sqrt(z.low), x0 = sqrt(z.high);  // A z' < 0
  const auto of_a = detail::integral<true>(y0, x0, kp, sqrt(z.up2 / z.up1)),
             of_b = detail::integral<true>(y0, x0, kp, kp * sqrt(z.down1 / z.down2)),
             shift_a = detail::integral<false>(sqrt(z.up1), sqrt(z.z21), k),
             shift_b = detail::integral<false>(sqrt(z.down2 * z.z31), sqrt(z.z21 * z.above3), k);
  const W kappa = of_a.mean / shift_a.mean, nu = lambda * of_a.mean;
  const bool up = zero < z.sum, down = zero < z.difference;
  const W shift[2] = {up ? -(kappa * shift_a.angle) : kappa * shift_a.angle,
                      down ? -(kappa * shift_b.angle) : kappa * shift_b.angle};
  // arg a goes on at the mean of [c0 + (Lz + L3)/(A (1 + z))]/2, arg theta1(v + i s) at -+nu; b the same with 1 - z
  const W mean_a = (one + z.z21 * of_a.share / z.up1) / z.up2, mean_b = (one + z.z21 * of_b.share / z.down2) / z.down1,
          half_c0 = half * L3 * (one / C - one / A), eta_a = half * z.sum * mean_a / A + (up ? -nu : nu),
          eta_b = half * z.difference * mean_b / A + (down ? -nu : nu);
  const auto two = [](const W& x, T& high, T& low) {
    high = T(x);
    low = std::is_same_v<W, T> ? T(0) : T(x - W(high));
  };
  two(nu * turns, frequency_[0], frequency_low_[0]);
  two((half_c0 + eta_a) * turns, frequency_[1], frequency_low_[1]);
  two((eta_b - half_c0) * turns, frequency_[2], frequency_low_[2]);
  circulates_ = T(pi * kappa) >= T(2.77258872223978123767);  // nome <= 1/16
  W v = of_a.angle * (half / pi);
  if (abs(T(v)) > T(0.25)) v = v - W(copysign(T(0.5), T(v)));  // both theta functions change their signs
  two(v, offset_[0], offset_low_);
  const T twice_A = T(W(T(2)) * A), eta[2] = {twice_A * T(eta_a), twice_A * T(eta_b)};
  set_series(kappa, shift, T(z.up2 / (z.down1 * kp)), eta, twice_A * T(nu));
  set_phases(Q, m, twice_A * T(lambda));
  return true;
}

/// |a/b|^2 = (1 + z)/(1 - z) where theta4^2 has its ends: |ca/cb|^2 = (1 + z2)/((1 - z1) k') [theta2(i sb)/theta2(i sa)]^2.
template <class T>
void LagrangeTop<T>::set_series(const W& kappa, const W (&shift)[2], const T& ratio, const T (&eta)[2],
                                const T& nu) noexcept {
  const W pi = detail::WideNumber<W>::pi();
  const auto even = [](int n) { return n % 2 == 0 ? T(1) : T(-1); };
  if (circulates_) {
    // theta1(v + i s) = sum (-1)^n w_n sin (2n+1)(v + i s), theta2 = sum w_n cos (2n+1)(v + i s), over e^|s|
    static constexpr detail::ChebyshevTable<N> sines(1, 3, -4), cosines(1, 1, -4);
    T hyperbolic_cosine[2][N + 1], hyperbolic_sine[2][N + 1], at_0[2]{};
    for (int i = 0; i < 2; ++i)
      for (int n = 0; n <= N; ++n) {
        const W s = abs(shift[i]), power = W(T(-n * (n + 1))) * (pi * kappa);
        const T grows = exp(T(power + W(T(2 * n)) * s)), falls = exp(T(power - W(T(2 * n + 2)) * s)),
                sign = shift[i] < W(T(0)) ? T(-0.5) : T(0.5);
        hyperbolic_cosine[i][n] = T(0.5) * (grows + falls), hyperbolic_sine[i][n] = sign * (grows - falls);
        at_0[i] += hyperbolic_cosine[i][n];
      }
    const T of_a = sqrt(ratio) * (at_0[1] / at_0[0]);
    for (int n = 0; n <= N; ++n) {
      const T a = of_a * even(n);
      for (int k = 0; k <= n; ++k) {
        const T sine = T(sines.c[std::size_t(n)][std::size_t(k)]),
                cosine = T(cosines.c[std::size_t(n)][std::size_t(k)]);
        value_[k][0] += a * hyperbolic_cosine[0][n] * sine, value_[k][3] += a * hyperbolic_sine[0][n] * cosine;
        value_[k][1] += hyperbolic_cosine[1][n] * cosine, value_[k][2] -= hyperbolic_sine[1][n] * sine;
      }
    }
    // d/dv of sin v P is cos v times.., of cos v P sin v times..
    for (int k = 0; k <= N; ++k) {
      const T odd = T(2 * k + 1);
      const auto of_cosine = [&](int j) {
        return (k < N ? T(2 * k + 2) * value_[k + 1][j] : T(0)) - odd * value_[k][j];
      };
      slope_[k][0] = nu * odd * value_[k][0] - eta[0] * value_[k][3];
      slope_[k][1] = nu * of_cosine(1) - eta[1] * value_[k][2];
      slope_[k][2] = nu * odd * value_[k][2] + eta[1] * value_[k][1];
      slope_[k][3] = nu * of_cosine(3) + eta[0] * value_[k][0];
    }
    return;
  }
  // theta1 = sum (-1)^n w_n sinh (2n+1)(X + i s/kappa), theta2 = sum (-1)^n w_n cosh 2n(X + i s/kappa), both over
  // exp(-(v + i s)^2/(pi kappa)), and theta1 over the fourth root of its nome
  const T log_nome = -T(pi / kappa);
  T at_0 = T(0), at_0_a = T(0), angle[2] = {T(shift[0] / kappa), T(shift[1] / kappa)};
  for (int n = 0; n <= N; ++n) {
    const T odd = even(n) * exp(T(n * (n + 1)) * log_nome),
            whole = even(n) * (n == 0 ? T(0.5) : exp(T(n * n) * log_nome));
    T s, c;
    sincos(T(2 * n) * angle[0], s, c);
    at_0_a += T(2) * whole * c;
    sincos(T(2 * n) * angle[1], s, c);
    at_0 += T(2) * whole * c;
    value_[n][1] = whole * c, value_[n][2] = whole * s;
    sincos(T(2 * n + 1) * angle[0], s, c);
    value_[n][0] = odd * c, value_[n][3] = odd * s;
  }
  const T of_a = sqrt(ratio * exp(T(0.5) * log_nome)) * (at_0 / at_0_a);
  for (auto& row : value_) row[0] *= of_a, row[3] *= of_a;
  inverse_kappa_ = T(2) * detail::pi<T>() / T(kappa);
  for (int i = 0; i < 2; ++i) {
    phase_slope_[i] = T(-2) * angle[i] / detail::pi<T>();
    eta_[i] = eta[i] + phase_slope_[i] * nu;
  }
  for (T& rate : rate_) rate = nu / T(kappa);
}

template <class T>
template <class S>
POLHODE_INLINE typename LagrangeTop<T>::template Spinor<S> LagrangeTop<T>::in_nome(const S& sine,
                                                                                   const S& cosine) const noexcept {
  const auto y = detail::copies<4>(S(sine * sine));
  auto value = detail::constants_as<S>(value_[N]), slope = detail::constants_as<S>(slope_[N]);
  detail::unrolled<N>([&](auto i) __attribute__((always_inline)) {
    value = detail::mul_add(value, y, detail::constants_as<S>(value_[N - 1 - i]));
    slope = detail::mul_add(slope, y, detail::constants_as<S>(slope_[N - 1 - i]));
  });
  return {value * detail::side_by_side<S>(sine, cosine, sine, cosine),
          slope * detail::side_by_side<S>(cosine, sine, cosine, sine)};
}

template <class T>
template <class S>
POLHODE_INLINE typename LagrangeTop<T>::template Spinor<S> LagrangeTop<T>::in_complementary_nome(
    const S& v) const noexcept {
  const S up = exp(v * S(inverse_kappa_)), down = S(1) / up, up2 = up * up, down2 = down * down;
  S p = up, m = down, P = S(1), M = S(1);  // exp(+-(2n+1)X), exp(+-2nX)
  auto value = detail::copies<4>(S(0)), derivative = value;
  detail::unrolled<N + 1>([&](auto n) __attribute__((always_inline)) {
    const auto w = detail::constants_as<S>(value_[n]);
    const S odd = S(T(2 * n + 1)), even = S(T(2 * n));
    value = detail::mul_add(w, detail::side_by_side<S>(p - m, P + M, P - M, p + m), value);
    derivative = detail::mul_add(
        w, detail::side_by_side<S>(odd * (p + m), even * (P - M), even * (P + M), odd * (p - m)), derivative);
    p = p * up2, m = m * down2, P = P * up2, M = M * down2;
  });
  const S a = S(eta_[0]), b = S(eta_[1]);
  const auto turning = detail::side_by_side<S>(-(a * value[3]), -(b * value[2]), b * value[1], a * value[0]);
  return {value, detail::mul_add(derivative, detail::constants_as<S>(rate_), turning)};
}

/// The phases of ca and cb. What is given is a and b, and their derivatives (i L3 a - conj(m1 + i m2) b)/2A and (..)/2A: one of
/// each pair may be 0.
template <class T>
void LagrangeTop<T>::set_phases(const Quaternion<T>& Q, const Vec3<T>& m, const T& frequency) noexcept {
  Spinor<T> s;
  if (circulates_) {
    T sine, cosine;
    detail::sincos_turns<T>(offset_[0], sine, cosine);
    s = in_nome(sine, cosine);
  } else {
    s = in_complementary_nome(offset_[0]);
  }
  const auto &x = s.value, &d = s.slope;
  const T norm2 = (x[0] * x[0] + x[1] * x[1]) + (x[2] * x[2] + x[3] * x[3]),
          growth = ((x[0] * d[0] + x[1] * d[1]) + (x[2] * d[2] + x[3] * d[3])) / norm2, square = frequency * frequency;
  const T given[4] = {Q.w, Q.v.x, Q.v.y, Q.v.z};
  const T slope[4] = {-(m.z * Q.v.z) - (m.x * Q.v.x + m.y * Q.v.y), m.x * Q.w - m.y * Q.v.z + m.z * Q.v.y,
                      m.x * Q.v.z + m.y * Q.w - m.z * Q.v.x, m.z * Q.w + (m.y * Q.v.x - m.x * Q.v.y)};
  for (int i = 0; i < 2; ++i) {
    const int re = i, im = 3 - i;
    const T dr = d[re] - growth * x[re], di = d[im] - growth * x[im];
    const T real = square * (x[re] * given[re] + x[im] * given[im]) + (dr * slope[re] + di * slope[im]);
    const T imaginary = square * (x[re] * given[im] - x[im] * given[re]) + (dr * slope[im] - di * slope[re]);
    T phase = atan2(imaginary, real) / (T(2) * detail::pi<T>()) - offset_[0] * phase_slope_[i];
    phase -= detail::nearest_integer(phase);
    if (abs(phase) > T(0.25)) {
      phase -= copysign(T(0.5), phase);
      for (int n = 0; n <= N; ++n)
        for (const int k : {re, im}) value_[n][k] = -value_[n][k], slope_[n][k] = -slope_[n][k];
    }
    offset_[i + 1] = phase;
  }
}

template <class T>
template <class S>
POLHODE_INLINE State<S> LagrangeTop<T>::state(const S& t) const noexcept {
  using detail::mul_add;
  Spinor<S> x;
  detail::SideBySide<S, 4> sines, cosines;  // of v and of the phases of a and b
  const S zero = S(0), offset = S(offset_[0]);
  const auto sincos_at = [&](const S& a, const S& b) __attribute__((always_inline)) {
    detail::sincos_turns<4, S, T>(frequency_, frequency_low_, t, detail::side_by_side<S>(offset, a, b, zero), sines,
                                  cosines);
  };
  if (circulates_) {
    sincos_at(S(offset_[1]), S(offset_[2]));
    x = in_nome(S(sines[0]), S(cosines[0]));
  } else {
    const S f = S(frequency_[0]), whole = f * t, rest = fma(S(frequency_low_[0]), t, fma(f, t, -whole));
    const S n = detail::nearest_integer(S(2) * (whole + offset));
    const S v = (fma(S(-0.5), n, whole) + offset) + (rest + S(offset_low_));
    sincos_at(mul_add(v, S(phase_slope_[0]), S(offset_[1])), mul_add(v, S(phase_slope_[1]), S(offset_[2])));
    x = in_complementary_nome(v);
    const S sign = S(1) - S(2) * abs(n - S(2) * detail::nearest_integer(S(0.5) * n));  // (-1)^n
    x.value = x.value * detail::copies<4>(sign), x.slope = x.slope * detail::copies<4>(sign);
  }
  const S s[2] = {sines[1], sines[2]}, c[2] = {cosines[1], cosines[2]};
  const S ar = x.value[0], br = x.value[1], bi = x.value[2], ai = x.value[3];
  const S dar = x.slope[0], dbr = x.slope[1], dbi = x.slope[2], dai = x.slope[3];
  const S size = mul_add(ar, ar, ai * ai) + mul_add(br, br, bi * bi), scale2 = S(1) / size, scale = sqrt(size) * scale2;
  // m1 + i m2 = 2 A (conj(a) b' - b conj(a'))
  const S real = (mul_add(ar, dbr, ai * dbi)) - (mul_add(br, dar, bi * dai)),
          imaginary = (mul_add(ar, dbi, -(ai * dbr))) - (mul_add(bi, dar, -(br * dai)));
  const S turn_r = mul_add(c[0], c[1], s[0] * s[1]), turn_i = mul_add(c[0], s[1], -(s[0] * c[1])),
          m_scale = S(m_scale_) * scale2;
  const Quaternion<S> Q{scale * mul_add(c[0], ar, -(s[0] * ai)),
                        {scale * mul_add(c[1], br, -(s[1] * bi)), scale * mul_add(c[1], bi, s[1] * br),
                         scale * mul_add(c[0], ai, s[0] * ar)}};
  const Vec3<S> m{m_scale * mul_add(turn_r, real, -(turn_i * imaginary)),
                  m_scale * mul_add(turn_r, imaginary, turn_i * real), S(m3_)};
  if (!turned_) return {Q, m};
  const Quaternion<S> F = convert<S>(frame_);
  return {Q * conj(F), rotate(F, m)};
}

}  // namespace polhode::inline POLHODE_ISA

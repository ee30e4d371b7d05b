// gyrostat.hpp -- the exact motion of a gyrostat, a free body with a wheel that keeps its momentum: attitude and momentum at
// any time
//
//     m' = m x w,   Q' = Q (0, w)/2,   w = I^-1 (m - rotor)
//
// m is the whole momentum, rotor the part that belongs to wheels in the body, constant along any axis of it. In body axes the
// attitude that takes m to the space axis e3 is (Re a, Re b, Im b, Im a), up to a common factor:
//
//     (a, b) = M (theta4, theta1)(v - i s) e^(i mu t)   or   M (theta3, theta1)(v - i s) e^(i mu t),   v = f t + v0,
//
// the theta functions of the free body, with a constant complex matrix M before them: a gyrostat is a free body, or one with a
// wheel along an axis of it, that is seen through a Lorentz transformation (gyrostat_form.hpp, docs/why/gyrostat.md).
//
// Source     [Volterra1899] (the momentum, by one elliptic function); of M docs/why/gyrostat.md has the proof
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "polhode/exact/free_motion.hpp"
#include "polhode/exact/gyrostat_form.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// Throws InvalidInput unless the momentum of the rotor is a number whose square is one.
inline void check_rotor(const Vec3<double>& rotor) {
  const std::string text =
      "gyrostat: rotor momentum (" + to_text(rotor.x) + ", " + to_text(rotor.y) + ", " + to_text(rotor.z);
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(rotor[i])) throw InvalidInput(text + ") must be finite (an uninitialised or overflowed value?)");
  const double size = std::fmax(std::fabs(rotor.x), std::fmax(std::fabs(rotor.y), std::fabs(rotor.z)));
  if (size > 0 && (size < 1e-150 || size > 1e153))
    throw InvalidInput(text +
                       (size < 1 ? ") must be zero or at least 1e-150: its square would vanish"
                                 : ") must be at most 1e153: its square would overflow") +
                       " (is the unit right?)");
}

}  // namespace detail

/// The motion of one gyrostat, from its state at t = 0. T is double, or __float128. Errors in double: 6 eps in momentum,
/// relative, and 8 eps radians in attitude, up to time_limit(), for every body, rotor and start that is not within 1e-2 of an
/// unstable rotation; there see docs/why/gyrostat.md. Without a rotor it is FreeMotion, to the bit. The quaternion is
/// continuous in t.
///
///   const GyrostatMotion<double> motion(Inertia::box(1, 0.1, 0.2, 0.4), {0, 0, 0.02}, {attitude, momentum});
///   motion.at(1e6).Q;
template <class T>
class GyrostatMotion {
 public:
  /// Rotor and state along body axes; the momentum of the state is that of the body and its rotor together. Throws
  /// InvalidInput if one of them is none (not finite, no attitude).
  GyrostatMotion(const Inertia& inertia, const Vec3<T>& rotor, const State<T>& start);

  /// The largest |t| that makes sense: 2^45 turns, as PrincipalMotion::time_limit().
  T time_limit() const noexcept {
    return free_ ? free_->time_limit() : T(most_turns_) / max(abs(frequency_[0]), abs(frequency_[1]));
  }
  /// Of the momentum in body axes; 0 for a body whose momentum does not move in it, and without a rotor (see Tumbling).
  T period() const noexcept { return free_ || frequency_[0] == T(0) ? T(0) : T(1) / abs(frequency_[0]); }

  /// Attitude and momentum at time t, past or future, up to time_limit().
  POLHODE_INLINE State<T> at(const T& t) const noexcept { return free_ ? free_->at(t) : state(t); }
  /// The same at many times: each lane has the bits of its time alone.
  template <int N>
  POLHODE_INLINE State<Pack<T, N>> at(const Pack<T, N>& times) const noexcept {
    return free_ ? free_->at(times) : state(times);
  }

 private:
  using W = detail::Wide<T>;
  using Form = detail::GyrostatForm<W>;

  void set(const Form& form, const W& rate, const Quaternion<T>& frame) noexcept;
  void set_attitude(const Quaternion<T>& Q) noexcept;

  // S is T, or a pack of Ts.
  template <class S>
  POLHODE_INLINE State<S> state(const S& t) const noexcept;
  template <class S>
  POLHODE_INLINE ThetaPair<S> in_nome(const S& t, S& s, S& c) const noexcept {
    S sv, cv;
    detail::sincos_two_turns(frequency_, frequency_low_, t, offset_[0], sv, cv, s, c);
    return theta_(sv, cv);
  }
  template <class S>
  POLHODE_INLINE ThetaPair<S> in_complementary_nome(const S& t, S& s, S& c) const noexcept;
  // (Re, Re, Im, Im) of two complex numbers, by a matrix.
  template <class S>
  POLHODE_INLINE static detail::RowOf<S, 4> product(const T (&columns)[4][4], const ThetaPair<S>& r) noexcept {
    auto sum = detail::repeated<4>(r.ar) * detail::load_as<S>(columns[0]);
    sum = detail::mul_add(detail::repeated<4>(r.br), detail::load_as<S>(columns[1]), sum);
    sum = detail::mul_add(detail::repeated<4>(r.bi), detail::load_as<S>(columns[2]), sum);
    return detail::mul_add(detail::repeated<4>(r.ai), detail::load_as<S>(columns[3]), sum);
  }

  static constexpr int N = ThetaReal<T>::N;
  static constexpr Lane<T> most_turns_ = std::is_same_v<T, double> ? Lane<T>(0x1p45) : Lane<T>(0x1p-11) / epsilon<T>();

  bool circulates_ = true;  // the series in the nome; else the one in the complementary nome
  bool two_curves_ = true;
  T frequency_[2]{}, frequency_low_[2]{};  // of v and of mu, in turns
  T offset_[2]{};                          // of v, in turns, in two parts
  T G_{};                                  // |m|
  ThetaReal<T> theta_;
  T inverse_kappa_{}, phase_slope_{};  // X = 2 pi v/kappa, and what it adds to the phase of mu
  T cos_[2 * N + 2]{}, sin_[2 * N + 2]{}, even_[N + 1]{}, odd_[N + 1]{};  // of the complementary nome
  T spinor_[4][4]{};                   // (Re a, Re b, Im b, Im a) of the theta functions: M
  T column_[4][4]{};                   // the attitude of the theta functions turned by mu t
  std::optional<FreeMotion<T>> free_;  // without a rotor
};

template <class T>
GyrostatMotion<T>::GyrostatMotion(const Inertia& inertia, const Vec3<T>& rotor, const State<T>& start) {
  detail::check_rotor(convert<double>(rotor));
  const State<T> s = checked(start);
  if (norm2(rotor) == T(0)) {
    free_.emplace(inertia, start);
    return;
  }
  // Momenta and moments of order 1, by powers of two; |m| apart, it may be far smaller than the rotor.
  const auto size = [](const Vec3<T>& x) { return max(max(abs(x.x), abs(x.y)), abs(x.z)); };
  const Quaternion<T> frame = convert<T>(inertia.frame());
  const Vec3<T> m = rotate_back(frame, s.m), r = rotate_back(frame, rotor), I = convert<T>(inertia.moments());
  const T scale = detail::inverse_power_of_two(max(size(m), size(r))), m_scale = detail::inverse_power_of_two(size(m)),
          I_scale = detail::inverse_power_of_two(size(I));
  W unit[3], rotors[3], moments[3], square = W(0);
  for (int i = 0; i < 3; ++i) {
    unit[i] = W(m_scale * m[i]), rotors[i] = W(scale * r[i]), moments[i] = W(I_scale * I[i]);
    square = square + unit[i] * unit[i];
  }
  const W length = sqrt(square), inverse = W(T(0)) < square ? W(T(1)) / length : W(T(0));
  for (W& x : unit) x = x * inverse;
  G_ = T(length) / m_scale;
  set(Form(moments, rotors, length * W(scale / m_scale), unit), W(I_scale / scale), frame);
  set_attitude(s.Q);
}

template <class T>
void GyrostatMotion<T>::set(const Form& form, const W& rate, const Quaternion<T>& frame) noexcept {
  using Number = detail::WideNumber<W>;
  const W pi = Number::pi(), turns = W(T(0.5)) / pi;
  const auto two = [](const W& x, T& high, T& low) {
    high = T(x);
    low = std::is_same_v<W, T> ? T(0) : T(x - W(high));
  };
  two(rate * (form.f * turns), frequency_[0], frequency_low_[0]);
  two(rate * (form.mu * turns), frequency_[1], frequency_low_[1]);
  two_curves_ = form.kind != Form::Kind::one_curve;
  circulates_ = T(pi * form.kappa) >= T(two_curves_ ? 2.77258872223978123767 : 3.14159265358979323846);
  W v = form.v0 * turns;
  v = v - W(detail::nearest_integer(T(v)));
  T sign = T(1);
  if (circulates_ && abs(T(v)) > T(0.25)) v = v - W(copysign(T(0.5), T(v))), sign = T(-1);  // theta1 changes its sign
  two(v, offset_[0], offset_[1]);

  // M, with the turn from principal to body axes; with the pair of the complementary nome if that is used
  using C = detail::Complex<W>;
  const W w = W(frame.w), x = W(frame.v.x), y = W(frame.v.y), z = W(frame.v.z), half = W(T(0.5));
  const C turn[2][2] = {{{w, -z}, {x, -y}}, {{-x, -y}, {w, z}}};
  for (int i = 0; i < 2; ++i) {
    C first = turn[i][0] * form.M[0][0] + turn[i][1] * form.M[1][0],
      second = W(sign) * (turn[i][0] * form.M[0][1] + turn[i][1] * form.M[1][1]);
    if (!circulates_ && two_curves_) {
      const C sum = first + second, difference = first - second;
      first = half * sum, second = half * difference;
    }
    const int re = i, im = 3 - i;  // of a, or of b, in (Re a, Re b, Im b, Im a)
    spinor_[0][re] = T(first.re), spinor_[0][im] = T(first.im), spinor_[3][re] = -T(first.im),
    spinor_[3][im] = T(first.re);
    spinor_[1][re] = T(second.re), spinor_[1][im] = T(second.im);
    spinor_[2][re] = -T(second.im), spinor_[2][im] = T(second.re);
  }

  if (circulates_) {
    // f = sqrt(q E), g = sqrt(q/E), q^2 = exp(-pi kappa), E = e^(2 s)
    const W quarter = W(T(-0.25)) * (pi * form.kappa);
    const T f = exp(T(quarter + form.s)), g = exp(T(quarter - form.s));
    theta_ = two_curves_ ? ThetaReal<T>(f, g) : ThetaReal<T>::with_theta3(f, g);
  } else {
    const T kappa = T(form.kappa), log_nome = -detail::pi<T>() / kappa, angle = T(form.s / form.kappa);
    inverse_kappa_ = T(2) * detail::pi<T>() / kappa, phase_slope_ = T(2) * angle / detail::pi<T>();
    for (int n = 0; n <= N; ++n) {
      const T pronic = T(n * (n + 1)), up = n % 2 ? T(-1) : T(1);
      even_[n] = two_curves_ ? exp(pronic * log_nome) : (n == 0 ? T(0.5) : T(1)) * exp(T(n * n) * log_nome);
      odd_[n] = up * exp((two_curves_ ? pronic : pronic + T(0.25)) * log_nome);
    }
    for (int n = 0; n < 2 * N + 2; ++n) sincos(T(n) * angle, sin_[n], cos_[n]);
  }
}

/// Q(t) = Q(0) conj(p(0)) p(t), p the attitude that takes m to e3
template <class T>
void GyrostatMotion<T>::set_attitude(const Quaternion<T>& Q) noexcept {
  T s, c;
  const T zero = T(0);
  const ThetaPair<T> r = circulates_ ? in_nome(zero, s, c) : in_complementary_nome(zero, s, c);
  const auto p = product(
      spinor_, ThetaPair<T>{c * r.ar - s * r.ai, c * r.ai + s * r.ar, c * r.br - s * r.bi, c * r.bi + s * r.br});
  const Quaternion<T> start = normalized(Quaternion<T>{p[0], {p[1], p[2], p[3]}}), left = Q * conj(start);
  for (int j = 0; j < 4; ++j) {
    const Quaternion<T> column = left * Quaternion<T>{spinor_[j][0], {spinor_[j][1], spinor_[j][2], spinor_[j][3]}};
    column_[j][0] = column.w, column_[j][1] = column.v.x, column_[j][2] = column.v.y, column_[j][3] = column.v.z;
  }
}

/// After Jacobi's imaginary transformation, in cells of v in which one term is the largest: half turns if the theta functions
/// are sums and differences (two curves), quarters (one curve). Near an unstable rotation M is large, and other pairs would
/// lose its digits.
template <class T>
template <class S>
POLHODE_INLINE ThetaPair<S> GyrostatMotion<T>::in_complementary_nome(const S& t, S& s, S& c) const noexcept {
  using detail::mul_add;
  const S f = S(frequency_[0]), whole = f * t, rest = fma(S(frequency_low_[0]), t, fma(f, t, -whole));
  const S offset = S(offset_[0]), cells = S(T(two_curves_ ? 2 : 4)), cell = S(T(two_curves_ ? 0.5 : 0.25));
  const S n = detail::nearest_integer(cells * (whole + offset));
  const S v = (fma(-cell, n, whole) + offset) + (rest + S(offset_[1]));
  const S up = exp(v * S(inverse_kappa_)), down = S(1) / up;
  detail::sincos_turns<S>(S(frequency_[1]), S(frequency_low_[1]), t, v * S(phase_slope_), s, c);
  const S in_4 = abs(n - S(4) * detail::nearest_integer(S(0.25) * n)),
          in_2 = abs(n - S(2) * detail::nearest_integer(S(0.5) * n));
  const Mask<S> odd_cell = in_2 > S(0.5);
  S p = S(1), m = S(1);
  if (two_curves_) {
    // a + b = sum q^(n(n+1)) exp((-1)^n (2n+1) Y), a - b the same with -Y, Y = (v - i s)/kappa
    S xr = S(0), xi = S(0), yr = S(0), yi = S(0);
    detail::unrolled<N + 1>([&](auto k) {
      constexpr bool even = k % 2 == 0;
      p = k == 0 ? up : p * (up * up), m = k == 0 ? down : m * (down * down);
      const S one = S(even_[k]) * (even ? p : m), other = S(even_[k]) * (even ? m : p), cosine = S(cos_[2 * k + 1]),
              sine = S(even ? sin_[2 * k + 1] : -sin_[2 * k + 1]);
      xr = mul_add(one, cosine, xr), xi = mul_add(-one, sine, xi);
      yr = mul_add(other, cosine, yr), yi = mul_add(other, sine, yi);
    });
    return {select<S>(odd_cell, yr, xr), select<S>(odd_cell, yi, xi), select<S>(odd_cell, xr, yr),
            select<S>(odd_cell, xi, yi)};
  }
  // theta3, theta1 in the middle of a cell and theta4, theta2 in the next: with c_n + i s_n = 2 (cosh, sinh) of n Y
  //   1 + sum q^(n^2) c_2n,   sum (-1)^n q^((n+1/2)^2) s_2n+1;   sum q^((n+1/2)^2) c_2n+1,   1 + sum (-1)^n q^(n^2) c_2n
  S ar = S(0), ai = S(0), br = S(0), bi = S(0);
  const S swap = select<S>(odd_cell, S(1), S(0)), keep = S(1) - swap;
  detail::unrolled<N + 1>([&](auto k) {
    constexpr bool even = k % 2 == 0;
    if constexpr (k > 0) p = p * up, m = m * down;
    const S sum = S(even_[k]) * (p + m), difference = S(even_[k]) * (p - m);
    const S re = sum * S(cos_[2 * k]), im = -(difference * S(sin_[2 * k]));
    ar = mul_add(keep, re, ar), ai = mul_add(keep, im, ai);
    br = even ? mul_add(swap, re, br) : mul_add(-swap, re, br),
    bi = even ? mul_add(swap, im, bi) : mul_add(-swap, im, bi);
    p = p * up, m = m * down;
    const S with_sign = S(odd_[k]), odd_sum = with_sign * (p + m), odd_difference = with_sign * (p - m);
    const S cosine = S(cos_[2 * k + 1]), sine = S(sin_[2 * k + 1]);
    br = mul_add(keep, odd_difference * cosine, br), bi = mul_add(-keep, odd_sum * sine, bi);
    const S re2 = odd_sum * cosine, im2 = -(odd_difference * sine);
    ar = even ? mul_add(swap, re2, ar) : mul_add(-swap, re2, ar),
    ai = even ? mul_add(swap, im2, ai) : mul_add(-swap, im2, ai);
  });
  const S sign =
      select<S>((in_4 > S(1.5)) | ((n - S(4) * detail::nearest_integer(S(0.25) * n)) < S(-0.5)), S(-1), S(1));
  return {ar, ai, sign * br, sign * bi};
}

template <class T>
template <class S>
POLHODE_INLINE State<S> GyrostatMotion<T>::state(const S& t) const noexcept {
  using detail::mul_add;
  S s, c;
  const ThetaPair<S> r = circulates_ ? in_nome(t, s, c) : in_complementary_nome(t, s, c);
  const auto p = product(spinor_, r);
  const S a2 = mul_add(p[0], p[0], p[3] * p[3]), b2 = mul_add(p[1], p[1], p[2] * p[2]), size = a2 + b2;
  const S scale2 = S(1) / size, scale = sqrt(size) * scale2;
  const ThetaPair<S> turned{mul_add(c, r.ar, -(s * r.ai)), mul_add(c, r.ai, s * r.ar), mul_add(c, r.br, -(s * r.bi)),
                            mul_add(c, r.bi, s * r.br)};
  const auto q = product(column_, turned) * detail::repeated<4>(scale);
  const S g = S(G_) * scale2, g2 = g + g;
  return {{q[0], {q[1], q[2], q[3]}},
          {g2 * mul_add(p[3], p[1], -(p[0] * p[2])), g2 * mul_add(p[0], p[1], p[3] * p[2]), g * (a2 - b2)}};
}

}  // namespace polhode::inline POLHODE_ISA

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
  const auto text = [&] { return "gyrostat: rotor momentum " + listed(rotor); };
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(rotor[i]))
      throw InvalidInput(text() + " must be finite (an uninitialised or overflowed value?)");
  const double size = std::fmax(std::fabs(rotor.x), std::fmax(std::fabs(rotor.y), std::fabs(rotor.z)));
  if (size > 0 && (size < 1e-150 || size > 1e153))
    throw InvalidInput(text() +
                       (size < 1 ? " must be zero or at least 1e-150: its square would vanish"
                                 : " must be at most 1e153: its square would overflow") +
                       " (is the unit right?)");
}

}  // namespace detail

/// The motion of one gyrostat, from its state at t = 0. T is double, or __float128. Errors in double: 7 eps in momentum,
/// relative, and 12 eps radians in attitude, up to time_limit(), for every body, rotor and start that is not within 1e-2 of an
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
  using W = detail::Widened<T>;
  using Form = detail::GyrostatForm<W>;

  void set(const Form& form, const W& rate, const Quaternion<T>& frame) noexcept;
  void set_attitude(const Quaternion<T>& Q) noexcept;

  // S is T, or a pack of Ts.
  template <class S>
  POLHODE_INLINE State<S> state(const S& t) const noexcept;
  template <class S>
  POLHODE_INLINE ThetaPair<S> in_nome(const S& t, S& s, S& c) const noexcept {
    S sv, cv;
    detail::sincos_two_turns<S>(frequency_, frequency_low_, t, offset_[0], sv, cv, s, c);
    return theta_(sv, cv);
  }
  template <class S>
  POLHODE_INLINE ThetaPair<S> in_complementary_nome(const S& t, S& s, S& c) const noexcept;
  // (Re, Re, Im, Im) of two complex numbers, by a matrix.
  template <class S>
  POLHODE_INLINE static detail::SideBySide<S, 4> product(const T (&columns)[4][4], const ThetaPair<S>& r) noexcept {
    auto sum = detail::copies<4>(r.ar) * detail::constants_as<S>(columns[0]);
    sum = detail::mul_add(detail::copies<4>(r.br), detail::constants_as<S>(columns[1]), sum);
    sum = detail::mul_add(detail::copies<4>(r.bi), detail::constants_as<S>(columns[2]), sum);
    return detail::mul_add(detail::copies<4>(r.ai), detail::constants_as<S>(columns[3]), sum);
  }

  static void store(const Quaternion<T>& q, T (&to)[4]) noexcept {
    to[0] = q.w, to[1] = q.v.x, to[2] = q.v.y, to[3] = q.v.z;
  }

  static constexpr int N = ThetaReal<T>::N;
  static constexpr Lane<T> most_turns_ = std::is_same_v<T, double> ? Lane<T>(0x1p45) : Lane<T>(0x1p-11) / epsilon<T>();

  bool circulates_ = true;  // the series in the nome; else the one in the complementary nome
  bool two_curves_ = true;
  T frequency_[2]{}, frequency_low_[2]{};  // of v and of mu, in turns
  T offset_[2]{};                          // of v, in turns, in two parts
  T G_{};                                  // |m|
  ThetaReal<T> theta_;
  T inverse_kappa_{}, phase_slope_{};      // X = 2 pi v/kappa, and what it adds to the phase of mu
  T cos_[2 * N + 2]{}, sin_[2 * N + 2]{};  // of the series in the complementary nome
  T spinor_[4][4]{};                       // (Re a, Re b, Im b, Im a) of the theta functions: M
  T column_[4][4]{};                       // the attitude of (a, b)
  std::optional<FreeMotion<T>> free_;      // without a rotor
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

  // M, with the turn from principal to body axes; of sums and differences if the series in the complementary nome is used
  for (int j = 0; j < 2; ++j) {
    const auto number = [&](const W& first, const W& second) {
      if (circulates_ || !two_curves_) return j == 0 ? T(first) : sign * T(second);
      return T(W(T(0.5)) * (j == 0 ? first + second : first - second));
    };
    const auto &a = form.M[0], &b = form.M[1];
    const Quaternion<T> column{number(a[0].re, a[1].re),
                               {number(b[0].re, b[1].re), number(b[0].im, b[1].im), number(a[0].im, a[1].im)}};
    const Quaternion<T> one = column * conj(frame),
                        i = Quaternion<T>{-column.v.z, {-column.v.y, column.v.x, column.w}} * conj(frame);
    store(one, spinor_[j]), store(i, spinor_[3 - j]);
  }

  if (circulates_) {
    // f = sqrt(q E), g = sqrt(q/E), q^2 = exp(-pi kappa), E = e^(2 s)
    const W quarter = W(T(-0.25)) * (pi * form.kappa);
    const T f = exp(T(quarter + form.s)), g = exp(T(quarter - form.s));
    theta_ = two_curves_ ? ThetaReal<T>(f, g) : ThetaReal<T>::with_theta3(f, g);
  } else {
    const T kappa = T(form.kappa), log_nome = -detail::pi<T>() / kappa, angle = T(form.s / form.kappa);
    inverse_kappa_ = T(2) * detail::pi<T>() / kappa, phase_slope_ = T(2) * angle / detail::pi<T>();
    for (int n = 0; n < 2 * N + 2; ++n) {
      // q^((n^2-1)/4) of the odd terms if they are all there is, else q^(n^2/4), n = 0 once
      const T power = T(0.25) * (two_curves_ ? T(n * n - 1) : T(n * n)),
              weight = n == 0 ? T(0.5) : exp(power * log_nome);
      T sine, cosine;
      sincos(T(n) * angle, sine, cosine);
      cos_[n] = weight * cosine, sin_[n] = weight * sine;
    }
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
    const T axes[3] = {T(j == 1), T(j == 2), T(j == 3)};
    store(left * Quaternion<T>{T(j == 0), {axes[0], axes[1], axes[2]}}, column_[j]);
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
  const S in_2 = n - S(2) * detail::nearest_integer(S(0.5) * n), in_4 = n - S(4) * detail::nearest_integer(S(0.25) * n);
  const Mask<S> odd_cell = abs(in_2) > S(0.5);
  const S up2 = up * up, down2 = down * down;
  // With Y = (v - i s)/kappa and weights w_n of powers of the nome and of cos n s/kappa, sin n s/kappa:
  S p = up, m = down;  // exp(+-(2n+1) Y)
  if (two_curves_) {
    // theta4 + theta1 = sum w_2n+1 exp((-1)^n (2n+1) Y), their difference the same with -Y
    S xr = S(0), xi = S(0), yr = S(0), yi = S(0);
    detail::unrolled<N + 1>([&](auto k) {
      constexpr bool even = k % 2 == 0;
      const S one = even ? p : m, other = even ? m : p, cosine = S(cos_[2 * k + 1]),
              sine = S(even ? sin_[2 * k + 1] : -sin_[2 * k + 1]);
      xr = mul_add(one, cosine, xr), xi = mul_add(-one, sine, xi);
      yr = mul_add(other, cosine, yr), yi = mul_add(other, sine, yi);
      p = p * up2, m = m * down2;
    });
    return {select<S>(odd_cell, yr, xr), select<S>(odd_cell, yi, xi), select<S>(odd_cell, xr, yr),
            select<S>(odd_cell, xi, yi)};
  }
  // theta3 = sum w_2n cosh 2nY and theta1 = sum (-1)^n w_2n+1 sinh (2n+1)Y in the middle of a cell; in that of the next
  // theta4 = sum w_2n+1 cosh (2n+1)Y and theta2 = sum (-1)^n w_2n cosh 2nY. The sums over even n, and over odd n:
  const S sigma = select<S>(odd_cell, S(-1), S(1));
  S er[2]{}, ei[2]{}, dr[2]{}, di[2]{}, P = S(1), Q = S(1);  // P, Q: exp(+-2nY)
  detail::unrolled<N + 1>([&](auto k) {
    constexpr int part = k % 2;
    er[part] = mul_add(P + Q, S(cos_[2 * k]), er[part]), ei[part] = mul_add(Q - P, S(sin_[2 * k]), ei[part]);
    const S signed_m = sigma * m;
    dr[part] = mul_add(p - signed_m, S(cos_[2 * k + 1]), dr[part]);
    di[part] = mul_add(-(p + signed_m), S(sin_[2 * k + 1]), di[part]);
    P = P * up2, Q = Q * down2, p = p * up2, m = m * down2;
  });
  const S even_r = mul_add(sigma, er[1], er[0]), even_i = mul_add(sigma, ei[1], ei[0]);
  const S odd_r = mul_add(-sigma, dr[1], dr[0]), odd_i = mul_add(-sigma, di[1], di[0]);
  const S sign = select<S>((in_4 > S(1.5)) | (in_4 < S(-0.5)), S(-1), S(1));
  return {select<S>(odd_cell, odd_r, even_r), select<S>(odd_cell, odd_i, even_i),
          sign * select<S>(odd_cell, even_r, odd_r), sign * select<S>(odd_cell, even_i, odd_i)};
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
  const ThetaPair<S> turned{mul_add(c, p[0], -(s * p[3])), mul_add(c, p[3], s * p[0]), mul_add(c, p[1], -(s * p[2])),
                            mul_add(c, p[2], s * p[1])};
  const auto q = product(column_, turned) * detail::copies<4>(scale);
  const S g = S(G_) * scale2, g2 = g + g;
  return {{q[0], {q[1], q[2], q[3]}},
          {g2 * mul_add(p[3], p[1], -(p[0] * p[2])), g2 * mul_add(p[0], p[1], p[3] * p[2]), g * (a2 - b2)}};
}

}  // namespace polhode::inline POLHODE_ISA

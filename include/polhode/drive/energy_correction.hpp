// energy_correction.hpp -- turn a free body, as little as possible, so that it has a wanted energy
//
// Source     [Buss2001] section 4, the linear system solved in closed form (docs/why/errata.md)
// Idea       The momentum L in space stays; the attitude is changed. In body axes m moves to tau, |tau| = |m|, nearly at
//            right angles to the polhode, so that little is added to the error of the attitude.
// Formula    with J = I/max I, n = m/|m|, e' = n . J^-1 n (present energy), e (wanted), u_i = n_i^2/(J_i e'), sum u = 1:
//              tau_i ~ n_i sqrt(f_i),   f_i = 1 + t J_i sum_j J_j (J_j - J_i) u_j,
//              t = -(1/e - 1/e') / sum_(i<j) J_i J_j (J_i - J_j)^2 u_i u_j
// Fallback   where some f_i < 0, or the sum vanishes (spin about a principal axis): tilt m in its plane with the axis k of
//            least moment (to raise the energy) or of greatest (to lower it):
//              tau = (c along axis k, on the side of m; s p),  p the direction of the rest of m,  e_p = sum p_i^2/J_i
//              c^2 = (e - e_p)/(1/J_k - e_p),   s^2 = (1/J_k - e)/(1/J_k - e_p)
//            The present energy lies between e_p and the extreme 1/J_k; so a wanted one up to the extreme is always reached.
//            Beyond the extreme m goes to the axis itself.
// Turn       Q <- Q R,  R the smallest rotation from tau to m: half tangent  tau x m/(|tau||m| + tau . m), never an acos,
//            which loses half of the digits.
//
// Symbols    here    Buss
//            Q, m    Omega, L_bd
//            J       J          here relative to the largest
//            u_i     J_i rho_i^2
//            tau     tau        there in space axes
//
// Differs from the paper: closed form instead of a 3 by 3 system, which is singular at a principal axis and overflows early.
#pragma once

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/body/state.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

/// Relative errors in the energy, in units of epsilon: up to the first it is left alone (a correction by rounding errors
/// turns a nearly spherical body by visible angles); up to the second a corrected state counts as correct (measured: 5).
inline constexpr int kEnergyLeftAlone = 8, kEnergyReached = 16;

namespace detail {

/// The body as the correction wants it: relative to its largest moment, so that units do not matter.
template <Numeric T>
struct RelativeBody {
  Vec3<T> J{}, x{};
  Vec3<T> JD1{}, JD2{};  ///< g_i = t (JD1_i n_(i+2)^2 - JD2_i n_(i+1)^2)
  Vec3<T> D2{};          ///< squares of the differences of the moments
  T largest{}, least_J{}, largest_J{};
  Mask<T> sphere{};

  explicit RelativeBody(const Principal<T>& body) noexcept {
    largest = max(max(body.I.x, body.I.y), body.I.z);
    J = (T(1) / largest) * body.I, x = largest * body.x;
    const Vec3<T> D{J.y - J.z, J.z - J.x, J.x - J.y};
    JD1 = {J.x * D.y, J.y * D.z, J.z * D.x}, JD2 = {J.x * D.z, J.y * D.x, J.z * D.y};
    D2 = times(D, D);
    least_J = min(min(J.x, J.y), J.z), largest_J = max(max(J.x, J.y), J.z);
    sphere = !(largest_J - least_J > T(Lane<T>(kEnergyLeftAlone) * epsilon<T>()) * largest_J);
  }
};

/// Up to here square roots of 1 + g are taken by their series.
template <Numeric T>
inline constexpr bool kHasSeries = epsilon<T>() > Lane<T>(0x1p-54);
inline constexpr double kSmallShift = 0x1p-8;

/// (sqrt(1 + g) - 1)/g, in error by less than 2^-54 for such a g.
template <Numeric T>
POLHODE_INLINE T sqrt1_series(T g) noexcept {
  const T g2 = g * g;
  return fma(g2, fma(g2, fma(T(-21.0 / 1024), g, T(7.0 / 256)), fma(T(-5.0 / 128), g, T(1.0 / 16))),
             fma(T(-1.0 / 8), g, T(0.5)));
}
/// 1/sqrt(1 + q), in error by less than 2^-58 for such a q.
template <Numeric T>
POLHODE_INLINE T inverse_sqrt1_series(T q) noexcept {
  const T q2 = q * q;
  return fma(q,
             fma(q2, fma(q2, fma(T(231.0 / 1024), q, T(-63.0 / 256)), fma(T(35.0 / 128), q, T(-5.0 / 16))),
                 fma(T(3.0 / 8), q, T(-0.5))),
             T(1));
}
/// half_tangent of a small e.
template <Numeric T>
POLHODE_INLINE Turn<T> small_half_tangent(const Vec3<T>& e) noexcept {
  const T e2 = norm2(e);
  const T c1 = e2 * fma(e2, fma(T(-5.0 / 16), e2, T(3.0 / 8)), T(-0.5));
  return {c1, e + c1 * e};
}

/// What is wanted, e = n . J^-1 n/|n|^2, and what the present energy has too much for each n_i^2: (1/J - e)/e.
template <Numeric T>
struct RelativeEnergy {
  T e{};
  Vec3<T> excess{};
  RelativeEnergy() = default;
  RelativeEnergy(const RelativeBody<T>& body, T wanted) noexcept
      : e(wanted), excess((T(1) / wanted) * Vec3<T>{body.x.x - wanted, body.x.y - wanted, body.x.z - wanted}) {}
};

/// n = m/unit, nearly of length 1, is turned to that energy, and m gets that length. True in the lanes that now have it; the
/// others get the length alone, if they are to be rescaled. Only ratios: units do not matter.
template <bool rescale, Numeric T>
POLHODE_INLINE Mask<T> turn_to_energy(const RelativeBody<T>& body, const RelativeEnergy<T>& wanted, T inverse_unit,
                                      T length, Mask<T> possible, PrincipalState<T>& s) noexcept {
  using F = Lane<T>;
  const T tolerance(F(kEnergyLeftAlone) * epsilon<T>());
  const Vec3<T> n = inverse_unit * s.m, n2 = times(n, n);
  const T length2 = n2.x + n2.y + n2.z;
  const T difference =
      fma(n2.x, wanted.excess.x, fma(n2.y, wanted.excess.y, n2.z * wanted.excess.z));  // |n|^2 (e'/e - 1)
  // Closed form, all of it divided by e' |n|^2 where the formula has u. g_i = f_i - 1, |tau|^2 = |n|^2 e'/e.
  const T sum = fma(n2.y * n2.z, body.D2.x, n2.x * fma(n2.z, body.D2.y, n2.y * body.D2.z));
  const T t = -difference / sum;
  const Vec3<T> slope{n2.z * body.JD1.x - n2.y * body.JD2.x, n2.x * body.JD1.y - n2.z * body.JD2.y,
                      n2.y * body.JD1.z - n2.x * body.JD2.z};
  const Vec3<T> g = t * slope;
  const T tau_length2 = length2 + difference;
  const T p = length2 - T(1), q = difference + p;  // small, as g is
  const Mask<T> already = abs(difference) <= tolerance * tau_length2;

  const auto nearby = [&]() __attribute__((always_inline)) {
    const Vec3<T> ng = times(n, g), half{sqrt1_series(g.x), sqrt1_series(g.y), sqrt1_series(g.z)};
    const Vec3<T> shift = times(ng, half);
    const Vec3<T> tau{fma(ng.x, half.x, n.x), fma(ng.y, half.y, n.y), fma(ng.z, half.z, n.z)};
    const T both = q + (p + q * p), both_lengths = T(1) + both * sqrt1_series(both);
    const T inverse = T(1) / (both_lengths + (length2 + dot(shift, n)));
    return PrincipalState<T>{s.Q * small_half_tangent(inverse * cross(shift, n)),
                             (length * inverse_sqrt1_series(q)) * tau};
  };
  const auto anywhere = [&] {
    const T least_f = T(1) + min(min(g.x, g.y), g.z);
    const Mask<T> t_is_finite = is_finite<T>(t);  // then so is g
    const Mask<T> solvable = (least_f >= T(0)) & t_is_finite;
    // tau - n without cancellation: n (sqrt(f) - 1) = n g/(1 + sqrt(f))
    const auto moved = [](T ni, T gi) { return ni * gi / (T(1) + sqrt(T(1) + gi)); };
    const Vec3<T> shift{moved(n.x, g.x), moved(n.y, g.y), moved(n.z, g.z)};
    Vec3<T> tau = n + shift, tau_x_n = cross(shift, n);
    T size = sqrt(tau_length2), sizes = sqrt(tau_length2 * length2);
    if (!all_lanes<T>(solvable)) {  // the fallback
      const T extreme = select<T>(difference < T(0), body.least_J, body.largest_J);
      const Mask<T> is_1 = body.J.x == extreme;
      const Mask<T> is_2 = (body.J.y == extreme) & !is_1;
      const auto selected = [&](const Vec3<T>& a) { return select<T>(is_1, a.x, select<T>(is_2, a.y, a.z)); };
      const auto others = [&](const Vec3<T>& a) {
        return Vec3<T>{select<T>(is_1, T(0), a.x), select<T>(is_2, T(0), a.y), select<T>(is_1 | is_2, a.z, T(0))};
      };
      const auto along = [&](T a, const Vec3<T>& b) {
        return Vec3<T>{select<T>(is_1, a, b.x), select<T>(is_2, a, b.y), select<T>(is_1 | is_2, b.z, a)};
      };
      const Vec3<T> rest = others(n);
      const T rest2 = norm2(rest);
      const Mask<T> on_axis = !(rest2 > T(0));
      const Vec3<T> unit = (T(1) / sqrt(select<T>(on_axis, T(1), rest2))) * rest;
      const T e = wanted.e, x_k = selected(body.x), e_p = dot(times(unit, body.x), unit);
      const T inverse_span = T(1) / (x_k - e_p);
      const T c2 = (e - e_p) * inverse_span, s2 = (x_k - e) * inverse_span;
      const Mask<T> beyond =
          on_axis | !(s2 > T(0));  // also where m has the extreme energy already: c2 and s2 are infinite or NaN
      const T c = select<T>(beyond, T(1), sqrt(max(c2, T(0)))), sine = select<T>(beyond, T(0), sqrt(s2));
      const Vec3<T> tilted = along(copysign(c, selected(n)), sine * unit);
      const T tilted_length2 = norm2(tilted);
      tau = select<T>(solvable, tau, tilted), tau_x_n = select<T>(solvable, tau_x_n, cross(tilted, n));
      size = select<T>(solvable, size, sqrt(tilted_length2));
      sizes = select<T>(solvable, sizes, sqrt(tilted_length2 * length2));
    }
    return PrincipalState<T>{s.Q * half_tangent((T(1) / (sizes + dot(tau, n))) * tau_x_n), (length / size) * tau};
  };

  const Mask<T> size_is_finite = is_finite<T>(tau_length2);
  possible = possible & (length2 > T(0)) & size_is_finite;
  const Mask<T> change = possible & !already & !body.sphere;
  PrincipalState<T> turned;
  if constexpr (kHasSeries<T>) {
    const T largest = max(max(abs(g.x), abs(g.y)), abs(g.z)), limit(kSmallShift);
    const Mask<T> small = (largest <= limit) & (abs(q) <= limit) & (abs(p) <= limit);  // not where one is NaN
    if (all_lanes<T>(small)) {
      turned = nearby();
    } else {
      turned = anywhere();
      if constexpr (lanes<T> > 1) turned = select<T>(small, nearby(), turned);
    }
  } else {
    turned = anywhere();
  }
  if (all_lanes<T>(change)) {
    s = turned;
  } else {
    Vec3<T> m = s.m;
    if constexpr (rescale) m = select<T>(possible, (length / sqrt(length2)) * n, m);
    s = select<T>(change, turned, PrincipalState<T>{s.Q, m});
  }
  const Vec3<T> after = inverse_unit * s.m;
  const T reached = dot(times(after, wanted.excess), after) / norm2(after);
  return possible & (already | (change & (abs(reached) <= T(F(kEnergyReached) * epsilon<T>()))));
}

template <bool rescale, Numeric T>
Mask<T> corrected(const Principal<T>& body, T wanted, T length, PrincipalState<T>& s) noexcept {
  const RelativeBody<T> relative(body);
  const T size = max(max(abs(s.m.x), abs(s.m.y)), abs(s.m.z));
  const T scale = select<T>(size > T(0), size, T(1)), unit = scale * norm((T(1) / scale) * s.m);
  const T inverse_length = T(1) / length;
  const T e = (T(2) * (wanted * inverse_length) * inverse_length) * relative.largest;
  const Mask<T> e_is_finite = is_finite<T>(e), size_is_finite = is_finite<T>(size);
  const Mask<T> possible = (size > T(0)) & (e > T(0)) & e_is_finite & size_is_finite;
  const Mask<T> done = turn_to_energy<rescale, T>(relative, {relative, e}, T(1) / unit, length, possible, s);
  return done | ((size == T(0)) & (wanted == T(0)));
}

}  // namespace detail

/// Turns the body so that its kinetic energy is `wanted`, with |m| brought to `length`: what a long run wants, where |m| has
/// taken a random walk. For a nearly spherical body it is needed: there a wrong |m| looks like a wrong energy, which only a
/// large turn could mend. L = Q m keeps its direction, to rounding.
/// True in the lanes that now have it. Of the others, those at rest, spheres, and those with a wanted energy that is no
/// positive number are not turned; an energy out of reach for this |m| leaves the body spinning about the axis that comes
/// nearest.
template <Numeric T>
Mask<T> correct_energy(const Principal<T>& body, T wanted, T length, PrincipalState<T>& s) noexcept {
  return detail::corrected<true, T>(body, wanted, length, s);
}
/// The same with |m| as it is; L = Q m stays, to rounding, and what is not turned keeps its last bit.
template <Numeric T>
Mask<T> correct_energy(const Principal<T>& body, T wanted, PrincipalState<T>& s) noexcept {
  const T size = max(max(abs(s.m.x), abs(s.m.y)), abs(s.m.z));
  const T length = size * norm((T(1) / select<T>(size > T(0), size, T(1))) * s.m);
  return detail::corrected<false, T>(body, wanted, length, s);
}

/// After each step of any method, to be called: turns a free body slightly so that it has the energy and |m| of its start.
/// Not a part of Drive::step: a step that might correct could not keep the state in registers.
template <class T = double>
class EnergyKeeper {
 public:
  EnergyKeeper(const Principal<T>& body, const PrincipalState<T>& start) noexcept
      : relative_(body), length_(norm(start.m)), inverse_length_(T(1) / length_) {
    const T e = (T(2) * (energy(body, start.m) * inverse_length_) * inverse_length_) * relative_.largest;
    wanted_ = {relative_, e};
    const Mask<T> e_is_finite = is_finite<T>(e);
    possible_ = (length_ > T(0)) & (e > T(0)) & e_is_finite;
  }

  /// In the lanes that took their step.
  POLHODE_INLINE void operator()(Mask<T> good, PrincipalState<T>& s) const noexcept {
    detail::turn_to_energy<true, T>(relative_, wanted_, inverse_length_, length_, possible_ & good, s);
  }

 private:
  detail::RelativeBody<T> relative_;
  detail::RelativeEnergy<T> wanted_;
  T length_, inverse_length_;
  Mask<T> possible_{};
};

}  // namespace polhode::inline POLHODE_ISA

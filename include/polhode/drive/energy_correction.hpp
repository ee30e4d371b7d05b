// energy_correction.hpp -- turn a free body, as little as possible, so that it has a wanted energy
//
// Source     [Buss2001] section 4, the linear system solved in closed form (docs/errata.md)
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

/// Turns the body so that its kinetic energy is `wanted`; L = Q m stays, to rounding.
/// True in the lanes that now have it. Of the others, those at rest, spheres, and those with a wanted energy that is no
/// positive number are left as they are; an energy out of reach for this |m| leaves the body spinning about the axis that
/// comes nearest.
template <Numeric T>
Mask<T> correct_energy(const Principal<T>& body, T wanted, PrincipalState<T>& s) noexcept {
  using F = Lane<T>;
  const T tolerance(F(kEnergyLeftAlone) * epsilon<T>());

  // Ratios only, so that units do not matter; n is not of unit length but of largest component 1.
  const T largest = max(max(body.I.x, body.I.y), body.I.z), least = min(min(body.I.x, body.I.y), body.I.z);
  const T size = max(max(abs(s.m.x), abs(s.m.y)), abs(s.m.z));
  const T unit = select<T>(size > T(0), size, T(1));
  const T inverse_unit = T(1) / unit;
  const Vec3<T> n = inverse_unit * s.m, J = (T(1) / largest) * body.I, x = largest * body.x;
  const Vec3<T> n2 = times(n, n), part = times(n2, x);
  const T length2 = n2.x + n2.y + n2.z;
  const T inverse_length2 = T(1) / length2;
  const T present_part = part.x + part.y + part.z;
  const T present = present_part * inverse_length2;                                         // e'
  const T e = (T(2) * (wanted * inverse_unit) * inverse_unit) * largest * inverse_length2;  // e
  const T difference = present - e;

  const Mask<T> e_is_finite = is_finite<T>(e), size_is_finite = is_finite<T>(size);
  const Mask<T> possible = (size > T(0)) & (wanted > T(0)) & e_is_finite & size_is_finite;
  const Mask<T> already = abs(difference) <= tolerance * present;
  const Mask<T> sphere = !(largest - least > tolerance * largest);

  // Closed form. g_i = f_i - 1.
  const Vec3<T> u = (T(1) / present_part) * part;
  const T D1 = J.y - J.z, D2 = J.z - J.x, D3 = J.x - J.y;
  const Vec3<T> Ju = times(J, u);
  const T sum = Ju.y * Ju.z * (D1 * D1) + Ju.z * Ju.x * (D2 * D2) + Ju.x * Ju.y * (D3 * D3);
  const T t = -difference / (e * present * sum);
  const Vec3<T> g{t * J.x * (Ju.z * D2 - Ju.y * D3), t * J.y * (Ju.x * D3 - Ju.z * D1),
                  t * J.z * (Ju.y * D1 - Ju.x * D2)};
  const T least_f = T(1) + min(min(g.x, g.y), g.z);
  const Mask<T> t_is_finite = is_finite<T>(t);  // then so is g
  const Mask<T> solvable = (least_f >= T(0)) & t_is_finite;
  // tau - n without cancellation: n (sqrt(f) - 1) = n g/(1 + sqrt(f))
  const auto moved = [](T ni, T gi) { return ni * gi / (T(1) + sqrt(T(1) + gi)); };
  const Vec3<T> shift{moved(n.x, g.x), moved(n.y, g.y), moved(n.z, g.z)};

  // Fallback.
  const T extreme = select<T>(difference < T(0), least, largest);
  const Mask<T> is_1 = body.I.x == extreme;
  const Mask<T> is_2 = (body.I.y == extreme) & !is_1;
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
  const Vec3<T> p = (T(1) / sqrt(select<T>(on_axis, T(1), rest2))) * rest;
  const T x_k = selected(x), e_p = dot(times(p, x), p);
  const T inverse_span = T(1) / (x_k - e_p);
  const T c2 = (e - e_p) * inverse_span, s2 = (x_k - e) * inverse_span;
  const Mask<T> beyond =
      on_axis | !(s2 > T(0));  // also where m has the extreme energy already: c2 and s2 are infinite or NaN
  const T c = select<T>(beyond, T(1), sqrt(max(c2, T(0)))), sine = select<T>(beyond, T(0), sqrt(s2));
  const Vec3<T> tilted = along(copysign(c, selected(n)), sine * p);

  const Vec3<T> tau = select<T>(solvable, n + shift, tilted);
  const Vec3<T> tau_x_n = select<T>(solvable, cross(shift, n), cross(tilted, n));
  const Turn<T> r = half_tangent((T(1) / (sqrt(norm2(tau) * length2) + dot(tau, n))) * tau_x_n);

  const PrincipalState<T> turned{s.Q * r, rotate_back(r, s.m)};
  const Mask<T> change = possible & !already & !sphere;
  s = select<T>(change, turned, s);

  const Vec3<T> after = inverse_unit * turned.m;
  const T reached_difference = dot(times(after, x), after) * inverse_length2 - e;
  const Mask<T> reached = change & (abs(reached_difference) <= T(F(kEnergyReached) * epsilon<T>()) * e);
  const Mask<T> at_rest = (size == T(0)) & (wanted == T(0));
  return (already & possible) | reached | at_rest;
}

/// The same, with |m| first brought to `length`: what a long run wants, where |m| has taken a random walk. For a nearly
/// spherical body it is needed: there a wrong |m| looks like a wrong energy, which only a large turn could mend.
template <Numeric T>
Mask<T> correct_energy(const Principal<T>& body, T wanted, T length, PrincipalState<T>& s) noexcept {
  const T size = max(max(abs(s.m.x), abs(s.m.y)), abs(s.m.z));
  const Vec3<T> n = (T(1) / size) * s.m;
  const T scale = (length / size) / norm(n);
  s.m = select<T>((size > T(0)) & is_finite<T>(scale), scale * s.m, s.m);
  return correct_energy(body, wanted, s);
}

/// After each step of any method, to be called: turns a free body slightly so that it has the energy and |m| of its start.
/// Not a part of Drive::step: a step that might correct could not keep the state in registers.
template <class T = double>
class EnergyKeeper {
 public:
  EnergyKeeper(const Principal<T>& body, const PrincipalState<T>& start) noexcept
      : body_(body), energy_(energy(body, start.m)), length_(norm(start.m)) {}

  /// In the lanes that took their step.
  void operator()(Mask<T> good, PrincipalState<T>& s) const noexcept {
    PrincipalState<T> corrected = s;
    correct_energy(body_, energy_, length_, corrected);
    assign<T>(good, corrected, s);
  }

 private:
  Principal<T> body_;
  T energy_, length_;
};

}  // namespace polhode::inline POLHODE_ISA

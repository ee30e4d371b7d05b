// inertia.hpp -- the inertia of a body: principal moments and principal axes, checked once
#pragma once

#include <cmath>
#include <string>

#include "polhode/body/state.hpp"
#include "polhode/numbers/error.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode {

/// Principal moments and their inverses: all that a step needs to know of a body.
template <class T>
struct Principal {
  Vec3<T> I{};  ///< principal moments in the order of the principal axes; not sorted
  Vec3<T> x{};  ///< 1/I

  Principal() = default;
  POLHODE_INLINE explicit Principal(const Vec3<T>& moments) noexcept
      : I(moments), x{T(1) / moments.x, T(1) / moments.y, T(1) / moments.z} {}
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA::detail {

// Relative slack of the checks: what rounding of the input, or of a mesh integral, may leave.
inline constexpr double kInertiaRounding = 1e-12;

inline std::string listed(const Vec3<double>& a) {
  return std::string("(") + to_text(a.x) + ", " + to_text(a.y) + ", " + to_text(a.z) + ")";
}
inline void check_positive(const Vec3<double>& I) {
  for (int i = 0; i < 3; ++i)
    if (!(I[i] > 0) || !std::isfinite(I[i]) || !std::isfinite(1 / I[i]))
      throw InvalidInput("inertia: principal moments " + listed(I) + ": I" + std::to_string(i + 1) + " = " +
                         to_text(I[i]) + " must be positive and finite" +
                         (I[i] == 0  ? " (a straight line of mass has no moment about itself; give it a small radius)"
                          : I[i] < 0 ? " (a tensor with wrong signs off the diagonal?)"
                                     : " (an uninitialised or overflowed value?)"));
  // About an axis of less the momentum of a turn would be lost in the rounding of the rest.
  const double least = 1e-14 * std::fmax(I.x, std::fmax(I.y, I.z));
  for (int i = 0; i < 3; ++i)
    if (I[i] < least)
      throw InvalidInput("inertia: principal moments " + listed(I) + ": I" + std::to_string(i + 1) + " = " +
                         to_text(I[i]) +
                         " must be at least 1e-14 of the largest (a line of mass? give it a radius of " +
                         "1e-7 of its length or more)");
}
inline void check_triangle(const Vec3<double>& I) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double excess = I[i] - (I[j] + I[k]);
    if (excess > kInertiaRounding * I[i])
      throw InvalidInput("inertia: moments " + listed(I) + " are impossible: I" + std::to_string(i + 1) + " <= I" +
                         std::to_string(j + 1) + " + I" + std::to_string(k + 1) + " is violated by " + to_text(excess) +
                         " (were these principal moments? Inertia::effective takes moments of no real body)");
  }
}
inline void check_symmetric(const Mat3<double>& J) {
  double largest = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (!std::isfinite(J[i][j]))
        throw InvalidInput("inertia: tensor entry (" + std::to_string(i + 1) + "," + std::to_string(j + 1) +
                           ") = " + to_text(J[i][j]) + " must be finite (an uninitialised or overflowed value?)");
      largest = std::fmax(largest, std::fabs(J[i][j]));
    }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j)
      if (std::fabs(J[i][j] - J[j][i]) > kInertiaRounding * largest)
        throw InvalidInput("inertia: the tensor must be symmetric: entries (" + std::to_string(i + 1) + "," +
                           std::to_string(j + 1) + ") = " + to_text(J[i][j]) + " and (" + std::to_string(j + 1) + "," +
                           std::to_string(i + 1) + ") = " + to_text(J[j][i]) + " differ (a mistyped entry?)");
}
inline void check_shape(const char* shape, double mass, const Vec3<double>& size) {
  for (double value : {mass, size.x, size.y, size.z})
    if (!(value > 0) || !std::isfinite(value))
      throw InvalidInput(std::string("inertia: ") + shape + " of mass " + to_text(mass) + " and dimensions " +
                         listed(size) + ": each must be positive and finite");
}

struct Diagonal {
  Vec3<double> I;
  Quaternion<double> frame;
};
// Jacobi's method: turn away the largest entry off the diagonal until there is none. Each turn is by at most 45
// degrees, so axes keep their places where they can; equal moments need no care: nothing is divided by a difference.
inline Diagonal diagonalized(const Mat3<double>& J) {
  double A[3][3];
  double scale = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) scale = std::fmax(scale, std::fabs(J[i][j]));
  int exponent = 0;
  std::frexp(scale, &exponent);  // a power of two: scaling changes no digit
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) A[i][j] = std::ldexp(0.5 * J[i][j] + 0.5 * J[j][i], -exponent);

  Quaternion<double> frame;
  // Off-diagonal entries fall quadratically; 3 sweeps of 3 turns reach rounding, 30 turns are never needed.
  for (int turn = 0; turn < 30; ++turn) {
    int p = 0, q = 1;
    if (std::fabs(A[0][2]) > std::fabs(A[p][q])) q = 2;
    if (std::fabs(A[1][2]) > std::fabs(A[p][q])) p = 1, q = 2;
    const double off = A[p][q];
    // Below this it changes neither diagonal entry, whatever their size.
    if (std::fabs(off) <= 1e-18 * std::sqrt(std::fabs(A[p][p] * A[q][q])) || off == 0) break;
    const double tau = (A[q][q] - A[p][p]) / (2 * off);
    const double t = std::copysign(1.0, tau) / (std::fabs(tau) + std::sqrt(1 + tau * tau));
    const double c = 1 / std::sqrt(1 + t * t), s = t * c;
    const int r = 3 - p - q;
    A[p][p] -= t * off, A[q][q] += t * off;
    A[p][q] = A[q][p] = 0;
    const double arp = A[r][p], arq = A[r][q];
    A[r][p] = A[p][r] = c * arp - s * arq;
    A[r][q] = A[q][r] = s * arp + c * arq;
    // New axes p, q: e_p' = c e_p - s e_q, e_q' = s e_p + c e_q: a turn about e_r by -atan t (p, q, r cyclic) or +atan t.
    const double sense = (p == 0 && q == 2) ? 1 : -1;
    const double half_c = std::sqrt(0.5 * (1 + c));
    Quaternion<double> turned{half_c, {}};
    turned.v[r] = sense * s / (2 * half_c);
    frame = normalized(frame * turned);
  }
  return {{std::ldexp(A[0][0], exponent), std::ldexp(A[1][1], exponent), std::ldexp(A[2][2], exponent)}, frame};
}

}  // namespace polhode::inline POLHODE_ISA::detail

namespace polhode {

/// Inertia about the fixed point (the centre of mass of a free body). Immutable; impossible ones cannot be built.
///
/// Body axes are the user's. `frame()` turns principal axes into body axes; it is the identity when the user's
/// axes are principal. All tests are relative: a body of 1e-40 kg m^2 works as one of 1.
class Inertia {
 public:
  /// Body axes are principal; moments in any order.
  POLHODE_INLINE static Inertia principal(double I1, double I2, double I3) {
    const Vec3<double> I{I1, I2, I3};
    detail::check_positive(I);
    detail::check_triangle(I);
    return Inertia(I, {});
  }
  /// Positive moments that need not belong to a distribution of mass: the equations of motion hold all the same
  /// (effective moments of fitted molecular models, gyrostats, and some classic test problems).
  POLHODE_INLINE static Inertia effective(double I1, double I2, double I3) {
    const Vec3<double> I{I1, I2, I3};
    detail::check_positive(I);
    return Inertia(I, {});
  }
  /// Symmetric 3x3 tensor in body axes (with true signs: the off-diagonal entries are minus the products of inertia).
  POLHODE_INLINE static Inertia tensor(const Mat3<double>& J) {
    detail::check_symmetric(J);
    auto [I, frame] = detail::diagonalized(J);
    detail::check_positive(I);
    detail::check_triangle(I);
    return {I, frame};
  }
  /// Solid box with edges a, b, c along the body axes.
  POLHODE_INLINE static Inertia box(double mass, double a, double b, double c) {
    detail::check_shape("box", mass, {a, b, c});
    return principal(mass * (b * b + c * c) / 12, mass * (c * c + a * a) / 12, mass * (a * a + b * b) / 12);
  }
  /// Solid ellipsoid with semi-axes a, b, c along the body axes.
  POLHODE_INLINE static Inertia ellipsoid(double mass, double a, double b, double c) {
    detail::check_shape("ellipsoid", mass, {a, b, c});
    return principal(mass * (b * b + c * c) / 5, mass * (c * c + a * a) / 5, mass * (a * a + b * b) / 5);
  }
  /// Solid cylinder, its axis along body axis 3.
  POLHODE_INLINE static Inertia cylinder(double mass, double radius, double height) {
    detail::check_shape("cylinder", mass, {radius, radius, height});
    const double across = mass * (3 * radius * radius + height * height) / 12;
    return principal(across, across, mass * radius * radius / 2);
  }
  POLHODE_INLINE static Inertia sphere(double mass, double radius) {
    detail::check_shape("sphere", mass, {radius, radius, radius});
    const double I = 2 * mass * radius * radius / 5;
    return principal(I, I, I);
  }

  POLHODE_INLINE const Vec3<double>& moments() const noexcept { return moments_; }
  /// Rotation from principal axes to body axes.
  POLHODE_INLINE const Quaternion<double>& frame() const noexcept { return frame_; }
  /// The moments as a step wants them.
  template <class T = double>
  POLHODE_INLINE Principal<T> in_principal_axes() const noexcept {
    return Principal<T>(convert<T>(moments_));
  }
  /// A state given in body axes, in principal axes: Q F and F* m F; and back.
  template <class T>
  POLHODE_INLINE PrincipalState<T> to_principal(const State<T>& s) const noexcept {
    const Quaternion<T> F = convert<T>(frame_);
    return {s.Q * F, rotate_back(F, s.m)};
  }
  template <class T>
  POLHODE_INLINE State<T> to_body(const PrincipalState<T>& s) const noexcept {
    const Quaternion<T> F = convert<T>(frame_);
    return {s.Q * conj(F), rotate(F, s.m)};
  }
  /// Angular momentum of the angular velocity w, both in body axes; and the inverse.
  POLHODE_INLINE Vec3<double> momentum(const Vec3<double>& w) const noexcept {
    return rotate(frame_, times(moments_, rotate_back(frame_, w)));
  }
  POLHODE_INLINE Vec3<double> angular_velocity(const Vec3<double>& m) const noexcept {
    const Vec3<double> p = rotate_back(frame_, m);
    return rotate(frame_, Vec3<double>{p.x / moments_.x, p.y / moments_.y, p.z / moments_.z});
  }

 private:
  Vec3<double> moments_;
  Quaternion<double> frame_;

  POLHODE_INLINE Inertia(const Vec3<double>& I, const Quaternion<double>& frame) : moments_(I), frame_(frame) {}
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// Throws InvalidInput unless Q is a unit quaternion within 1e-6, everything is finite, and |m|^2 is a number with digits.
inline void check_state(const State<double>& s) {
  const double length = std::hypot(std::hypot(s.Q.w, s.Q.v.x), std::hypot(s.Q.v.y, s.Q.v.z));  // squares might overflow
  const auto text = [&] {  // of a fault alone: to write it takes ten times as long as to look
    return std::string("(") + to_text(s.Q.w) + ", " + to_text(s.Q.v.x) + ", " + to_text(s.Q.v.y) + ", " +
           to_text(s.Q.v.z) + ")";
  };
  if (!std::isfinite(length))
    throw InvalidInput("state: attitude " + text() + " must be finite (an uninitialised value?)");
  if (length == 0)
    throw InvalidInput("state: attitude " + text() +
                       " has no direction: a quaternion w x y z must not be zero (the identity is 1 0 0 0)");
  if (std::fabs(length - 1) > 1e-6)
    throw InvalidInput("state: attitude " + text() + " has length " + to_text(length) +
                       ", not 1 within 1e-6 (not a quaternion w x y z? normalise it first)");
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(s.m[i]))
      throw InvalidInput("state: momentum (" + to_text(s.m.x) + ", " + to_text(s.m.y) + ", " + to_text(s.m.z) +
                         ") must be finite (an uninitialised or overflowed value?)");
  const double size = std::fmax(std::fabs(s.m.x), std::fmax(std::fabs(s.m.y), std::fabs(s.m.z)));
  if (size > 0 && (size < 1e-150 || size > 1e153))
    throw InvalidInput("state: momentum (" + to_text(s.m.x) + ", " + to_text(s.m.y) + ", " + to_text(s.m.z) +
                       (size < 1 ? ") must be zero or at least 1e-150: its square would vanish"
                                 : ") must be at most 1e153: its square would overflow") +
                       " (is the unit right?)");
}

}  // namespace detail

/// A state that a run may start from: Q brought to unit length, everything finite.
inline State<double> checked(const State<double>& s) {
  detail::check_state(s);
  return {normalized(s.Q), s.m};
}
template <class T>
State<T> checked(const State<T>& s) {
  detail::check_state(convert<double>(s));
  return {normalized(s.Q), s.m};
}

}  // namespace polhode::inline POLHODE_ISA

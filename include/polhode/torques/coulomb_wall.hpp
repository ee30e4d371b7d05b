// coulomb_wall.hpp -- attraction to a wall that is soft when touched: V = -1/u + 0.001/u^10,  u = 1.1 + Q33
//
// Source     [KryslEndres2004] section 3.6, with the sign that its text describes (docs/why/errata.md); `as_printed` has the other
#pragma once

#include "polhode/torques/card.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <class P = double>
struct CoulombWall : VerticalPotential<CoulombWall<P>> {
  static constexpr TorqueKey kKeys[] = {{.name = "as_printed",
                                         .meaning = "true: with the sign of the formula as it is printed",
                                         .kind = TorqueKey::Kind::flag,
                                         .required = false}};
  static constexpr TorqueInfo info{
      .kind = "coulomb-wall",
      .title = "attraction to a wall that is soft when touched",
      .formula = "U = -1/u + 0.001/u^10,  u = 1.1 + Q33",
      .keys = kKeys,
      .abilities = {.potential = true, .derivative = true, .vertical = true, .series = true, .lanes = true},
      .reference = "KryslEndres2004, section 3.6",
      .remark =
          "the sign is the one that the text of the paper describes; the formula "
          "has the other (docs/why/errata.md)"};

  bool as_printed = false;

  constexpr CoulombWall() = default;
  constexpr explicit CoulombWall(bool as_printed_) noexcept : as_printed(as_printed_) {}
  static CoulombWall from(const TorqueValues<P>& v, const Mat3<P>&) { return CoulombWall(v.flag("as_printed")); }

  /// The force is along the third body axis.
  bool never_about(const Vec3<double>& axis) const noexcept { return detail::is_along({0, 0, 1}, axis); }

  template <class T>
  T f(const Vec3<T>& n) const noexcept {
    const T r = T(1) / distance(n), r2 = r * r, r5 = r2 * r2 * r;
    return sign<T>() * ((r5 * r5) / T(1000) - r);
  }
  template <class T>
  Vec3<T> gradient(const Vec3<T>& n) const noexcept {
    const T r = T(1) / distance(n), r2 = r * r, r4 = r2 * r2, r11 = r4 * r4 * r2 * r;
    return {T(0), T(0), sign<T>() * (r2 - r11 / T(100))};
  }
  template <class T>
  Vec3<T> hessian_times(const Vec3<T>& n, const Vec3<T>& d) const noexcept {
    const T r = T(1) / distance(n), r2 = r * r, r3 = r2 * r, r6 = r3 * r3;
    return {T(0), T(0), sign<T>() * (T(11) * (r6 * r6) / T(100) - T(2) * r3) * d.z};
  }

 private:
  template <class T>
  static T distance(const Vec3<T>& n) noexcept {
    return T(11) / T(10) + n.z;
  }
  template <class T>
  T sign() const noexcept {
    return T(as_printed ? -1 : 1);
  }
};

}  // namespace polhode::inline POLHODE_ISA

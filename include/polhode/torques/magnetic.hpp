// magnetic.hpp -- a magnet on board in the field of a planet, a dipole that turns with it: U = -dipole . B
//
// Source     [Wertz1978] appendix H: B = (3 (M . n) n - M)/r^3, n from the centre to the satellite, M the planet's magnetic moment
//            times mu0/4 pi. Of the Earth |M| is 7.8e15 T m^3, and M points to the south, 10 degrees off the axis.
#pragma once

#include <array>
#include <cmath>
#include <type_traits>

#include "polhode/torques/card.hpp"
#include "polhode/torques/orbit.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <class P = double>
struct MagneticDipole {
  static constexpr auto kKeys = [] {
    std::array<TorqueKey, 3 + kOrbitKeys.size()> keys{
        {{.name = "dipole",
          .meaning = "the magnetic moment of the body [x, y, z], body axes",
          .unit = "A m^2",
          .kind = TorqueKey::Kind::vector},
         {.name = "planet_dipole",
          .meaning = "mu0/4 pi times the magnetic moment of the planet [x, y, z] at t = 0, space axes",
          .unit = "T m^3",
          .kind = TorqueKey::Kind::vector},
         {.name = "rotation",
          .meaning = "angular velocity of the planet about e3, which turns planet_dipole; 0 for a field that is fixed "
                     "in space",
          .unit = "rad/s"}}};
    for (std::size_t i = 0; i < kOrbitKeys.size(); ++i) keys[3 + i] = kOrbitKeys[i];
    return keys;
  }();
  static constexpr TorqueInfo info{
      .kind = "magnetic",
      .title = "a magnet on board in the field of a planet, on a Kepler orbit",
      .formula = "U = -dipole . B,  B = (3 (M . n) n - M)/r^3 in body axes, n from the centre to the body",
      .keys = kKeys,
      .abilities = {.potential = true, .derivative = true, .series = true, .lanes = true, .time = true},
      .reference = "Wertz1978, appendix H",
      .remark = "the field is that of a dipole in the centre; the moment of the Earth points to the south",
      .table = "orbit"};

  KeplerOrbit<P> orbit;
  Vec3<P> dipole{};         ///< body axes
  Vec3<P> planet_dipole{};  ///< space axes, at t = 0
  P rotation{};             ///< about e3

  static MagneticDipole from(const TorqueValues<P>& v, const Mat3<P>&) {
    return {KeplerOrbit<P>::from(v), v.vector("dipole"), v.vector("planet_dipole"), v.number("rotation")};
  }

  double time_scale(double t) const noexcept
    requires std::is_same_v<P, double>
  {
    return std::fmin(orbit.time_scale(t), 1 / std::fabs(rotation));
  }
  bool never_about(const Vec3<double>& axis) const noexcept
    requires std::is_same_v<P, double>
  {
    return detail::is_along(dipole, axis);
  }

  /// The field where the body is, in space axes.
  template <class T>
  Vec3<T> field(const T& t) const noexcept {
    const OrbitPoint<T> at = orbit.at(t);
    const T r = T(orbit.elements().periapsis_radius) * at.distance, scale = T(1) / (r * r * r);
    T s, c;
    sincos(T(rotation) * t, s, c);
    const Vec3<T> M0 = convert<T>(planet_dipole), M{c * M0.x - s * M0.y, s * M0.x + c * M0.y, M0.z};
    return scale * (T(3) * dot(M, at.direction) * at.direction - M);
  }
  template <class T>
  AtTime<T> at_time(const T& t) const noexcept {
    return {t, field(t)};
  }
  template <class T>
  T energy(T t, const Quaternion<T>& Q) const noexcept {
    return -dot(convert<T>(dipole), rotate_back(Q, field(t)));
  }
  template <class T>
  POLHODE_INLINE Vec3<T> torque(const AtTime<T>& now, const Quaternion<T>& Q) const noexcept {
    return cross(convert<T>(dipole), rotate_back(Q, now.v));
  }
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const noexcept {
    return torque(at_time(t), Q);
  }
  template <class T>
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const noexcept {
    return cross(convert<T>(dipole), cross(rotate_back(Q, field(t)), d));
  }
};

}  // namespace polhode::inline POLHODE_ISA

// A torque of one's own: a magnet in a turning field, with friction. In the end it follows the field, a constant angle behind.
#include <cmath>
#include <cstdio>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/torques/torque.hpp"

using namespace polhode;

struct TurningField {
  double moment, rate, friction;

  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    T s, c;
    sincos(T(rate) * t, s, c);
    const Vec3<T> field = rotate_back(Q, Vec3<T>{c, s, T(0)});  // from space axes to body axes
    return T(moment) * cross(Vec3<T>{T(1), T(0), T(0)}, field) - T(friction) * w;
  }
};

int main() {
  const TurningField field{2.0, 1.5, 0.4};
  Drive<Cf4, TurningField> body(Principal<double>({0.7, 0.9, 1.1}), field);
  PrincipalState<double> s{{}, {0.2, -0.1, 0.3}};
  const double h = 0.02;
  const int steps = 10000;
  for (int i = 0; i < steps; ++i) body.step(i * h, h, s);

  const Vec3<double> magnet = rotate(s.Q, Vec3<double>{1, 0, 0});
  const double lag = std::remainder(field.rate * steps * h - std::atan2(magnet.y, magnet.x), 2 * std::acos(-1.0));
  const double expected = std::asin(field.friction * field.rate / field.moment);  // moment sin(lag) = friction rate
  std::printf("the magnet is %.9f rad behind the field, expected %.9f\n", lag, expected);
  return std::fabs(lag - expected) < 1e-6 ? 0 : 1;
}

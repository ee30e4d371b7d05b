// torques/heavy_top.hpp -- a fast top: its axis goes round the vertical at the rate of the textbook
#include <cmath>
#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/torques/heavy_top.hpp"

using namespace polhode;

int main() {
  const Principal<double> moments({5e-4, 5e-4, 8e-4});  // kg m^2, about the point it stands on
  const HeavyTop weight(0.1 * 9.81, {0, 0, 0.04});      // N; m from that point to the centre of mass
  const double spin = 200, lean = 0.4;                  // rad/s, rad
  PrincipalState<double> s{to_quaternion(exp(Vec3<double>{lean, 0, 0})), {0, 0, moments.I.z * spin}};

  const auto total_energy = [&] { return energy(moments, s.m) + weight.energy(s.Q); };
  const double E = total_energy(), Lz = spatial_momentum(s).z;
  Drive<Rkn4<Sr<4>>, HeavyTop<>> top(moments, weight);
  const double h = 0.0005;
  double angle = 0, before = -0.5 * std::acos(-1.0);  // of the axis, seen from above
  const int steps = 20000;
  for (int i = 0; i < steps; ++i) {
    top.step(i * h, h, s);
    const Vec3<double> axis = rotate(s.Q, Vec3<double>{0, 0, 1});
    const double now = std::atan2(axis.y, axis.x);
    angle += std::remainder(now - before, 2 * std::acos(-1.0));
    before = now;
  }
  const double rate = angle / (steps * h), textbook = 0.1 * 9.81 * 0.04 / (moments.I.z * spin);
  std::printf("precession: %.4f rad/s, weight times arm over spin momentum: %.4f rad/s\n", rate, textbook);
  std::printf("energy kept to %.0e, momentum about the vertical to %.0e\n", relative_error(total_energy(), E),
              relative_error(spatial_momentum(s).z, Lz));
  return std::fabs(rate / textbook - 1) < 0.02 && relative_error(total_energy(), E) < 1e-9 &&
                 relative_error(spatial_momentum(s).z, Lz) < 1e-12
             ? 0
             : 1;
}

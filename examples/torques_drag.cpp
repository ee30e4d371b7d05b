// torques/drag.hpp -- how long until a spinning disk has lost half its speed?
#include <cmath>
#include <cstdio>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/torques/drag.hpp"

using namespace polhode;

int main() {
  const Inertia disk = Inertia::cylinder(0.2, 0.1, 0.01);
  const double I3 = disk.moments().z, c = 1e-4;
  Stepper<Cf4, Drag<>> body(disk, {{}, {0, 0, I3 * 50}}, Drag(c));
  const double half_life = std::log(2.0) * I3 / c;
  body.run_until(half_life, 0.01);
  std::printf("after %.2f s it turns at %.9f rad/s\n", half_life, body.angular_velocity().z);
  return std::fabs(body.angular_velocity().z - 25) < 1e-9 ? 0 : 1;
}

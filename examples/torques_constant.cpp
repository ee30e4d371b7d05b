// torques/constant.hpp -- two thrusters, one after the other: the momentum in space is the sum of their impulses
#include <cmath>
#include <cstdio>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/simo_wong.hpp"
#include "polhode/torques/constant.hpp"

using namespace polhode;

int main() {
  const auto burns = sum_of_torques(ConstantTorque{{0.5, 0, 0}, Frame::space, 0, 4},
                                    ConstantTorque{{0, -0.2, 0.1}, Frame::space, 6, 7.3});
  Stepper<SimoWong, std::remove_cvref_t<decltype(burns)>> body(Inertia::box(10, 0.3, 0.4, 0.6), {}, burns);
  body.run_until(20, 0.05);  // begins anew at 4, 6 and 7.3: no step sees a jump
  const Vec3<double> L = body.spatial_momentum();
  std::printf("L = %.12f %.12f %.12f\n", L.x, L.y, L.z);
  return norm(L - Vec3<double>{2, -0.26, 0.13}) < 1e-13 ? 0 : 1;
}

// A program outside the project that uses the installed library.
#include <cmath>
#include <cstdio>

#include "polhode/polhode.hpp"

int main() {
#ifdef POLHODE_SAME_BITS
  // x cross x is exactly zero, unless the compiler fuses a product with the difference: polhode::same_bits must carry
  // -ffp-contract=off. Each number is read anew, so that the compiler cannot see that a and b are the same.
  volatile double third = 1.0 / 3.0, seventh = 1.0 / 7.0, ninth = 1.0 / 9.0;
  const polhode::Vec3<double> a{third, seventh, ninth};
  const polhode::Vec3<double> b{third, seventh, ninth};
  const polhode::Vec3<double> c = polhode::cross(a, b);
  if (c.x != 0 || c.y != 0 || c.z != 0) {
    std::printf("x cross x = (%g, %g, %g): products were fused\n", c.x, c.y, c.z);
    return 1;
  }
#endif

  // A body tumbles for ten seconds: the energy stays, in error by the order of the method.
  const polhode::Inertia inertia = polhode::Inertia::box(1, 0.1, 0.2, 0.3);
  polhode::Stepper<polhode::Sr<4>> body(inertia, {{}, inertia.momentum({0.1, 5, 0.2})});
  const double before = body.energy();
  if (body.run(0.01, 1000) != polhode::Outcome::done || body.steps() != 1000) {
    std::printf("the run stopped after %ld steps\n", body.steps());
    return 1;
  }
  const double error = std::fabs(body.energy() / before - 1);
  if (!(error < 1e-9)) {  // measured 6e-11
    std::printf("energy error %g\n", error);
    return 1;
  }
  return 0;
}

// A program outside the project that uses the installed library.
#include <cstdio>

#include "polhode/numbers/vec3.hpp"

int main() {
  // x cross x is exactly zero, unless the compiler fuses a product with the difference: the target must carry
  // -ffp-contract=off. Each number is read anew, so that the compiler cannot see that a and b are the same.
  volatile double third = 1.0 / 3.0, seventh = 1.0 / 7.0, ninth = 1.0 / 9.0;
  const polhode::Vec3<double> a{third, seventh, ninth};
  const polhode::Vec3<double> b{third, seventh, ninth};
  const polhode::Vec3<double> c = polhode::cross(a, b);
  if (c.x != 0 || c.y != 0 || c.z != 0) {
    std::printf("x cross x = (%g, %g, %g): products were fused\n", c.x, c.y, c.z);
    return 1;
  }
  return 0;
}

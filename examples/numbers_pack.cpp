// numbers/pack.hpp -- four bodies at once, with the bits of one
#include <cstdio>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/numbers/pack.hpp"

using namespace polhode;

int main() {
  using P = Pack<double, 4>;
  const Vec3<double> moments{0.6, 0.8, 1.0};
  Drive<Sr<4>, NoTorque, P> bodies{Principal<P>(convert<P>(moments))};
  Drive<Sr<4>> body{Principal<double>(moments)};

  // One body per lane, each started a little faster than the last.
  PrincipalState<P> all;
  PrincipalState<double> third;
  for (int i = 0; i < 4; ++i) {
    const PrincipalState<double> start{{}, {0.1, 1 + 0.1 * i, 0.2}};
    set_lane(all, i, start);
    if (i == 2) third = start;
  }
  for (int n = 0; n < 1000; ++n) {
    bodies.step(P(0.01), all);
    body.step(0.01, third);
  }
  for (int i = 0; i < 4; ++i) {
    const PrincipalState<double> s = lane(all, i);
    std::printf("body %d: m = %9.6f %9.6f %9.6f\n", i, s.m.x, s.m.y, s.m.z);
  }
  const PrincipalState<double> s = lane(all, 2);
  const bool same = s.m.x == third.m.x && s.m.y == third.m.y && s.m.z == third.m.z && s.Q.w == third.Q.w;
  std::printf("body 2 alone gives %s\n", same ? "the same bits" : "something else");
  return same ? 0 : 1;
}

// drive/drive.hpp -- four tops of different weight at once, in the lanes of one register, with the bits of each alone
#include "polhode/drive/drive.hpp"

#include <cstdio>

#include "polhode/methods/dmv.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/heavy_top.hpp"

using namespace polhode;

int main() {
  using P = Pack<double, 4>;
  const double weights[4] = {0.5, 1.0, 1.5, 2.0};
  const Vec3<double> moments{0.6, 0.8, 1.0};
  const PrincipalState<double> start{{}, {1.8, 0.4, -0.9}};
  const double h = 0.01;
  const int steps = 1000;

  // Method, torque and number: the driver owns what the method needs besides the state.
  P weight(0);
  for (int i = 0; i < 4; ++i) set_lane(weight, i, weights[i]);
  Drive<Rkn6<Dmv<16>>, HeavyTop<P>, P> tops(Principal<P>(convert<P>(moments)), HeavyTop<P>(weight, {P(0), P(0), P(1)}));
  PrincipalState<P> all = convert<P>(start);
  for (int n = 0; n < steps; ++n)
    if (!all_lanes<P>(tops.step(P(n * h), P(h), all).converged)) return 1;

  bool same = true;
  for (int i = 0; i < 4; ++i) {
    Drive<Rkn6<Dmv<16>>, HeavyTop<>> top(Principal<double>(moments), HeavyTop(weights[i], {0, 0, 1}));
    PrincipalState<double> alone = start;
    for (int n = 0; n < steps; ++n) top.step(n * h, h, alone);
    const PrincipalState<double> s = lane(all, i);
    std::printf("weight %.1f N: m = %9.6f %9.6f %9.6f\n", weights[i], s.m.x, s.m.y, s.m.z);
    same = same && s.m.x == alone.m.x && s.m.y == alone.m.y && s.m.z == alone.m.z && s.Q.w == alone.Q.w;
  }
  std::printf("each alone gives %s\n", same ? "the same bits" : "something else");
  return same ? 0 : 1;
}

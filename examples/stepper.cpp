// drive/stepper.hpp -- a body with its own axes, free or under a torque, moved step by step; the outcome of each run
#include "polhode/drive/stepper.hpp"

#include <cmath>
#include <cstdio>

#include "polhode/methods/dmv.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/weierstrass.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/heavy_top.hpp"

using namespace polhode;

// A splitting works with potentials. Given drag it is refused when the program is compiled; this asks beforehand.
static_assert(Takes<Rkn6<Weierstrass>, HeavyTop<>> && !Takes<Rkn6<Weierstrass>, Drag<>>);

int main() {
  // A tennis racket whose axes are those of its drawing, not the principal ones.
  const Inertia racket = Inertia::tensor({{0.0150, 0.0004, 0}, {0.0004, 0.0013, 0}, {0, 0, 0.0161}});
  Stepper<Sr<4>> body(racket, {{}, racket.momentum({9.0, 0.1, 0.05})});
  const double E = body.energy();
  for (int i = 0; i < 4; ++i) {
    if (body.run(0.001, 250) != Outcome::done) return 1;
    const Vec3<double> w = body.angular_velocity();
    std::printf("t = %.2f s   w = %7.3f %7.3f %7.3f rad/s\n", body.time(), w.x, w.y, w.z);
  }
  std::printf("energy changed by %.0e of it\n", body.energy() / E - 1);
  const bool free_right = std::fabs(body.energy() / E - 1) < 1e-6;

  // A heavy top from start to end.
  Stepper<Rkn6<Weierstrass>, HeavyTop<>> top(Inertia::principal(0.6, 0.8, 1.0), {{}, {1.8, 0.4, -0.9}},
                                             HeavyTop(1, {0, 0, 1}));
  const double before = top.energy();
  const RunReport report = top.run_until(10, 0.02);
  const Quaternion<double> Q = top.state().Q;
  std::printf("t = %g after %ld steps: attitude %.12f %.12f %.12f %.12f, energy off by %.0e\n", report.time,
              report.steps, Q.w, Q.v.x, Q.v.y, Q.v.z, std::fabs(top.energy() - before));
  const bool top_right = report.outcome == Outcome::done && std::fabs(Q.w - 0.925739989093463) < 1e-12;

  // Methods that solve an equation refuse a step that is too long, say why, and keep the state.
  Stepper<Dmv<8>> careful(racket, {{}, racket.momentum({9.0, 0.1, 0.05})});
  const RunReport failed = careful.run_until(10, 5);
  std::printf("%s\n", failed.cause.c_str());
  return free_right && top_right && failed.outcome == Outcome::not_converged ? 0 : 1;
}

// stepper.hpp -- a body with its own axes, moved step by step, with the outcome of each run
#include "polhode/stepper.hpp"

#include <cstdio>

#include "polhode/methods/dmv.hpp"
#include "polhode/methods/sr.hpp"

using namespace polhode;

int main() {
  // A tennis racket whose axes are those of its drawing, not the principal ones.
  const Inertia racket = Inertia::tensor({{0.0150, 0.0004, 0}, {0.0004, 0.0013, 0}, {0, 0, 0.0161}});
  Stepper<Sr<4>> body(racket, {{}, racket.momentum({9.0, 0.1, 0.05})});
  const double E = body.energy();
  for (int i = 0; i < 4; ++i) {
    if (body.run(0.001, 250) != Outcome::done) return 1;
    const Vec3<double> w = body.angular_velocity();
    std::printf("t = %.2f s   w = %7.3f %7.3f %7.3f rad/s\n", 0.001 * double(body.steps()), w.x, w.y, w.z);
  }
  std::printf("energy changed by %.0e of it\n", body.energy() / E - 1);

  // Methods that solve an equation refuse a step that is too long, and keep the state.
  Stepper<Dmv<8>> careful(racket, {{}, racket.momentum({9.0, 0.1, 0.05})});
  const bool refused = careful.step(5.0) == Outcome::not_converged;
  std::printf("a step of 5 s with dmv8: %s\n", refused ? "refused" : "taken");
  return refused && std::fabs(body.energy() / E - 1) < 1e-6 ? 0 : 1;
}

// exact/free_motion.hpp -- where will the tumbling body point in an hour? No steps: one evaluation
#include "polhode/exact/free_motion.hpp"

#include <cstdio>

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"

using namespace polhode;

int main() {
  const Inertia inertia = Inertia::box(4000, 9.2, 2.4, 2.4 * 1.2);  // a spent rocket stage, nearly symmetric
  const State<double> start{{}, inertia.momentum({0.01, 0.12, 0.05})};
  const FreeMotion<double> motion(inertia, start);

  for (const double minutes : {0.0, 1.0, 10.0, 60.0}) {
    const State<double> s = motion.at(60 * minutes);
    const Vec3<double> nose = rotate(s.Q, Vec3<double>{1, 0, 0});
    std::printf("%4.0f min   nose %7.4f %7.4f %7.4f   energy error %.0e\n", minutes, nose.x, nose.y, nose.z,
                relative_error(energy(inertia, s), energy(inertia, start)));
  }
  // From there and back again.
  const State<double> there = motion.at(3600), back = FreeMotion<double>(inertia, there).at(-3600);
  const double error = attitude_distance(back.Q, start.Q);
  std::printf("an hour ahead and back: %.1e rad\n", error);
  return error < 1e-12 ? 0 : 1;
}

// A program outside the project that uses the compiled library: methods and torques by name, and a torque of its own.
#include <cmath>
#include <cstdio>

#include "engine/run.hpp"

using namespace polhode;

namespace {

/// -0.1 w, and how often it was asked for.
void brake(void* context, double, const double*, const double* w, double* torque) {
  ++*static_cast<long*>(context);
  for (int i = 0; i < 3; ++i) torque[i] = -0.1 * w[i];
}

}  // namespace

int main() {
  Problem top;
  top.inertia = Inertia::principal(0.6, 0.8, 1.0);
  top.start = {{}, {1.8, 0.4, -0.9}};
  top.torques = {{"heavy-top", {{{"weight", 1.0}, {"arm", Vec3<double>{0, 0, 1}}}}}};
  top.end_time = 10;
  const RunRecord record = Run({top, choose("rkn6", "dmv16", torque_abilities(top)), {.number = 1000}}).go();
  if (!record.done() || !(*record.certificate.energy_error_max < 1e-12)) return std::puts("the heavy top failed"), 1;

  // The same drag twice: by name, and as a function of this program.
  Problem named = top, own = top;
  long calls = 0;
  named.torques = {{"drag", {{{"coefficient", 0.1}}}}};
  own.torques = {{"callback", {{{"function", TorqueCallback{brake, &calls}}}}}};
  const Choice cf4 = choose("cf4", "", torque_abilities(own));
  const Row a = Run({named, cf4, {.number = 1000}}).go().last, b = Run({own, cf4, {.number = 1000}}).go().last;
  if (calls != 4000 || !(std::fabs(a.w.x - b.w.x) < 1e-14) || !(std::fabs(a.q.w - b.q.w) < 1e-14))
    return std::printf("%ld calls, w differs by %g\n", calls, a.w.x - b.w.x), 1;

  // Refused with words, across the border of the library.
  try {
    choose("taylor8", "", torque_abilities(own));
    return std::puts("taylor8 took a torque that it cannot take"), 1;
  } catch (const InvalidInput& error) {
    std::printf("refused, as it must be: %s\n", error.what());
  }
  try {
    named.torques = {{"drag", {{{"coefficient", -1.0}}}}};
    check(named);
    return std::puts("a negative drag was taken"), 1;
  } catch (const InvalidInput& error) {
    std::printf("refused, as it must be: %s\n", error.what());
  }
  return 0;
}

// expensive_torque.cpp -- a torque that is a function of the caller, to an accuracy: how often it is called in all
//
//   expensive_torque      a line of a table (Markdown) for each motion and accuracy
//
// `auto` is the pair of solutions with strides as the motion needs them. The others take fixed steps, made smaller until the
// estimate by companions is small enough; calls of the search and of the companions are counted, as the torque does not care who
// calls it. The last column is the run alone, with the step that was found: what is paid when the step is known (polhode
// advise --fewest-torques).
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/run.hpp"

namespace {

using namespace polhode;

struct Motion {
  const char* name;
  double weight, driving, drag;
  long calls = 0;
};

void torque(void* context, double t, const double* q, const double* w, double* torque) {
  Motion& motion = *static_cast<Motion*>(context);
  ++motion.calls;
  const double down[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                          1 - 2 * (q[1] * q[1] + q[2] * q[2])};
  const double arm[3] = {0.1, -0.2, 0.9}, f = motion.weight + motion.driving * std::sin(2 * t);
  const double speed = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    torque[i] = f * (arm[j] * down[k] - arm[k] * down[j]) - motion.drag * speed * w[i];
  }
}

struct Calls {
  long all = 0, run = 0;
};
Calls calls(Motion& motion, const char* method, double end, double accuracy) {
  Problem p;
  p.inertia = Inertia::tensor({{0.62, 0.03, -0.02}, {0.03, 0.35, 0.04}, {-0.02, 0.04, 0.45}});
  p.start = {normalized(Quaternion<double>{0.9, {0.1, -0.3, 0.2}}), p.inertia.momentum({0.4, 1.1, -0.7})};
  TorqueCallback function;
  function.torque = torque, function.context = &motion;
  p.torques = {{"callback", {{{"function", function}}}}};
  p.end_time = end;
  Task task{p, choose(method, "", torque_abilities(p)), {}};
  task.accuracy = accuracy;
  motion.calls = 0;
  try {
    const RunRecord record = Run(task).go();
    return {motion.calls, record.torque_evaluations};
  } catch (const InvalidInput&) {  // out of its reach
    return {};
  }
}

}  // namespace

int main() {
  Motion motions[] = {
      {"top", -0.8, 0, 0}, {"driven top", 0, 0.8, 0}, {"top with drag", -0.2, 0, 0.02}, {"drag", 0, 0, 0.02}};
  std::printf(
      "| motion | accuracy | `auto`: calls | `rk8` with search | `rk9` with search | least / `auto` | `rk9` alone |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  for (Motion& motion : motions)
    for (const double end : {10.0, 100.0})
      for (const double accuracy : {1e-3, 1e-6, 1e-9}) {
        const Calls pair = calls(motion, "auto", end, accuracy), rk8 = calls(motion, "rk8", end, accuracy),
                    rk9 = calls(motion, "rk9", end, accuracy);
        if (pair.all == 0 || rk8.all == 0 || rk9.all == 0) continue;
        std::printf("| %s, %.0f s | %.0e | %ld | %ld | %ld | %.2f | %ld |\n", motion.name, end, accuracy, pair.all,
                    rk8.all, rk9.all, double(std::min(rk8.all, rk9.all)) / double(pair.all), rk9.run);
      }
}

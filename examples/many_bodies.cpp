// Many bodies: a thousand tops with weights of their own to an accuracy, and a gas of rods in the arrays of this program.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "ensemble/arrays.hpp"
#include "ensemble/ensemble.hpp"

using namespace polhode;

// Body i of an ensemble is what make() says; here the weight grows from top to top.
struct Tops : BodySource {
  Problem top;
  Tops() {
    top.inertia = Inertia::principal(0.6, 0.8, 1.0);
    top.start.m = {1.8, 0.4, -0.9};
    top.end_time = 10;
    top.torques = {{"heavy-top", {{{"weight", 1.0}, {"arm", Vec3<double>{0, 0, 1}}}}}};
  }
  const Problem& common() const override { return top; }
  void make(std::size_t i, Problem& p) const override {
    p.torques[0].values.given[0].second.number = 0.001 * double(i);
  }
};

int main() {
  const Tops tops;
  EnsembleTask task;
  task.choice = choose("rk8", "", torque_abilities(tops.common()));
  task.accuracy = 1e-8;
  task.count = 1000;
  const EnsembleResult r = run_ensemble(tops, task);
  const double worst = *std::max_element(r.error_estimate.begin(), r.error_estimate.end());
  const bool all =
      std::all_of(r.outcome.begin(), r.outcome.end(), [](BodyOutcome o) { return o == BodyOutcome::done; });
  std::printf("%zu tops, %s, attitudes within %.0e rad\n", r.count(), all ? "all done" : "not all done", worst);

  // Arrays of one's own: rods in a field that turns them towards e3, U = -e3 . (Q e3). Kick, drift, kick.
  constexpr std::size_t n = 1000;
  const double I[3] = {1, 1, 0.1}, h = 0.02;
  std::vector<double> q[4], m[3], torque[3];
  for (auto& x : q) x.assign(n, 0);
  for (auto& x : m) x.assign(n, 0);
  for (auto& x : torque) x.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const double lean = 0.5 * 3.0 * double(i) / n;  // half of the angle
    q[0][i] = std::cos(lean), q[1][i] = std::sin(lean), m[2][i] = 0.05;
  }
  const BodyArrays rods{{q[0].data(), q[1].data(), q[2].data(), q[3].data()}, {m[0].data(), m[1].data(), m[2].data()}};
  const VectorArrays moments{{&I[0], &I[1], &I[2]}, 0}, torques{{torque[0].data(), torque[1].data(), torque[2].data()}};
  const auto compute_torques = [&] {
    double energy = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double w = q[0][i], x = q[1][i], y = q[2][i], z = q[3][i];
      const double n1 = 2 * (x * z - w * y), n2 = 2 * (y * z + w * x), n3 = 1 - 2 * (x * x + y * y);  // e3 in body axes
      torque[0][i] = -n2, torque[1][i] = n1;
      energy -= n3;
    }
    return energy;
  };
  const auto kinetic = [&] {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < n; ++i) sum += 0.5 * m[k][i] * m[k][i] / I[k];
    return sum;
  };
  const double start = compute_torques() + kinetic();
  for (int step = 0; step < 1000; ++step) {
    kick_and_drift(rods, moments, torques, n, 0.5 * h, h);
    compute_torques();
    kick(rods, torques, n, 0.5 * h);
  }
  const double change = std::fabs(compute_torques() + kinetic() - start) / std::fabs(start);
  std::printf("%zu rods, 1000 steps: energy within %.0e\n", n, change);
  return all && worst < 1e-8 && change < 1e-3 ? 0 : 1;
}

// problems/papers.hpp -- the problems of the literature: energy error of rattle up to the first time of reference
#include <cmath>
#include <cstdio>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/problems/papers.hpp"

using namespace polhode;

int main() {
  bool good = true;
  problems::each([&](const auto& problem) {
    using Torque = std::remove_cvref_t<decltype(problem.torque)>;
    if constexpr (Potential<Torque>) {
      const double h = problem.references[0].t / 2000;
      Drive<Rattle, Torque> body(problem.body(), problem.torque);
      PrincipalState<double> s = problem.start;
      const double E = problem.energy(s), scale = energy(problem.body(), s.m);
      double worst = 0;
      for (int i = 0; i < 2000; ++i) {
        good = body.step(i * h, h, s).converged && good;
        worst = std::fmax(worst, std::fabs(problem.energy(s) - E) / scale);
      }
      std::printf("%-16.*s energy error %.1e\n", int(problem.name.size()), problem.name.data(), worst);
      good = good && worst < 0.01;
    }
  });
  return good ? 0 : 1;
}

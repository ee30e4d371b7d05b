// polhode.cpp -- polhode_step.h, in float (POLHODE_LEAGUE_FLOAT) or double
#include <memory>

#include "adapter.hpp"
#include "spin.hpp"

namespace {

#ifdef POLHODE_LEAGUE_FLOAT
using Real = float;
#else
using Real = double;
#endif
using Step = StepOf<Real>;

struct Lone {
  Step::Body body;
  Step::State spin{};
  Real h;
  explicit Lone(const league::Case& c) : h(Real(c.step)) {
    Real moments[3], omega[3];
    for (int k = 0; k < 3; ++k) moments[k] = Real(c.moments[k]), omega[k] = Real(c.omega_space[k]);
    for (int k = 0; k < 4; ++k) spin.q[k] = Real(c.attitude[k]);
    if (!Step::set_body(&body, moments)) throw std::invalid_argument("moments must be positive and finite");
    Step::set_omega(&body, omega, &spin);
  }
  void step() { Step::step(&body, h, &spin); }
  void state(double* s) const {
    Real omega[3];
    Step::omega(&body, &spin, omega);
    for (int k = 0; k < 4; ++k) s[k] = double(spin.q[k]);
    for (int k = 0; k < 3; ++k) s[4 + k] = double(omega[k]);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const bool single = sizeof(Real) == 4;
  return league::adapter(argc, argv,
                         {single ? "polhode (C, float)" : "polhode (C, double)",
                          POLHODE_VERSION,
                          single ? "single" : "double",
                          "wxyz",
                          "space",
                          {{"default", "polhode_step.h"}}},
                         [](const league::Case& c) { return std::make_unique<Lone>(c); });
}

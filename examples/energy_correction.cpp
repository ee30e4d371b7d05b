// drive/energy_correction.hpp -- giving back the energy that a simple integrator loses
#include "polhode/drive/energy_correction.hpp"

#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/lie.hpp"

using namespace polhode;

int main() {
  const Principal<double> body({0.6, 0.8, 1.0});
  Drive<Lie2> drive(body);
  PrincipalState<double> plain{{}, {0.3, 1.0, 0.2}}, corrected = plain;
  const double E = energy(body, plain.m);
  const Vec3<double> L = spatial_momentum(plain);
  for (int i = 0; i < 6000; ++i) {
    drive.step(0.05, plain);
    drive.step(0.05, corrected);
    correct_energy(body, E, corrected);  // Stepper::keep_energy has it done after every step
  }
  const double lost = relative_error(energy(body, plain.m), E), kept = relative_error(energy(body, corrected.m), E);
  std::printf("energy error after 300 s: %.1e plain, %.1e corrected\n", lost, kept);
  std::printf("momentum in space, corrected: error %.1e\n", relative_distance(spatial_momentum(corrected), L));
  return lost > 1e-4 && kept < 1e-14 && relative_distance(spatial_momentum(corrected), L) < 1e-13 ? 0 : 1;
}

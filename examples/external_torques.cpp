// My own code computes the torques: kick, drift, kick on my own arrays, one body at a time and four in the lanes of a register.
#include <cmath>
#include <cstdio>
#include <vector>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/numbers/pack.hpp"

using namespace polhode;

// What a program of one's own has: arrays, one body after the other. Momentum and torque are along the principal axes.
struct Bodies {
  std::vector<double> moments, q, m, torque;  // 3, 4 (w x y z), 3 and 3 numbers of each body
  int count() const { return int(m.size()) / 3; }
};

// Any code may stand here. These bodies are magnets in a row, along their axis 3; each feels its two neighbours. Returns
// the energy of the magnets.
double compute_torques(Bodies& b) {
  const auto attitude = [&](int i) { return load_quaternion<double>(&b.q[std::size_t(4 * i)]); };
  const auto magnet = [&](int i) {
    return i < 0 || i >= b.count() ? Vec3<double>{} : rotate(attitude(i), Vec3<double>{0, 0, 1});
  };
  double energy = 0;
  for (int i = 0; i < b.count(); ++i) {
    const Vec3<double> field = magnet(i - 1) + magnet(i + 1);  // space axes
    energy -= 0.5 * dot(magnet(i), field);
    store(rotate_back(attitude(i), cross(magnet(i), field)), &b.torque[std::size_t(3 * i)]);  // body axes
  }
  return energy;
}

// m += h torque: plain arrays, no library
void kick(double h, Bodies& b) {
  for (std::size_t k = 0; k < b.m.size(); ++k) b.m[k] += h * b.torque[k];
}

// The free bodies move on for h. T is double, or a Pack: as many bodies at once as it has lanes.
template <class T>
struct Drift {
  std::vector<Drive<Sr<2>, NoTorque, T>> drives;  // constants of the bodies, made once

  explicit Drift(const Bodies& b) {
    for (std::size_t i = 0; i < b.moments.size(); i += 3 * lanes<T>)
      drives.emplace_back(Principal<T>(load_vector<T>(&b.moments[i])));
  }
  void operator()(double h, Bodies& b) {
    double *q = b.q.data(), *m = b.m.data();
    for (Drive<Sr<2>, NoTorque, T>& drive : drives) {
      PrincipalState<T> s{load_quaternion<T>(q), load_vector<T>(m)};
      drive.step(T(h), s);
      store(s.Q, q), store(s.m, m);
      q += 4 * lanes<T>, m += 3 * lanes<T>;
    }
  }
};

double kinetic_energy(const Bodies& b) {
  double sum = 0;
  for (std::size_t k = 0; k < b.m.size(); ++k) sum += 0.5 * b.m[k] * b.m[k] / b.moments[k];
  return sum;
}

// Returns by how much the energy was off, at most.
template <class T>
double run(Bodies& b, double h, int steps) {
  Drift<T> drift(b);
  const double start = kinetic_energy(b) + compute_torques(b);
  double off = 0;
  for (int n = 0; n < steps; ++n) {
    kick(0.5 * h, b);
    drift(h, b);
    const double potential = compute_torques(b);  // once a step: the next step begins with these torques
    kick(0.5 * h, b);
    off = std::fmax(off, std::fabs(kinetic_energy(b) + potential - start));
  }
  return off;
}

int main() {
  Bodies start;
  for (int i = 0; i < 8; ++i) {  // a multiple of the lanes; otherwise fill up with bodies at rest
    const double I3 = 0.5 + 0.05 * i;
    start.moments.insert(start.moments.end(), {0.6, 0.8, I3});
    start.q.insert(start.q.end(), {std::cos(0.3 * i), std::sin(0.3 * i), 0, 0});
    start.m.insert(start.m.end(), {0.1 * i, 0.2, 0.5});
    start.torque.insert(start.torque.end(), 3, 0.0);
  }
  Bodies one = start, four = start, half = start;
  const double off = run<double>(one, 0.02, 1000);
  run<Pack<double, 4>>(four, 0.02, 1000);
  const double off_half = run<double>(half, 0.01, 2000);

  const bool same = one.q == four.q && one.m == four.m;
  std::printf("energy off by %.1e, with half the step by %.1e\n", off, off_half);
  std::printf("four at a time: %s\n", same ? "the same bits" : "something else");
  return same && off < 1e-3 && off_half < 0.3 * off ? 0 : 1;
}

// methods/parts/composition.hpp -- raising the order of any symmetric method: leapfrog on a pendulum, from 2 to 4, 6, 8
#include "polhode/methods/parts/composition.hpp"

#include <cmath>
#include <cstdio>

using namespace polhode;

struct Pendulum {
  double q = 1, p = 0;
};
struct Leapfrog {
  static void outer(double, double h, Pendulum& s) noexcept { s.q += h * s.p; }
  static void inner(double g, double h, Pendulum& s) noexcept { s.p -= h * g * std::sin(s.q); }
};

template <class Table>
bool shown(const char* name) {
  const auto energy_error = [](int n) {
    Pendulum s;
    for (int i = 0; i < n; ++i) compose<Leapfrog, Table>(1.0, 8.0 / n, s);
    return std::fabs(0.5 * s.p * s.p - std::cos(s.q) + std::cos(1.0));
  };
  const double coarse = energy_error(20), fine = energy_error(40);
  std::printf("%-11s order %d   energy error %.1e, at half the step %.1e: ratio 2^%.1f\n", name, Table::order, coarse,
              fine, std::log2(coarse / fine));
  return std::fabs(std::log2(coarse / fine) - Table::order) < 1;
}

int main() {
  bool right = shown<SingleStep>("leapfrog");
  right = shown<Suzuki5>("Suzuki") && right;
  right = shown<KahanLi9>("Kahan-Li 9") && right;
  right = shown<KahanLi17>("Kahan-Li 17") && right;
  return right ? 0 : 1;
}

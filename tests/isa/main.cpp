// Calls the parts, each compiled for another instruction set, and compares what they give: the same bits from those with the
// flags of polhode::same_bits, the same to rounding from the one without.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

extern "C" {
std::size_t part_plain(double*, std::size_t);
std::size_t part_v3(double*, std::size_t);
std::size_t part_v4(double*, std::size_t);
std::size_t part_user(double*, std::size_t);
}

int main() {
  const auto results = [](std::size_t (*part)(double*, std::size_t)) {
    std::vector<double> all(1000);
    all.resize(part(all.data(), all.size()));
    return all;
  };
  const std::vector<double> plain = results(part_plain);
  int bad = 0;
  const auto compare = [&](const char* name, const std::vector<double>& other, double tolerance) {
    if (other.size() != plain.size() || plain.size() < 100) {
      std::printf("%s: %zu results, plain has %zu\n", name, other.size(), plain.size());
      ++bad;
      return;
    }
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const bool same = tolerance == 0 ? std::memcmp(&plain[i], &other[i], sizeof(double)) == 0
                                       : std::fabs(plain[i] - other[i]) <= tolerance * (1 + std::fabs(plain[i]));
      if (!same) std::printf("%s: result %zu is %.17g, plain %.17g\n", name, i, other[i], plain[i]), ++bad;
    }
    std::printf("%s: %zu results compared\n", name, other.size());
  };
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) compare("v3", results(part_v3), 0);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) compare("v4", results(part_v4), 0);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) compare("user", results(part_user), 1e-11);
  return bad == 0 ? 0 : 1;
}

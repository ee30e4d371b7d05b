// meshes.cpp -- a million triangles of a binary STL: read, joined, checked, integrated
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include <benchmark/benchmark.h>

#include "mesh/mesh_file.hpp"
#include "mesh/solid.hpp"

namespace {

using namespace polhode;

/// A torus of 2 x 1000 x 500 triangles, each with its own points, as a file.
const std::string& million_triangles() {
  static const std::string file = [] {
    constexpr int kAround = 1000, kAcross = 500;
    std::string text(80, ' ');
    const auto put = [&](const auto& x) { text.append(reinterpret_cast<const char*>(&x), sizeof x); };
    put(std::uint32_t(2 * kAround * kAcross));
    const auto corner = [&](int i, int j) {
      const double u = 2 * M_PI * (i % kAround) / kAround, v = 2 * M_PI * (j % kAcross) / kAcross;
      const double r = 2 + 0.5 * std::cos(v);
      put(float(r * std::cos(u))), put(float(r * std::sin(u))), put(float(0.5 * std::sin(v)));
    };
    const auto triangle = [&](int i, int j, int k, int l, int m, int n) {
      text.append(12, '\0'), corner(i, j), corner(k, l), corner(m, n), text.append(2, '\0');
    };
    for (int i = 0; i < kAround; ++i)
      for (int j = 0; j < kAcross; ++j) triangle(i, j, i + 1, j, i + 1, j + 1), triangle(i, j, i + 1, j + 1, i, j + 1);
    return text;
  }();
  return file;
}

void read_stl(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(mesh_of(million_triangles(), ".stl"));
}
BENCHMARK(read_stl)->Unit(benchmark::kMillisecond);

void stl_to_inertia(benchmark::State& state) {
  for (auto _ : state) {
    Mesh mesh = mesh_of(million_triangles(), ".stl");
    benchmark::DoNotOptimize(weighed(solid_of(mesh), 1.0, 1.0, {}));
  }
}
BENCHMARK(stl_to_inertia)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

// step_cost.cpp -- time of one step of every method: one body in double, each step needing the one before
//
//   step_cost [google-benchmark options]   ns per step, methods in random order within one run
//   step_cost --run NAME N                 N steps of one method and nothing else, for counting instructions
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>

#include <benchmark/benchmark.h>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/all.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace {

using namespace polhode;

// What a plain exponential-map integrator does: one sqrt, one sincos, one division, two quaternion products. The measure
// for all others.
struct ExponentialMap : FreeMethod {
  static constexpr MethodInfo info{.name = "exponential-map", .title = "", .family = "", .reference = ""};
  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    const Vec3<T> w = times(body.x, s.m);
    const T rate = norm(w);
    T sine, cosine;
    sincos(T(0.5) * h * rate, sine, cosine);
    const Quaternion<T> r{cosine, (sine / rate) * w};
    s.Q = renormalized(s.Q * r);
    s.m = rotate_back(r, s.m);
    return {};
  }
};

// The asymmetric body of Hairer & Vilmart, at h|w| = 0.1; torqued methods with the torque of a heavy top.
template <class M>
struct Subject {
  using Torque = std::conditional_t<M::info.takes_torque, HeavyTop<>, NoTorque>;
  static constexpr Vec3<double> moments{0.6, 0.8, 1.0};

  PrincipalState<double> s{{}, {1.8, 0.4, -0.9}};
  Drive<M, Torque> drive{Principal<double>(moments)};
  double h = 0.1 / norm(times(drive.principal().x, s.m));

  [[gnu::noinline]] void steps(long n) {
    for (long i = 0; i < n; ++i) drive.step(double(i) * h, h, s);
  }
};

// "strang-on-sr2" for a splitting.
std::string name_of(const MethodInfo& card) {
  return std::string(card.name) + (card.flow.empty() ? "" : "-on-" + std::string(card.flow));
}

template <class M>
void time_steps(benchmark::State& state) {
  Subject<M> subject;
  benchmark::DoNotOptimize(subject);
  constexpr long batch = 1000;
  const PrincipalState<double> start = subject.s;
  for (auto _ : state) {
    subject.s = start;  // a method whose energy drifts would end on an axis, among denormal numbers
    subject.steps(batch);
    benchmark::DoNotOptimize(subject.s);
  }
  state.SetItemsProcessed(state.iterations() * batch);
}

template <class F>
void each(F f) {
  f(ExponentialMap{});
  AllMethods::each(f);
  TorquedMethods::each(f);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--run") {
    double check = 0;
    each([&](auto m) {
      using M = decltype(m);
      if (name_of(M::info) != argv[2]) return;
      Subject<M> subject;
      benchmark::DoNotOptimize(subject);
      subject.steps(std::atol(argv[3]));
      check = subject.s.Q.w;
    });
    std::printf("%.17g\n", check);
    return 0;
  }
  each([](auto m) {
    using M = decltype(m);
    benchmark::RegisterBenchmark(name_of(M::info).c_str(), time_steps<M>);
  });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

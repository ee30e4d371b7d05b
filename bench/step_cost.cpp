// step_cost.cpp -- time of one step of every method: one body in double, each step needing the one before
//
//   NAME, a method with a torque NAME-in-heavy-top if it has another step without, and lie3+energy, with the correction
//
//   step_cost [google-benchmark options]   ns per step, methods in random order within one run
//   step_cost --run NAME N                 N steps of one method and nothing else, for counting instructions
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>

#include <benchmark/benchmark.h>

#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"
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

// The asymmetric body of Hairer & Vilmart, at h|w| = 0.1; with a torque, that of a heavy top.
template <class M, class Torque, bool keep_energy = false>
struct Subject {
  static constexpr Vec3<double> moments{0.6, 0.8, 1.0};

  PrincipalState<double> s{{}, {1.8, 0.4, -0.9}};
  Drive<M, Torque> drive{Principal<double>(moments)};
  EnergyKeeper<double> keeper{drive.principal(), s};
  double h = 0.1 / norm(times(drive.principal().x, s.m));

  [[gnu::noinline]] void steps(long n) {
    for (long i = 0; i < n; ++i) {
      const StepStatus<double> status = drive.step(double(i) * h, h, s);
      if constexpr (keep_energy) keeper(status.converged, s);
    }
  }
  // "strang-on-sr2" for a splitting.
  static std::string name() {
    constexpr const MethodInfo& card = M::info;
    return std::string(card.name) + (card.flow.empty() ? "" : "-on-" + std::string(card.flow)) +
           (keep_energy                                             ? "+energy"
            : MovesFreeBody<M> && !std::is_same_v<Torque, NoTorque> ? "-in-heavy-top"
                                                                    : "");
  }
};

template <class S>
void time_steps(benchmark::State& state) {
  S subject;
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
  f.template operator()<Subject<ExponentialMap, NoTorque>>();
  AllMethods::each([&](auto m) {
    f.template operator()<Subject<decltype(m), NoTorque>>();
    if constexpr (std::is_same_v<decltype(m), Lie3>) f.template operator()<Subject<Lie3, NoTorque, true>>();
  });
  TorquedMethods::each([&](auto m) { f.template operator()<Subject<decltype(m), HeavyTop<>>>(); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--run") {
    double check = 0;
    each([&]<class S>() {
      if (S::name() != argv[2]) return;
      S subject;
      benchmark::DoNotOptimize(subject);
      subject.steps(std::atol(argv[3]));
      check = subject.s.Q.w;
    });
    std::printf("%.17g\n", check);
    return 0;
  }
  each([]<class S>() { benchmark::RegisterBenchmark(S::name().c_str(), time_steps<S>); });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

// float_cost.cpp -- float against double: one body, and as many bodies as share a register of 32 bytes
//
//   float_cost [google-benchmark options]   ns per step of each type, in random order within one run
//   float_cost --run NAME N                 N steps of one and nothing else, for counting instructions
//
// The bodies are those of step_cost.cpp; each step needs the one before.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>

#include <benchmark/benchmark.h>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/imr.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/mclachlan_reich.hpp"
#include "polhode/methods/rkmk4.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/weierstrass.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace {

using namespace polhode;

using Methods = MethodList<Sr<2>, Sr<4>, Lie3, McLachlanReich<2>, Weierstrass, Dmv<2>, Dmv<16>, Imr<2>, Exact,
                           Strang<Sr<2>>, Rkn6<Dmv<16>>, Cf4, Rkmk4>;

template <class M, class T>
struct Subject {
  using Torque = std::conditional_t<MovesFreeBody<M>, NoTorque, HeavyTop<T>>;

  PrincipalState<T> s{{}, {T(1.8), T(0.4), T(-0.9)}};
  Drive<M, Torque, T> drive{Principal<T>(Vec3<T>{T(0.6), T(0.8), T(1.0)})};
  T h = T(0.1) / norm(times(drive.principal().x, s.m));

  [[gnu::noinline]] void steps(long n) {
    for (long i = 0; i < n; ++i) drive.step(T(0), h, s);
  }
};

template <class T>
constexpr const char* type_name() {
  return std::is_same_v<T, double>  ? "double"
         : std::is_same_v<T, float> ? "float"
         : lanes<T> == 4            ? "4 x double"
                                    : "8 x float";
}

template <class M, class T>
void time_steps(benchmark::State& state) {
  Subject<M, T> subject;
  benchmark::DoNotOptimize(subject);
  constexpr long batch = 1000;
  const PrincipalState<T> start = subject.s;
  for (auto _ : state) {
    subject.s = start;
    subject.steps(batch);
    benchmark::DoNotOptimize(subject.s);
  }
  state.SetItemsProcessed(state.iterations() * batch * lanes<T>);
}

/// f.operator()<M, T>("sr2: 8 x float")
template <class F>
void each(F f) {
  Methods::each([&](auto m) {
    using M = decltype(m);
    const std::string name =
        std::string(M::info.name) + (M::info.flow.empty() ? "" : "-on-" + std::string(M::info.flow));
    const auto type = [&]<class T>() { f.template operator()<M, T>(name + ": " + type_name<T>()); };
    type.template operator()<double>();
    type.template operator()<float>();
    type.template operator()<Pack<double, 4>>();
    type.template operator()<Pack<float, 8>>();
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--run") {
    double check = 0;
    each([&]<class M, class T>(const std::string& name) {
      if (name != argv[2]) return;
      Subject<M, T> subject;
      benchmark::DoNotOptimize(subject);
      subject.steps(std::atol(argv[3]));
      check = lane(subject.s.Q.w, 0);
    });
    std::printf("%.17g\n", check);
    return 0;
  }
  each([]<class M, class T>(const std::string& name) { benchmark::RegisterBenchmark(name.c_str(), time_steps<M, T>); });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

// gyrostat.cpp -- the exact gyrostat and the exact Lagrange top beside the exact free body: time of a set-up and of an evaluation,
// alone and in lanes
//
//   gyrostat [google-benchmark options]   ns per evaluation or set-up
//   gyrostat --run NAME N                 N of them and nothing else, for counting instructions (bench/instructions)
//
// Set-ups run over 256 random bodies, so that no branch can be learned.
#include "polhode/exact/gyrostat.hpp"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "polhode/exact/lagrange_top.hpp"

namespace {

using namespace polhode;

const Inertia kInertia = Inertia::principal(1.1, 0.8, 0.6);
const State<double> kStart{{}, {0.3, -0.2, 0.9}}, kNearMiddle{{}, {1e-5, 1, -2e-5}};

struct Subject {
  virtual ~Subject() = default;
  virtual void run(long n) = 0;
};
/// One motion at many times; n counts times.
template <class Motion, int N>
struct Evaluation : Subject {
  using P = std::conditional_t<N == 1, double, Pack<double, N>>;
  Motion motion;
  P times[64];
  explicit Evaluation(const Motion& m) : motion(m) {
    for (int i = 0; i < 64; ++i)
      for (int l = 0; l < N; ++l) set_lane(times[i], l, 0.37 * (N * i + l));
  }
  void run(long n) override {
    for (long i = 0; i < n / N; ++i) {
      State<P> s = motion.at(times[i & 63]);
      benchmark::DoNotOptimize(s);
    }
  }
};
struct Bodies {
  std::vector<Inertia> inertia;
  std::vector<Vec3<double>> rotor, m;
  Bodies() {
    std::uint64_t state = 1;
    const auto uniform = [&](double low, double high) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return low + (high - low) * (double((state ^ (state >> 29)) * 0x9e3779b97f4a7c15u >> 11) * 0x1p-53);
    };
    for (int i = 0; i < 256; ++i) {
      const double a = uniform(0.1, 1), b = uniform(0.1, 1), c = uniform(0.1, 1);
      inertia.push_back(Inertia::principal(b + c, c + a, a + b));
      rotor.push_back({uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
      m.push_back({uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
    }
  }
};
template <class Make>
struct SetUp : Subject, Bodies {
  Make make;  // of a number between 0 and 255
  explicit SetUp(const Make& make_) : make(make_) {}
  void run(long n) override {
    for (long i = 0; i < n; ++i) {
      auto motion = make(*this, std::size_t(i % 256));
      benchmark::DoNotOptimize(motion);
    }
  }
};

struct Entry {
  std::string name;
  std::function<std::unique_ptr<Subject>()> make;
};
std::vector<Entry> entries() {
  std::vector<Entry> list;
  const auto evaluations = [&]<class Motion>(const std::string& name, const Motion& motion) {
    const auto add = [&]<int N>(std::integral_constant<int, N>, const char* lanes) {
      list.push_back({name + lanes, [=] { return std::make_unique<Evaluation<Motion, N>>(motion); }});
    };
    add(std::integral_constant<int, 1>{}, "");
    add(std::integral_constant<int, 4>{}, ", 4 lanes");
    add(std::integral_constant<int, 8>{}, ", 8 lanes");
  };
  const auto gyrostat = [](const Vec3<double>& rotor, const State<double>& start) {
    return GyrostatMotion<double>(kInertia, rotor, start);
  };
  const auto top = [](const State<double>& start) {
    return LagrangeTop<double>(Inertia::principal(0.8, 0.8, 0.6), 1.3, {0, 0, 1}, start);
  };
  evaluations("free body", FreeMotion<double>(kInertia, kStart));
  evaluations("gyrostat, two curves", gyrostat({0.02, 0.03, 0.01}, kStart));
  evaluations("gyrostat, one curve", gyrostat({0.1, 0.2, -0.15}, kStart));
  evaluations("Lagrange top", top({normalized(Quaternion<double>{1, {0.8, 0.5, 0.1}}), {0.3, -0.2, 0.9}}));
  evaluations("free body near the separatrix", FreeMotion<double>(kInertia, kNearMiddle));
  evaluations("gyrostat near a separatrix", gyrostat({0, 0.02, 0}, kNearMiddle));
  evaluations("Lagrange top near the separatrix", top({{}, {1e-4, 0, 0.1}}));
  const auto set_up = [&]<class Make>(const std::string& name, const Make& make) {
    list.push_back({"set-up, " + name, [=] { return std::make_unique<SetUp<Make>>(make); }});
  };
  set_up("free body", [](const Bodies& b, std::size_t k) { return FreeMotion<double>(b.inertia[k], {{}, b.m[k]}); });
  set_up("gyrostat",
         [](const Bodies& b, std::size_t k) { return GyrostatMotion<double>(b.inertia[k], b.rotor[k], {{}, b.m[k]}); });
  set_up("Lagrange top", [](const Bodies& b, std::size_t k) {
    const Vec3<double>& I = b.inertia[k].moments();
    const Quaternion<double> Q = normalized(Quaternion<double>{1, b.rotor[k]});
    return LagrangeTop<double>(Inertia::effective(I.x, I.x, I.z), 1.3, {0, 0, 1}, {Q, b.m[k]});
  });
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Entry> list = entries();
  if (argc == 4 && std::string(argv[1]) == "--run") {
    for (const Entry& e : list)
      if (e.name == argv[2]) e.make()->run(std::atol(argv[3]));
    return 0;
  }
  constexpr long batch = 1024;  // a multiple of the lanes
  for (const Entry& e : list)
    benchmark::RegisterBenchmark(e.name.c_str(), [&e](benchmark::State& state) {
      const std::unique_ptr<Subject> subject = e.make();
      for (auto _ : state) subject->run(batch);
      state.SetItemsProcessed(state.iterations() * batch);
    });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

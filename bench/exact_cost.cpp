// exact_cost.cpp -- the exact free motion: time of a set-up and of an evaluation, alone, in a chain and in lanes
//
//   exact_cost [google-benchmark options]   ns per evaluation or set-up, in random order within one run
//   exact_cost --run NAME N                 N of them and nothing else, for counting instructions
//
// Set-ups run over 256 random bodies, so that no branch can be learned. The measure is the step of an exponential map.
// What Boost offers for the same: peers/boost_motion.hpp.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <benchmark/benchmark.h>

#include "polhode/body/invariants.hpp"
#include "polhode/exact/free_motion.hpp"
#ifdef POLHODE_BENCH_BOOST
#include "peers/boost_motion.hpp"
#endif

namespace {

using namespace polhode;
#ifdef POLHODE_BENCH_BOOST
using polhode_bench::BoostMotion, polhode_bench::Promoting, polhode_bench::Plain;
#endif

struct Body {
  Vec3<double> I;
  PrincipalState<double> s;
};

/// Random bodies with the triangle inequality; |m| about 1.
class Bodies {
 public:
  static constexpr int size = 256;
  enum Kind { any, regular, near_separatrix };

  explicit Bodies(Kind kind) {
    while (int(list_.size()) < size) {
      const double a = uniform(0.1, 1), b = uniform(0.1, 1), c = uniform(0.1, 1);
      Body body{{b + c, c + a, a + b}, {{}, {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}}};
      int axis[3] = {0, 1, 2};
      const auto order = [&](int i, int j) {
        if (body.I[axis[j]] < body.I[axis[i]]) std::swap(axis[i], axis[j]);
      };
      order(0, 1), order(1, 2), order(0, 1);
      const double I1 = body.I[axis[0]], I2 = body.I[axis[1]], I3 = body.I[axis[2]];
      double &m1 = body.s.m[axis[0]], &m3 = body.s.m[axis[2]];
      if (kind == near_separatrix) m3 = m1 * std::sqrt(I3 * (I2 - I1) / (I1 * (I3 - I2))) * (1 + 1e-5 * uniform(-1, 1));
      const double third = I1 * (I3 - I2) * m3 * m3, first = I3 * (I2 - I1) * m1 * m1;
      if (kind == regular && std::min(third, first) > 0.5 * std::max(third, first)) continue;
      list_.push_back(body);
    }
  }
  const Body& operator[](long i) const { return list_[std::size_t(i % size)]; }

 private:
  std::vector<Body> list_;
  std::uint64_t state_ = 1;
  double uniform(double low, double high) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double((state_ ^ (state_ >> 29)) * 0x9e3779b97f4a7c15u >> 11) * 0x1p-53);
  }
};

// The asymmetric body of Hairer & Vilmart.
const Body kBody{{0.6, 0.8, 1.0}, {{}, {1.8, 0.4, -0.9}}};

struct Subject {
  virtual ~Subject() = default;
  virtual void run(long n) = 0;
};

/// What a plain exponential-map integrator does: one sqrt, one sincos, one division, two quaternion products. Each step
/// waits for the one before of the same body; with many bodies in turn the processor overlaps them.
struct ExponentialMap : Subject {
  int bodies;
  explicit ExponentialMap(int n) : bodies(n) {}
  void run(long n) override {
    const Principal<double> body(kBody.I);
    PrincipalState<double> states[64];
    for (PrincipalState<double>& s : states) s = kBody.s;
    benchmark::DoNotOptimize(states);
    const double h = 0.1 / norm(times(body.x, kBody.s.m));
    for (long i = 0; i < n; ++i) {
      PrincipalState<double>& s = states[i % bodies];
      const Vec3<double> w = times(body.x, s.m);
      const double rate = norm(w);
      double sine, cosine;
      sincos(0.5 * h * rate, sine, cosine);
      const Quaternion<double> r{cosine, (sine / rate) * w};
      s.Q = renormalized(s.Q * r);
      s.m = rotate_back(r, s.m);
    }
    benchmark::DoNotOptimize(states);
  }
};

struct Evaluation : Subject {
  PrincipalMotion<double> motion;
  explicit Evaluation(const Body& b) : motion(Principal<double>(b.I), b.s) {}
  void run(long n) override {
    for (long i = 0; i < n; ++i) {
      PrincipalState<double> s = motion.at(0.37 * double(i & 1023));
      benchmark::DoNotOptimize(s);
    }
  }
};
/// Each evaluation waits for the one before.
struct EvaluationChain : Evaluation {
  using Evaluation::Evaluation;
  void run(long n) override {
    double t = 0;
    for (long i = 0; i < n; ++i) {
      const PrincipalState<double> s = motion.at(t);
      t = 0.01 * (s.Q.w + s.m.x);
    }
    benchmark::DoNotOptimize(t);
  }
};

struct SetUp : Subject {
  Bodies bodies;
  Reach reach;
  SetUp(Bodies::Kind kind, Reach r) : bodies(kind), reach(r) {}
  void run(long n) override {
    for (long i = 0; i < n; ++i) {
      const Body& b = bodies[i];
      PrincipalMotion<double> motion(Principal<double>(b.I), b.s, reach);
      benchmark::DoNotOptimize(motion);
    }
  }
};
/// A new set-up in every step, from the state that the step before has left.
struct SetUpChain : Subject {
  void run(long n) override {
    const Principal<double> body(kBody.I);
    PrincipalState<double> s = kBody.s;
    for (long i = 0; i < n; ++i) s = PrincipalMotion<double>(body, s, Reach::near).at(0.1);
    benchmark::DoNotOptimize(s);
  }
};

/// One body at many times; n counts times.
template <int N>
struct ManyTimes : Subject {
  using P = Pack<double, N>;
  PrincipalMotion<double> motion{Principal<double>(kBody.I), kBody.s};
  P times[64];
  ManyTimes() {
    for (int i = 0; i < 64; ++i)
      for (int l = 0; l < N; ++l) set_lane(times[i], l, 0.37 * (N * i + l));
  }
  void run(long n) override {
    for (long i = 0; i < n / N; ++i) {
      PrincipalState<P> s = motion.at(times[i & 63]);
      benchmark::DoNotOptimize(s);
    }
  }
};
/// Many bodies, one in each lane; n counts bodies.
template <int N>
struct ManyBodies : Subject {
  using P = Pack<double, N>;
  static constexpr int packs = Bodies::size / N;
  std::vector<Principal<P>> body;
  std::vector<PrincipalState<P>> start;
  std::vector<PrincipalMotion<P>> motion;
  ManyBodies() {
    const Bodies bodies(Bodies::regular);
    for (int i = 0; i < packs; ++i) {
      Vec3<P> I;
      PrincipalState<P> s;
      for (int l = 0; l < N; ++l) {
        for (int k = 0; k < 3; ++k) set_lane(I[k], l, bodies[N * i + l].I[k]);
        set_lane(s, l, bodies[N * i + l].s);
      }
      body.emplace_back(I), start.push_back(s);
      motion.emplace_back(body.back(), s);
    }
  }
  void run(long n) override {
    for (long i = 0; i < n / N; ++i) {
      PrincipalState<P> s = motion[std::size_t(i % packs)].at(P(0.37 * double(i & 63)));
      benchmark::DoNotOptimize(s);
    }
  }
};
template <int N>
struct ManySetUps : ManyBodies<N> {
  Reach reach;
  explicit ManySetUps(Reach r) : reach(r) {}
  void run(long n) override {
    for (long i = 0; i < n / N; ++i) {
      const auto k = std::size_t(i % this->packs);
      PrincipalMotion<Pack<double, N>> fresh(this->body[k], this->start[k], reach);
      benchmark::DoNotOptimize(fresh);
    }
  }
};

#ifdef POLHODE_BENCH_BOOST
const Body kSorted{{0.6, 0.8, 1.0}, {{}, {0.4, 0.5, 1.2}}};

template <class Policy>
struct BoostEvaluation : Subject {
  BoostMotion<Policy> motion{kSorted.I, kSorted.s};
  BoostEvaluation() {
    const PrincipalState<double> ours = PrincipalMotion<double>(Principal<double>(kSorted.I), kSorted.s).at(100),
                                 theirs = motion.at(100);
    if (!(attitude_distance(ours.Q, theirs.Q) < 1e-12 && norm(ours.m - theirs.m) < 1e-12)) {
      std::fprintf(stderr, "exact_cost: the motion by Boost is another one\n");
      std::exit(1);
    }
  }
  void run(long n) override {
    for (long i = 0; i < n; ++i) {
      PrincipalState<double> s = motion.at(0.37 * double(i & 1023));
      benchmark::DoNotOptimize(s);
    }
  }
};
template <class Policy>
struct BoostSetUp : Subject {
  void run(long n) override {
    for (long i = 0; i < n; ++i) {
      PrincipalState<double> s = kSorted.s;
      s.m.y = 0.5 - 0.001 * double(i & 255);
      BoostMotion<Policy> motion(kSorted.I, s);
      benchmark::DoNotOptimize(motion);
    }
  }
};
#endif

struct Entry {
  std::string name;
  std::function<std::unique_ptr<Subject>()> make;
};
std::vector<Entry> entries() {
  std::vector<Entry> list;
  const auto add = [&]<class S, class... Arguments>(const char* name, std::type_identity<S>, Arguments... x) {
    list.push_back({name, [=] { return std::make_unique<S>(x...); }});
  };
  const Body separatrix = Bodies(Bodies::near_separatrix)[0];
  add("exponential map", std::type_identity<ExponentialMap>{}, 64);
  add("exponential map, each after the other", std::type_identity<ExponentialMap>{}, 1);
  add("evaluation", std::type_identity<Evaluation>{}, kBody);
  add("evaluation, near the separatrix", std::type_identity<Evaluation>{}, separatrix);
  add("evaluation, each after the other", std::type_identity<EvaluationChain>{}, kBody);
  add("set-up, near", std::type_identity<SetUp>{}, Bodies::regular, Reach::near);
  add("set-up, near, near the separatrix", std::type_identity<SetUp>{}, Bodies::near_separatrix, Reach::near);
  add("set-up, far", std::type_identity<SetUp>{}, Bodies::regular, Reach::far);
  add("set-up, far, near the separatrix", std::type_identity<SetUp>{}, Bodies::near_separatrix, Reach::far);
  add("set-up and evaluation, each after the other", std::type_identity<SetUpChain>{});
  add("4 lanes: one body, many times", std::type_identity<ManyTimes<4>>{});
  add("8 lanes: one body, many times", std::type_identity<ManyTimes<8>>{});
  add("4 lanes: many bodies", std::type_identity<ManyBodies<4>>{});
  add("8 lanes: many bodies", std::type_identity<ManyBodies<8>>{});
  add("8 lanes: set-up, near", std::type_identity<ManySetUps<8>>{}, Reach::near);
  add("8 lanes: set-up, far", std::type_identity<ManySetUps<8>>{}, Reach::far);
#ifdef POLHODE_BENCH_BOOST
  add("Boost: evaluation", std::type_identity<BoostEvaluation<Promoting>>{});
  add("Boost without promotion: evaluation", std::type_identity<BoostEvaluation<Plain>>{});
  add("Boost: set-up", std::type_identity<BoostSetUp<Promoting>>{});
  add("Boost without promotion: set-up", std::type_identity<BoostSetUp<Plain>>{});
#endif
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
  constexpr long batch = 1000;  // a multiple of the lanes
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

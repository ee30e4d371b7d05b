// ensemble.cpp -- time to an error, many bodies: in lanes, beside what one would write otherwise
//
//   ensemble [--seconds S]     JSON; POLHODE_LANES asks for an instruction set
//
// Problems   256 bodies about those of work_precision.cpp, with moments and weights of their own:
//            T   asymmetric heavy top, t = 100; F   free, t = 10, from raw state to state
// Terms      equal_terms.hpp; the error is that of the worst of 8 bodies. Microseconds per body, one thread.
// Peers      Boost.Odeint, one body after another, and Runge-Kutta in lanes as a strong user writes it (peers/lanes.cpp), with
//            -O3 for the same instruction set as ours, and whatever else makes them fastest.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "contest.hpp"
#include "ensemble/arrays.hpp"
#include "ensemble_kernels.hpp"
#include "kernels/lanes.hpp"
#include "many.hpp"
#include "peers/lanes.hpp"
#include "peers/peer.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "reference.hpp"

namespace {

using namespace polhode_bench;

/// Bodies, and the attitudes of those that are judged after the last run.
struct Crowd {
  const Bodies& bodies;
  Contest contest;
  std::array<Quaternion<double>, kJudged> reference{}, last{};

  explicit Crowd(const Bodies& b) : bodies(b), contest{b.name, b.title, b.common().end_time, b.largest_step, 30000} {
    const Problem& p = b.common();
    for (std::size_t i = 0; i < kJudged; ++i)
      reference[i] =
          polhode_bench::reference(b.name, b.moments(i), {{}, p.start.m}, p.end_time,
                                   std::lround(20 * p.end_time / b.largest_step), HeavyTop<>(b.weight(i), {0, 0, 1}))
              .Q;
  }
  Crowd(const Crowd&) = delete;

  void add(std::string name, std::string group, std::string package, Setting setting, double count,
           std::function<void(double)> run) {
    contest.contenders.push_back(
        {std::move(name), std::move(group), std::move(package), setting, count, std::move(run), [this] {
           double worst = 0;
           for (std::size_t i = 0; i < kJudged; ++i) {
             const double e = attitude_distance(last[i], reference[i]);
             if (!(e <= worst)) worst = e;
           }
           return worst;
         }});
  }
  /// The kernel alone, from arrays to arrays as the peers.
  void add_ours(std::string_view method) {
    add(std::string(method), "ours", "", Setting::steps, kBodies, [this, method](double steps) {
      const Problem& p = bodies.common();
      const long n = long(steps);
      std::array<std::array<double, kBodies>, 11> a;
      std::array<std::uint8_t, kBodies> good;
      good.fill(1);
      for (std::size_t i = 0; i < kBodies; ++i) {
        const Vec3<double> I = bodies.moments(i), m = p.start.m;
        const double all[] = {1, 0, 0, 0, m.x, m.y, m.z, I.x, I.y, I.z, bodies.weight(i)};
        for (std::size_t k = 0; k < 11; ++k) a[k][i] = all[k];
      }
      LaneBodies b;
      b.size = kBodies, b.good = good.data();
      for (std::size_t k = 0; k < 4; ++k) b.Q[k] = a[k].data();
      for (std::size_t k = 0; k < 3; ++k) b.m[k] = a[4 + k].data(), b.I[k] = a[7 + k].data();
      if (p.is_free()) {
        best_lane_kernels().in_double.free_steps(method, b, p.end_time / double(n), n);
      } else {
        const double* const numbers[] = {a[10].data(), nullptr, nullptr, nullptr};  // weight, arm
        LaneTorques torques;
        torques.common = p.torques, torques.numbers = numbers;
        best_lane_kernels().torqued_steps(method, "", b, torques, {0, p.end_time, n});
      }
      for (std::size_t i = 0; i < kJudged; ++i) {
        last[i] = {a[0][i], {a[1][i], a[2][i], a[3][i]}};
        if (!good[i]) last[i].w = std::numeric_limits<double>::quiet_NaN();
      }
    });
  }
  /// With everything around it: bodies made, certificates, results.
  void add_whole_run(std::string_view method) {
    add(std::string(method) + ", run_ensemble", "ours, whole run", "", Setting::steps, kBodies,
        [this, method](double n) {
          EnsembleTask task;
          task.choice = chosen(method, bodies.common());
          task.steps.number = long(n), task.count = kBodies, task.threads = 1;
          const EnsembleResult r = run_ensemble(bodies, task);
          for (std::size_t i = 0; i < kJudged; ++i) {
            last[i] = {r.q[0][i], {r.q[1][i], r.q[2][i], r.q[3][i]}};
            if (r.outcome[i] != BodyOutcome::done) last[i].w = std::numeric_limits<double>::quiet_NaN();
          }
        });
  }
  /// From raw state to state: as a program that has its own arrays.
  void add_exact(bool near) {
    add(near ? "exact, near" : "exact", "ours", "", Setting::none, kBodies, [this, near](double) {
      std::array<std::array<double, kBodies>, 10> a{};
      const Vec3<double> m = bodies.common().start.m;
      for (std::size_t i = 0; i < kBodies; ++i) {
        const Vec3<double> I = bodies.moments(i);
        const double all[] = {1, 0, 0, 0, m.x, m.y, m.z, I.x, I.y, I.z};
        for (std::size_t k = 0; k < 10; ++k) a[k][i] = all[k];
      }
      const double t = bodies.common().end_time;
      move_freely({{a[0].data(), a[1].data(), a[2].data(), a[3].data()}, {a[4].data(), a[5].data(), a[6].data()}},
                  {{a[7].data(), a[8].data(), a[9].data()}}, kBodies, &t, true, 1, near);
      for (std::size_t i = 0; i < kJudged; ++i) last[i] = {a[0][i], {a[1][i], a[2][i], a[3][i]}};
    });
  }
  void add_lanes(const char* name, LanesMethod peer) {
    add(name, "in lanes", "a strong user's own", Setting::steps, kBodies, [this, peer](double n) {
      std::array<std::array<double, kBodies>, 15> a{};
      for (std::size_t i = 0; i < kBodies; ++i) {
        const Vec3<double> I = bodies.moments(i), m = bodies.common().start.m;
        const double all[] = {I.x, I.y, I.z, bodies.weight(i), 1, 0, 0, 0, m.x / I.x, m.y / I.y, m.z / I.z};
        for (std::size_t k = 0; k < 11; ++k) a[k][i] = all[k];
      }
      const auto at = [&](std::size_t k) { return a[k].data(); };
      double* const q[4] = {at(11), at(12), at(13), at(14)};
      peer({int(kBodies),
            {at(0), at(1), at(2)},
            bodies.common().is_free() ? nullptr : at(3),
            {at(4), at(5), at(6), at(7)},
            {at(8), at(9), at(10)},
            bodies.common().end_time},
           long(n), q);
      for (std::size_t i = 0; i < kJudged; ++i)
        last[i] = normalized(Quaternion<double>{a[11][i], {a[12][i], a[13][i], a[14][i]}});
    });
  }
  void add_one_by_one(const Peer& peer) {
    add(peer.name, "one by one", peer.package, peer.by_tolerance ? Setting::tolerance : Setting::steps, kJudged,
        [this, run = peer.run](double setting) {
          for (std::size_t i = 0; i < kJudged; ++i) {
            const Vec3<double> I = bodies.moments(i), m = bodies.common().start.m;
            PeerProblem p{{I.x, I.y, I.z}, {{1, 0, 0, 0}, {m.x / I.x, m.y / I.y, m.z / I.z}}};
            p.torque = bodies.common().is_free() ? polhode_bench::Torque::none : polhode_bench::Torque::top;
            p.strength = bodies.weight(i), p.end = bodies.common().end_time;
            PeerState s{};
            if (!run(p, setting, s)) s.q[0] = std::numeric_limits<double>::quiet_NaN();
            last[i] = normalized(Quaternion<double>{s.q[0], {s.q[1], s.q[2], s.q[3]}});
          }
        });
  }
  void add_peers() {
    add_lanes("rk4 in lanes", lanes_peers().rk4);
    add_lanes("rkf78 in lanes", lanes_peers().rkf78);
    for (const Peer& peer : solvers())
      if (peer.name.starts_with("odeint r") || peer.name.starts_with("gsl")) add_one_by_one(peer);
  }
};

}  // namespace

int main(int argc, char** argv) {
  double seconds = 30;
  if (argc == 3 && std::string(argv[1]) == "--seconds") seconds = std::atof(argv[2]);
  const Tops tops;
  const Free free;
  Crowd T(tops), F(free);
  for (const char* method : {"rk8", "rk9"}) T.add_ours(method);
  T.add_whole_run("rk8");
  for (const bool near : {true, false}) F.add_exact(near);
  for (const char* method : {"dmv8", "lie4"}) F.add_ours(method);
  nlohmann::json out{
      {"lanes", best_lane_kernels().name}, {"width", best_lane_kernels().lanes}, {"problems", nlohmann::json::array()}};
  for (Crowd* crowd : {&T, &F}) {
    crowd->add_peers();
    crowd->contest.find_settings(0.25);
  }
  time_all({&T.contest, &F.contest}, seconds);
  for (const Crowd* crowd : {&T, &F}) out["problems"].push_back(crowd->contest.json());
  std::printf("%s\n", out.dump(1).c_str());
}

// long_time.cpp -- what rounding makes of 1e9 steps: errors of momentum, energy and length after each power of ten
//
//   long_time [--steps N]     JSON
//
// Bodies     asymmetric, that of F in work_precision.cpp, with h = 1/16: momentum in space and, with dmv8, energy are conserved by
//            the method, so that what is seen is rounding; of lie3, sr2 and Boost.Odeint's rk4 the energy shows the method itself.
//            symmetric, I = (1, 1, 0.5): there sr2 is exact, and its attitude is right but for rounding.
// Energy of  gauss16 on the heavy top T, 1e6 steps, h = 1/4: largest error on the way, and its trend (least squares) over all steps
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>
#include <vector>

#include "contest.hpp"
#include "peers/peer.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/gauss.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace {

using namespace polhode;
using namespace polhode_bench;
using nlohmann::json;

constexpr double kStep = 0.0625;

json errors(const Principal<double>& body, const PrincipalState<double>& start, const PrincipalState<double>& s,
            double n) {
  const double E = energy(body, start.m);
  return {{"steps", n},
          {"momentum", norm(spatial_momentum(s) - spatial_momentum(start)) / norm(start.m)},
          {"energy", std::fabs(energy(body, s.m) / E - 1)},
          {"length", std::fabs(norm2(s.Q) - 1) / 2}};
}

template <class M>
json ours(double steps, const char* name, const Vec3<double>& moments, const PrincipalState<double>& start,
          bool exact) {
  const Principal<double> body(moments);
  Drive<M> drive(body);
  PrincipalState<double> s = start;
  const PrincipalMotion<double> truth(body, start);
  json rows = json::array();
  const auto begin = Clock::now();
  long i = 0;
  for (double until = 1e3; until <= steps; until *= 10) {
    for (; i < long(until); ++i) drive.step(kStep, s);
    rows.push_back(errors(body, start, s, until));
    if (exact) rows.back()["attitude"] = attitude_distance(s.Q, truth.at(kStep * until).Q);
    // A body that is lost ends in a spin about one axis, with other components so small that a step takes twenty times as long.
    if (rows.back()["energy"] > 0.1) break;
  }
  return {{"method", name}, {"ns", 1e9 * since(begin) / double(i)}, {"rows", rows}};
}
/// It has no state to go on with: each power of ten is a run of its own.
json odeint(double steps, const Vec3<double>& moments, const PrincipalState<double>& start) {
  for (const Peer& peer : solvers())
    if (peer.name == "odeint rk4") {
      const Principal<double> body(moments);
      const Vec3<double> w = times(body.x, start.m);
      PeerProblem p{{moments.x, moments.y, moments.z}, {{1, 0, 0, 0}, {w.x, w.y, w.z}}};
      json rows = json::array();
      const auto begin = Clock::now();
      double all = 0;
      for (double n = 1e3; n <= steps; n *= 10) {
        p.end = kStep * n, all += n;
        PeerState s{};
        peer.run(p, n, s);
        rows.push_back(
            errors(body, start,
                   {{s.q[0], {s.q[1], s.q[2], s.q[3]}}, times(moments, Vec3<double>{s.w[0], s.w[1], s.w[2]})}, n));
      }
      return {{"method", "odeint rk4"}, {"ns", 1e9 * since(begin) / all}, {"rows", rows}};
    }
  return nullptr;
}

json energy_of_gauss16(double steps) {
  const Principal<double> body(Vec3<double>{1, 2, 3});
  const HeavyTop<> top(1, {0, 0, 1});
  Drive<Gauss16, HeavyTop<>> drive(body, top);
  PrincipalState<double> s{{}, {0.5, 2, 4.5}};
  const auto total = [&] { return energy(body, s.m) + top.f(vertical(s.Q)); };
  const double E0 = total(), h = 0.25, middle = 0.5 * (steps + 1);
  double most = 0, moment = 0, spread = 0;
  for (long i = 1; i <= long(steps); ++i) {
    drive.step(h * double(i - 1), h, s);
    const double e = total() / E0 - 1, x = double(i) - middle;
    most = std::fmax(most, std::fabs(e));
    moment += x * e, spread += x * x;
  }
  return {{"steps", steps}, {"largest", most}, {"trend", moment / spread * steps}};
}

}  // namespace

int main(int argc, char** argv) {
  const double steps = argc == 3 ? std::atof(argv[2]) : 1e9;
  const Vec3<double> asymmetric{0.6, 0.8, 1.0}, symmetric{1, 1, 0.5};
  const PrincipalState<double> start{{}, {1.8, 0.4, -0.9}}, spin{{}, {0.3, 0.2, 1.1}};
  // Errors are wanted, not times: two at once.
  const auto run = [](auto f) { return std::async(std::launch::async, f); };
  json list = json::array();
  const auto both = [&](auto a, auto b) {
    auto first = run(a), second = run(b);
    for (json found : {first.get(), second.get()})
      if (!found.is_null()) list.push_back(found);
  };
  both([&] { return ours<Sr<2>>(steps, "sr2", asymmetric, start, false); },
       [&] { return ours<Lie3>(steps, "lie3", asymmetric, start, false); });
  both([&] { return ours<Sr<2>>(steps, "sr2, symmetric body", symmetric, spin, true); },
       [&] { return ours<Dmv<8>>(steps, "dmv8", asymmetric, start, false); });
  both([&] { return odeint(steps, asymmetric, start); }, [] { return json(nullptr); });
  json out{{"step", kStep}, {"methods", list}, {"gauss16", energy_of_gauss16(std::fmin(steps, 1e6))}};
  std::printf("%s\n", out.dump(1).c_str());
}

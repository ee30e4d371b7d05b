// python_twin.cpp -- what C++ takes for what bench/python.py does: 1e6 times of a free body, the top T to an accuracy of 1e-9
//
//   python_twin     JSON: seconds, the least of several
#include <algorithm>
#include <cstdio>
#include <vector>

#include "contest.hpp"
#include "engine/run.hpp"
#include "polhode/exact/free_motion.hpp"

int main() {
  using namespace polhode;
  using namespace polhode_bench;
  constexpr std::size_t n = 1'000'000;
  std::vector<double> times(n), q(4 * n), w(3 * n);
  for (std::size_t i = 0; i < n; ++i) times[i] = 0.001 * double(i);
  const Principal<double> body(Vec3<double>{0.6, 0.8, 1.0});
  Problem top;
  top.inertia = Inertia::principal(1, 2, 3);
  top.start = {{}, {0.5, 2, 4.5}};
  top.torques = {{"heavy-top", {{{"weight", 1.0}, {"arm", Vec3<double>{0, 0, 1}}}}}};
  top.end_time = 100;
  double free = 1e300, solved = 1e300;
  for (int round = 0; round < 20; ++round) {
    auto start = Clock::now();
    const PrincipalMotion<double> motion(body, {{}, {1.8, 0.4, -0.9}});
    using P = Pack<double, 4>;
    for (std::size_t i = 0; i < n; i += 4) {
      P t;
      for (int l = 0; l < 4; ++l) set_lane(t, l, times[i + std::size_t(l)]);
      const PrincipalState<P> s = motion.at(t);
      const P all[7] = {
          s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, P(body.x.x) * s.m.x, P(body.x.y) * s.m.y, P(body.x.z) * s.m.z};
      for (int l = 0; l < 4; ++l) {
        const std::size_t k = i + std::size_t(l);
        for (std::size_t c = 0; c < 4; ++c) q[4 * k + c] = lane(all[c], l);
        for (std::size_t c = 0; c < 3; ++c) w[3 * k + c] = lane(all[4 + c], l);
      }
    }
    free = std::min(free, since(start));
    start = Clock::now();
    std::vector<Row> rows;
    Task task{top, choose("auto", "", torque_abilities(top)), {}};
    task.accuracy = 1e-9;
    RunHooks hooks;
    hooks.row = [&](const Row& row) { rows.push_back(row); };
    const RunRecord record = Run(task).go(hooks);
    if (!record.done()) return 1;
    solved = std::min(solved, since(start));
  }
  std::printf("%s\n", nlohmann::json{{"free", free}, {"solve", solved}}.dump().c_str());
}

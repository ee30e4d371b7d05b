// from_python.cpp -- the same work in C++, for bench/python.py: called in one process with the Python package, by ctypes
#include <vector>

#include "engine/run.hpp"
#include "polhode/exact/free_motion.hpp"

using namespace polhode;

namespace {

Problem top(const double* I, const double* w, double end) {
  Problem problem;
  problem.inertia = Inertia::principal(I[0], I[1], I[2]);
  problem.start = {{1, {0, 0, 0}}, problem.inertia.momentum({w[0], w[1], w[2]})};
  problem.end_time = end;
  TorqueChoice torque{"heavy-top", {}};
  torque.values.set("weight", 1.0), torque.values.set("arm", Vec3<double>{0, 0, 1});
  problem.torques.push_back(torque);
  return problem;
}

}  // namespace

/// A free body at n times, four at once, into arrays of quaternions and angular velocities.
extern "C" void cpp_free(const double* I, const double* w, const double* t, long n, double* q_out, double* w_out) {
  using Four = Pack<double, 4>;
  const Inertia inertia = Inertia::principal(I[0], I[1], I[2]);
  const State<double> start{{1, {0, 0, 0}}, inertia.momentum({w[0], w[1], w[2]})};
  const PrincipalMotion<double> motion(inertia.in_principal_axes(), inertia.to_principal(start));
  const Vec3<Four> x = convert<Four>(inertia.in_principal_axes().x);
  for (long i = 0; i + 4 <= n; i += 4) {
    const PrincipalState<Four> s = motion.at(Four::load(t + i));
    const Vec3<Four> v = times(x, s.m);
    for (int k = 0; k < 4; ++k) {
      double *q = q_out + 4 * (i + k), *to = w_out + 3 * (i + k);
      q[0] = lane(s.Q.w, k), q[1] = lane(s.Q.v.x, k), q[2] = lane(s.Q.v.y, k), q[3] = lane(s.Q.v.z, k);
      to[0] = lane(v.x, k), to[1] = lane(v.y, k), to[2] = lane(v.z, k);
    }
  }
}

/// A heavy top by steps, or to an accuracy if that is positive; its rows are kept. Their number.
extern "C" long cpp_solve(const double* I, const double* w, double end, const char* method, double step,
                          double accuracy) {
  Task task;
  task.problem = top(I, w, end);
  task.choice = choose(method, "", torque_abilities(task.problem));
  task.steps.length = step, task.accuracy = accuracy;
  Run run(std::move(task));
  std::vector<Row> rows;
  RunHooks hooks;
  hooks.row = [&](const Row& row) { rows.push_back(row); };
  run.go(hooks);
  return long(rows.size());
}

// made.hpp -- trajectories made for tests: any motion, written in any of the 32 readings, by any integrator
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "polhode/exact/free_motion.hpp"
#include "polhode/rotation/so3.hpp"
#include "problem/problem.hpp"
#include "verify/trajectory.hpp"

namespace polhode::test {

/// What a file that is read so holds of this row: the inverse of read_as.
inline FileRow written_as(const Reading& reading, double t, const Quaternion<double>& attitude, const Vec3<double>& w) {
  const Quaternion<double> q = reading.space_to_body ? conj(attitude) : attitude;
  const double scale = (reading.degrees ? 180 / std::numbers::pi : 1) * (reading.left_handed ? -1 : 1);
  const Vec3<double> v = scale * (reading.space_omega ? rotate(attitude, w) : w);
  FileRow row;
  row.t = t;
  row.q = reading.xyzw ? std::array{q.v.x, q.v.y, q.v.z, q.w} : std::array{q.w, q.v.x, q.v.y, q.v.z};
  row.w = {v.x, v.y, v.z};
  return row;
}

inline Trajectory declared_as(const Reading& reading) {
  Trajectory trajectory;
  trajectory.file = "made.csv";
  trajectory.first_line = 4;
  trajectory.xyzw = reading.xyzw;
  trajectory.space_to_body = reading.space_to_body;
  trajectory.space_omega = reading.space_omega;
  trajectory.degrees = reading.degrees;
  return trajectory;
}

/// The exact motion of a free body, written in one reading and declared as another.
inline Trajectory exact_trajectory(const Problem& problem, double h, long steps, const Reading& written,
                                   const Reading& declared) {
  Trajectory trajectory = declared_as(declared);
  const FreeMotion<double> motion(problem.inertia, problem.start);
  for (long i = 0; i <= steps; ++i) {
    const State<double> s = motion.at(double(i) * h);
    trajectory.rows.push_back(written_as(written, double(i) * h, s.Q, problem.inertia.angular_velocity(s.m)));
  }
  return trajectory;
}

/// A free body whose angular velocity is stepped by `step`(I, w, h) and whose attitude then turns with it.
template <class Step>
Trajectory stepped_trajectory(const Problem& problem, double h, long steps, int every, Step step) {
  Trajectory trajectory = declared_as({});
  Quaternion<double> q = problem.start.Q;
  Vec3<double> w = problem.inertia.angular_velocity(problem.start.m);
  for (long i = 0; i <= steps; ++i) {
    if (i % every == 0) trajectory.rows.push_back(written_as({}, double(i) * h, q, w));
    w = step(problem.inertia.moments(), w, h);
    q = normalized(q * exp(h * w));
  }
  return trajectory;
}

inline Vec3<double> over(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.x / b.x, a.y / b.y, a.z / b.z};
}
inline Vec3<double> euler_step(const Vec3<double>& I, const Vec3<double>& w, double h) {
  return w + h * over(cross(times(I, w), w), I);
}
inline Vec3<double> clamp_step(const Vec3<double>& I, const Vec3<double>& w, double h) {
  const Vec3<double> L = times(I, w), M = L + h * cross(L, w);
  return over((norm(L) / norm(M)) * M, I);
}
/// Fixed point iteration of I (w' - w) = h (Iw' x w'): implicit Euler, solved to the end.
inline Vec3<double> implicit_step(const Vec3<double>& I, const Vec3<double>& w, double h) {
  Vec3<double> v = w;
  for (int k = 0; k < 60; ++k) v = w + h * over(cross(times(I, v), v), I);
  return v;
}
inline Vec3<double> no_step(const Vec3<double>&, const Vec3<double>& w, double) {
  return w;
}

}  // namespace polhode::test

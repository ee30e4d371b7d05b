// experiment.hpp -- a method run on a problem, a top of no paper, work-precision curves, Jacobi's elliptic functions
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "measuring.hpp"
#include "output/picture.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/problems/papers.hpp"

namespace polhode::reproduce {

/// n steps of h on a problem, with a free or a torqued method; each(i, state) after step i = 1, 2, ..., n.
template <class M, class T, class Torque, class Each>
PrincipalState<T> run(const TorquedProblem<Torque>& problem, T h, long n, Each&& each) {
  Drive<M, Torque, T> drive(problem.template body<T>(), problem.torque);
  PrincipalState<T> s = convert<T>(problem.start);
  for (long i = 1; i <= n; ++i) {
    if (!drive.step(TimeStep<T>{T(i - 1) * h, h, T(i) * h}, s).converged)
      throw std::runtime_error(std::string(M::info.name) + " on " + std::string(problem.name) + ": step " +
                               std::to_string(i) + " of h = " + formatted("%g", double(h)) + " failed");
    each(i, s);
  }
  return s;
}
template <class M, class T, class Torque>
PrincipalState<T> run(const TorquedProblem<Torque>& problem, T h, long n) {
  return run<M>(problem, h, n, [](long, const PrincipalState<T>&) {});
}

inline Vec3<double> vec(const std::array<double, 3>& a) {
  return {a[0], a[1], a[2]};
}
/// A top whose weight is on none of its axes; it is in none of the papers.
inline TorquedProblem<HeavyTop<>> general_top() {
  TorquedProblem<HeavyTop<>> p = problems::asymmetric_top();
  p.name = "top with a general arm";
  p.torque = HeavyTop(1, {0.3, -0.5, 0.7});
  return p;
}

/// The compiler must assume that somebody reads this.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

/// One curve of a work-precision diagram: one point per step, the longest step first.
struct Work {
  std::string name;
  std::vector<double> seconds{}, error{};
  std::vector<std::function<void()>> jobs{};  ///< the runs, each as often as `repeats` says
  std::vector<long> repeats{};

  /// A point: its error, and a run of n steps that is to be timed.
  template <class Run>
  void add(double its_error, long n, Run run) {
    const long often = std::max(1L, 4096 / n);  // some 100 us: far above the resolution of the clock
    error.push_back(its_error);
    repeats.push_back(often);
    jobs.push_back([often, run] {
      for (long i = 0; i < often; ++i) keep(run());
    });
  }
  Series series() const { return {name, seconds, error, {}, Series::Style::line_points}; }
  double last_slope() const { return slope(error[error.size() - 2], error.back()); }
};
/// Times all points of all curves, in turn.
inline void time_all(std::initializer_list<Work*> curves) {
  std::vector<std::function<void()>> jobs;
  for (const Work* w : curves) jobs.insert(jobs.end(), w->jobs.begin(), w->jobs.end());
  const std::vector<double> best = times_in_turn(jobs, 30);
  std::size_t next = 0;
  for (Work* w : curves)
    for (const long often : w->repeats) w->seconds.push_back(best[next++] / double(often));
}
/// How much longer a takes than b for the error that b has at its last step, both of that order.
inline double times_as_long(const Work& a, const Work& b, int order) {
  return a.seconds.back() / b.seconds.back() * std::pow(a.error.back() / b.error.back(), 1.0 / order);
}

/// sn, cn, dn of u by the arithmetic-geometric mean, 0 <= k2 < 1.   [CelledoniSafstrom2006] eq. (18); [DLMF] 22.20(ii)
struct JacobiFunctions {
  double sn, cn, dn;
};
inline JacobiFunctions jacobi_functions(double u, double k2) {
  constexpr std::size_t kMost = 16;  // the digits double with each mean; 7 are enough up to k2 = 1 - 1e-6
  std::array<double, kMost + 1> a{1}, c{std::sqrt(k2)};
  double b = std::sqrt(1 - k2);
  std::size_t n = 0;
  for (; n < kMost && c[n] > 1e-17; ++n) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = std::sqrt(a[n] * b);
  }
  double phi = std::ldexp(a[n] * u, int(n));
  for (; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
  const double sn = std::sin(phi);
  return {sn, std::cos(phi), std::sqrt(1 - k2 * sn * sn)};
}

}  // namespace polhode::reproduce

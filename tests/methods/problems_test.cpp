// Every state of reference of every problem is met by methods of high order.
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/problems/papers.hpp"
#include "support/reference_states.hpp"

namespace polhode {
namespace {

// In long double: over thousands of radians the roundings of double alone would cost more than 1e-12.
template <class M, class P>
void expect_references(const P& problem, long double h, double tolerance) {
  using T = long double;
  using Torque = std::remove_cvref_t<decltype(problem.torque)>;
  Drive<M, Torque, T> drive(Principal<T>(convert<T>(problem.moments)), problem.torque);
  for (const ReferenceTime& at : problem.references) {
    if (at.t == 0) continue;
    const PrincipalState<T> exact = convert<T>(test::reference_state(problem.file, at.key, at.t));
    PrincipalState<T> s = convert<T>(problem.start);
    s.Q = normalized(s.Q);
    std::vector<double> stops = switches(problem.torque);
    stops.push_back(at.t);
    T from = 0;
    for (const T stop : stops) {
      drive.restart(during(problem.torque, double((from + stop) / 2)));
      const long n = std::lround(std::ceil((stop - from) / h));
      for (long i = 0; i < n; ++i)
        ASSERT_TRUE(drive.step(from + (stop - from) * T(i) / T(n), (stop - from) / T(n), s).converged);
      from = stop;
    }
    const double em = double(relative_distance(s.m, exact.m)), eq = double(attitude_distance(s.Q, exact.Q));
    std::printf("%-16.*s t %-4g %.1e %.1e\n", int(problem.name.size()), problem.name.data(), at.t, em, eq);
    EXPECT_LT(em, tolerance) << problem.name << " at " << at.t;
    EXPECT_LT(eq, tolerance) << problem.name << " at " << at.t;
  }
}

TEST(Problems, are_solved_to_1e_12_by_composition8) {
  using M = Composition8<Dmv<20>>;
  expect_references<M>(problems::free_body(), 0.1L, 1e-12);
  expect_references<M>(problems::lagrange_top(), 0.01L, 1e-12);
  expect_references<M>(problems::fast_top(), 0.002L, 1e-12);
  expect_references<M>(problems::slow_top(), 0.02L, 1e-12);
  expect_references<M>(problems::coulomb_wall(), 0.002L, 1e-12);
  expect_references<M>(problems::coulomb_wall_as_printed(), 0.01L, 1e-12);
  expect_references<M>(problems::asymmetric_top(), 0.05L, 1e-12);
  expect_references<M>(problems::celledoni_top(), 0.02L, 1e-12);
  expect_references<M>(problems::celledoni_top123(), 0.05L, 1e-12);
  expect_references<M>(problems::celledoni_satellite(), 0.006L, 1e-12);
}
// The torque of the toss is no potential: order 4.
TEST(Problems, toss_is_solved_to_1e_12_by_cf4) {
  expect_references<Cf4>(problems::toss(0.05), 1e-4L, 1e-12);
  expect_references<Cf4>(problems::toss(0.001), 1e-4L, 1e-12);
}

}  // namespace
}  // namespace polhode

// krysl_endres.hpp -- the methods that Krysl and Endres compare, and runs on their problems
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/akw.hpp"
#include "polhode/methods/hulbert.hpp"
#include "polhode/methods/lewis_simo.hpp"
#include "polhode/methods/lgvi.hpp"
#include "polhode/methods/newmark.hpp"
#include "polhode/methods/simo_wong.hpp"
#include "polhode/problems/papers.hpp"
#include "support/driven_body.hpp"

namespace polhode::test {

template <class F>
void each_method(F f) {
  f(Newmark{}), f(NewmarkSpatial{}), f(SimoWong{}), f(Hulbert{});
  f(Akw{}), f(LewisSimo{}), f(LewisSimoEnergy{}), f(Lgvi{});
}

/// From 0 to the end in steps of about h, beginning anew at the switches of the torque.
template <class M, class P>
PrincipalState<double> run_to(const P& problem, double end, double h) {
  using Torque = std::remove_cvref_t<decltype(problem.torque)>;
  Drive<M, Torque> drive(problem.body(), problem.torque);
  PrincipalState<double> s = problem.start;
  std::vector<double> ends = switches(problem.torque);
  ends.push_back(end);
  double from = 0;
  for (const double until : ends) {
    if (!(until > from) || until > end) continue;
    const int n = std::max(1, int(std::lround((until - from) / h)));
    const double step = (until - from) / n;
    drive.restart(during(problem.torque, 0.5 * (from + until)));
    for (int i = 0; i < n; ++i) EXPECT_TRUE(drive.step({from + i * step, step, from + (i + 1) * step}, s).converged);
    from = until;
  }
  return s;
}

}  // namespace polhode::test

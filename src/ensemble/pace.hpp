// pace.hpp -- steps of a run to an accuracy: shorter where the torques change fast by themselves
#pragma once

#include <vector>

#include "polhode/drive/plan.hpp"
#include "problem/problem.hpp"

namespace polhode {

/// The same for all bodies of an ensemble: made of what they have in common, so that no body depends on another.
class Pace {
 public:
  /// Cut at the switches, and where the torques' own scale of time (an orbit's, a table's) has changed by a factor of two. The steps
  /// of a part are those of the faster of that and of the turn of the body.
  Pace(const Problem& common, const std::vector<double>& switches);

  /// About so many steps in all; twice as many are twice as many in each part.
  std::vector<Stretch> plan(long steps) const;

 private:
  const Problem& common_;
  std::vector<double> switches_;
  struct Part {
    double from, until, share;
  };
  std::vector<Part> parts_;  // empty: equal steps
};

}  // namespace polhode

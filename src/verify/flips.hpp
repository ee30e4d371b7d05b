// flips.hpp -- how often a body turns over: the spin near its middle axis changes sides
#pragma once

#include <cmath>

#include "polhode/exact/tumbling.hpp"
#include "problem/problem.hpp"

namespace polhode {

/// Counted where the body goes near its middle axis: at its greatest that component of L has nine tenths of |L|^2. Else
/// turning over is what the body does all the time, and how often says nothing that the phase does not say.
struct FlipRule {
  bool judged = false;
  int axis = 0;  ///< the middle one of the principal axes
  double threshold =
      0;  ///< half of the greatest angular velocity about it: a flip goes from below minus that to above it
};

inline FlipRule flip_rule(const Problem& problem) {
  const PrincipalState<double> start = problem.principal_start();
  const Principal<double> body = problem.inertia.in_principal_axes();
  const Tumbling<double> tumbling(body, start);
  const int axis = tumbling.middle_axis();
  const bool circles = tumbling.motion() == Motion::least || tumbling.motion() == Motion::greatest;
  if (!problem.is_free() || !circles) return {};
  // On the way m_outer is 0 where m_middle is greatest: 2E I_k - L^2 = m_middle^2 (I_k/I_middle - 1), k the axis circled.
  const double E2 = dot(start.m, times(body.x, start.m)), L2 = norm2(start.m), Ik = body.I[tumbling.axis()],
               Im = body.I[axis], most2 = (E2 * Ik - L2) / (Ik / Im - 1);
  return {most2 >= 0.9 * L2, axis, 0.5 * std::sqrt(std::fmax(most2, 0)) / Im};
}

/// Counts the flips of what it is shown, one angular velocity after the other.
class FlipCounter {
 public:
  explicit FlipCounter(double threshold) : threshold_(threshold) {}
  void add(double w) {
    const int side = w > threshold_ ? 1 : w < -threshold_ ? -1 : 0;
    if (side == 0) return;
    if (side_ != 0 && side != side_) ++count_;
    side_ = side;
  }
  long count() const { return count_; }

 private:
  double threshold_;
  int side_ = 0;
  long count_ = 0;
};

}  // namespace polhode

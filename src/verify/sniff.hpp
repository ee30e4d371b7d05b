// sniff.hpp -- which of the 32 readings makes a trajectory physically consistent
//
// Two tests, each for every reading:
//   q' = q w/2     the turn from one row to the next is that of the angular velocity between them
//   L is constant  R I w stays where it is, for moments that are known, or for the tensor I that makes it stay best
// The first cannot tell a reading from its twin: the other direction, the other axes of w, and the opposite sign of w. The
// second can, of a free body, unless that is symmetric and long. Of a body that is not free the twin is not believed: nobody
// counts w the other way round. (docs/how-to/verify.md)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/body/inertia.hpp"
#include "verify/trajectory.hpp"

namespace polhode {

struct SniffedReading {
  Reading reading;
  double turn_residual = 0;                   ///< of q' = q w/2, relative to the turns themselves
  std::optional<double> momentum_residual{};  ///< change of L, relative; empty: not asked, since the turns do not fit
  double likelihood = 0;                      ///< of all 32 together 1
  std::string why{};                          ///< what speaks for it or against it
};

struct Sniffed {
  bool decided = false;
  std::string reason;                    ///< why it is decided, or cannot be
  std::vector<SniffedReading> readings;  ///< all 32, the likeliest first
  std::vector<Reading> remaining;        ///< those that physics leaves; one if it is decided
  bool free = false;                     ///< L is constant in the best reading: the second test counts
  bool agrees = true;  ///< with what the file says of itself, as far as it does and as far as is known
};

/// `inertia` empty: not known.
Sniffed sniff(const Trajectory&, const std::optional<Inertia>& inertia = {});

std::string sniffed_text(const Trajectory&, const Sniffed&);
std::string sniffed_json(const Trajectory&, const Sniffed&);

}  // namespace polhode

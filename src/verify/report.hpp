// report.hpp -- what was found out about trajectories: for people, for programs, as a page
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.hpp"
#include "verify/diagnosis.hpp"
#include "verify/judge.hpp"

namespace polhode {

/// Of one file.
struct Verified {
  const Trajectory* trajectory = nullptr;
  Judgement judgement;
  std::vector<Finding> findings;
};

/// What a page shows of a file: its errors over time, thinned, and the attitudes of both bodies.
class Film {
 public:
  Film(const KnownMotion&, const Trajectory&, const Reading&, double until);
  void add(std::size_t row, const RowErrors&, const PrincipalState<double>& true_state);

  struct Frames {
    std::vector<float> q;      ///< w x y z, body -> space
    std::vector<double> w, L;  ///< body axes; space axes
  };
  std::vector<double> curve_times, frame_times;
  std::vector<double> attitude, energy, momentum, direction;  ///< the largest between two times, absolute
  Frames file, truth;

 private:
  const Trajectory* trajectory_;
  Reading reading_;
  Inertia inertia_;
  std::size_t rows_, curve_every_, frame_every_;
  RowErrors largest_;
};

struct Verification {
  std::string what;     ///< "case F10", or the scenario
  std::string version;  ///< of this program
  Scenario scenario;
  std::string reference;
  std::vector<Verified> files;
  MeasuredOrder order;  ///< of several files

  /// The worst of all files.
  char grade() const;
};

std::string verification_text(const Verification&);
/// Of one file one object; of several {"grade", "files": [...], "order": {...}}.
std::string verification_json(const Verification&);
/// A page: errors over time, and both bodies side by side.
void write_html(std::FILE*, const Verification&, const std::vector<Film>&);

}  // namespace polhode

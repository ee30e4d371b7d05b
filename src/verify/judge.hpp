// judge.hpp -- a trajectory held against the true motion: errors over time, and a grade
#pragma once

#include <functional>
#include <optional>

#include "verify/flips.hpp"
#include "verify/grade.hpp"
#include "verify/known_motion.hpp"
#include "verify/trajectory.hpp"

namespace polhode {

/// Errors of one row. Attitude and direction in rad; energy and |L| relative to the largest of the true motion, signed.
struct RowErrors {
  double attitude = 0, energy = 0, momentum = 0, direction = 0;
};

struct Judgement {
  Reading reading;
  std::size_t rows = 0;         ///< that were judged
  std::size_t rows_behind = 0;  ///< after the end of the case: not judged
  double step = 0, first = 0, last = 0;
  LargestErrors largest;
  RowErrors end;              ///< of the last row
  double norm_error_max = 0;  ///< | |q| - 1 |
  double reference_error = 0;
  bool energy_conserved = true;  ///< false: it is held against that of the true motion at the same time
  bool doubled = false, stopped = false;
  std::optional<long> flips{}, true_flips{};  ///< where they are judged
  char grade = 'F';
};

/// Rows up to the time `until`. `each` is told the errors of every row; may be empty.
Judgement judge(
    KnownMotion&, const Trajectory&, const Reading&, double until,
    const std::function<void(std::size_t row, const RowErrors&, const PrincipalState<double>& truth)>& each = {});

/// How far the first row is from where the body must be then: angle of the attitude, and of w relative to its length.
struct Misfit {
  double attitude = 0, omega = 0;
  bool fits() const { return attitude <= kLimit && omega <= kLimit; }
  /// Numbers printed with three digits are within; so is the first step of any method that is worth a grade.
  static constexpr double kLimit = 0.01;
};
Misfit misfit(KnownMotion&, const FileRow&, const Reading&);

/// How an error falls with the step: least squares in log-log over all files, and from each file to the next.
struct MeasuredOrder {
  std::optional<double> attitude, energy, momentum;
  std::vector<std::optional<double>> pairs;  ///< of the attitude; steps descending
};
/// From several judgements with different steps, in any order. Errors near rounding, or of a lost attitude, say nothing.
MeasuredOrder measured_order(std::vector<Judgement>);

}  // namespace polhode

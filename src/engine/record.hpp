// record.hpp -- what a run leaves behind: rows of output, the certificate, how it ended
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "polhode/drive/event.hpp"
#include "polhode/drive/outcome.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

/// One row of output; the columns of a CSV file in their order. Body axes are the user's.
struct Row {
  double t = 0;
  Quaternion<double> q{};
  Vec3<double> w{};   ///< angular velocity, body axes
  Vec3<double> L{};   ///< momentum, space axes
  double energy = 0;  ///< kinetic, and potential where there is one
};
inline constexpr std::array<std::string_view, 12> kColumns{"t",  "qw", "qx", "qy", "qz", "wx",
                                                           "wy", "wz", "Lx", "Ly", "Lz", "energy"};
static_assert(sizeof(Row) == kColumns.size() * sizeof(double));

/// Whether a run has an estimate of its error (engine/companions.hpp), and if not, why.
enum class Estimate {
  not_needed,     ///< a free body: the error itself is known
  made,           ///< by companions with twice and four times the step
  switched_off,   ///< by the user
  too_few_steps,  ///< a stretch between two switches has one step only, which cannot be doubled
  failed,         ///< with twice the step the method does not reach the end
  no_order,       ///< the method does not converge, whatever the step: what steps differ by says nothing of its error
};

/// What the numbers of a run are worth (engine/verdict.hpp).
enum class Verdict { good, doubtful, bad };

/// The largest errors over all steps, not only those that are written. Empty: not conserved in this scenario.
struct Certificate {
  std::optional<double> energy_error_max;              ///< relative to the energy at the start
  std::optional<double> momentum_error_max;            ///< |L - L0|/|L0|
  std::optional<double> momentum_direction_error_max;  ///< angle between L and L0, rad
  std::optional<double> casimir_error_max;             ///< of |m|^2/2, relative
  std::optional<double> vertical_momentum_error_max;   ///< of L . e3, relative to |L0|
  std::optional<double> axial_momentum_error_max;      ///< of m . axis of a symmetric body, relative to |L0|
  double attitude_norm_error_max = 0;                  ///< | |q| - 1 |
  std::optional<double> attitude_error_max;            ///< free body: angle to the exact attitude, rad
  std::optional<double> attitude_error_end;
  std::optional<double> attitude_error_estimate;  ///< body under torques: of the angle to the true attitude, rad
  std::optional<double> momentum_error_estimate;  ///< of L, relative to the largest |L|

  bool is_reference = false;  ///< the run is the exact motion: its attitude was checked by other formulas
  Estimate estimate = Estimate::not_needed;
  std::optional<double> estimate_order;  ///< that the companions show
  double turn_per_step = 0;              ///< the largest h|w|, rad
  Verdict verdict = Verdict::doubtful;
  std::string verdict_reason;         ///< the entry that decides, and its bound
  std::vector<std::string> warnings;  ///< whole sentences: what is wrong, why, what would do
};
/// The entries by their names in JSON and in --require (where the ending _error_max may be left out).
struct CertificateEntry {
  std::string_view name, meaning;
  std::optional<double> value;
};
std::vector<CertificateEntry> entries(const Certificate&);
std::string_view name_of(Verdict);

/// Of more events than these the first of each kind is listed, and all are counted.
inline constexpr std::size_t kMostCrossings = 500'000;
std::string_view name_of(EventKind);

struct RunRecord {
  Choice choice;
  Outcome outcome = Outcome::done;
  bool interrupted = false;  ///< by the user; the outcome is then `done` for the steps that were taken
  std::string cause;         ///< if it did not reach its end: what happened, where, and what to do
  long steps = 0;            ///< taken
  double step = 0;           ///< the largest that was taken
  double accuracy = 0;       ///< that was asked for; 0: none was
  int passes = 0;            ///< that it took
  long rows = 0;             ///< written
  long torque_evaluations = 0;
  long solver_iterations = 0;
  double cpu_seconds = 0;  ///< spent in steps and certificate; not in files, which are the same bits every time
  Row first, last;
  Certificate certificate;
  std::vector<Event> events;       ///< that were watched
  std::vector<long> event_counts;  ///< how often each of them happened
  std::vector<Crossing>
      crossings;  ///< when, in the order of time; of all together the first kMostCrossings, and the first of each
  std::string ended_by;  ///< the name of the event that ended the run; empty: none

  bool done() const { return outcome == Outcome::done && !interrupted; }
  /// All that can be had is there: to the end, or as far as the accuracy holds.
  bool whole() const { return (outcome == Outcome::done || outcome == Outcome::accuracy_lost) && !interrupted; }
  /// "done", "interrupted", "not_converged", "non_finite", "accuracy lost"
  std::string_view outcome_name() const;
};

}  // namespace polhode

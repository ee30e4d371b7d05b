// run.hpp -- a problem from start to end: steps, rows, certificate, positions to go on from
//
// The walk of one run: plan() cuts the time into stretches without switches (drive/plan.hpp); a Mover, the chosen method
// around a Drive, fills a block of states (kernels/); what watches the steps gets them as Segments: the certificate, the
// rows of output, progress. Whoever writes files or shows pages hooks in here and is not known here.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/certificate_sums.hpp"
#include "engine/companions.hpp"
#include "engine/record.hpp"
#include "engine/task.hpp"
#include "kernels/mover.hpp"
#include "polhode/torques/abilities.hpp"

namespace polhode::inline POLHODE_ISA {
class Between;  // engine/between.hpp, which knows the list of all torques
}

namespace polhode {

/// Where a run is: everything that has to be saved to go on, beside the task itself.
struct RunPosition {
  long stretch = 0;  ///< of the plan
  long step = 0;     ///< taken in it
  PrincipalState<double> state;
  MoverMemory memory;  ///< of the method
  CertificateSums certificate;
  CompanionPositions companions;  ///< if there are any
  long steps = 0, rows = 0, torque_evaluations = 0, solver_iterations = 0;
  double cpu_seconds = 0;
  std::vector<EventMemory> events;  ///< one for each event
  std::vector<Crossing> crossings;  ///< so far, those that are listed (kMostCrossings)
  std::optional<Crossing> ended;    ///< the event that has ended the run; `state` is the one there
};

/// What a run calls while it goes on. All may be empty.
struct RunHooks {
  std::function<void(const Row&)> row;                 ///< each row of output
  std::function<void(const RunPosition&)> checkpoint;  ///< every `checkpoint_every` steps, and when interrupted
  std::function<void(double done, double seconds)>
      progress;  ///< part done, CPU time since the beginning; a few times a second
  /// Each step, up to where an event ends the run, with the motion inside of it (engine/between.hpp).
  std::function<void(Between&, double t0, const PrincipalState<double>& before, double t1,
                     const PrincipalState<double>& after)>
      step;
  std::function<bool()> interrupted;  ///< true: end here
  long checkpoint_every = 0;
};

class Run {
 public:
  /// Throws InvalidInput.
  explicit Run(Task);
  ~Run();
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;

  /// Goes on from there; the memory must be of this method.
  void restore(const RunPosition&);
  /// To the end, or as far as it gets.
  RunRecord go(const RunHooks& = {});
  /// All the steps that lie before it.
  long planned_steps() const noexcept;
  /// The largest step.
  double largest_step() const noexcept;
  /// Where it is now, to be saved.
  RunPosition position();
  /// So far, without verdict; empty entries are those that are not conserved under these torques.
  Certificate certificate() const;
  /// The state reached, in the user's body axes.
  State<double> state() const noexcept;
  /// With keep_motion: the times between which the motion is known, and the state at one of them, by dense output.
  TimeSpan kept() const noexcept;
  Row at(double t);
  /// What steps alone cost, from the start to the end, if only the end is looked at: no rows, no certificate.
  struct Cost {
    double cpu_seconds = 0;
    long torque_evaluations = 0;
  };
  static Cost cost_of_steps(const Task&);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode

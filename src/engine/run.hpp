// run.hpp -- a scenario from start to end: steps, rows, certificate, checkpoints
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/certificate.hpp"
#include "engine/integrator.hpp"
#include "engine/record.hpp"

namespace polhode {

/// Where a run is: everything that a checkpoint has to save, beside the scenario itself.
struct RunPosition {
  long interval = 0;              ///< of the plan
  long step = 0;                  ///< taken in it
  State<double> state;            ///< in principal axes
  std::vector<std::byte> memory;  ///< of the method
  CertificateSums certificate;
  long steps = 0, rows = 0, torque_evaluations = 0, solver_iterations = 0;
  double cpu_seconds = 0;
};

/// What a run calls while it goes on. All may be empty.
struct RunHooks {
  std::function<void(const Row&)> row;                 ///< each row of output
  std::function<void(const RunPosition&)> checkpoint;  ///< every `checkpoint_every` steps, and when interrupted
  std::function<void(double done, double seconds)>
      progress;                       ///< part done, CPU time since the beginning; a few times a second
  std::function<bool()> interrupted;  ///< true: end here
  long checkpoint_every = 0;
};

/// Equal steps of at most the wanted length, between the switches of the torque.
std::vector<Interval> plan_of(const Scenario&);

class Run {
 public:
  Run(Scenario scenario, Choice choice);
  /// Goes on from there; `memory` must be of this method.
  void restore(const RunPosition&);
  /// To the end, or as far as it gets.
  RunRecord go(const RunHooks& = {});
  /// All the steps that lie before it.
  long planned_steps() const noexcept;
  /// The largest step.
  double largest_step() const noexcept;
  /// Where it is now, to be saved.
  RunPosition position();
  /// So far; empty entries are those that the scenario does not conserve.
  Certificate certificate() const { return certifier_->certificate(); }
  /// The state reached, in the user's body axes.
  State<double> state() const noexcept { return scenario_.inertia.to_body(at_.state); }

 private:
  Scenario scenario_;
  Choice choice_;
  Principal<double> principal_;
  std::vector<Interval> plan_;
  std::unique_ptr<Integrator> integrator_;
  std::optional<ScenarioPotential> potential_;  // of the parts that have one
  long uncounted_ = 0;                          // its torque is never asked for
  std::unique_ptr<Certifier> certifier_;
  RunPosition at_;

  Row row(double t, const State<double>& s) const;
};

}  // namespace polhode

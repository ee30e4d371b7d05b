// trial.hpp -- a method with a number of steps, held against the motion as it truly is: its error on the way, and its cost
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/run.hpp"
#include "polhode/drive/solve.hpp"
#include "polhode/exact/free_motion.hpp"

namespace polhode {

/// The motion of a problem at any of its times: of a free body the exact one, under torques the pair of solutions
/// (drive/solve.hpp) to an accuracy.
class TrueMotion {
 public:
  /// To `wanted`, or at least to `needed`, where rounding allows no more; else throws KeyFault of "accuracy", which names what was
  /// `asked` for. Stopped.
  TrueMotion(const Problem&, double wanted, double needed, double asked, const std::function<bool(double)>& watch);
  TrueMotion(TrueMotion&&) noexcept;
  TrueMotion& operator=(TrueMotion&&) noexcept;
  ~TrueMotion();

  PrincipalState<double> at(double t);
  /// How far it can be trusted; 0: to rounding.
  double error() const noexcept { return error_; }
  const char* name() const noexcept;
  /// The largest |L|, by which errors of the momentum are divided.
  double largest_momentum() const noexcept { return largest_momentum_; }
  /// What it took to find it, and in how many steps; 0 of a free body.
  long torque_evaluations() const noexcept;
  long steps() const noexcept;

 private:
  double start_ = 0, error_ = 0, largest_momentum_ = 0;
  std::optional<PrincipalMotion<double>> exact_;
  std::shared_ptr<const Solved> solved_;
  std::vector<long> first_;  // of each stretch: the number of the state at its beginning
  std::unique_ptr<Between> between_;
};

/// What a run of a method was like.
struct Trial {
  Choice choice;
  long steps = 0;
  double step = 0;  ///< the largest
  bool done = false;
  double error = 0;  ///< the largest of the attitude, rad, and of the momentum, relative, at up to 32 times of the run
  double error_half = 0;  ///< in the first half of the time
  long torque_evaluations = 0;
  double cpu_seconds = 0;  ///< of the steps alone

  /// By which power of time the error has grown.
  double growth() const;
};

/// One run; `watch` false ends it (Stopped).
Trial tried(const Problem&, const Choice&, long steps, TrueMotion&, const std::function<bool(double)>& watch = {});

/// The runs once more, in turns, as many as fit into so many seconds for each of them; `cpu_seconds` is the least time but one.
void measure_cost(const Problem&, const std::vector<Trial*>&, double seconds);

}  // namespace polhode

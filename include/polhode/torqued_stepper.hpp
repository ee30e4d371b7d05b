// torqued_stepper.hpp -- a body, a torque, a method, and the run of all three
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "polhode/error.hpp"
#include "polhode/invariants.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/stepper.hpp"
#include "polhode/torque.hpp"

namespace polhode {

/// How a run ended; if it did not reach its end, where and why. The state is then the last good one.
struct RunReport {
  Outcome outcome = Outcome::done;
  double time = 0;  ///< reached
  long steps = 0;   ///< taken
  std::string cause;
};

/// Why a step failed, and what to do, for people. `h_w` is h|w| at its beginning.
inline std::string cause_of_failure(std::string_view method, Outcome outcome, double h_w, long step, double time) {
  return std::string(method) + ": " +
         (outcome == Outcome::non_finite
              ? "the torque or the state is not finite (a potential at its singularity, a torque that returns NaN, a "
                "step far too large?)"
              : "the equation of the step has no solution in reach (h|w| = " + to_text(h_w) +
                    "; take a smaller step)") +
         " at step " + std::to_string(step) + ", time " + to_text(time);
}

namespace detail {

/// What a torque is, as the cards put it.
template <class Torque>
constexpr Takes kind_of_torque() {
  return PotentialWithDerivative<Torque> ? Takes::potential_derivative
         : Potential<Torque>             ? Takes::potential
                                         : Takes::general;
}
constexpr bool method_takes(Takes method, Takes torque) {
  switch (method) {
    case Takes::general:
      return true;
    case Takes::potential:
      return torque == Takes::potential || torque == Takes::potential_derivative;
    case Takes::potential_derivative:
      return torque == Takes::potential_derivative;
    case Takes::nothing:
      break;
  }
  return false;
}
inline std::string refusal(const MethodInfo& method, Takes torque) {
  std::string names;
  std::string_view last;
  TorquedMethods::each([&](auto m) {
    const MethodInfo& card = decltype(m)::info;
    if (!method_takes(card.takes, torque) || card.name == last) return;
    names += (names.empty() ? "" : ", ") + std::string(card.name);
    last = card.name;
  });
  return "method " + std::string(method.name) + " cannot take this torque: it needs a potential" +
         (method.takes == Takes::potential_derivative ? " with the derivative of its torque (torque_along)" : "") +
         (torque == Takes::general ? ", and this one may depend on time and angular velocity" : "") +
         "; methods that can: " + names;
}

}  // namespace detail

/// A body under a torque that method M moves. Axes, frames, switching times and checks are taken care of here: states and
/// torques are in the user's body axes.
///
///   TorquedStepper<Rkn6<Dmv<16>>, HeavyTop> top(Inertia::principal(0.6, 0.8, 1), {attitude, momentum}, HeavyTop(1, {0, 0, 1}));
///   const RunReport report = top.run_until(10, 0.01);
///
/// A method that cannot take the torque is refused when the stepper is built, with the names of those that can.
template <class M, TorqueModel Torque>
class TorquedStepper {
  static constexpr bool kTakes = detail::method_takes(M::info.takes, detail::kind_of_torque<Torque>());

 public:
  TorquedStepper(const Inertia& inertia, const State<double>& start, const Torque& torque, double time = 0)
      : inertia_(inertia),
        principal_(inertia.in_principal_axes()),
        constants_(principal_),
        torque_(torque),
        state_(inertia.to_principal(checked(start))),
        time_(time) {
    if constexpr (!kTakes) throw InvalidInput(detail::refusal(M::info, detail::kind_of_torque<Torque>()));
    if (!std::isfinite(time)) throw InvalidInput("start time " + to_text(time) + " must be finite");
  }

  /// Goes to time `end` in equal steps of at most `step` between the switches of the torque; backwards if end lies before.
  RunReport run_until(double end, double step) {
    if (!std::isfinite(end)) throw InvalidInput("end time " + to_text(end) + " must be finite");
    if (!(step > 0) || !std::isfinite(step))
      throw InvalidInput("step " + to_text(step) + " must be positive and finite");
    const double direction = end < time_ ? -1 : 1;
    std::vector<double> stops = switches(torque_);
    stops.push_back(end);
    std::sort(stops.begin(), stops.end(), [=](double a, double b) { return direction * a < direction * b; });
    RunReport report;
    report.time = time_;
    for (const double stop : stops) {
      if (!(direction * stop > direction * time_)) continue;
      if (direction * stop > direction * end) break;
      if (!run_smooth(stop, step, report)) break;
    }
    return report;
  }

  State<double> state() const noexcept { return inertia_.to_body(state_); }
  double time() const noexcept { return time_; }
  Vec3<double> angular_velocity() const noexcept { return inertia_.angular_velocity(state().m); }
  Vec3<double> spatial_momentum() const noexcept { return polhode::spatial_momentum(state_); }
  /// Kinetic energy, and potential energy where there is a potential.
  double energy() const {
    double sum = polhode::energy(principal_, state_.m);
    if constexpr (Potential<Torque>) sum += torque_.energy(state().Q);
    return sum;
  }

 private:
  Inertia inertia_;
  Principal<double> principal_;
  typename M::template Body<double> constants_;
  Torque torque_;
  State<double> state_;  // in principal axes
  double time_;

  // One interval without switches: the method starts anew, with the torque as it is inside.
  bool run_smooth(double stop, double step, RunReport& report) {
    if constexpr (kTakes) {
      const double from = time_, length = stop - from;
      const auto here = during(torque_, from + 0.5 * length);
      const InPrincipalAxes<std::remove_cvref_t<decltype(here)>> torque{here, inertia_.frame()};
      typename M::template Memory<double> memory{};
      const long n = std::max(1L, std::lround(std::ceil(std::fabs(length) / step * (1 - 1e-12))));
      const double h = length / double(n);
      for (long i = 0; i < n; ++i) {
        const State<double> before = state_;
        const double t = from + length * (double(i) / double(n));  // never by accumulation
        const StepStatus<double> status = one_step(torque, t, h, memory);
        const bool finite = is_finite(norm2(state_.m) + norm2(state_.Q));
        if (!status.converged || !finite) {
          state_ = before;
          report.outcome =
              is_finite(norm2(torque_at(torque, t))) && finite ? Outcome::not_converged : Outcome::non_finite;
          report.cause = cause_of_failure(M::info.name, report.outcome,
                                          std::fabs(h) * norm(times(principal_.x, state_.m)), report.steps + 1, t);
          return false;
        }
        time_ = from + length * (double(i + 1) / double(n));
        report.time = time_;
        ++report.steps;
      }
      time_ = report.time = stop;
      return true;
    } else {
      return false;
    }
  }
  template <class T>
  StepStatus<double> one_step(const T& torque, double t, double h, typename M::template Memory<double>& memory) {
    return M::step(constants_, torque, t, h, state_, memory);
  }
  template <class T>
  Vec3<double> torque_at(const T& torque, double t) const {
    return torque_of(torque, t, state_.Q, times(principal_.x, state_.m));
  }
};

}  // namespace polhode

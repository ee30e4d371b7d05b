// stepper.hpp -- a body, a method, a torque if there is one, and the run of them all, in the user's axes
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <type_traits>

#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"
#include "polhode/drive/outcome.hpp"
#include "polhode/drive/plan.hpp"
#include "polhode/numbers/error.hpp"
#include "polhode/torques/combined.hpp"

namespace polhode::inline POLHODE_ISA {

/// The method can take a torque of this type.
template <class M, class Torque>
concept Takes = std::is_same_v<Torque, NoTorque> ||
                (TorqueModel<Torque> && M::info.takes_torque && (!M::info.needs.potential || Potential<Torque>) &&
                 (!M::info.needs.derivative || PotentialWithDerivative<Torque>) &&
                 (!requires { M::template takes<Torque>; } || requires { requires M::template takes<Torque>; }));

/// A body that method M moves, free or under a torque. Axes, switching times and checks are taken care of here: states and
/// torques are in the user's body axes.
///
///   Stepper<Sr<4>> body(Inertia::box(1, 0.1, 0.2, 0.3), {attitude, momentum});
///   body.run(0.01, 1000);
///   Stepper<Rkn6<Dmv<16>>, HeavyTop<>> top(Inertia::principal(0.6, 0.8, 1), {attitude, momentum}, HeavyTop(1, {0, 0, 1}));
///   const RunReport report = top.run_until(10, 0.01);
template <Method M, class Torque = NoTorque>
class Stepper {
  static_assert(std::is_same_v<Torque, NoTorque> || M::info.takes_torque,
                "this method is for a free body; under a torque take one that docs/methods.md lists there, or a "
                "splitting on this method: Strang<...>, Rkn6<...>");
  static_assert(std::is_same_v<Torque, NoTorque> || !M::info.needs.potential || Potential<Torque>,
                "this method needs a potential, and this torque has no energy; cf4, taylor and others take any torque");
  static_assert(std::is_same_v<Torque, NoTorque> || Takes<M, Torque>,
                "this method needs more of the torque: a derivative along a turn (torque_along), or a template on its "
                "number type, from which derivatives in time are made");

  static constexpr bool kFree = std::is_same_v<Torque, NoTorque>;
  using Here = std::remove_cvref_t<decltype(during(std::declval<const Torque&>(), 0.0))>;
  using Turned = std::conditional_t<kFree, NoTorque, InPrincipalAxes<Here>>;

 public:
  Stepper(const Inertia& inertia, const State<double>& start, const Torque& torque = {}, double time = 0)
      : inertia_(inertia),
        torque_(torque),
        drive_(inertia.in_principal_axes(), in_principal_axes(time)),
        state_(inertia.to_principal(checked(start))),
        time_(time) {
    if (!std::isfinite(time)) throw InvalidInput("start time " + to_text(time) + " must be finite");
    // What a torque that is chosen at run time can do is known only now.
    if constexpr (requires { Torque::kMost; } && !kFree) {
      const Abilities torque_abilities = abilities_of(torque);
      if ((M::info.needs.potential && !torque_abilities.potential) ||
          (M::info.needs.derivative && !torque_abilities.derivative))
        throw InvalidInput("method " + std::string(M::info.name) +
                           " cannot take this torque: " + std::string(why_not(M::info, torque_abilities)));
    }
  }

  /// After each step, turn the body slightly so that its energy is the one it has now ([Buss2001] section 4).
  void keep_energy() noexcept
    requires kFree
  {
    keeper_.emplace(drive_.principal(), state_);
  }

  /// One step, not across a switch of the torque.
  Outcome step(double h) {
    const double middle = time_ + 0.5 * h;
    for (const double t : switches(torque_))
      if (!((inside_ - t) * (middle - t) > 0)) {  // since the last step a switch has been passed, or reached
        enter(middle);
        break;
      }
    return advance({time_, h, time_ + h});
  }
  /// n steps of h, or as many as succeed. Between switches of the torque they may be a little shorter.
  Outcome run(double h, long n) {
    if (!switches(torque_).empty()) return run_until(time_ + h * double(n), std::fabs(h)).outcome;
    const double from = time_;
    for (long i = 0; i < n; ++i)
      if (const Outcome outcome = advance({time_, h, from + h * double(i + 1)}); outcome != Outcome::done)
        return outcome;
    return Outcome::done;
  }
  /// Goes to time `end` in equal steps of at most `step` between the switches of the torque; backwards if end lies before.
  RunReport run_until(double end, double step) {
    if (!std::isfinite(end)) throw InvalidInput("end time " + to_text(end) + " must be finite");
    if (!(step > 0) || !std::isfinite(step))
      throw InvalidInput("step " + to_text(step) + " must be positive and finite");
    RunReport report;
    report.time = time_;
    if (end == time_) return report;
    for (const Stretch& stretch : plan(time_, end, switches(torque_), {.length = step})) {
      enter(0.5 * (stretch.from + stretch.until));
      for (long i = 0; i < stretch.n; ++i) {
        const TimeStep<double> at = time_step(stretch, i);
        report.outcome = advance(at);
        if (report.outcome != Outcome::done) {
          const double h_w = std::fabs(at.h) * norm(times(drive_.principal().x, state_.m));
          report.cause = cause_of_failure(M::info.name, report.outcome, h_w, report.steps + 1, at.t);
          return report;
        }
        report.time = time_;
        ++report.steps;
      }
    }
    return report;
  }

  State<double> state() const noexcept { return inertia_.to_body(state_); }
  double time() const noexcept { return time_; }
  long steps() const noexcept { return steps_; }
  Vec3<double> angular_velocity() const noexcept { return inertia_.angular_velocity(state().m); }
  Vec3<double> spatial_momentum() const noexcept { return polhode::spatial_momentum(state_); }
  /// Kinetic energy, and potential energy where there is a potential.
  double energy() const {
    double sum = polhode::energy(drive_.principal(), state_.m);
    if constexpr (!kFree && Potential<Torque>) sum += energy_of(torque_, time_, state().Q);
    return sum;
  }

 private:
  Inertia inertia_;
  [[no_unique_address]] Torque torque_;
  Drive<M, Turned> drive_;
  PrincipalState<double> state_;
  double time_;
  double inside_ = time_;  // a time in the stretch between switches whose torque the drive has
  long steps_ = 0;
  std::optional<EnergyKeeper<double>> keeper_;

  /// The torque as it is around that time.
  Turned in_principal_axes([[maybe_unused]] double time) const {
    if constexpr (kFree)
      return {};
    else
      return {during(torque_, time), inertia_.frame()};
  }
  /// Begins anew with the torque of the stretch around that time.
  void enter(double time) {
    drive_.restart(in_principal_axes(time));
    inside_ = time;
  }
  Outcome advance(const TimeStep<double>& at) {
    const PrincipalState<double> before = state_;
    const auto memory = drive_.memory();
    const StepStatus<double> status = drive_.step(at, state_);
    if (keeper_) (*keeper_)(status.converged, state_);
    const bool finite = is_finite(norm2(state_.m) + norm2(state_.Q));
    if (status.converged && finite) {
      time_ = at.end;
      ++steps_;
      return Outcome::done;
    }
    state_ = before;
    drive_.memory() = memory;
    drive_.drop_cache();
    const auto finite_torque = [&] {
      return is_finite(norm2(torque_of(drive_.torque(), at.t, state_.Q, times(drive_.principal().x, state_.m))));
    };
    return finite && is_finite(at.h) && finite_torque() ? Outcome::not_converged : Outcome::non_finite;
  }
};

}  // namespace polhode::inline POLHODE_ISA

// stepper.hpp -- a body, a method, a torque if there is one, and the run of them all, in the user's axes
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>

#include "polhode/drive/adaptive.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"
#include "polhode/drive/energy_under_torque.hpp"
#include "polhode/drive/outcome.hpp"
#include "polhode/drive/pass.hpp"
#include "polhode/drive/plan.hpp"
#include "polhode/numbers/double_double.hpp"
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
///   const RunReport report = top.run_until(10, 0.01);            // in steps of 0.01
///   const RunReport more = top.run_until(20, Tolerance{1e-9});   // in steps that are each right to 1e-9
template <Method M, class Torque = NoTorque>
class Stepper {
  static_assert(
      std::is_same_v<Torque, NoTorque> || M::info.takes_torque,
      "this method is for a free body; under a torque take one that docs/reference/methods.md lists there, or a "
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

  /// After each step, or after every so many, turn the body slightly so that its energy is the one it has now: in a potential
  /// the total energy, under any other torque with the work that it does ([Buss2001] section 4).
  void keep_energy(int every = 1) {
    if (every < 1) throw InvalidInput("the energy cannot be kept after every " + std::to_string(every) + " steps");
    if constexpr (kFree)
      keeper_.emplace(drive_.principal(), state_);
    else
      keeper_.emplace(drive_.principal(), M::info.order);
    every_ = every, kept_ = 0;
  }

  /// One step, not across a switch of the torque.
  Outcome step(double h) {
    const double middle = time_ + 0.5 * h;
    for (const double t : switches(torque_))
      if (!((inside_ - t) * (middle - t) > 0)) {  // since the last step a switch has been passed, or reached
        enter(middle);
        break;
      }
    const DoubleDouble<double> end = later(h);
    return arrived(advance({time_, h, end.hi}), end);
  }
  /// One step under a torque that is known from outside: the jump of the momentum, if there is one, and its derivatives from
  /// there on, in space axes ([Buss2001] section 3). Of the methods, those of the Lie series take it.
  template <int N>
  Outcome step(double h, const GivenMomentum<double, N>& given)
    requires(kFree &&
             requires(PrincipalState<double>& s) {
               M::step(std::declval<const typename M::template Body<double>&>(), given, h, s);
             })
  {
    const PrincipalState<double> before = state_;
    M::step(drive_.constants(), given, h, state_);
    if (!is_finite(state_)) {
      state_ = before;
      return Outcome::non_finite;
    }
    if (keeper_) {  // the energy from now on is what the torque has made of it
      const PrincipalState<double> struck{before.Q, before.m + rotate_back(before.Q, given.impulse)};
      EnergyFollower<double> follower(drive_.principal(), M::info.order);
      follower(GivenTorque<N>{given.rates}, {0.0, h, h}, struck, true, ++kept_ % every_ == 0, state_);
      keeper_.emplace(drive_.principal(), state_);
    }
    const DoubleDouble<double> end = later(h);
    time_ = end.hi, ++steps_;
    return arrived(Outcome::done, end);
  }
  /// n steps of h, or as many as succeed. Between switches of the torque they may be a little shorter.
  Outcome run(double h, long n) {
    if (!switches(torque_).empty()) return run_until(time_ + h * double(n), std::fabs(h)).outcome;
    const double from = time_, rest = rest_;
    for (long i = 0; i < n; ++i) {
      const DoubleDouble<double> end = two_sum(from, h * double(i + 1) + rest);
      if (const Outcome outcome = arrived(advance({time_, h, end.hi}, i + 1 == n), end); outcome != Outcome::done)
        return outcome;
    }
    return Outcome::done;
  }
  /// Goes to time `end` in equal steps of at most `step` between the switches of the torque; backwards if end lies before.
  RunReport run_until(double end, double step) {
    check_end(end);
    if (!(step > 0) || !std::isfinite(step))
      throw InvalidInput("step " + to_text(step) + " must be positive and finite");
    RunReport report;
    report.time = time_;
    for (const Stretch& stretch : plan(time_, end, switches(torque_), {.length = step})) {
      enter(0.5 * (stretch.from + stretch.until));
      for (long i = 0; i < stretch.n; ++i) {
        const TimeStep<double> at = time_step(stretch, i);
        report.outcome = arrived(advance(at, i + 1 == stretch.n), {at.end, 0});
        if (report.outcome != Outcome::done) {
          const double h_w = std::fabs(at.h) * norm(times(drive_.principal().x, state_.m));
          report.cause =
              cause_of_failure(M::info.name, M::info.is_explicit, report.outcome, h_w, report.steps + 1, at.t);
          return report;
        }
        report.time = time_;
        ++report.steps;
      }
    }
    return report;
  }
  /// The same in steps that are as long as the tolerance lets them be, each found from its two halves, from the last terms of its
  /// series, or from its sweeps (adaptive.hpp). Steps end at the switches of the torque and at `end`.
  RunReport run_until(double end, const Tolerance& tolerance)
    requires(kGoesByTolerance<M>)
  {
    check_end(end);
    if (keeper_) throw InvalidInput("steps by a tolerance keep no energy: give a step, or do not call keep_energy()");
    RunReport report;
    report.time = time_;
    double h = 0;
    for (const Stretch& stretch : plan(time_, end, switches(torque_), {.number = 1})) {
      enter(0.5 * (stretch.from + stretch.until));
      ToleranceWalk<M, Turned> walk(drive_.principal(), drive_.torque(), tolerance.of_a_step);
      if (h == 0) {
        const double rate = detail::rate_of_motion(drive_.principal(), drive_.torque(), time_, state_);
        h = std::fmin(kFirstTurn / rate, std::fabs(stretch.until - stretch.from));
      }
      const auto taken = [&](double, const auto&, double until, const auto&) {
        report.time = time_ = until, rest_ = 0;
        ++steps_, ++report.steps;
      };
      report.outcome = walk.run(stretch.from, stretch.until, h, state_, taken).outcome;
      if (report.outcome == Outcome::done) continue;
      if (!finite_torque(time_)) report.outcome = Outcome::non_finite;
      report.cause = std::string(M::info.name) + ": no step from time " + to_text(time_) +
                     " on is right to the tolerance " + to_text(tolerance.of_a_step) +
                     " (a torque that jumps without naming the time as a switch, or that is not a number?)";
      return report;
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
  double rest_ = 0;        // what additions to the time have lost: 1e9 steps of 0.01 would be half a second off
  double inside_ = time_;  // a time in the stretch between switches whose torque the drive has
  long steps_ = 0;
  std::optional<std::conditional_t<kFree, EnergyKeeper<double>, EnergyFollower<double>>> keeper_;
  int every_ = 1;  // steps between corrections
  long kept_ = 0;  // steps since keep_energy

  static constexpr double kFirstTurn = 0.1;  // rad, of the first step by a tolerance

  static void check_end(double end) {
    if (!std::isfinite(end)) throw InvalidInput("end time " + to_text(end) + " must be finite");
  }
  bool finite_torque(double time) const {
    return is_finite(norm2(torque_of(drive_.torque(), time, state_.Q, times(drive_.principal().x, state_.m))));
  }

  /// The torque of a momentum that is given.
  template <int N>
  struct GivenTorque {
    const std::array<Vec3<double>, N>& rates;
    Vec3<double> torque(double t, const Quaternion<double>& Q) const {
      Vec3<double> sum{};
      for (int j = N; j >= 1; --j) sum = rates[j - 1] + (t / j) * sum;
      return rotate_back(Q, sum);
    }
  };

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
    if constexpr (!kFree)
      if (keeper_) keeper_->restart();
    inside_ = time;
  }
  /// The time h after now, with what its rounding leaves.
  DoubleDouble<double> later(double h) const noexcept { return two_sum(time_, h + rest_); }
  Outcome arrived(Outcome outcome, const DoubleDouble<double>& end) noexcept {
    if (outcome == Outcome::done) rest_ = end.lo;
    return outcome;
  }
  /// `looked`: at the state after it. What a torque throws passes through; body and memory are then as before the step.
  Outcome advance(const TimeStep<double>& at, bool looked = true) {
    const PrincipalState<double> before = state_;
    const auto memory = drive_.memory();
    try {
      return advance(at, looked, before, memory);
    } catch (...) {
      back_to(before, memory);
      throw;
    }
  }
  template <class Memory>
  void back_to(const PrincipalState<double>& before, const Memory& memory) {
    state_ = before;
    drive_.memory() = memory;
    drive_.drop_cache();
  }
  template <class Memory>
  Outcome advance(const TimeStep<double>& at, bool looked, const PrincipalState<double>& before, const Memory& memory) {
    const StepStatus<double> status = looked || keeper_ ? drive_.step(at, state_) : pass(drive_, at, state_);
    if (keeper_ && status.converged) {
      const bool correct = (kept_ + 1) % every_ == 0;
      if constexpr (kFree) {
        if (correct) (*keeper_)(true, state_);
      } else {
        (*keeper_)(drive_.torque(), at, before, true, correct, state_);
      }
    }
    const bool finite = is_finite(state_);
    if (status.converged && finite) {
      time_ = at.end;
      ++steps_;
      if (keeper_) ++kept_;
      return Outcome::done;
    }
    back_to(before, memory);
    look(drive_, state_);
    return finite && is_finite(at.h) && finite_torque(at.t) ? Outcome::not_converged : Outcome::non_finite;
  }
};

}  // namespace polhode::inline POLHODE_ISA

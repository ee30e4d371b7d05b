// between.cpp -- the motion inside a step of any method
#include "engine/between.hpp"

#include <array>

#include "polhode/body/invariants.hpp"

namespace polhode::inline POLHODE_ISA {

Between::Between(const Choice& choice, const Problem& problem, int energy_correction)
    : body_(problem.inertia.in_principal_axes()),
      all_torques_(torque_in_principal_axes(problem)),
      torque_(all_torques_) {
  if (energy_correction > 0) return;  // a shorter step would be corrected by another amount
  const PrincipalState<double> start = problem.principal_start();
  if (problem.is_free() && choice.method == "exact") {
    exact_.emplace(body_, problem.start_time, start);
    always_ = bounds_of_free_motion(body_, start.m);
    return;
  }
  if (begins_anew(choice.card)) {
    mover_ = make_mover(choice, problem);
  } else if (constexpr int kOfPolynomial = 6; order_of(choice.card) > kOfPolynomial) {
    // By a polynomial its rows would be worse than its steps.
    const std::optional<Abilities> torque =
        problem.is_free() ? std::optional<Abilities>() : std::optional(torque_abilities(problem));
    mover_ = make_mover(choose("gauss16", "", torque), problem);
    joins_ = true;
  }
}

void Between::enter(const Stretch& stretch) {
  stretch_ = stretch;
  torque_ = all_torques_.during(0.5 * (stretch.from + stretch.until));
}

void Between::set(double t0, const PrincipalState<double>& before, double t1, const PrincipalState<double>& after) {
  t0_ = t0, t1_ = t1;
  before_ = &before, after_ = &after;
  hermite_.reset(), end_.reset();
}

std::optional<PrincipalState<double>> Between::stepped(double t) {
  std::array<PrincipalState<double>, 2> states{*before_, {}};
  mover_->enter(stretch_);
  const Advanced done = mover_->advance({t0_, t, 1}, 0, 1, states.data());
  if (done.steps == 1 && is_finite(states[1])) return states[1];
  return std::nullopt;
}

PrincipalState<double> Between::at(double t) {
  if (t == t0_) return *before_;
  if (t == t1_) return *after_;
  if (exact_) return exact_->at(t);
  if (mover_)
    if (std::optional<PrincipalState<double>> s = stepped(t)) {
      if (!joins_) return *s;
      if (!end_) end_ = stepped(t1_);
      if (end_) {  // what the two methods differ by at the end grows on the way there
        const double u = (t - t0_) / (t1_ - t0_);
        const Vec3<double> L = spatial_momentum(*s) + u * (spatial_momentum(*after_) - spatial_momentum(*end_));
        s->Q = s->Q * exp(u * log(conj(end_->Q) * after_->Q));
        s->m = rotate_back(s->Q, L);
        return *s;
      }
    }
  // Also where the shorter step has failed, as an iteration may.
  if (!hermite_) hermite_.emplace(body_, torque_, t0_, *before_, t1_, *after_);
  return hermite_->at(t);
}

}  // namespace polhode::inline POLHODE_ISA

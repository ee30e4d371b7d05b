// verdict.cpp -- what the numbers of a run are worth
#include "engine/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

/// Whether the method moves a free body exactly, so that only the torque limits its step.
bool turns_exactly(const Choice& choice) {
  const auto cards = free_cards();
  const auto flow = std::ranges::find_if(cards, [&](const MethodInfo& card) { return card.name == choice.flow; });
  return flow != cards.end() && flow->attitude_order == kExact;
}

/// The worst entry of the certificate; one that is no number is the worst of all.
CertificateEntry worst_of(const Certificate& c) {
  CertificateEntry worst{"", "", 0};
  for (const CertificateEntry& entry : entries(c))
    if (entry.value && !std::isnan(*worst.value) && !(*entry.value <= *worst.value)) worst = entry;
  return worst;
}

std::string no_estimate(const RunRecord& r) {
  switch (r.certificate.estimate) {
    case Estimate::switched_off:
      return "the error of the attitude was not to be estimated";
    case Estimate::too_few_steps:
      return "the error of the attitude cannot be estimated where there is one step between two switches of the "
             "torques; "
             "take a step of " +
             brief(0.5 * r.step) + " s or less";
    case Estimate::failed:
      return "the error of the attitude cannot be estimated: with twice the step, " + brief(2 * r.step) + " s, " +
             r.choice.name() + " does not reach the end; take a smaller step";
    case Estimate::no_order:
      return r.choice.name() + " does not converge, whatever the step: its error cannot be stated; take another method";
    case Estimate::not_needed:
    case Estimate::made:
      break;
  }
  return "";
}

/// Beyond this a step turns the body too far for anything but an exact flow: of the order of the radius of convergence of
/// the series that methods follow.
constexpr double kLargestTurn = 1;
/// To begin with where nothing else is known.
constexpr double kModestTurn = 0.1;

/// Why the step does not do, and what would. `error` is that of the attitude, or of what else is worst.
std::string cause_and_remedy(const RunRecord& r, double error) {
  const Certificate& c = r.certificate;
  const std::string method = r.choice.name();
  const int order = std::min(r.choice.card.order, r.choice.card.attitude_order);
  if (order == 0) return method + " does not converge, whatever the step: take another method";
  const double turn = c.turn_per_step;
  const bool free = c.estimate == Estimate::not_needed;
  std::string text = "the step of " + brief(r.step) + " s is too large for " + method;
  if (turn > kLargestTurn && !turns_exactly(r.choice))
    text += ", the body turns by up to " + brief(turn) + " rad in it";
  // Where errors go with the order, the step for a good result follows from that; it may be wrong by a factor of two.
  const bool in_order = free ? turn < kLargestTurn : c.estimate_order && *c.estimate_order > 0.5 * order;
  double step = 0;
  if (in_order && error < 1)
    step = 0.5 * r.step * std::pow(kGood / error, 1.0 / order);
  else if (const double at_start = r.step * norm(r.first.w); at_start > kModestTurn)
    step = r.step * kModestTurn / at_start;  // a run that has gone wrong may end with any speed
  else if (turn > kModestTurn)
    step = r.step * kModestTurn / turn;
  else
    return text + ", or the motion is chaotic; compare with a run of half the step";
  text += "; try " + brief(step) + " s";
  if (step < 1e-3 * r.step) text += ", or a method of higher order than " + std::to_string(order);
  return text + " (polhode compare shows what each costs)";
}

std::vector<std::string> warnings_of(const RunRecord& r) {
  const Certificate& c = r.certificate;
  std::vector<std::string> all;
  const auto bad = [](const std::optional<double>& x) { return x && !(*x <= kDoubtful); };
  if (!(c.attitude_norm_error_max <= kGood))
    all.push_back("the quaternion has lost its length by " + brief(c.attitude_norm_error_max) +
                  "; the attitude means nothing with this step (" + brief(r.step) + " s) and " + r.choice.name());
  const std::optional<double>& attitude =
      c.estimate == Estimate::not_needed ? c.attitude_error_max : c.attitude_error_estimate;
  const double error = attitude.value_or(1);
  const CertificateEntry worst = worst_of(c);
  if (bad(c.energy_error_max))
    all.push_back("the energy is off by " + brief(100 * c.energy_error_max.value_or(0)) + " %; " +
                  cause_and_remedy(r, error));
  else if (bad(attitude) && c.is_reference)
    all.push_back("two formulations of the exact motion differ by " + brief(error) +
                  " rad: the time is too long, or the body too extreme, for their digits");
  else if (bad(attitude))
    all.push_back("the attitude is off by " + std::string(c.attitude_error_max ? "" : "an estimated ") + brief(error) +
                  " rad; " + cause_and_remedy(r, error));
  else if (bad(worst.value))
    all.push_back(std::string(worst.name) + " is " + brief(worst.value.value_or(0)) + "; " +
                  cause_and_remedy(r, error));
  else if (c.turn_per_step > kLargestTurn && !no_estimate(r).empty() && !turns_exactly(r.choice))
    all.push_back(cause_and_remedy(r, 1));
  if (const std::string none = no_estimate(r); !none.empty() && !attitude && c.estimate != Estimate::switched_off)
    all.push_back(none);
  return all;
}

}  // namespace

void judge(RunRecord& r) {
  Certificate& c = r.certificate;
  const CertificateEntry worst = worst_of(c);
  // What was asked for is good; the energy may be off by a few times as much.
  const double good = std::fmax(kGood, 10 * r.accuracy), doubtful = std::fmax(kDoubtful, good);
  const double value = worst.value.value_or(0);
  const auto above = [&](double bound) {
    return std::string(worst.name) + " is " + brief(value) + ", above " + brief(bound);
  };
  c.warnings = r.done() ? warnings_of(r) : std::vector<std::string>{};
  if (r.outcome == Outcome::accuracy_lost)
    c.verdict = Verdict::doubtful, c.verdict_reason = "the accuracy that was asked for does not hold to the end";
  else if (r.outcome != Outcome::done)
    c.verdict = Verdict::bad, c.verdict_reason = "the run failed";
  else if (!(value <= doubtful))
    c.verdict = Verdict::bad, c.verdict_reason = above(doubtful);
  else if (!(value <= good))
    c.verdict = Verdict::doubtful, c.verdict_reason = above(good);
  else if (const std::string none = no_estimate(r); !none.empty())
    c.verdict = Verdict::doubtful, c.verdict_reason = none;
  else if (r.accuracy > 0)
    c.verdict = Verdict::good, c.verdict_reason = "the accuracy that was asked for, " + brief(r.accuracy);
  else
    c.verdict = Verdict::good, c.verdict_reason = "no error is above " + brief(kGood);
}

}  // namespace polhode

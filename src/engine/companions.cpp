// companions.cpp -- the run once more with twice and with four times the step
#include "engine/companions.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/body/invariants.hpp"

namespace polhode {

namespace {

void raise(double& attitude2, double& momentum2, const PrincipalState<double>& a, const PrincipalState<double>& b) {
  attitude2 = std::max(attitude2, attitude_chord2(a.Q, b.Q));
  momentum2 = std::max(momentum2, norm2(spatial_momentum(a) - spatial_momentum(b)));
}

}  // namespace

double estimate_of(double d2, double d4, int order, Compared compared) {
  constexpr double kRounding = 1e-12;  // of 1e5 steps (docs/why/solving.md has the measurements)
  constexpr double kLost = 0.3, kMargin = 1.25;
  if (!(d2 > kRounding)) return d2;
  const double promised = std::exp2(std::min(order, 60)), shown = d4 / d2;
  double trusted = shown > promised ? promised * promised / shown : shown;  // 2^t
  if (d4 > kLost || compared == Compared::ends) trusted = std::fmin(trusted, std::sqrt(promised));
  return std::fmax(kRounding, d2 / std::fmax(1, (trusted - 1) / kMargin));
}

inline namespace POLHODE_ISA {

Companions::Companions(const Choice& choice, const Problem& problem, int energy_correction) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    all_[i].k = 2L << i;
    all_[i].mover = make_mover(choice, problem, energy_correction);
    all_[i].state = problem.principal_start();
  }
}

void Companions::enter(const Stretch& stretch) {
  for (One& one : all_) one.mover->enter(one.whole(stretch));
}

/// `count` steps; each is k steps of the run.
void Companions::One::advance(const Stretch& stretch, long first, long count, long steps) {
  if (failed || count == 0) return;
  const std::size_t before = states.size();
  states.resize(before + std::size_t(count));
  const long done = mover->advance(stretch, first, int(count), &states[before - 1]).steps;
  long good = 0;
  while (good < done && is_finite(states[before + std::size_t(good)])) {
    after.push_back(after.back() + steps);
    ++good;
  }
  failed = good < count;
  states.resize(before + std::size_t(good));
}

void Companions::One::follow(const Stretch& stretch, long first, long last) {
  const long n = stretch.n, ended = n / k * k;
  states.assign(1, state);
  after.assign(1, first / k * k);
  advance(whole(stretch), first / k, last / k - first / k, k);
  if (last == n && ended < n) {  // what is left
    const Stretch rest{time_of(stretch, ended), stretch.until, 1};
    mover->enter(rest);
    advance(rest, 0, 1, n - ended);
  }
  state = states.back();
}

void Companions::follow(const Stretch& stretch, long first, std::span<const PrincipalState<double>> states,
                        CertificateSums& sums) {
  for (One& one : all_) one.follow(stretch, first, first + long(states.size()) - 1);
  const auto& [twice, four] = all_;
  for (std::size_t i = 1; i < twice.states.size(); ++i)
    raise(sums.attitude_difference2, sums.momentum_difference2, twice.states[i],
          states[std::size_t(twice.after[i] - first)]);
  for (std::size_t i = 1, j = 1; i < four.states.size(); ++i) {
    while (j < twice.states.size() && twice.after[j] < four.after[i]) ++j;
    if (j < twice.states.size())
      raise(sums.attitude_difference4, sums.momentum_difference4, four.states[i], twice.states[j]);
  }
}

CompanionPositions Companions::positions() const {
  CompanionPositions all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {all_[i].state, all_[i].mover->memory(), all_[i].failed};
  return all;
}

void Companions::restore(const Stretch& stretch, const CompanionPositions& saved) {
  for (std::size_t i = 0; i < saved.size(); ++i) {
    One& one = all_[i];
    one.mover->enter(one.whole(stretch));
    one.mover->restore(saved[i].memory);
    one.state = saved[i].state;
    one.failed = saved[i].failed;
  }
}

}  // namespace POLHODE_ISA

}  // namespace polhode

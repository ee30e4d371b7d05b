// pace.cpp -- where a run needs shorter steps
#include "ensemble/pace.hpp"

#include <algorithm>
#include <cmath>

#include "problem/torques.hpp"

namespace polhode {

Pace::Pace(const Problem& common, const std::vector<double>& switches) : common_(common), switches_(switches) {
  if (common.is_free()) return;
  const TorqueSet<> torques = torques_of(common);
  const double turn = norm(common.inertia.angular_velocity(common.start.m));
  const auto rate = [&](double t) { return turn + 1 / torques.time_scale(t); };
  bool varies = false;
  const auto cut = [&](auto&& self, double from, double until, int depth) -> void {
    constexpr int kSamples = 8, kDeepest = 8;
    double least = rate(from), most = least;
    for (int i = 1; i <= kSamples; ++i) {
      const double r = rate(from + (until - from) * i / kSamples);
      least = std::fmin(least, r), most = std::fmax(most, r);
    }
    if (most > 2 * least && depth < kDeepest) {
      const double middle = from + 0.5 * (until - from);
      varies = true;
      self(self, from, middle, depth + 1);
      self(self, middle, until, depth + 1);
    } else {
      parts_.push_back({from, until, most * std::fabs(until - from)});
    }
  };
  for (const Stretch& s : polhode::plan(common.start_time, common.end_time, switches, {.number = 1}))
    cut(cut, s.from, s.until, 0);
  double sum = 0;
  for (const Part& part : parts_) sum += part.share;
  if (!varies || !std::isfinite(sum) || !(sum > 0)) parts_.clear();
  for (Part& part : parts_) part.share /= sum;
}

std::vector<Stretch> Pace::plan(long steps) const {
  if (parts_.empty()) return polhode::plan(common_.start_time, common_.end_time, switches_, {.number = steps});
  std::vector<Stretch> all;
  all.reserve(parts_.size());
  for (const Part& part : parts_)
    all.push_back({part.from, part.until, std::max(1L, long(std::ceil(part.share * double(steps))))});
  return all;
}

}  // namespace polhode

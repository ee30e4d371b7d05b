// output_times.hpp -- rows at times that the user gives, whatever the steps
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/clock.hpp"

namespace polhode {

/// When rows are written; neither is given: after every so many steps.
struct OutputTimes {
  double step = 0;            ///< from the start on, one row each so many seconds, and one at the end
  std::vector<double> times;  ///< in order, from start to end; rows at these times and no others

  bool given() const noexcept { return step > 0 || !times.empty(); }
};

/// The same as a list, which may be long and is not kept.
class WantedTimes {
 public:
  WantedTimes(const OutputTimes& wanted, double start, double end)
      : times_(wanted.times), ticks_(start, wanted.step), start_(start), step_(wanted.step) {
    if (step_ > 0) size_ = first_after(end);
    if (!times_.empty()) size_ = long(times_.size());
  }
  long size() const noexcept { return size_; }
  double at(long k) const noexcept { return times_.empty() ? ticks_.at(k) : times_[std::size_t(k)]; }
  /// How many of them are not after t.
  long first_after(double t) const {
    if (!times_.empty()) return long(std::ranges::upper_bound(times_, t) - times_.begin());
    if (!(step_ > 0) || t < start_) return 0;
    auto k = long((t - start_) / step_);
    while (k > 0 && ticks_.at(k) > t) --k;
    while (ticks_.at(k + 1) <= t) ++k;
    return k + 1;
  }
  /// Rows of the first and of the last state, too.
  bool with_ends() const noexcept { return times_.empty(); }

 private:
  std::vector<double> times_;
  Ticks ticks_;
  double start_, step_;
  long size_ = 0;
};

}  // namespace polhode

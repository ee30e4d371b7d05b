// clock.hpp -- the times of rows as people expect them: 0.7 after seven steps of 0.1, not 0.7000000000000001
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "polhode/drive/plan.hpp"

namespace polhode {

/// from + (until - from) i/n, with from and until as the decimal numbers they were written as (the shortest ones that read
/// back), rounded once. Steps are taken by time_of(), which differs from this in the last digits; where numerator or
/// denominator is too long for a double, this is time_of() too.
class Clock {
 public:
  explicit Clock(const Stretch& stretch) : stretch_(stretch) {
    const Decimal from = decimal(stretch.from), until = decimal(stretch.until);
    const int places = std::max({-from.exponent, -until.exponent, 0});
    if (places > kMostPlaces) return;
    const double a = whole(from, places), b = whole(until, places);
    const auto exact = [](double x) { return std::fabs(x) < kExact; };
    if (!exact(a) || !exact(b)) return;
    const auto common = double(std::gcd(std::int64_t(b - a), std::int64_t(stretch.n)));
    const double steps = double(stretch.n) / common, below = steps * ten_to(places);
    if (!exact(a * steps) || !exact(b * steps) || !exact(below)) return;
    first_ = a * steps, each_ = (b - a) / common, below_ = below;
  }

  /// t is time_of() a step of the stretch; another time is given back as it is.
  double shown(double t) const noexcept {
    const double i = std::nearbyint((t - stretch_.from) / (stretch_.until - stretch_.from) * double(stretch_.n));
    const bool within = i > 0 && i < double(stretch_.n);
    return below_ > 0 && within ? (first_ + i * each_) / below_ : t;
  }

 private:
  friend class Ticks;
  static constexpr double kExact = 4503599627370496;  // 2^52: sums of two such integers are exact
  static constexpr int kMostPlaces = 15;              // 10^15 < 2^52

  struct Decimal {
    std::int64_t digits = 0;
    int exponent = 0;  ///< of ten
  };
  static Decimal decimal(double x) {
    char text[40];
    const char* end = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific).ptr;
    const char* e = std::find(static_cast<const char*>(text), end, 'e');
    Decimal d;
    std::from_chars(e + (e[1] == '+' ? 2 : 1), end, d.exponent);
    bool behind_point = false;
    for (const char* c = text + (x < 0 ? 1 : 0); c != e; ++c) {
      if (*c == '.') {
        behind_point = true;
        continue;
      }
      d.digits = 10 * d.digits + (*c - '0');  // at most 17 digits
      if (behind_point) --d.exponent;
    }
    if (x < 0) d.digits = -d.digits;
    return d;
  }
  static double ten_to(int power) {
    double x = 1;
    for (int i = 0; i < power; ++i) x *= 10;
    return x;  // exact up to 10^22
  }
  static double whole(const Decimal& d, int places) {
    return d.digits == 0 ? 0 : double(d.digits) * ten_to(d.exponent + places);  // inexact only beyond 2^52
  }

  Stretch stretch_;
  double first_ = 0, each_ = 0, below_ = 0;  // step i begins at (first_ + i each_)/below_; below_ 0: not known so
};

/// from + k step, with both as the decimal numbers they were written as, rounded once; plain where their digits are too many.
class Ticks {
 public:
  Ticks(double from, double step) : from_(from), step_(step) {
    const Clock::Decimal a = Clock::decimal(from), d = Clock::decimal(step);
    const int places = std::max({-a.exponent, -d.exponent, 0});
    if (places > Clock::kMostPlaces) return;
    first_ = Clock::whole(a, places), each_ = Clock::whole(d, places), below_ = Clock::ten_to(places);
  }
  double at(long k) const noexcept {
    const double sum = first_ + double(k) * each_;
    const bool exact = below_ > 0 && std::fabs(sum) < Clock::kExact && std::fabs(first_) < Clock::kExact &&
                       double(k) * each_ < Clock::kExact;
    return exact ? sum / below_ : from_ + double(k) * step_;
  }

 private:
  double from_, step_;
  double first_ = 0, each_ = 0, below_ = 0;  // below_ 0: not as decimals
};

}  // namespace polhode

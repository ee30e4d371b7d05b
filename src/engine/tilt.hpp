// tilt.hpp -- the largest angle between the third axis of a body and that of space, over all times of a run
//
// f = 1 + cos(tilt) is least there. On a piece of time of length h on which |f''| <= G:
//   - f is nowhere less than G h^2/8 below the lesser of its ends: if that is no new least value, the piece is done with;
//   - if |f'| > G h at an end, f' keeps its sign, and f is least at an end;
//   - else the piece is halved, until G h^2/8 is below rounding; there f' tells where f is least.
// G is |w|^2 + |w'|, bounded as for events (drive/events.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "polhode/body/inertia.hpp"
#include "polhode/drive/events.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/numbers/elementary.hpp"

namespace polhode::inline POLHODE_ISA {

/// Of an attitude in the user's body axes. From sine and cosine of half the angle: no digit is lost near 0 or pi.
inline double tilt_of(const Quaternion<double>& Q) noexcept {
  const Vec3<double>& v = Q.v;
  return 2 * polhode::atan2(std::sqrt(v.x * v.x + v.y * v.y), std::sqrt(Q.w * Q.w + v.z * v.z));
}

class TiltFinder {
 public:
  /// `stopped` is asked now and then in a search.
  explicit TiltFinder(const Inertia& inertia, std::function<bool()> stopped = {})
      : inertia_(inertia),
        body_(inertia.in_principal_axes()),
        b_(rotate_back(inertia.frame(), Vec3<double>{0, 0, 1})),
        pieces_(std::move(stopped)) {}

  /// Between two states; the arguments are those of EventFinder::watch.
  template <StateAtTime Motion, class Torque = NoTorque>
  void watch(Motion& motion, double t0, const PrincipalState<double>& before, double t1,
             const PrincipalState<double>& after, const Torque& torque, const RateBounds* always = nullptr) {
    const auto point = [&](double t, const PrincipalState<double>& s) {
      return point_of({t, s, detail::rates(body_, torque, t, s.Q, s.m).dm});
    };
    const Point a = point(t0, before), b = point(t1, after);
    offer(a), offer(b);
    pieces_.begin(!always);
    search([&](double t) { return point(t, motion.at(t)); }, a, b, always);
  }

  /// The exact motion of a free body from 0 to `elapsed`.
  void watch(const PrincipalMotion<double>& motion, double elapsed) {
    const PrincipalState<double> start = motion.at(0.0), end = motion.at(elapsed);
    const RateBounds always = bounds_of_free_motion(body_, start.m);
    const auto point = [&](double t, const PrincipalState<double>& s) { return point_of({t, s, {}}); };
    const auto at = [&](double t) { return point(t, motion.at(t)); };
    offer(point(0, start)), offer(point(elapsed, end));
    // Far apart first, some at a time, so that a small f is known when it comes to details.
    constexpr double kApart = 0.7;
    constexpr long kAtOnce = 512;
    const long pieces = std::lround(std::ceil(elapsed * std::sqrt(curvature(always)) / kApart));
    std::vector<Point> points;
    pieces_.begin(false);
    for (long first = 0; first < pieces && pieces_.state() == Search::State::good; first += kAtOnce) {
      const long last = std::min(first + kAtOnce, pieces);
      const auto time = [&](long k) { return double(std::min(k, pieces)) / double(pieces) * elapsed; };
      points.clear();
      for (long k = first; k <= last; k += 4) {
        Pack<double, 4> t;
        for (int i = 0; i < 4; ++i) set_lane(t, i, time(k + i));
        const PrincipalState<Pack<double, 4>> s = motion.at(t);
        for (int i = 0; i < 4 && k + i <= last; ++i) points.push_back(point(lane(t, i), lane(s, i)));
      }
      for (const Point& one : points) offer(one);
      for (std::size_t i = 0; i + 1 < points.size(); ++i) search(at, points[i], points[i + 1], &always);
    }
  }

  /// So far; NaN if nothing was watched, or if the search was given up (drive/events.hpp).
  double largest() const noexcept { return pieces_.state() == Search::State::good ? largest_ : std::nan(""); }

 private:
  struct Point : Sample {
    double f = 0, slope = 0;
  };
  Inertia inertia_;
  Principal<double> body_;
  Vec3<double> b_;  // in principal axes
  double least_ = 2.5, largest_ = std::nan("");
  Search pieces_;

  Point point_of(const Sample& at) const noexcept {
    const double scale = 1 / norm2(at.s.Q);
    Vec3<double> sum = scale * rotate(at.s.Q, b_);
    sum.z += 1;
    const Vec3<double> w = times(body_.x, at.s.m);
    return {at, 0.5 * norm2(sum), scale * rotate(at.s.Q, cross(w, b_)).z};
  }
  double curvature(const RateBounds& bounds) const noexcept {
    return norm2(times(body_.x, bounds.m)) + norm(times(body_.x, bounds.dm));
  }
  /// By how much f may be missed: 1e-14 rad of tilt, and where the axis points straight down 1e-12.
  static double rounding(double f) noexcept { return 1e-14 * std::sqrt(f) + 1e-24; }

  void offer(const Point& at) noexcept {
    if (!(at.f <= least_ + rounding(at.f))) return;
    least_ = std::fmin(least_, at.f);
    largest_ = std::fmax(largest_, tilt_of(inertia_.to_body(at.s).Q));
  }

  /// Both ends have been offered. The depth is bounded by the digits of the time.
  template <class PointAt>
  void search(const PointAt& point_at, const Point& a, const Point& b, const RateBounds* always) {
    const double h = std::fabs(b.t - a.t);
    if (!is_finite(a.f + a.slope + b.f + b.slope)) return;
    if (h <= 4 * epsilon<double>() * std::fmax(std::fabs(a.t), std::fabs(b.t))) return;
    const double turn = std::fmax(turn_within(body_, a, h), turn_within(body_, b, h));
    if (!pieces_.go_on(always ? 0 : turn)) return;
    const bool resolved = turn <= kMostTurn;
    if (always || resolved) {
      double G = curvature(always ? *always : bounds_between(body_, a, b, h));
      if (!always) G = std::fmax(G, 2 * std::fabs(b.slope - a.slope) / h);
      const double below = 0.125 * G * h * h, left = rounding(least_);
      if (std::fmin(a.f, b.f) - below >= least_ - left) return;
      if (std::fmax(std::fabs(a.slope), std::fabs(b.slope)) > G * h) return;
      if (below <= left) {
        const double down = (b.t > a.t ? -1 : 1) * a.slope, up = (b.t > a.t ? 1 : -1) * b.slope;
        if (down > 0 && up > 0) offer(point_at(a.t + (b.t - a.t) * (down / (down + up))));
        return;
      }
    }
    const Point c = point_at(a.t + 0.5 * (b.t - a.t));
    offer(c);
    search(point_at, a, c, always);
    search(point_at, c, b, always);
  }
};

}  // namespace polhode::inline POLHODE_ISA

// events.hpp -- when something happens to a body: a body axis enters a cone or crosses a plane, a flip, a speed reached
//
// An event is a change of sign of a function g of the state, along the motion between the ends of steps (dense.hpp):
//
//   cone    g = b.e - cos angle    body axis b (as it points in space), space axis e; rising: b comes into the cone
//   plane   g = b.e                rising: b comes to the side of e
//   flip    g = m along the axis of the middle moment
//   speed   g = (|w|^2 - value^2)/(2 value)
//
// No crossing is missed, and no pair of crossings within one step. On a piece of time of length h on which |g''| <= G:
//   - if g has the same sign at both ends and is larger than G h^2/8 there, there is none (g differs from its chord by less);
//   - if |g'| > G h at an end, g' keeps its sign: one crossing if g changes its sign, else none;
//   - else the piece is halved.
// |g''| is bounded by |w|, |w'| and, for flips and speeds, |w''|. For a free body these are bounds for all times, from energy
// and momentum (bounds_of_free_motion). Under a torque they are taken from the states at both ends of the piece, with a
// safety factor, on pieces in which the body turns by less than half a radian; what g' shows on the way is checked against them.
//
// A search ends: without bounds for all times it takes at most kMostPieces of one segment, far more than any step has that
// follows the motion; and whoever waits may stop it (Search). Then the segment has not happened.
//
// What is smaller than rounding has no sign: where |g| is below 8 eps of its size, the sign is that from before. So
//   - a crossing at the border of two steps is found once;
//   - a touch, after which g goes back to where it was, is no crossing, and dips below rounding are touches;
//   - nothing happens at the start: if g is 0 there, the first sign is the one that it takes next. Neither at the end.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "polhode/drive/dense.hpp"
#include "polhode/drive/event.hpp"
#include "polhode/torques/card.hpp"

namespace polhode::inline POLHODE_ISA {

/// The axis of the middle moment, 0, 1 or 2; -1 if two moments are equal.
inline int middle_axis(const Principal<double>& body) noexcept {
  for (int i = 0; i < 3; ++i) {
    const double I = body.I[i], a = body.I[(i + 1) % 3], b = body.I[(i + 2) % 3];
    if ((a < I && I < b) || (b < I && I < a)) return i;
  }
  return -1;
}

/// Throws KeyFault if the event can never be, or has no meaning for this body.
inline void check(const Event& event, const Inertia& inertia) {
  const auto check_axis = [](const char* key, const Vec3<double>& axis) {
    const double longest = std::fmax(std::fabs(axis.x), std::fmax(std::fabs(axis.y), std::fabs(axis.z)));
    for (int i = 0; i < 3; ++i)
      if (!std::isfinite(axis[i])) throw KeyFault(key, detail::listed(axis) + " must be finite");
    if (longest == 0) throw KeyFault(key, detail::listed(axis) + " has no direction: an axis must not be zero");
    if (longest < 1e-150 || longest > 1e150)
      throw KeyFault(key, detail::listed(axis) + ": the components of an axis must be between 1e-150 and 1e150");
  };
  if (event.kind == EventKind::cone || event.kind == EventKind::plane) {
    check_axis("body_axis", event.body_axis);
    check_axis("space_axis", event.space_axis);
  }
  if (const bool cuts = event.angle > 0 && event.angle < detail::pi<double>(); event.kind == EventKind::cone && !cuts)
    throw KeyFault("angle", to_text(event.angle) +
                                " must lie between 0 and pi: a cone of another angle cannot be crossed (degrees? write "
                                "\"30 deg\")");
  if (event.kind == EventKind::speed && (!(event.value > 0) || !std::isfinite(event.value)))
    throw KeyFault("value", to_text(event.value) + " must be positive and finite: a speed of 0 cannot be crossed");
  if (event.kind == EventKind::flip && middle_axis(inertia.in_principal_axes()) < 0)
    throw KeyFault("kind", "a body with equal moments " + detail::listed(inertia.moments()) +
                               " has no middle axis, and so no flips");
  if (event.count < 0) throw KeyFault("count", std::to_string(event.count) + " must not be negative");
}

/// Of momentum, its rate and the rate of that: along each principal axis no larger than this, in some time.
struct RateBounds {
  Vec3<double> m, dm, ddm;
};

/// For all times, from energy and momentum of the free body.
inline RateBounds bounds_of_free_motion(const Principal<double>& body, const Vec3<double>& m) noexcept {
  int i1 = 0, i2 = 1, i3 = 2;  // the axes of the least, middle and greatest moment
  const auto order = [&](int& i, int& j) {
    if (body.I[j] < body.I[i]) std::swap(i, j);
  };
  order(i1, i2), order(i2, i3), order(i1, i2);
  // m . m and m . I^-1 m, each without one component: sums of positive terms, so that nothing cancels.
  const double x13 = body.x[i1] - body.x[i3], x12 = body.x[i1] - body.x[i2], x23 = body.x[i2] - body.x[i3];
  const double a = m[i1] * m[i1], b = m[i2] * m[i2], c = m[i3] * m[i3], all = a + b + c;
  const double ratio = x13 > 0 ? x23 / x13 : 1;
  Vec3<double> most;
  most[i1] = x13 > 0 ? a + b * ratio : all;
  most[i3] = x13 > 0 ? c + b * (1 - ratio) : all;
  most[i2] = std::fmin(x23 > 0 ? b + a * (x13 / x23) : all, x12 > 0 ? b + c * (x13 / x12) : all);
  RateBounds bounds;
  constexpr double kRounding = 1 + 1e-12;
  for (int i = 0; i < 3; ++i) bounds.m[i] = kRounding * std::sqrt(std::fmin(most[i], all));
  for (int i = 0; i < 3; ++i) {  // m_i' = m_j m_k (1/I_k - 1/I_j)
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    bounds.dm[i] = bounds.m[j] * bounds.m[k] * std::fabs(body.x[k] - body.x[j]);
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    bounds.ddm[i] = (bounds.dm[j] * bounds.m[k] + bounds.m[j] * bounds.dm[k]) * std::fabs(body.x[k] - body.x[j]);
  }
  return bounds;
}

/// A state with its time and m'.
struct Sample {
  double t = 0;
  PrincipalState<double> s;
  Vec3<double> dm;
};

/// Largest turn, in rad, in a piece whose bounds are taken from its ends.
inline constexpr double kMostTurn = 0.5;
/// How far a body may turn in the time h from there, in rad.
inline double turn_within(const Principal<double>& body, const Sample& at, double h) noexcept {
  return h * (norm(times(body.x, at.s.m)) + 0.5 * h * norm(times(body.x, at.dm)));
}

/// How a search for events, or for a largest tilt, goes on in one segment.
class Search {
 public:
  enum class State {
    good,
    too_fast,  ///< too many pieces: the body turns too far in the step for anything to be found in it
    stopped,   ///< by the caller
  };
  /// Pieces of one segment; a body that turns by a radian takes some tens of them.
  static constexpr long kMostPieces = 1L << 21;

  Search() = default;
  /// `stopped` is asked now and then.
  explicit Search(std::function<bool()> stopped) : stopped_(std::move(stopped)) {}

  void begin(bool bounded) noexcept { pieces_ = 0, most_ = bounded ? kMostPieces : std::numeric_limits<long>::max(); }
  /// One more piece, in which the body turns by so much; false: it is over.
  bool go_on(double turn) {
    constexpr long kPatience = 1024;  // pieces: about a millisecond
    if (state_ != State::good) return false;
    ++pieces_;
    if (pieces_ > most_ || !(turn <= kMostTurn * double(most_ - pieces_)))
      state_ = State::too_fast;
    else if (pieces_ % kPatience == 0 && stopped_ && stopped_())
      state_ = State::stopped;
    return state_ == State::good;
  }
  State state() const noexcept { return state_; }

 private:
  std::function<bool()> stopped_;
  State state_ = State::good;
  long pieces_ = 0, most_ = kMostPieces;
};

/// From the two ends of a piece of length h, with a safety factor of two on what changes between them.
inline RateBounds bounds_between(const Principal<double>& body, const Sample& a, const Sample& b, double h) noexcept {
  const double turn = std::fmax(norm(times(body.x, a.s.m)), norm(times(body.x, b.s.m)));
  RateBounds bounds;
  for (int i = 0; i < 3; ++i) {
    // What varies as the body turns does so at the rate of the turn.
    const double rate = std::fmax(std::fabs(a.dm[i]), std::fabs(b.dm[i]));
    bounds.ddm[i] = 2 * (std::fabs(b.dm[i] - a.dm[i]) / h + turn * std::fmax(norm(a.dm), norm(b.dm)));
    bounds.dm[i] = rate + 0.5 * h * bounds.ddm[i];
    bounds.m[i] = std::fmax(std::fabs(a.s.m[i]), std::fabs(b.s.m[i])) + 0.5 * h * bounds.dm[i];
  }
  return bounds;
}

/// The function g of one event.
class EventFunction {
 public:
  struct Value {
    double g = 0, slope = 0;
    double noise = 0;  ///< below this g has no sign
  };

  /// Throws KeyFault.
  EventFunction(const Event& event, const Inertia& inertia) : kind_(event.kind), body_(inertia.in_principal_axes()) {
    check(event, inertia);
    const auto unit = [](Vec3<double> v) {
      v = (1 / std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z)))) * v;
      return (1 / norm(v)) * v;
    };
    switch (kind_) {
      case EventKind::cone: {
        // b.e - cos angle = (|e_c - e|^2 - |b - e|^2)/2: no digits are lost where b comes near to e, or to -e.
        const bool near = event.angle <= 0.5 * detail::pi<double>();
        side_ = near ? 1 : -1;
        double s = 0, c = 0;
        sincos(0.5 * event.angle, s, c);
        level_ = near ? 2 * s * s : 2 * c * c;
        [[fallthrough]];
      }
      case EventKind::plane:
        b_ = unit(rotate_back(inertia.frame(), event.body_axis));
        e_ = unit(event.space_axis);
        break;
      case EventKind::flip:
        axis_ = middle_axis(body_);
        break;
      case EventKind::speed:
        level_ = event.value;
        break;
    }
  }

  /// With m', all torques included.
  Value at(const PrincipalState<double>& s, const Vec3<double>& dm) const noexcept {
    constexpr double kNoise = 8 * epsilon<double>();
    const Vec3<double> w = times(body_.x, s.m);
    switch (kind_) {
      case EventKind::cone: {
        const Vec3<double> b = in_space(s.Q, b_), apart = side_ * b - e_;
        return {side_ * (level_ - 0.5 * norm2(apart)), dot(in_space(s.Q, cross(w, b_)), e_), kNoise};
      }
      case EventKind::plane:
        return {dot(in_space(s.Q, b_), e_), dot(in_space(s.Q, cross(w, b_)), e_), kNoise};
      case EventKind::flip:
        return {s.m[axis_], dm[axis_], kNoise * norm(s.m)};
      case EventKind::speed:
        return {0.5 * (norm(w) - level_) * (norm(w) / level_ + 1), dot(w, times(body_.x, dm)) / level_,
                kNoise * level_};
    }
    return {};
  }
  /// No |g''| is larger, as long as the bounds hold.
  double curvature(const RateBounds& bounds) const noexcept {
    const double w2 = norm2(times(body_.x, bounds.m)), dw = norm(times(body_.x, bounds.dm));
    switch (kind_) {
      case EventKind::cone:
      case EventKind::plane:
        return w2 + dw;
      case EventKind::flip:
        return bounds.ddm[axis_];
      case EventKind::speed:
        return (dw * dw + std::sqrt(w2) * norm(times(body_.x, bounds.ddm))) / level_;
    }
    return 0;
  }

 private:
  EventKind kind_;
  Principal<double> body_;
  Vec3<double> b_{}, e_{};
  double side_ = 1, level_ = 0;
  int axis_ = 0;

  static Vec3<double> in_space(const Quaternion<double>& Q, const Vec3<double>& v) noexcept {
    return (1 / norm2(Q)) * rotate(Q, v);  // Q is of unit length to a few roundings; here these would count
  }
};

/// Finds the events of one body, segment after segment, in the order of a run.
class EventFinder {
 public:
  /// `stopped` is asked now and then in a search. Throws KeyFault.
  EventFinder(const Inertia& inertia, const std::vector<Event>& events, std::function<bool()> stopped = {})
      : body_(inertia.in_principal_axes()), pieces_(std::move(stopped)) {
    for (const Event& event : events)
      watched_.push_back({EventFunction(event, inertia), event.direction, event.terminal,
                          event.terminal && event.count == 0 ? 1 : event.count});
  }

  /// Adds the crossings between two states, in the order of their times, up to and with the one that ends the run.
  /// `motion` leads from the first to the second, `torque` is in principal axes and without switches between them; `always`
  /// are bounds that hold for all times, if they are known. Returns whether the run ends, at the last of `found`. A motion
  /// whose states are not finite gives no crossings from there on. Where the search has been given up (state()), nothing of
  /// this segment has happened.
  template <StateAtTime Motion, class Torque = NoTorque>
  bool watch(Motion& motion, double t0, const PrincipalState<double>& before, double t1,
             const PrincipalState<double>& after, const Torque& torque, std::vector<Crossing>& found,
             const RateBounds* always = nullptr) {
    const auto sample = [&](double t, const PrincipalState<double>& s) {
      return Sample{t, s, detail::rates(body_, torque, t, s.Q, s.m).dm};
    };
    const auto state_at = [&](double t) { return sample(t, motion.at(t)); };
    const Sample a = sample(t0, before), b = sample(t1, after);
    const std::size_t first = found.size();
    for (std::size_t i = 0; i < watched_.size(); ++i) {
      Watched& event = watched_[i];
      event.before = event.memory;
      if (event.most > 0 && event.memory.found >= event.most) continue;
      // Bounds that overflow say nothing.
      const RateBounds* const bounds = always && std::isfinite(event.g.curvature(*always)) ? always : nullptr;
      pieces_.begin(!bounds);
      const auto value = [&](const Sample& at) { return event.g.at(at.s, at.dm); };
      search(event, int(i), state_at, {a, value(a)}, {b, value(b)}, bounds, found);
    }
    if (state() != Search::State::good) {
      found.resize(first);
      for (Watched& one : watched_) one.memory = one.before;
      return false;
    }
    put_in_order(found, first, t0 <= t1);
    // The run ends at the first that ends it: what comes after has not happened.
    for (std::size_t k = first; k < found.size(); ++k) {
      Watched& event = watched_[std::size_t(found[k].event)];
      ++event.before.found;
      if (!event.terminal || event.before.found < event.most) continue;
      found.resize(k + 1);
      for (Watched& one : watched_) one.memory.found = one.before.found;
      return true;
    }
    return false;
  }

  /// One entry for each event; to be saved, and put back.
  std::vector<EventMemory> memory() const {
    std::vector<EventMemory> all;
    all.reserve(watched_.size());
    for (const Watched& one : watched_) all.push_back(one.memory);
    return all;
  }
  /// Throws InvalidInput if there are not as many as there are events.
  void restore(const std::vector<EventMemory>& saved) {
    if (saved.size() != watched_.size())
      throw InvalidInput("the memory of " + std::to_string(saved.size()) + " events does not fit " +
                         std::to_string(watched_.size()) + " of them");
    for (std::size_t i = 0; i < saved.size(); ++i) watched_[i].memory = saved[i];
  }
  bool empty() const noexcept { return watched_.empty(); }
  /// Once it has been given up it is not taken up again.
  Search::State state() const noexcept { return pieces_.state(); }

 private:
  struct Watched {
    EventFunction g;
    Direction direction;
    bool terminal;
    long most;
    EventMemory memory{}, before{};  // before: this segment
  };
  struct Point : Sample {
    EventFunction::Value v;
  };
  Principal<double> body_;
  std::vector<Watched> watched_;
  Search pieces_;

  /// By time, from `first` on. Those of one event are in order already: at each place comes the earliest that is left.
  static void put_in_order(std::vector<Crossing>& found, std::size_t first, bool forward) {
    const std::vector<Crossing> all(found.begin() + std::ptrdiff_t(first), found.end());
    struct Queue {
      std::size_t next, end;
    };
    std::vector<Queue> queues;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == 0 || all[i].event != all[i - 1].event) queues.push_back({i, i});
      queues.back().end = i + 1;
    }
    if (queues.size() < 2) return;
    for (std::size_t k = first; k < found.size(); ++k) {
      Queue* earliest = nullptr;
      for (Queue& q : queues) {
        if (q.next == q.end) continue;
        const double later = earliest ? all[earliest->next].t - all[q.next].t : 0;
        if (!earliest || (forward ? later > 0 : later < 0)) earliest = &q;
      }
      found[k] = all[earliest->next++];
    }
  }

  static int sign_of(const EventFunction::Value& v) noexcept { return v.g > v.noise ? 1 : v.g < -v.noise ? -1 : 0; }

  template <class StateAt>
  void search(Watched& event, int number, StateAt& state_at, const Point& a, const Point& b, const RateBounds* always,
              std::vector<Crossing>& found) {
    const double h = std::fabs(b.t - a.t);
    if (!is_finite(a.v.g + a.v.slope + b.v.g + b.v.slope)) return;
    if (event.memory.sign == 0) event.memory.sign = sign_of(a.v);
    const double half_way = a.t + 0.5 * (b.t - a.t);
    // Beside 0 there may be no number between two times that are far apart in parts of themselves.
    bool decided =
        h <= 4 * epsilon<double>() * std::fmax(std::fabs(a.t), std::fabs(b.t)) || half_way == a.t || half_way == b.t;
    const double turn = std::fmax(turn_within(body_, a, h), turn_within(body_, b, h));
    if (!pieces_.go_on(always ? 0 : turn)) return;
    const bool resolved = turn <= kMostTurn;
    const double noise = std::fmax(a.v.noise, b.v.noise);
    if (!decided && (resolved || always)) {
      const double shown = std::fabs(b.v.slope - a.v.slope) / h;
      double G = event.g.curvature(always ? *always : bounds_between(body_, a, b, h));
      if (!always) G = std::fmax(G, 2 * shown);
      const double bend = 0.125 * G * h * h, least = std::fmin(std::fabs(a.v.g), std::fabs(b.v.g));
      const bool apart = a.v.g * b.v.g > 0 && least > bend + noise;
      const bool one_way = std::fmax(std::fabs(a.v.slope), std::fabs(b.v.slope)) > G * h;
      decided = apart || one_way || bend <= noise;
    }
    if (!decided) {
      const Sample middle = state_at(half_way);
      const Point c{middle, event.g.at(middle.s, middle.dm)};
      // g is zero here, and nothing but rounding tells a sign: it keeps the one that it had.
      const bool flat = std::fmax(std::fabs(c.v.g), std::fmax(std::fabs(a.v.g), std::fabs(b.v.g))) <= noise;
      if (!(flat && resolved)) {
        search(event, number, state_at, a, c, always, found);
        search(event, number, state_at, c, b, always, found);
        return;
      }
    }
    const int sign = sign_of(b.v);
    if (sign == 0 || sign == event.memory.sign) return;
    const bool first = std::exchange(event.memory.sign, sign) == 0;
    const bool counts = event.direction == Direction::both || (event.direction == Direction::rising) == (sign > 0);
    if (first || !counts || (event.most > 0 && event.memory.found >= event.most)) return;
    ++event.memory.found;
    found.push_back({number, sign > 0, located(event.g, state_at, a, b)});
  }

  /// Where g is zero between a and b: Newton's method in a bracket. If g has its new
  /// sign already at a, by less than rounding, it is a.
  template <class StateAt>
  static double located(const EventFunction& g, StateAt& state_at, const Point& a, const Point& b) {
    if (!(a.v.g * b.v.g < 0)) return a.t;
    double low = a.t, high = b.t;  // g has the sign of a at `low`
    const bool from_a = std::fabs(a.v.g) < std::fabs(b.v.g);
    double t = from_a ? a.t : b.t;
    EventFunction::Value v = from_a ? a.v : b.v;
    // Newton's method takes 3 to 6 trips; where it does not, every other trip halves: at most 120 for 60 digits of two.
    for (int trip = 0; trip < 128; ++trip) {
      const double before = t, newton = t - v.g / v.slope;
      const bool inside = (newton - low) * (newton - high) < 0;
      if (inside && std::fabs(v.g) <= v.noise) return newton;  // nothing but rounding is left
      t = inside && (trip < 8 || trip % 2 == 0) ? newton : low + 0.5 * (high - low);
      if (t == low || t == high || t == before) break;
      const Sample here = state_at(t);
      v = g.at(here.s, here.dm);
      if (v.g == 0) break;
      ((v.g < 0) == (a.v.g < 0) ? low : high) = t;
    }
    return t;
  }
};

}  // namespace polhode::inline POLHODE_ISA

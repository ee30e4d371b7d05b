// varied.cpp -- bodies drawn from the numbers of a scenario
#include "ensemble/varied.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ensemble/random.hpp"
#include "polhode/body/invariants.hpp"
#include "problem/torques.hpp"

namespace polhode {

namespace {

using Of = Variation::Of;

// Between these, squares neither vanish nor overflow; what lies outside is looked at in full.
constexpr double kSmall = 1e-150, kLarge = 1e150;
constexpr double kManyRadians = 0x1p40;  // far from the 2^45 turns up to which a free motion is known

double largest(const Vec3<double>& v) {
  return std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z)));
}

/// Runs `make`; what it throws is about that key.
template <class F>
auto about(const char* key, F make) {
  try {
    return make();
  } catch (const InvalidInput& bad) {
    throw KeyFault(key, bad.what());
  }
}

}  // namespace

Inertia inertia_of(const Recipe& r) {
  const auto& I = r.inertia;
  switch (r.body) {
    case Recipe::Body::moments:
      return Inertia::principal(I[0], I[1], I[2]);
    case Recipe::Body::effective:
      return Inertia::effective(I[0], I[1], I[2]);
    case Recipe::Body::tensor:
      return Inertia::tensor({{I[0], I[1], I[2]}, {I[1], I[3], I[4]}, {I[2], I[4], I[5]}});
    case Recipe::Body::box:
      return Inertia::box(r.mass, I[0], I[1], I[2]);
    case Recipe::Body::ellipsoid:
      return Inertia::ellipsoid(r.mass, I[0] / 2, I[1] / 2, I[2] / 2);
    case Recipe::Body::cylinder:
    case Recipe::Body::sphere:
      break;
  }
  const bool cylinder = r.body == Recipe::Body::cylinder;
  if (I[0] != I[1] || (!cylinder && I[1] != I[2]))
    throw InvalidInput("a " + std::string(cylinder ? "cylinder" : "sphere") + " of extents (" + to_text(I[0]) + ", " +
                       to_text(I[1]) + ", " + to_text(I[2]) + ") is not round");
  return cylinder ? Inertia::cylinder(r.mass, I[0] / 2, I[2]) : Inertia::sphere(r.mass, I[0] / 2);
}

Quaternion<double> attitude_of(const Recipe& r) {
  const auto& a = r.turn;
  if (r.attitude == Recipe::Attitude::quaternion) {
    const Quaternion<double> Q{a[0], {a[1], a[2], a[3]}};
    const double square = norm2(Q);
    // Well within the 1e-6 that are allowed: no message has to be made.
    return std::fabs(square - 1) < 1e-7 ? normalized(Q) : checked(State<double>{Q, {}}).Q;
  }
  if (r.attitude == Recipe::Attitude::rotation_vector) {
    const Vec3<double> v{a[0], a[1], a[2]};
    if (const double angle = norm(v); !(angle <= kLargestAngle))
      throw InvalidInput("an angle of " + to_text(angle) + " rad is more than 1e6 (radians are meant)");
    return to_quaternion(exp(v));
  }
  Quaternion<double> Q{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::fabs(a[i]) <= kLargestAngle))
      throw InvalidInput(to_text(a[i]) + " rad is more than 1e6 (radians are meant)");
    Vec3<double> v{};
    v[r.axes[i]] = a[i];
    Q = Q * exp(v);
  }
  return Q;
}

State<double> start_of(const Recipe& r, const Inertia& inertia, const Quaternion<double>& Q, Vec3<double>& tail) {
  tail = {};
  const bool by_velocity = r.motion == Recipe::Motion::angular_velocity;
  const Vec3<double> m = by_velocity                                    ? inertia.momentum(r.moving, tail)
                         : r.motion == Recipe::Motion::angular_momentum ? r.moving
                                                                        : rotate_back(Q, r.moving);
  const Vec3<double> w = by_velocity ? r.moving : inertia.angular_velocity(m);
  const double size = largest(m);
  const bool ordinary = size <= kLarge && largest(w) <= kLarge && (size >= kSmall || size == 0);
  if (!ordinary) {
    const double H = energy(inertia.in_principal_axes(), inertia.to_principal(State<double>{Q, m}, tail).m);
    if (!std::isfinite(H) || !std::isfinite(norm2(m)) || !std::isfinite(norm2(w)))
      throw InvalidInput("too large: momentum, angular velocity or energy overflows with these moments of inertia");
    checked(State<double>{Q, m});
  }
  return {Q, m};
}

VariedBodies::VariedBodies(Problem common, EnsembleSpec spec) : common_(std::move(common)), spec_(std::move(spec)) {
  for (const Variation& v : spec_.variations) {
    draws_ |= v.by != Variation::By::table;
    if (v.of <= Of::height) inertia_varies_ = true;
    if (v.of >= Of::attitude && v.of <= Of::euler_angles) attitude_varies_ = true;
    if (v.of >= Of::torque_number) torques_vary_ = true;
  }
}

bool VariedBodies::may_refuse() const {
  const bool given = std::ranges::any_of(spec_.variations, [](const Variation& v) {
    return v.by == Variation::By::table && (v.of == Of::attitude || v.of == Of::motion);
  });
  return inertia_varies_ || torques_vary_ || given;
}

void VariedBodies::draw(const Variation& v, std::uint32_t entry, std::size_t i, std::uint32_t attempt,
                        std::array<double, 6>& to) const {
  const RandomNumbers random{spec_.seed, i, entry, attempt};
  switch (v.by) {
    case Variation::By::normal:
      for (std::size_t k = 0; k < v.components; k += 4) {
        std::array<double, 4> x;
        if (v.components - k > 2)
          x = random.four_normal(std::uint32_t(k / 2));
        else
          std::ranges::copy(random.normal(std::uint32_t(k / 2)), x.begin());
        for (std::size_t j = k; j < std::min(k + 4, v.components); ++j) to[j] = v.from[j] + v.width[j] * x[j - k];
      }
      return;
    case Variation::By::uniform:
      for (std::size_t k = 0; k < v.components; k += 2) {
        const auto x = random.uniform(std::uint32_t(k / 2));
        for (std::size_t j = k; j < std::min(k + 2, v.components); ++j) to[j] = v.from[j] + v.width[j] * x[j - k];
      }
      return;
    case Variation::By::sphere:
      if (v.of == Of::attitude) {
        const Quaternion<double> Q = random.attitude(0);
        to = {Q.w, Q.v.x, Q.v.y, Q.v.z};
      } else {
        const Vec3<double> x = v.from[0] * random.direction(0);
        to = {x.x, x.y, x.z};
      }
      return;
    case Variation::By::table:
      if ((i + 1) * v.components > v.table.size())
        throw KeyFault(v.key, "the table has no row for body " + std::to_string(i));
      std::copy_n(v.table.begin() + std::ptrdiff_t(i * v.components), v.components, to.begin());
  }
}

void VariedBodies::make(std::size_t i, std::uint32_t attempt, Problem& problem, std::array<double, 6>* numbers) const {
  Recipe r = spec_.recipe;
  for (std::uint32_t entry = 0; const Variation& v : spec_.variations) {
    std::array<double, 6> x;
    draw(v, entry++, i, attempt, x);
    if (numbers) *numbers++ = x;
    switch (v.of) {
      case Of::moments:
      case Of::size:
        std::copy_n(x.begin(), 3, r.inertia.begin());
        break;
      case Of::tensor:
        r.inertia = x;
        break;
      case Of::mass:
        r.mass = x[0];
        break;
      case Of::semi_axes:
        for (std::size_t k = 0; k < 3; ++k) r.inertia[k] = 2 * x[k];
        break;
      case Of::radius:
        r.inertia[0] = r.inertia[1] = 2 * x[0];
        if (r.body == Recipe::Body::sphere) r.inertia[2] = 2 * x[0];
        break;
      case Of::height:
        r.inertia[2] = x[0];
        break;
      case Of::attitude:
      case Of::rotation_vector:
      case Of::euler_angles:
        std::copy_n(x.begin(), v.components, r.turn.begin());
        break;
      case Of::motion:
        r.moving = {x[0], x[1], x[2]};
        break;
      case Of::torque_number:
        problem.torques[v.torque].values.given[v.value].second.number = x[0];
        break;
      case Of::torque_vector:
        problem.torques[v.torque].values.given[v.value].second.vector = {x[0], x[1], x[2]};
        break;
    }
  }
  if (inertia_varies_) problem.inertia = about("body", [&] { return inertia_of(r); });
  if (attitude_varies_) problem.start.Q = about("initial", [&] { return attitude_of(r); });
  problem.start = about("initial", [&] { return start_of(r, problem.inertia, problem.start.Q, problem.start_tail); });
  if (torques_vary_) {
    for (std::size_t k = 0; k < problem.torques.size(); ++k) try {
        torque_from(problem.torques[k], problem.inertia);  // rules, and keys that go together
      } catch (const KeyFault& bad) {
        throw KeyFault("torque[" + std::to_string(k + 1) + "]." + bad.key, bad.what());
      }
    check_one_orbit(problem.torques);
  }
  if (problem.is_free()) {
    const Vec3<double>& I = problem.inertia.moments();
    const double turned = norm(problem.start.m) / std::fmin(I.x, std::fmin(I.y, I.z)) *
                          (problem.end_time - problem.start_time);  // at most
    if (!(turned < kManyRadians)) check(problem);
  }
}

void VariedBodies::make_allowed(std::size_t i, Problem& problem, std::array<double, 6>* numbers) const {
  for (std::uint32_t attempt = 0;; ++attempt) try {
      return make(i, attempt, problem, numbers);
    } catch (const KeyFault& bad) {
      if (!spec_.reject || !draws_) throw;
      if (attempt + 1 == kMostAttempts)
        throw KeyFault(bad.key, std::string(bad.what()) + "; and so in " + std::to_string(kMostAttempts) + " draws");
    }
}

void VariedBodies::make(std::size_t i, Problem& problem) const {
  if (stride_ == 0 || i % stride_ != 0) return make_allowed(i, problem, nullptr);
  auto drawn = std::make_unique<Drawn>();
  drawn->numbers.resize(spec_.variations.size());
  make_allowed(i, problem, drawn->numbers.data());
  drawn->inertia = problem.inertia;
  kept_[i / stride_] = std::move(drawn);
}

void VariedBodies::keep_every(std::size_t stride) {
  stride_ = stride;
  kept_.clear();
  kept_.resize(stride > 0 ? (spec_.bodies + stride - 1) / stride : 0);
}

VariedBodies::Drawn VariedBodies::drawn(std::size_t i) const {
  if (stride_ > 0 && i % stride_ == 0 && kept_[i / stride_]) return *kept_[i / stride_];
  Problem problem = common_;
  Drawn drawn;
  drawn.numbers.resize(spec_.variations.size());
  make_allowed(i, problem, drawn.numbers.data());
  drawn.inertia = problem.inertia;
  return drawn;
}

}  // namespace polhode

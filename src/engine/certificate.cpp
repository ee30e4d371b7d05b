// certificate.cpp -- errors of all the steps of a run, four steps at a time in the lanes of a register
#include "engine/certificate.hpp"

#include <algorithm>
#include <cmath>

#include "engine/companions.hpp"
#include "engine/verdict.hpp"
#include "polhode/exact/jacobi_reference.hpp"

namespace polhode {

namespace {

using Four = Pack<double, 4>;

void raise(double& largest, const Four& x) {
  for (int i = 0; i < 4; ++i) largest = std::max(largest, lane(x, i));
}
double nonzero(double scale) {
  return scale > 0 ? scale : 1;
}

/// The principal axis about which the body is symmetric and the torque has no part; -1 if there is none. A sphere is symmetric
/// about all three.
int kept_axis(const Principal<double>& body, const ProblemTorque& torque) {
  for (const int axis : {2, 0, 1}) {
    const double a = body.I[(axis + 1) % 3], b = body.I[(axis + 2) % 3];
    Vec3<double> direction{};
    direction[axis] = 1;
    // What is left: m' about the axis is (1/b - 1/a) times the two other components, at most 1e-12 |m| for each radian.
    if (std::fabs(a - b) <= detail::kAxisRounding * std::fmax(a, b) && never_about(torque, direction)) return axis;
  }
  return -1;
}

}  // namespace

inline namespace POLHODE_ISA {

double energy_scale(double kinetic, double potential) {
  const double sum = std::fabs(kinetic + potential), size = kinetic + std::fabs(potential);
  return sum > 1e-8 * size ? sum : size;
}

}  // namespace POLHODE_ISA

Certifier::Certifier(const Problem& problem, const Choice& choice, long steps)
    : body_(problem.inertia.in_principal_axes()),
      start_(problem.principal_start()),
      order_(choice.card.order),
      attitude_order_(choice.card.attitude_order),
      free_(problem.is_free()),
      steps_(steps),
      torque_(torque_in_principal_axes(problem)),
      exact_(body_, start_) {
  // Jacobi's functions in extended precision take as long as 500 states with their certificate.
  constexpr long kCost = 500, kFewest = 64;
  if (free_ && choice.method == "exact") sample_ = std::clamp(steps / kFewest, 1L, kCost);
  const Abilities torque = abilities_of(torque_);
  // The turned torque has an error of an eps of its size, also about the axis of the least moment.
  const Vec3<double>& I = body_.I;
  if (!free_ && norm2(problem.inertia.frame().v) > 0)
    rounding_ = epsilon<double>() * std::fmax(I.x, std::fmax(I.y, I.z)) / std::fmin(I.x, std::fmin(I.y, I.z));
  keeps_energy_ = torque.potential && !torque.time;
  keeps_vertical_ = torque.vertical;
  axis_ = kept_axis(body_, torque_);
  L0_ = spatial_momentum(start_);
  m2_ = norm2(start_.m);
  const double kinetic = polhode::energy(body_, start_.m), U = energy_of(torque_, problem.start_time, start_.Q);
  E0_ = kinetic + U;
  scale_ = nonzero(energy_scale(kinetic, U));
  direction_ = (1 / nonzero(norm(L0_))) * L0_;
}

double Certifier::energy(double t, const PrincipalState<double>& s) const {
  return polhode::energy(body_, s.m) + (free_ ? 0 : energy_of(torque_, t, s.Q));
}

double Certifier::distance2(const PrincipalState<double>& s, double elapsed) const {
  using Long = long double;
  const Principal<Long> body(convert<Long>(body_.I) + convert<Long>(body_.tail));
  const Quaternion<double> Q = convert<double>(jacobi_reference<Long>(body, convert<Long>(start_), elapsed)).Q;
  return std::fmin(attitude_chord2(s.Q, Q), 4);  // the largest there is, if not a number
}

double Certifier::rounding() const noexcept {
  return rounding_ * double(steps_) * std::sqrt(sums.largest_turn2);
}

int Certifier::add(const Segments& steps, std::span<const double> elapsed, double h, long taken) {
  const Principal<Four> body(convert<Four>(body_.I));
  const Vec3<Four> L0 = convert<Four>(L0_), direction = convert<Four>(direction_);
  const Four h2(h * h);
  const int n = int(steps.size());
  const auto after = [&](int i) -> const PrincipalState<double>& { return steps.states[std::size_t(i) + 1]; };
  for (int i = 0; i < n; i += 4) {
    Four t;
    PrincipalState<Four> s;
    for (int k = 0; k < 4; ++k) {
      const int j = std::min(i + k, n - 1);  // the last one again where there are none left
      set_lane(s, k, after(j));
      set_lane(t, k, elapsed[std::size_t(j) + 1]);
    }
    const Four m2 = norm2(s.m), q2 = norm2(s.Q);
    if (!all_lanes<Four>(is_finite<Four>(m2 + q2))) {
      int finite = i;
      while (finite < n && is_finite(after(finite))) ++finite;
      const auto from = std::size_t(i), size = std::size_t(finite - i) + 1;
      if (finite > i)
        add({steps.times.subspan(from, size), steps.states.subspan(from, size)}, elapsed.subspan(from, size), h,
            taken + i);
      return finite;
    }
    raise(sums.norm_above, q2 - Four(1));
    raise(sums.norm_below, Four(1) - q2);
    raise(sums.largest_m2, m2);
    raise(sums.largest_turn2, h2 * norm2(times(body.x, s.m)));
    if (keeps_energy_) {
      Four E = polhode::energy(body, s.m);
      if (!free_)
        for (int k = 0; k < 4; ++k)
          set_lane(E, k,
                   lane(E, k) + energy_of(torque_, steps.times[std::size_t(std::min(i + k, n - 1)) + 1], lane(s, k).Q));
      raise(sums.energy, abs(E - Four(E0_)));
    }
    if (axis_ >= 0) raise(sums.axial, abs(s.m[axis_] - Four(start_.m[axis_])));
    if (!keeps_vertical_) continue;
    const Vec3<Four> L = spatial_momentum(s), error = L - L0;
    raise(sums.vertical, abs(error.z));
    if (!free_) continue;
    raise(sums.momentum2, norm2(error));
    raise(sums.casimir, abs(m2 - Four(m2_)));
    if (m2_ > 0) raise(sums.direction2, norm2((Four(1) / norm(L)) * L - direction));
    if (sample_ > 0) {
      for (int j = i; j < std::min(i + 4, n); ++j)
        if (const long step = taken + j + 1; step == 1 || step % sample_ == 0)
          sums.attitude2 = std::max(sums.attitude2, distance2(after(j), elapsed[std::size_t(j) + 1]));
      continue;
    }
    const Four chord2 = attitude_chord2(s.Q, exact_.at(t).Q);
    raise(sums.attitude2, chord2);
    sums.attitude2_end = lane(chord2, 3);
  }
  return n;
}

Certificate Certifier::certificate(const PrincipalState<double>& now, double elapsed, Estimate estimate) const {
  Certificate c;
  c.turn_per_step = std::sqrt(sums.largest_turn2);
  // | |q| - 1 | from |q|^2 - 1, without cancellation
  const double above = sums.norm_above / (std::sqrt(1 + sums.norm_above) + 1),
               below = sums.norm_below / (std::sqrt(std::fmax(1 - sums.norm_below, 0)) + 1);
  c.attitude_norm_error_max = std::max(above, below);
  if (keeps_energy_) c.energy_error_max = sums.energy / scale_;
  // From rest, relative to the largest momentum.
  const double largest = nonzero(std::sqrt(sums.largest_m2)), L0 = m2_ > 0 ? norm(L0_) : largest;
  if (keeps_vertical_) c.vertical_momentum_error_max = sums.vertical / L0;
  if (axis_ >= 0) c.axial_momentum_error_max = sums.axial / L0;
  c.estimate = estimate;
  const double d2 = angle_of_chord2(sums.attitude_difference2), d4 = angle_of_chord2(sums.attitude_difference4),
               attitude = estimate_of(d2, d4, attitude_order_);
  // A companion that has failed tells nothing of what comes after, except where things were bad before.
  if (estimate == Estimate::made || (estimate == Estimate::failed && attitude > kDoubtful)) {
    c.attitude_error_estimate = attitude + rounding();
    c.momentum_error_estimate =
        std::fmin(1, estimate_of(std::sqrt(sums.momentum_difference2) / largest,  // 1: not a digit is known
                                 std::sqrt(sums.momentum_difference4) / largest, order_));
    if (d2 > 0 && d4 > 0) c.estimate_order = std::log2(d4 / d2);
  }
  if (!free_) return c;
  c.momentum_error_max = std::sqrt(sums.momentum2) / nonzero(norm(L0_));
  c.momentum_direction_error_max = 0.5 * angle_of_chord2(sums.direction2);
  c.casimir_error_max = sums.casimir / nonzero(m2_);
  const double end2 = sample_ > 0 ? distance2(now, elapsed) : sums.attitude2_end;
  c.attitude_error_max = angle_of_chord2(std::max(sums.attitude2, end2));
  c.attitude_error_end = angle_of_chord2(end2);
  c.is_reference = sample_ > 0;
  return c;
}

}  // namespace polhode

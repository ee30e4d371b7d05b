// certificate.cpp -- errors of all the steps of a run, four steps at a time in the lanes of a register
#include "engine/certificate.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

using Four = Pack<double, 4>;

void raise(double& largest, const Four& x) {
  for (int i = 0; i < 4; ++i) largest = std::max(largest, lane(x, i));
}
/// The angle between two directions, or half that between two attitudes, from the chord between the unit vectors.
double angle_of_chord(double chord2) {
  return 2 * std::asin(std::min(0.5 * std::sqrt(chord2), 1.0));
}
double nonzero(double scale) {
  return scale > 0 ? scale : 1;
}

}  // namespace

Certifier::Certifier(const Problem& problem)
    : body_(problem.inertia.in_principal_axes()),
      start_time_(problem.start_time),
      free_(problem.is_free()),
      torque_(torque_in_principal_axes(problem)),
      exact_(body_, problem.inertia.to_principal(problem.start)) {
  const PrincipalState<double> start = problem.inertia.to_principal(problem.start);
  const Abilities torque = abilities_of(torque_);
  keeps_energy_ = torque.potential && !torque.time;
  keeps_vertical_ = torque.vertical;
  L0_ = spatial_momentum(start);
  m2_ = norm2(start.m);
  const double kinetic = polhode::energy(body_, start.m), U = energy_of(torque_, start_time_, start.Q);
  E0_ = kinetic + U;
  // Where kinetic and potential energy cancel at the start, an error relative to their sum would say nothing.
  const double size = kinetic + std::fabs(U);
  scale_ = nonzero(std::fabs(E0_) > 1e-8 * size ? std::fabs(E0_) : size);
  direction_ = (1 / nonzero(norm(L0_))) * L0_;
}

double Certifier::energy(double t, const PrincipalState<double>& s) const {
  return polhode::energy(body_, s.m) + (free_ ? 0 : energy_of(torque_, t, s.Q));
}

int Certifier::add(const Segments& steps) {
  const Principal<Four> body(convert<Four>(body_.I));
  const Vec3<Four> L0 = convert<Four>(L0_), direction = convert<Four>(direction_);
  const int n = int(steps.size());
  const auto after = [&](int i) -> const PrincipalState<double>& { return steps.states[std::size_t(i) + 1]; };
  for (int i = 0; i < n; i += 4) {
    Four t;
    PrincipalState<Four> s;
    for (int k = 0; k < 4; ++k) {
      const int j = std::min(i + k, n - 1);  // the last one again where there are none left
      set_lane(s, k, after(j));
      set_lane(t, k, steps.times[std::size_t(j) + 1] - start_time_);
    }
    const Four m2 = norm2(s.m), q2 = norm2(s.Q);
    if (!all_lanes<Four>(is_finite<Four>(m2 + q2))) {
      int finite = i;
      while (finite < n && is_finite(norm2(after(finite).m) + norm2(after(finite).Q))) ++finite;
      if (finite > i)
        add({steps.times.subspan(std::size_t(i), std::size_t(finite - i) + 1),
             steps.states.subspan(std::size_t(i), std::size_t(finite - i) + 1)});
      return finite;
    }
    raise(sums.norm_above, q2 - Four(1));
    raise(sums.norm_below, Four(1) - q2);
    if (keeps_energy_) {
      Four E = polhode::energy(body, s.m);
      if (!free_)
        for (int k = 0; k < 4; ++k)
          set_lane(E, k, lane(E, k) + energy_of(torque_, lane(t, k) + start_time_, lane(s, k).Q));
      raise(sums.energy, abs(E - Four(E0_)));
    }
    if (!keeps_vertical_) continue;
    const Vec3<Four> L = spatial_momentum(s), error = L - L0;
    raise(sums.vertical, abs(error.z));
    if (!free_) continue;
    raise(sums.momentum2, norm2(error));
    raise(sums.casimir, abs(m2 - Four(m2_)));
    if (m2_ > 0) raise(sums.direction2, norm2((Four(1) / norm(L)) * L - direction));
    const Quaternion<Four> exact = exact_.at(t).Q;
    const Four chord2 = min(norm2(s.Q - exact), norm2(s.Q + exact));
    raise(sums.attitude2, chord2);
    sums.attitude2_end = lane(chord2, 3);
  }
  return n;
}

Certificate Certifier::certificate() const {
  Certificate c;
  // | |q| - 1 | from |q|^2 - 1, without cancellation
  const double above = sums.norm_above / (std::sqrt(1 + sums.norm_above) + 1),
               below = sums.norm_below / (std::sqrt(std::fmax(1 - sums.norm_below, 0)) + 1);
  c.attitude_norm_error_max = std::max(above, below);
  if (keeps_energy_) c.energy_error_max = sums.energy / scale_;
  if (keeps_vertical_) c.vertical_momentum_error_max = sums.vertical / nonzero(norm(L0_));
  if (!free_) return c;
  c.momentum_error_max = std::sqrt(sums.momentum2) / nonzero(norm(L0_));
  c.momentum_direction_error_max = angle_of_chord(sums.direction2);
  c.casimir_error_max = sums.casimir / nonzero(m2_);
  c.attitude_error_max = 2 * angle_of_chord(sums.attitude2);
  c.attitude_error_end = 2 * angle_of_chord(sums.attitude2_end);
  return c;
}

}  // namespace polhode

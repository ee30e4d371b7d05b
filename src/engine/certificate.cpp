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

Certifier::Certifier(const Principal<double>& body, const State<double>& start, double start_time, Takes torque,
                     const ScenarioPotential* potential)
    : body_(body),
      start_time_(start_time),
      torque_(torque),
      potential_(potential),
      exact_(body, start),
      L0_(spatial_momentum(start)),
      m2_(norm2(start.m)) {
  const double kinetic = polhode::energy(body, start.m), U = potential ? potential->energy(start.Q) : 0;
  E0_ = kinetic + U;
  // Where kinetic and potential energy cancel at the start, an error relative to their sum would say nothing.
  const double size = kinetic + std::fabs(U);
  scale_ = nonzero(std::fabs(E0_) > 1e-8 * size ? std::fabs(E0_) : size);
  direction_ = (1 / nonzero(norm(L0_))) * L0_;
}

double Certifier::energy(const State<double>& s) const {
  return polhode::energy(body_, s.m) + (potential_ ? potential_->energy(s.Q) : 0);
}

int Certifier::add(const Interval& interval, long first, std::span<const State<double>> after) {
  const Principal<Four> body(convert<Four>(body_.I));
  const Vec3<Four> L0 = convert<Four>(L0_), direction = convert<Four>(direction_);
  const int n = int(after.size());
  for (int i = 0; i < n; i += 4) {
    Four t;
    State<Four> s;
    for (int k = 0; k < 4; ++k) {
      const int j = std::min(i + k, n - 1);  // the last one again where there are none left
      set_lane(s, k, after[std::size_t(j)]);
      set_lane(t, k, interval.time(first + j + 1) - start_time_);
    }
    const Four m2 = norm2(s.m), q2 = norm2(s.Q);
    if (!all_lanes<Four>(is_finite<Four>(m2 + q2))) {
      int finite = 0;
      while (i + finite < n &&
             is_finite(norm2(after[std::size_t(i + finite)].m) + norm2(after[std::size_t(i + finite)].Q)))
        ++finite;
      return finite == 0 ? i : add(interval, first + i, after.subspan(std::size_t(i), std::size_t(finite))) + i;
    }
    raise(sums.norm, abs(q2 - Four(1)));
    if (torque_ != Takes::general) {
      Four E = polhode::energy(body, s.m);
      if (potential_)
        for (int k = 0; k < 4; ++k) set_lane(E, k, lane(E, k) + potential_->energy(lane(s, k).Q));
      raise(sums.energy, abs(E - Four(E0_)));
      const Vec3<Four> L = spatial_momentum(s), error = L - L0;
      raise(sums.vertical, abs(error.z));
      if (torque_ == Takes::nothing) {
        raise(sums.momentum2, norm2(error));
        raise(sums.casimir, abs(m2 - Four(m2_)));
        if (m2_ > 0) raise(sums.direction2, norm2((Four(1) / norm(L)) * L - direction));
        const Quaternion<Four> exact = exact_.at(t).Q;
        const Four chord2 = min(norm2(s.Q - exact), norm2(s.Q + exact));
        raise(sums.attitude2, chord2);
        sums.attitude2_end = lane(chord2, 3);
      }
    }
  }
  return n;
}

Certificate Certifier::certificate() const {
  Certificate c;
  c.attitude_norm_error_max = 0.5 * sums.norm;
  if (torque_ == Takes::general) return c;
  c.energy_error_max = sums.energy / scale_;
  c.vertical_momentum_error_max = sums.vertical / nonzero(norm(L0_));
  if (torque_ != Takes::nothing) return c;
  c.momentum_error_max = std::sqrt(sums.momentum2) / nonzero(norm(L0_));
  c.momentum_direction_error_max = angle_of_chord(sums.direction2);
  c.casimir_error_max = sums.casimir / nonzero(m2_);
  c.attitude_error_max = 2 * angle_of_chord(sums.attitude2);
  c.attitude_error_end = 2 * angle_of_chord(sums.attitude2_end);
  return c;
}

}  // namespace polhode

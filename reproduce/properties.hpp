// properties.hpp -- what a method of the free body keeps, and its orders: measured in 34 digits
//
// Behind table 2 of [HairerVilmart2006] and table 2 of [Vilmart2013].
#pragma once

#include <cmath>
#include <limits>

#include "measure/structure.hpp"
#include "measuring.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/exact/free_motion.hpp"

namespace polhode::reproduce {

/// NaN is the largest of all.
inline void raise(double& largest, Quad value) {
  if (!(double(value) <= largest)) largest = double(value);
}

/// Largest relative changes of L = Q m, |m|^2 and the energy in a run, and violations of the brackets by one step.
struct Geometry {
  double momentum = 0, casimir = 0, energy = 0;
  measure::Defects defects;

  static constexpr double kKept = 1e-30;  ///< a change below this is rounding
};
/// Raises what was found before by what n steps of h show.
template <class M>
void measure_geometry(const Principal<Quad>& body, const PrincipalState<Quad>& start, Quad h, int n, Geometry& found) {
  Drive<M, NoTorque, Quad> drive(body);
  PrincipalState<Quad> s = start;
  for (int i = 0; i < n; ++i) {
    if (!drive.step(h, s).converged) raise(found.energy, Quad(NAN));
    raise(found.momentum, relative_distance(spatial_momentum(s), spatial_momentum(start)));
    raise(found.casimir, relative_error(casimir(s.m), casimir(start.m)));
    raise(found.energy, relative_error(energy(body, s.m), energy(body, start.m)));
  }
  found.defects.raise(measure::structure_defects(start, [&](PrincipalState<Quad> from) {
    drive.restart();
    drive.step(h, from);
    return from;
  }));
}

/// Orders of the momentum y and of the attitude Q, from runs to the time t with n and with 2n steps; infinite where the
/// longer steps are exact.
struct Orders {
  double y = std::numeric_limits<double>::infinity(), Q = y;
};
template <class M>
Orders measured_orders(const Principal<Quad>& body, const PrincipalState<Quad>& start, Quad t, int n) {
  const PrincipalState<Quad> exact = PrincipalMotion<Quad>(body, start).at(t);
  double y[2], Q[2];
  for (const int fine : {0, 1}) {
    Drive<M, NoTorque, Quad> drive(body);
    PrincipalState<Quad> s = start;
    const int steps = n << fine;
    for (int i = 0; i < steps && drive.step(t / Quad(steps), s).converged; ++i) {
    }
    y[fine] = double(relative_distance(s.m, exact.m)), Q[fine] = double(attitude_distance(s.Q, exact.Q));
  }
  constexpr double kRounding = 1e-29;
  Orders orders;
  if (y[0] > kRounding) orders.y = slope(y[0], y[1]);
  if (Q[0] > kRounding) orders.Q = slope(Q[0], Q[1]);
  return orders;
}

}  // namespace polhode::reproduce

// random_problems.hpp -- bodies under torques of all kinds, and where they truly are at the end
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "polhode/drive/extrapolation.hpp"
#include "polhode/torques/any.hpp"
#include "polhode/torques/combined.hpp"
#include "support/bodies.hpp"

namespace polhode::test {

using Torques = InPrincipalAxes<TorqueSet<>>;

struct Case {
  const char* name;
  Vec3<double> I;
  PrincipalState<double> start;
  Torques torque;
  double end;
};

/// Tops, drag, switches, orbits, flybys, walls, with a full tensor: body axes are no principal axes.
inline Case random_case(Random& random, int kind) {
  const Vec3<double> I = random.moments();
  const Quaternion<double> F = random.attitude();
  const Mat3<double> R = to_matrix(F), tensor = R * Mat3<double>::diagonal(I) * transpose(R);
  PrincipalState<double> s{random.attitude(), random.vector()};
  const double T = random.uniform(5, 25);
  const Vec3<double> v = random.vector();
  std::vector<AnyTorque<>> parts;
  const char* name = "";
  KeplerOrbit<>::Elements e;
  e.inclination = random.uniform(0, 3), e.argument = random.uniform(0, 6);
  switch (kind) {
    case 0:
      name = "top";
      parts.emplace_back(HeavyTop<>(random.uniform(0.2, 2), v));
      break;
    case 1:
      name = "top with drag";
      parts.emplace_back(HeavyTop<>(random.uniform(0.2, 2), v));
      parts.emplace_back(Drag<>{random.uniform(0.01, 0.2)});
      break;
    case 2: {
      name = "switched torque";
      ConstantTorque<> push{v, Frame::space};
      push.from_time = random.uniform(0, T / 2), push.until = push.from_time + random.uniform(0.1, T / 2);
      parts.emplace_back(push);
      parts.emplace_back(Drag<>{random.uniform(0.01, 0.2)});
      break;
    }
    case 3:
      name = "orbit";
      e.eccentricity = random.uniform(0, 0.9), e.periapsis_time = random.uniform(-10, 10);
      parts.emplace_back(GravityGradientOnOrbit<>(KeplerOrbit<>(e), tensor));
      break;
    case 4:  // so slow that a step of the body's own size would pass over it
      name = "flyby";
      e.eccentricity = random.uniform(1, 3), e.periapsis_radius = random.uniform(0.3, 1), e.periapsis_time = T / 2;
      parts.emplace_back(GravityGradientOnOrbit<>(KeplerOrbit<>(e), tensor));
      s.m *= 0.01;
      break;
    default:
      name = "wall";
      parts.emplace_back(CoulombWall<>{});
      s.Q = F;  // upright
      break;
  }
  return {name, I, s, Torques(TorqueSet<>(parts), F), T};
}

/// By another method, in extended precision, with smaller and smaller steps, to 5e-14 or as far as it comes; returned is by
/// how much the last two differ.
inline double reference(const Case& c, PrincipalState<double>& result) {
  using Long = long double;
  const Principal<Long> body(convert<Long>(c.I));
  std::vector<double> cuts{0};
  for (const double t : c.torque.switches())
    if (t > 0 && t < c.end) cuts.push_back(t);
  cuts.push_back(c.end);
  PrincipalState<Long> before{};
  double known = INFINITY;
  for (int per_second = 4; per_second <= 256 && known > 5e-14; per_second *= 2) {
    PrincipalState<Long> s = convert<Long>(c.start);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      const Long length = Long(cuts[i + 1]) - Long(cuts[i]);
      s = extrapolated(body, c.torque.during(0.5 * (cuts[i] + cuts[i + 1])), Long(cuts[i]), length, s,
                       std::max(2L, long(double(length) * per_second)), 10);
    }
    const double off = std::sqrt(double(norm2(s.Q - before.Q) + norm2(s.m - before.m) / norm2(s.m)));
    if (off < known) result = convert<double>(s), known = off;
    before = s;
  }
  return known;
}

}  // namespace polhode::test

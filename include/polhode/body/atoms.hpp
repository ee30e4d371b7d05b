// atoms.hpp -- the inertia of point masses: molecules, clumps of particles
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include "polhode/body/inertia.hpp"

namespace polhode {

struct Atom {
  double mass = 0;
  Vec3<double> position{};  ///< in body axes, from any origin
};

/// Centre of mass and inertia about it, in the axes of the positions.
struct Molecule {
  double mass = 0;
  Vec3<double> centre{};
  Inertia inertia;
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

/// A molecule from its atoms. Two atoms, or several on a line, have no moment about that line: a linear molecule is refused,
/// since its attitude about the line is not defined and the equations of a body do not hold for it. Linear is less than
/// 1e-14 of the largest moment, as in Inertia, and what rounding leaves of the positions: 1e-7 of the length off the line.
inline Molecule molecule(std::span<const Atom> atoms) {
  if (atoms.empty()) throw InvalidInput("molecule: there are no atoms");
  double mass = 0, farthest = 0;
  Vec3<double> centre{};
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Atom& a = atoms[i];
    const std::string which = "molecule: atom " + std::to_string(i + 1);
    if (!(a.mass > 0) || !std::isfinite(a.mass))
      throw InvalidInput(which + ": mass " + to_text(a.mass) + " must be positive and finite");
    if (!std::isfinite(a.position.x) || !std::isfinite(a.position.y) || !std::isfinite(a.position.z))
      throw InvalidInput(which + ": position " + detail::listed(a.position) + " must be finite");
    mass += a.mass;
    centre += a.mass * a.position;
  }
  centre = centre / mass;
  Mat3<double> J{};
  for (const Atom& a : atoms) {
    const Vec3<double> r = a.position - centre;
    farthest = std::fmax(farthest, norm(r));
    const Vec3<double> m = a.mass * r;
    J += Mat3<double>{{m.y * r.y + m.z * r.z, -m.x * r.y, -m.x * r.z},
                      {-m.y * r.x, m.z * r.z + m.x * r.x, -m.y * r.z},
                      {-m.z * r.x, -m.z * r.y, m.x * r.x + m.y * r.y}};
  }
  const std::string count = std::to_string(atoms.size()) + (atoms.size() == 1 ? " atom" : " atoms");
  if (farthest == 0) throw InvalidInput("molecule: " + count + " at one point have no inertia and no attitude");
  const Vec3<double> I = detail::diagonalized(J).I;
  const double least = std::fmin(I.x, std::fmin(I.y, I.z)), most = std::fmax(I.x, std::fmax(I.y, I.z));
  if (!(least > 1e-14 * most))
    throw InvalidInput(
        "molecule: " + count + " on a line: a linear molecule has moments " + detail::listed(I) +
        " and no attitude about its line (a rotor has two angles; give it an atom beside the line if the "
        "turn about it matters)");
  return {mass, centre, Inertia::tensor(J)};
}

}  // namespace polhode::inline POLHODE_ISA

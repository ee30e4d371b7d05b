// solid.hpp -- what a closed mesh encloses: volume, centre, inertia, and whether these can be believed
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/mesh.hpp"
#include "polhode/body/inertia.hpp"

namespace polhode {

/// In the unit of the file and of density 1.
struct Solid {
  std::size_t triangles = 0, shells = 0, turned_shells = 0, cavities = 0;
  std::size_t joined_points = 0;            ///< equal ones, or nearer than was allowed
  std::size_t no_area = 0;                  ///< faces left out, or kept, that have none
  std::size_t touching = 0;                 ///< edges where parts touch
  double volume = 0, area = 0;              ///< of all shells, with cavities
  Vec3<double> centre{}, lower{}, upper{};  ///< of mass; box
  Mat3<double> tensor{};                    ///< about the centre, along the axes of the file
  bool single = false;                      ///< coordinates of single precision, and
  double rounding = 0;                      ///< at most what that does to the moments, in parts of the largest
};

/// Joins points, looks at every edge, turns shells that are inside out (in `mesh`, too) and integrates. Relative errors are below
/// 1e-13 of the largest moment, wherever the mesh lies. Throws InvalidInput, with how many faces and where: not closed, wound in both
/// senses, overlapping shells, no volume, numbers that are none.
Solid solid_of(Mesh& mesh, double join = 0);

/// The body in SI, with one of density and mass.
struct MeshBody {
  Solid solid;  ///< in m
  double mass = 0, density = 0;
  Mat3<double> tensor{};
  Vec3<double> moments{};     ///< ascending
  Quaternion<double> axes{};  ///< principal axes -> those of the file
  std::vector<std::string> warnings;
};

/// Metres in a unit of that name; 0 if there is none.
double metres_of(std::string_view unit);
inline constexpr const char* kMeshUnits = "m, cm, mm, km, in, ft";

/// `unit`: in metres, or none if nobody has said it, which is metres and a warning where they are unlikely. Throws InvalidInput.
MeshBody weighed(const Solid&, std::optional<double> unit, std::optional<double> density, std::optional<double> mass);

}  // namespace polhode

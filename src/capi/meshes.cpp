// meshes.cpp -- bodies from meshes
#include <algorithm>
#include <memory>
#include <string>

#include "capi/handles.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/solid.hpp"

using namespace polhode;
using namespace polhode::capi;

namespace {

void put_body(Mesh& mesh, const char* unit, double density, double mass, polhode_body** body, polhode_mesh* made) {
  std::optional<double> metres;
  if (unit) {
    metres = metres_of(unit);
    if (*metres == 0) throw KeyFault("unit", "\"" + std::string(unit) + "\" is none of " + kMeshUnits);
  }
  const auto given_or_none = [](double x) { return x == 0 ? std::nullopt : std::optional(x); };
  const MeshBody b = weighed(solid_of(mesh), metres, given_or_none(density), given_or_none(mass));
  auto handle = std::make_unique<polhode_body>(polhode_body{Inertia::tensor(b.tensor)});
  if (made) {
    polhode_mesh m{};
    m.triangles = std::int64_t(b.solid.triangles), m.shells = std::int64_t(b.solid.shells);
    m.turned_shells = std::int64_t(b.solid.turned_shells), m.cavities = std::int64_t(b.solid.cavities);
    m.mass = b.mass, m.density = b.density, m.volume = b.solid.volume, m.area = b.solid.area;
    m.rounding = b.solid.rounding;
    for (int i = 0; i < 3; ++i) {
      m.centre[i] = b.solid.centre[i], m.lower[i] = b.solid.lower[i], m.upper[i] = b.solid.upper[i];
      for (int j = 0; j < 3; ++j) m.tensor[3 * i + j] = b.tensor[i][j];
    }
    std::string text;
    for (const std::string& warning : b.warnings) text += warning + "\n";
    text.copy(m.warnings, sizeof m.warnings - 1);
    *made = m;
  }
  *body = handle.release();
}

}  // namespace

polhode_status polhode_body_create_mesh(const char* path, const char* unit, double density, double mass,
                                        polhode_body** body, polhode_mesh* made) {
  return entry([&] {
    given(path, "path"), given(body, "body");
    try {
      Mesh mesh = read_mesh(path);
      put_body(mesh, unit, density, mass, body, made);
    } catch (const KeyFault&) {
      throw;
    } catch (const InvalidInput& bad) {
      throw InvalidInput(std::string(path) + ": " + bad.what());
    }
    return POLHODE_OK;
  });
}

polhode_status polhode_body_create_triangles(polhode_in points, int64_t n, const int64_t* triangles, int64_t m,
                                             const char* unit, double density, double mass, polhode_body** body,
                                             polhode_mesh* made) {
  return entry([&] {
    given(body, "body");
    const std::size_t count = counted(n, "n"), faces = counted(m, "m");
    if (count > 1'000'000'000) throw InvalidInput("n = " + std::to_string(n) + ": at most 1e9 points");
    if (faces == 0) throw InvalidInput("mesh: there are no triangles");
    given(triangles, "triangles");
    check_view(points, count, "points");
    Mesh mesh;
    mesh.points.resize(count), mesh.triangles.resize(faces);
    for (std::size_t i = 0; i < count; ++i) {
      const double* p = points.data + std::ptrdiff_t(i) * points.row;
      mesh.points[i] = {p[0], p[points.column], p[2 * points.column]};
    }
    for (std::size_t i = 0; i < 3 * faces; ++i) {
      if (triangles[i] < 0 || triangles[i] >= n)
        throw InvalidInput("mesh: triangle " + std::to_string(i / 3) + " has point " + std::to_string(triangles[i]) +
                           ", but points count from 0 to " + std::to_string(n - 1));
      mesh.triangles[i / 3][i % 3] = std::uint32_t(triangles[i]);
    }
    try {
      put_body(mesh, unit, density, mass, body, made);
    } catch (const KeyFault&) {
      throw;
    } catch (const InvalidInput& bad) {
      throw InvalidInput(std::string("mesh: ") + bad.what());
    }
    return POLHODE_OK;
  });
}

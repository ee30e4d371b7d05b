// mesh_fuzz.cpp -- any bytes at all to the readers of meshes and atoms: they never crash, and what encloses a body is finite
//
// The first byte says which reader. Built and run by fuzz/run.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "mesh/atoms_file.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/solid.hpp"
#include "polhode/numbers/error.hpp"

using namespace polhode;

namespace {

void expect(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "mesh_fuzz: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr const char* kEndings[] = {".stl", ".obj", ".ply", ".off", ".glb", ".gltf", ".xyz", ".pdb"};
  if (size == 0) return 0;
  const std::string_view content(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t which = data[0] % 8;
  try {
    if (which >= 6) {
      molecule(atoms_of(content, kEndings[which]));
      return 0;
    }
    Mesh mesh = mesh_of(content, kEndings[which]);
    for (const auto& triangle : mesh.triangles)
      for (const std::uint32_t point : triangle) expect(point < mesh.points.size(), "a point that is not there");
    const MeshBody body = weighed(solid_of(mesh), {}, 1.0, {});
    expect(body.mass > 0 && body.solid.area > 0, "mass");
    expect(body.moments.x > 0 && std::isfinite(body.moments.z), "moments");
    expect(body.moments.z <= (body.moments.x + body.moments.y) * (1 + 1e-9), "triangle inequality");
    expect(std::fabs(norm2(body.axes) - 1) < 1e-12, "axes");
  } catch (const InvalidInput& bad) {
    for (const char* c = bad.what(); *c; ++c) expect(*c >= 0x20 && *c < 0x7F, "a control character in a message");
  }
  return 0;
}

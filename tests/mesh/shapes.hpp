// shapes.hpp -- meshes with known answers, and files of them
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "mesh/mesh.hpp"
#include "polhode/rotation/mat3.hpp"

namespace polhode::shapes {

/// Edges a, b, c along the axes, its lowest corner at `corner`.
inline Mesh box(const Vec3<double>& edges, const Vec3<double>& corner = {}) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.points.push_back(corner + Vec3<double>{i & 1 ? edges.x : 0, i & 2 ? edges.y : 0, i & 4 ? edges.z : 0});
  constexpr std::uint32_t kQuads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                          {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : kQuads)
    mesh.triangles.push_back({q[0], q[1], q[2]}), mesh.triangles.push_back({q[0], q[2], q[3]});
  return mesh;
}
/// A torus about the z-axis of nu x nv quads.
inline Mesh torus(double R, double r, std::uint32_t nu, std::uint32_t nv) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < nu; ++i)
    for (std::uint32_t j = 0; j < nv; ++j) {
      const double u = 2 * M_PI * i / nu, v = 2 * M_PI * j / nv, x = R + r * std::cos(v);
      mesh.points.push_back({x * std::cos(u), x * std::sin(u), r * std::sin(v)});
      const std::uint32_t a = i * nv + j, b = (i + 1) % nu * nv + j, c = (i + 1) % nu * nv + (j + 1) % nv,
                          d = i * nv + (j + 1) % nv;
      mesh.triangles.push_back({a, b, c}), mesh.triangles.push_back({a, c, d});
    }
  return mesh;
}
inline Mesh turned(Mesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}
inline Mesh operator+(Mesh a, const Mesh& b) {
  const auto first = std::uint32_t(a.points.size());
  a.points.insert(a.points.end(), b.points.begin(), b.points.end());
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return a;
}
template <class F>
Mesh moved(Mesh mesh, const F& f) {
  for (Vec3<double>& p : mesh.points) p = f(p);
  return mesh;
}

template <class Number>
void put_bytes(std::string& to, Number x) {
  char bytes[sizeof x];
  std::memcpy(bytes, &x, sizeof x);
  to.append(bytes, sizeof x);
}
/// A binary STL whose text begins with "solid".
inline std::string stl(const Mesh& mesh) {
  std::string file = "solid as it may be";
  file.resize(80, ' ');
  put_bytes(file, std::uint32_t(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) put_bytes(file, 0.0f);
    for (const std::uint32_t p : t)
      for (int i = 0; i < 3; ++i) put_bytes(file, float(mesh.points[p][i]));
    put_bytes(file, std::uint16_t(0));
  }
  return file;
}

}  // namespace polhode::shapes

// simplified.cpp -- fewer triangles, for pictures
#include "mesh/simplified.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace polhode {

Mesh simplified(Mesh mesh, std::size_t most) {
  if (mesh.triangles.size() <= most || mesh.points.empty()) return mesh;
  Vec3<double> lower = mesh.points[0], upper = lower;
  for (const Vec3<double>& p : mesh.points)
    for (int i = 0; i < 3; ++i) lower[i] = std::min(lower[i], p[i]), upper[i] = std::max(upper[i], p[i]);
  const Vec3<double> size = upper - lower;
  const double longest = std::max({size.x, size.y, size.z});
  // A surface has about as many triangles as twice the squared number of cells along it; 40 grids end at 1 cell.
  Mesh coarse;
  for (double cells = std::sqrt(double(most)); cells >= 1; cells *= 0.85) {
    std::unordered_map<std::uint64_t, std::uint32_t> of_cell;
    std::vector<std::uint32_t> to(mesh.points.size()), count;
    coarse = {};
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
      std::uint64_t key = 0;
      for (int k = 0; k < 3; ++k)
        key = key << 21 | std::uint64_t((mesh.points[i][k] - lower[k]) / longest * (cells - 1e-6));
      const auto [cell, is_new] = of_cell.try_emplace(key, std::uint32_t(count.size()));
      if (is_new) count.push_back(0), coarse.points.emplace_back();
      to[i] = cell->second;
      ++count[to[i]];
      coarse.points[to[i]] += mesh.points[i] - lower;
    }
    for (std::size_t i = 0; i < count.size(); ++i) coarse.points[i] = lower + coarse.points[i] / double(count[i]);
    for (const auto& t : mesh.triangles)
      if (to[t[0]] != to[t[1]] && to[t[1]] != to[t[2]] && to[t[2]] != to[t[0]])
        coarse.triangles.push_back({to[t[0]], to[t[1]], to[t[2]]});
    if (coarse.triangles.size() <= most) break;
  }
  return coarse;
}

}  // namespace polhode

// many.hpp -- 256 different bodies about those of work_precision.cpp, over and over: tops (T) and free bodies (F)
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "ensemble/ensemble.hpp"
#include "polhode/body/invariants.hpp"

namespace polhode_bench {

using namespace polhode;
constexpr std::size_t kBodies = 256, kJudged = 8;

struct Bodies : BodySource {
  const char *name, *title;
  Problem base;
  double largest_step;

  Bodies(const char* name_, const char* title_, const Vec3<double>& m, double end, double largest, bool top)
      : name(name_), title(title_), largest_step(largest) {
    base.end_time = end;
    base.start.m = m;
    if (top)
      base.torques.push_back(
          {"heavy-top", {{{"weight", TorqueValue<double>(1.0)}, {"arm", TorqueValue<double>(Vec3<double>{0, 0, 1})}}}});
  }
  virtual Vec3<double> moments(std::size_t i) const = 0;
  double weight(std::size_t i) const { return base.torques.empty() ? 0 : 1 + 0.02 * double(i % kBodies) / kBodies; }
  const Problem& common() const override { return base; }
  void make(std::size_t i, Problem& p) const override {
    const Vec3<double> I = moments(i);
    p.inertia = Inertia::effective(I.x, I.y, I.z);
    if (!p.torques.empty()) p.torques[0].values.given[0].second.number = weight(i);
  }
};
struct Tops : Bodies {
  Tops() : Bodies("T", "asymmetric heavy tops, 100 s", {0.5, 2, 4.5}, 100, 3, true) {}
  Vec3<double> moments(std::size_t i) const override { return {1 + 0.05 * double(i % kBodies) / kBodies, 2, 3}; }
};
struct Free : Bodies {
  Free() : Bodies("F", "free bodies, 10 s", {1.8, 0.4, -0.9}, 10, 3, false) {}
  Vec3<double> moments(std::size_t i) const override { return {0.6 + 0.05 * double(i % kBodies) / kBodies, 0.8, 1}; }
};

inline Choice chosen(std::string_view method, const Problem& p) {
  return choose(method, "", p.is_free() ? std::nullopt : std::optional<Abilities>(torque_abilities(p)));
}

}  // namespace polhode_bench

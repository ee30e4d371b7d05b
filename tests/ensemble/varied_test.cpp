// Bodies drawn from a scenario's numbers: what is kept of a run is what was drawn.
#include "ensemble/varied.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace {

using namespace polhode;

/// Moments that half of all draws refuse, and a speed.
VariedBodies some_bodies(std::size_t count) {
  Problem common{};
  common.inertia = Inertia::principal(1, 1.5, 2);
  common.start.m = common.inertia.momentum({1, 2, 3});
  common.end_time = 1;
  EnsembleSpec spec;
  spec.bodies = count;
  spec.seed = 7;
  spec.reject = true;
  spec.recipe.inertia = {1, 1.5, 2};
  spec.recipe.moving = {1, 2, 3};
  Variation moments, motion;
  moments.key = "body.moments", moments.of = Variation::Of::moments;
  moments.from = {1, 1.5, 2}, moments.width = {0.5, 0.5, 0.5};
  motion.key = "initial.angular_velocity";
  motion.from = {1, 2, 3}, motion.width = {0.1, 0.1, 0.1};
  spec.variations = {moments, motion};
  return {common, spec};
}

TEST(VariedBodies, KeepsOfARunWhatWasDrawn) {
  constexpr std::size_t kBodies = 400;
  const VariedBodies fresh = some_bodies(kBodies);
  VariedBodies kept = some_bodies(kBodies);
  kept.keep_every(3);
  Problem problem = kept.common(), same = fresh.common();
  for (std::size_t i = 0; i < kBodies; ++i) {
    kept.make(i, problem), fresh.make(i, same);
    EXPECT_EQ(0, std::memcmp(&problem.start, &same.start, sizeof same.start));
    const VariedBodies::Drawn one = kept.drawn(i), two = fresh.drawn(i);
    ASSERT_EQ(one.numbers.size(), 2u);
    for (int k = 0; k < 3; ++k) {
      for (std::size_t v = 0; v < 2; ++v) EXPECT_EQ(one.numbers[v][std::size_t(k)], two.numbers[v][std::size_t(k)]);
      EXPECT_EQ(one.numbers[0][std::size_t(k)], one.inertia.moments()[k]);  // of the draw that was not refused
      EXPECT_EQ(one.inertia.moments()[k], two.inertia.moments()[k]);
      EXPECT_EQ(problem.inertia.moments()[k], one.inertia.moments()[k]);
    }
  }
}

}  // namespace

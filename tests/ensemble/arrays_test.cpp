// Bodies in the arrays of another program: any stride, any number, any set and number of threads, the bits of one body alone.
#include "ensemble/arrays.hpp"

#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/sr.hpp"
#include "support/bodies.hpp"
#include "support/lane_sets.hpp"

namespace polhode::test {
namespace {

/// Records of q, m, moments, torque and a number that nobody may touch; or the same one number after the other.
struct Memory {
  static constexpr std::size_t kNumbers = 14;
  std::size_t n;
  bool records;
  std::vector<double> data;

  Memory(std::size_t bodies, bool records_) : n(bodies), records(records_), data(bodies * kNumbers) {
    Random random(7);
    for (std::size_t i = 0; i < n; ++i) {
      const Quaternion<double> q = random.attitude();
      const Vec3<double> m = random.vector(), I = random.moments(), torque = random.vector();
      const double all[kNumbers] = {q.w, q.v.x, q.v.y, q.v.z,    m.x,      m.y,      m.z,
                                    I.x, I.y,   I.z,   torque.x, torque.y, torque.z, 17};
      for (std::size_t k = 0; k < kNumbers; ++k) *array(k, i) = all[k];
    }
  }
  double* array(std::size_t k, std::size_t i = 0) { return data.data() + (records ? i * kNumbers + k : k * n + i); }
  std::ptrdiff_t stride() const { return records ? std::ptrdiff_t(kNumbers) : 1; }
  BodyArrays bodies() { return {{array(0), array(1), array(2), array(3)}, {array(4), array(5), array(6)}, stride()}; }
  VectorArrays moments() { return {{array(7), array(8), array(9)}, stride()}; }
  VectorArrays torques() { return {{array(10), array(11), array(12)}, stride()}; }
  PrincipalState<double> state(std::size_t i) {
    const auto at = [&](std::size_t k) { return *array(k, i); };
    return {{at(0), {at(1), at(2), at(3)}}, {at(4), at(5), at(6)}};
  }
  Vec3<double> three(std::size_t k, std::size_t i) { return {*array(k, i), *array(k + 1, i), *array(k + 2, i)}; }
};
void expect_state(const PrincipalState<double>& expected, const PrincipalState<double>& got, std::size_t i) {
  EXPECT_EQ(0, std::memcmp(&expected, &got, sizeof got)) << "body " << i;
}
TEST(Arrays, are_kicked_and_moved_in_place) {
  on_each_set([](std::string_view) {
    for (const std::size_t n : {1U, 3U, 16U, 21U, 9001U})
      for (const bool records : {false, true})
        for (const int threads : {1, 2}) {
          Memory before(n, records), after = before;
          kick_and_drift(after.bodies(), after.moments(), after.torques(), n, 0.05, 0.1, threads);
          for (std::size_t i = 0; i < n; ++i) {
            PrincipalState<double> s = before.state(i);
            s.m += 0.05 * before.three(10, i);
            Sr<2>::step(Sr<2>::Body<double>(Principal<double>(before.three(7, i))), 0.1, s);
            expect_state(s, after.state(i), i);
            EXPECT_EQ(*after.array(13, i), 17);
          }
          kick(after.bodies(), after.torques(), n, -0.25, threads);
          for (std::size_t i = 0; i < n; ++i) {
            PrincipalState<double> s = before.state(i);
            s.m += 0.05 * before.three(10, i);
            Sr<2>::step(Sr<2>::Body<double>(Principal<double>(before.three(7, i))), 0.1, s);
            s.m += -0.25 * before.three(10, i);
            expect_state(s, after.state(i), i);
          }
        }
  });
}
TEST(Arrays, are_kicked_without_attitudes) {
  for (const std::size_t n : {3U, 21U}) {
    Memory before(n, true), after = before;
    BodyArrays bodies = after.bodies();
    bodies.q = {};
    kick(bodies, after.torques(), n, 0.25);
    for (std::size_t i = 0; i < n; ++i) {
      PrincipalState<double> s = before.state(i);
      s.m += 0.25 * before.three(10, i);
      expect_state(s, after.state(i), i);
    }
  }
}
TEST(Arrays, may_share_their_moments) {
  const double I[3] = {1, 2, 2.5};
  Memory before(21, false), after = before;
  kick_and_drift(after.bodies(), {{&I[0], &I[1], &I[2]}, 0}, after.torques(), 21, 0.05, 0.1);
  for (std::size_t i = 0; i < 21; ++i) {
    PrincipalState<double> s = before.state(i);
    s.m += 0.05 * before.three(10, i);
    Sr<2>::step(Sr<2>::Body<double>(Principal<double>(Vec3<double>{1, 2, 2.5})), 0.1, s);
    expect_state(s, after.state(i), i);
  }
}
TEST(Arrays, are_moved_exactly_if_free) {
  on_each_set([](std::string_view) {
    for (const bool records : {false, true}) {
      constexpr std::size_t n = 1030;
      Memory before(n, records), after = before;
      std::vector<double> t(n);
      for (std::size_t i = 0; i < n; ++i) t[i] = 0.1 * double(i);
      t[5] = 1e30;
      EXPECT_EQ(move_freely(after.bodies(), after.moments(), n, t.data(), false, 2), 1U);
      for (std::size_t i = 0; i < n; ++i) {
        const PrincipalMotion<double> motion(Principal<double>(before.three(7, i)), before.state(i));
        expect_state(i == 5 ? before.state(i) : motion.at(t[i]), after.state(i), i);
      }
    }
  });
}
TEST(Arrays, have_their_states_at_many_times) {
  on_each_set([](std::string_view) {
    constexpr std::size_t n = 21, times = 5;
    const double t[times] = {0, 1.5, 1e30, -3, 1e4};
    Memory start(n, true);
    std::vector<double> out(7 * n * times);
    const auto array = [&](std::size_t k) { return out.data() + k * n * times; };
    const BodyArrays states{{array(0), array(1), array(2), array(3)}, {array(4), array(5), array(6)}};
    EXPECT_EQ(free_motion(start.bodies(), start.moments(), n, t, times, states, 2), n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < times; ++k) {
        if (k == 2) {
          EXPECT_TRUE(std::isnan(array(6)[i + k * n]));
          continue;
        }
        const PrincipalState<double> s =
            PrincipalMotion<double>(Principal<double>(start.three(7, i)), start.state(i)).at(t[k]);
        const auto at = [&](std::size_t c) { return array(c)[i + k * n]; };
        expect_state(s, {{at(0), {at(1), at(2), at(3)}}, {at(4), at(5), at(6)}}, i);
      }
  });
}
TEST(Arrays, with_nonsense_are_refused) {
  Memory memory(4, false);
  BodyArrays one = memory.bodies();
  one.stride = 0;
  EXPECT_THROW(kick(one, memory.torques(), 4, 1), InvalidInput);
  EXPECT_THROW(kick(memory.bodies(), memory.torques(), 4, 1, -1), InvalidInput);
  BodyArrays states = memory.bodies();
  states.stride = 2;
  const double t = 1;
  EXPECT_THROW(free_motion(memory.bodies(), memory.moments(), 4, &t, 1, states), InvalidInput);
}

}  // namespace
}  // namespace polhode::test

// Bodies in the arrays of another program: any stride, any number, any set and number of threads, the bits of one body alone.
#include "ensemble/arrays.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/sr.hpp"
#include "support/bodies.hpp"
#include "support/lane_sets.hpp"

namespace polhode::test {
namespace {

using FreeInTests = MethodList<Sr<2>, Sr<4>, Dmv<8>, Lie3, Lie4>;

/// Records of q, m, moments, torque and a number that nobody may touch; or the same one number after the other; or records in
/// which the numbers of a vector are not side by side.
enum class Kind { arrays, records, mixed };
template <class F>
struct MemoryOf {
  static constexpr std::size_t kNumbers = 14;
  std::size_t n;
  Kind kind;
  std::vector<F> data;

  MemoryOf(std::size_t bodies, Kind kind_) : n(bodies), kind(kind_), data(bodies * kNumbers) {
    Random random(7);
    for (std::size_t i = 0; i < n; ++i) {
      const Quaternion<double> q = random.attitude();
      const Vec3<double> m = random.vector(), I = random.moments(), torque = random.vector();
      const double all[kNumbers] = {q.w, q.v.x, q.v.y, q.v.z,    m.x,      m.y,      m.z,
                                    I.x, I.y,   I.z,   torque.x, torque.y, torque.z, 17};
      for (std::size_t k = 0; k < kNumbers; ++k) *array(k, i) = F(all[k]);
    }
  }
  F* array(std::size_t k, std::size_t i = 0) {
    if (kind == Kind::arrays) return data.data() + k * n + i;
    return data.data() + i * kNumbers + (kind == Kind::records ? k : (5 * k + 3) % kNumbers);
  }
  std::ptrdiff_t stride() const { return kind == Kind::arrays ? 1 : std::ptrdiff_t(kNumbers); }
  BodyArraysOf<F> bodies() {
    return {{array(0), array(1), array(2), array(3)}, {array(4), array(5), array(6)}, stride()};
  }
  VectorArraysOf<F> moments() { return {{array(7), array(8), array(9)}, stride()}; }
  VectorArraysOf<F> torques() { return {{array(10), array(11), array(12)}, stride()}; }
  PrincipalState<F> state(std::size_t i) {
    const auto at = [&](std::size_t k) { return *array(k, i); };
    return {{at(0), {at(1), at(2), at(3)}}, {at(4), at(5), at(6)}};
  }
  Vec3<F> three(std::size_t k, std::size_t i) { return {*array(k, i), *array(k + 1, i), *array(k + 2, i)}; }
};
using Memory = MemoryOf<double>;
template <class F>
void expect_state(const PrincipalState<F>& expected, const PrincipalState<F>& got, std::size_t i) {
  EXPECT_EQ(0, std::memcmp(&expected, &got, sizeof got)) << "body " << i;
}
template <class F>
PrincipalState<F> kicked_and_moved(MemoryOf<F>& before, std::size_t i) {
  PrincipalState<F> s = before.state(i);
  s.m += F(0.05) * before.three(10, i);
  Sr<2>::step(Sr<2>::Body<F>(Principal<F>(before.three(7, i))), F(0.1), s);
  return s;
}
template <class F>
void expect_kicks_in_place() {
  on_each_set([](std::string_view) {
    for (const std::size_t n : {1U, 3U, 16U, 21U, 9001U})
      for (const Kind kind : {Kind::arrays, Kind::records, Kind::mixed})
        for (const int threads : {1, 2}) {
          MemoryOf<F> before(n, kind), after = before;
          kick_and_drift(after.bodies(), after.moments(), after.torques(), n, F(0.05), F(0.1), threads);
          for (std::size_t i = 0; i < n; ++i) {
            expect_state(kicked_and_moved(before, i), after.state(i), i);
            EXPECT_EQ(*after.array(13, i), 17);
          }
          kick(after.bodies(), after.torques(), n, F(-0.25), threads);
          for (std::size_t i = 0; i < n; ++i) {
            PrincipalState<F> s = kicked_and_moved(before, i);
            s.m += F(-0.25) * before.three(10, i);
            expect_state(s, after.state(i), i);
          }
        }
  });
}
TEST(Arrays, are_kicked_and_moved_in_place) {
  expect_kicks_in_place<double>();
}
TEST(Arrays, are_kicked_and_moved_in_place_in_float) {
  expect_kicks_in_place<float>();
}
template <class F>
void expect_steps(double h, long steps) {
  on_each_set([&](std::string_view set) {
    FreeInTests::each([&](auto method) {
      using M = decltype(method);
      MemoryOf<F> before(37, Kind::records), after = before;
      EXPECT_EQ(step_freely(M::info.name, after.bodies(), after.moments(), 37, F(h), steps, 2), 0U) << set;
      for (std::size_t i = 0; i < 37; ++i) {
        Drive<M, NoTorque, F> drive{Principal<F>(before.three(7, i))};
        PrincipalState<F> s = before.state(i);
        for (long k = 0; k < steps; ++k) drive.step(F(h), s);
        expect_state(s, after.state(i), i);
      }
    });
  });
}
TEST(Arrays, are_stepped_freely) {
  expect_steps<double>(0.1, 5);
  expect_steps<float>(0.1, 5);
}
/// A thousand steps in float beside the same in double: what rounding makes.
TEST(Arrays, keep_their_digits_in_float) {
  const auto worst = [](std::string_view method, float h) {
    MemoryOf<double> exact(64, Kind::arrays);
    MemoryOf<float> single(64, Kind::arrays);
    for (std::size_t k = 0; k < exact.data.size(); ++k) exact.data[k] = double(single.data[k]);
    step_freely(method, exact.bodies(), exact.moments(), 64, double(h), 1000);
    step_freely(method, single.bodies(), single.moments(), 64, h, 1000);
    double attitude = 0, length = 0;
    for (std::size_t i = 0; i < 64; ++i) {
      const PrincipalState<float> s = single.state(i);
      const Quaternion<double> q{s.Q.w, {s.Q.v.x, s.Q.v.y, s.Q.v.z}};
      attitude = std::max(attitude, attitude_distance(normalized(q), exact.state(i).Q));
      length = std::max(length, std::abs(norm2(q.v) + q.w * q.w - 1));
    }
    EXPECT_LT(length, 5e-7) << method;  // measured 1e-7
    return attitude;
  };
  EXPECT_LT(worst("sr2", 0.01F), 5e-5);   // measured 1.5e-5
  EXPECT_LT(worst("lie3", 0.01F), 5e-5);  // 1.4e-5
  EXPECT_LT(worst("dmv8", 0.01F), 5e-5);  // 1.1e-5
}
TEST(Arrays, are_kicked_without_attitudes) {
  for (const std::size_t n : {3U, 21U}) {
    Memory before(n, Kind::records), after = before;
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
  Memory before(21, Kind::arrays), after = before;
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
    for (const Kind kind : {Kind::arrays, Kind::records, Kind::mixed}) {
      constexpr std::size_t n = 1030;
      Memory before(n, kind), after = before;
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
    Memory start(n, Kind::records);
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
TEST(Arrays, are_moved_exactly_over_short_times) {
  Memory before(21, Kind::records), after = before;
  const double t = 1.5;
  EXPECT_EQ(move_freely(after.bodies(), after.moments(), 21, &t, true, 1, true), 0U);
  for (std::size_t i = 0; i < 21; ++i)
    expect_state(PrincipalMotion<double>(Principal<double>(before.three(7, i)), before.state(i), Reach::near).at(t),
                 after.state(i), i);
}
/// All kinds of bodies: also symmetric, thin, at rest, about one axis, near the separatrix, and one that is none.
TEST(FreeBodies, have_the_bits_of_their_motions_in_96_bytes) {
  constexpr std::size_t n = 3001, times = 3;
  Memory start(n, Kind::arrays);
  for (std::size_t i = 0; i < n; i += 10) {
    const auto set = [&](std::size_t body, std::size_t k, double x) { *start.array(k, i + body) = x; };
    if (i + 9 >= n) break;
    set(1, 4, 0), set(1, 5, 0);                     // about one axis
    set(2, 4, 0), set(2, 5, 0), set(2, 6, 0);       // at rest
    set(3, 8, *start.array(7, i + 3));              // symmetric
    set(4, 7, 1e-3), set(4, 8, 1), set(4, 9, 1);    // thin
    set(5, 4, 1e-9), set(5, 6, 1e-9);               // near an axis
    set(6, 7, 0.5), set(6, 8, 0.75), set(6, 9, 1);  // near the separatrix, for the middle axis
    set(6, 4, 1e-4), set(6, 5, 1), set(6, 6, 1e-4);
  }
  *start.array(4, 7) = std::nan("");
  const double t[times] = {0, -2.5, 1e6};
  on_each_set([&](std::string_view set) {
    const FreeBodies bodies(start.bodies(), start.moments(), n, 2);
    EXPECT_LE(8 * (12 * n), bodies.bytes());
    EXPECT_LE(bodies.bytes(), 96 * (n + 16) + 88 * bodies.kept_apart());
    EXPECT_GT(bodies.kept_apart(), n / 10) << set;  // 1 of 10 is thin,
    EXPECT_LT(bodies.kept_apart(), n / 3) << set;   // 1 of 10 near the separatrix, and a few of the others
    std::vector<double> out(7 * n * times);
    const auto array = [&](std::size_t k) { return out.data() + k * n * times; };
    const BodyArrays states{{array(0), array(1), array(2), array(3)}, {array(4), array(5), array(6)}};
    EXPECT_EQ(bodies.at(t, times, states, 2), times) << "those of the one that is none";
    for (std::size_t i = 0; i < n; ++i) {
      const PrincipalMotion<double> motion(Principal<double>(start.three(7, i)), start.state(i));
      for (std::size_t k = 0; k < times; ++k) {
        const auto at = [&](std::size_t c) { return array(c)[i + k * n]; };
        if (i == 7)
          EXPECT_TRUE(std::isnan(at(0)));
        else
          expect_state<double>(motion.at(t[k]), {{at(0), {at(1), at(2), at(3)}}, {at(4), at(5), at(6)}}, i);
      }
    }
  });
}
/// Memory that ends, or begins, where no more can be read or written.
template <class F>
class Guarded {
 public:
  Guarded(std::size_t numbers, bool at_end) : page_(std::size_t(sysconf(_SC_PAGESIZE))) {
    const std::size_t bytes = numbers * sizeof(F), room = (bytes + page_ - 1) / page_ * page_;
    size_ = room + 2 * page_;
    all_ = static_cast<char*>(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(all_, page_, PROT_NONE);
    mprotect(all_ + page_ + room, page_, PROT_NONE);
    data = reinterpret_cast<F*>(all_ + page_ + (at_end ? room - bytes : 0));
  }
  ~Guarded() { munmap(all_, size_); }
  Guarded(const Guarded&) = delete;
  F* data;

 private:
  std::size_t page_, size_;
  char* all_;
};
/// Records of attitude, momentum and torque, with the momentum or the torque at their ends; also backwards.
template <class F>
void expect_nothing_beyond(std::size_t n, bool at_end, bool torque_last, bool backwards) {
  const Guarded<F> memory(10 * n, at_end);
  const std::size_t q = torque_last ? 0 : 3, torque = torque_last ? 7 : 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 10; ++k)
      memory.data[10 * i + k] = k == q ? F(1) : k > q && k < q + 4 ? F(0) : F(0.1) * F(k + 1);
  F* const d = memory.data + (backwards ? 10 * (n - 1) : 0);
  const std::ptrdiff_t stride = backwards ? -10 : 10;
  const F I[3] = {1, 2, F(2.5)};
  const BodyArraysOf<F> bodies{{d + q, d + q + 1, d + q + 2, d + q + 3}, {d + q + 4, d + q + 5, d + q + 6}, stride};
  kick_and_drift(bodies, {{&I[0], &I[1], &I[2]}, 0}, {{d + torque, d + torque + 1, d + torque + 2}, stride}, n, F(0.1),
                 F(0.1));
  for (std::size_t i = 1; i < n; ++i)
    EXPECT_EQ(0, std::memcmp(memory.data, memory.data + 10 * i, 10 * sizeof(F))) << n << ' ' << i;
  if constexpr (std::is_same_v<F, double>) {
    const double t = 2;
    EXPECT_EQ(move_freely(bodies, {{&I[0], &I[1], &I[2]}, 0}, n, &t, true), 0U);
  }
}
TEST(Arrays, are_not_left) {
  on_each_set([](std::string_view) {
    for (const std::size_t n : {1U, 7U, 8U, 16U, 33U, 520U})
      for (const int which : {0, 1, 2, 3, 4, 5, 6, 7}) {
        expect_nothing_beyond<double>(n, (which & 1) != 0, (which & 2) != 0, (which & 4) != 0);
        expect_nothing_beyond<float>(n, (which & 1) != 0, (which & 2) != 0, (which & 4) != 0);
      }
  });
}
TEST(Arrays, with_nonsense_are_refused) {
  Memory memory(4, Kind::arrays);
  BodyArrays one = memory.bodies();
  one.stride = 0;
  EXPECT_THROW(kick(one, memory.torques(), 4, 1), InvalidInput);
  EXPECT_THROW(kick(memory.bodies(), memory.torques(), 4, 1, -1), InvalidInput);
  BodyArrays states = memory.bodies();
  states.stride = 2;
  const double t = 1;
  EXPECT_THROW(free_motion(memory.bodies(), memory.moments(), 4, &t, 1, states), InvalidInput);
  EXPECT_THROW(FreeBodies(memory.bodies(), memory.moments(), 4).at(&t, 1, states), InvalidInput);
  EXPECT_THROW(FreeBodies(one, memory.moments(), 4), InvalidInput);
  EXPECT_THROW(step_freely("rk8", memory.bodies(), memory.moments(), 4, 0.1, 1), InvalidInput);
}

}  // namespace
}  // namespace polhode::test

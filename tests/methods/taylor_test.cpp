// Taylor series of a body under a torque: what the contract test does not ask.
#include "polhode/methods/taylor.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/gauss.hpp"
#include "polhode/numbers/error.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace polhode {
namespace {

const Principal<double> kBody(Vec3<double>{0.6, 0.8, 1.0});
const PrincipalState<double> kStart{{}, {1.8, 0.4, -0.9}};

template <class Torque>
PrincipalState<double> after_a_step(const Torque& torque) {
  PrincipalState<double> s = kStart;
  Drive<Taylor<8>, Torque>(kBody, torque).step(0.0, 0.1, s);
  return s;
}

/// Does one product more in its third call.
struct Moody {
  int* calls;
  template <class T>
  Vec3<T> torque(T, const Quaternion<T>&, const Vec3<T>& w) const {
    return ++*calls == 3 ? (w.x * T(1)) * w : w.x * w;
  }
};
TEST(Taylor, RefusesATorqueThatDoesOtherOperationsInOneCallThanInAnother) {
  PrincipalState<double> s = kStart;
  int calls = 0;
  try {
    Drive<Taylor<8>, Moody>(kBody, Moody{&calls}).step(0.0, 0.1, s);
    FAIL() << "no exception";
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find("the same operations in each call"), std::string::npos) << e.what();
  }
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(s.m.x, kStart.m.x) << "the state stays";
  EXPECT_EQ(s.Q.w, kStart.Q.w);
}

/// Throws in its fourth call.
struct Throwing {
  int* calls;
  template <class T>
  Vec3<T> torque(T, const Quaternion<T>& Q, const Vec3<T>&) const {
    if (++*calls == 4) throw std::runtime_error("torque");
    return HeavyTop<>{}.torque(Q);
  }
};
TEST(Taylor, GoesOnAfterATorqueThatThrew) {
  const PrincipalState<double> expected = after_a_step(HeavyTop<>{});
  int calls = 0;
  EXPECT_THROW(after_a_step(Throwing{&calls}), std::runtime_error);
  const PrincipalState<double> again = after_a_step(Throwing{&calls});  // the same type, so the same tape
  EXPECT_EQ(again.m.x, expected.m.x);
  EXPECT_EQ(again.Q.v.z, expected.Q.v.z);
}

/// From rest about a principal axis, I = 1: w = t, the angle t^2/2.
struct Driven {
  template <class T>
  Vec3<T> torque(T, const Quaternion<T>&, const Vec3<T>&) const {
    return {T(0), T(0), T(1)};
  }
};
TEST(Taylor, FollowsASpinThatIsKnown) {
  PrincipalState<double> s{{}, {}};
  Drive<Taylor<12>, Driven>(kBody).step(0.0, 0.4, s);
  EXPECT_NEAR(s.m.z, 0.4, 1e-16);
  // The first term that is left out: 2 (t^2/4)^7/7!
  const double error = attitude_distance(s.Q, Quaternion<double>{std::cos(0.04), {0, 0, std::sin(0.04)}});
  EXPECT_NEAR(error, 2 * std::pow(0.04, 7) / 5040, 0.05 * error);
}

/// The same torque, without a copy for each pass.
template <class Model>
struct OnTheTape {
  static constexpr bool kChosenAtRunTime = true;
  Model model;
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return torque_of(model, t, Q, w);
  }
};
/// Every operation that series have; n times over, so that there is room for 1 and not for 3.
struct Long {
  int n;
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    Vec3<T> sum{};
    for (int i = 0; i < n; ++i) {
      T s, c;
      sincos(t + T(i), s, c);
      const T r = sqrt(T(1) + norm2(w)), a = atan2(Q.v.x, Q.w) - T(0.1) * tanh(w.y),
              b = exp(-r) / r + log(r) - pow(r, 1.5);
      sum += Vec3<T>{a * s, max(b, c) * Q.w, abs(Q.v.z) / (T(2) + c) - T(2) / r};
    }
    return sum;
  }
};
template <class M, class Torque>
void expect_the_bits_of_the_tape(const Torque& torque) {
  PrincipalState<double> fast = kStart, taped = kStart;
  for (int i = 0; i < 20; ++i) {
    Drive<M, Torque>(kBody, torque).step(0.1 * i, 0.1, fast);
    Drive<M, OnTheTape<Torque>>(kBody, {torque}).step(0.1 * i, 0.1, taped);
  }
  EXPECT_EQ(0, std::memcmp(&fast, &taped, sizeof fast)) << M::info.name;
  EXPECT_TRUE(std::isfinite(fast.m.x));
}
TEST(Taylor, UnrolledPassesGiveTheBitsOfTheTape) {
  expect_the_bits_of_the_tape<Taylor<8>>(HeavyTop<>{});
  expect_the_bits_of_the_tape<Taylor<16>>(HeavyTop<>{});  // its last passes are loops
  expect_the_bits_of_the_tape<Taylor<4>>(Long{1});
  expect_the_bits_of_the_tape<Taylor<4>>(Long{3});
}

// One step of h and of h/2 of the whole motion, against eight of another method, whose error is nothing.
template <int N>
void expect_order() {
  using Top = OnTheTape<HeavyTop<>>;
  const Principal<Quad> body(Vec3<Quad>{0.6, 0.8, 1.0});
  const auto error = [&](Quad h) {
    constexpr int kSteps = 8;
    PrincipalState<Quad> s{{}, {1.8, 0.4, -0.9}}, reference = s;
    Drive<Taylor<N>, Top, Quad>(body).step(Quad(0), h, s);
    Drive<Gauss16, HeavyTop<>, Quad> other(body);
    for (int i = 0; i < kSteps; ++i) EXPECT_TRUE(other.step(h / kSteps, reference).converged);
    return double(norm(s.m - reference.m));
  };
  const double order = std::log2(error(Quad(0.1)) / error(Quad(0.05))) - 1;
  EXPECT_NEAR(order, N, 0.25) << N;  // measured 0.15
  EXPECT_EQ(Taylor<N>::info.order, N);
  EXPECT_EQ(Taylor<N>::info.name, "taylor" + std::to_string(N));
}
TEST(Taylor, HasEveryEvenOrderFrom4To20) {
  expect_order<4>(), expect_order<6>(), expect_order<8>(), expect_order<10>(), expect_order<12>();
  expect_order<14>(), expect_order<16>(), expect_order<18>(), expect_order<20>();
}

}  // namespace
}  // namespace polhode

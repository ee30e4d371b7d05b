// Taylor series of a body under a torque: what the contract test does not ask.
#include "polhode/methods/taylor.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/numbers/error.hpp"
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

}  // namespace
}  // namespace polhode

// What is special to the Lie-series methods; the contract test measures what their cards promise.
#include "polhode/methods/lie.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/buss_abam.hpp"
#include "polhode/methods/buss_rk4.hpp"
#include "polhode/methods/buss_simo_wong.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

using test::Random;
using Series = LieMethods;
using Others = MethodList<BussRk4, BussAbam, BussSimoWong>;

template <class M, class T>
PrincipalState<T> after(const Principal<T>& moments, PrincipalState<T> s, T h, int steps) {
  Drive<M, NoTorque, T> drive(moments);
  for (int n = 0; n < steps; ++n) drive.step(h, s);
  return s;
}

// The boxes of [Buss2001] section 3 as they stand there: space axes, cross products, inertia as a matrix; with the derivatives
// of L, which the paper takes as given.
Mat3<Quad> paper_step(const std::string_view name, const Vec3<Quad>& moments, const Mat3<Quad>& R, const Vec3<Quad>& L,
                      Quad h, const std::array<Vec3<Quad>, 3>& given = {}) {
  const auto& [L1, L2, L3] = given;
  const Mat3<Quad> inverse = R * Mat3<Quad>::diagonal({1 / moments.x, 1 / moments.y, 1 / moments.z}) * transpose(R);
  const Vec3<Quad> w = inverse * L, w1 = inverse * (L1 - cross(w, L));
  const Vec3<Quad> w2 = cross(w, w1) + inverse * (L2 - cross(w1, L) - Quad(2) * cross(w, L1) + cross(w, cross(w, L)));
  const Vec3<Quad> w3 =
      Quad(2) * cross(w, w2) - cross(w, cross(w, w1)) +
      inverse * (L3 - Quad(3) * cross(w, L2) - Quad(3) * cross(w1, L1) - cross(w2, L) + cross(w1, cross(w, L)) +
                 Quad(2) * cross(w, cross(w1, L)) + Quad(3) * cross(w, cross(w, L1)) - cross(w, cross(w, cross(w, L))));
  Vec3<Quad> wbar = w;
  if (name != "lie1") wbar += (h / 2) * w1;
  if (name == "lie3-false" || name == "lie3" || name == "lie4") wbar += (h * h / 6) * w2;
  if (name == "lie2-augmented" || name == "lie3" || name == "lie4") wbar += (h * h / 12) * cross(w1, w);
  if (name == "lie3") wbar += (h * h * h / 36) * cross(w2, w);
  if (name == "lie4") wbar += (h * h * h / 24) * (w3 + cross(w2, w));
  return to_matrix(to_quaternion(exp(h * wbar))) * R;
}
TEST(Lie, StepsAreThoseOfThePaperInSpaceAxes) {
  Random random(11);
  double worst = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Vec3<Quad> moments = convert<Quad>(random.moments());
    const PrincipalState<Quad> start{normalized(convert<Quad>(random.attitude())), convert<Quad>(random.vector())};
    const Quad h = random.uniform(-1, 1);
    MethodList<Lie1, Lie2, Lie2Augmented, Lie3False, Lie3, Lie4>::each([&](auto m) {
      using M = decltype(m);
      const PrincipalState<Quad> s = after<M, Quad>(Principal<Quad>(moments), start, h, 1);
      const Mat3<Quad> ours = to_matrix(s.Q);
      const Mat3<Quad> paper = paper_step(M::info.name, moments, to_matrix(start.Q), rotate(start.Q, start.m), h);
      for (int i = 0; i < 3; ++i) worst = std::max(worst, double(norm(ours[i] - paper[i])));
    });
  }
  EXPECT_LT(worst, 1e-31);  // measured 1.1e-33
}

// A torque of time in space axes, and its integral.
struct Rising {
  Vec3<double> a, b, c;
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const {
    return rotate_back(Q, convert<T>(a) + t * (convert<T>(b) + t * convert<T>(c)));
  }
  template <class T>
  Vec3<T> impulse(T t) const {
    return t * (convert<T>(a) + t * (T(0.5) * convert<T>(b) + t * (T(1) / T(3)) * convert<T>(c)));
  }
};
// Derivatives of L given as numbers: the boxes with L', L'', L'''; an impulse is a jump of L before them.
TEST(Lie, StepsWithGivenDerivativesOfTheMomentumAreThoseOfThePaper) {
  Random random(14);
  double worst = 0, momentum = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Vec3<Quad> moments = convert<Quad>(random.moments());
    const PrincipalState<Quad> start{normalized(convert<Quad>(random.attitude())), convert<Quad>(random.vector())};
    const Quad h = random.uniform(-1, 1);
    GivenMomentum<Quad, 3> given{.impulse = convert<Quad>(random.vector())};
    for (Vec3<Quad>& rate : given.rates) rate = convert<Quad>(random.vector());
    const auto& [L1, L2, L3] = given.rates;
    const Vec3<Quad> L = rotate(start.Q, start.m) + given.impulse, after = L + h * (L1 + (h / 2) * (L2 + (h / 3) * L3));
    MethodList<Lie1, Lie2, Lie2Augmented, Lie3False, Lie3, Lie4>::each([&](auto m) {
      using M = decltype(m);
      PrincipalState<Quad> s = start;
      M::step(typename M::template Body<Quad>(Principal<Quad>(moments)), given, h, s);
      const Mat3<Quad> ours = to_matrix(s.Q);
      const Mat3<Quad> paper = paper_step(M::info.name, moments, to_matrix(start.Q), L, h, given.rates);
      for (int i = 0; i < 3; ++i) worst = std::max(worst, double(norm(ours[i] - paper[i])));
      momentum = std::max(momentum, double(norm(rotate(s.Q, s.m) - after)));
    });
  }
  EXPECT_LT(worst, 1e-31);     // measured 2.3e-33
  EXPECT_LT(momentum, 1e-32);  // measured 1.6e-33
}
// A torque, whose derivatives are found by series, against the momentum as a function of time, whose are found by jets.
TEST(Lie, StepUnderATorqueIsTheStepWithItsMomentum) {
  Random random(15);
  double worst = 0, momentum = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Principal<Quad> moments(convert<Quad>(random.moments()));
    const PrincipalState<Quad> start{normalized(convert<Quad>(random.attitude())), convert<Quad>(random.vector())};
    const Rising torque{random.vector(), random.vector(), random.vector()};
    const Quad h = random.uniform(-0.5, 0.5), t = random.uniform(-1, 1);
    const Vec3<Quad> L = rotate(start.Q, start.m);
    Series::each([&](auto m) {
      using M = decltype(m);
      PrincipalState<Quad> a = start, b = start;
      Drive<M, Rising, Quad>(moments, torque).step(t, h, a);
      const auto momentum_at = [&](auto time) {
        using T = decltype(time);
        return Vec3<T>{T(L.x), T(L.y), T(L.z)} + torque.impulse(time) - torque.impulse(T(t));
      };
      M::step(typename M::template Body<Quad>(moments), momentum_at, t, h, b);
      worst = std::max(worst, double(attitude_distance(a.Q, b.Q)));
      if (M::info.order >= 3)  // then the polynomial is whole
        momentum = std::max(momentum, double(norm(rotate(a.Q, a.m) - rotate(b.Q, b.m))));
    });
  }
  EXPECT_LT(worst, 1e-31);     // measured 2.3e-33
  EXPECT_LT(momentum, 1e-31);  // measured 1.6e-33
}

// The polynomials of the free step against the general step, which takes the derivatives of L from jets.
TEST(Lie, FreeStepIsTheStepWithConstantMomentum) {
  Random random(12);
  double worst = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Principal<double> moments(random.moments());
    const PrincipalState<double> start{random.attitude(), random.vector()};
    const double h = random.uniform(-0.5, 0.5);
    const Vec3<double> L = rotate(start.Q, start.m);
    Series::each([&](auto m) {
      using M = decltype(m);
      const typename M::template Body<double> body(moments);
      PrincipalState<double> a = start, b = start;
      M::step(body, h, a);
      M::step(body, [&](auto t) { return Vec3<decltype(t)>{L.x, L.y, L.z}; }, 0.0, h, b);
      worst = std::max({worst, attitude_distance(a.Q, b.Q), norm(a.m - b.m)});
    });
  }
  EXPECT_LT(worst, 1e-14);  // measured 1.0e-15
}

TEST(Lie, SpinAboutAPrincipalAxisIsExact) {
  const auto check = [](auto m) {
    using M = decltype(m);
    for (int axis = 0; axis < 3; ++axis) {
      PrincipalState<double> start{};
      start.m[axis] = 1.1;
      const Vec3<double> I{0.5, 2.0, 1.7};
      const PrincipalState<double> s = after<M, double>(Principal<double>(I), start, 0.25, 8);
      EXPECT_EQ(std::memcmp(&s.m, &start.m, sizeof s.m), 0) << M::info.name;
      EXPECT_NEAR(s.Q.v[axis], std::sin(1.1 / I[axis]), 1e-15) << M::info.name;  // measured 2.2e-16
    }
  };
  Series::each(check);
  Others::each(check);
}
TEST(Lie, SphereIsExact) {
  const PrincipalState<double> start{{}, {0.3, -0.4, 1.2}};
  const auto check = [&](auto m) {
    using M = decltype(m);
    const PrincipalState<double> s = after<M, double>(Principal<double>({3.0, 3.0, 3.0}), start, 0.3, 10);
    EXPECT_LT(attitude_distance(s.Q, to_quaternion(exp(start.m))), 2e-15) << M::info.name;  // measured 1.1e-16
    EXPECT_LT(norm(s.m - start.m), 1e-15) << M::info.name;                                  // measured 0
  };
  Series::each(check);
  Others::each(check);
}

TEST(Lie, ScaleOfInertiaAndMomentumDoesNotMatter) {
  const Vec3<double> I{0.6, 0.8, 1.0};
  const PrincipalState<double> start{{}, {1.1, 0.7, 1.3}};
  const auto check = [&](auto m) {
    using M = decltype(m);
    const PrincipalState<double> s = after<M, double>(Principal<double>(I), start, 0.1, 20);
    for (double scale : {0x1p-100, 0x1p100}) {
      const PrincipalState<double> t =
          after<M, double>(Principal<double>(scale * I), {start.Q, scale * start.m}, 0.1, 20);
      EXPECT_EQ(std::memcmp(&s.Q, &t.Q, sizeof s.Q), 0) << M::info.name;
      EXPECT_EQ(s.m.x * scale, t.m.x) << M::info.name;
    }
  };
  Series::each(check);
  Others::each(check);
}

TEST(Lie, LanesGiveTheBitsOfOneBody) {
  using P = Pack<double, 4>;
  Random random(13);
  const auto check = [&](auto m) {
    using M = decltype(m);
    Vec3<P> I;
    PrincipalState<P> s;
    PrincipalState<double> start[4];
    Vec3<double> moments[4];
    for (int i = 0; i < 4; ++i) {
      moments[i] = random.moments();
      start[i] = {random.attitude(), random.vector()};
      set_lane(s, i, start[i]);
      for (int k = 0; k < 3; ++k) set_lane(I[k], i, moments[i][k]);
    }
    const PrincipalState<P> packed = after<M, P>(Principal<P>(I), s, P(0.1), 20);
    for (int i = 0; i < 4; ++i) {
      const PrincipalState<double> one = after<M, double>(Principal<double>(moments[i]), start[i], 0.1, 20);
      const PrincipalState<double> in_lane = lane(packed, i);
      EXPECT_EQ(std::memcmp(&one, &in_lane, sizeof one), 0) << M::info.name;
    }
  };
  Series::each(check);
  Others::each(check);
}

// The term h^3/36 w2 x w of the third-order box has no other reason than a smaller drift; measured here, factor 5.2.
TEST(Lie, ExtraTermOfThirdOrderReducesTheDrift) {
  using Without = LieMethod<"without", "", "", LieTerms{.order = 3, .derivatives = 2, .w2 = 6, .w1_w = 12}>;
  const Principal<double> body({0.95 / 3, 0.03, 0.94 / 3});
  const double c = 3 / std::sqrt(2.0);
  const PrincipalState<double> start{{}, {c, c, 0}};
  const double E = energy(body, start.m);
  const double with = energy(body, after<Lie3, double>(body, start, 0.0005, 799999).m) - E;
  const double without = energy(body, after<Without, double>(body, start, 0.0005, 799999).m) - E;
  EXPECT_NEAR(with, 0.0101, 0.0001);
  EXPECT_NEAR(without, 0.0525, 0.0002);
}

// Value-initialised memory is "not started", and a run can be begun anew.
TEST(Buss, MemoryStartsOver) {
  const Principal<double> body({1, 1.7, 2.3});
  const PrincipalState<double> start{{}, {1.1, 0.7, 1.3}};
  Others::each([&](auto m) {
    using M = decltype(m);
    const PrincipalState<double> a = after<M, double>(body, start, 0.1, 5), b = after<M, double>(body, start, 0.1, 5);
    EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
  });
  const PrincipalState<double> first = after<BussSimoWong, double>(body, start, 0.1, 1),
                               lie1 = after<Lie1, double>(body, start, 0.1, 1);
  EXPECT_LT(attitude_distance(first.Q, lie1.Q), 1e-16);
}

}  // namespace
}  // namespace polhode

// Elliptic integrals and theta functions against 40-digit values, in double, long double and __float128.
#include "polhode/exact/elliptic.hpp"

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/numbers/quad.hpp"

namespace polhode {
namespace {

struct Row {
  std::string function;
  std::vector<std::string> numbers;
  template <class T>
  T argument(int i) const {
    return T(std::strtod(numbers.at(i).c_str(), nullptr));
  }
  Quad value(int i) const { return strtoflt128(numbers.at(i).c_str(), nullptr); }
};

std::vector<Row> rows(const std::string& function) {
  std::ifstream file(POLHODE_REFERENCE_DIR "/elliptic.csv");
  std::vector<Row> found;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    Row row;
    std::getline(fields, row.function, ',');
    if (row.function != function) continue;
    for (std::string field; std::getline(fields, field, ',');) row.numbers.push_back(field);
    found.push_back(row);
  }
  EXPECT_GT(found.size(), 20u) << function;
  return found;
}

/// Errors in units of eps of T.
template <class T>
double relative(T got, Quad want) {
  if (want == Quad(0)) return got == T(0) ? 0 : HUGE_VAL;
  return double(fabsq((Quad(got) - want) / want) / Quad(epsilon<T>()));
}
template <class T>
double absolute(T got, Quad want) {
  return double(fabsq(Quad(got) - want) / Quad(epsilon<T>()));
}

template <class T>
class Elliptic : public testing::Test {};
using Types = testing::Types<double, long double, Quad>;
TYPED_TEST_SUITE(Elliptic, Types, );

// The bounds are those stated in the header, in eps of the type; beside them the measured double, long double, quad.

TYPED_TEST(Elliptic, CompleteIntegral) {
  double worst = 0;
  for (const Row& r : rows("elliptic_k"))
    worst = std::max(worst, relative(elliptic_k(r.argument<TypeParam>(0)), r.value(1)));
  EXPECT_LT(worst, 4);
  this->RecordProperty("eps", std::to_string(worst));
}
TYPED_TEST(Elliptic, Nome) {
  double worst = 0;
  for (const Row& r : rows("nome")) {
    const Quad want = r.value(2);
    const double e = relative(nome(r.argument<TypeParam>(0), r.argument<TypeParam>(1)), want);
    worst = std::max(worst, e / (1 + double(fabsq(logq(want)))));
  }
  EXPECT_LT(worst, 8);
  this->RecordProperty("eps", std::to_string(worst));
}
TYPED_TEST(Elliptic, CarlsonRF) {
  double worst = 0;
  for (const Row& r : rows("carlson_rf")) {
    const auto got = carlson_rf(r.argument<TypeParam>(0), r.argument<TypeParam>(1), r.argument<TypeParam>(2));
    worst = std::max(worst, relative(got, r.value(3)));
  }
  EXPECT_LT(worst, 4);
  this->RecordProperty("eps", std::to_string(worst));
}
TYPED_TEST(Elliptic, IncompleteIntegral) {
  double mean = 0, angle = 0;
  for (const Row& r : rows("first_kind")) {
    const auto got = first_kind(r.argument<TypeParam>(0), r.argument<TypeParam>(1), r.argument<TypeParam>(2));
    mean = std::max(mean, relative(got.mean, r.value(3)));
    if (fabsq(r.value(4)) > Quad(1e-140))
      angle = std::max(angle, relative(got.angle, r.value(4)));
    else
      EXPECT_LT(fabsq(Quad(got.angle)), Quad(1e-140));
  }
  EXPECT_LT(mean, 2);
  EXPECT_LT(angle, 4);
  this->RecordProperty("mean_eps", std::to_string(mean));
  this->RecordProperty("angle_eps", std::to_string(angle));
}
TYPED_TEST(Elliptic, ThetaOfRealArgument) {
  using T = TypeParam;
  double worst = 0, slope = 0;
  for (const Row& r : rows("theta_real")) {
    const ThetaReal<T> theta(r.argument<T>(0), r.argument<T>(1));
    T s, c;
    sincos(r.argument<T>(2), s, c);
    const ThetaPair<T> got = theta(s, c);
    worst = std::max({worst, absolute(got.ar, r.value(3)), absolute(got.ai, r.value(4)), absolute(got.br, r.value(5)),
                      absolute(got.bi, r.value(6))});
    slope = std::max(slope, absolute(theta.slope(), r.value(7)));
  }
  EXPECT_LT(worst, 4);
  EXPECT_LT(slope, 4);
  this->RecordProperty("eps", std::to_string(worst));
  this->RecordProperty("slope_eps", std::to_string(slope));
}
TYPED_TEST(Elliptic, ThetaOfImaginaryArgument) {
  using T = TypeParam;
  double worst = 0, slope = 0;
  for (const Row& r : rows("theta_imaginary")) {
    const ThetaImaginary<T> theta(r.argument<T>(0), r.argument<T>(1));
    const ThetaPair<T> got = theta(r.argument<T>(2));
    worst = std::max({worst, absolute(got.ar, r.value(3)), absolute(got.ai, r.value(4)), absolute(got.br, r.value(5)),
                      absolute(got.bi, r.value(6))});
    slope = std::max(slope, absolute(theta.slope(), r.value(7)));
  }
  EXPECT_LT(worst, 4);
  EXPECT_LT(slope, 4);
  this->RecordProperty("eps", std::to_string(worst));
  this->RecordProperty("slope_eps", std::to_string(slope));
}

TEST(MeanShare, IsTheMeanOverThePeriodWithTwiceTheDigits) {
  // 1/K integral of cos^2/(cos^2 + r sin^2) / sqrt(1 - k^2 sin^2) over a quarter turn: periodic, so that the trapezoidal
  // rule converges like a geometric series.
  double worst_mean = 0, worst_share = 0;
  for (const double kp : {0.1, 0.35, 0.8, 0.99, 1.0})
    for (const double p : {1.0, 1.001, 1.7, 5.0}) {
      constexpr int n = 4000;
      const Quad r = Quad(p) * Quad(p), k2 = 1 - Quad(kp) * Quad(kp);
      Quad whole = 0, part = 0;
      for (int i = 0; i < n; ++i) {
        Quad s, c;
        sincos(detail::pi<Quad>() / 2 * (Quad(i) + Quad(0.5)) / n, s, c);
        const Quad weight = 1 / sqrt(1 - k2 * s * s);
        whole += weight, part += weight * c * c / (c * c + r * s * s);
      }
      const auto got = mean_share<double>(1.0, kp, p);
      const auto value = [](const DoubleDouble<double>& x) { return Quad(x.hi) + Quad(x.lo); };
      worst_mean = std::max(worst_mean, double(fabsq(value(got.mean) * whole / n - 1)));
      worst_share = std::max(worst_share, double(fabsq(value(got.share) / (part / whole) - 1)));
      const DoubleDouble<double> mean = agm(DoubleDouble<double>(1.0), DoubleDouble<double>(kp));
      worst_mean = std::max(worst_mean, double(fabsq(value(mean) * whole / n - 1)));
    }
  EXPECT_LT(worst_mean, 1e-30);
  EXPECT_LT(worst_share, 1e-30);
  RecordProperty("mean", std::to_string(worst_mean * 1e32));
  RecordProperty("share", std::to_string(worst_share * 1e32));
}
TEST(MeanShare, HoldsToTheEndsOfItsRange) {
  // On the way to the separatrix the body rests ever longer at sn^2 = 1, where the share is 0: it falls like 1/K.
  for (const double kp : {1e-3, 1e-10, 1e-50, 0x1p-498}) {
    const auto got = mean_share<double>(1.0, kp, 2.0);
    EXPECT_NEAR(got.mean.hi, M_PI / 2 / std::log(4 / kp), 1e-5 * got.mean.hi);
    EXPECT_GT(got.share.hi, 0);
    EXPECT_LT(got.share.hi, got.mean.hi);
  }
  EXPECT_NEAR(mean_share<double>(1.0, 1.0, 1e24).share.hi, 1e-24, 1e-38);  // 1/(1 + p)
}

TEST(ShortForms, OfExpAndAtan2) {
  double exponential = 0, angle = 0, sine = 0, half_sine;
  for (int i = 0; i <= 200000; ++i) {
    const double x = -700 * std::pow(i / 200000.0, 3);
    exponential = std::max(exponential, relative(detail::exp_negative(x), expq(x)));
  }
  for (int i = -1000; i <= 1000; ++i)
    for (const double y : {1e-3, 0.7, 1.0, 40.0}) {
      const double x = std::copysign(std::exp(std::abs(i) * 0.02 - 10), i);
      angle = std::max(angle, relative(detail::angle_above(y, x, half_sine), atan2q(y, x)));
      sine = std::max(sine, relative(half_sine, Quad(x) * y / (Quad(x) * x + Quad(y) * y)));
    }
  EXPECT_LT(exponential, 2);
  EXPECT_LT(angle, 2);
  EXPECT_LT(sine, 4);
  for (const auto& [x, want] : {std::pair(HUGE_VAL, 0.0), {-HUGE_VAL, M_PI}, {0.0, M_PI / 2}}) {
    EXPECT_EQ(detail::angle_above(1.0, x, half_sine), want);
    EXPECT_EQ(half_sine, 0);
  }
  RecordProperty("exp_eps", std::to_string(exponential));
  RecordProperty("angle_eps", std::to_string(angle));
  RecordProperty("sine_eps", std::to_string(sine));
}

TEST(FirstKind, HasTheSameBitsInLanes) {
  using P = Pack<double, 4>;
  const double x[4] = {0.3, -2, 1e-30, 1}, y[4] = {1, 0.1, -1, 1e-9}, kp[4] = {0.9, 1e-12, 1, 0.03};
  P px, py, pk;
  for (int i = 0; i < 4; ++i) set_lane(px, i, x[i]), set_lane(py, i, y[i]), set_lane(pk, i, kp[i]);
  const FirstKind<P> got = first_kind(py, px, pk);
  for (int i = 0; i < 4; ++i) {
    const FirstKind<double> want = first_kind(y[i], x[i], kp[i]);
    EXPECT_EQ(lane(got.mean, i), want.mean) << i;
    EXPECT_EQ(lane(got.angle, i), want.angle) << i;
  }
}

TEST(Theta, BothFormsAreTheSameFunctionsUpToACommonFactor) {
  // Around the switch at q = 1/4, where both series are at their worst: a/b must agree (v = pi r, X = r period).
  for (const double q : {0.2, 0.25, 0.29}) {
    const double pi = M_PI, ratio = -std::log(q) / pi;  // K'/K
    for (const double part : {0.1, 0.5, 0.9})           // w/K'
      for (double r = -0.49; r < 0.5; r += 0.07) {
        const ThetaReal<double> real(std::exp(-0.5 * pi * ratio * (1 - part)),
                                     std::exp(-0.5 * pi * ratio * (1 + part)));
        const ThetaPair<double> x = real(std::sin(pi * r), std::cos(pi * r));
        const double period = pi / (2 * ratio), S = 0.25 * pi * part;
        const ThetaPair<double> y = ThetaImaginary<double>(std::exp(-period), S)(period * r);
        // The imaginary form lacks the phase e^(2 i S r); b/a is free of it.
        const double x2 = x.ar * x.ar + x.ai * x.ai, y2 = y.ar * y.ar + y.ai * y.ai;
        EXPECT_NEAR((x.br * x.ar + x.bi * x.ai) / x2, (y.br * y.ar + y.bi * y.ai) / y2, q > 0.25 ? 1e-13 : 4e-15)
            << q << ' ' << r;
        EXPECT_NEAR((x.bi * x.ar - x.br * x.ai) / x2, (y.bi * y.ar - y.br * y.ai) / y2, q > 0.25 ? 1e-13 : 4e-15)
            << q << ' ' << r;
      }
  }
}

}  // namespace
}  // namespace polhode

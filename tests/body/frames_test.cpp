// Frames are types: body axes and principal axes cannot be mixed up, and a full tensor gives the right motion everywhere.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"
#include "polhode/drive/extrapolation.hpp"
#include "polhode/drive/stepper.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/exact/tumbling.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

using Body = State<double>;
using Axes = PrincipalState<double>;  // in principal axes
using Moments = Principal<double>;

// --- what does not compile ------------------------------------------------------------------------------------------------
// Each line in both directions, so that it cannot be true for another reason.

static_assert(!std::is_same_v<Body, Axes>);
static_assert(!std::is_convertible_v<Body, Axes> && !std::is_convertible_v<Axes, Body>);
static_assert(!std::is_constructible_v<Body, Axes> && !std::is_constructible_v<Axes, Body>);
static_assert(!std::is_assignable_v<Body&, Axes> && !std::is_assignable_v<Axes&, Body>);
static_assert(!std::is_convertible_v<Inertia, Moments> && !std::is_constructible_v<Moments, Inertia>);
static_assert(!std::is_constructible_v<Inertia, Moments>);

// The exact motion and what is asked of it.
static_assert(std::is_constructible_v<FreeMotion<double>, Inertia, Body>);
static_assert(!std::is_constructible_v<FreeMotion<double>, Inertia, Axes>);
static_assert(!std::is_constructible_v<FreeMotion<double>, Moments, Body>);  // off by 1.3 rad, when it was possible
static_assert(!std::is_constructible_v<FreeMotion<double>, Moments, Axes>);
static_assert(std::is_constructible_v<PrincipalMotion<double>, Moments, Axes>);
static_assert(!std::is_constructible_v<PrincipalMotion<double>, Moments, Body>);
static_assert(!std::is_constructible_v<PrincipalMotion<double>, Inertia, Axes>);
static_assert(!std::is_constructible_v<PrincipalMotion<double>, Inertia, Body>);
static_assert(std::is_same_v<decltype(std::declval<FreeMotion<double>>().at(1.0)), Body>);
static_assert(std::is_same_v<decltype(std::declval<PrincipalMotion<double>>().at(1.0)), Axes>);
static_assert(std::is_constructible_v<Tumbling<double>, Inertia, Body>);
static_assert(std::is_constructible_v<Tumbling<double>, Moments, Axes>);
static_assert(!std::is_constructible_v<Tumbling<double>, Inertia, Axes>);
static_assert(!std::is_constructible_v<Tumbling<double>, Moments, Body>);

// A momentum alone, along principal axes, is none along body axes; in a state it would be wrong by the turn of the axes.
template <class M>
concept MakesState = requires(const M& motion) { Body{Quaternion<double>{}, motion.momentum(3.0)}; };
template <class M>
concept MakesVelocity = requires(const M& motion) { Vec3<double>(motion.angular_velocity(3.0)); };
static_assert(MakesState<FreeMotion<double>> && !MakesState<PrincipalMotion<double>>);
static_assert(MakesVelocity<FreeMotion<double>> && !MakesVelocity<PrincipalMotion<double>>);
static_assert(!std::is_convertible_v<PrincipalVector<double>, Vec3<double>>);
static_assert(!std::is_convertible_v<Vec3<double>, PrincipalVector<double>>);
static_assert(
    std::is_same_v<decltype(std::declval<Inertia>().to_body(std::declval<PrincipalVector<double>>())), Vec3<double>>);

// What steps.
static_assert(std::is_constructible_v<Stepper<Sr<4>>, Inertia, Body>);
static_assert(!std::is_constructible_v<Stepper<Sr<4>>, Inertia, Axes>);
static_assert(!std::is_constructible_v<Stepper<Sr<4>>, Moments, Body>);
static_assert(!std::is_constructible_v<Stepper<Sr<4>>, Moments, Axes>);
static_assert(std::is_constructible_v<Stepper<Cf4, HeavyTop<>>, Inertia, Body, HeavyTop<>>);
static_assert(!std::is_constructible_v<Stepper<Cf4, HeavyTop<>>, Inertia, Axes, HeavyTop<>>);
static_assert(std::is_same_v<decltype(std::declval<Stepper<Sr<4>>>().state()), Body>);
static_assert(std::is_constructible_v<Drive<Sr<4>>, Moments> && !std::is_constructible_v<Drive<Sr<4>>, Inertia>);

template <class D, class S>
concept Steps = requires(D drive, S s) { drive.step(0.1, s); };
template <class D, class S>
concept StepsInTime = requires(D drive, S s) { drive.step(0.0, 0.1, s); };
template <class D, class S>
concept StepsBetween = requires(D drive, S s) { drive.step(TimeStep<double>{}, s); };
using Free = Drive<Sr<4>>;
using Top = Drive<Strang<Sr<2>>, HeavyTop<>>;
static_assert(Steps<Free, Axes> && !Steps<Free, Body> && Steps<Top, Axes> && !Steps<Top, Body>);
static_assert(StepsInTime<Free, Axes> && !StepsInTime<Free, Body> && StepsInTime<Top, Axes> && !StepsInTime<Top, Body>);
static_assert(StepsBetween<Free, Axes> && !StepsBetween<Free, Body>);
static_assert(std::is_constructible_v<EnergyKeeper<double>, Principal<double>, Axes> &&
              !std::is_constructible_v<EnergyKeeper<double>, Principal<double>, Body>);
template <class M, class S>
concept MethodSteps = requires(const typename M::template Body<double>& body, S s) { M::step(body, 0.1, s); };
static_assert(MethodSteps<Sr<4>, Axes> && !MethodSteps<Sr<4>, Body>);
static_assert(MethodSteps<Exact, Axes> && !MethodSteps<Exact, Body>);
static_assert(MethodSteps<Lie3, Axes> && !MethodSteps<Lie3, Body>);

// What converts and measures.
template <class S>
concept ToBody = requires(const Inertia& inertia, const S& s) { inertia.to_body(s); };
template <class S>
concept ToPrincipal = requires(const Inertia& inertia, const S& s) { inertia.to_principal(s); };
template <class B, class S>
concept HasEnergy = requires(const B& body, const S& s) { energy(body, s); };
template <class S>
concept Checked = requires(const S& s) { checked(s); };
template <class S>
concept CorrectsEnergy = requires(const Moments& body, S& s) { correct_energy(body, 1.0, s); };
template <class S>
concept Extrapolates = requires(const Moments& body, const S& s) { extrapolated(body, NoTorque{}, 0.0, 1.0, s, 10); };
static_assert(ToBody<Axes> && !ToBody<Body> && ToPrincipal<Body> && !ToPrincipal<Axes>);
static_assert(HasEnergy<Moments, Axes> && !HasEnergy<Moments, Body>);
static_assert(HasEnergy<Inertia, Body> && !HasEnergy<Inertia, Axes>);
static_assert(Checked<Body> && !Checked<Axes>);
static_assert(CorrectsEnergy<Axes> && !CorrectsEnergy<Body>);
static_assert(std::is_constructible_v<EnergyKeeper<double>, Moments, Axes>);
static_assert(!std::is_constructible_v<EnergyKeeper<double>, Moments, Body>);
static_assert(Extrapolates<Axes> && !Extrapolates<Body>);
// A change of number type or a lane leaves the axes as they are.
static_assert(std::is_same_v<decltype(convert<Quad>(Axes{})), PrincipalState<Quad>>);
static_assert(std::is_same_v<decltype(convert<Quad>(Body{})), State<Quad>>);
static_assert(std::is_same_v<decltype(lane(PrincipalState<Pack<double, 4>>{}, 0)), Axes>);
static_assert(std::is_same_v<decltype(select<double>(true, Body{}, Body{})), Body>);

// --- a full tensor -------------------------------------------------------------------------------------------------------
// Reference: Q' = Q (0, w)/2, (J w)' = (J w) x w + torque in body axes with J as it was given. No principal axes, and none of
// the library but products of quaternions and matrices.

using Wide = long double;

struct Tensor {
  Mat3<double> J;
  Inertia inertia;
  explicit Tensor(const Mat3<double>& tensor) : J(tensor), inertia(Inertia::tensor(tensor)) {}
};

template <class Torque>
State<Wide> reference(const Mat3<double>& tensor, const Torque& torque, const Body& start, double until) {
  Mat3<Wide> J;
  for (int i = 0; i < 3; ++i) J[i] = convert<Wide>(tensor[i]);
  const Mat3<Wide> inverse_J = inverse(J);
  struct Rate {
    Quaternion<Wide> Q;
    Vec3<Wide> m;
  };
  const auto rate = [&](Wide t, const State<Wide>& s) {
    const Vec3<Wide> w = inverse_J * s.m;
    return Rate{Wide(0.5) * (s.Q * Quaternion<Wide>{0, w}), cross(s.m, w) + torque_of(torque, t, s.Q, w)};
  };
  const auto moved = [](const State<Wide>& s, Wide h, const Rate& r) {
    return State<Wide>{s.Q + h * r.Q, s.m + h * r.m};
  };
  State<Wide> s = convert<Wide>(start);
  const int n = 20000;  // Runge-Kutta of order 4: an error of 1e-16 at |h w| = 3e-4
  const Wide h = Wide(until) / n;
  for (int i = 0; i < n; ++i) {
    const Wide t = h * i;
    const Rate a = rate(t, s), b = rate(t + h / 2, moved(s, h / 2, a)), c = rate(t + h / 2, moved(s, h / 2, b)),
               d = rate(t + h, moved(s, h, c));
    s.Q = s.Q + (h / 6) * (a.Q + Wide(2) * (b.Q + c.Q) + d.Q);
    s.m += (h / 6) * (a.m + Wide(2) * (b.m + c.m) + d.m);
  }
  return {normalized(s.Q), s.m};
}
template <class T>
double distance(const Body& s, const State<T>& r) {
  return std::max(double(attitude_distance(convert<T>(s.Q), r.Q)), double(relative_distance(convert<T>(s.m), r.m)));
}
double distance(const Body& a, const Body& b) {
  return distance(a, convert<Wide>(b));
}
bool same_bits(const Body& a, const Body& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

std::array<Tensor, 4> tensors() {
  test::Random random(2024);
  const auto turned = [&] {
    const Mat3<double> R = to_matrix(random.attitude());
    const Mat3<double> J = R * Mat3<double>::diagonal(random.moments()) * transpose(R);
    return Tensor(0.5 * (J + transpose(J)));
  };
  return {Tensor({{2.1, 0.4, -0.3}, {0.4, 1.7, 0.5}, {-0.3, 0.5, 2.6}}), turned(), turned(), turned()};
}
Body start_of(int i) {
  test::Random random(77 + std::uint64_t(i));
  return {random.attitude(), 1.5 * random.vector()};
}
constexpr std::array<double, 4> kTimes{0.3, 1.1, 2.0, -1.7};

TEST(Frames, free_motion_of_a_tensor_is_the_motion_of_that_tensor) {
  double from_reference = 0, from_principal = 0, turned = 4;
  int i = 0;
  for (const Tensor& body : tensors()) {
    const Body start = start_of(i++);
    const FreeMotion<double> motion(body.inertia, start);
    const PrincipalMotion<double> principal(body.inertia.in_principal_axes(), body.inertia.to_principal(start));
    turned = std::min(turned, attitude_distance(body.inertia.frame(), Quaternion<double>{}));
    for (const double t : kTimes) {
      const Body s = motion.at(t);
      from_reference = std::max(from_reference, distance(s, reference(body.J, NoTorque{}, start, t)));
      from_principal = std::max(from_principal, distance(s, body.inertia.to_body(principal.at(t))));
      EXPECT_LE(norm(motion.momentum(t) - s.m), 1e-15 * norm(s.m));  // measured 0
    }
  }
  EXPECT_GT(turned, 0.1);            // measured 0.67: the principal axes are far from the body's
  EXPECT_LE(from_reference, 1e-14);  // measured 1.4e-15
  EXPECT_LE(from_principal, 1e-14);  // measured 1.1e-15
}
/// In 113 bits, and for w: of a thin body an error of the momentum is a far larger one of the angular velocity.
State<Quad> thin_reference(const Mat3<double>& tensor, const Body& start, double until) {
  struct Turning {
    Quaternion<Quad> Q;
    Vec3<Quad> w;
  };
  const Mat3<Quad> J{convert<Quad>(tensor.r0), convert<Quad>(tensor.r1), convert<Quad>(tensor.r2)},
      inverse_J = inverse(J);
  const auto rate = [&](const Turning& s) {
    return Turning{Quad(0.5) * (s.Q * Quaternion<Quad>{0, s.w}), inverse_J * cross(J * s.w, s.w)};
  };
  const auto moved = [](const Turning& s, Quad h, const Turning& r) { return Turning{s.Q + h * r.Q, s.w + h * r.w}; };
  Turning s{convert<Quad>(start.Q), inverse_J * convert<Quad>(start.m)};
  const int n = 10000;  // Runge-Kutta of order 4: an error of 1e-15 at |h w| = 3e-4
  const Quad h = Quad(until) / n;
  for (int i = 0; i < n; ++i) {
    const Turning a = rate(s), b = rate(moved(s, h / 2, a)), c = rate(moved(s, h / 2, b)), d = rate(moved(s, h, c));
    s.Q = s.Q + (h / 6) * (a.Q + Quad(2) * (b.Q + c.Q) + d.Q);
    s.w += (h / 6) * (a.w + Quad(2) * (b.w + c.w) + d.w);
  }
  return {normalized(s.Q), J * s.w};
}
TEST(Frames, a_momentum_along_principal_axes_is_turned_by_the_inertia) {
  const Tensor body = tensors()[0];
  const Body start = start_of(0);
  const PrincipalMotion<double> principal(body.inertia.in_principal_axes(), body.inertia.to_principal(start));
  const FreeMotion<double> motion(body.inertia, start);
  EXPECT_LE(norm(body.inertia.to_body(principal.momentum(3)) - motion.at(3).m), 1e-15);
  EXPECT_GT(norm(principal.momentum(3).v - motion.at(3).m), 0.1);  // what the types keep apart; measured
  EXPECT_LE(norm(body.inertia.to_body(principal.angular_velocity(3)) - motion.angular_velocity(3)), 1e-15);
}
TEST(Frames, free_motion_of_a_thin_tensor_is_the_motion_of_that_tensor) {
  // In double the diagonalisation, the frame and the momentum in principal axes would each leave 1e-16/thin.
  test::Random random(11);
  double off = 0;
  for (const double thin : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const Mat3<double> R = to_matrix(random.attitude());
    const Mat3<double> J = R * Mat3<double>::diagonal({1, thin, 1 + 0.5 * thin}) * transpose(R);
    const Tensor body(0.5 * (J + transpose(J)));
    const Body start{random.attitude(), body.inertia.momentum(random.vector())};
    off = std::max(off, distance(FreeMotion<double>(body.inertia, start).at(1.1), thin_reference(body.J, start, 1.1)));
  }
  EXPECT_LE(off, 1e-14);  // measured 8e-16; with one of them in double up to 1e-7
}
TEST(Frames, free_motion_of_a_tensor_has_the_same_bits_in_lanes) {
  using P = Pack<double, 4>;
  int i = 0;
  for (const Tensor& body : tensors()) {
    const FreeMotion<double> motion(body.inertia, start_of(i++));
    P times;
    for (int k = 0; k < 4; ++k) set_lane(times, k, kTimes[std::size_t(k)]);
    const State<P> all = motion.at(times);
    for (int k = 0; k < 4; ++k) EXPECT_TRUE(same_bits(lane(all, k), motion.at(kTimes[std::size_t(k)]))) << k;
  }
}
TEST(Frames, free_motion_in_principal_body_axes_is_principal_motion) {
  const Inertia inertia = Inertia::principal(1.1, 1.7, 2.3);
  const Body start = start_of(9);
  const FreeMotion<double> motion(inertia, start);
  const PrincipalMotion<double> principal(inertia.in_principal_axes(), inertia.to_principal(checked(start)));
  for (const double t : kTimes) {
    const Axes s = principal.at(t);
    EXPECT_TRUE(same_bits(motion.at(t), {s.Q, s.m})) << t;
  }
}
TEST(Frames, tumbling_of_a_tensor_is_that_of_its_motion) {
  int i = 0;
  for (const Tensor& body : tensors()) {
    const Body start = start_of(i++);
    const Tumbling<double> of_body(body.inertia, start),
        of_axes(body.inertia.in_principal_axes(), body.inertia.to_principal(checked(start)));
    EXPECT_EQ(of_body.motion(), of_axes.motion());
    EXPECT_EQ(of_body.period(), of_axes.period());
    EXPECT_EQ(of_body.precession_rate(), of_axes.precession_rate());
    EXPECT_EQ(of_body.flips(0, 100), of_axes.flips(0, 100));
    // After a period the momentum along body axes is the same again.
    const Vec3<double> m = FreeMotion<double>(body.inertia, start).momentum(of_body.period());
    EXPECT_LE(relative_distance(m, start.m), 2e-14) << of_body.period();
  }
}
template <class M, class Torque>
double stepper_error(const Tensor& body, const Torque& torque, const Body& start, double until, double h) {
  Stepper<M, Torque> stepper(body.inertia, start, torque);
  EXPECT_EQ(stepper.run_until(until, h).outcome, Outcome::done);
  return distance(stepper.state(), reference(body.J, torque, start, until));
}
TEST(Frames, steppers_of_a_tensor_move_as_that_tensor) {
  const HeavyTop top(0.8, {0.3, -0.5, 0.7});
  double exact = 0, splitting = 0, cf4 = 0, rkn6 = 0;
  int i = 0;
  for (const Tensor& body : tensors()) {
    const Body start = start_of(i++);
    exact = std::max(exact, stepper_error<Exact>(body, NoTorque{}, start, 1.1, 0.5));
    splitting = std::max(splitting, stepper_error<Sr<8>>(body, NoTorque{}, start, 1.1, 0.01));
    rkn6 = std::max(rkn6, stepper_error<Rkn6<Exact>>(body, top, start, 1.1, 0.01));
    cf4 = std::max(cf4, stepper_error<Cf4>(body, top, start, 1.1, 0.001));
  }
  EXPECT_LE(exact, 1e-14);      // measured 1.2e-15
  EXPECT_LE(splitting, 1e-14);  // measured 1.3e-15
  EXPECT_LE(rkn6, 1e-12);       // measured 7.5e-14
  EXPECT_LE(cf4, 3e-13);        // measured 2.0e-14
}

}  // namespace
}  // namespace polhode

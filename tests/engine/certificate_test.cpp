// Certificates: independent of what they certify, true to the size of the error, and a verdict that follows from them.
#include "engine/certificate.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/run.hpp"
#include "engine/scenarios.hpp"
#include "engine/verdict.hpp"
#include "polhode/numbers/quad.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

Run run_of(const Scenario& s) {
  return Run(s.task(choose(s.method, s.flow, s.torque_abilities())));
}
RunRecord record_of(const Scenario& s) {
  return run_of(s).go();
}

/// The certificate of one step that ends in this state.
Certificate certificate_of(const Scenario& s, const PrincipalState<double>& end) {
  Certifier certifier(s, choose(s.method, s.flow, s.torque_abilities()), 1);
  const std::array<double, 2> times{s.start_time, s.end_time}, elapsed{0, s.end_time - s.start_time};
  const std::array<PrincipalState<double>, 2> states{s.inertia.to_principal(s.start), end};
  EXPECT_EQ(certifier.add({times, states}, elapsed, s.end_time - s.start_time, 0), 1);
  return certifier.certificate(end, elapsed[1], Estimate::not_needed);
}

TEST(Certificate, OfTheExactMotionIsMadeByOtherFormulas) {
  for (const long steps : {1L, 2L, 100L, 100000L}) {
    const Certificate c = record_of(free_scenario("exact", steps)).certificate;
    EXPECT_TRUE(c.is_reference);
    EXPECT_LT(*c.attitude_error_max, 1e-14) << steps;  // measured 9e-16
    EXPECT_GT(*c.attitude_error_max, 0) << steps;      // two formulations never agree to the last bit
    EXPECT_LE(*c.attitude_error_end, *c.attitude_error_max);
  }
  EXPECT_FALSE(record_of(free_scenario("sr8", 100)).certificate.is_reference);
  EXPECT_NE(entries(record_of(free_scenario("exact", 1)).certificate)[7].meaning.find("the reference itself"),
            std::string_view::npos);

  // A wrong state would be found, at the end and on the way.
  const Scenario s = free_scenario("exact", 1);
  auto run = run_of(s);
  run.go();
  PrincipalState<double> end = s.inertia.to_principal(run.state());
  EXPECT_LT(*certificate_of(s, end).attitude_error_end, 1e-14);
  end.Q = end.Q * exp(Vec3<double>{0, 1e-3, 0});
  EXPECT_NEAR(*certificate_of(s, end).attitude_error_end, 1e-3, 1e-12);
  EXPECT_NEAR(*certificate_of(s, end).attitude_error_max, 1e-3, 1e-12);
}

TEST(Certificate, AttitudeNormIsTheErrorOfTheLength) {
  const Scenario s = free_scenario("sr8", 1);
  PrincipalState<double> end = s.inertia.to_principal(s.start);
  const Quaternion<double> Q = end.Q;
  for (const double length : {0.0, 0.5, 1 - 1e-9, 1 + 1e-9, 2.0, 1e10}) {
    end.Q = length * Q;
    const double wanted = std::fabs(length - 1);
    EXPECT_NEAR(certificate_of(s, end).attitude_norm_error_max, wanted, 1e-15 + 1e-15 * wanted) << length;
  }
}

TEST(Certificate, DoesNotBlameTheMethodForTheClock) {
  for (const char* method : {"exact", "sr8", "dmv20", "lie3"}) {
    Scenario s = free_scenario(method, 1000);
    const Certificate at_zero = record_of(s).certificate;
    s.start_time = 1.7e9;
    s.end_time = s.start_time + 3;
    const Certificate late = record_of(s).certificate;
    EXPECT_EQ(late.attitude_error_max, at_zero.attitude_error_max) << method;
    EXPECT_EQ(late.attitude_error_end, at_zero.attitude_error_end) << method;
    EXPECT_EQ(late.verdict, at_zero.verdict);
  }
}

// --- the momentum about the axis of a symmetric body ------------------------------------------------------------------------

/// Krysl and Endres' fast top, with these torques; a turn of the body axes makes the axis of symmetry a general one.
Scenario symmetric_scenario(const std::string& method, const std::string& flow, long steps,
                            const std::vector<TorqueChoice>& torques, const Vec3<double>& moments = {5, 5, 1}) {
  Scenario s = free_scenario(method, steps);
  s.flow = flow;
  s.inertia = Inertia::principal(moments.x, moments.y, moments.z);
  s.start = {Quaternion<double>{} * exp(Vec3<double>{0.3, 0, 0}), {1, -2, 50}};
  s.end_time = 2;
  s.torques = torques;
  return s;
}
TorqueChoice weight_at(const Vec3<double>& arm) {
  return {"heavy-top", {{{"weight", 20.0}, {"arm", arm}}}};
}
TorqueChoice constant(const Vec3<double>& vector, const std::string& frame) {
  return {"constant", {{{"vector", vector}, {"frame", frame}}}};
}
TorqueChoice force_at(const Vec3<double>& point) {
  return {"force", {{{"point", point}, {"force", Vec3<double>{3, -2, 5}}, {"from", 0.5}, {"until", 1.2}}}};
}
const TorqueChoice kGradient{"gravity-gradient", {{{"strength", 3.0}}}}, kDrag{"drag", {{{"coefficient", 0.1}}}};

TEST(AxialMomentum, IsThereWhereItIsConserved) {
  const Vec3<double> x{1, 0, 0}, z{0, 0, 1};
  const auto error = [](const std::vector<TorqueChoice>& torques, const Vec3<double>& moments = {5, 5, 1}) {
    return record_of(symmetric_scenario("gauss16", "", 200, torques, moments)).certificate.axial_momentum_error_max;
  };
  for (const auto& torques : std::vector<std::vector<TorqueChoice>>{{},
                                                                    {weight_at(z)},
                                                                    {weight_at(-2.0 * z)},
                                                                    {kGradient},
                                                                    {force_at(0.3 * z)},
                                                                    {constant({3, -2, 0}, "body")},
                                                                    {{"coulomb-wall", {}}},
                                                                    {weight_at(z), kGradient, force_at(z)}}) {
    const auto kept = error(torques);
    ASSERT_TRUE(kept) << (torques.empty() ? "free" : torques[0].kind);
    EXPECT_LT(*kept, 1e-14);  // measured 2e-15
    // The same about another principal axis, if the torque allows it.
    if (torques.empty() || torques[0].kind == "gravity-gradient") {
      EXPECT_LT(error(torques, {1, 5, 5}).value_or(1), 1e-14);
      EXPECT_LT(error(torques, {5, 1, 5}).value_or(1), 1e-14);
    } else {
      EXPECT_FALSE(error(torques, {1, 5, 5})) << torques[0].kind;
    }
    EXPECT_FALSE(error(torques, {5, 5.5, 1}));
    EXPECT_FALSE(error(torques, {5, 5 + 1e-10, 1}));
  }
  for (const auto& torques : std::vector<std::vector<TorqueChoice>>{{weight_at({0, 1e-6, 1})},
                                                                    {weight_at(x)},
                                                                    {force_at(x)},
                                                                    {constant(z, "body")},
                                                                    {constant(z, "space")},
                                                                    {constant(x, "space")},
                                                                    {kDrag},
                                                                    {weight_at(z), kDrag}})
    EXPECT_FALSE(error(torques)) << torques[0].kind;
  // A sphere is symmetric about every axis; it is the arm that decides, if it is along a principal one.
  EXPECT_LT(error({weight_at(x)}, {2, 2, 2}).value_or(1), 1e-13);
  EXPECT_LT(error({}, {2, 2, 2}).value_or(1), 1e-14);
}
TEST(AxialMomentum, IsThatOfTheBodyWhateverItsAxes) {
  Scenario s = symmetric_scenario("gauss16", "", 200, {});
  const Quaternion<double> R = normalized(Quaternion<double>{0.3, {0.5, -0.2, 0.7}});
  Mat3<double> J = to_matrix(R);
  J = J * Mat3<double>::diagonal({5, 5, 1}) * transpose(J);
  s.inertia = Inertia::tensor(J);
  s.start = {s.start.Q * conj(R), rotate(R, s.start.m)};
  for (const bool heavy : {false, true}) {
    if (heavy) s.torques = {weight_at(rotate(R, Vec3<double>{0, 0, 1})), kGradient};
    EXPECT_LT(record_of(s).certificate.axial_momentum_error_max.value_or(1), 1e-13) << heavy;  // measured
  }
  s.torques = {weight_at(rotate(R, Vec3<double>{0, 1e-6, 1}))};
  EXPECT_FALSE(record_of(s).certificate.axial_momentum_error_max);
}
/// The attitude at the end in 113 bits, with J as it was given: Runge-Kutta of order 4 for w, of which no digits are lost. `hanging`
/// is minus weight times arm.
Quaternion<Quad> thin_reference(const Mat3<double>& tensor, const Problem& problem, const Vec3<double>& w,
                                const Vec3<double>& hanging) {
  using V = Vec3<Quad>;
  const Mat3<Quad> J{convert<Quad>(tensor.r0), convert<Quad>(tensor.r1), convert<Quad>(tensor.r2)},
      inverse_J = inverse(J);
  struct Turning {
    Quaternion<Quad> Q;
    V w;
  };
  const auto rate = [&](const Turning& s) {
    const V push = cross(convert<Quad>(hanging), rotate_back(s.Q, V{0, 0, 1}));
    return Turning{Quad(0.5) * (s.Q * Quaternion<Quad>{0, s.w}), inverse_J * (cross(J * s.w, s.w) + push)};
  };
  const auto moved = [](const Turning& s, Quad h, const Turning& r) { return Turning{s.Q + h * r.Q, s.w + h * r.w}; };
  Turning s{convert<Quad>(problem.start.Q), convert<Quad>(w)};
  const int n = 20000;
  const Quad h = Quad(problem.end_time - problem.start_time) / n;
  for (int i = 0; i < n; ++i) {
    const Turning a = rate(s), b = rate(moved(s, h / 2, a)), c = rate(moved(s, h / 2, b)), d = rate(moved(s, h, c));
    s.Q = s.Q + (h / 6) * (a.Q + Quad(2) * (b.Q + c.Q) + d.Q);
    s.w += (h / 6) * (a.w + Quad(2) * (b.w + c.w) + d.w);
  }
  return normalized(s.Q);
}
TEST(Certificate, OfAThinTensorSaysWhatIsLost) {
  const Quaternion<double> R = normalized(Quaternion<double>{0.3, {0.5, -0.2, 0.7}});
  for (const double thin : {1e-4, 1e-6, 1e-8})
    for (const bool heavy : {false, true}) {
      Scenario s = free_scenario("exact", 40);
      const Mat3<double> F = to_matrix(R), J = F * Mat3<double>::diagonal({1, thin, 1 + 0.5 * thin}) * transpose(F);
      const Mat3<double> tensor = 0.5 * (J + transpose(J));
      s.inertia = Inertia::tensor(tensor);
      const Vec3<double> w{0.4, 1.1, -0.7}, arm = rotate(R, Vec3<double>{0, 0.5, 0});  // along the thin axis
      s.start.m = s.inertia.momentum(w, s.start_tail);
      if (heavy) {
        s.method = "gauss16", s.steps.number = 400;
        s.torques = {{"heavy-top", {{{"weight", 0.8}, {"arm", arm}}}}};
      }
      auto run = run_of(s);
      const RunRecord record = run.go();
      const double truth = double(attitude_distance(convert<Quad>(run.state().Q),
                                                    thin_reference(tensor, s, w, heavy ? -0.8 * arm : Vec3<double>{})));
      const Certificate& c = record.certificate;
      const double said = heavy ? c.attitude_error_estimate.value_or(0) : c.attitude_error_max.value_or(0);
      std::printf("  thin %g%s: off by %.1e, said %.1e\n", thin, heavy ? ", under a torque" : "", truth, said);
      EXPECT_LE(truth, said + 1e-14) << thin << ' ' << heavy;
      EXPECT_LE(truth, heavy ? 1e-15 / thin : 1e-14);
    }
}
TEST(AxialMomentum, TellsMethodsApart) {
  const auto error = [](const char* method, const char* flow) {
    return record_of(symmetric_scenario(method, flow, 200, {weight_at({0, 0, 1})}))
        .certificate.axial_momentum_error_max;
  };
  // The component of m is one of the numbers of these methods, and its equation is that it stays.
  for (const auto& [method, flow] : {std::pair{"strang", "sr2"},
                                     {"rkn6", "weierstrass"},
                                     {"rattle", ""},
                                     {"newmark", ""},
                                     {"newmark-spatial", ""},
                                     {"crouch-grossman-rk4", ""},
                                     {"cf4", ""}})
    EXPECT_LT(error(method, flow).value_or(1), 1e-14) << method;  // measured 2e-15, newmark-spatial; the others 0
  struct Case {
    const char* method;
    double measured;
  };
  for (const auto& [method, measured] : {Case{"simo-wong", 1.7e-5},
                                         {"lewis-simo", 1.1e-5},
                                         {"newmark-gamma60", 1.2e-4},
                                         {"lie3", 8.5e-6},
                                         {"semi-implicit-euler-momentum", 2.6e-3}})
    EXPECT_NEAR(error(method, "").value_or(0), measured, 0.1 * measured) << method;
}
TEST(AxialMomentum, IsRelativeToTheMomentumAtTheStart) {
  const Scenario s = symmetric_scenario("sr8", "", 1, {});
  PrincipalState<double> end = s.inertia.to_principal(s.start);
  end.m.x += 3, end.m.z += 1e-3;
  EXPECT_NEAR(*certificate_of(s, end).axial_momentum_error_max, 1e-3 / norm(s.start.m), 1e-15);
  // From rest, to the largest.
  Scenario rest = symmetric_scenario("cf4", "", 1, {weight_at({0, 0, 1})});
  rest.start.m = {};
  end.m = {0, 2, 1e-3};
  EXPECT_NEAR(*certificate_of(rest, end).axial_momentum_error_max, 1e-3 / norm(end.m), 1e-15);
}

TEST(Certificate, HasTheEnergyOfAForceThatIsNotSwitched) {
  Scenario s = free_scenario("rkn6", 300);
  const TorqueValues<double> always{{{"point", Vec3<double>{0.1, -0.2, 0.9}}, {"force", Vec3<double>{0.3, 0.2, -0.5}}}};
  s.torques = {{"force", always}};
  EXPECT_LT(record_of(s).certificate.energy_error_max.value_or(1), 1e-12);  // measured
  for (const char* key : {"from", "until"}) {
    s.torques = {{"force", always}};
    s.torques[0].values.set(key, 1.5);
    EXPECT_FALSE(record_of(s).certificate.energy_error_max) << key;
  }
}

/// Against cf4 with so many steps that its own error is 1e-11.
double attitude_error_at_end(const Scenario& s) {
  Scenario fine = s;
  fine.method = "cf4";
  fine.flow = "";
  fine.steps.number = 20000;
  auto a = run_of(s), b = run_of(fine);
  a.go();
  b.go();
  return attitude_distance(a.state().Q, b.state().Q);
}

TEST(Estimate, IsTheErrorOfTheAttitude) {
  struct Case {
    const char *method, *flow;
    long steps;
  };
  for (const auto& [method, flow, steps] :
       {Case{"strang", "weierstrass", 50}, Case{"strang", "sr2", 401}, Case{"rkn6", "dmv16", 20},
        Case{"rattle", "", 1003}, Case{"cf4", "", 50}, Case{"cf4", "", 202}, Case{"newmark", "", 100},
        Case{"simo-wong", "", 300}}) {
    const Scenario s = top_scenario(method, flow, steps);
    const Certificate c = record_of(s).certificate;
    const double error = attitude_error_at_end(s);
    SCOPED_TRACE(std::string(method) + " " + std::to_string(steps) + ": error " + std::to_string(error) +
                 ", estimate " + std::to_string(*c.attitude_error_estimate));
    EXPECT_GT(error, 1e-10);
    EXPECT_GT(*c.attitude_error_estimate, 0.8 * error);  // measured 1.0 to 2.2; also where the last step is a short one
    EXPECT_LT(*c.attitude_error_estimate, 4 * error);
    EXPECT_GT(*c.estimate_order, 0.8 * choose(method, flow, s.torque_abilities()).card.attitude_order);
  }
  // It begins anew at switches, as the run does.
  const Scenario pushed = pushed_scenario("cf4", 101);
  const double error = attitude_error_at_end(pushed);
  EXPECT_GT(*record_of(pushed).certificate.attitude_error_estimate, 0.8 * error);
  EXPECT_LT(*record_of(pushed).certificate.attitude_error_estimate, 4 * error);
}

TEST(Estimate, DividesOnlyByWhatTheDifferencesShow) {
  EXPECT_DOUBLE_EQ(estimate_of(1.5e-3, 2.4e-2, 4), 1.25e-4);       // in order: 2^4 - 1, and a quarter more
  EXPECT_DOUBLE_EQ(estimate_of(1.5e-3, 2.4e-2, 8), 1.25e-4);       // a smaller order than that of the card
  EXPECT_DOUBLE_EQ(estimate_of(1.5e-3, 4.8e-2, 4), 1.875e-3 / 7);  // a larger one, 5: as if it were 3
  EXPECT_DOUBLE_EQ(estimate_of(1.5e-3, 0.3, 4), 1.5e-3);           // far larger: nothing is trusted
  EXPECT_DOUBLE_EQ(estimate_of(0.15, 2.4, 4),
                   0.0625);  // the motion is lost with four times the step: half of the order
  EXPECT_DOUBLE_EQ(estimate_of(1.5e-3, 2.4e-2, 4, Compared::ends), 6.25e-4);  // by half of the order
  EXPECT_DOUBLE_EQ(estimate_of(3.0, 3.1, 8), 3.0);                            // none: steps too large
  EXPECT_DOUBLE_EQ(estimate_of(5e-13, 1e-10, 8), 5e-13);                      // rounding
  EXPECT_DOUBLE_EQ(estimate_of(1e-12, 1e-10, 8), 1e-12);                      // no jump there
  EXPECT_DOUBLE_EQ(estimate_of(1.1e-12, 1e-10, 8), 1e-12);
  EXPECT_EQ(estimate_of(0, 0, 4), 0);
}

TEST(Estimate, IsMissingOnlyWithAReason) {
  const auto estimate = [](const Scenario& s) { return record_of(s).certificate; };
  EXPECT_EQ(estimate(free_scenario("sr4", 10)).estimate, Estimate::not_needed);
  EXPECT_FALSE(estimate(free_scenario("sr4", 10)).attitude_error_estimate.has_value());
  EXPECT_EQ(estimate(top_scenario("cf4", "", 2)).estimate, Estimate::made);
  Scenario short_one = top_scenario("cf4", "", 1);
  short_one.end_time = 1e-3;
  const Certificate one = estimate(short_one);
  EXPECT_EQ(one.estimate, Estimate::too_few_steps);
  EXPECT_EQ(one.verdict, Verdict::doubtful);
  ASSERT_EQ(one.warnings.size(), 1u);
  // rattle has a limit, which the companion meets before the run does.
  Scenario fast = top_scenario("rattle", "", 2);
  fast.start.m = 5.0 * fast.start.m;
  RunRecord record;
  for (fast.end_time = 0.1; record.certificate.estimate != Estimate::failed && record.done(); fast.end_time *= 1.1)
    record = record_of(fast);
  EXPECT_TRUE(record.done());
  const Certificate& failed = record.certificate;
  EXPECT_FALSE(failed.attitude_error_estimate.has_value());
  EXPECT_NE(failed.verdict, Verdict::good);
  EXPECT_FALSE(failed.warnings.empty());

  const Scenario s = top_scenario("rkn6", "", 100);
  Task task = s.task(choose(s.method, s.flow, s.torque_abilities()));
  task.estimate = false;
  const Certificate off = polhode::Run(task).go().certificate;
  EXPECT_EQ(off.estimate, Estimate::switched_off);
  EXPECT_FALSE(off.attitude_error_estimate.has_value());
  EXPECT_EQ(off.verdict, Verdict::doubtful);  // nothing is wrong, and nothing is shown
  EXPECT_TRUE(off.warnings.empty());
  EXPECT_EQ(record_of(s).certificate.verdict, Verdict::good);
}

TEST(Estimate, IsNoneWhereTheMethodDoesNotConverge) {
  for (const double step : {1e-2, 1e-4}) {
    Scenario s = pushed_scenario("semi-implicit-euler", 0);
    s.steps = {.length = step};
    const RunRecord record = record_of(s);
    ASSERT_TRUE(record.done());
    EXPECT_EQ(record.certificate.estimate, Estimate::no_order);
    EXPECT_FALSE(record.certificate.attitude_error_estimate || record.certificate.momentum_error_estimate);
    EXPECT_NE(record.certificate.verdict, Verdict::good);
    EXPECT_NE(record.certificate.verdict_reason.find("does not converge"), std::string::npos);
    // By a method that none of this is about: it is off, however small the step.
    Scenario right = s;
    right.method = "rk8", right.steps = {.length = 1e-2};
    EXPECT_GT(attitude_distance(record.last.q, record_of(right).last.q), 0.1);
  }
}

TEST(LongSteps, GoInPartsBeyondTheLimitOfTheFlow) {
  Scenario s = top_scenario("strang", "dmv8", 2);
  s.start.m = (1.6 / 0.1) / norm(s.inertia.angular_velocity(s.start.m)) * s.start.m;
  s.end_time = 0.2;  // h|w| = 1.6 at the start; dmv8 alone ends at 1.2
  EXPECT_TRUE(record_of(s).done());
  s.method = "rattle", s.flow = "";
  EXPECT_FALSE(record_of(s).done());
}

/// A body that spins about its middle axis in a liquid.
Scenario stirred(double step) {
  Scenario s;
  s.inertia = Inertia::principal(1, 2, 3);
  s.start.m = s.inertia.momentum({2, 8, 3});
  s.torques = {{"drag", {{{"coefficient", 0.01}}}}};
  s.end_time = 20;
  s.steps.length = step;
  return s;
}

TEST(Verdict, AStepThatIsTooLargeIsWarnedOfWithOneThatWouldDo) {
  const RunRecord coarse = record_of(stirred(0.3)), fine = record_of(stirred(0.001));
  EXPECT_EQ(fine.certificate.verdict, Verdict::good);
  EXPECT_TRUE(fine.certificate.warnings.empty());
  EXPECT_TRUE(coarse.done());
  EXPECT_LT(coarse.last.energy, 0.5 * fine.last.energy);  // 27.6 and 64.3
  EXPECT_EQ(coarse.certificate.verdict, Verdict::bad);
  ASSERT_EQ(coarse.certificate.warnings.size(), 1u);
  const std::string& warning = coarse.certificate.warnings[0];
  EXPECT_NE(warning.find("the step of 0.3 s is too large for cf4"), std::string::npos) << warning;
  EXPECT_NE(warning.find("the body turns by up to 2.8 rad in it"), std::string::npos) << warning;
  const auto at = warning.find("try ");
  ASSERT_NE(at, std::string::npos) << warning;
  const double step = std::stod(warning.substr(at + 4));
  const Certificate tried = record_of(stirred(step)).certificate;
  EXPECT_LT(*tried.attitude_error_estimate, 2e-4);  // 1e-4 at 0.012 s
  EXPECT_TRUE(tried.warnings.empty());

  // Without the estimate, by h|w|; not where the flow is exact, which may turn as far as it likes.
  const auto without = [](const Scenario& s, const char* method) {
    Task task = s.task(choose(method, "", s.torque_abilities()));
    task.estimate = false;
    return polhode::Run(task).go().certificate.warnings.size();
  };
  EXPECT_EQ(without(stirred(0.3), "cf4"), 1u);
  EXPECT_EQ(without(stirred(0.01), "cf4"), 0u);
  Scenario satellite = free_scenario("auto", 100);
  satellite.torques = {{"gravity-gradient", {{{"strength", 1e-9}}}}};
  satellite.end_time = 200;  // h|w| is 2.7
  EXPECT_EQ(without(satellite, "rkn6"), 0u);
  EXPECT_EQ(record_of(satellite).certificate.verdict, Verdict::good);
}

TEST(Verdict, FollowsTheWorstEntry) {
  RunRecord r;
  r.choice = choose("sr4", "", std::nullopt);
  r.step = 0.01;
  const auto verdict = [&](double energy, double attitude) {
    r.certificate.energy_error_max = energy;
    r.certificate.attitude_error_max = attitude;
    judge(r);
    return r.certificate.verdict;
  };
  EXPECT_EQ(verdict(1e-6, 1e-6), Verdict::good);
  EXPECT_EQ(verdict(1.1e-6, 1e-9), Verdict::doubtful);
  EXPECT_TRUE(r.certificate.warnings.empty());
  EXPECT_EQ(r.certificate.verdict_reason, "energy_error_max is 1.1e-06, above 1e-06");
  EXPECT_EQ(verdict(1e-9, 1e-2), Verdict::doubtful);
  EXPECT_EQ(verdict(1e-9, 1.1e-2), Verdict::bad);
  ASSERT_EQ(r.certificate.warnings.size(), 1u);
  EXPECT_NE(r.certificate.warnings[0].find("try 0.00049 s"), std::string::npos) << r.certificate.warnings[0];
  EXPECT_EQ(verdict(NAN, 0), Verdict::bad);
  EXPECT_EQ(verdict(0, INFINITY), Verdict::bad);

  r.certificate.attitude_norm_error_max = 1e-3;
  EXPECT_EQ(verdict(0, 0), Verdict::doubtful);
  ASSERT_EQ(r.certificate.warnings.size(), 1u);
  EXPECT_NE(r.certificate.warnings[0].find("the quaternion has lost its length by 0.001"), std::string::npos);
  r.certificate.attitude_norm_error_max = 0;

  r.choice = choose("semi-implicit-euler", "", std::nullopt);
  EXPECT_EQ(verdict(0, 0.1), Verdict::bad);
  EXPECT_NE(r.certificate.warnings[0].find("does not converge, whatever the step"), std::string::npos)
      << r.certificate.warnings[0];

  r.outcome = Outcome::not_converged;
  EXPECT_EQ(verdict(0, 0), Verdict::bad);
}

}  // namespace

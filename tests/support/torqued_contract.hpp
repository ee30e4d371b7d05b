// torqued_contract.hpp -- measures what the card of a method with a torque declares, in both directions
//
// Problems: an asymmetric heavy top, a satellite in a gravity gradient, a top with a general arm, and, for methods that take
// any torque, a top with drag and a torque of time. The reference is an extrapolation of the midpoint rule in __float128.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "measure/structure.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/pass.hpp"
#include "polhode/methods/method.hpp"
#include "polhode/numbers/pack.hpp"
#include "support/bodies.hpp"
#include "support/chosen_torque.hpp"
#include "support/driven_body.hpp"
#include "support/extrapolation_reference.hpp"
#include "support/float_run.hpp"

namespace polhode::test {

template <class M>
class TorquedContract {
  static constexpr const MethodInfo& card = M::info;
  static constexpr int lowest = card.order < card.attitude_order ? card.order : card.attitude_order;

 public:
  static constexpr Problem kTop{"asymmetric heavy top", {600, 800, 1000}, {1800, 400, -900}};
  static constexpr Problem kSatellite{"satellite", {1700, 3700, 5400}, {510, -1110, 1620}};
  static constexpr Problem kArm{"top with a general arm", {1310, 470, 1090}, {710, -930, 1170}};

  static inline const ChosenTorque kUpright{HeavyTop(1, {0, 0, 1})}, kGeneral{HeavyTop(0.9, {0.3, -0.5, 0.7})};

  template <class F>
  static void each_potential(F f) {
    f(kTop, kUpright);
    f(kSatellite, ChosenTorque{GravityGradient(0.4, Vec3<double>{1.7, 3.7, 5.4})});
    f(kArm, kGeneral);
  }

  static void orders() {
    each_potential([](const Problem& problem, const auto& torque) { expect_orders(problem, torque); });
    if (!card.needs.potential) expect_orders(kArm, ChosenTorque{kDraggedTop});
  }

  /// Of one step and of its half. Errors of a run would come to the rounding of its reference, 1e-28, before they follow so high
  /// an order; and without a memory one step is like another.
  template <class Torque>
  static void expect_orders_of_one_step(const Problem& problem, const Torque& torque) {
    const Principal<Quad> body = problem.body<Quad>();
    const PrincipalState<Quad> start = problem.start<Quad>();
    std::vector<double> em, eq;
    constexpr double kTurn = lowest <= 16 ? 0.4 : 0.6;  // rad; of order 20 errors of half of it are 1e-18 to 1e-25
    for (const double turn : {kTurn, kTurn / 2}) {
      const Quad h = Quad(turn / problem.rate());
      const PrincipalState<Quad> exact = extrapolation_reference(body, torque, start, h, 4);
      DrivenBody<M, Quad, Torque> run(body, start, torque);
      ASSERT_TRUE(run.steps(1, h)) << problem.name;
      em.push_back(double(relative_distance(run.s.m, exact.m))),
          eq.push_back(double(attitude_distance(run.s.Q, exact.Q)));
    }
    constexpr double kOneStep = 1;  // is of an order more than a run
    // Measured within 0.13 for order 16; for order 20 within 0.28, 0.22, 0.19 at 0.8, 0.6, 0.5 rad: it is the next term.
    constexpr double kWithin = lowest <= 16 ? 0.15 : 0.25;
    expect_order("momentum", problem.name, card.order + kOneStep, kWithin, em);
    expect_order("attitude", problem.name, card.attitude_order + kOneStep, kWithin, eq);
  }
  /// At every halving of the step the error falls as the card says.
  template <class Torque>
  static void expect_orders(const Problem& problem, const Torque& torque) {
    if constexpr (lowest > 12 && card.memory.empty()) return expect_orders_of_one_step(problem, torque);
    const Principal<Quad> body = problem.body<Quad>();
    const PrincipalState<Quad> start = problem.start<Quad>();
    // Steps of order 16 are large, or end in rounding. The slopes of rkn6-processed come down to 6 late: from h|w| = 0.1 on,
    // where the others begin, they are 6.2 to 6.5 to time 1 and 6.2 to 6.8 to time 3.
    const int end = lowest > 12 ? 4 : Passes<M> ? 3 : 1;
    const int parts = 2;  // errors are the largest at two times
    const int n_reference = 12 * end;
    std::array<PrincipalState<Quad>, parts> exact;
    exact[0] = extrapolation_reference(body, torque, start, Quad(end) / 2, n_reference);
    exact[1] = exact[0];
    const Quad h_reference = Quad(end) / Quad(2 * n_reference);
    for (int i = 0; i < n_reference; ++i)
      exact[1] = extrapolated_step(body, torque, Quad(end) / 2 + h_reference * Quad(i), h_reference, exact[1]);
    const int per_part =
        std::max(lowest <= 12 ? 2 : 6, int(std::ceil(double(end) * problem.rate() / coarsest() / parts)));
    std::vector<double> em, eq;
    // Above order 8 a second one would meet the rounding of the reference, 1e-28.
    const int halvings = lowest <= 8 && !Passes<M> ? 2 : 1;
    for (int level = 0; level <= halvings; ++level) {
      const int n = per_part << level;
      DrivenBody<M, Quad, Torque> run(body, start, torque);
      Quad m = 0, q = 0;
      for (const PrincipalState<Quad>& reference : exact) {
        ASSERT_TRUE(run.steps(n, Quad(end) / Quad(parts * n))) << problem.name;
        m = max(m, relative_distance(run.s.m, reference.m));
        q = max(q, attitude_distance(run.s.Q, reference.Q));
      }
      em.push_back(double(m)), eq.push_back(double(q));
    }
    const double within = lowest <= 12 ? 0.15 : 0.6;  // 16: 15.49 to 16.0
    expect_order("momentum", problem.name, card.order, within, em);
    expect_order("attitude", problem.name, card.attitude_order, within, eq);
  }

  /// 5 rad in float: the motion is that of double.
  static void works_in_float() {
    const auto check = [](const Problem& problem, const auto& torque) {
      const FloatErrors e = float_errors<M>(problem, 0.1, 50, torque);
      EXPECT_LT(e.m, 100) << problem.name;     // measured 36
      EXPECT_LT(e.Q, 100) << problem.name;     // measured 36
      EXPECT_LT(e.length, 4) << problem.name;  // measured 1.8
    };
    check(kTop, kUpright);
    check(kArm, kGeneral);
  }

  /// Torque evaluations per step, once the run has started.
  static void torque_evaluations() {
    each_potential([](const Problem& problem, ChosenTorque torque) {
      long calls = 0;
      torque.calls = &calls;
      DrivenBody<M, double, ChosenTorque> run(problem.body<double>(), problem.start<double>(), torque);
      const double h = 0.1 / problem.rate();
      ASSERT_TRUE(run.steps(5, h));
      calls = 0;
      ASSERT_TRUE(run.steps(100, h));
      double per_step = double(calls) / 100;
      if constexpr (Passes<M>) {  // so far each state was looked at
        EXPECT_EQ(per_step, card.torque_evaluations + M::look_evaluations) << problem.name;
        const DrivenBody<M, double, ChosenTorque> before = run;
        ASSERT_TRUE(run.steps(100, h));
        const PrincipalState<double> looked_at = run.s;
        run = before;
        calls = 0;
        for (int i = 0; i < 100; ++i, run.t += h)
          ASSERT_TRUE(pass(run.drive, {run.t, h, run.t + h}, run.s).converged) << problem.name;
        per_step = double(calls) / 100;
        EXPECT_GT(attitude_distance(run.s.Q, looked_at.Q), 0) << "a pass leaves the state of the kernel";
        ASSERT_TRUE(look(run.drive, run.s).converged) << problem.name;
        EXPECT_EQ(0, std::memcmp(&run.s, &looked_at, sizeof looked_at)) << "the end, whether one has looked or not";
      }
      const bool many =
          card.torque_evaluations >= 10;  // several stages of an iteration, whose number depends on the body
      if (card.is_explicit || (!many && per_step == std::round(per_step)))
        EXPECT_EQ(per_step, card.torque_evaluations) << problem.name;
      else
        EXPECT_NEAR(per_step, card.torque_evaluations, many ? card.torque_evaluations / 3 : 1) << problem.name;
    });
  }

  /// Momentum about the vertical, where the torque has no vertical part.
  static void vertical_momentum() {
    double worst = 0;
    each_potential([&](const Problem& problem, const ChosenTorque& torque) {
      DrivenBody<M, Quad, ChosenTorque> run(problem.body<Quad>(), problem.start<Quad>(), torque);
      const Quad h = Quad(0.3 / problem.rate()), L0 = spatial_momentum(run.s).z, size = norm(run.s.m);
      for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(run.steps(1, h)) << problem.name;
        raise(worst, (spatial_momentum(run.s).z - L0) / size);
      }
    });
    if (card.keeps_vertical)
      EXPECT_LT(worst, 1e-30) << "L . e3 is promised to be exact";
    else
      EXPECT_GT(worst, 1e-24) << "L . e3 is kept, but the card does not say so";
  }

  /// Kinetic and potential energy over 1e6 steps. Bounded: on a regular motion the mean error stays, on a chaotic one the
  /// mean and the largest do. Drifting: one of them does not; most show it in 1e5 steps.
  static void energy_in_the_long_run() {
    // Steps at which the motion is resolved, and a drift shows before the energy has run away.
    if (card.energy == Energy::bounded) {
      const EnergyRecord regular = energy_record(kTop, kUpright, theta(), 1000000);
      EXPECT_TRUE(regular.mean_moves() < 0.05 || regular.is_rounding()) << "the card says bounded";
      const EnergyRecord chaotic = energy_record(kArm, kGeneral, theta(), 1000000);
      EXPECT_TRUE(chaotic.largest_grows() < 1.5 || chaotic.is_rounding()) << "the card says bounded";
      EXPECT_TRUE(chaotic.mean_moves() < 0.15 || chaotic.is_rounding()) << "the card says bounded";
      return;
    }
    bool drifts = false;
    std::string seen;
    const auto look = [&](double factor, long n, int variant) {
      if (drifts) return;
      const EnergyRecord regular = energy_record(kTop, kUpright, factor * theta(), n, variant),
                         chaotic = energy_record(kArm, kGeneral, factor * theta(), n, variant);
      drifts = regular.mean_moves() > 0.05 || chaotic.largest_grows() > 1.5 || chaotic.mean_moves() > 0.2;
      seen += " " + std::to_string(regular.mean_moves()) + " " + std::to_string(chaotic.largest_grows()) + " " +
              std::to_string(chaotic.mean_moves());
    };
    look(1, 100000, 0);
    look(3, 100000, 0);
    for (int variant = 0; variant < 8; ++variant) look(3, 1000000, variant);  // a walk: in one run it may come back
    EXPECT_TRUE(drifts) << "the card says drifts, but: mean moves, largest grows, mean moves" << seen;
  }

  /// The same without a torque: exact is exact in quad.
  static void energy_of_a_free_body() {
    const ChosenTorque none{HeavyTop(0, {0, 0, 1})};
    DrivenBody<M, Quad, ChosenTorque> run(kArm.body<Quad>(), kArm.start<Quad>(), none);
    const Quad E0 = energy(kArm.body<Quad>(), run.s.m);
    double worst = 0;
    for (int i = 0; i < 50; ++i) {
      ASSERT_TRUE(run.steps(1, Quad(2 * theta() / kArm.rate())));
      raise(worst, energy(kArm.body<Quad>(), run.s.m) / E0 - 1);
    }
    if (card.free_body_energy == Energy::exact) {
      EXPECT_LT(worst, 1e-30) << "the card says exact";
      return;
    }
    EXPECT_GT(worst, 1e-20) << "the energy of a free body is kept, but the card does not say so";
    const double moves = energy_record(kArm, none, theta(), 100000).mean_moves(),
                 moves_more = energy_record(kArm, none, 3 * theta(), 100000).mean_moves();
    if (card.free_body_energy == Energy::bounded)
      EXPECT_LT(moves, 0.05) << "the card says bounded";
    else  // not a number: it has run away
      EXPECT_FALSE(moves < 0.2 && moves_more < 0.2) << "the card says drifts, but: " << moves << " " << moves_more;
  }

  static void symmetry() {
    double worst = 0;
    each_potential([&](const Problem& problem, const ChosenTorque& torque) {
      const PrincipalState<Quad> start = problem.start<Quad>();
      DrivenBody<M, Quad, ChosenTorque> run(problem.body<Quad>(), start, torque);
      const Quad h = Quad((lowest <= 12 ? 0.5 : 1.5) / problem.rate());
      ASSERT_TRUE(run.steps(1, h) && run.steps(1, -h)) << problem.name;
      raise(worst, relative_distance(run.s.m, start.m));
      raise(worst, attitude_distance(run.s.Q, start.Q));
    });
    if (card.symmetric)
      EXPECT_LT(worst, 1e-27) << "the card says symmetric";
    else
      EXPECT_GT(worst, 1e-20) << "a step back undoes the step, but the card does not say symmetric";
  }

  static void structure() {
    if (!card.memory.empty()) {
      EXPECT_EQ(card.structure, Structure::none) << "a map with memory has no structure on T*SO(3)";
      return;
    }
    measure::Defects worst;
    each_potential([&](const Problem& problem, const ChosenTorque& torque) { worst.raise(defects(problem, torque)); });
    expect_structure(worst);
  }
  /// Of the map of one step that begins at time t.
  template <class Torque>
  static measure::Defects defects(const Problem& problem, const Torque& torque, Quad t = 0) {
    const Principal<Quad> body = problem.body<Quad>();
    const Quad h = Quad(0.9 * std::min(card.step_limit, 1.0) / problem.rate());
    return measure::structure_defects(problem.start<Quad>(), [&](const PrincipalState<Quad>& s) {
      DrivenBody<M, Quad, Torque> run(body, s, torque);
      run.t = t;
      EXPECT_TRUE(run.steps(1, h)) << problem.name;
      return run.s;
    });
  }
  static void expect_structure(const measure::Defects& worst) {
    // With a torque the momentum map depends on the attitude: it is symplectic as a whole or nothing.
    const Structure measured = worst.structure() == Structure::symplectic ? Structure::symplectic : Structure::none;
    EXPECT_EQ(card.structure, measured) << "symplectic defect " << worst.symplectic;
  }

  /// A card that names no limit means it: up to h|w| = 100 a step may be wrong, but Q is an attitude, and the momentum about
  /// the vertical is kept where that is promised. A momentum that has grown a thousandfold is a method that has left its
  /// stability; that ends the run.
  static void large_steps() {
    if (std::isfinite(card.step_limit)) return;
    double worst_q = 0, worst_L = 0;
    for (const Problem& problem : kLargeStepBodies)
      for (const double theta : kLargeSteps) {
        DrivenBody<M, double, ChosenTorque> run(problem.body<double>(), problem.start<double>(),
                                                {HeavyTop(1e-3, {0, 0, 1})});
        const double L0 = spatial_momentum(run.s).z, size = norm(run.s.m);
        double largest = size;
        for (int i = 0; i < 500 && largest < 1000 * size; ++i) {
          const PrincipalState<double> before = run.s;
          if (!run.step(theta / problem.rate()).converged) {  // with a torque an equation may have no root in reach
            EXPECT_TRUE(!card.is_explicit || card.notices_loss) << problem.name << " at h|w| = " << theta;
            EXPECT_EQ(0, std::memcmp(&run.s, &before, sizeof before)) << "a step that failed must leave the state";
            break;
          }
          raise(largest, norm(run.s.m));
          raise(worst_q, norm2(run.s.Q) - 1);
          raise(worst_L, (spatial_momentum(run.s).z - L0) / largest);
        }
      }
    EXPECT_LT(worst_q, 1e-14) << "|Q|^2 - 1";
    EXPECT_TRUE(!card.keeps_vertical || worst_L < 5e-13) << "L . e3 " << worst_L;
  }

  static void lanes_equal_scalar() {
    lanes_equal_scalar_at_width<2>();
    lanes_equal_scalar_at_width<4>();
  }

  static void zero_step_and_bad_torque() {
    const PrincipalState<double> start = kTop.start<double>();
    DrivenBody<M, double, ChosenTorque> still(kTop.body<double>(), start, {HeavyTop<>{}});
    EXPECT_TRUE(still.steps(2, 0.0));
    EXPECT_LT(relative_distance(still.s.m, start.m), 1e-15) << "h = 0";
    EXPECT_LT(attitude_distance(still.s.Q, start.Q), 1e-15) << "h = 0";
    DrivenBody<M, double, ChosenTorque> broken(kTop.body<double>(), start, {BrokenTorque{}});
    bool reported = false;
    for (int i = 0; i < 3; ++i) {
      const auto status = broken.step(0.01);
      reported = reported || !status.converged || std::isnan(norm2(broken.s.m) + norm2(broken.s.Q));
    }
    EXPECT_TRUE(reported) << "a torque of NaN must not vanish";
  }

  static void card_is_complete() {
    EXPECT_FALSE(card.name.empty() || card.title.empty() || card.family.empty() || card.reference.empty());
    EXPECT_GT(card.torque_evaluations, 0);
    EXPECT_TRUE(card.takes_torque);
    if constexpr (!MovesFreeBody<M>) {  // else they are of the free body, and tests/support/contract.hpp measures them
      EXPECT_FALSE(card.keeps_casimir || card.keeps_momentum) << "a torque changes them";
    }
  }

 private:
  static void raise(double& worst, double value) {
    value = std::fabs(value);
    if (!(value <= worst) && !std::isnan(worst)) worst = value;  // NaN is the worst, and stays
  }
  static void raise(double& worst, Quad value) { raise(worst, double(value)); }

  // Energy error over the first and the last fifth of a run: mean and largest.
  struct EnergyRecord {
    double mean[2]{}, largest[2]{}, scale = 0;
    double mean_moves() const { return std::fabs(mean[1] - mean[0]) / largest[0]; }
    double largest_grows() const { return largest[1] / largest[0]; }
    /// Of a million steps.
    bool is_rounding() const { return largest[0] < 1e-12 * scale && largest[1] < 1e-12 * scale; }
  };
  /// h|w| of the energy tests.
  static double theta() {
    return lowest <= 1 ? 0.002 : lowest <= 2 ? 0.15 : lowest <= 4 ? 0.3 : lowest <= 16 ? 0.5 : 0.8;
  }
  static EnergyRecord energy_record(const Problem& problem, const ChosenTorque& top, double theta, long n,
                                    int variant = 0) {
    const Principal<double> body = problem.body<double>();
    PrincipalState<double> start = problem.start<double>();
    start.m *= 1 + 1e-13 * variant;  // a motion that is chaotic becomes another one
    DrivenBody<M, double, ChosenTorque> run(body, start, top);
    const auto total = [&] { return energy(body, run.s.m) + top.energy(run.t, run.s.Q); };
    const double E0 = total();
    EnergyRecord record;
    record.scale = std::fabs(E0);
    for (long i = 0; i < n; ++i) {
      if (!run.steps(1, theta / problem.rate())) return {{0, 1}, {1e-300, 1}};  // lost
      if (i >= n / 5 && i < n - n / 5) continue;
      const int part = i < n / 5 ? 0 : 1;
      const double e = total() - E0;
      record.mean[part] += e / double(n / 5);
      raise(record.largest[part], e);
    }
    return record;
  }

  static double coarsest() {
    return lowest <= 1 ? 0.005 : lowest <= 2 ? 0.04 : Passes<M> ? 0.03 : lowest <= 6 ? 0.1 : lowest <= 12 ? 0.06 : 0.4;
  }

  static void expect_order(const char* what, const char* problem, double promised, double within,
                           const std::vector<double>& error) {
    for (std::size_t i = 1; i < error.size(); ++i)
      EXPECT_NEAR(std::log2(error[i - 1] / error[i]), promised, within)
          << what << ", " << problem << ", halving " << i << ": error " << error[i - 1] << " -> " << error[i];
  }
  template <int N>
  static void lanes_equal_scalar_at_width() {
    using P = Pack<double, N>;
    Random random(271828);
    Vec3<P> I{};
    PrincipalState<P> packed{};
    P h{};
    std::vector<DrivenBody<M, double, ChosenTorque>> singles;
    std::array<double, N> steps{};
    for (int i = 0; i < N; ++i) {
      const Vec3<double> moments = random.moments();
      const PrincipalState<double> s{random.attitude(), random.vector()};
      steps[std::size_t(i)] = random.uniform(0.01, 0.3) / norm(times(Principal<double>(moments).x, s.m));
      singles.emplace_back(Principal<double>(moments), s, kGeneral);
      for (int k = 0; k < 3; ++k) set_lane(I[k], i, moments[k]);
      set_lane(packed, i, s);
      set_lane(h, i, steps[std::size_t(i)]);
    }
    DrivenBody<M, P, ChosenTorque> run(Principal<P>(I), packed, kGeneral);
    for (int n = 0; n < 20; ++n) {
      run.step(h);
      for (int i = 0; i < N; ++i) {
        auto& single = singles[std::size_t(i)];
        single.step(steps[std::size_t(i)]);
        const PrincipalState<double> in_pack = lane(run.s, i);
        ASSERT_EQ(0, std::memcmp(&in_pack, &single.s, sizeof in_pack))
            << "width " << N << ", lane " << i << ", step " << n;
      }
    }
  }
};

struct TorquedPromise {
  const char* name;
  void (*check)();
};
template <class M>
constexpr auto torqued_promises() {
  using C = TorquedContract<M>;
  return std::to_array<TorquedPromise>({{"card_is_complete", C::card_is_complete},
                                        {"orders", C::orders},
                                        {"torque_evaluations", C::torque_evaluations},
                                        {"energy_in_the_long_run", C::energy_in_the_long_run},
                                        {"energy_of_a_free_body", C::energy_of_a_free_body},
                                        {"vertical_momentum", C::vertical_momentum},
                                        {"symmetry", C::symmetry},
                                        {"structure", C::structure},
                                        {"large_steps", C::large_steps},
                                        {"lanes_equal_scalar", C::lanes_equal_scalar},
                                        {"works_in_float", C::works_in_float},
                                        {"zero_step_and_bad_torque", C::zero_step_and_bad_torque}});
}

class TorquedContractTest : public testing::Test {
 public:
  explicit TorquedContractTest(void (*check)()) : check_(check) {}
  void TestBody() override { check_(); }

 private:
  void (*check_)();
};

/// Registers the tests of one method under its own name: torqued/rkn6_dmv16.orders, ...
template <class M>
void register_torqued_contract() {
  std::string suite =
      "torqued/" + std::string(M::info.name) + (M::info.flow.empty() ? "" : "_on_" + std::string(M::info.flow));
  std::replace(suite.begin(), suite.end(), '-', '_');  // a dash has a meaning in --gtest_filter
  for (const TorquedPromise& promise : torqued_promises<M>())
    testing::RegisterTest(suite.c_str(), promise.name, nullptr, nullptr, __FILE__, __LINE__,
                          [check = promise.check]() -> TorquedContractTest* { return new TorquedContractTest(check); });
}

}  // namespace polhode::test

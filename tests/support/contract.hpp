// contract.hpp -- measures everything a method's card declares, in both directions
//
// A promise that is not kept fails; so does a card that promises less than the method does.
// The reference is the exact motion in a formulation of its own (jacobi_reference.hpp), in __float128 where orders are
// measured, so that no rounding plateau has to be avoided by choosing steps.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "measure/structure.hpp"
#include "polhode/exact/jacobi_reference.hpp"
#include "polhode/methods/method.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/bodies.hpp"
#include "support/driven_body.hpp"
#include "support/float_run.hpp"
#include "support/reference_states.hpp"

namespace polhode::test {

/// A state of the true motion in tests/reference, and its problem.
struct Listed {
  std::string_view file, key;
  double t;
  Problem problem;
};

template <class M>
class Contract {
  static constexpr const MethodInfo& card = M::info;
  static constexpr bool self_starting = card.memory.empty();
  static constexpr int order = card.order, attitude_order = card.attitude_order;
  /// The order that limits the method, for choosing steps.
  static constexpr int lowest = order < attitude_order ? order : attitude_order;

 public:
  // --- orders -----------------------------------------------------------------------------------------------------

  /// h|w| of the coarsest step of the order test: small enough for the leading term, large enough to stay above the
  /// rounding of __float128 after the halvings. A function of the order alone.
  static double coarsest(int p) {
    if (p == kExact) return 0.7;
    if (p <= 1) return 0.01;
    if (p <= 2) return 0.05;
    if (p <= 6) return 0.1;
    if (p <= 8) return 0.2;
    if (p <= 12) return 0.3;
    if (p <= 16) return 0.1 * p - 0.9;  // 0.5, 0.7
    return 0.065 * p - 0.52;            // 0.65, 0.78
  }

  static void orders() {
    for (const Problem& problem : kProblems)
      for (const int direction : {1, -1}) {
        if (direction < 0 && &problem != &kProblems[2]) continue;  // backwards in time: one body is enough
        const Quad end = Quad(2 * direction);
        const int quarters = 4;  // errors are the largest at four times: one time may be a zero of the leading term
        const Principal<Quad> body = problem.body<Quad>();
        const PrincipalState<Quad> start = problem.start<Quad>();
        std::array<PrincipalState<Quad>, quarters> exact;
        for (int k = 0; k < quarters; ++k) exact[k] = jacobi_reference(body, start, end * Quad(k + 1) / Quad(quarters));

        const int per_quarter = int(std::ceil(2 * problem.rate() / coarsest(lowest) / quarters));
        const int halvings = lowest > 16 ? 1 : lowest > 12 ? 2 : 3;  // __float128 has room for no more
        std::vector<double> momentum_error, attitude_error;
        for (int level = 0; level <= halvings; ++level) {
          const int n = per_quarter << level;
          DrivenBody<M, Quad> run(body, start);
          Quad em = 0, eq = 0;
          for (int k = 0; k < quarters; ++k) {
            ASSERT_TRUE(run.steps(n, end / Quad(quarters * n))) << problem.name << ", " << quarters * n << " steps";
            em = max(em, relative_distance(run.s.m, exact[k].m));
            eq = max(eq, attitude_distance(run.s.Q, exact[k].Q));
          }
          momentum_error.push_back(double(em));
          attitude_error.push_back(double(eq));
        }
        expect_order("momentum", problem.name, order, momentum_error);
        expect_order("attitude", problem.name, attitude_order, attitude_error);
      }
  }

  /// The states of the true motion that are listed with 25 digits, in double: to 1e-13 from order 8 on. Order 6 needs so many
  /// steps that their roundings walk a little further (measured 1.8e-13).
  static void reference_states() {
    if (lowest < 6) return;
    const double tolerance = lowest < 8 ? 5e-13 : 1e-13;
    const Listed listed[] = {
        {kCelledoniHairerVilmart, "HV_asym", 10, kProblems[0]},
        {kCelledoniHairerVilmart, "HV_water", 10, kProblems[1]},
        {kCelledoniHairerVilmart, "CS_FRB", 1, {"free rigid body", {5000, 4000, 3000}, {-1000, 0, 2000}}},
        {kCelledoniHairerVilmart, "Book", 40, {"book", {376, 627, 1000}, {0, 600, -800}}}};
    const double theta = lowest <= 6 ? 0.006 : lowest <= 8 ? 0.022 : lowest <= 10 ? 0.05 : 0.2;
    for (const Listed& l : listed) {
      const PrincipalState<double> exact = convert<double>(reference_state(l.file, l.key, l.t));
      const int n = int(std::ceil(l.t * l.problem.rate() / theta));
      DrivenBody<M, double> run(l.problem.body<double>(), l.problem.start<double>());
      ASSERT_TRUE(run.steps(n, l.t / n)) << l.key;
      const double em = relative_distance(run.s.m, exact.m), eq = attitude_distance(run.s.Q, exact.Q);
      record("reference states", std::max(em, eq));
      EXPECT_LT(em, tolerance) << "momentum, " << l.key << ", " << n << " steps";
      EXPECT_LT(eq, tolerance) << "attitude, " << l.key << ", " << n << " steps";
    }
  }

  // --- invariants -------------------------------------------------------------------------------------------------

  /// In __float128 an invariant is either kept to 1e-31 a step or visibly not.
  static void invariants_in_quad() {
    double worst_energy = 0, worst_casimir = 0, worst_momentum = 0;
    for (const Problem& problem : kProblems) {
      const Principal<Quad> body = problem.body<Quad>();
      const PrincipalState<Quad> start = problem.start<Quad>();
      DrivenBody<M, Quad> run(body, start);
      const Quad h = Quad(0.6 / problem.rate());
      const Vec3<Quad> L0 = spatial_momentum(start);
      for (int i = 0; i < 200; ++i) {
        ASSERT_TRUE(run.steps(1, h)) << problem.name;
        raise(worst_energy, relative_error(energy(body, run.s.m), energy(body, start.m)));
        raise(worst_casimir, relative_error(casimir(run.s.m), casimir(start.m)));
        raise(worst_momentum, relative_distance(spatial_momentum(run.s), L0));
      }
    }
    expect_kept("energy", card.energy == Energy::exact, worst_energy);
    expect_kept("|m|", card.keeps_casimir, worst_casimir);
    expect_kept("L = Q m", card.keeps_momentum, worst_momentum);
  }

  /// In double, what is kept is lost no faster than a random walk of roundings. One rounding of each component of m a step
  /// moves the energy of these bodies by 6e-17 of itself (rms): 6e-14 after 1e6 steps, and now and then three times that; L
  /// feels the rounding of Q as well. A drift of one eps a step would be 2e-10.
  static void rounding_in_the_long_run() {
    const bool exact = card.energy == Energy::exact;
    const int n = exact ? 1000000 : 100000;
    const double bound = exact ? 3e-13 : 5e-14, bound_L = exact ? 5e-13 : 1.5e-13;
    for (const Problem& problem : kProblems)
      for (const double theta : {0.05, 0.5}) {
        const Principal<double> body = problem.body<double>();
        const PrincipalState<double> start = problem.start<double>();
        DrivenBody<M, double> run(body, start);
        const Vec3<double> L0 = spatial_momentum(start);
        double de = 0, dc = 0, dl = 0, dq = 0;
        for (int i = 0; i < n / 100; ++i) {
          ASSERT_TRUE(run.steps(100, theta / problem.rate())) << problem.name << " at h|w| = " << theta;
          raise(de, relative_error(energy(body, run.s.m), energy(body, start.m)));
          raise(dc, relative_error(norm(run.s.m), norm(start.m)));
          raise(dl, relative_distance(spatial_momentum(run.s), L0));
          raise(dq, std::fabs(norm2(run.s.Q) - 1));
        }
        if (exact) record("rounding: energy", de);
        record("rounding: |m|", dc), record("rounding: L", dl);
        const std::string where = std::string(problem.name) + " at h|w| = " + std::to_string(theta);
        EXPECT_TRUE(!exact || de < bound) << "energy " << de << ", " << where;
        EXPECT_TRUE(!card.keeps_casimir || dc < bound) << "|m| " << dc << ", " << where;
        EXPECT_TRUE(!card.keeps_momentum || dl < bound_L) << "L " << dl << ", " << where;
        EXPECT_LT(dq, 2e-15) << "|Q|^2 - 1, " << where;
      }
  }

  /// Bounded: the last quarter of a long run is no worse than the first. Drifting: it is much worse.
  static void energy_in_the_long_run() {
    if (card.energy == Energy::exact) return;  // invariants_in_quad, rounding_in_the_long_run
    // Steps at which a drift is visible but has not yet carried the body to its axis of extreme energy.
    const double theta = lowest <= 1   ? 2e-4
                         : lowest <= 2 ? 0.02
                         : lowest <= 3 ? 0.05
                         : lowest <= 5 ? 0.2
                         : lowest <= 6 ? 0.4
                                       : 1.2;
    const double worst_ratio = growth_of_the_energy_error(theta);
    record("energy error, last quarter over first", worst_ratio);
    if (card.energy == Energy::bounded)
      EXPECT_LT(worst_ratio, 1.3) << "the card says bounded";
    else  // the drift may be of an order far above that of the method: then larger steps show it
      EXPECT_TRUE(worst_ratio > 2 || growth_of_the_energy_error(1) > 2)
          << "the card says drifts, but the energy error stays bounded";
  }
  /// The energy error of the last quarter of 2e5 steps over that of the first; the worst body.
  static double growth_of_the_energy_error(double theta) {
    double worst = 0;
    for (const Problem& problem : kProblems) {
      const Principal<double> body = problem.body<double>();
      const PrincipalState<double> start = problem.start<double>();
      DrivenBody<M, double> run(body, start);
      const int n = 200000;
      std::array<double, 4> largest{};
      for (int i = 0; i < n; ++i) {
        EXPECT_TRUE(run.steps(1, theta / problem.rate())) << problem.name;
        raise(largest[std::size_t(i / (n / 4))], relative_error(energy(body, run.s.m), energy(body, start.m)));
      }
      raise(worst, largest[3] / largest[0]);
    }
    return worst;
  }

  // --- symmetry and structure -------------------------------------------------------------------------------------

  static void symmetry() {
    double worst = 0;
    for (const Problem& problem : kProblems) {
      const PrincipalState<Quad> start = problem.start<Quad>();
      DrivenBody<M, Quad> run(problem.body<Quad>(), start);
      const Quad h = Quad(0.8 * largest_step(problem));
      ASSERT_TRUE(run.steps(1, h) && run.steps(1, -h)) << problem.name;
      raise(worst, relative_distance(run.s.m, start.m));
      raise(worst, attitude_distance(run.s.Q, start.Q));
    }
    record("step and step back", worst);
    if (card.symmetric)
      EXPECT_LT(worst, 1e-30) << "the card says symmetric";
    else
      EXPECT_GT(worst, 1e-20) << "a step back undoes the step, but the card does not say symmetric";
  }

  static void structure() {
    if (!self_starting) {
      EXPECT_EQ(card.structure, Structure::none) << "a map with memory has no structure on T*SO(3)";
      return;
    }
    measure::Defects worst;
    for (const Problem& problem : kProblems) {
      const Principal<Quad> body = problem.body<Quad>();
      const Quad h = Quad(0.8 * largest_step(problem));
      worst.raise(measure::structure_defects(problem.start<Quad>(), [&](const PrincipalState<Quad>& s) {
        DrivenBody<M, Quad> run(body, s);
        EXPECT_TRUE(run.steps(1, h));
        return run.s;
      }));
    }
    record("defect of the Poisson bracket of m", worst.poisson),
        record("defect of the symplectic form", worst.symplectic);
    EXPECT_EQ(card.structure, worst.structure())
        << "Poisson defect " << worst.poisson << ", symplectic defect " << worst.symplectic;
  }

  // --- lanes ------------------------------------------------------------------------------------------------------

  static void lanes_equal_scalar() {
    lanes_equal_scalar_at_width<1>();
    lanes_equal_scalar_at_width<2>();
    lanes_equal_scalar_at_width<4>();
    lanes_equal_scalar_at_width<8>();
  }

  // --- float ------------------------------------------------------------------------------------------------------

  /// 20 rad in float: what is kept is kept to its rounding, and the motion is that of double. Roundings of the momentum grow
  /// with time as any error of it does, and near an unstable axis faster.
  static void works_in_float() {
    if constexpr (card.variant_of.empty()) {
      for (const Problem& problem : kProblems) {
        const FloatErrors e = float_errors<M>(problem, 0.1, 200);
        record("float: m", e.m), record("float: Q", e.Q);
        EXPECT_LT(e.m, 400) << problem.name;     // measured 199
        EXPECT_LT(e.Q, 400) << problem.name;     // measured 200
        EXPECT_LT(e.length, 4) << problem.name;  // measured 1.5
        EXPECT_TRUE(!card.keeps_casimir || e.casimir < 20)
            << "|m| " << e.casimir << ", " << problem.name;                                    // measured 9.1
        EXPECT_TRUE(!card.keeps_momentum || e.L < 20) << "L " << e.L << ", " << problem.name;  // measured 10.4
        EXPECT_TRUE(card.energy != Energy::exact || e.energy < 20)
            << "energy " << e.energy << ", " << problem.name;  // measured 9.1
      }
    }
  }

  // --- corners ----------------------------------------------------------------------------------------------------

  static void zero_step_and_rest() {
    for (const Problem& problem : kProblems) {
      Random random(7);
      const PrincipalState<double> start{random.attitude(), problem.start<double>().m};
      DrivenBody<M, double> still(problem.body<double>(), start);
      EXPECT_TRUE(still.steps(3, 0.0));
      EXPECT_EQ(0, std::memcmp(&still.s.m, &start.m, sizeof start.m)) << "h = 0 changes the momentum";
      EXPECT_LT(attitude_distance(still.s.Q, start.Q), 1e-15) << "h = 0 turns the body";

      DrivenBody<M, double> rest(problem.body<double>(), {start.Q, {}});
      EXPECT_TRUE(rest.steps(3, 0.1)) << "a body at rest";
      EXPECT_EQ(norm(rest.s.m), 0) << "a body at rest";
      EXPECT_LT(attitude_distance(rest.s.Q, start.Q), 1e-15) << "a body at rest";
    }
  }

  static void spin_about_one_axis() {
    for (const Problem& problem : kProblems)
      for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
          const Principal<double> body = problem.body<double>();
          PrincipalState<double> start;
          start.m[axis] = sign * 1.7;
          const double w = start.m[axis] * body.x[axis];
          const double theta = 0.05;
          DrivenBody<M, double> run(body, start);
          ASSERT_TRUE(run.steps(20, theta / std::fabs(w)));
          EXPECT_LT(relative_distance(run.s.m, start.m), 1e-15) << "axis " << axis + 1;
          const Quaternion<double> exact =
              to_quaternion(exp(Vec3<double>(20 * theta / std::fabs(w) * w / start.m[axis] * start.m)));
          const double allowed = 20 * std::pow(theta, std::min(attitude_order, 100)) * theta + 1e-14;
          EXPECT_LT(attitude_distance(run.s.Q, exact), allowed) << "axis " << axis + 1;
          for (int k = 0; k < 3; ++k) EXPECT_TRUE(k == axis || run.s.Q.v[k] == 0) << "axis " << axis + 1;
        }
  }

  /// Symmetric bodies, spheres, and every order of the moments: as accurate as for any body.
  static void symmetric_and_unsorted_bodies() {
    const std::array<Vec3<double>, 13> bodies{{{0.6, 0.6, 1},
                                               {1, 0.6, 0.6},
                                               {0.6, 1, 0.6},
                                               {1, 1, 0.6},
                                               {0.6, 1, 1},
                                               {1, 0.6, 1},
                                               {0.8, 0.8, 0.8},
                                               {0.6, 0.8, 1},
                                               {0.6, 1, 0.8},
                                               {0.8, 0.6, 1},
                                               {0.8, 1, 0.6},
                                               {1, 0.6, 0.8},
                                               {1, 0.8, 0.6}}};
    for (const Vec3<double>& I : bodies) {
      const Principal<double> body(I);
      const PrincipalState<double> start{{}, {1.1, -0.7, 0.9}};
      const double rate = norm(times(body.x, start.m)), theta = lowest <= 1 ? 0.001 : 0.02;
      const int n = 50;
      DrivenBody<M, double> run(body, start);
      ASSERT_TRUE(run.steps(n, theta / rate)) << I.x << " " << I.y << " " << I.z;
      const PrincipalState<double> exact = jacobi_reference(body, start, n * theta / rate);
      const double allowed_m = 3 * n * std::pow(theta, std::min(order, 100)) * theta + 1e-13;
      const double allowed_q = 3 * n * std::pow(theta, std::min(attitude_order, 100)) * theta + 1e-13;
      EXPECT_LT(relative_distance(run.s.m, exact.m), allowed_m) << I.x << " " << I.y << " " << I.z;
      EXPECT_LT(attitude_distance(run.s.Q, exact.Q), allowed_q) << I.x << " " << I.y << " " << I.z;
    }
  }

  /// Units do not matter: with moments and momentum, or momentum and time, scaled by powers of two, the motion is the same.
  static void scales() {
    double worst_mass = 0, worst_time = 0;
    for (const Problem& problem : kProblems) {
      const Principal<double> body = problem.body<double>();
      const PrincipalState<double> start = problem.start<double>();
      const double h = 0.3 / problem.rate();
      DrivenBody<M, double> run(body, start);
      ASSERT_TRUE(run.steps(20, h));
      for (const double scale : {0x1p-100, 0x1p100}) {  // 7.9e-31, 1.3e30
        DrivenBody<M, double> heavy(Principal<double>(scale * body.I), {start.Q, scale * start.m});
        EXPECT_TRUE(heavy.steps(20, h)) << "moments and momentum times " << scale;
        raise(worst_mass, attitude_distance(heavy.s.Q, run.s.Q));
        raise(worst_mass, relative_distance(heavy.s.m, scale * run.s.m));
        DrivenBody<M, double> fast(body, {start.Q, scale * start.m});
        EXPECT_TRUE(fast.steps(20, h / scale)) << "momentum times " << scale;
        raise(worst_time, attitude_distance(fast.s.Q, run.s.Q));
        raise(worst_time, relative_distance(fast.s.m, scale * run.s.m));
        DrivenBody<M, double> light(Principal<double>(scale * body.I), start);
        EXPECT_TRUE(light.steps(20, h * scale)) << "moments times " << scale;
        raise(worst_time, attitude_distance(light.s.Q, run.s.Q));
      }
    }
    EXPECT_LT(worst_mass, 1e-13) << "unit of mass";
    if (card.any_time_unit)
      EXPECT_LT(worst_time, 1e-13) << "unit of time";
    else
      EXPECT_GT(worst_time, 1e-3) << "the unit of time does not matter, but the card says that it does";
  }

  /// NaN in, NaN out or a report; never an exception, never a finite state.
  static void nan_in_nan_out() {
    const Problem& problem = kProblems[0];
    for (int k = 0; k < 3; ++k) {
      PrincipalState<double> bad = problem.start<double>();
      bad.m[k] = std::nan("");
      DrivenBody<M, double> run(problem.body<double>(), bad);
      run.step(0.1);
      EXPECT_TRUE(std::isnan(norm2(run.s.m))) << "component " << k + 1;
    }
    DrivenBody<M, double> run(problem.body<double>(), problem.start<double>());
    const auto status = run.step(std::nan(""));
    EXPECT_TRUE(!status.converged || std::isnan(norm2(run.s.m)) || std::isnan(norm2(run.s.Q))) << "h = NaN";
  }

  /// Below the limit of the card every step converges; beyond it each one either reports, leaving the state alone, or is
  /// as good as the method's order lets it be: no wrong root in silence.
  static void step_limit() {
    Random random(20010723);
    int reported = 0, bodies = 400;
    for (int i = 0; i < bodies; ++i) {
      const Principal<double> body(random.moments());
      const PrincipalState<double> start{random.attitude(), random.vector()};
      const double rate = norm(times(body.x, start.m));
      DrivenBody<M, double> run(body, start);
      const double inside = std::isfinite(card.step_limit) ? 0.99 * card.step_limit : 3;
      EXPECT_TRUE(run.step(inside / rate).converged)
          << "h|w| = " << inside << ", moments " << body.I.x << " " << body.I.y << " " << body.I.z;
      EXPECT_TRUE(std::isfinite(norm2(run.s.m)));
      if (!std::isfinite(card.step_limit)) continue;
      DrivenBody<M, double> beyond(body, start);
      const auto status = beyond.step(1.01 * card.step_limit / rate);
      reported += !status.converged;
      EXPECT_EQ(0, std::memcmp(&beyond.s, &start, sizeof start)) << "a step that failed must leave the state as it was";
    }
    EXPECT_EQ(reported, std::isfinite(card.step_limit) ? bodies : 0) << "steps beyond the limit that were not reported";
  }

  /// A card that names no limit means it: up to h|w| = 100 a step may be wrong, but Q is an attitude and what is kept is kept.
  /// Rounding may lean to one side there, by an eps or so a step.
  static void large_steps() {
    if (std::isfinite(card.step_limit)) return;
    double worst_q = 0, worst_m = 0, worst_L = 0;
    for (const Problem& problem : kLargeStepBodies)
      for (const double theta : kLargeSteps) {
        const PrincipalState<double> start = problem.start<double>();
        DrivenBody<M, double> run(problem.body<double>(), start);
        for (int i = 0; i < 500; ++i) {
          ASSERT_TRUE(run.steps(1, theta / problem.rate())) << problem.name << " at h|w| = " << theta;
          raise(worst_q, std::fabs(norm2(run.s.Q) - 1));
          raise(worst_m, relative_error(norm(run.s.m), norm(start.m)));
          raise(worst_L, relative_distance(spatial_momentum(run.s), spatial_momentum(start)));
        }
      }
    record("large steps: |Q|^2", worst_q), record("large steps: |m|", worst_m), record("large steps: L", worst_L);
    EXPECT_LT(worst_q, 1e-14) << "|Q|^2 - 1";                         // measured 4e-15
    EXPECT_TRUE(!card.keeps_casimir || worst_m < 5e-13) << worst_m;   // measured 1.2e-13
    EXPECT_TRUE(!card.keeps_momentum || worst_L < 5e-13) << worst_L;  // measured 1.2e-13
  }

  /// The card itself: complete and consistent.
  static void card_is_complete() {
    EXPECT_FALSE(card.name.empty());
    EXPECT_FALSE(card.title.empty());
    EXPECT_FALSE(card.family.empty());
    EXPECT_FALSE(card.reference.empty());
    EXPECT_GT(card.order, 0);
    EXPECT_GT(card.attitude_order, 0);
    EXPECT_TRUE(card.takes_torque || card.torque_evaluations == 0) << "free bodies have no torque";
    EXPECT_EQ(self_starting, (std::is_same_v<typename M::template Memory<double>, NoMemory>))
        << "the card must name the memory";
    EXPECT_TRUE(!std::isfinite(card.step_limit) || !card.is_explicit) << "an explicit step has no limit";
  }

 private:
  static void raise(double& largest, double value) {
    if (!(value <= largest) && !std::isnan(largest)) largest = value;  // NaN is the worst, and stays
  }
  static void raise(double& largest, Quad value) { raise(largest, double(value)); }
  /// Measured values go to the XML report (and to docs, through it).
  static void record(const char* what, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    testing::Test::RecordProperty(key(what), text);
  }
  static std::string key(std::string what) {
    for (char& c : what)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return what;
  }
  /// A step inside the limit of the method, and large enough to show what is not exact.
  static double largest_step(const Problem& problem) { return std::min(0.8 * card.step_limit, 1.0) / problem.rate(); }

  static void expect_order(const char* what, const char* body, int promised, const std::vector<double>& error) {
    if (promised == kExact) {
      for (const double e : error) EXPECT_LT(e, 1e-29) << what << ", " << body;
      return;
    }
    const double tolerance = promised > 12 ? 0.3 : 0.1;
    for (std::size_t i = 1; i < error.size(); ++i) {
      const double slope = std::log2(error[i - 1] / error[i]);
      record((std::string("order of ") + what).c_str(), slope);
      EXPECT_NEAR(slope, promised, tolerance)
          << what << ", " << body << ", halving " << i << ": error " << error[i - 1] << " -> " << error[i];
    }
  }
  static void expect_kept(const char* what, bool promised, double worst) {
    record((std::string("kept in quad: ") + what).c_str(), worst);
    if (promised)
      EXPECT_LT(worst, 1e-30) << what << " is promised to be exact";
    else
      EXPECT_GT(worst, 1e-24) << what << " is kept, but the card does not say so";
  }

  template <int N>
  static void lanes_equal_scalar_at_width() {
    using P = Pack<double, N>;
    Random random(4711);
    Vec3<P> I{};
    PrincipalState<P> packed{};
    P h{};
    std::array<Vec3<double>, N> one_I;
    std::array<PrincipalState<double>, N> one;
    std::array<double, N> one_h{};
    for (int i = 0; i < N; ++i) {
      const std::size_t u = std::size_t(i);
      one_I[u] = random.moments();
      one[u] = {random.attitude(), random.vector()};
      const double theta = random.uniform(0.01, 0.9 * std::min(card.step_limit, 2.0));
      one_h[u] = (i % 2 ? -1 : 1) * theta / norm(times(Principal<double>(one_I[u]).x, one[u].m));
      if (i == 3) one[u].m = {};               // at rest
      if (i == 5) one_I[u] = {1.5, 1.5, 1.5};  // a sphere
      if (i == 6)
        one_h[u] *= std::isfinite(card.step_limit) ? 3 : 1;  // beyond the limit: its neighbours must not notice
      if (i == 7) one[u].m.y = std::nan("");
      for (int k = 0; k < 3; ++k) set_lane(I[k], i, one_I[u][k]);
      set_lane(packed, i, one[u]);
      set_lane(h, i, one_h[u]);
    }
    DrivenBody<M, P> run(Principal<P>(I), packed);
    std::vector<DrivenBody<M, double>> singles;
    for (std::size_t i = 0; i < N; ++i) singles.emplace_back(Principal<double>(one_I[i]), one[i]);
    for (int n = 0; n < 50; ++n) {
      const auto status = run.step(h);
      for (int i = 0; i < N; ++i) {
        DrivenBody<M, double>& single = singles[std::size_t(i)];
        const auto alone = single.step(one_h[std::size_t(i)]);
        const PrincipalState<double> in_pack = lane(run.s, i);
        ASSERT_EQ(mask_lane<P>(status.converged, i), alone.converged)
            << "width " << N << ", lane " << i << ", step " << n;
        if (std::isnan(norm2(single.s.m))) {
          ASSERT_TRUE(std::isnan(norm2(in_pack.m)));
          continue;
        }
        ASSERT_EQ(0, std::memcmp(&in_pack, &single.s, sizeof in_pack))
            << "width " << N << ", lane " << i << ", step " << n;
      }
    }
  }
};

struct Promise {
  const char* name;
  void (*check)();
};

template <class M>
constexpr auto promises() {
  using C = Contract<M>;
  return std::to_array<Promise>({{"card_is_complete", C::card_is_complete},
                                 {"orders", C::orders},
                                 {"reference_states", C::reference_states},
                                 {"invariants_in_quad", C::invariants_in_quad},
                                 {"rounding_in_the_long_run", C::rounding_in_the_long_run},
                                 {"energy_in_the_long_run", C::energy_in_the_long_run},
                                 {"symmetry", C::symmetry},
                                 {"structure", C::structure},
                                 {"lanes_equal_scalar", C::lanes_equal_scalar},
                                 {"works_in_float", C::works_in_float},
                                 {"zero_step_and_rest", C::zero_step_and_rest},
                                 {"spin_about_one_axis", C::spin_about_one_axis},
                                 {"symmetric_and_unsorted_bodies", C::symmetric_and_unsorted_bodies},
                                 {"scales", C::scales},
                                 {"nan_in_nan_out", C::nan_in_nan_out},
                                 {"step_limit", C::step_limit},
                                 {"large_steps", C::large_steps}});
}

class ContractTest : public testing::Test {
 public:
  explicit ContractTest(void (*check)()) : check_(check) {}
  void TestBody() override { check_(); }

 private:
  void (*check_)();
};

/// Registers the tests of one method under its own name: contract/dmv8.orders, ...
template <class M>
void register_contract() {
  std::string suite = "contract/" + std::string(M::info.name);
  std::replace(suite.begin(), suite.end(), '-', '_');  // a dash has a meaning in --gtest_filter
  for (const Promise& promise : promises<M>())
    testing::RegisterTest(suite.c_str(), promise.name, nullptr, nullptr, __FILE__, __LINE__,
                          [check = promise.check]() -> ContractTest* { return new ContractTest(check); });
}

}  // namespace polhode::test

// krysl_endres_test.cpp -- the methods that Krysl and Endres compare, on their problems
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/methods/akw.hpp"
#include "polhode/methods/hulbert.hpp"
#include "polhode/methods/lewis_simo.hpp"
#include "polhode/methods/lgvi.hpp"
#include "polhode/methods/newmark.hpp"
#include "polhode/methods/simo_wong.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/problems.hpp"
#include "polhode/torques/drag.hpp"
#include "support/bodies.hpp"
#include "support/reference_states.hpp"

namespace polhode {
namespace {

// --- reference states -------------------------------------------------------------------------------------------------

struct ReferenceState {
  State<double> s;
  double energy = std::nan("");  // where the file lists it
};

ReferenceState reference(std::string_view file, const ReferenceTime& at) {
  ReferenceState r{convert<double>(test::reference_state(file, at.key, at.t))};
  auto values = test::reference_values(file, at.key, at.t);
  if (values.contains("H")) r.energy = double(values["H"]);
  return r;
}
template <class P>
ReferenceState reference(const P& problem, double t) {
  return reference(problem.file, {t, problem.references[0].key});
}

// --- runs ---------------------------------------------------------------------------------------------------------------

/// From 0 to the end in steps of about h, beginning anew at the switches of the torque.
template <class M, class P>
State<double> run_to(const P& problem, double end, double h) {
  const typename M::template Body<double> body(problem.body());
  State<double> s = problem.start;
  std::vector<double> ends = switches(problem.torque);
  ends.push_back(end);
  double from = 0;
  for (const double until : ends) {
    if (!(until > from) || until > end) continue;
    const int n = std::max(1, int(std::lround((until - from) / h)));
    const double step = (until - from) / n;
    const auto torque = during(problem.torque, 0.5 * (from + until));
    typename M::template Memory<double> memory{};
    for (int i = 0; i < n; ++i) EXPECT_TRUE(M::step(body, torque, from + i * step, step, s, memory).converged);
    from = until;
  }
  return s;
}

/// One body in one torque.
template <class M, class T, class Torque>
struct Steps {
  typename M::template Body<T> body;
  Torque torque;
  State<T> s;
  T t{};
  typename M::template Memory<T> memory{};

  Steps(const Principal<T>& moments, const Torque& model, const State<T>& start)
      : body(moments), torque(model), s(start) {}
  StepStatus<T> step(T h) {
    const auto status = M::step(body, torque, t, h, s, memory);
    t += h;
    return status;
  }
  bool steps(int n, T h) {
    for (int i = 0; i < n; ++i)
      if (!all_lanes<T>(step(h).converged)) return false;
    return true;
  }
};

template <class F>
void each_method(F f) {
  f(Newmark{}), f(NewmarkSpatial{}), f(SimoWong{}), f(Hulbert{});
  f(Akw{}), f(LewisSimo{}), f(LewisSimoEnergy{}), f(Lgvi{});
}

// --- the problems -------------------------------------------------------------------------------------------------------

TEST(Problems, LieOnTheOrbitsOfTheirReferenceStates) {
  int states = 0;
  problems::each([&](const auto& problem) {
    using Torque = std::remove_cvref_t<decltype(problem.torque)>;
    for (const ReferenceTime& at : problem.references) {
      if (at.t == 0) continue;
      const ReferenceState r = reference(problem.file, at);
      const double scale = 0.5 * dot(r.s.m, times(problem.body().x, r.s.m));
      if (!std::isnan(r.energy)) {
        EXPECT_LT(std::fabs(problem.energy(r.s) - r.energy), 1e-12 * scale) << problem.name << " at " << at.t;
      }
      if (Potential<Torque>) {
        const double dE = (problem.energy(r.s) - problem.energy(problem.start)) / scale;
        EXPECT_LT(std::fabs(dE), 1e-13) << problem.name << " at " << at.t;  // measured 9e-15
        const double dL = spatial_momentum(r.s).z - spatial_momentum(problem.start).z;
        EXPECT_LT(std::fabs(dL) / norm(r.s.m), 1e-13) << problem.name << " at " << at.t;
      } else {
        const Vec3<double> L = spatial_momentum(r.s);  // all impulses given: 20 times 2, and 1/5
        EXPECT_LT(norm(L - Vec3<double>{40, 0.2, 0}), 1e-12) << problem.name << " at " << at.t;
      }
      ++states;
    }
  });
  EXPECT_EQ(states, 28);
}

TEST(Problems, LeadToTheirReferenceStates) {
  problems::each([&](const auto& problem) {
    const ReferenceTime at = problem.references[0];
    const State<double> exact = reference(problem.file, at).s;
    const auto error = [&](int n) {
      const State<double> s = run_to<Newmark>(problem, at.t, at.t / n);
      return attitude_distance(s.Q, exact.Q) + relative_distance(s.m, exact.m);
    };
    const double coarse = error(10000), fine = error(20000);
    EXPECT_LT(fine, 2e-3) << problem.name;                // measured 1.2e-3 (satellite), the others at most 8e-6
    EXPECT_NEAR(coarse / fine, 4, 0.01) << problem.name;  // measured 3.9985 to 4.0014
  });
}

// --- errors -------------------------------------------------------------------------------------------------------------

// Errors over h^2 at the end of a run, of the attitude (its angle, which is the spectral norm |R - R_ref| of small
// errors) and of the momentum in body axes. The numbers were found independently, with matrices and other solvers.
struct Constants {
  double attitude, momentum;
};
struct ErrorRow {
  Constants newmark, simo_wong, hulbert, akw, lewis_simo, lewis_simo_energy, lgvi;
};

template <class M>
Constants of(const ErrorRow& row) {
  if constexpr (std::is_same_v<M, SimoWong>)
    return row.simo_wong;
  else if constexpr (std::is_same_v<M, Hulbert>)
    return row.hulbert;
  else if constexpr (std::is_same_v<M, Akw>)
    return row.akw;
  else if constexpr (std::is_same_v<M, LewisSimo>)
    return row.lewis_simo;
  else if constexpr (std::is_same_v<M, LewisSimoEnergy>)
    return row.lewis_simo_energy;
  else if constexpr (std::is_same_v<M, Lgvi>)
    return row.lgvi;
  else
    return row.newmark;
}

template <class P>
void expect_errors(const P& problem, double end, double h, const ErrorRow& row, double hulbert_step = 0) {
  each_method([&](auto m) {
    using M = decltype(m);
    const Constants expected = of<M>(row);
    if (expected.attitude == 0) return;  // not listed
    const double step = std::is_same_v<M, Hulbert> && hulbert_step > 0 ? hulbert_step : h;
    if constexpr (M::info.takes == Takes::general || Potential<std::remove_cvref_t<decltype(problem.torque)>>) {
      const State<double> s = run_to<M>(problem, end, step), exact = reference(problem, end).s;
      const double attitude = attitude_distance(s.Q, exact.Q) / (step * step);
      const double momentum = norm(s.m - exact.m) / (step * step);
      EXPECT_NEAR(attitude / expected.attitude, 1, 0.05) << M::info.name << ", " << problem.name << ": " << attitude;
      EXPECT_NEAR(momentum / expected.momentum, 1, 0.05) << M::info.name << ", " << problem.name << ": " << momentum;
    }
  });
}

// The columns: newmark, simo-wong, hulbert, akw, lewis-simo, lewis-simo-energy, lgvi. Measured: all within 1.4 %, but
// momenta of the toss with the short disturbance, which is as short as a step, 2 %. Hulbert needs smaller steps on two
// of the tops.
TEST(KryslEndres, ErrorConstantsOfTheFreeBody) {
  expect_errors(
      problems::free_body(), 100, 0.01,
      {{0.0929, 0.0806}, {0.786, 0.672}, {0.962, 0.961}, {7.5, 0.0394}, {1.3, 1.25}, {1.3, 1.25}, {14.4, 3.83}});
}
TEST(KryslEndres, ErrorConstantsOfTheToss) {
  expect_errors(problems::toss(0.05), 4, 0.0005,
                {{45.8, 30.6}, {75.8, 281}, {9.62, 237}, {197, 108}, {60.5, 193}, {}, {214, 321}});
  expect_errors(problems::toss(0.001), 4, 0.0005,
                {{46.5, 34.1}, {75.8, 285}, {9.73, 244}, {197, 103}, {60.5, 203}, {}, {214, 345}});
}
TEST(KryslEndres, ErrorConstantsOfTheLagrangeTop) {
  expect_errors(problems::lagrange_top(), 10, 0.001,
                {{2.49, 5.43}, {31.9, 23.9}, {7.49, 8.96}, {11.9, 11.7}, {16.8, 16.3}, {21, 14.2}, {25.6, 46.7}},
                0.000125);
}
TEST(KryslEndres, ErrorConstantsOfTheFastTop) {
  expect_errors(
      problems::fast_top(), 10, 0.0002,
      {{1.0e3, 3.6e4}, {136, 6.79e3}, {133, 6.52e3}, {1.04e5, 9.0e4}, {402, 1.99e4}, {402, 1.99e4}, {2.08e5, 2.29e5}});
}
TEST(KryslEndres, ErrorConstantsOfTheSlowTop) {
  expect_errors(problems::slow_top(), 10, 0.001,
                {{14, 25.8}, {78.6, 20.8}, {12.7, 9.62}, {116, 49.5}, {35.7, 10.7}, {48.5, 11}, {241, 89.4}}, 0.00025);
}
TEST(KryslEndres, ErrorConstantsOfTheWall) {
  expect_errors(problems::coulomb_wall(), 10, 0.0005,
                {{22.3, 10.8}, {17, 4.32}, {17.8, 4.43}, {28.6, 5.53}, {27.8, 5.54}, {23.8, 4.43}, {17.9, 3.21}});
  expect_errors(problems::coulomb_wall_as_printed(), 10, 0.002,
                {{0.21, 0.566}, {0.687, 2.73}, {0.67, 2.57}, {1.6, 0.729}, {0.475, 1.17}, {0.498, 1.19}, {2.39, 2.98}});
}

// --- Newmark ------------------------------------------------------------------------------------------------------------

TEST(Newmark, IsTheSameInBodyAndInSpaceAxes) {
  const auto compare = [](const auto& problem, double h, int n) {
    using Torque = std::remove_cvref_t<decltype(problem.torque)>;
    Steps<Newmark, double, Torque> body(problem.body(), problem.torque, problem.start);
    Steps<NewmarkSpatial, double, Torque> space(problem.body(), problem.torque, problem.start);
    EXPECT_TRUE(body.steps(1, h) && space.steps(1, h));
    EXPECT_LT(attitude_distance(body.s.Q, space.s.Q), 1e-15) << problem.name;  // measured 7e-18
    EXPECT_LT(relative_distance(body.s.m, space.s.m), 1e-15) << problem.name;  // measured 2.2e-16
    EXPECT_TRUE(body.steps(n, h) && space.steps(n, h));
    EXPECT_LT(attitude_distance(body.s.Q, space.s.Q), 1e-10) << problem.name;  // roundings, grown: measured 1.7e-11
    EXPECT_LT(relative_distance(body.s.m, space.s.m), 1e-10) << problem.name;
  };
  compare(problems::free_body(), 0.5, 1000);
  compare(problems::lagrange_top(), 0.05, 1000);
  compare(problems::coulomb_wall(), 0.01, 1000);
}

TEST(Newmark, KeepsTheHalfStepVelocityOfAFreeBodyOnItsOrbit) {
  const auto problem = problems::free_body();
  const Principal<double> body = problem.body();
  for (const double h : {0.125, 1.0, 4.0}) {
    Steps<Newmark, double, NoTorque> run(body, {}, problem.start);
    const auto half = [&] { return run.s.m - (0.5 * h) * cross(times(body.x, run.s.m), run.s.m); };
    const Vec3<double> p = half();
    double energy_error = 0, length_error = 0, energy_at_steps = 0, midpoint = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vec3<double> before = half();
      ASSERT_TRUE(run.steps(1, h));
      const Vec3<double> after = half(), middle = 0.5 * (before + after);
      midpoint = std::max(midpoint, norm(after - before + h * cross(times(body.x, middle), middle)));
      energy_error = std::max(energy_error, relative_error(energy(body, after), energy(body, p)));
      length_error = std::max(length_error, relative_error(norm(after), norm(p)));
      energy_at_steps = std::max(energy_at_steps, relative_error(energy(body, run.s.m), energy(body, problem.start.m)));
    }
    EXPECT_LT(midpoint, 2e-14) << h;      // the implicit midpoint rule; measured 3.2e-15
    EXPECT_LT(energy_error, 1e-12) << h;  // measured 1.8e-13
    EXPECT_LT(length_error, 1e-12) << h;  // measured 1.1e-13
    // What oscillates is the energy at the whole steps: 1.13 % at h = 1, 13.5 % at h = 4.
    if (h == 1.0) {
      EXPECT_NEAR(energy_at_steps, 0.0113, 0.0002);
    }
    if (h == 4.0) {
      EXPECT_NEAR(energy_at_steps, 0.135, 0.002);
    }
  }
}

TEST(Newmark, HasHalfTheStepSquaredInItsDerivative) {
  // [KryslEndres2004] eq. (43) as a function of the acceleration, with the factor f of its last term.
  const Vec3<double> I{0.9144, 1.098, 1.66}, wp{0.45, 0.83, -0.31}, a{0.2, -0.5, 0.7};
  const double h = 0.8;
  const Mat3<double> inertia = Mat3<double>::diagonal(I);
  const auto printed = [&](double f) {
    return inertia + (0.5 * h) * (hat(wp) * inertia - hat(times(I, wp))) + f * (hat(a) * inertia - hat(times(I, a)));
  };
  const Principal<double> body(I);
  const detail::GyroscopicEquation<double, detail::DiagonalInverse<double>> equation{
      {0.3, -0.2, 0.9}, 0.5 * h, {body.x}, {}};
  const Vec3<double> V = times(I, wp + (0.5 * h) * a);
  const Mat3<double> J = equation.derivative(V);  // with respect to the momentum; times I with respect to I a h/2
  const auto distance = [](const Mat3<double>& A) { return std::sqrt(norm2(A.r0) + norm2(A.r1) + norm2(A.r2)); };
  EXPECT_LT(distance(J * inertia - printed(0.25 * h * h)), 1e-15);
  EXPECT_GT(distance(J * inertia - printed(0.5 * h * h)), 0.1);  // as printed; measured 0.117

  // And by central differences.
  for (int k = 0; k < 3; ++k) {
    Vec3<double> d{};
    d[k] = 1e-4;
    const Vec3<double> slope = (equation(V + d).F - equation(V - d).F) / 2e-4;
    EXPECT_LT(norm(slope - column(J, k)), 1e-11) << k;  // the equation is quadratic: rounding only, measured 5.5e-13
  }
  const detail::LinearTorque<double> linear{{0.1, 0.2, -0.3}, hat(Vec3<double>{1, 2, 3}), {}};
  const detail::LewisSimoEquation<double> lewis_simo{body, {0.7, -0.4, 0.9}, 0.8, linear};
  for (const Vec3<double>& v : {Vec3<double>{0.3, -0.2, 0.4}, Vec3<double>{0.02, 0.05, -0.1}})
    for (int k = 0; k < 3; ++k) {
      Vec3<double> d{};
      d[k] = 1e-5;
      const Vec3<double> slope = (lewis_simo(v + d).F - lewis_simo(v - d).F) / 2e-5;
      EXPECT_LT(norm(slope - column(lewis_simo(v).J, k)), 1e-9) << k;  // measured 6e-11
    }
}

TEST(Newmark, ConvergesQuadratically) {
  // A wrong derivative shows in the number of iterations: with the printed one they are twice as many.
  const auto problem = problems::free_body();
  // Measured 1.98, 3.0, 3.87.
  const std::array<std::array<double, 2>, 3> step_and_bound{{{0.1, 2.05}, {1, 3.05}, {4, 4.5}}};
  for (const auto& [h, bound] : step_and_bound) {
    Steps<Newmark, double, NoTorque> run(problem.body(), {}, problem.start);
    int iterations = 0;
    for (int i = 0; i < 100; ++i) iterations += run.step(h).iterations;
    EXPECT_LT(iterations / 100.0, bound) << h;
  }
}

TEST(Newmark, IsDamped) {
  // At h|w| = 50 the plain iteration fails for 271 of these bodies, the damped one for 60: those are left to continuation.
  test::Random random(5);
  int failed = 0;
  for (int i = 0; i < 1000; ++i) {
    const Principal<double> body(random.moments());
    const Vec3<double> p = random.vector();
    const double a = 25 / norm(times(body.x, p));
    const detail::GyroscopicEquation<double, detail::DiagonalInverse<double>> equation{p, a, {body.x}, {}};
    failed += !detail::newton<double>(equation, p, true).converged;
    EXPECT_TRUE(detail::gyroscopic_root<double>(p, a, detail::DiagonalInverse<double>{body.x}, true).converged) << i;
  }
  EXPECT_LT(failed, 120);  // measured 60
}

TEST(Newmark, SolvesAnyStep) {
  const auto problem = problems::free_body();
  const Principal<double> body = problem.body();
  for (const double h : {5.0, 8.0, 20.0, 50.0})
    each_method([&](auto m) {
      using M = decltype(m);
      if constexpr (std::is_same_v<M, Newmark> || std::is_same_v<M, NewmarkSpatial> || std::is_same_v<M, Akw>) {
        Steps<M, double, NoTorque> run(body, {}, problem.start);
        EXPECT_TRUE(run.steps(100, h)) << M::info.name << ", h = " << h;
        // The momentum at the half step has the length it began with; the one at the whole step is shorter.
        const double bound = std::hypot(1, 0.5 * h * norm(times(body.x, problem.start.m)));
        EXPECT_LT(norm(run.s.m), bound * norm(problem.start.m)) << M::info.name << ", h = " << h;
        EXPECT_NEAR(norm2(run.s.Q), 1, 2e-15) << M::info.name << ", h = " << h;
      }
    });
  // Whatever the unit of time: a tolerance is relative.
  for (const double scale : {100.0, 1e-7, 0x1p60, 0x1p-60}) {
    Steps<Newmark, double, NoTorque> slow(body, {}, problem.start), fast(body, {}, {{}, scale * problem.start.m});
    EXPECT_TRUE(slow.steps(200, 1.0) && fast.steps(200, 1.0 / scale)) << scale;
    EXPECT_LT(relative_distance(fast.s.m, scale * slow.s.m), 2e-12) << scale;  // measured 1.8e-13, powers of two 0
    EXPECT_LT(attitude_distance(fast.s.Q, slow.s.Q), 4e-12) << scale;          // measured 3.7e-13
  }
  // Random bodies, a whole turn and more in one step.
  test::Random random(1905);
  for (int i = 0; i < 300; ++i) {
    const Principal<double> any(random.moments());
    const State<double> start{random.attitude(), random.vector()};
    const HeavyTop top(random.uniform(0, 3), random.vector());
    const double h = random.uniform(0.01, 7) / norm(times(any.x, start.m));
    Steps<Newmark, double, HeavyTop> run(any, top, start);
    EXPECT_TRUE(run.steps(3, h)) << i;
    EXPECT_TRUE(std::isfinite(norm2(run.s.m)));
  }
}

TEST(Newmark, TreatsDragInsideTheStep) {
  // A sphere slowed by drag: each method is then a known rational function of z = h c/I.
  const double c = 0.7, I = 1.4, h = 0.3, z = h * c / I;
  const Vec3<double> m{0.3, -0.4, 0.5};
  const auto factor = [&](auto method) {
    Steps<decltype(method), double, Drag> run(Principal<double>({I, I, I}), Drag{c}, {{}, m});
    EXPECT_TRUE(run.steps(1, h));
    EXPECT_LT(norm(cross(run.s.m, m)), 1e-15);
    return run.s.m.x / m.x;
  };
  const double trapezoidal = (1 - 0.5 * z) / (1 + 0.5 * z);
  EXPECT_NEAR(factor(Newmark{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(NewmarkSpatial{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(SimoWong{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(Akw{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(LewisSimo{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(Lgvi{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(Hulbert{}), 1 - z * (1 - 0.5 * z), 1e-15);
}

// --- torque evaluations -------------------------------------------------------------------------------------------------

template <class Model>
struct CountedGeneral {
  Model model;
  long* calls;
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    ++*calls;
    return torque_of(model, t, Q, w);
  }
};
template <class Model>
struct CountedPotential {
  Model model;
  long* calls;
  template <class T>
  T energy(const Quaternion<T>& Q) const {
    return model.energy(Q);
  }
  template <class T>
  Vec3<T> torque(const Quaternion<T>& Q) const {
    ++*calls;
    return model.torque(Q);
  }
};
struct Clocked {  // a torque that says that it does not depend on the velocity
  static constexpr bool depends_on_velocity = false;
  long* calls;
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>&, const Vec3<T>&) const {
    ++*calls;
    const T f = T(1) / (T(1) + t * t);
    return {f, -f, T(0)};
  }
};

template <class M, class Torque>
double evaluations(const Torque& torque, long& calls) {
  const auto problem = problems::asymmetric_top();
  const typename M::template Body<double> body(problem.body());
  typename M::template Memory<double> memory{};
  State<double> s = problem.start;
  const double h = 0.1 / norm(times(problem.body().x, s.m));
  const int n = 5000;
  for (int i = 0; i < n; ++i) {
    if (i == 2) calls = 0;
    EXPECT_TRUE(M::step(body, torque, i * h, h, s, memory).converged);  // the time of a run that counts
  }
  return double(calls) / (n - 2);
}

TEST(TorqueEvaluations, AreAsOnTheCards) {
  const HeavyTop top;
  each_method([&](auto m) {
    using M = decltype(m);
    long calls = 0;
    const double potential = evaluations<M>(CountedPotential<HeavyTop>{top, &calls}, calls);
    if constexpr (std::is_same_v<M, Akw> || std::is_same_v<M, LewisSimo> || std::is_same_v<M, LewisSimoEnergy>)
      EXPECT_NEAR(potential, M::info.torque_evaluations, 0.25) << M::info.name;  // measured 3.85, 3.92, 3.93
    else
      EXPECT_EQ(potential, M::info.torque_evaluations) << M::info.name;
    if constexpr (M::info.takes == Takes::general) {
      const double general = evaluations<M>(CountedGeneral<HeavyTop>{top, &calls}, calls);
      const double drag = evaluations<M>(CountedGeneral<Drag>{{0.1}, &calls}, calls);
      const double clocked = evaluations<M>(Clocked{&calls}, calls);
      if constexpr (!std::is_same_v<M, Akw> && !std::is_same_v<M, LewisSimo> && !std::is_same_v<M, Hulbert>) {
        EXPECT_EQ(general, 2) << M::info.name;  // one to see that it does not change with the velocity
        EXPECT_LE(drag, 6) << M::info.name;     // measured 5.5
        EXPECT_EQ(clocked, 1) << M::info.name;
      } else if constexpr (std::is_same_v<M, Hulbert>) {
        EXPECT_EQ(general, 2);
      }
    }
  });
}

// --- memory, symmetry ---------------------------------------------------------------------------------------------------

TEST(SimoWong, NeedsTheAccelerationItCarries) {
  const auto problem = problems::free_body();
  const double h = 0.5;
  Steps<SimoWong, double, NoTorque> carried(problem.body(), {}, problem.start), restarted = carried;
  for (int i = 0; i < 200; ++i) carried.step(h);
  for (int i = 0; i < 200; ++i) carried.step(-h);
  EXPECT_LT(relative_distance(carried.s.m, problem.start.m), 1e-12);  // measured 1e-14
  for (int i = 0; i < 200; ++i) restarted.memory = {}, restarted.step(h);
  for (int i = 0; i < 200; ++i) restarted.memory = {}, restarted.step(-h);
  EXPECT_GT(relative_distance(restarted.s.m, problem.start.m), 0.1);  // measured 1.4

  // In the long run: no drift with it, a steady gain of energy without.
  const auto energy_errors = [&](bool restart, double step, int n) {
    Steps<SimoWong, double, NoTorque> run(problem.body(), {}, problem.start);
    std::array<double, 2> largest{};  // in the first quarter, in all
    for (int i = 0; i < n; ++i) {
      if (restart) run.memory = {};
      run.step(step);
      const double e = relative_error(energy(problem.body(), run.s.m), energy(problem.body(), problem.start.m));
      if (i < n / 4) largest[0] = std::max(largest[0], e);
      largest[1] = std::max(largest[1], e);
    }
    return largest;
  };
  const auto kept = energy_errors(false, 1, 20000);
  EXPECT_NEAR(kept[1] / kept[0], 1, 1e-3);
  EXPECT_NEAR(kept[1], 0.01377, 0.0001);
  const auto lost = energy_errors(true, 0.0625, 320000);
  EXPECT_NEAR(lost[0], 0.0021, 0.0002);
  EXPECT_NEAR(lost[1], 0.0081, 0.0003);
}

TEST(SimoWong, StartsAnewFromAnotherState) {
  const auto problem = problems::slow_top();
  Steps<SimoWong, double, HeavyTop> used(problem.body(), problem.torque, problem.start), fresh = used;
  ASSERT_TRUE(used.steps(10, 0.01));
  used.s = problem.start, used.t = 0;
  ASSERT_TRUE(used.steps(10, 0.01) && fresh.steps(10, 0.01));
  EXPECT_EQ(0, std::memcmp(&used.s, &fresh.s, sizeof used.s));
  Steps<Hulbert, double, HeavyTop> second(problem.body(), problem.torque, problem.start), first = second;
  ASSERT_TRUE(second.steps(10, 0.01));
  second.s = problem.start, second.t = 0;
  ASSERT_TRUE(second.steps(10, 0.01) && first.steps(10, 0.01));
  EXPECT_EQ(0, std::memcmp(&second.s, &first.s, sizeof first.s));
}

TEST(KryslEndres, EveryMethodRetracesItsSteps) {
  const auto problem = problems::asymmetric_top();
  const HeavyTop top(1, {0.3, -0.5, 0.8});
  each_method([&](auto m) {
    using M = decltype(m);
    EXPECT_TRUE(M::info.symmetric);
    Steps<M, Quad, HeavyTop> run(problem.body<Quad>(), top, convert<Quad>(problem.start));
    const State<Quad> start = run.s;
    const Quad h = Quad(1) / 10;
    ASSERT_TRUE(run.steps(20, h) && run.steps(20, -h)) << M::info.name;
    EXPECT_LT(double(relative_distance(run.s.m, start.m)), 1e-30) << M::info.name;  // measured 1.3e-33
    EXPECT_LT(double(attitude_distance(run.s.Q, start.Q)), 1e-30) << M::info.name;  // measured 3.1e-33
  });
}

TEST(Newmark, LosesNothingByARestart) {
  const auto problem = problems::asymmetric_top();
  Steps<Newmark, double, HeavyTop> whole(problem.body(), problem.torque, problem.start), parts = whole;
  for (int i = 0; i < 50; ++i) {
    whole.step(0.1);
    parts.memory = {}, parts.step(0.1);
    ASSERT_EQ(0, std::memcmp(&whole.s, &parts.s, sizeof whole.s)) << i;
  }
}

// --- what is conserved --------------------------------------------------------------------------------------------------

TEST(KryslEndres, EnergyInTheLongRunIsAsOnTheCards) {
  // A weight that is not on a principal axis shows what symmetry hides elsewhere.
  const auto problem = problems::asymmetric_top();
  const Principal<double> body = problem.body();
  const HeavyTop top(1, {0.3, -0.5, 0.8});
  const double h = 0.1, E0 = energy(body, problem.start.m) + top.energy(problem.start.Q);
  const int n = 100000;
  each_method([&](auto m) {
    using M = decltype(m);
    Steps<M, double, HeavyTop> run(body, top, problem.start);
    std::array<double, 4> mean{}, largest{};
    for (int i = 0; i < n; ++i) {
      const bool good = all_lanes<double>(run.step(h).converged);
      const double e = (energy(body, run.s.m) + top.energy(run.s.Q)) / E0 - 1;
      const std::size_t quarter = std::size_t(i / (n / 4));
      mean[quarter] += e * 4 / n;
      if (!(std::fabs(e) <= largest[quarter])) largest[quarter] = std::fabs(e);
      if (std::isnan(e)) break;
      if (M::info.energy != Energy::drifts) {
        ASSERT_TRUE(good) << M::info.name;
      }
    }
    const double wandered = std::fabs(mean[3] - mean[0]) / std::fabs(mean[0]);
    switch (M::info.energy) {
      case Energy::exact:
        EXPECT_LT(largest[3], 2e-12) << M::info.name;
        break;  // measured 1.5e-13
      case Energy::bounded:
        EXPECT_LT(wandered, 0.05) << M::info.name;
        break;  // measured 2.2e-4
      case Energy::drifts:
        EXPECT_FALSE(wandered < 1) << M::info.name;
        break;  // measured 1.9 to 4.2; hulbert 1800
    }
  });
}

TEST(KryslEndres, EnergyIsBoundedWhereTheWeightIsOnAPrincipalAxis) {
  const auto problem = problems::asymmetric_top();
  each_method([&](auto m) {
    using M = decltype(m);
    Steps<M, double, HeavyTop> run(problem.body(), problem.torque, problem.start);
    std::array<double, 2> largest{};
    for (int i = 0; i < 40000; ++i) {
      ASSERT_TRUE(run.steps(1, 0.1)) << M::info.name;
      double& half = largest[std::size_t(i / 20000)];
      half = std::max(half, std::fabs(problem.energy(run.s) / problem.energy(problem.start) - 1));
    }
    if (M::info.energy != Energy::exact) {
      EXPECT_LT(largest[1] / largest[0], 1.01) << M::info.name;
    }
    EXPECT_LT(largest[1], 0.02) << M::info.name;  // lgvi 0.017, newmark 0.005, lewis-simo 0.003
  });
}

TEST(Akw, KeepsEnergyAndMomentumOfAFreeBody) {
  const auto problem = problems::free_body();
  for (const double h : {0.1, 1.0}) {
    Steps<Akw, double, NoTorque> run(problem.body(), {}, problem.start);
    ASSERT_TRUE(run.steps(10000, h));
    EXPECT_LT(relative_error(problem.energy(run.s), problem.energy(problem.start)), 2e-13);         // measured 2e-14
    EXPECT_LT(relative_distance(spatial_momentum(run.s), spatial_momentum(problem.start)), 1e-13);  // measured 9e-15
  }
}

TEST(LewisSimo, KeepsEnergyAndMomentumOfAFreeBody) {
  const auto problem = problems::free_body();
  for (const double h : {0.1, 1.0}) {
    Steps<LewisSimo, double, NoTorque> run(problem.body(), {}, problem.start);
    ASSERT_TRUE(run.steps(10000, h));
    EXPECT_LT(relative_error(problem.energy(run.s), problem.energy(problem.start)), 1e-13);         // measured 7e-15
    EXPECT_LT(relative_distance(spatial_momentum(run.s), spatial_momentum(problem.start)), 1e-13);  // measured 4e-15
  }
}

TEST(LewisSimo, GivesTheWholeImpulseOfATorqueInSpaceAxes) {
  const auto problem = problems::toss(0.05);
  const auto error = [&](auto m) {
    return norm(spatial_momentum(run_to<decltype(m)>(problem, 3, 0.01)) - Vec3<double>{40, 0.2, 0});
  };
  EXPECT_LT(error(LewisSimo{}), 2e-12);  // measured 4e-14, of 40
  EXPECT_LT(error(SimoWong{}), 2e-12);   // measured 3e-13
  EXPECT_LT(error(Hulbert{}), 2e-12);    // measured 2e-14
  EXPECT_LT(error(Lgvi{}), 2e-12);       // measured 3e-13
  EXPECT_GT(error(Newmark{}), 1e-5);     // measured 0.1
  EXPECT_GT(error(Akw{}), 1e-5);         // measured 1.6e-4
}

TEST(LewisSimoEnergy, KeepsTheEnergyInTheWallProblem) {
  const auto problem = problems::coulomb_wall();
  Steps<LewisSimoEnergy, double, CoulombWall> run(problem.body(), problem.torque, problem.start);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    ASSERT_TRUE(run.steps(1, 0.02)) << i;
    worst = std::max(worst, relative_error(problem.energy(run.s), problem.energy(problem.start)));
  }
  EXPECT_LT(worst, 1e-12);  // measured 5e-14
}

TEST(Hulbert, LetsItsTwoBodiesPart) {
  // The slow top, whatever the step: the energy is lost before t = 300.
  const auto problem = problems::slow_top();
  for (const double h : {0.1, 0.025}) {
    Steps<Hulbert, double, HeavyTop> run(problem.body(), problem.torque, problem.start);
    double worst = 0;
    for (int i = 0; i < 300 / h && worst < 10; ++i) {
      run.step(h);
      worst = std::max(worst, relative_error(problem.energy(run.s), problem.energy(problem.start)));
    }
    EXPECT_GT(worst, 10) << h;  // how far it gets differs with every rounding
  }
}

// --- lgvi ---------------------------------------------------------------------------------------------------------------

TEST(Lgvi, IsStrangOnTheMoserVeselovStep) {
  const auto compare = [](const auto& problem, double h) {
    using Torque = std::remove_cvref_t<decltype(problem.torque)>;
    Steps<Lgvi, double, Torque> one(problem.body(), problem.torque, problem.start);
    Steps<Strang<Dmv<2>>, double, Torque> two(problem.body(), problem.torque, problem.start);
    for (int i = 0; i < 200; ++i) {
      ASSERT_TRUE(one.steps(1, h) && two.steps(1, h));
      // To rounding, which strang does once where lgvi does it twice (a kick is an fma there); measured 2e-13 and 3e-14.
      ASSERT_LT(attitude_distance(one.s.Q, two.s.Q), 5e-13) << problem.name << ", step " << i;
      ASSERT_LT(relative_distance(one.s.m, two.s.m), 5e-13) << problem.name << ", step " << i;
    }
  };
  compare(problems::asymmetric_top(), 0.1);
  compare(problems::coulomb_wall(), 0.02);
  compare(problems::celledoni_satellite(), 0.01);
}

// --- what fails -----------------------------------------------------------------------------------------------------------

TEST(KryslEndres, AStepThatFailsChangesNothing) {
  const auto problem = problems::asymmetric_top();
  const auto too_large = [&](auto m) {
    using M = decltype(m);
    Steps<M, double, HeavyTop> run(problem.body(), problem.torque, problem.start);
    ASSERT_TRUE(run.steps(3, 0.1));
    const auto before = run;
    EXPECT_FALSE(run.step(50.0).converged) << M::info.name;
    EXPECT_EQ(0, std::memcmp(&run.s, &before.s, sizeof run.s)) << M::info.name;
    auto repeated = before;
    run.t = before.t;
    ASSERT_TRUE(run.steps(3, 0.1) && repeated.steps(3, 0.1));
    EXPECT_EQ(0, std::memcmp(&run.s, &repeated.s, sizeof run.s)) << M::info.name << ": memory";
  };
  too_large(LewisSimo{}), too_large(LewisSimoEnergy{}), too_large(Lgvi{});

  const auto broken =
      potential([](const auto&) { return 0.0; }, [](const auto&) { return Vec3<double>{0, std::nan(""), 0}; });
  const auto not_a_number = [&](auto m) {
    using M = decltype(m);
    Steps<M, double, decltype(broken)> run(problem.body(), broken, problem.start);
    EXPECT_FALSE(run.step(0.1).converged) << M::info.name;
    EXPECT_EQ(0, std::memcmp(&run.s, &problem.start, sizeof run.s)) << M::info.name;
  };
  not_a_number(Newmark{}), not_a_number(NewmarkSpatial{}), not_a_number(Akw{}), not_a_number(LewisSimo{});
  not_a_number(LewisSimoEnergy{}), not_a_number(Lgvi{});
}

TEST(KryslEndres, LanesHaveTheBitsOfSingleBodiesAlsoWhereTheyFail) {
  using P = Pack<double, 4>;
  const HeavyTop top(0.9, {0.3, -0.5, 0.7});
  each_method([&](auto m) {
    using M = decltype(m);
    test::Random random(1729);
    Vec3<P> I{};
    State<P> packed{};
    P h{};
    std::vector<Steps<M, double, HeavyTop>> singles;
    const std::array<double, 4> angle{0.1, 0.7, 9, 3};  // easy, hard, by continuation or beyond the limit, damped
    std::array<double, 4> steps{};
    for (int i = 0; i < 4; ++i) {
      const Vec3<double> moments = random.moments();
      const State<double> s{random.attitude(), random.vector()};
      const std::size_t u = std::size_t(i);
      steps[u] = angle[u] / norm(times(Principal<double>(moments).x, s.m));
      singles.emplace_back(Principal<double>(moments), top, s);
      for (int k = 0; k < 3; ++k) set_lane(I[k], i, moments[k]);
      set_lane(packed, i, s);
      set_lane(h, i, steps[u]);
    }
    Steps<M, P, HeavyTop> run(Principal<P>(I), top, packed);
    for (int n = 0; n < 20; ++n) {
      const auto status = run.step(h);
      for (int i = 0; i < 4; ++i) {
        auto& single = singles[std::size_t(i)];
        const auto alone = single.step(steps[std::size_t(i)]);
        const State<double> in_pack = lane(run.s, i);
        ASSERT_EQ(mask_lane<P>(status.converged, i), alone.converged)
            << M::info.name << ", lane " << i << ", step " << n;
        ASSERT_EQ(0, std::memcmp(&in_pack, &single.s, sizeof in_pack))
            << M::info.name << ", lane " << i << ", step " << n;
      }
    }
  });
}

}  // namespace
}  // namespace polhode

// The problems of Krysl and Endres: reference states, and the errors of their methods to three digits.
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>

#include <gtest/gtest.h>

#include "methods/krysl_endres.hpp"
#include "support/reference_states.hpp"

namespace polhode::test {
namespace {

// --- reference states -------------------------------------------------------------------------------------------------

struct ReferenceState {
  PrincipalState<double> s;
  double energy = std::nan("");  // where the file lists it
};

ReferenceState reference(std::string_view file, const ReferenceTime& at) {
  ReferenceState r{convert<double>(reference_state(file, at.key, at.t))};
  auto values = reference_values(file, at.key, at.t);
  if (values.contains("H")) r.energy = double(values["H"]);
  return r;
}
template <class P>
ReferenceState reference(const P& problem, double t) {
  return reference(problem.file, {t, problem.references[0].key});
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
    const PrincipalState<double> exact = reference(problem.file, at).s;
    const auto error = [&](int n) {
      const PrincipalState<double> s = run_to<Newmark>(problem, at.t, at.t / n);
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
    if constexpr (!M::info.needs.potential || Potential<std::remove_cvref_t<decltype(problem.torque)>>) {
      const PrincipalState<double> s = run_to<M>(problem, end, step), exact = reference(problem, end).s;
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

}  // namespace
}  // namespace polhode::test

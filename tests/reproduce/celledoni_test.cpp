// celledoni_test.cpp -- the reproduction of [CelledoniSafstrom2006]: what does not depend on the machine's speed
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "../../reproduce/experiment.hpp"
#include "../../reproduce/reproduction.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/mclachlan_reich.hpp"
#include "polhode/methods/mz.hpp"
#include "reproduce/verdicts.hpp"

namespace polhode::reproduce {
namespace {

Result made(std::string_view key) {
  for (const Item& item : celledoni_items())
    if (item.key == key) return item.make();
  ADD_FAILURE() << "no item " << key;
  return {};
}

TEST(CelledoniItems, every_figure_has_a_key) {
  std::string keys;
  for (const Item& item : celledoni_items()) {
    keys += std::string(item.key) + " ";
    EXPECT_EQ(item.paper, "CelledoniSafstrom2006");
  }
  EXPECT_EQ(keys,
            "celledoni-fig1 celledoni-fig2 celledoni-fig3 celledoni-fig4 celledoni-fig5 celledoni-fig6 celledoni-fig7 "
            "celledoni-fig8 celledoni-riccati celledoni-claims ");
}

// What the text says about the heavy top and the satellite holds, statement by statement.
TEST(CelledoniFigures, are_as_the_text_says) {
  struct Figure {
    const char* key;
    std::size_t entries, pictures;
  };
  for (const Figure& figure : {Figure{"celledoni-fig4", 5, 6},
                               {"celledoni-fig5", 2, 6},
                               {"celledoni-fig6", 4, 2},
                               {"celledoni-fig7", 2, 6},
                               {"celledoni-fig8", 2, 6}}) {
    const Result result = made(figure.key);
    EXPECT_EQ(result.entries.size(), figure.entries) << figure.key;
    expect_sound(figure.key, result);
    for (const Entry& entry : result.entries) {
      EXPECT_EQ(entry.verdict.text, "same") << figure.key << ", " << entry.row << ": " << entry.ours;
      EXPECT_FALSE(entry.printed.empty() || entry.ours.empty()) << entry.row;
    }
    EXPECT_EQ(result.pictures.size(), figure.pictures) << figure.key;
    std::set<std::string> names;
    for (const Picture& picture : result.pictures) {
      EXPECT_TRUE(picture.name.starts_with(figure.key)) << picture.name;
      EXPECT_TRUE(names.insert(picture.name).second) << picture.name << " twice";
      for (const Series& series : picture.series) {
        EXPECT_GT(series.x.size(), 10u) << picture.name;
        EXPECT_EQ(series.x.size(), series.y.size()) << picture.name;
        EXPECT_EQ(series.z.empty(), picture.z_label.empty()) << picture.name;
      }
    }
    EXPECT_FALSE(result.notes.empty()) << figure.key;
  }
}

// As a program has them that takes the paper's equations literally, with matrices and a Runge-Kutta method for Euler's
// equations: energy errors 0.6158, 0.116, 0.004418 of SEJ, 1270 and 31.5 of MR, mean distance 0.2479.
TEST(CelledoniFigures, have_the_numbers_of_an_independent_computation) {
  const Result fig4 = made("celledoni-fig4"), fig5 = made("celledoni-fig5");
  EXPECT_EQ(fig4.entries[1].ours, "6.2e-01, 1.2e-01, 4.4e-03");
  EXPECT_EQ(fig4.entries[2].ours, "0.25");
  EXPECT_EQ(fig4.entries[3].ours, "1.4e-04");
  EXPECT_TRUE(fig5.entries[1].ours.ends_with(", 1.3e+03, 3.1e+01")) << fig5.entries[1].ours;
}

// Nobody knows the norm of figure 3. Found independently at other steps, with the paper's equations as matrices: 1e5, 30,
// 59, 2.8. Only the last is "similar".
TEST(CelledoniFigures, the_third_is_judged_in_four_norms) {
  const Result result = made("celledoni-fig3");
  expect_sound("celledoni-fig3", result);
  std::string found;
  for (const Entry& entry : result.entries)
    if (entry.row.starts_with("MR: error over that of SEJ"))
      found += entry.row.substr(entry.row.rfind("of ") + 3) + " " + entry.ours +
               (entry.verdict.holds() ? " holds; " : " differs; ");
  EXPECT_EQ(found, "(pi, Q) 1.1e+05 differs; (omega, Q) 29 differs; (omega, u) 58 differs; Q 2.7 holds; ");
}

// Steps of the momentum alone, the rescaling of DMV done once: the errors are those of the library's whole steps.
TEST(CelledoniFigures, the_first_has_the_errors_of_the_library) {
  const Result result = made("celledoni-fig1");
  expect_sound("celledoni-fig1", result);
  const TorquedProblem<NoTorque> problem{"free body", "", {5, 4, 3}, {{}, {-1, 0, 2}}, {}, "", {}};
  const Vec3<double> truth = PrincipalMotion<double>(problem.body(), problem.start).momentum(1).v;
  const auto expect = [&](auto method, std::size_t curve) {
    const std::vector<double>& errors = result.pictures[0].series[curve].y;
    ASSERT_EQ(errors.size(), 5u);
    for (int k = 2; k <= 6; ++k) {
      const double whole = norm(run<decltype(method)>(problem, std::ldexp(1.0, -k), 1L << k).m - truth);
      EXPECT_NEAR(errors[std::size_t(k - 2)], whole, 1e-14) << curve << ", " << k;  // measured 1e-15
    }
  };
  expect(McLachlanReich<2>{}, 0), expect(McLachlanReich<4>{}, 1);
  expect(Mz<2>{}, 2), expect(Mz<4>{}, 3), expect(Mz<6>{}, 4);
}

TEST(Experiment, jacobi_functions) {
  // From 30 digits by mpmath.
  const JacobiFunctions a = jacobi_functions(0.5, 0.5), b = jacobi_functions(3, 0.99);
  EXPECT_NEAR(a.sn, 0.4707504736556573, 1e-15);
  EXPECT_NEAR(a.cn, 0.8822663948904403, 1e-15);
  EXPECT_NEAR(a.dn, 0.9429724257773857, 1e-15);
  EXPECT_NEAR(b.sn, 0.9971703129000018, 1e-15);
  EXPECT_NEAR(b.cn, 0.07517557496230041, 1e-15);
  EXPECT_NEAR(b.dn, 0.1248793553803163, 1e-14);
  const JacobiFunctions c = jacobi_functions(1.25, 0);  // sin and cos
  EXPECT_NEAR(c.sn, std::sin(1.25), 1e-15);
  EXPECT_EQ(c.dn, 1);
}

TEST(Experiment, a_step_that_fails_is_told) {
  const TorquedProblem<NoTorque> problem{"fast body", "", {0.6, 0.8, 1}, {{}, {1.8, 0.4, -0.9}}, {}, "", {}};
  EXPECT_NO_THROW(run<Dmv<2>>(problem, 0.1, 3));
  try {
    run<Dmv<2>>(problem, 1.0, 3);
    FAIL() << "h|w| = 3.2 is beyond the limit of dmv2";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "dmv2 on fast body: step 1 of h = 1 failed");
  }
}

TEST(Experiment, time_for_the_same_error) {
  const Work a{"a", {1, 2}, {1e-2, 4e-4}}, b{"b", {1, 4}, {1e-2, 1e-4}};
  EXPECT_DOUBLE_EQ(times_as_long(a, b, 2), 1);  // half the time, four times the error: two times the steps
  EXPECT_DOUBLE_EQ(Work({"c", {}, {1.6e-3, 1e-4}}).last_slope(), 4);
}

}  // namespace
}  // namespace polhode::reproduce

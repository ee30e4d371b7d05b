// Every method by name: caches may be dropped, memory may be saved, a restart forgets, the energy of a free body may be kept.
#include "kernels/mover.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "support/bodies.hpp"

namespace polhode::test {
namespace {

TorqueChoice torque(const char* kind, std::vector<std::pair<std::string, TorqueValue<double>>> values) {
  return {kind, {std::move(values)}};
}
const TorqueChoice kWeight = torque("heavy-top", {{"weight", 0.9}, {"arm", Vec3<double>{0.3, -0.5, 0.7}}});
const TorqueChoice kDrag = torque("drag", {{"coefficient", 0.05}});
const TorqueChoice kOrbit =
    torque("gravity-gradient", {{"mu", 0.3}, {"orbit.periapsis_radius", 1.0}, {"orbit.eccentricity", 0.4}});
constexpr double kStep = 0.05;

/// The third body of all tests: along its principal axes, or with a tensor of axes that lie across.
polhode::Problem problem_of(std::vector<TorqueChoice> torques, bool tilted) {
  const Vec3<double> I = kProblems[2].moments<double>();
  polhode::Problem p;
  p.inertia = Inertia::principal(I.x, I.y, I.z);
  if (tilted) {
    const Mat3<double> R = to_matrix(normalized(Quaternion<double>{0.3, {0.5, -0.2, 0.7}}));
    p.inertia = Inertia::tensor(R * Mat3<double>::diagonal(I) * transpose(R));
  }
  p.start.m = kProblems[2].start<double>().m;
  p.torques = std::move(torques);
  return p;
}

/// One method on its way under torques: from a state, at a time, steps of one length.
struct Way {
  const MethodInfo* card;
  polhode::Problem problem;
  Stretch stretch{0, 1000 * kStep, 1000};
  std::unique_ptr<Mover> mover;
  PrincipalState<double> s;
  long n = 0;

  Way(const MethodInfo& of, polhode::Problem p, double step = kStep, int keep_energy = 0)
      : card(&of),
        problem(std::move(p)),
        stretch{0, 1000 * step, 1000},
        s(problem.inertia.to_principal(problem.start)) {
    make(keep_energy);
  }
  /// The same method as it would begin where another is.
  explicit Way(const Way& other)
      : card(other.card), problem(other.problem), stretch(other.stretch), s(other.s), n(other.n) {
    make(0);
  }
  void make(int keep_energy) {
    std::optional<Abilities> acts;
    if (!problem.is_free()) {
      acts = kAllAbilities;
      for (const TorqueChoice& one : problem.torques) *acts = *acts & abilities_of(one);
    }
    mover = make_mover(choose(card->name, takes_flow(card->name) ? card->flow : "", acts), problem, keep_energy);
    mover->enter(stretch);
  }
  static Abilities abilities_of(const TorqueChoice& one) {
    for (const TorqueInfo* info : torque_cards())
      if (info->kind == one.kind && info->table == one.values.table()) return info->abilities;
    return {};
  }
  bool steps(int count) {
    std::vector<PrincipalState<double>> states(std::size_t(count) + 1);
    states[0] = s;
    const Advanced done = mover->advance(stretch, n, count, states.data());
    s = states[std::size_t(done.steps)], n += done.steps;
    return !done.failed;
  }
  std::string name() const {
    return std::string(card->name) + (card->flow.empty() ? "" : " on " + std::string(card->flow)) +
           (problem.is_free() ? "" : ", torques: " + std::to_string(problem.torques.size()));
  }
};
bool same_bits(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
MoverMemory without_cache(MoverMemory all) {
  std::erase_if(all, [](const auto& field) { return field.first.starts_with("cache."); });
  return all;
}

/// f(card, torques) for every method: without torque, and under a general torque or, if it takes no other, in a potential.
template <class F>
void each_run(F f) {
  for (const MethodInfo& card : free_cards()) f(card, std::vector<TorqueChoice>{});
  for (const MethodInfo& card : torqued_cards()) {
    f(card, std::vector<TorqueChoice>{});
    if (card.needs.potential)
      f(card, std::vector<TorqueChoice>{kWeight});
    else
      f(card, std::vector<TorqueChoice>{kWeight, kDrag, kOrbit});
  }
}

TEST(Mover, may_lose_its_cache_at_any_time) {
  int with_cache = 0;
  each_run([&](const MethodInfo& card, const std::vector<TorqueChoice>& torques) {
    for (const bool tilted : {false, true}) {
      Way kept(card, problem_of(torques, tilted));
      bool has_cache = false;
      for (int i = 0; i < 40; ++i) {
        Way dropped(kept);
        const MoverMemory all = kept.mover->memory(), memory = without_cache(all);
        has_cache = has_cache || memory.size() < all.size();
        dropped.mover->restore(memory);
        ASSERT_TRUE(kept.steps(1) && dropped.steps(1)) << kept.name();
        ASSERT_TRUE(same_bits(kept.s, dropped.s)) << kept.name() << ", step " << i;
        if (!has_cache) break;
      }
      with_cache += has_cache;
    }
  });
  EXPECT_GT(with_cache, 60);  // measured 72: 36 splittings, two bodies
}

TEST(Mover, goes_on_to_the_same_bits_from_a_memory_that_was_saved) {
  int remember = 0;
  each_run([&](const MethodInfo& card, const std::vector<TorqueChoice>& torques) {
    Way whole(card, problem_of(torques, false));
    const std::string name = whole.name();
    ASSERT_TRUE(whole.steps(7)) << name;
    const MoverMemory memory = without_cache(whole.mover->memory());
    std::map<std::string, double> fields(memory.begin(), memory.end());
    EXPECT_EQ(fields.size(), memory.size()) << name << ": a name twice";
    for (const auto& [field, value] : fields)
      EXPECT_FALSE(field.empty() || field.front() == '.' || field.back() == '.') << name << ": " << field;
    EXPECT_TRUE(!memory.empty() || card.memory.empty()) << name << ": the card names a memory that is not there";

    Way resumed(whole), forgetful(whole);
    resumed.mover->restore(memory);
    ASSERT_TRUE(whole.steps(20) && resumed.steps(20) && forgetful.steps(20)) << name;
    EXPECT_TRUE(same_bits(whole.s, resumed.s)) << name;
    // What is not on the card is not needed, unless roundings of a solver are in it; what is on the card: below.
    if (!card.memory.empty())
      ++remember;
    else
      EXPECT_LT(relative_distance(whole.s.m, forgetful.s.m), 1e-13) << name;
  });
  EXPECT_GE(remember, 2 + 2 * 2);  // buss-abam, buss-simo-wong; simo-wong and hulbert free and under torque
}

TEST(Mover, forgets_to_rounding_exactly_where_the_card_says_that_a_memory_may_be_lost) {
  const double turn = 1 / kProblems[2].rate();            // of 1 rad
  std::map<std::string, std::pair<bool, double>> differ;  // the card's word, and the largest difference of all torques
  each_run([&](const MethodInfo& card, const std::vector<TorqueChoice>& torques) {
    if (card.memory.empty()) {
      EXPECT_FALSE(card.memory_may_be_lost) << card.name;
      return;
    }
    auto& [may, most] = differ[std::string(card.name) + std::string(card.flow)];
    may = begins_anew(card);
    for (const double angle : {1.0, 1.5, 2.0}) {
      Way whole(card, problem_of(torques, false), angle * turn);
      bool good = whole.steps(7);
      Way forgetful(whole);
      good = good && whole.steps(1) && forgetful.steps(1);
      EXPECT_TRUE(good || angle > 1) << whole.name();
      if (!good) break;  // beyond its limit
      most = std::fmax(
          most, std::fmax(relative_distance(whole.s.m, forgetful.s.m), attitude_distance(whole.s.Q, forgetful.s.Q)));
    }
  });
  for (const auto& [name, one] : differ) {
    const auto& [may, most] = one;
    EXPECT_TRUE(may ? most < 1e-14 : most > 1e-11) << name << ": " << most;  // measured 1e-15; 1.5e-10, gauss16-fixed
  }
  EXPECT_GE(differ.size(), 11u);
}

TEST(Mover, begins_anew_where_a_stretch_begins) {
  each_run([&](const MethodInfo& card, const std::vector<TorqueChoice>& torques) {
    Way used(card, problem_of(torques, false));
    ASSERT_TRUE(used.steps(5)) << used.name();
    used.mover->enter(used.stretch);
    Way fresh(used);
    ASSERT_TRUE(used.steps(5) && fresh.steps(5)) << used.name();
    EXPECT_TRUE(same_bits(used.s, fresh.s)) << used.name();
  });
}

TEST(Mover, keeps_the_energy_of_a_free_body_with_any_method) {
  double worst = 0, worst_length = 0, worst_without = 0;
  std::size_t methods = 0;
  const auto check = [&](const MethodInfo& card) {
    Way run(card, problem_of({}, false), kStep, 1), plain(card, problem_of({}, false));
    const Principal<double> body = run.problem.inertia.in_principal_axes();
    const double wanted = energy(body, run.s.m), length = norm(run.s.m);
    for (int i = 0; i < 200; ++i) {
      ASSERT_TRUE(run.steps(1) && plain.steps(1)) << run.name();
      const double error = relative_error(energy(body, run.s.m), wanted);
      EXPECT_LE(error, 1e-14) << run.name() << ", step " << i;
      worst = std::max(worst, error);
      worst_length = std::max(worst_length, relative_error(norm(run.s.m), length));
      worst_without = std::max(worst_without, relative_error(energy(body, plain.s.m), wanted));
    }
    EXPECT_NEAR(norm2(run.s.Q), 1, 1e-14) << run.name();
    ++methods;
  };
  std::ranges::for_each(free_cards(), check);
  std::ranges::for_each(torqued_cards(), check);
  EXPECT_EQ(methods, free_cards().size() + torqued_cards().size());
  EXPECT_LE(worst, 1e-14);         // measured 2.0e-15
  EXPECT_LE(worst_length, 1e-15);  // measured 4.0e-16
  EXPECT_GT(worst_without, 0.1);   // measured 0.51: it has something to do
}

}  // namespace
}  // namespace polhode::test

// torques.cpp -- problems checked, and their torques made
#include "problem/torques.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/exact/free_motion.hpp"

namespace polhode {

const std::vector<const TorqueInfo*>& torque_cards() {
  static const std::vector<const TorqueInfo*> cards = [] {
    std::vector<const TorqueInfo*> all;
    AllTorques<>::each([&]<class Torque>() { all.push_back(&Torque::info); });
    return all;
  }();
  return cards;
}

const TorqueInfo* torque_card(std::string_view kind, std::string_view table) {
  const TorqueInfo* other = nullptr;
  for (const TorqueInfo* card : torque_cards()) {
    if (card->kind != kind) continue;
    if (card->table == table) return card;
    if (!other || card->table.empty()) other = card;
  }
  return other;
}

bool has_unit_of_mass(const Problem& problem) {
  const Vec3<double>& I = problem.inertia.moments();
  if (std::fmax(I.x, std::fmax(I.y, I.z)) != 1) return true;
  return std::ranges::any_of(problem.torques, [](const TorqueChoice& torque) {
    return std::ranges::any_of(torque.values.given, [&](const auto& given) {
      const auto& [name, value] = given;
      if (value.kind == TorqueKey::Kind::rows || value.kind == TorqueKey::Kind::function) return true;  // N m
      for (const TorqueKey& key : torque_card(torque.kind, torque.values.table())->keys)
        if (key.name == name) return key.unit.find_first_of("NTA") != std::string_view::npos;
      return false;
    });
  });
}

std::string meaning_text(const TorqueKey& key) {
  return std::string(key.meaning) + (key.unit.empty() ? "" : ", in " + std::string(key.unit));
}
std::string rule_text(const TorqueKey& key) {
  const std::string why = key.why.empty() ? "" : ": " + std::string(key.why);
  return key.rule == TorqueKey::Rule::positive       ? " must be positive" + why
         : key.rule == TorqueKey::Rule::not_negative ? " must not be negative" + why
                                                     : "";
}

void check(const TorqueChoice& torque) {
  const TorqueInfo* card = torque_card(torque.kind, torque.values.table());
  if (!card) throw KeyFault("kind", "there is no torque \"" + torque.kind + "\"");
  for (const auto& [name, value] : torque.values.given) {
    const TorqueKey* key = nullptr;
    for (const TorqueKey& one : card->keys)
      if (one.name == name) key = &one;
    if (!key) throw KeyFault(name, "torque \"" + torque.kind + "\" has no such key");
    if (value.kind != key->kind) throw KeyFault(name, "is of the wrong type");
    const double x = value.number;
    const Vec3<double>& v = value.vector;
    if (!std::isfinite(x)) throw KeyFault(name, to_text(x) + " must be finite");
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) throw KeyFault(name, "must be finite");
    const bool within = value.kind != TorqueKey::Kind::number        ? true
                        : key->rule == TorqueKey::Rule::positive     ? x > 0
                        : key->rule == TorqueKey::Rule::not_negative ? x >= 0
                                                                     : true;
    if (!within) throw KeyFault(name, to_text(x) + rule_text(*key));
    if (value.kind == TorqueKey::Kind::word) {
      std::string known;
      for (const std::string_view one : key->words) known += (known.empty() ? "" : ", ") + std::string(one);
      if (std::ranges::find(key->words, value.word) == key->words.end())
        throw KeyFault(name, "\"" + value.word + "\" is none of " + known);
    }
  }
  for (const TorqueKey& key : card->keys)
    if (key.required && !torque.values.has(key.name))
      throw KeyFault(std::string(key.name), "missing: " + meaning_text(key));
}

void check_one_orbit(std::span<const TorqueChoice> torques) {
  const auto on_orbit = [](const TorqueChoice& torque) { return torque.values.table() == "orbit"; };
  const auto place = [&](const TorqueChoice& torque, std::string_view key) {
    return "torque[" + std::to_string(&torque - torques.data() + 1) + "]." + std::string(key);
  };
  const auto first = std::ranges::find_if(torques, on_orbit);
  for (auto other = first; other != torques.end(); ++other)
    for (const TorqueKey& key : kOrbitKeys) {
      const double here = other->values.number(key.name), there = first->values.number(key.name);
      if (!on_orbit(*other) || here == there) continue;
      throw KeyFault(place(*other, key.name),
                     to_text(here) + ", but " + place(*first, key.name) + " is " + to_text(there) +
                         ": a body has one orbit; give both torques the same (another unit, or a key left out?)");
    }
}

inline namespace POLHODE_ISA {

Mat3<double> tensor_of(const Inertia& inertia) {
  const Mat3<double> F = to_matrix(inertia.frame());
  return F * Mat3<double>::diagonal(inertia.moments()) * transpose(F);
}

AnyTorque<> torque_from(const TorqueChoice& torque, const Inertia& inertia) {
  check(torque);
  return AnyTorque<>::from(torque.kind, torque.values, tensor_of(inertia));
}

TorqueSet<> torques_of(const Problem& problem) {
  std::vector<AnyTorque<>> all;
  all.reserve(problem.torques.size());
  for (const TorqueChoice& one : problem.torques) all.push_back(torque_from(one, problem.inertia));
  return TorqueSet<>(std::move(all));
}

}  // namespace POLHODE_ISA

Abilities torque_abilities(const Problem& problem) {
  return torques_of(problem).abilities();
}

void check(const Problem& problem) {
  checked(problem.start);
  if (!std::isfinite(problem.start_time) || !std::isfinite(problem.end_time) ||
      !(problem.end_time > problem.start_time))
    throw InvalidInput("end " + to_text(problem.end_time) +
                       " must be later than start = " + to_text(problem.start_time));
  check_one_orbit(problem.torques);
  for (std::size_t i = 0; i < problem.torques.size(); ++i) {
    const TimeSpan known = torque_from(problem.torques[i], problem.inertia).known();
    const bool early = problem.start_time < known.from;
    if (!early && problem.end_time <= known.until) continue;
    throw KeyFault(early ? "start" : "end", to_text(early ? problem.start_time : problem.end_time) +
                                                " must be within torque[" + std::to_string(i + 1) +
                                                "], which is known from " + to_text(known.from) + " until " +
                                                to_text(known.until) + " s (is its table in seconds?)");
  }
  if (!problem.is_free()) return;
  if (const double limit = FreeMotion<double>(problem.inertia, problem.start).time_limit();
      problem.end_time - problem.start_time > limit)
    throw KeyFault("end",
                   to_text(problem.end_time) + " is too late: this motion can be known up to " +
                       to_text(problem.start_time + limit) +
                       " only, for 2^45 turns; then neighbouring numbers for the time are 1/100 of a turn apart " +
                       "(is the unit of time right, or that of the angular velocity?)");
}

}  // namespace polhode

// cards.cpp -- the cards of methods and torques, as plain structs
#include <mutex>
#include <set>

#include "capi/forms.hpp"
#include "capi/handles.hpp"
#include "engine/record.hpp"

using namespace polhode;
using namespace polhode::capi;

namespace {

/// Texts of the cards with an end that C can see; each is kept once, as long as the program runs.
const char* text(std::string_view words) {
  static std::mutex one_at_a_time;
  static std::set<std::string> kept;
  const std::scoped_lock lock(one_at_a_time);
  return kept.emplace(words).first->c_str();
}

polhode_method from(const MethodInfo& m) {
  polhode_method c = POLHODE_METHOD;
  c.name = text(m.name), c.title = text(m.title), c.family = text(m.family), c.reference = text(m.reference);
  c.flow = text(m.flow);
  c.order = m.order, c.attitude_order = m.attitude_order;
  c.is_explicit = m.is_explicit, c.symmetric = m.symmetric;
  c.takes_torque = m.takes_torque, c.needs_potential = m.needs.potential;
  c.symplectic = m.structure == Structure::symplectic, c.poisson = m.structure != Structure::none;
  c.energy = m.energy == Energy::exact ? 2 : m.energy == Energy::bounded ? 1 : 0;
  c.keeps_casimir = m.keeps_casimir, c.keeps_momentum = m.keeps_momentum, c.keeps_vertical = m.keeps_vertical;
  c.torque_evaluations = m.torque_evaluations;
  return c;
}

struct TorqueEntry {
  polhode_torque card;
  std::vector<polhode_torque_key> keys;
};
TorqueEntry from(const TorqueInfo& t) {
  polhode_torque c = POLHODE_TORQUE;
  c.kind = text(t.kind), c.title = text(t.title), c.formula = text(t.formula), c.reference = text(t.reference);
  c.remark = text(t.remark), c.table = text(t.table);
  c.has_potential = t.abilities.potential;
  c.depends_on_time = t.abilities.time, c.depends_on_velocity = t.abilities.velocity;
  c.keys = int64_t(t.keys.size());
  constexpr const char* kKinds[] = {"number", "vector", "flag", "word", "function", "rows"};
  std::vector<polhode_torque_key> keys;
  for (const TorqueKey& key : t.keys)
    keys.push_back({sizeof(polhode_torque_key), text(key.name), text(key.meaning), text(key.unit),
                    kKinds[int(key.kind)], text(rule_text(key)), key.required});
  return {c, std::move(keys)};
}

struct Tables {
  std::vector<polhode_method> methods;
  std::vector<TorqueEntry> torques;
  Tables() {
    for (const MethodInfo& card : free_cards()) methods.push_back(from(card));
    for (const MethodInfo& card : torqued_cards())
      if (!moves_free_body(card)) methods.push_back(from(card));
    for (const TorqueInfo* card : torque_cards()) torques.push_back(from(*card));
  }
};
const Tables& tables() {
  static const Tables all;
  return all;
}

std::size_t number_of(int64_t i, std::size_t all, const char* name) {
  if (i < 0 || std::size_t(i) >= all)
    throw InvalidInput(std::string(name) + " = " + std::to_string(i) + ": there are " + std::to_string(all) +
                       ", counted from 0");
  return std::size_t(i);
}

}  // namespace

polhode_status polhode_method_count(int64_t* n) {
  return entry([&] {
    given(n, "n") = int64_t(tables().methods.size());
    return POLHODE_OK;
  });
}
polhode_status polhode_method_card(int64_t i, polhode_method* card) {
  return entry([&] {
    hand_over(tables().methods[number_of(i, tables().methods.size(), "i")], given(card, "card"));
    return POLHODE_OK;
  });
}
polhode_status polhode_method_find(const char* name, const char* flow, polhode_method* card) {
  return entry([&] {
    given(name, "name");
    // For its words on wrong names; it also knows what an alias stands for.
    const Choice choice = choose(name, flow ? flow : "", std::nullopt);
    hand_over(from(choice.card), given(card, "card"));
    return POLHODE_OK;
  });
}
polhode_status polhode_torque_count(int64_t* n) {
  return entry([&] {
    given(n, "n") = int64_t(tables().torques.size());
    return POLHODE_OK;
  });
}
polhode_status polhode_torque_card(int64_t i, polhode_torque* card) {
  return entry([&] {
    hand_over(tables().torques[number_of(i, tables().torques.size(), "i")].card, given(card, "card"));
    return POLHODE_OK;
  });
}
polhode_status polhode_torque_card_key(int64_t i, int64_t key, polhode_torque_key* card) {
  return entry([&] {
    const TorqueEntry& torque = tables().torques[number_of(i, tables().torques.size(), "i")];
    hand_over(torque.keys[number_of(key, torque.keys.size(), "key")], given(card, "card"));
    return POLHODE_OK;
  });
}

polhode_status polhode_certificate_count(int64_t* n) {
  return entry([&] {
    given(n, "n") = int64_t(entries({}).size());
    return POLHODE_OK;
  });
}
polhode_status polhode_certificate_entry(int64_t i, const char** name, const char** meaning) {
  return entry([&] {
    const std::vector<CertificateEntry> all = entries({});
    const CertificateEntry& one = all[number_of(i, all.size(), "i")];
    given(name, "name") = text(one.name);
    if (meaning) *meaning = text(one.meaning);
    return POLHODE_OK;
  });
}

// torques.cpp -- `polhode torques`: the cards of all torques, for people, for programs, and as docs/reference/torques.md
#include <cstdio>
#include <string>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "problem/problem.hpp"

namespace polhode::program {

namespace {

using Json = nlohmann::ordered_json;

std::string name_of(TorqueKey::Kind kind) {
  static constexpr const char* kNames[] = {"number", "vector", "flag", "word", "function", "rows"};
  return kNames[std::size_t(kind)];
}
/// What it offers to methods and to the certificate.
std::string abilities_text(const Abilities& a) {
  std::string text = a.potential ? "a potential" : "no potential";
  if (a.derivative) text += ", with the derivative of its torque";
  if (a.vertical) text += "; keeps L·e3";
  if (a.time) text += "; depends on time";
  if (a.velocity) text += "; depends on the angular velocity";
  return text;
}
std::string rule(const TorqueKey& key) {
  std::string text = key.required ? "required" : "optional";
  return text + (key.rule == TorqueKey::Rule::positive       ? ", positive"
                 : key.rule == TorqueKey::Rule::not_negative ? ", not negative"
                                                             : "");
}

/// After its kind: the table that asks for this form of it.
std::string table_text(const TorqueInfo& card) {
  return card.table.empty() ? "" : " with [torque." + std::string(card.table) + "]";
}

template <class F>
void each_in_files(F f) {
  for (const TorqueInfo* card : torque_cards())
    if (card->in_files) f(*card);
}

void table_of_torques() {
  each_in_files([](const TorqueInfo& card) {
    std::printf("%.*s%s: %.*s\n  %.*s\n  %s\n", int(card.kind.size()), card.kind.data(), table_text(card).c_str(),
                int(card.title.size()), card.title.data(), int(card.formula.size()), card.formula.data(),
                abilities_text(card.abilities).c_str());
    if (!card.remark.empty()) std::printf("  %.*s\n", int(card.remark.size()), card.remark.data());
    for (const TorqueKey& key : card.keys)
      std::printf("    %-*.*s %s (%s)\n", card.table.empty() ? 12 : 22, int(key.name.size()), key.name.data(),
                  meaning_text(key).c_str(), rule(key).c_str());
  });
}

void markdown_of_torques() {
  std::printf(
      "# Torques\n\n"
      "Made by `polhode torques --markdown` from the cards in `include/polhode/torques/`; the tests hold every card "
      "to\n"
      "what the torque does. In a scenario a torque is a table `[[torque]]` with its `kind`; several add up. How to "
      "write\n"
      "one's own: [adding-a-torque.md](../how-to/adding-a-torque.md). Which method takes which: "
      "[methods.md](methods.md).\n");
  each_in_files([](const TorqueInfo& card) {
    std::printf("\n## `%.*s`%s\n\n%.*s: `%.*s`. It is %s.\n", int(card.kind.size()), card.kind.data(),
                table_text(card).c_str(), int(card.title.size()), card.title.data(), int(card.formula.size()),
                card.formula.data(), abilities_text(card.abilities).c_str());
    if (!card.remark.empty()) std::printf("Note: %.*s.\n", int(card.remark.size()), card.remark.data());
    if (!card.reference.empty()) std::printf("Source: %.*s.\n", int(card.reference.size()), card.reference.data());
    std::printf("\n| key | meaning | unit | |\n|---|---|---|---|\n");
    for (const TorqueKey& key : card.keys)
      std::printf("| `%.*s` | %.*s | %.*s | %s |\n", int(key.name.size()), key.name.data(), int(key.meaning.size()),
                  key.meaning.data(), int(key.unit.size()), key.unit.data(), rule(key).c_str());
  });
}

void json_of_torques() {
  Json cards = Json::array();
  for (const TorqueInfo* card : torque_cards()) {
    Json keys = Json::array();
    for (const TorqueKey& key : card->keys) {
      Json one{{"name", key.name},
               {"meaning", key.meaning},
               {"unit", key.unit},
               {"type", name_of(key.kind)},
               {"required", key.required}};
      if (!key.words.empty()) one["words"] = key.words;
      keys.push_back(std::move(one));
    }
    const Abilities& a = card->abilities;
    cards.push_back({{"kind", card->kind},
                     {"table", card->table},
                     {"title", card->title},
                     {"formula", card->formula},
                     {"in_files", card->in_files},
                     {"keys", std::move(keys)},
                     {"abilities",
                      {{"potential", a.potential},
                       {"derivative", a.derivative},
                       {"vertical", a.vertical},
                       {"series", a.series},
                       {"lanes", a.lanes},
                       {"time", a.time},
                       {"velocity", a.velocity}}},
                     {"reference", card->reference},
                     {"remark", card->remark}});
  }
  std::printf("%s\n", cards.dump(1).c_str());
}

}  // namespace

int torques(Listing listing) {
  listing == Listing::json       ? json_of_torques()
  : listing == Listing::markdown ? markdown_of_torques()
                                 : table_of_torques();
  return kDone;
}

}  // namespace polhode::program

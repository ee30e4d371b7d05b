// catalogue.cpp -- the methods by name, at run time
#include "catalogue/catalogue.hpp"

#include <algorithm>
#include <utility>

#include "polhode/methods/all.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode {

namespace {

/// What flow = "auto", and no flow at all, stand for.
constexpr std::string_view kDefaultFlow = Weierstrass::info.name;

/// Methods under a second name: splittings as the papers have them, and a family without its order.
struct Alias {
  std::string_view name, method, flow;
};
constexpr Alias kAliases[] = {{"mr", "strang", "mclachlan-reich"},
                              {"sej", "strang", "jem2"},
                              {"sej4", "strang", "jem4"},
                              {"taylor", "taylor12", ""}};

template <class List>
std::vector<MethodInfo> cards_of() {
  std::vector<MethodInfo> cards;
  List::each([&](auto m) { cards.push_back(decltype(m)::info); });
  return cards;
}

const MethodInfo* card_of(std::span<const MethodInfo> cards, std::string_view name) {
  const std::string plain = without_plain_axes(name);
  const auto found = std::ranges::find_if(cards, [&](const MethodInfo& m) { return m.name == plain; });
  return found == cards.end() ? nullptr : &*found;
}

/// The card of a splitting on a flow; nullptr-like (empty name) if there is no such splitting.
MethodInfo splitting_card_on(std::string_view splitting, const MethodInfo& flow) {
  MethodInfo card{};
  each_splitting([&]<class Table, bool hessian_free>() {
    if (const MethodInfo one = splitting_card<Table, hessian_free>(flow); one.name == splitting) card = one;
  });
  return card;
}

bool contains(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string joined(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string no_such(const char* what, std::string_view name, std::span<const std::string> names) {
  const std::string near = nearest(name, names);
  return std::string("there is no ") + what + " \"" + std::string(name) + "\"" +
         (near.empty() ? "" : "; did you mean \"" + near + "\"?") + " (`polhode methods` lists them all)";
}

std::vector<std::string> who_takes(const Abilities& torque) {
  std::vector<std::string> names{"auto"};
  for (const MethodInfo& card : torqued_cards())
    if (can_take(card, torque) && names.back() != card.name) names.emplace_back(card.name);
  return names;
}

}  // namespace

std::span<const MethodInfo> free_cards() {
  static const std::vector<MethodInfo> cards = cards_of<AllMethods>();
  return cards;
}
std::span<const MethodInfo> torqued_cards() {
  static const std::vector<MethodInfo> cards = cards_of<TorquedMethods>();
  return cards;
}

int order_of(const MethodInfo& card) {
  constexpr int kMost = 60;
  return std::min({card.order, card.attitude_order, kMost});
}

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"auto"};
    for (const MethodInfo& card : free_cards())
      if (card.variant_of.empty()) all.emplace_back(card.name);
    for (const MethodInfo& card : torqued_cards())
      if (!contains(all, card.name)) all.emplace_back(card.name);
    for (const Alias& alias : kAliases) all.emplace_back(alias.name);
    return all;
  }();
  return names;
}
const std::vector<std::string>& flow_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"auto"};
    for (const MethodInfo& card : free_cards())
      if (card.memory.empty() && card.variant_of.empty()) all.emplace_back(card.name);
    return all;
  }();
  return names;
}
bool moves_free_body(const MethodInfo& card) {
  return card.flow.empty() && card_of(free_cards(), card.name) != nullptr;
}
bool is_method(std::string_view name) {
  return contains(method_names(), name) || card_of(free_cards(), name);
}
bool is_flow(std::string_view name) {
  const MethodInfo* card = card_of(free_cards(), name);
  return name == "auto" || (card && card->memory.empty());
}
bool takes_flow(std::string_view method) {
  return !splitting_card_on(method, Weierstrass::info).name.empty();
}

Choice choose(std::string_view method, std::string_view flow, const std::optional<Abilities>& torque) {
  if (flow == "auto") flow = "";  // the default
  if (!is_method(method)) throw InvalidInput(no_such("method", method, method_names()));
  if (!flow.empty() && !is_flow(flow)) {
    const MethodInfo* known = card_of(free_cards(), flow);
    throw InvalidInput(known ? "method \"" + std::string(flow) +
                                   "\" cannot be a flow: it carries a memory from step to step (" +
                                   std::string(known->memory) + ")"
                             : no_such("flow", flow, flow_names()));
  }
  Choice choice;
  choice.method = without_plain_axes(method);
  choice.flow = without_plain_axes(flow);

  const bool was_auto = method == "auto";
  choice.was_auto = was_auto;
  if (was_auto) {
    const AutoMethod made = auto_by_steps(torque);
    choice.method = made.method, choice.remark = made.remark;
  }
  for (const auto& [alias, its_method, its_flow] : kAliases)
    if (choice.method == alias) {
      if (!flow.empty() && !its_flow.empty())
        throw InvalidInput("method " + std::string(alias) + " is " + std::string(its_method) + " on " +
                           std::string(its_flow) + " and takes no other flow; write method = \"" +
                           std::string(its_method) + "\" for one");
      choice.method = its_method;
      choice.flow = its_flow;
    }

  if (takes_flow(choice.method)) {
    if (choice.flow.empty()) choice.flow = kDefaultFlow;
    choice.card = splitting_card_on(choice.method, *card_of(free_cards(), choice.flow));
  } else {
    if (!flow.empty()) {
      std::vector<std::string> splittings;
      for (const MethodInfo& card : torqued_cards())
        if (takes_flow(card.name) && (splittings.empty() || splittings.back() != card.name))
          splittings.emplace_back(card.name);
      throw InvalidInput("method " + choice.method + (was_auto ? " (chosen by auto)" : "") +
                         " takes no flow; splittings do: " + joined(splittings));
    }
    const MethodInfo* card = card_of(free_cards(), choice.method);
    choice.card = card ? *card : *card_of(torqued_cards(), choice.method);
  }
  if (torque && !can_take(choice.card, *torque))
    throw InvalidInput("method " + choice.method +
                       " cannot take this torque: " + std::string(why_not(choice.card, *torque)) +
                       (!choice.card.takes_torque && torque->potential && is_flow(choice.method)
                            ? " (as flow = \"" + choice.method + "\" of a splitting it will do)"
                            : "") +
                       "; methods that can: " + joined(who_takes(*torque)));
  return choice;
}

Choice choose(const AutoMethod& made, const std::optional<Abilities>& torque) {
  Choice choice = choose(made.method, "", torque);
  choice.remark = made.remark;
  return choice;
}

std::string nearest(std::string_view name, std::span<const std::string> names) {
  std::string best;
  if (name.size() > 64) return best;        // no slip of a finger, and the table below would be large
  std::size_t least = name.size() / 3 + 2;  // more edits than this: another word, not a slip
  for (const std::string& candidate : names) {
    // Edits, and neighbours swapped (Damerau and Levenshtein), row by row of the table.
    std::vector<std::size_t> before, last, row(candidate.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= name.size(); ++i) {
      before = std::exchange(last, row);
      row[0] = i;
      for (std::size_t j = 1; j < row.size(); ++j) {
        row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (name[i - 1] == candidate[j - 1] ? 0 : 1)});
        if (i > 1 && j > 1 && name[i - 1] == candidate[j - 2] && name[i - 2] == candidate[j - 1])
          row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    if (row.back() < least) least = row.back(), best = candidate;
  }
  return best;
}

}  // namespace polhode

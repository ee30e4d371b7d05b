// candidates.cpp -- who is tried for an advice
#include "engine/candidates.hpp"

#include <algorithm>
#include <string>

namespace polhode {

namespace {

std::vector<std::string> names_of_candidates(const std::optional<Abilities>& torque) {
  if (!torque)  // `exact` needs no steps; these are for who has to step
    return {"weierstrass", "dmv16", "dmv8", "sr2", "sr4", "sr6", "lie4", "lie6", "rk8", "rk9", "gauss16-fixed"};
  std::vector<std::string> names{"gauss8-fixed", "gauss16-fixed", "rk8", "rk9", "gauss16", "cf4", "quaternion-rk4"};
  const auto add = [&](std::initializer_list<const char*> more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  if (torque->potential)
    add({"composition8:sr2", "composition6:sr2", "composition4:sr2", "strang:sr2", "rkn4:sr2", "rkn4:dmv16", "rkn6:sr2",
         "rkn6:dmv16", "rkn6:weierstrass", "rkn6-processed:sr2", "rkn6-processed:dmv16"});
  if (torque->potential && torque->derivative) add({"nystrom4:sr2", "nystrom4:dmv16", "nystrom4:weierstrass"});
  if (torque->series) add({"taylor8", "taylor12"});
  add({"simo-wong", "lgvi"});
  return names;
}

/// All methods; splittings on every flow that costs little.
std::vector<std::string> names_of_all(const std::optional<Abilities>& torque) {
  std::vector<std::string> names;
  for (const MethodInfo& card : torque ? torqued_cards() : free_cards()) {
    if (!card.variant_of.empty() || order_of(card) == 0 || (torque && !can_take(card, *torque))) continue;
    if (!torque || !takes_flow(card.name))
      names.emplace_back(card.name);
    else
      for (const char* flow : {"sr2", "sr4", "sr6", "dmv8", "dmv16", "weierstrass", "mclachlan-reich", "exact"})
        names.push_back(std::string(card.name) + ":" + flow);
  }
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  std::erase(names, "exact");
  return names;
}

std::vector<Choice> choices(const std::vector<std::string>& names, const std::optional<Abilities>& torque) {
  std::vector<Choice> all;
  for (const std::string& name : names) {
    const std::size_t colon = name.find(':');
    all.push_back(choose(name.substr(0, colon), colon == std::string::npos ? "" : name.substr(colon + 1), torque));
  }
  return all;
}

}  // namespace

std::vector<Choice> candidates_for(const std::optional<Abilities>& torque) {
  return choices(names_of_candidates(torque), torque);
}
std::vector<Choice> all_methods_for(const std::optional<Abilities>& torque) {
  return choices(names_of_all(torque), torque);
}

}  // namespace polhode

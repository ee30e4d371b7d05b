// methods.cpp -- `polhode methods`: the cards of all methods, for people, for programs, for the documentation
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "commands.hpp"

namespace polhode::program {

namespace {

std::string order(int p) {
  return p == kExact ? "exact" : p == 0 ? "none" : std::to_string(p);
}

const char* name_of(Structure s) {
  switch (s) {
    case Structure::symplectic:
      return "symplectic";
    case Structure::poisson:
      return "Poisson";
    case Structure::none:
      break;
  }
  return "";
}
const char* name_of(Energy e) {
  switch (e) {
    case Energy::exact:
      return "exact";
    case Energy::bounded:
      return "bounded";
    case Energy::drifts:
      break;
  }
  return "drifts";
}
std::string energy_text(const MethodInfo& m) {
  const Energy free = energy_of(m, true);
  return std::string(name_of(m.energy)) + (free == m.energy ? "" : ", free " + std::string(name_of(free)));
}
const char* takes(const MethodInfo& m) {
  return !m.takes_torque      ? "nothing"
         : m.needs.derivative ? "potential with torque_along"
         : m.needs.potential  ? "potential"
         : m.needs.series     ? "any smooth torque"
                              : "any torque";
}
// "strang on sr2" for a splitting.
std::string full_name(const MethodInfo& m) {
  return std::string(m.name) + (m.flow.empty() ? "" : " on " + std::string(m.flow));
}
std::string limit(const MethodInfo& m) {
  char text[32] = "";
  if (std::isfinite(m.step_limit)) std::snprintf(text, sizeof text, "%.3g", m.step_limit);
  return text;
}

template <class Print>
void each_card(Print print) {
  for (const MethodInfo& card : free_cards())
    if (card.variant_of.empty()) print(card);
  for (const MethodInfo& card : torqued_cards())
    if (!moves_free_body(card)) print(card);
}

void table_of_methods() {
  std::string_view family;
  each_card([&](const MethodInfo& m) {
    if (m.family != family) {
      family = m.family;
      std::printf("\n%.*s\n  %-34s %-12s %-9s %-9s %-10s %-20s %-11s %-7s %s\n", int(family.size()), family.data(),
                  "name", "order m, Q", "step", "symmetric", "structure", "energy", "keeps", "h|w| <", "takes");
    }
    const std::string keeps =
        std::string(m.keeps_casimir ? "|m| " : "") + (m.keeps_momentum   ? (m.takes_torque ? "L free" : "L")
                                                      : m.keeps_vertical ? "L . e3"
                                                                         : "");
    const std::string taken =
        m.takes_torque ? std::string(takes(m)) + ", " + std::to_string(m.torque_evaluations) + " a step" : "";
    std::printf("  %-34s %-12s %-9s %-9s %-10s %-20s %-11s %-7s %s\n", full_name(m).c_str(),
                (order(m.order) + ", " + order(m.attitude_order)).c_str(), m.is_explicit ? "explicit" : "implicit",
                m.symmetric ? "yes" : "", name_of(m.structure), energy_text(m).c_str(), keeps.c_str(), limit(m).c_str(),
                taken.c_str());
  });
}

/// Rows of the page: methods that follow each other and differ only in name and order share one.
struct PageRow {
  std::string names, title, orders, rest, last_orders{};
};
std::string keeps_text(const MethodInfo& m) {
  return m.keeps_momentum && m.takes_torque ? "\\|m\\|, L free; L·e3"
         : m.keeps_casimir                  ? (m.keeps_momentum ? "\\|m\\|, L" : "\\|m\\|")
         : m.keeps_momentum                 ? "L"
         : m.keeps_vertical                 ? "L·e3"
                                            : "";
}
PageRow page_row(const MethodInfo& m) {
  const auto cell = [](std::string_view text) { return " " + std::string(text) + " |"; };
  PageRow row{"`" + std::string(m.name) + "`" + (m.flow.empty() ? "" : " on `" + std::string(m.flow) + "`"),
              std::string(m.title), order(m.order) + ", " + order(m.attitude_order), "", ""};
  row.rest = cell(m.is_explicit ? "explicit" : "implicit") + cell(m.symmetric ? "yes" : "no") +
             cell(name_of(m.structure)) + cell(energy_text(m)) + cell(keeps_text(m)) + cell(limit(m));
  if (m.takes_torque) row.rest += cell(takes(m)) + cell(std::to_string(m.torque_evaluations));
  row.rest += cell(m.memory) + cell(m.reference);
  return row;
}

void markdown_of_methods() {
  std::printf(
      "# Methods\n\n"
      "Made by `make docs` from the cards in `include/polhode/methods/`. Which of them to take: "
      "[choosing.md](../how-to/choosing.md).\n"
      "Words: [words.md](words.md).\n\n"
      "## The cards\n\n"
      "The contract tests (`tests/support/contract.hpp`, `tests/support/torqued_contract.hpp`) measure every "
      "entry.\n\n"
      "- *order*: of the momentum in body axes and of the attitude; *exact* is right to rounding at any step, *none* "
      "does not\n"
      "  converge. Methods that differ only in the order share a row.\n"
      "- *symmetric*: a step by -h undoes a step by h.\n"
      "- *structure*: *symplectic* on T\\*SO(3), or only *Poisson* in the momentum.\n"
      "- *energy*: kept to rounding, in error by a bounded amount, or drifting; of a method that takes torques in a "
      "potential,\n"
      "  and of a free body where that is different.\n"
      "- *keeps*: to rounding; |m| is the length of the momentum, L = Q m the momentum in space axes, L·e3 its "
      "vertical part where\n"
      "  the torque has none.\n"
      "- *limit*: the largest h|w|; beyond it a step reports failure and leaves the state as it was. A splitting on a "
      "flow with a\n"
      "  limit goes longer drifts in parts, up to 64. Under a torque an implicit step that is far too long may find no "
      "root, and fails\n"
      "  in the same way, whatever its limit.\n"
      "- *torques*: evaluations per step in a long run.\n"
      "- A splitting works on any flow, that is on any method of the free body; listed are the usual ones and the "
      "papers'.\n"
      "  `mr` is `strang` on `mclachlan-reich`; `sej` and `sej4` are `strang` on `jem2` and `jem4`; `taylor` is "
      "`taylor12`.\n");
  std::string_view family;
  std::optional<PageRow> row;
  const auto print_row = [&] {
    if (row)
      std::printf("| %s | %s | %s%s |%s\n", row->names.c_str(), row->title.c_str(), row->orders.c_str(),
                  row->last_orders.empty() ? "" : (" to " + row->last_orders).c_str(), row->rest.c_str());
    row.reset();
  };
  each_card([&](const MethodInfo& m) {
    const PageRow next = page_row(m);
    if (m.family == family && row && row->title == next.title && row->rest == next.rest) {
      row->names += ", " + next.names;
      if (next.orders != row->orders) row->last_orders = next.orders;
      return;
    }
    print_row();
    if (m.family != family) {
      family = m.family;
      std::printf(
          "\n### %.*s\n\n| name | what it is | order of m, Q | step | symmetric | structure | energy | keeps | limit "
          "|%s memory | reference |\n"
          "|---|---|---|---|---|---|---|---|---|%s---|---|\n",
          int(family.size()), family.data(), m.takes_torque ? " takes | torques |" : "",
          m.takes_torque ? "---|---|" : "");
    }
    row = next;
  });
  print_row();
  std::printf("\n## Variants\n\nEndings that a name may have:\n\n");
  each_card([&](const MethodInfo& m) {
    if (!m.options.empty())
      std::printf("- `%.*s`: %.*s.\n", int(m.name.size()), m.name.data(), int(m.options.size()), m.options.data());
  });
}

void json_of_methods() {
  nlohmann::ordered_json cards = nlohmann::ordered_json::array();
  const auto number_or_exact = [](int p) {
    return p == kExact ? nlohmann::ordered_json("exact") : nlohmann::ordered_json(p);
  };
  each_card([&](const MethodInfo& m) {
    cards.push_back({{"name", m.name},
                     {"title", m.title},
                     {"family", m.family},
                     {"order", number_or_exact(m.order)},
                     {"attitude_order", number_or_exact(m.attitude_order)},
                     {"explicit", m.is_explicit},
                     {"symmetric", m.symmetric},
                     {"structure", name_of(m.structure)},
                     {"energy", name_of(m.energy)},
                     {"free_body_energy", name_of(energy_of(m, true))},
                     {"keeps_casimir", m.keeps_casimir},
                     {"keeps_momentum", m.keeps_momentum},
                     {"keeps_vertical", m.keeps_vertical},
                     {"takes", takes(m)},
                     {"flow", m.flow},
                     {"torque_evaluations", m.torque_evaluations},
                     {"step_limit", std::isfinite(m.step_limit) ? nlohmann::ordered_json(m.step_limit) : nullptr},
                     {"memory", m.memory},
                     {"memory_may_be_lost", m.memory_may_be_lost},
                     {"options", m.options},
                     {"reference", m.reference}});
  });
  std::printf("%s\n", cards.dump(1).c_str());
}

}  // namespace

int methods(Listing listing) {
  switch (listing) {
    case Listing::table:
      table_of_methods();
      break;
    case Listing::json:
      json_of_methods();
      break;
    case Listing::markdown:
      markdown_of_methods();
      break;
  }
  return kDone;
}

}  // namespace polhode::program

// buss_steps.cpp -- [Buss2001]: what the text says on numbers of steps, and on the ordering of the axes
#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "buss.hpp"
#include "claims.hpp"
#include "measuring.hpp"

namespace polhode::reproduce::buss {
namespace {

constexpr std::pair<std::string_view, Run> kOrderings[] = {
    {"1-2-3", run<McLachlanReich<2, 123>>}, {"1-3-2", run<McLachlanReich<2, 132>>},
    {"2-1-3", run<McLachlanReich<2, 213>>}, {"2-3-1", run<McLachlanReich<2, 231>>},
    {"3-1-2", run<McLachlanReich<2, 312>>}, {"3-2-1", run<McLachlanReich<2, 321>>}};

/// The orderings with a number of each, the best first.
template <class Measure>
std::vector<std::pair<double, std::string_view>> ranking(Measure&& measure) {
  std::vector<std::pair<double, std::string_view>> ranks;
  for (const auto& [name, method] : kOrderings) ranks.push_back({measure(method), name});
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}
std::string ranks_text(const char* format, const std::vector<std::pair<double, std::string_view>>& ranks) {
  std::string text;
  for (const auto& [value, name] : ranks)
    text += (text.empty() ? "" : ", ") + std::string(name) + ": " +
            (std::isinf(value) ? "fails" : formatted(format, value));
  return text;
}
double or_infinite(long steps) {
  return steps > 0 ? double(steps) : std::numeric_limits<double>::infinity();
}

void claims_of_orderings(Claims& claims) {
  const double E0 = energy_of(start());
  const auto energies = ranking([&](Run method) {
    double worst = 0;
    for (const Steps& c : kColumns5) worst = std::fmax(worst, std::fabs(energy_of(method(c.h, c.N - 1, false)) - E0));
    return worst;
  });
  const char* const says = "2-3-1 best overall, 1-2-3 worst overall";
  const auto both_ends = [](const auto& ranks) {
    return Criterion{ranks.front().second == "2-3-1" && ranks.back().second == "1-2-3", "2-3-1 first, 1-2-3 last"};
  };
  claims.add("section 3", "McLachlan-Reich: axes by the largest error of the energy in the columns of figure 5", says,
             ranks_text("%.4f", energies), both_ends(energies), "");
  std::vector<Steps> columns(kColumns4.begin(), kColumns4.end());
  columns.insert(columns.end(), kColumns5.begin(), kColumns5.end());
  int better = 0;
  for (const Steps& c : columns) {
    const auto error = [&](Run method) { return std::fabs(energy_of(method(c.h, c.N - 1, false)) - E0); };
    better += error(run<McLachlanReich<2, 231>>) < error(run<McLachlanReich<2, 213>>);
  }
  claims.add("section 3", "the energy of 2-3-1 nearer than that of 2-1-3, in the columns of figures 4 and 5", says,
             formatted("in %d of %zu", better, columns.size()), stated(2 * better > int(columns.size()), "in most"));
  std::vector<Accuracy> wanted(kColumns6.begin(), kColumns6.end());
  wanted.insert(wanted.end(), kColumns7.begin(), kColumns7.begin() + 2);
  for (const bool keeps_energy : {true, false})
    for (const Accuracy& accuracy : wanted) {
      if (!keeps_energy && accuracy.most > kColumns6[0].most) continue;
      const auto ranks = ranking([&](Run method) { return or_infinite(steps_needed(method, accuracy, keeps_energy)); });
      const Cause cause(
          "not in this experiment: with energy preservation from T = 4 on, and by the energy; the rows "
          "that hold",
          "polhode reproduce buss-steps");
      claims.add("section 3",
                 "McLachlan-Reich: axes by steps for " + std::string(accuracy.name) +
                     (keeps_energy ? ", with energy preservation" : ", without energy preservation"),
                 keeps_energy ? "2-3-1 best overall" : says, ranks_text("%.0f", ranks),
                 keeps_energy ? stated(ranks.front().second == "2-3-1", "2-3-1 first", cause)
                              : stated(both_ends(ranks), cause));
    }
}

/// The counts of figures 6 and 7, each found once.
class Counts {
 public:
  double operator()(std::string_view row, const Accuracy& wanted, bool keeps_energy) {
    const auto key = std::tuple{row, wanted.T, wanted.eps, keeps_energy};
    auto at = found_.find(key);
    if (at == found_.end())
      at = found_.emplace(key, or_infinite(steps_needed(run_of(row), wanted, keeps_energy))).first;
    return at->second;
  }

 private:
  std::map<std::tuple<std::string_view, double, double, bool>, double> found_;
};

void claims_of_efficiency(Claims& claims) {
  Counts needed;
  const auto add = [&](std::string what, const char* says, double ratio, const Verdict& verdict) {
    claims.add("section 6", std::move(what), says, formatted("%.2f", ratio), verdict);
  };
  const auto number = [&](std::string what, const char* says, double ratio, double low, double high) {
    add(std::move(what), says, ratio, about(between(ratio, low, high)));
  };
  const auto words = [&](std::string what, const char* says, double ratio, double low, double high) {
    add(std::move(what), says, ratio, stated(between(ratio, low, high)));
  };
  const Accuracy &first = kColumns6[0], &second = kColumns6[1], &third = kColumns6[2];
  const double augmented = needed("Augmented 2nd order", second, false);
  number("steps of the augmented second order / Runge-Kutta, T=0.4 eps=1e-06", "about one-half",
         augmented / needed("Runge-Kutta", second, false), 0.45, 0.55);
  number("steps of the augmented second order / third order with energy preservation, T=4 eps=0.001", "almost nine",
         needed("Augmented 2nd order", third, false) / needed("3rd order", third, true), 8, 9);
  number("the same, T=0.4 eps=1e-06", "more than 30", augmented / needed("3rd order", second, true), 30, 35);
  for (const Accuracy& wanted : kColumns7)
    number("steps of MR 4th order / third order with energy preservation, " + std::string(wanted.name),
           "consistently about 2/3", needed("MR 4th order 2-3-1", wanted, false) / needed("3rd order", wanted, true),
           0.6, 0.73);
  number("MR 4th order: steps with / without energy preservation, T=40 eps=0.001", "about half",
         needed("MR 4th order 2-3-1", kColumns7[1], true) / needed("MR 4th order 2-3-1", kColumns7[1], false), 0.4,
         0.6);
  number("third order with energy preservation: steps for 1e-6 / for 1e-3, T=40", "a six-fold increase",
         needed("3rd order", kColumns7[2], true) / needed("3rd order", kColumns7[1], true), 5.5, 6.5);
  number("the same, T=4", "a six-fold increase",
         needed("3rd order", kColumns7[0], true) / needed("3rd order", third, true), 5.5, 6.5);
  words("steps of Simo-Wong / first order, both with energy preservation, T=0.4 eps=1e-06", "almost identical accuracy",
        needed("Simo-Wong explicit", second, true) / needed("1st order", second, true), 0.99, 1.01);
  const auto gain = [&](std::string_view row) { return needed(row, first, true) / needed(row, first, false); };
  words("McLachlan-Reich 1-2-3: steps with / without energy preservation, T=0.4 eps=0.001",
        "tended to gain in accuracy", gain("McLachlan-Reich 1-2-3"), 0, 0.6);
  words("McLachlan-Reich 2-3-1: the same", "tended to benefit less", gain("McLachlan-Reich 2-3-1"), 0.6, 1);
  words("AB-AM: the same", "benefited substantially", gain("AB-AM"), 0, 0.75);
  words("augmented second order: the same", "a small decrease in accuracy", gain("Augmented 2nd order"), 1, 1.15);
  words("steps of the fourth / third order, without energy preservation, T=4 eps=1e-06", "did significantly better",
        needed("4th order", kColumns7[0], false) / needed("3rd order", kColumns7[0], false), 0, 0.5);
  words("steps of the third / fourth order, both with energy preservation, T=40 eps=0.001",
        "essentially equivalent accuracy",
        needed("3rd order", kColumns7[1], true) / needed("4th order", kColumns7[1], true), 0.9, 1.1);
  for (const Accuracy& wanted : kColumns6) {
    words("steps of McLachlan-Reich 2-3-1 / third order, " + std::string(wanted.name),
          "acted more like a third-order algorithm than a second-order one",
          needed("McLachlan-Reich 2-3-1", wanted, false) / needed("3rd order", wanted, false), 0, 2);
    // Every count of groups B, C and D, with and without energy preservation.
    double fewest = std::numeric_limits<double>::infinity();
    for (const CountRow& row : kFigure6) {
      const bool group_A =
          row.row == "4th order" || row.row == "MR 4th order 2-3-1" || (row.row == "3rd order" && row.keeps_energy);
      if (!group_A) fewest = std::fmin(fewest, needed(row.row, wanted, row.keeps_energy));
    }
    const double ratio = fewest / needed("3rd order", wanted, true);
    add("fewest steps of groups B, C and D / third order with energy preservation, " + std::string(wanted.name),
        "substantially superior to every one", ratio,
        stated(
            above(ratio, 1.2),
            Cause("at 1e-3 and T = 0.4 McLachlan-Reich 2-3-1 with energy preservation needs fewer, also in the paper",
                  "polhode reproduce buss-fig6")));
  }
}

}  // namespace

Result claims_of_steps() {
  Claims all;
  claims_of_orderings(all);
  claims_of_efficiency(all);
  all.result.notes = conventions(
      "The paper reports two of six orderings, \"the overall best-performing\" and \"the overall-worst performing\", "
      "and does not say by which experiments.");
  return std::move(all.result);
}

}  // namespace polhode::reproduce::buss

// buss_body.cpp -- [Buss2001]: the body behind the printed energies, from the prism of the text
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "buss.hpp"
#include "claims.hpp"
#include "measuring.hpp"

namespace polhode::reproduce::buss {
namespace {

/// Moments of a prism of mass 1 from its half-lengths a, b, c: (b^2 + c^2)/3, (a^2 + c^2)/3, (a^2 + b^2)/3; some squares may
/// have been forgotten.
struct Rule {
  std::array<double, 3> half;
  std::array<int, 3> power;

  Vec3<double> moments() const {
    const auto p = [&](std::size_t i) { return power[i] == 2 ? half[i] * half[i] : half[i]; };
    return {(p(1) + p(2)) / 3, (p(0) + p(2)) / 3, (p(0) + p(1)) / 3};
  }
  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < 3; ++i)
      text += formatted("%s%g%s", i > 0 ? ", " : "", half[i], power[i] == 2 ? " squared" : "");
    return text;
  }
};
/// The half-lengths 1:4:18, a twentieth each, in every order and with every choice of squares.
std::vector<Rule> all_rules() {
  std::vector<Rule> rules;
  std::array<double, 3> half{0.05, 0.2, 0.9};
  do
    for (int squares = 0; squares < 8; ++squares)
      rules.push_back({half, {1 + squares % 2, 1 + squares / 2 % 2, 1 + squares / 4}});
  while (std::next_permutation(half.begin(), half.end()));
  return rules;
}
/// Momentum of length 1 at 45 degrees to the two axes whose true moments are least.
Vec3<double> between_least(Rule rule) {
  rule.power = {2, 2, 2};
  const Vec3<double> right = rule.moments();
  const int most = right.x > right.y ? (right.x > right.z ? 0 : 2) : (right.y > right.z ? 1 : 2);
  Vec3<double> m{1 / std::numbers::sqrt2, 1 / std::numbers::sqrt2, 1 / std::numbers::sqrt2};
  m[most] = 0;
  return m;
}
double of_text(std::string_view text) {
  return std::strtod(std::string(text).c_str(), nullptr);
}
/// Half a unit of the last digit.
double half_a_digit(std::string_view text) {
  const std::size_t point = text.find('.');
  return 0.5 * std::pow(10, point == text.npos ? 0 : -double(text.size() - point - 1));
}
/// Whether some momentum gives both printed energies: their ratio does not depend on it.
bool gives_the_energies(const Vec3<double>& moments, const Vec3<double>& direction) {
  const double start = energy(Principal<double>(moments), direction),
               largest = 0.5 / std::min({moments.x, moments.y, moments.z});
  const double E0 = of_text(kStartEnergy), E1 = of_text(kLargestEnergy), d0 = half_a_digit(kStartEnergy),
               d1 = half_a_digit(kLargestEnergy);
  return start / largest >= (E0 - d0) / (E1 + d1) && start / largest <= (E0 + d0) / (E1 - d1);
}
/// How many of the 28 energies of figure 5 a body gives.
int energies_of_figure5(const Vec3<double>& moments, const Vec3<double>& m) {
  const Principal<double> body(moments);
  int same = 0;
  const auto count = [&]<class M>(M, std::string_view row) {
    for (const auto& printed : kFigure5)
      for (std::size_t i = 0; i < kColumns5.size() && printed.row == row; ++i) {
        Drive<M> drive(body);
        PrincipalState<double> s{{}, m};
        for (long n = 1; n < kColumns5[i].N; ++n) drive.step(kColumns5[i].h, s);
        same += with_digits_of(printed.printed[i], energy(body, s.m)) == printed.printed[i];
      }
  };
  count(Lie2Augmented{}, "Augmented 2nd order"), count(Lie3{}, "3rd order"), count(Lie4{}, "4th order");
  count(McLachlanReich<2, 123>{}, "McLachlan-Reich 1-2-3"), count(McLachlanReich<2, 231>{}, "McLachlan-Reich 2-3-1");
  count(BussRk4{}, "Runge-Kutta"), count(BussAbam{}, "AB-AM");
  return same;
}

}  // namespace

Result derived_body() {
  Claims claims;
  const std::vector<Rule> rules = all_rules();
  const std::string energies = std::string(kStartEnergy) + " / " + std::string(kLargestEnergy);
  const Vec3<double> tables = body().moments();
  int of_axes = 0, of_tables = 0;
  std::string which;
  int found = 0;
  for (const Rule& rule : rules) {
    const Vec3<double> I = rule.moments();
    of_tables += norm(I - tables) < 1e-9;
    if (rule.half != std::array<double, 3>{0.2, 0.9, 0.05}) continue;  // the axes of the text
    ++of_axes;
    if (!gives_the_energies(I, between_least(rule))) continue;
    ++found;
    which += (which.empty() ? "" : "; ") + rule.text();
  }
  claims.add("section 6",
             "rules for the moments of the prism, half-lengths 0.2, 0.9, 0.05 along the axes 1, 2, 3, squared or not",
             "energies " + energies, formatted("%d of %d gives their ratio: %s", found, of_axes, which.c_str()),
             about(found == 1, "one of them does, and no other"));
  claims.add("section 6", "rules that give the moments of the tables, the half-lengths in any order",
             "energies " + energies, formatted("%d of %zu", of_tables, rules.size()),
             implied(of_tables == 1, "one of them, and no other"));
  const Rule rule{{0.2, 0.9, 0.05}, {2, 1, 1}};
  const Vec3<double> J = rule.moments();
  claims.add(
      "section 6", "the moments by the rule that forgets the squares of the second and third half-length",
      "dimensions 1:4:18 in the third, the first and the second axis",
      formatted("(%.4f, %.4f, %.4f)/3, to %.0e those of the tables", 3 * J.x, 3 * J.y, 3 * J.z, norm(J - tables)),
      below(norm(J - tables), 1e-15), "");
  const double length = std::sqrt(of_text(kLargestEnergy) * 2 * J.y);
  claims.add("section 6", "length of the momentum that gives the largest energy", "not printed",
             formatted("%.4f", length), implied(std::fabs(length - 3) < 5e-4, "a whole number to 4 digits"));
  const Vec3<double> m = 3.0 * between_least(rule);
  const std::string E0 = with_digits_of(kStartEnergy, energy(Principal<double>(J), m)),
                    E1 = with_digits_of(kLargestEnergy, 0.5 * norm2(m) / J.y);
  claims.add("section 6", "energy at the start, by that rule, with a momentum of length 3", std::string(kStartEnergy),
             E0, judged(kStartEnergy, E0, 0, ""));
  claims.add("section 6", "largest energy, by the same", std::string(kLargestEnergy), E1,
             judged(kLargestEnergy, E1, 0, ""));
  const Rule squares{rule.half, {2, 2, 2}};
  const Vec3<double> right = squares.moments();
  claims.add(
      "section 6", "momentum of the tables, (1, 1, 0): its axes", "at 45 degrees to the two axes of least moments",
      formatted("moments of the prism 1:4:18: %.0f : %.0f : %.0f; of the tables' body: %.0f : %.0f : %.0f",
                right.x / 0.0025 * 3, right.y / 0.0025 * 3, right.z / 0.0025 * 3, 300 * J.x, 300 * J.y, 300 * J.z),
      stated(right.z > right.x && right.z > right.y, "those of the two least moments of the prism"));
  const double ratio = energy(Principal<double>(right), between_least(squares)) / (0.5 / right.y);
  const std::string printed_ratio = formatted("%.4f", of_text(kStartEnergy) / of_text(kLargestEnergy)),
                    ours = formatted("%.4f", ratio);
  const int of_rule = energies_of_figure5(J, m), of_squares = energies_of_figure5(right, m);
  claims.add("section 6",
             "prism 1:4:18 with all its squares: energy at the start / largest, whatever size and momentum",
             printed_ratio, ours,
             judged(printed_ratio, ours, 0,
                    {"two of three squares are missing in the moments behind the tables: the rows above",
                     "polhode reproduce buss-body"}));
  claims.add("figure 5", "energies as printed, body with two squares missing", "28 energies",
             formatted("%d of 28", of_rule), stated(of_rule == 28, "all of them"));
  claims.add("figure 5", "energies as printed, prism with all its squares", "28 energies",
             formatted("%d of 28", of_squares),
             stated(of_squares == 28, "all of them",
                    {"two of three squares are missing: the row above", "polhode reproduce buss-body"}));
  claims.result.notes = {
      "Buss's program is not available. One slip explains the body, its energies and the words on its axes: moments "
      "(b + c, a^2 + c, a^2 + b)/3 in place of (b^2 + c^2, a^2 + c^2, a^2 + b^2)/3."};
  return std::move(claims.result);
}

}  // namespace polhode::reproduce::buss

// krysl.cpp -- [KryslEndres2004]: the list of its figures, and what they share
#include "krysl.hpp"

#include <stdexcept>

namespace polhode::reproduce {
namespace krysl {

Change change(const History& history) {
  const std::size_t quarter = history.y.size() / 4;
  const auto part = [&](std::size_t from) {
    History p;
    for (std::size_t i = from; i < from + quarter; ++i) p.add(history.t[i], history.y[i]);
    return p;
  };
  const auto mean = [](const History& h) {
    double sum = 0;
    for (const double y : h.y) sum += y;
    return sum / double(h.y.size());
  };
  const History first = part(0), last = part(history.y.size() - quarter);
  const double size = first.high() - first.low();
  return {(last.high() - last.low()) / size - 1, (mean(last) - mean(first)) / size};
}

std::string percent_range(const History& h) {
  return format("{:+.3g} to {:+.2g} %", 100 * h.low(), 100 * h.high());
}

std::string described(const Change& c, double end) {
  return format("to t = {:g}, last quarter against first: amplitude {:+.2g} %, mean {:+.2g} % of it", end,
                100 * c.amplitude, 100 * c.mean);
}

PrincipalState<double> true_state(std::string_view problem, double t) {
  for (const TrueState& s : kTrueStates)
    if (s.problem == problem && s.t == t) return {from_matrix(s.R), s.m};
  throw std::out_of_range(format("no true state of {} at {:g}", problem, t));
}

std::vector<double> halved(double largest, int n) {
  std::vector<double> steps;
  for (int i = 0; i < n; ++i) steps.push_back(std::ldexp(largest, -i));
  return steps;
}

Picture convergence(std::string name, std::string title, std::span<const Errors> curves, Errors::Quantity q) {
  Picture p{
      .name = std::move(name),
      .title = std::move(title),
      .x_label = "step",
      .y_label = q == Errors::kAttitude ? "error of the attitude, |R - R_true|" : "error of the momentum, |M - M_true|",
      .log_x = true,
      .log_y = true};
  for (const Errors& e : curves) p.series.push_back(e.series(q));
  return p;
}
Entry order_entry(const Errors& e, Errors::Quantity q, int order) {
  const double measured = e.order(q);
  // The caption of figure 5 says it of LP2; of the others the paper does not.
  const Criterion holds = between(measured, order - 0.1, order + 0.1);
  return claim(e.name + (q == Errors::kAttitude ? ", attitude" : ", momentum"),
               order == 2 ? kSecondOrder : kFourthOrder,
               format("order {:.2f}, error {:.3g} h^{}", measured, e.constant(q, order), order),
               e.name == "LP2" ? stated(holds) : implied(holds));
}
namespace {

std::string failures(const Errors& e) {
  std::string text;
  for (const double h : e.failed) text += format("{}{:.3g}", text.empty() ? "" : ", ", h);
  return text.empty() ? "" : format("{} has no solution in some step of {}.", e.name, text);
}

}  // namespace

void note_failures(std::span<const Errors> curves, Result& result) {
  for (const Errors& e : curves)
    if (const std::string note = failures(e); !note.empty()) result.notes.push_back(note);
}

void show_both(std::string name, std::string title, std::span<const Errors> curves, Result& result) {
  result.pictures.push_back(convergence(name + "-momentum", title + ": momentum at t = 10", curves, Errors::kMomentum));
  result.pictures.push_back(convergence(name + "-attitude", title + ": attitude at t = 10", curves, Errors::kAttitude));
  for (const Errors& e : curves)
    for (const auto q : {Errors::kMomentum, Errors::kAttitude}) result.entries.push_back(order_entry(e, q));
  note_failures(curves, result);
}

namespace {

constexpr std::string_view kPaper = "KryslEndres2004";
constexpr Item kItems[] = {
    {"krysl-fig1", kPaper, "Free body: kinetic energy of NMB at large steps", "figure 1, section 3.1", true, figure1},
    {"krysl-fig2", kPaper, "Free body: turn in a step", "figure 2, section 3.1", true, figure2},
    {"krysl-fig3", kPaper, "Free body: angular velocity at large steps", "figure 3, section 3.1", true, figure3},
    {"krysl-fig4", kPaper, "Free body: error of the attitude", "figure 4, section 3.1", true, figure4},
    {"krysl-fig5", kPaper, "Free body: error of the momentum", "figure 5, section 3.1", true, figure5},
    {"krysl-fig6", kPaper, "Book toss: angular velocity", "figure 6, section 3.2", true, figure6},
    {"krysl-fig7", kPaper, "Book toss: momentum in space", "figure 7, section 3.2", true, figure7},
    {"krysl-fig8", kPaper, "Lagrange top: error of the energy", "figure 8, section 3.3", true, figure8},
    {"krysl-fig9", kPaper, "Lagrange top: momentum along the axis", "figure 9, section 3.3", true, figure9},
    {"krysl-fig10", kPaper, "Fast top: errors", "figure 10, section 3.4", true, figure10},
    {"krysl-fig11", kPaper, "Slow top: errors", "figure 11, section 3.5", true, figure11},
    {"krysl-fig12", kPaper, "Free body and slow top: energy", "figure 12, section 3.5", true, figure12},
    {"krysl-fig13", kPaper, "Body at a soft wall: errors, both signs of the torque", "figure 13, section 3.6", true,
     figure13},
    {"krysl-claims", kPaper, "Claims of the text, one by one", "sections 2 to 3.6, discussion, appendix B", true,
     claims},
};

}  // namespace

}  // namespace krysl

std::span<const Item> krysl_items() {
  return krysl::kItems;
}

}  // namespace polhode::reproduce

// celledoni.cpp -- [CelledoniSafstrom2006]: the list of its figures, and what they share
#include "celledoni.hpp"

namespace polhode::reproduce {
namespace celledoni {

bool same_power(double ours, const Statement& s) {
  return std::floor(std::log10(ours)) == std::round(std::log10(s.size));
}
Verdict of_size(double ours, const Statement& s, const Cause& cause) {
  return about(same_power(ours, s), formatted("%.0e, rounded down to a power of ten", s.size), cause);
}

TorquedProblem<NoTorque> free_body(const std::array<double, 3>& momentum) {
  return {"free body", "CelledoniSafstrom2006, section 4.1", vec(kFreeMoments), {{}, vec(momentum)}, {}, "", {}};
}

double distance(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  const Mat3<double> d = to_matrix(a.Q) - to_matrix(b.Q);
  const double m = relative_distance(a.m, b.m);
  return std::sqrt(m * m + norm2(d.r0) + norm2(d.r1) + norm2(d.r2));
}

namespace {

constexpr std::string_view kPaper = "CelledoniSafstrom2006";
const Item kItems[] = {
    {"celledoni-fig1", kPaper, "Euler's equations: time against error", "figure 1, section 4.1", true, figure1},
    {"celledoni-fig2", kPaper, "Free body: time against error", "figure 2, section 4.1", true, figure2},
    {"celledoni-fig3", kPaper, "Heavy top: time against error", "figure 3, section 4.2", true, figure3},
    {"celledoni-fig4", kPaper, "Heavy top: trajectory and energy error of SEJ, three steps", "figure 4, section 4.2",
     true, figure4},
    {"celledoni-fig5", kPaper, "Heavy top: trajectory and energy error of MR, three steps", "figure 5, section 4.2",
     true, figure5},
    {"celledoni-fig6", kPaper, "Heavy top: energy error against angular velocity and moments", "figure 6, section 4.2",
     true, figure6},
    {"celledoni-fig7", kPaper, "Satellite, h = 0.1: trajectory and energy error", "figure 7, section 4.3", true,
     figure7},
    {"celledoni-fig8", kPaper, "Satellite, h = 0.05: trajectory and energy error", "figure 8, section 4.3", true,
     figure8},
    {"celledoni-riccati", kPaper, "Free body: energy error of DMV, by a Riccati equation", "section 4.1", true,
     energy_by_riccati},
    {"celledoni-claims", kPaper, "Claims of the text", "sections 1 to 5", true, claims},
};

}  // namespace

}  // namespace celledoni

std::span<const Item> celledoni_items() {
  return celledoni::kItems;
}

}  // namespace polhode::reproduce

// vilmart.cpp -- [Vilmart2013]: the list of its figures, tables and claims, and what they share
#include "vilmart.hpp"

namespace polhode::reproduce {
namespace vilmart {

TorquedProblem<NoTorque> book() {
  return {"book", "Vilmart2013, figure 1", vec(kBookMoments), {{}, vec(kBookMomentum)}, {}, "", {}};
}

TorquedProblem<NoTorque> asymmetric_body() {
  const auto top = problems::asymmetric_top();
  return {"asymmetric body", "HairerVilmart2006, section 3", top.moments, top.start, {}, "", {}};
}

double largest(const Mat3<double>& a) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = std::max(worst, std::fabs(a[i][j]));
  return worst;
}

Mat3<double> masses(const Vec3<double>& I) {
  return Mat3<double>::diagonal({0.5 * (I.y + I.z - I.x), 0.5 * (I.z + I.x - I.y), 0.5 * (I.x + I.y - I.z)});
}

namespace {

constexpr std::string_view kPaper = "Vilmart2013";
const Item kItems[] = {
    {"vilmart-fig1", kPaper, "The book: its axes seen from space, by dmv10", "figure 1", true, figure1},
    {"vilmart-fig2", kPaper, "Jacobi's formulas", "figure 2", true, figure2},
    {"vilmart-table1", kPaper, "Coefficients of the preprocessed Moser-Veselov algorithm", "table 1", true,
     table1_again},
    {"vilmart-table2", kPaper, "Geometric properties of free rigid body integrators", "table 2", true, table2},
    {"vilmart-strang", kPaper, "Strang splitting, its compositions, RATTLE", "equations (8), (11), (16)", true, strang},
    {"vilmart-nystrom", kPaper, "Nystrom splitting of order 4", "high-order Nystrom splitting methods", true,
     nystrom_order},
    {"vilmart-claims", kPaper, "Algorithms 1 to 4, remarks, formulas", "algorithms 1 to 4, remarks 3 and 4", true,
     claims},
};

}  // namespace

}  // namespace vilmart

std::span<const Item> vilmart_items() {
  return vilmart::kItems;
}

}  // namespace polhode::reproduce

// vilmart.hpp -- what [Vilmart2013] prints: the book of figure 1, tables 1 and 2, and what the text says
//
// Statements are in our words. The preprint has no page numbers; places are figures, tables, algorithms and equations.
#pragma once

#include <array>
#include <iterator>
#include <string_view>
#include <vector>

#include "hairer.hpp"

namespace polhode::reproduce::vilmart {

struct Statement {
  std::string_view where, says;
};

// --- figure 1: the book ----------------------------------------------------------------------------------------------

inline constexpr std::array<double, 3> kBookMoments{0.376, 0.627, 1.0};
inline constexpr std::array<double, 3> kBookMomentum{0, 0.6, -0.8};
inline constexpr double kBookStep = 0.01, kBookEnd = 40;

inline constexpr Statement kOrder10{"figure 1", "computed with the preprocessed algorithm of order 10, h = 0.01"};
inline constexpr Statement kFlat{"remark 1; figure 1", "the book is nearly flat: d3 is much less than d1, d2"};
inline constexpr Statement kPeriodic{"orientation matrix", "the solution y of the Euler equations alone is periodic"};
inline constexpr Statement kNotTrivial{"orientation matrix; figure 1", "the motion of Q is not trivial"};
inline constexpr Statement kConserved{"equations (5), (6)", "Q y, C and H are conserved"};

// --- figure 2: Jacobi's formulas -------------------------------------------------------------------------------------

inline constexpr Statement kJacobi{"figure 2", "p, q, r solve Euler's equations"};

// --- table 1 ---------------------------------------------------------------------------------------------------------

/// The table is that of [HairerVilmart2006], with t for d, but for one denominator.
inline std::vector<hairer::PrintedTerm> table1() {
  std::vector<hairer::PrintedTerm> terms(std::begin(hairer::kTable1), std::end(hairer::kTable1));
  for (hairer::PrintedTerm& term : terms) {
    if (term.function != 'd') continue;
    term.function = 't';
    if (term.k != 7 || term.H != 3) continue;
    term.formula = "(9 delta sigma_-1 + delta tau_12 - 11 sigma_2)/(1260 delta^2)";
    term.value = [](const hairer::Letters& l) {
      return (9 * l.delta() * l.sigma(-1) + l.delta() * l.tau(1, 2) - 11 * l.sigma(2)) / (1260 * l.delta() * l.delta());
    };
  }
  return terms;
}

// --- table 2 ---------------------------------------------------------------------------------------------------------

struct Properties {
  std::string_view integrator, order;
  bool Qy, C, H, poisson, symplectic;
};
inline constexpr std::array<Properties, 5> kTable2{{
    {"Jacobi's analytic solution", "exact", true, true, true, true, true},
    {"symmetric + rotation splitting", "2", true, true, false, true, true},
    {"RATTLE/DMV", "2", true, true, true, true, true},
    {"implicit midpoint rule", "2", true, true, true, false, false},
    {"preprocessed DMV", "2p", true, true, true, true, false},
}};

// --- splittings with a potential -------------------------------------------------------------------------------------

inline constexpr Statement kNystromOrder{"high-order Nystrom splitting methods", "symmetric, order 4"};
inline constexpr Statement kNystromSymmetric{"high-order Nystrom splitting methods", "symmetric"};
inline constexpr Statement kFlowV{"high-order Nystrom splitting methods",
                                  "order 4 with the flow of V for U = Q33: -h^3/72 (Q32 Q33/I1, -Q31 Q33/I2, 0)"};
inline constexpr Statement kBracketTTU{"high-order Nystrom splitting methods", "{T,{T,U}} = 0"};
inline constexpr Statement kBracketV{"high-order Nystrom splitting methods", "{U,{U,T}} depends on Q alone"};
inline constexpr Statement kHigherNystrom{"high-order Nystrom splitting methods", "higher orders exist"};
inline constexpr Statement kStrang{"equation (16)", "usual Strang splitting: order 2"};
inline constexpr Statement kComposed{"equation (16)", "high-order compositions of it"};
inline constexpr Statement kTopTorque{"example 1", "for U = Q33 the flow of U has y' = (Q32, -Q31, 0)"};
inline constexpr Statement kExplicit8{"equation (8), written out", "y' has these torques"};
inline constexpr Statement kRattle{"equation (11)", "RATTLE"};
inline constexpr Statement kRattleSymplectic{"equation (11)", "RATTLE is symplectic"};
inline constexpr Statement kRattleOrder{"remark 4", "RATTLE/DMV has order two only"};
inline constexpr Statement kRattleIsDmv{"equations (11), (12)", "without potential RATTLE is the DMV algorithm"};

// --- algorithms and remarks ------------------------------------------------------------------------------------------

inline constexpr Statement kOneZero{"remark 1", "one of d1, d2, d3 is 0: the body is flat"};
inline constexpr Statement kTwoZero{"remark 1", "two of d1, d2, d3 are 0: the body is linear"};
inline constexpr Statement kInterior{"remark 1", "a body with interior points has d1, d2, d3 > 0"};
inline constexpr Statement kAlgorithm1{"algorithm 1", "solves the Euler equations"};
inline constexpr Statement kFootnote3{"footnote 3", "this form avoids an accumulation of roundoff"};
inline constexpr Statement kAlgorithm2{"algorithm 2", "symmetric + rotation splitting, order 2"};
inline constexpr Statement kThreeRotations{"three rotation splitting", "R3, R2, R1, R2, R1"};
inline constexpr Statement kRemark3{"remark 3", "exact for a symmetric body, whichever two moments are equal"};
inline constexpr Statement kAlgorithm3{"algorithm 3, equations (14), (15)", "the DMV algorithm"};
inline constexpr Statement kEquation12{"equation (12)", "the DMV algorithm"};
inline constexpr Statement kCayley{"before equation (13)", "Omega^T = (I + e^)(I + e^)^-1"};
inline constexpr Statement kRemark4{"remark 4", "without alpha: the implicit midpoint rule"};
inline constexpr Statement kAlgorithm4{"algorithm 4", "order 2p"};
inline constexpr Statement kTraces{"constrained Hamiltonian system", "T = tr(w^ D w^T)/2 = tr(Q' D Q'^T)"};
inline constexpr Statement kQuaternion{"quaternion implementation", "Q = |q|^2 I + 2 q0 e^ + 2 e^^2"};
inline constexpr Statement kLegendre{"after equation (8)", "y^ = Q^T P - P^T Q"};

}  // namespace polhode::reproduce::vilmart

// vilmart.hpp -- [Vilmart2013] made again: what its figures, tables and claims share
//
// Names      here                     paper
//            dmv2, dmv4, ... dmv10    algorithm 3 (DMV), algorithm 4 with p = 2, ... 5
//            sr2, imr2, exact         algorithm 2 (corrected), remark 4, algorithm 1
//            rattle, strang           equations (11), (16)
//            m, d                     y, t_k
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "claims.hpp"
#include "data/vilmart.hpp"
#include "experiment.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/exact/free_motion.hpp"
#include "reproduction.hpp"

namespace polhode::reproduce::vilmart {

TorquedProblem<NoTorque> book();
/// The body on which orders and structure are measured: asymmetric, far from its axes.
TorquedProblem<NoTorque> asymmetric_body();
template <class T>
double distance(const PrincipalState<T>& a, const PrincipalState<T>& b) {
  return double(max(relative_distance(a.m, b.m), attitude_distance(a.Q, b.Q)));
}
template <class T>
PrincipalState<T> true_free_state(const TorquedProblem<NoTorque>& problem, T t) {
  return PrincipalMotion<T>(problem.body<T>(), convert<T>(problem.start)).at(t);
}
double largest(const Mat3<double>&);  ///< of the absolute values of its entries
/// d_k of equation (2), as a matrix.
Mat3<double> masses(const Vec3<double>& I);

// vilmart_tables.cpp
Result figure1();
Result figure2();
Result table1_again();
Result table2();

// vilmart_splittings.cpp
Result strang();
Result nystrom_order();

// vilmart_claims.cpp
Result claims();

}  // namespace polhode::reproduce::vilmart

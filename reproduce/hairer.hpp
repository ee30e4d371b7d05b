// hairer.hpp -- [HairerVilmart2006] made again: what its tables, its figure and its claims share
#pragma once

#include <algorithm>
#include <array>

#include "claims.hpp"
#include "data/hairer.hpp"
#include "experiment.hpp"
#include "measure/table_value.hpp"
#include "measuring.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/exact/tumbling.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/imr.hpp"
#include "polhode/methods/jem.hpp"
#include "polhode/methods/mz.hpp"
#include "polhode/methods/sr.hpp"
#include "properties.hpp"
#include "reproduction.hpp"

namespace polhode::reproduce::hairer {

template <class T>
Principal<T> body_of(const PrintedBody& body) {
  return Principal<T>(convert<T>(body.moments));
}
template <class T>
PrincipalState<T> start() {
  return {{}, convert<T>(kMomentum)};
}
/// |w| at the start.
inline double rate(const PrintedBody& body) {
  return norm(times(body_of<double>(body).x, kMomentum));
}

/// n steps to the time t; false if one does not converge.
template <class M, class T>
bool run(const Principal<T>& body, PrincipalState<T>& s, T t, int n) {
  Drive<M, NoTorque, T> drive(body);
  for (int i = 0; i < n; ++i)
    if (!drive.step(t / T(n), s).converged) return false;
  return true;
}

// --- the methods of figure 1 and table 2 ------------------------------------------------------------------------------

/// The methods that the paper compares, with the name it gives them and the row of table 2.
template <class M>
struct Compared {
  using Method = M;
  const char* name;
  const char* integrator;
};
template <class F>
void each_compared(F&& f) {
  f(Compared<Dmv<2>>{"DMV", "DMV"}), f(Compared<Dmv<4>>{"DMV4", "DMV2r"}), f(Compared<Dmv<6>>{"DMV6", "DMV2r"});
  f(Compared<Dmv<8>>{"DMV8", "DMV2r"});
  f(Compared<Imr<2>>{"IMR2", "IMR2r"}), f(Compared<Imr<4>>{"IMR4", "IMR2r"}), f(Compared<Imr<6>>{"IMR6", "IMR2r"});
  f(Compared<Jem<2>>{"JEM2", "JEM2r"}), f(Compared<Jem<4>>{"JEM4", "JEM2r"});
  f(Compared<Sr<2>>{"SR2", "SR2r"}), f(Compared<Sr<4>>{"SR4", "SR2r"}), f(Compared<Sr<6>>{"SR6", "SR2r"});
}

/// The order that the paper gives a method in table 2: 2r is the number in its name. Infinite: exact.
inline double printed_order(std::string_view says, std::string_view name) {
  if (says == "exact") return std::numeric_limits<double>::infinity();
  if (says != "2r") return 2;
  return name.back() - '0';
}
inline const PrintedProperties& row_of(std::string_view integrator) {
  return *std::ranges::find(kTable2, integrator, &PrintedProperties::integrator);
}

// --- table 1 ---------------------------------------------------------------------------------------------------------

/// The coefficient of C^a H^b in a table that is written in C and K = H - x C (tables/dmv.hpp).
inline double coefficient(tables::Terms terms, const Principal<double>& body, int a, int b) {
  const double x = body.x.y, sigma = body.x.x + body.x.z - 2 * x, pi = (body.x.x - x) * (body.x.z - x);
  double sum = 0;
  for (const tables::Term& t : terms) {
    if (t.K < b || t.C + t.K - b != a || t.Z != 0) continue;
    double choose = 1;
    for (int i = 0; i < b; ++i) choose = choose * (t.K - i) / (i + 1);
    sum += double(t.numerator) / double(t.denominator) * std::pow(x, t.x) * std::pow(sigma, t.sigma) *
           std::pow(pi, t.pi) * choose * std::pow(-x, t.K - b);
  }
  return sum;
}
inline tables::Terms dmv_table(char function, int k) {
  return function == 's' ? tables::dmv::s[(k - 3) / 2] : tables::dmv::d[(k - 3) / 2];
}

// --- properties ------------------------------------------------------------------------------------------------------

/// The worst of both bodies.
struct Properties : Geometry, Orders {
  double back = 0;  ///< after a step and a step back
};

template <class M>
Properties measure() {
  Properties found;
  for (const PrintedBody& printed : kBodies) {
    const Principal<Quad> body = body_of<Quad>(printed);
    const PrincipalState<Quad> s0 = start<Quad>();
    // Orders: the longer step has h|w| = 0.1.
    const Orders orders = measured_orders<M>(body, s0, Quad(2), int(std::ceil(2 * rate(printed) / 0.1)));
    found.y = std::fmin(found.y, orders.y), found.Q = std::fmin(found.Q, orders.Q);
    const double largest = std::min(0.8 * M::info.step_limit, 1.0) / rate(printed);
    measure_geometry<M>(body, s0, Quad(0.8 * largest), 200, found);
    PrincipalState<Quad> back = s0;
    run<M>(body, back, Quad(largest), 1), run<M>(body, back, -Quad(largest), 1);
    raise(found.back, relative_distance(back.m, s0.m)), raise(found.back, attitude_distance(back.Q, s0.Q));
  }
  return found;
}

inline volatile double sink;  // so that no run is optimised away

// hairer_symmetric.cpp
Result symmetric_bodies();
// hairer_claims.cpp
Result claims();

}  // namespace polhode::reproduce::hairer

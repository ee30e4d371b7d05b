// celledoni.hpp -- [CelledoniSafstrom2006] made again: what its figures and claims share
//
// Names      here                          paper
//            mclachlan-reich, -reich4      MR of the free body, orders 2 and 4
//            mz2, mz4, mz6                 DMV, orders 2, 4, 6 (rescaled, as in their reference [15])
//            PrincipalMotion               JE
//            jem2, jem4                    JEM2, JEM4
//            strang on these               MR, SEJ, SEJ4 of a body with a torque
//            vertical(Q) = Q^T e3          u = Q u0 (their Q is our Q^T), "centre of mass", "body frame Q e3"
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "claims.hpp"
#include "data/celledoni.hpp"
#include "experiment.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/mz.hpp"
#include "polhode/methods/parts/axis_rotation.hpp"
#include "polhode/methods/parts/composition.hpp"
#include "polhode/methods/torqued.hpp"
#include "reproduction.hpp"

namespace polhode::reproduce::celledoni {

/// A size that is printed as a power of ten, as read off the axis of a picture: ours, rounded down to one.
bool same_power(double ours, const Statement&);
Verdict of_size(double ours, const Statement&, const Cause& = {});
inline constexpr const char* kPowerNote =
    "A size that is printed as a power of ten is the factor that stands at the axis of a picture: ours is the same if "
    "it "
    "is that power of ten when rounded down to one.";

TorquedProblem<NoTorque> free_body(const std::array<double, 3>& momentum = kFreeMomentum);
/// Norm of the error: momentum in units of its length, attitude as a matrix in the norm of Frobenius.
double distance(const PrincipalState<double>&, const PrincipalState<double>&);

// --- Euler's equations alone: steps without the attitude -------------------------------------------------------------

/// MR: the rotations of the library's splitting, of the momentum only.
struct MomentumRotations {
  static void outer(const Principal<double>& body, double h, Vec3<double>& m) { flow<0>(body, h, m); }
  static void inner(const Principal<double>& body, double h, Vec3<double>& m) {
    flow<1>(body, 0.5 * h, m), flow<2>(body, h, m), flow<1>(body, 0.5 * h, m);
  }

 private:
  template <int i>
  static void flow(const Principal<double>& body, double t, Vec3<double>& m) {
    turn_back<i>(about_axis<Turning::exact>(0.5 * t * body.x[i] * m[i]), m);
  }
};
template <class Table>
struct MrMomentum {
  Principal<double> body;
  double h;
  void operator()(Vec3<double>& m) const { compose<MomentumRotations, Table>(body, h, m); }
};
/// DMV: the rescaling of time is computed once, from the start, as in the paper.
template <int order>
struct DmvMomentum {
  typename Mz<order>::template Body<double> body;
  detail::ModifiedStep<double> once;
  double h;
  DmvMomentum(const Principal<double>& principal, double step, const Vec3<double>& start)
      : body(principal), once(body, step, start), h(step) {}
  void operator()(Vec3<double>& m) const {
    const detail::ModifiedStep<double> at(body, h, m, once);
    const auto root = at.solve(at.s, Mz<order>::kLimit, detail::HalfTangent<double>{at.s * at.x});
    m = root.converged ? detail::moved(root, at.k, {}, PrincipalState<double>{{}, m}).m : Vec3<double>{NAN, NAN, NAN};
  }
};
// --- the figures and the claims --------------------------------------------------------------------------------------

// celledoni_work.cpp
Result figure1();
Result figure2();
Result figure3();

// celledoni_paths.cpp
Result figure4();
Result figure5();
Result figure6();
Result figure7();
Result figure8();

// celledoni_riccati.cpp
Result energy_by_riccati();

// celledoni_claims.cpp
Result claims();

// celledoni_odeint.cpp
/// A solver of Boost.Odeint for Euler's equations on [0, 1]: the momentum at the end, by n steps or to 1e-14.
struct StandardSolver {
  const char* name;
  bool to_a_tolerance;
  std::array<double, 3> (*solve)(const std::array<double, 3>& moments, std::array<double, 3> momentum, int n);
};
/// None if Boost.Odeint was not there when this was compiled.
std::span<const StandardSolver> standard_solver_list();

}  // namespace polhode::reproduce::celledoni

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
#include <string>
#include <vector>

#include "claims.hpp"
#include "data/celledoni.hpp"
#include "experiment.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/torqued.hpp"
#include "reproduction.hpp"

namespace polhode::reproduce::celledoni {

/// A size that is printed as a power of ten, as read off an axis: within a factor of 5.
bool same_power(double ours, const Statement&);
inline constexpr const char* kPowerNote =
    "A size that is printed as a power of ten counts as the same if ours is within a factor of 5.";

TorquedProblem<NoTorque> free_body(const std::array<double, 3>& momentum = kFreeMomentum);
/// Norm of the error: momentum in units of its length, attitude as a matrix in the norm of Frobenius.
double distance(const PrincipalState<double>&, const PrincipalState<double>&);

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

// celledoni_claims.cpp
Result claims();

}  // namespace polhode::reproduce::celledoni

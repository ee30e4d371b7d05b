// celledoni.hpp -- what [CelledoniSafstrom2006] prints: data of its experiments, and what captions and text say
//
// The paper has no tables and its figures come without numbers: what can be held against ours is what captions and text
// say, in our words. Journal pages 5463 to 5478; places are given as sections and figures.
#pragma once

#include <array>
#include <string_view>

namespace polhode::reproduce::celledoni {

struct Statement {
  std::string_view where, says;
  double size = 0;  ///< the power of ten that is printed, if one is
};

// --- section 4.1, figures 1 and 2: the free body ---------------------------------------------------------------------

inline constexpr std::array<double, 3> kFreeMoments{5, 4, 3};
inline constexpr std::array<double, 3> kFreeMomentum{-1, 0, 2};     // captions of figures 1 and 2
inline constexpr std::array<double, 3> kFreeMomentumText{1, 0, 2};  // section 4.1
inline constexpr int kFirstPower = 2, kLastPower = 6;               // figure 1: h = 1/2^k
inline constexpr double kEnergyStep = 0.4, kEnergyEnd = 400;        // section 4.1

inline constexpr Statement kJeError{"figure 1; section 4.1", "error about 1e-14, whatever the step", 1e-14};
inline constexpr Statement kSecondOrderAlike{"figure 1; section 4.1",
                                             "MR and DMV perform alike, slight advantage for MR"};
inline constexpr Statement kFourthOrderAlike{"figure 1; section 4.1",
                                             "MR and DMV perform alike, slight advantage for DMV"};
inline constexpr Statement kJeFast{"figure 1; section 4.1", "excellent performance of JE compared with all others"};
inline constexpr Statement kOrder2{"figure 1", "order 2"}, kOrder4{"figure 1", "order 4"},
    kOrder6{"figure 1", "order 6"};
inline constexpr Statement kJem2Order{"figure 2", "order 2"}, kJem4Order{"figure 2", "order 4"};
inline constexpr Statement kJemWell{"figure 2; section 4.1", "the JEM methods perform very well"};

inline constexpr Statement kEnergyMr2{"section 4.1", "oscillates near zero, about 1e-3", 1e-3};
inline constexpr Statement kEnergyMr4{"section 4.1", "oscillates near zero, about 1e-5", 1e-5};
inline constexpr Statement kEnergyDmv{"section 4.1", "of the size of 1e-13", 1e-13};
inline constexpr Statement kEnergyJe{"section 4.1", "about 1e-16", 1e-16};
inline constexpr Statement kDmvCost{"section 1", "orders 4 and 6 cost virtually the same as order 2"};
inline constexpr Statement kFewSteps{"section 3", "the means need very few steps"};
inline constexpr Statement kEquation12{"equations (2), (12), (13)", "solve Euler's equations"};
inline constexpr Statement kMirror{"section 4.1 and captions",
                                   "start (1, 0, 2) in the text, (-1, 0, 2) in the captions"};

// --- section 4.2, figures 3 to 6: the heavy top ----------------------------------------------------------------------

inline constexpr std::array<double, 3> kTopSteps{0.1, 0.05, 0.01};  // figures 4 and 5
inline constexpr double kTopEnd = 100;
inline constexpr double kFigure6Step = 0.01, kFigure6End = 10;

inline constexpr Statement kAllOrder2{"figure 3", "order 2"};
inline constexpr Statement kSej4Advantage{"figure 3; section 4.2", "the advantage of SEJ4 is quite clear"};
inline constexpr Statement kMrLikeSej{"figure 3; section 4.2", "MR and SEJ perform similarly"};
inline constexpr Statement kTrajectoriesApart{"section 4.2", "mean distance of the trajectories O(1e-1)", 1e-1};
inline constexpr Statement kEnergyFactor{"figures 4(f), 5(f); section 4.2", "energy error smaller by a factor of 1e-4",
                                         1e-4};
inline constexpr Statement kAmplitudeGrows{"section 4.2", "the amplitude of the energy error grows with the step"};
inline constexpr Statement kMuchSmaller{"figures 4, 5; section 4.2",
                                        "energy error of SEJ much smaller than that of MR"};
inline constexpr Statement kMrDiffers{"figures 5(a), (e)", "at h = 0.1 the trajectory differs from that at h = 0.01"};
inline constexpr Statement kSejKeeps{"figures 4(a), (c), (e)", "the trajectory keeps its character at all three steps"};
inline constexpr Statement kLargeParameter{"figure 6; section 4.2",
                                           "energy error of SEJ smaller than that of MR where this is large"};
inline constexpr Statement kSomeCases{"figure 6; section 4.2", "energy error of SEJ smaller in some cases only"};

// --- section 4.3, figures 7 and 8: the satellite ---------------------------------------------------------------------

inline constexpr double kFigure7Step = 0.1, kFigure8Step = 0.05, kSatelliteEnd = 400;

inline constexpr Statement kSej4Best{"figure 7; section 4.3", "SEJ4 gives the best trajectory"};
inline constexpr Statement kSejEnergy{"figure 7; section 4.3", "energy kept much better than by MR"};
inline constexpr Statement kAlike{"figure 8; section 4.3", "the three methods perform similarly"};
inline constexpr Statement kSejEnergy8{"figure 8; section 4.3", "energy kept better than by MR"};
inline constexpr Statement kSatelliteTorque{"section 4.3",
                                            "the torque belongs to the potential; the energy is preserved"};
inline constexpr Statement kOrderings{"section 4.3",
                                      "in some experiments other orderings of the flows: no significant difference"};

// --- abstract, sections 1, 2, 5 --------------------------------------------------------------------------------------

inline constexpr Statement kFasterThanStandard{"abstract",
                                               "Euler's equations: faster and more accurate than standard ODE solvers"};
inline constexpr Statement kSymmetric{"section 2", "a step by -h undoes a step by h"};
inline constexpr Statement kNotSymplectic{"section 1", "symmetric, but not symplectic"};
inline constexpr Statement kSymplectic{"sections 1, 4", "symplectic"};
inline constexpr Statement kVerletSymplectic{"section 2", "with the exact flow the scheme is symplectic"};
inline constexpr Statement kMoreTerms{"section 2",
                                      "more terms of the Magnus series come nearer to the exact splitting"};
inline constexpr Statement kBetterEnergy{"sections 1, 5", "in many experiments better energy conservation than MR"};

}  // namespace polhode::reproduce::celledoni

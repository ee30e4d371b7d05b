// krysl.hpp -- what [KryslEndres2004] says: steps of its figures, statements of its text; and true states
//
// The paper has no tables and its figures no numbers: what can be held against ours is what captions and text say.
// Places are sections of the manuscript of April 20, 2004.
#pragma once

#include <array>
#include <string_view>

#include "polhode/rotation/mat3.hpp"

namespace polhode::reproduce::krysl {

// --- numbers of captions and text ------------------------------------------------------------------------------------

inline constexpr std::array<double, 4> kFigure1Steps{4, 2, 1, 0.5};  // figures 1 and 2
inline constexpr std::array<double, 4> kFigure3Steps{5, 4, 2, 0.125};
inline constexpr std::array<double, 12> kFigure4Steps{8,       4,        2,        1,        1.0 / 2,   1.0 / 4,
                                                      1.0 / 8, 1.0 / 16, 1.0 / 32, 1.0 / 64, 1.0 / 128, 1.0 / 256};
inline constexpr double kFigure4End = 100;                          // section 3.1
inline constexpr std::array<double, 2> kFigure6Steps{0.05, 0.001};  // figures 6 and 7
inline constexpr double kFigure8Step = 0.05, kFigure8End = 100;     // section 3.3
inline constexpr double kFigure8Percent = 0.5;                      // section 3.3: the error is less than this
inline constexpr double kFigure10End = 10;                          // section 3.4

// --- statements, in our words ----------------------------------------------------------------------------------------

struct Statement {
  std::string_view where, says;
};

inline constexpr Statement kEnergyAmplitude{"section 3.1, figure 1",
                                            "kinetic energy oscillates with unchanging amplitude"};
inline constexpr Statement kEnergyNoDrift{"section 3.1, figure 1", "kinetic energy does not drift"};
inline constexpr Statement kLargeSteps{"section 3.1, figure 2", "the steps are quite large"};
inline constexpr Statement kCharacter{"section 3.1, figure 3", "large steps keep the character of the motion"};
inline constexpr Statement kOnParWithMidpoint{"section 3.1, figure 3",
                                              "on par with the implicit midpoint rule at step 5"};
inline constexpr Statement kMoserVeselovFails{"section 3.1, figure 3", "Moser-Veselov integrators fail at step 5"};
inline constexpr Statement kSpurrier{"after (4)",
                                     "the rotation vector may be extracted from the matrix by Spurrier's algorithm"};
inline constexpr Statement kTwoOrders{"section 3.1, figure 4", "better than AKW by two orders of magnitude"};
inline constexpr Statement kAmongTheBest{"introduction, figure 4", "one of the best explicit methods"};
inline constexpr Statement kSecondOrder{"implied", "second order"};  // printed of LP2 only, caption of figure 5
inline constexpr Statement kFourthOrder{"figure 5, caption", "fourth order"};
inline constexpr Statement kUnstable{"section 3.2, figure 6", "unstable at the larger step"};
inline constexpr Statement kStable{"section 3.2, figure 6", "stable at both steps"};
inline constexpr Statement kAcceptable{"section 3.2, figure 6", "angular velocities of acceptable accuracy"};
inline constexpr Statement kMomentumLimited{"section 3.2, figure 7", "momentum not exact; oscillations are limited"};
inline constexpr Statement kMomentumExact{"section 3.2, figure 7", "momentum exact, even where unstable"};
inline constexpr Statement kTopNoDrift{"section 3.3, figure 8", "energy does not drift"};
inline constexpr Statement kLikeCrouchGrossmanEnergy{"section 3.3", "energy about as good as Crouch-Grossman with RK4"};
inline constexpr Statement kLikeCrouchGrossmanInvariants{"section 3.3",
                                                         "invariant kept about as well as Crouch-Grossman with RK4"};
inline constexpr Statement kLikeCrouchGrossmanSlope{"section 3.3", "slope of the error as Crouch-Grossman with RK4"};
inline constexpr Statement kLikeCrouchGrossmanConstant{"section 3.3",
                                                       "constant of the error as Crouch-Grossman with RK4"};
inline constexpr Statement kMatrixProduct{"section 3.3, figure 9", "larger error with plain products of matrices"};
inline constexpr Statement kReorthogonalized{"section 3.3, figure 9",
                                             "machine precision when made orthogonal in each step"};
inline constexpr Statement kSameMotion{"section 3.3, figure 9", "hardly any effect on the motion"};
inline constexpr Statement kIdentical{"section 3.4, figure 10",
                                      "SW and HSTAGM essentially the same, but for large steps"};
inline constexpr Statement kBetterThanMidpoint{"section 3.5, figure 11",
                                               "NMB more accurate than the implicit midpoint rule"};
inline constexpr Statement kLikeNewmark{"section 3.5, figure 12", "free body: energy of HSTAGM much like that of NMB"};
inline constexpr Statement kBlowsUp{"section 3.5, figure 12", "slow top: HSTAGM is unstable early and blows up"};
inline constexpr Statement kNewmarkBounded{"section 3.5, figure 12", "slow top: NMB stays"};
inline constexpr Statement kClearlyBest{"section 3.6, figure 13", "NMB clearly outperforms all others"};
inline constexpr Statement kWall{"section 3.6", "attracted, and repeatedly repelled by a soft wall"};
inline constexpr Statement kEquivalent{"section 2.5", "NMS and NMB are equivalent"};
inline constexpr Statement kSelfStarting{"section 2.4", "self-starting: called again and again without loss"};
inline constexpr Statement kOneTorque{"introduction", "the torque is evaluated once in each step"};
inline constexpr Statement kSymmetric{"discussion", "time symmetric"};
inline constexpr Statement kDriftsAlways{"discussion", "energy drifts at all steps"};
inline constexpr Statement kNeverDrifts{"sections 3.1, 3.3", "energy does not drift"};
inline constexpr Statement kSymplectic{"discussion", "it would appear to be symplectic"};
inline constexpr Statement kNotSymplectic{"introduction", "not symplectic"};
inline constexpr Statement kUnstableToo{"section 3.5", "HSTAGM has stability problems at the soft wall, too"};
inline constexpr Statement kTangent{"eq. (43)", "derivative of the residual, last term with dt^2/2"};
inline constexpr Statement kTangentMap{"eqs. (31) to (33)", "Theta_B = S(Psi) Theta_A"};
inline constexpr Statement kTolerance{"appendix B", "iterate until the residual is below 100 eps"};

// --- states of the true motion ---------------------------------------------------------------------------------------

/// Rows of tests/reference/krysl-endres.csv, rounded to double: Taylor series in 113 bits, confirmed by extrapolation.
struct TrueState {
  std::string_view problem;
  double t;
  Mat3<double> R;  ///< attitude, body -> space
  Vec3<double> m;  ///< momentum in body axes
};
inline constexpr std::array<TrueState, 8> kTrueStates{{
    {"free",
     100,
     {{0.9379823912754984, -0.1155781812238259, -0.32684968667889264},
      {0.28616210704355854, 0.790329174729438, 0.5417481371115884},
      {0.19570457876475136, -0.6016822081435331, 0.7743889450747817}},
     {0.6615686038527653, 0.634130709038784, 0.4000247708794128}},
    {"htop",
     10,
     {{-0.946590052376625, -0.205079145890753, -0.24881683355902134},
      {0.11553182500472335, -0.9361532505584668, 0.33206850028253887},
      {-0.3010310119451092, 0.28558647620210553, 0.9098465224738553}},
     {0.6751993709319805, 0.7738133903172186, 0.25}},
    {"fast",
     10,
     {{-0.7492155869335175, 0.6025989141630318, -0.2748646083900215},
      {-0.6530395985938202, -0.7413463052742025, 0.1547415210107196},
      {-0.11052278934358743, 0.2954322330176988, 0.9489491602451046}},
     {-0.8252556182614977, 0.7722816459220849, 50.0}},
    {"slow",
     10,
     {{-0.6587840818154614, 0.7523315131310697, 0.0009098881659122142},
      {-0.7508146901299212, -0.6575316783085638, 0.06268487142711399},
      {0.04775808446399258, 0.04061263806548928, 0.9980329548655654}},
     {-0.19897232143510696, 0.3222904298655048, 5.0}},
    {"coul",
     10,
     {{-0.9915531856432366, -0.06712189244788358, -0.11098167233811165},
      {0.12957604109461085, -0.5501606236325832, -0.8249444452679555},
      {-0.005685913734567828, -0.8323568584197657, 0.5542109080725327}},
     {2.0556711180433966, -2.648946864236504, -0.3485689627885604}},
    {"coul_as_printed",
     10,
     {{-0.2975969753353421, -0.9441722611059992, -0.14133216770870205},
      {0.19092954512966687, 0.08618800470199078, -0.9778126285961274},
      {0.9354046980146263, -0.31797856720771994, 0.1546210908275168}},
     {0.9227430108264035, -2.7263638846924514, 1.7457939885611202}},
    {"coul",
     20,
     {{0.3563070875982411, -0.8984777946605158, -0.2564817962921255},
      {0.5151567659853432, -0.040106394108404386, 0.856157102178767},
      {-0.7795247050522399, -0.4371831763158291, 0.4485667225281218}},
     {-1.8612177064833786, 1.708960784563422, 2.889790203349068}},
    {"coul_as_printed",
     20,
     {{-0.019239563760903883, 0.9903236070978507, 0.13743723080370893},
      {-0.45658066252140667, 0.11358947391599138, -0.8824010029612397},
      {-0.8894739669028, -0.07972819225462321, 0.4499771967133517}},
     {-1.0549785719628924, -2.766661269173561, 1.8690794315126018}},
}};

}  // namespace polhode::reproduce::krysl

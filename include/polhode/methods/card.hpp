// card.hpp -- the card of a method: everything it promises, as plain data
//
// The contract test measures every line of it, in both directions; the documentation, the program and the languages read it.
#pragma once

#include <limits>
#include <string_view>

#include "polhode/numbers/isa.hpp"
#include "polhode/torques/abilities.hpp"

namespace polhode {

/// Order of something that is right to rounding at any step.
inline constexpr int kExact = std::numeric_limits<int>::max();

/// What a step does to the phase space.
enum class Structure {
  none,
  poisson,     ///< the momentum map m0 -> m1 is a Poisson map of so(3)*
  symplectic,  ///< the whole map (Q, m) is symplectic on T*SO(3); then it is Poisson as well
};

/// Energy in the long run, at steps that resolve the motion.
enum class Energy {
  exact,    ///< kept to rounding
  bounded,  ///< in error by O(h^order), without drift
  drifts,
};

/// The card of a method. The contract test holds the method to it, in both directions.
struct MethodInfo {
  std::string_view name;      ///< as typed by users
  std::string_view title;     ///< one line for people
  std::string_view family;    ///< heading under which the documentation lists it
  int order = 0;              ///< of the momentum m(t) in body axes; 0: does not converge
  int attitude_order = 0;     ///< of the attitude Q(t)
  bool is_explicit = true;    ///< false: each step solves an equation
  bool notices_loss = false;  ///< explicit, and a step reports failure where it has lost the motion
  bool symmetric = false;     ///< a step by -h undoes a step by h
  Structure structure = Structure::none;
  Energy energy = Energy::drifts;            ///< of a free body; if the method takes torques, in a potential
  Energy free_body_energy = Energy::drifts;  ///< if it takes torques: without one
  bool keeps_casimir = false;                ///< |m| to rounding
  bool keeps_momentum = false;               ///< L = Q m to rounding
  bool takes_torque = false;                 ///< false: a free body only
  Abilities needs{};                         ///< of the torque that it takes: potential, derivative, series
  std::string_view flow{};                   ///< of a splitting: the method that moves the free body
  bool keeps_vertical = false;               ///< L . e3 to rounding, where the torque has no vertical part
  int torque_evaluations = 0;                ///< per step, in the long run
  double step_limit = std::numeric_limits<double>::infinity();  ///< h|w| beyond which a step reports failure
  bool any_time_unit = true;        ///< false: the formula is dimensionally wrong, results depend on the unit of time
  std::string_view memory{};        ///< what is carried from step to step; empty: self-starting
  bool memory_may_be_lost = false;  ///< without it the next step ends in the same state but for roundings
  std::string_view reference;       ///< key in docs/reference/references.bib, and equation
  std::string_view options{};       ///< endings that the name may have, and what they change
  std::string_view variant_of{};    ///< such a variant: the name of the method in whose row it is listed
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

/// What a method does to the energy of a body, in a potential or free.
constexpr Energy energy_of(const MethodInfo& method, bool free_body) noexcept {
  return free_body && method.takes_torque ? method.free_body_energy : method.energy;
}

/// Whether a step from a state alone ends where the step of a run through this state ends, but for roundings.
constexpr bool begins_anew(const MethodInfo& method) noexcept {
  return method.memory.empty() || method.memory_may_be_lost;
}

/// Whether a method can take a torque with these abilities.
constexpr bool can_take(const MethodInfo& method, const Abilities& torque) noexcept {
  return method.takes_torque && (torque.potential || !method.needs.potential) &&
         (torque.derivative || !method.needs.derivative) && (torque.series || !method.needs.series);
}
/// If it cannot: why not.
constexpr std::string_view why_not(const MethodInfo& method, const Abilities& torque) noexcept {
  return can_take(method, torque)                      ? ""
         : !method.takes_torque                        ? "it is for a free body"
         : method.needs.potential && !torque.potential ? "it needs a potential, and this torque has no energy"
         : method.needs.derivative && !torque.derivative
             ? "it needs the derivative of the torque along a turn (torque_along)"
             : "it needs derivatives in time, which a torque computed in double alone does not have";
}

}  // namespace polhode::inline POLHODE_ISA

// problem.hpp -- what is to be solved: a body, its start, what acts on it, from when until when
//
// Plain data, the same for every language and instruction set; no file format knows it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "polhode/body/inertia.hpp"
#include "polhode/torques/card.hpp"

namespace polhode {

/// A torque of the list (torques/all.hpp) by name, with the values of its keys.
struct TorqueChoice {
  std::string kind;
  TorqueValues<double> values;
};

struct Problem {
  Inertia inertia = Inertia::effective(1, 1, 1);
  State<double> start{};  ///< attitude of unit length and momentum, in the user's body axes
  std::vector<TorqueChoice> torques;
  double start_time = 0, end_time = 1;
  /// What rounding took off the momentum of start where it was made of an angular velocity: of a thin body in axes that are not
  /// principal it decides about the turn about the thin axis (Inertia::momentum).
  Vec3<double> start_tail{};

  bool is_free() const { return torques.empty(); }
  POLHODE_INLINE PrincipalState<double> principal_start() const noexcept {
    return inertia.to_principal(start, start_tail);
  }
};

/// The cards of all torques, in the order of the list.
const std::vector<const TorqueInfo*>& torque_cards();
/// The card of a torque, in the form that has this table if there is one, else in that without a table, or whichever there
/// is; null if there is no torque of that name.
const TorqueInfo* torque_card(std::string_view kind, std::string_view table = {});

/// A body has one orbit: torques on orbits that differ are a KeyFault of "torque[k].orbit.node", or whatever differs.
void check_one_orbit(std::span<const TorqueChoice>);

/// What all the torques of a problem can do together. Throws InvalidInput where check() would.
Abilities torque_abilities(const Problem&);
/// Throws InvalidInput if the problem cannot be solved as it stands: a state that is none, a torque that does not exist, a
/// key that is missing, unknown, or breaks its rule, two orbits, times that are not finite or the wrong way round, or outside of a table
/// of torques (a KeyFault of "start" or "end"), a free body that is to move longer than its motion can be known
/// (FreeMotion::time_limit; a KeyFault of "end").
void check(const Problem&);
/// False where moments are ratios: the largest is 1, and no torque has a unit with a mass in it. Then momenta and energies are in
/// units of that moment, and nobody may write kg or J beside them.
bool has_unit_of_mass(const Problem&);
/// For people: "mass times g, in N"; " must be positive: why".
std::string meaning_text(const TorqueKey&);
std::string rule_text(const TorqueKey&);

/// The torque has all the keys it needs and no others, and their values are within their rules; else throws KeyFault.
void check(const TorqueChoice&);

}  // namespace polhode

// atoms_file.hpp -- molecules from files: .xyz and .pdb
#pragma once

#include <string_view>
#include <vector>

#include "polhode/body/atoms.hpp"

namespace polhode {

inline constexpr const char* kAtomEndings = ".xyz .pdb";

/// Masses in kg, places in m, as molecule() wants them. Of a .pdb the first model, and of atoms in several places the first.
/// Throws InvalidInput with the number of the line.
std::vector<Atom> atoms_of(std::string_view content, std::string_view ending);

/// The mass of an element (its symbol), in kg: the standard atomic weight, of an element without one the mass number of its
/// isotope that lives longest. 0 if there is none of that name. D and T are hydrogen of mass 2 and 3.
double element_mass(std::string_view symbol);

}  // namespace polhode

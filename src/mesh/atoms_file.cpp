// atoms_file.cpp -- molecules from files
#include "mesh/atoms_file.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "mesh/readers.hpp"

namespace polhode {

namespace {

constexpr double kDalton = 1.66053906892e-27;  // kg, CODATA 2022
constexpr double kAngstrom = 1e-10;            // m; both kinds of file are in it

struct Element {
  std::string_view symbol;
  double weight;
};
// Standard atomic weights, abridged: Prohaska et al., Pure Appl. Chem. 94 (2022) 573, table 2. Without one: mass numbers.
constexpr Element kElements[] = {
    {"H", 1.008},   {"He", 4.0026}, {"Li", 6.94},   {"Be", 9.0122}, {"B", 10.81},   {"C", 12.011},  {"N", 14.007},
    {"O", 15.999},  {"F", 18.998},  {"Ne", 20.180}, {"Na", 22.990}, {"Mg", 24.305}, {"Al", 26.982}, {"Si", 28.085},
    {"P", 30.974},  {"S", 32.06},   {"Cl", 35.45},  {"Ar", 39.95},  {"K", 39.098},  {"Ca", 40.078}, {"Sc", 44.956},
    {"Ti", 47.867}, {"V", 50.942},  {"Cr", 51.996}, {"Mn", 54.938}, {"Fe", 55.845}, {"Co", 58.933}, {"Ni", 58.693},
    {"Cu", 63.546}, {"Zn", 65.38},  {"Ga", 69.723}, {"Ge", 72.630}, {"As", 74.922}, {"Se", 78.971}, {"Br", 79.904},
    {"Kr", 83.798}, {"Rb", 85.468}, {"Sr", 87.62},  {"Y", 88.906},  {"Zr", 91.224}, {"Nb", 92.906}, {"Mo", 95.95},
    {"Tc", 97},     {"Ru", 101.07}, {"Rh", 102.91}, {"Pd", 106.42}, {"Ag", 107.87}, {"Cd", 112.41}, {"In", 114.82},
    {"Sn", 118.71}, {"Sb", 121.76}, {"Te", 127.60}, {"I", 126.90},  {"Xe", 131.29}, {"Cs", 132.91}, {"Ba", 137.33},
    {"La", 138.91}, {"Ce", 140.12}, {"Pr", 140.91}, {"Nd", 144.24}, {"Pm", 145},    {"Sm", 150.36}, {"Eu", 151.96},
    {"Gd", 157.25}, {"Tb", 158.93}, {"Dy", 162.50}, {"Ho", 164.93}, {"Er", 167.26}, {"Tm", 168.93}, {"Yb", 173.05},
    {"Lu", 174.97}, {"Hf", 178.49}, {"Ta", 180.95}, {"W", 183.84},  {"Re", 186.21}, {"Os", 190.23}, {"Ir", 192.22},
    {"Pt", 195.08}, {"Au", 196.97}, {"Hg", 200.59}, {"Tl", 204.38}, {"Pb", 207.2},  {"Bi", 208.98}, {"Po", 209},
    {"At", 210},    {"Rn", 222},    {"Fr", 223},    {"Ra", 226},    {"Ac", 227},    {"Th", 232.04}, {"Pa", 231.04},
    {"U", 238.03},  {"Np", 237},    {"Pu", 244},    {"Am", 243},    {"Cm", 247},    {"Bk", 247},    {"Cf", 251},
    {"Es", 252},    {"Fm", 257},    {"D", 2.0141},  {"T", 3.0160}};

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

std::vector<Atom> xyz_atoms(reading_meshes::Words words) {
  const auto n = words.number<long>(words.on_line(), "the number of atoms");
  if (n < 1) words.fail(std::to_string(n) + " atoms");
  words.next_line();  // a comment
  std::vector<Atom> atoms;
  for (long i = 0; i < n; ++i) {
    if (!words.next_line())
      words.fail("the file ends after " + std::to_string(i) + " of " + std::to_string(n) + " atoms");
    const std::string_view symbol = words.on_line();
    const double mass = element_mass(symbol);
    if (mass == 0) words.fail(reading_meshes::word_text(symbol) + " is no element");
    atoms.push_back({mass, kAngstrom * words.point_on_line()});
  }
  return atoms;
}

std::vector<Atom> pdb_atoms(std::string_view content) {
  std::vector<Atom> atoms;
  for (int number = 1; !content.empty(); ++number) {
    const std::size_t end = content.find('\n');
    const std::string_view line = content.substr(0, end);
    content = end == std::string_view::npos ? std::string_view() : content.substr(end + 1);
    if (line.starts_with("ENDMDL")) break;
    if (!line.starts_with("ATOM  ") && !line.starts_with("HETATM")) continue;
    const auto fail = [&](const std::string& message) {
      throw InvalidInput("line " + std::to_string(number) + ": " + message);
    };
    if (line.size() < 54) fail("an atom without coordinates in columns 31 to 54");
    if (line[16] != ' ' && line[16] != 'A') continue;  // another place of the same atom
    // Columns 77 and 78; files without them have the element at the beginning of the name, which begins in column 14 if the
    // symbol has one letter.
    std::string_view symbol = line.size() >= 78 ? without_blanks(line.substr(76, 2)) : std::string_view();
    // A name of four letters with H in front is one of many hydrogens, as HG11, not mercury.
    if (symbol.empty()) symbol = line[12] == 'H' && line[15] != ' ' ? "H" : without_blanks(line.substr(12, 2));
    while (!symbol.empty() && std::isdigit(static_cast<unsigned char>(symbol.front()))) symbol.remove_prefix(1);
    const double mass = element_mass(symbol);
    if (mass == 0) fail(reading_meshes::word_text(symbol) + " is no element (columns 77 and 78)");
    Vec3<double> p;
    for (int i = 0; i < 3; ++i) {
      const std::string_view field = without_blanks(line.substr(30 + 8 * std::size_t(i), 8));
      const auto [stop, error] = std::from_chars(field.data(), field.data() + field.size(), p[i]);
      if (error != std::errc() || stop != field.data() + field.size() || field.empty())
        fail(reading_meshes::word_text(field) + " is no number");
    }
    atoms.push_back({mass, kAngstrom * p});
  }
  return atoms;
}

}  // namespace

double element_mass(std::string_view symbol) {
  std::string name(symbol.substr(0, 3));
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    name[i] = char(i == 0 ? std::toupper(c) : std::tolower(c));
  }
  const auto found = std::ranges::find(kElements, name, &Element::symbol);
  return found == std::end(kElements) ? 0 : kDalton * found->weight;
}

std::vector<Atom> atoms_of(std::string_view content, std::string_view ending) {
  if (ending != ".xyz" && ending != ".pdb")
    throw InvalidInput("ends with " + reading_meshes::word_text(ending) + ", none of " + kAtomEndings);
  std::vector<Atom> atoms = ending == ".xyz" ? xyz_atoms(reading_meshes::Words(content)) : pdb_atoms(content);
  if (atoms.empty()) throw InvalidInput("has no atoms");
  return atoms;
}

}  // namespace polhode

// buss.hpp -- what [Buss2001] prints: figures 3 to 7, and numbers of its text
//
// Every value is the text of the paper. Figures are cited, not pages: the text we worked from is not paginated.
#pragma once

#include <array>
#include <string_view>

namespace polhode::reproduce::buss {

// --- Figure 3: cost of a step relative to the third-order method with energy preservation ---------------------------

struct PrintedCost {
  std::string_view row, without, with;  ///< energy preservation
  int multiplications, trigonometric;   ///< of one step without energy preservation, from the text of section 3
};
/// A rotation about any axis: 21 multiplications, 2 trigonometric functions, a square root and a division.
inline constexpr int kRotation = 21, kRotationTrigonometric = 2;
/// Measured by Buss on a Pentium II, in multiplications.
inline constexpr int kTrigonometric = 8, kRoot = 5, kDivision = 3;
/// Energy preservation: 32 multiplications, one division, three square roots and one rotation.
inline constexpr int kPreservation = 32, kPreservationRoots = 3;

inline constexpr PrintedCost kFigure3[] = {
    {"1st order", "0.30", "0.77", 15, 0},
    {"2nd order", "0.37", "0.83", 27, 0},
    {"Augmented 2nd order", "0.41", "0.87", 36, 0},
    {"3rd order", "0.54", "1.00", 61, 0},
    {"4th order", "0.73", "1.19", 99, 0},
    {"Symplectic 2nd order", "0.84", "1.20", 85, 10},
    {"Symplectic 4th order", "2.19", "2.65", 221, 26},
};
/// In the text below it, without counts. The text names the two of Cayley in the wrong order.
inline constexpr PrintedCost kFigure3Text[] = {
    {"Symplectic 2nd order, Cayley", "0.53", "0.98", 0, 0},
    {"Runge-Kutta", "1.20", "1.67", 0, 0},
};

// --- Figures 4 and 5: energy after a run ---------------------------------------------------------------------------

struct Steps {
  long N;
  double h;
};
template <std::size_t columns>
struct EnergyRow {
  std::string_view row;
  std::array<std::string_view, columns> printed;
};
inline constexpr std::string_view kMeanRotation = "mean rotation theta (deg)";
inline constexpr std::string_view kStartEnergy = "82.1053", kLargestEnergy = "150.0";

inline constexpr std::array<Steps, 5> kColumns4{
    {{100000, 0.0001}, {800000, 0.0005}, {400000, 0.001}, {200000, 0.002}, {100000, 0.004}}};
inline constexpr EnergyRow<5> kFigure4[] = {
    {"1st order", {"109.663", "150.0", "150.0", "150.0", "150.0"}},
    {"2nd order", {"82.1054", "82.5637", "85.8535", "115.058", "150.0"}},
    {"False 3rd order", {"82.1054", "82.6471", "86.5584", "121.164", "150.0"}},
    {"Augmented 2nd order", {"82.1053", "82.0749", "81.8636", "80.2222", "69.6595"}},
    {"3rd order", {"82.1053", "82.1154", "82.1866", "82.7686", "88.0158"}},
    {"4th order", {"82.1053", "82.1053", "82.1056", "82.1177", "82.4979"}},
    {"Simo-Wong explicit", {"109.661", "150.0", "150.0", "150.0", "150.0"}},
    {"McLachlan-Reich 1-2-3", {"82.1051", "82.1028", "82.1040", "82.0482", "81.8740"}},
    {"McLachlan-Reich 2-3-1", {"82.1053", "82.1053", "82.1053", "82.1054", "82.1057"}},
    {"Runge-Kutta", {"82.1053", "82.3810", "84.3364", "101.328", "149.811"}},
    {"AB-AM", {"82.1055", "82.5159", "85.4372", "111.305", "149.999"}},
    {"mean rotation theta (deg)", {"0.41", "2.0", "4.1", "8.1", "16.3"}},
};

inline constexpr std::array<Steps, 4> kColumns5{{{1000, 0.004}, {500, 0.008}, {250, 0.016}, {200, 0.02}}};
inline constexpr EnergyRow<4> kFigure5[] = {
    {"Augmented 2nd order", {"81.9528", "81.0002", "76.3078", "74.5092"}},
    {"3rd order", {"82.1603", "82.6283", "89.2196", "101.390"}},
    {"4th order", {"82.1092", "82.2288", "86.0610", "94.9191"}},
    {"McLachlan-Reich 1-2-3", {"81.9601", "82.0779", "79.3202", "77.6101"}},
    {"McLachlan-Reich 2-3-1", {"82.1057", "82.1069", "82.1083", "82.1063"}},
    {"Runge-Kutta", {"83.4575", "91.8125", "132.808", "149.855"}},
    {"AB-AM", {"84.4914", "101.429", "149.736", "149.999"}},
    {"mean rotation theta (deg)", {"16.3", "32.5", "65.1", "81.4"}},
};

/// The last column of figure 5 with 200,000,000 steps; in the text.
inline constexpr Steps kLongRun{200000000, 0.02};
inline constexpr EnergyRow<1> kLongRuns[] = {
    {"McLachlan-Reich 1-2-3", {"75.2587"}},
    {"McLachlan-Reich 2-3-1", {"82.1218"}},
};

// --- Figures 6 and 7: steps needed for an accuracy --------------------------------------------------------------------

struct Accuracy {
  double T, eps;
  long most;  ///< steps that were tried
  std::string_view name;
};
struct Count {
  std::string_view N, theta;  ///< "failed" is printed for an N above the most tried
};
struct CountRow {
  std::string_view row;
  bool keeps_energy;
  std::array<Count, 3> printed;
};

inline constexpr std::array<Accuracy, 3> kColumns6{
    {{0.4, 1e-3, 20480, "T=0.4 eps=0.001"}, {0.4, 1e-6, 20480, "T=0.4 eps=1e-06"}, {4, 1e-3, 20480, "T=4 eps=0.001"}}};
inline constexpr CountRow kFigure6[] = {
    {"1st order", false, {{{">20480", ""}, {">20480", ""}, {">20480", ""}}}},
    {"1st order", true, {{{"514", "3.17"}, {"15356", "0.11"}, {"16216", "1.00"}}}},
    {"2nd order", false, {{{"387", "4.22"}, {"11509", "0.14"}, {"14546", "1.12"}}}},
    {"2nd order", true, {{{"364", "4.48"}, {"11500", "0.14"}, {"11505", "1.41"}}}},
    {"False 3rd order", false, {{{"412", "3.95"}, {"12768", "0.13"}, {"15056", "1.08"}}}},
    {"False 3rd order", true, {{{"404", "4.04"}, {"12784", "0.13"}, {"12773", "1.27"}}}},
    {"Augmented 2nd order", false, {{{"195", "210"}, {"6513", "0.25"}, {"5573", "2.92"}}}},
    {"Augmented 2nd order", true, {{{"210", "7.78"}, {"6617", "0.25"}, {"6616", "2.46"}}}},
    {"3rd order", false, {{{"82", "20.09"}, {"789", "2.06"}, {"3661", "4.45"}}}},
    {"3rd order", true, {{{"37", "45.17"}, {"209", "7.83"}, {"652", "25.00"}}}},
    {"4th order", false, {{{"53", "31.29"}, {"236", "6.93"}, {"1304", "12.49"}}}},
    {"4th order", true, {{{"39", "42.85"}, {"219", "7.47"}, {"688", "23.69"}}}},
    {"Simo-Wong explicit", false, {{{">20480", ""}, {">20480", ""}, {">20480", ""}}}},
    {"Simo-Wong explicit", true, {{{"513", "3.17"}, {"15356", "0.11"}, {"16209", "1.00"}}}},
    {"McLachlan-Reich 1-2-3", false, {{{"514", "3.17"}, {"16250", "0.10"}, {"16131", "1.01"}}}},
    {"McLachlan-Reich 1-2-3", true, {{{"193", "8.48"}, {"6063", "0.27"}, {"5210", "3.12"}}}},
    {"McLachlan-Reich 2-3-1", false, {{{"39", "42.86"}, {"1192", "1.37"}, {"1191", "13.68"}}}},
    {"McLachlan-Reich 2-3-1", true, {{{"31", "54.19"}, {"955", "1.71"}, {"945", "17.23"}}}},
    {"MR 4th order 2-3-1", false, {{{"26", "64.92"}, {"135", "12.15"}, {"431", "37.85"}}}},
    {"MR 4th order 2-3-1", true, {{{"18", "95.13"}, {"73", "22.60"}, {"196", "83.45"}}}},
    {"Runge-Kutta", false, {{{"405", "4.03"}, {"12771", "0.13"}, {"13512", "1.20"}}}},
    {"Runge-Kutta", true, {{{"404", "4.04"}, {"12785", "0.13"}, {"12773", "1.27"}}}},
    {"AB-AM", false, {{{"782", "2.08"}, {">20480", ""}, {">20480", ""}}}},
    {"AB-AM", true, {{{"451", "3.62"}, {"14274", "0.11"}, {"14279", "1.14"}}}},
};

inline constexpr std::array<Accuracy, 3> kColumns7{
    {{4, 1e-6, 40960, "T=4 eps=1e-06"}, {40, 1e-3, 40960, "T=40 eps=0.001"}, {40, 1e-6, 163840, "T=40 eps=1e-06"}}};
inline constexpr CountRow kFigure7[] = {
    {"McLachlan-Reich 2-3-1", false, {{{">40960", ""}, {"37533", "4.34"}, {">163840", ""}}}},
    {"McLachlan-Reich 2-3-1", true, {{{">40960", ""}, {"29760", "5.47"}, {">163840", ""}}}},
    {"MR 4th order 2-3-1", false, {{{"2364", "6.89"}, {"7526", "21.63"}, {"41617", "3.92"}}}},
    {"MR 4th order 2-3-1", true, {{{"1034", "15.76"}, {"3282", "49.60"}, {">163840", ""}}}},
    {"3rd order", false, {{{"36552", "0.45"}, {">40960", ""}, {">163840", ""}}}},
    {"3rd order", true, {{{"3700", "4.40"}, {"11621", "14.01"}, {"65631", "2.48"}}}},
    {"4th order", false, {{{"5294", "3.07"}, {"32656", "4.98"}, {"131473", "1.24"}}}},
    {"4th order", true, {{{"3888", "4.19"}, {"12275", "13.26"}, {"69254", "2.35"}}}},
};

}  // namespace polhode::reproduce::buss

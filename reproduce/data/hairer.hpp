// hairer.hpp -- what [HairerVilmart2006] prints: bodies, tables 1 and 2, the methods of figure 1
#pragma once

#include <string_view>

#include "polhode/rotation/vec3.hpp"

namespace polhode::reproduce::hairer {

// --- Section 3: the experiment ----------------------------------------------------------------------------------------

struct PrintedBody {
  std::string_view name;
  Vec3<double> moments;
};
inline constexpr PrintedBody kBodies[] = {{"asymmetric body", {0.6, 0.8, 1.0}},
                                          {"water molecule", {0.345, 0.653, 1.0}}};
inline constexpr Vec3<double> kMomentum{1.8, 0.4, -0.9};
inline constexpr double kEnd = 10;

// --- Table 1: scalar functions of the preprocessed algorithm -----------------------------------------------------------

/// The letters of the table: delta = I1 I2 I3, sigma_a = sum of I^a, tau_bc = sum of (Ij^b + Ik^b)/Ii^c.
struct Letters {
  Vec3<double> I;
  double delta() const { return I.x * I.y * I.z; }
  double sigma(int a) const { return power(I.x, a) + power(I.y, a) + power(I.z, a); }
  double tau(int b, int c) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += (sigma(b) - power(I[i], b)) * power(I[i], -c);
    return sum;
  }

 private:
  static constexpr double power(double x, int n) { return n < 0 ? 1 / power(x, -n) : n == 0 ? 1 : x * power(x, n - 1); }
};

/// The coefficient of C^C H^H in s_k or d_k.
struct PrintedTerm {
  char function;
  int k, C, H;
  std::string_view formula;
  double (*value)(const Letters&);
};
inline constexpr PrintedTerm kTable1[] = {
    {'s', 3, 0, 1, "-sigma_-1/3", [](const Letters& l) { return -l.sigma(-1) / 3; }},
    {'s', 3, 1, 0, "sigma_1/(6 delta)", [](const Letters& l) { return l.sigma(1) / (6 * l.delta()); }},
    {'d', 3, 0, 1, "sigma_1/(6 delta)", [](const Letters& l) { return l.sigma(1) / (6 * l.delta()); }},
    {'d', 3, 1, 0, "-1/(3 delta)", [](const Letters& l) { return -1 / (3 * l.delta()); }},
    {'s', 5, 0, 2, "(3 sigma_1 + 2 delta sigma_-2)/(60 delta)",
     [](const Letters& l) { return (3 * l.sigma(1) + 2 * l.delta() * l.sigma(-2)) / (60 * l.delta()); }},
    {'s', 5, 1, 1, "(1 - tau_11)/(30 delta)", [](const Letters& l) { return (1 - l.tau(1, 1)) / (30 * l.delta()); }},
    {'s', 5, 2, 0, "(sigma_2 - delta sigma_-1)/(30 delta^2)",
     [](const Letters& l) { return (l.sigma(2) - l.delta() * l.sigma(-1)) / (30 * l.delta() * l.delta()); }},
    {'d', 5, 0, 2, "-(9 + tau_11)/(60 delta)", [](const Letters& l) { return -(9 + l.tau(1, 1)) / (60 * l.delta()); }},
    {'d', 5, 1, 1, "(6 delta sigma_-1 - sigma_2)/(60 delta^2)",
     [](const Letters& l) { return (6 * l.delta() * l.sigma(-1) - l.sigma(2)) / (60 * l.delta() * l.delta()); }},
    {'d', 5, 2, 0, "-sigma_1/(60 delta^2)",
     [](const Letters& l) { return -l.sigma(1) / (60 * l.delta() * l.delta()); }},
    {'s', 7, 0, 3, "(15 - delta sigma_-3 - 2 tau_11)/(630 delta)",
     [](const Letters& l) { return (15 - l.delta() * l.sigma(-3) - 2 * l.tau(1, 1)) / (630 * l.delta()); }},
    {'s', 7, 1, 2, "(6 delta tau_12 - 100 delta sigma_-1 + 53 sigma_2)/(2520 delta^2)",
     [](const Letters& l) {
       return (6 * l.delta() * l.tau(1, 2) - 100 * l.delta() * l.sigma(-1) + 53 * l.sigma(2)) /
              (2520 * l.delta() * l.delta());
     }},
    {'s', 7, 2, 1, "(9 sigma_1 + 10 delta sigma_-2 - 6 tau_21)/(420 delta^2)",
     [](const Letters& l) {
       return (9 * l.sigma(1) + 10 * l.delta() * l.sigma(-2) - 6 * l.tau(2, 1)) / (420 * l.delta() * l.delta());
     }},
    {'s', 7, 3, 0, "(4 delta + 17 sigma_3 - 15 delta tau_11)/(2520 delta^3)",
     [](const Letters& l) {
       return (4 * l.delta() + 17 * l.sigma(3) - 15 * l.delta() * l.tau(1, 1)) /
              (2520 * l.delta() * l.delta() * l.delta());
     }},
    {'d', 7, 0, 3, "(9 delta sigma_-1 + delta tau_12 - 11 sigma_2)/(1260 delta^3)",
     [](const Letters& l) {
       return (9 * l.delta() * l.sigma(-1) + l.delta() * l.tau(1, 2) - 11 * l.sigma(2)) /
              (1260 * l.delta() * l.delta() * l.delta());
     }},
    {'d', 7, 1, 2, "(47 sigma_1 + 13 tau_21 - 38 delta sigma_-2)/(2520 delta^2)",
     [](const Letters& l) {
       return (47 * l.sigma(1) + 13 * l.tau(2, 1) - 38 * l.delta() * l.sigma(-2)) / (2520 * l.delta() * l.delta());
     }},
    {'d', 7, 2, 1, "(sigma_3 + 2 delta tau_11 - 85 delta)/(1260 delta^3)",
     [](const Letters& l) {
       return (l.sigma(3) + 2 * l.delta() * l.tau(1, 1) - 85 * l.delta()) / (1260 * l.delta() * l.delta() * l.delta());
     }},
    {'d', 7, 3, 0, "(34 delta sigma_-1 - 19 sigma_2)/(2520 delta^3)",
     [](const Letters& l) {
       return (34 * l.delta() * l.sigma(-1) - 19 * l.sigma(2)) / (2520 * l.delta() * l.delta() * l.delta());
     }},
};

/// Section 4.1: the modified Hamiltonian H + h^2 K3 + h^4 K5 of DMV, its derivatives by H and by C.
struct ByHAndC {
  double H, C;
};
inline ByHAndC printed_K3(const Letters& l, double H, double C) {
  const double delta = l.delta();
  return {l.sigma(-1) / 3 * H - l.sigma(1) / (6 * delta) * C, -l.sigma(1) / (6 * delta) * H + C / (3 * delta)};
}
inline ByHAndC printed_K5(const Letters& l, double H, double C) {
  const double delta = l.delta(), a = (3 * l.sigma(1) + 2 * delta * l.sigma(-2)) / (20 * delta),
               b = -(7 + 3 * l.tau(1, 1)) / (20 * delta),
               c = (l.sigma(2) + 4 * delta * l.sigma(-1)) / (20 * delta * delta),
               d = -l.sigma(1) / (20 * delta * delta);
  return {3 * a * H * H + 2 * b * C * H + c * C * C, b * H * H + 2 * c * C * H + 3 * d * C * C};
}

// --- Table 2: geometric properties ------------------------------------------------------------------------------------

/// Our copy of the table is digitised and scrambled: orders and the words "no" can be read with their row, and two ticks, one
/// of IMR2r and one of JEM2r, without their column. The rest is taken from the text, or reconstructed.
struct Property {
  bool yes;
  std::string_view
      said;  ///< where the text says it, or "table" for a word that can only stand there; empty: reconstructed
};
struct PrintedProperties {
  std::string_view integrator, y_order, Q_order;
  Property momentum, casimir, energy;  ///< Qy, C(y), H(y) exactly preserved
  Property poisson, symplectic;
};
inline constexpr std::string_view kProposition = "proposition 2.3", kSection1 = "section 1";
inline constexpr PrintedProperties kTable2[] = {
    {"DMV2r",
     "2r",
     "2r",
     {true, kProposition},
     {true, kProposition},
     {true, kProposition},
     {true, kProposition},
     {false, "section 4.3"}},
    {"DMV", "2", "2", {true, kSection1}, {true, kSection1}, {true, kSection1}, {true, ""}, {true, kSection1}},
    {"IMR2r", "2r", "2r", {true, ""}, {true, ""}, {true, ""}, {false, "footnote 1"}, {false, "table"}},
    {"JEM2r", "exact", "2r", {false, ""}, {true, ""}, {true, ""}, {true, ""}, {false, ""}},
    {"SR2r", "2r", "2r", {true, ""}, {true, ""}, {false, ""}, {true, ""}, {true, ""}},
};

}  // namespace polhode::reproduce::hairer

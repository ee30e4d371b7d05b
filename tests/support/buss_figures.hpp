// buss_figures.hpp -- figures 4 and 5 of [Buss2001] once more: which method is behind which row, and how it is run
//
// Body and start are those behind the printed digits (docs/errata.md); a column "N, h" means N - 1 steps of length h.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "polhode/invariants.hpp"
#include "polhode/method.hpp"
#include "polhode/methods/buss_abam.hpp"
#include "polhode/methods/buss_rk4.hpp"
#include "polhode/methods/buss_simo_wong.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/mclachlan_reich.hpp"

namespace polhode::test {

struct BussRun {
  Principal<double> body{{0.95 / 3, 0.03, 0.94 / 3}};
  State<double> s{{}, {3 / std::sqrt(2.0), 3 / std::sqrt(2.0), 0}};
};

/// Kinetic energy at the end of a run.
template <class M>
double buss_energy(long N, double h) {
  BussRun run;
  const typename M::template Body<double> body(run.body);
  typename M::template Memory<double> memory{};
  for (long n = 0; n < N - 1; ++n) advance<M, double>(body, h, run.s, memory);
  return energy(run.body, run.s.m);
}
/// Mean angle, in degrees, by which the body turns in a time h.
inline double buss_mean_rotation(long, double h) {
  constexpr long steps = 40000;  // 4 s, the time of figure 5
  BussRun run;
  const Lie6::Body<double> body(run.body);
  double sum = 0;
  for (long n = 0; n < steps; ++n) {
    sum += norm(times(run.body.x, run.s.m));
    Lie6::step(body, 0.0001, run.s);
  }
  return sum / steps * h * 180 / std::acos(-1.0);
}

struct BussRow {
  const char* name;
  double (*value)(long N, double h);
};
inline constexpr BussRow kBussRows[] = {
    {"1st order", buss_energy<Lie1>},
    {"2nd order", buss_energy<Lie2>},
    {"False 3rd order", buss_energy<Lie3False>},
    {"Augmented 2nd order", buss_energy<Lie2Augmented>},
    {"3rd order", buss_energy<Lie3>},
    {"4th order", buss_energy<Lie4>},
    {"Simo-Wong explicit", buss_energy<BussSimoWong>},
    {"McLachlan-Reich 1-2-3", buss_energy<McLachlanReich<2, 123>>},
    {"McLachlan-Reich 2-3-1", buss_energy<McLachlanReich<2, 231>>},
    {"Runge-Kutta", buss_energy<BussRk4>},
    {"AB-AM", buss_energy<BussAbam>},
    {"mean rotation theta (deg)", buss_mean_rotation},
};

/// One entry of a figure. `printed` is the text of the paper, `reproduced` that of an independent computation.
struct BussEntry {
  int figure = 0;
  std::string row, column, printed, reproduced;
  long N = 0;
  double h = 0;

  /// Our value with as many digits as are printed.
  std::string ours() const {
    for (const BussRow& candidate : kBussRows)
      if (row == candidate.name) {
        const std::size_t point = printed.find('.');
        char text[40];
        std::snprintf(text, sizeof text, "%.*f", int(printed.size() - point - 1), candidate.value(N, h));
        return text;
      }
    throw std::runtime_error("no method for the row " + row);
  }
};

/// The entries of figures 4 and 5, without the two runs of 2e8 steps.
inline std::vector<BussEntry> buss_entries(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<BussEntry> entries;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || (line[0] != '4' && line[0] != '5')) continue;  // comments, header, other figures
    std::vector<std::string> field(1);
    bool quoted = false;
    for (char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        field.emplace_back();
      else
        field.back() += c;
    }
    BussEntry entry{line[0] - '0', field.at(1), field.at(2), field.at(3), field.at(4)};
    if (std::sscanf(entry.column.c_str(), "N=%ld h=%lf", &entry.N, &entry.h) != 2)
      throw std::runtime_error("column " + entry.column + " is not N=... h=...");
    if (entry.N <= 1000000) entries.push_back(entry);
  }
  return entries;
}

}  // namespace polhode::test

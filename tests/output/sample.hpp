// sample.hpp -- a run with awkward numbers and texts, a folder that vanishes, and other programs that read the files back
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "output/files.hpp"
#include "support/bodies.hpp"

namespace polhode::test {

/// Quotes, a newline, a comma, markup, commands of shell and gnuplot, letters beyond ASCII.
inline const std::string kAwkwardTitle =
    "Dzhanibekov's \"nut\", 50% <b>&amp;</script>\n# t,qw \\ `touch bad1` $(touch bad2) @x {/Symbol a}^2_3 "
    "'; system('touch bad3') ; #  ωψ – 陀螺";

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "polhode-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path operator/(const std::string& name) const { return path / name; }
  std::set<std::string> names() const {
    std::set<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(path)) result.insert(entry.path().filename().string());
    return result;
  }
  std::filesystem::path path;
};

inline std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return text.str();
}

/// Row number i of a run whose numbers have all sizes and signs, no two alike.
inline Row sample_row(long i) {
  Random random(static_cast<std::uint64_t>(i) + 1);
  const auto number = [&] { return random.uniform(-1, 1) * std::pow(10.0, random.uniform(-20, 20)); };
  Row row;
  row.t = 0.1 * static_cast<double>(i);
  row.q = random.attitude();
  row.w = {number(), number(), number()};
  row.L = {number(), number(), i % 7 == 0 ? -0.0 : number()};
  row.energy = i % 5 == 0 ? std::numeric_limits<double>::denorm_min() : number();
  return row;
}

inline Spool sample_spool(const std::filesystem::path& path, long rows) {
  Spool spool = Spool::create(path);
  for (long i = 0; i < rows; ++i) spool.append(sample_row(i));
  return spool;
}

inline ScenarioRecord sample_record(long rows) {
  ScenarioRecord r;
  r.version = "1.2.3";
  r.scenario.title = kAwkwardTitle;
  r.scenario.file = "some/folder/wing \"nut\".toml";
  r.choice.method = "rkn6";
  r.choice.flow = "dmv16";
  r.choice.card.title = "Runge-Kutta-Nystrom splitting";
  r.choice.remark = "auto: a potential, so a splitting";
  r.steps = 10 * (rows - 1);
  r.step = 0.01;
  r.rows = rows;
  r.torque_evaluations = 70;
  r.solver_iterations = 12;
  r.cpu_seconds = 0.25;
  r.first = sample_row(0);
  r.last = sample_row(rows - 1);
  r.certificate.energy_error_max = 1.25e-13;
  r.certificate.vertical_momentum_error_max = 1.0 / 3;
  r.certificate.axial_momentum_error_max = 2e-15;
  r.certificate.attitude_norm_error_max = 2e-16;
  r.certificate.verdict = Verdict::bad;
  r.certificate.verdict_reason = "vertical_momentum_error_max is 0.33, above 0.01";
  r.certificate.warnings = {"the step is too large; try a \"smaller\" one"};
  return r;
}

/// Runs a script of this folder with a Python that has numpy; returns what it prints, throws if it fails.
inline std::string python(const std::string& script, const std::string& arguments) {
  // Debian's numpy belongs to Debian's Python, which need not be the first on the path.
  static const std::string interpreter = [] {
    for (const char* name : {"/usr/bin/python3", "python3"})
      if (std::system((std::string(name) + " -c 'import numpy' 2>/dev/null").c_str()) == 0) return std::string(name);
    throw std::runtime_error("no python3 with numpy (Debian: python3-numpy)");
  }();
  const std::string command =
      interpreter + " " POLHODE_REFERENCE_DIR "/../output/" + script + " " + arguments + " 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string text;
  std::array<char, 4096> block;
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), pipe)) text.append(block.data(), n);
  if (::pclose(pipe) != 0) throw std::runtime_error(command + ":\n" + text);
  return text;
}

}  // namespace polhode::test

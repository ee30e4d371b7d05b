// scenario_fuzz.cpp -- any bytes at all to the scenario reader: it never crashes, and what it calls good is finite
//
// Built and run by fuzz/run.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "problem/torques.hpp"
#include "scenario/scenario.hpp"

using namespace polhode;

namespace {

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "scenario_fuzz: %s\n", what);
  std::abort();
}
bool finite(const Vec3<double>& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
bool unit(const Quaternion<double>& q) {
  return std::fabs(norm2(q) - 1) < 1e-14;
}
bool positive(const Vec3<double>& a) {
  return finite(a) && a.x > 0 && a.y > 0 && a.z > 0;
}

void check_good(const ReadResult& r) {
  const Scenario& s = r.scenario;
  require(positive(s.inertia.moments()) && unit(s.inertia.frame()), "inertia");
  require(positive(s.look.size) && unit(s.look.frame), "look");
  require(unit(s.start.Q) && finite(s.start.m) && finite(s.inertia.angular_velocity(s.start.m)), "start");
  check(s);  // throws, and so crashes, if the problem cannot be solved
  for (const TorqueChoice& torque : s.torques)
    require(
        finite(torque_from(torque, s.inertia).torque(s.start_time, s.start.Q, s.inertia.angular_velocity(s.start.m))),
        "torque");
  require(std::isfinite(s.start_time) && std::isfinite(s.end_time) && s.end_time > s.start_time, "times");
  require((s.steps.length > 0) != (s.steps.number > 0) && std::isfinite(s.steps.length), "step or steps");
  require(s.output_every >= 1, "output_every");
  require(!r.choice.method.empty() && !r.choice.card.name.empty(), "choice");
  require(s.title.find('\n') == s.title.npos, "title");
}

/// Every fault is one line.
void check_faults(const ReadResult& r) {
  int line = 0;
  for (const Fault& fault : r.faults) {
    require(fault.line >= line, "order of the faults");
    line = fault.line;
    require(!fault.message.empty(), "a fault without a message");
    for (const unsigned char c : fault.key + fault.message) require(c >= 0x20 && c != 0x7F, "a control character");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ReadResult plain = read_scenario(text, "fuzz.toml");
  check_faults(plain);
  if (plain.faults.empty()) check_good(plain);

  Overrides flags;  // all that a command line can change; the values come from the text as well
  if (size > 0 && data[0] & 1) flags.method = std::string(text.substr(0, 5));
  if (size > 0 && data[0] & 2) flags.flow = "dmv16";
  if (size > 0 && data[0] & 4) flags.step = double(data[size / 2]) - 1;
  if (size > 0 && data[0] & 8) flags.steps = long(data[size / 2]) - 1;
  if (size > 0 && data[0] & 16) flags.end = std::sqrt(double(data[size - 1]) - 1);
  const ReadResult flagged = read_scenario(text, "fuzz.toml", flags);
  check_faults(flagged);
  if (flagged.faults.empty()) check_good(flagged);
  return 0;
}

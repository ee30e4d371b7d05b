// sniff.cpp -- `polhode sniff`: how the numbers of a trajectory are meant
#include "verify/sniff.hpp"

#include <cstdio>

#include "commands.hpp"
#include "output/named_files.hpp"
#include "output/refusal.hpp"
#include "verify/cases.hpp"

namespace polhode::program {

namespace {

std::optional<Inertia> known_inertia(const SniffOptions& options) {
  if (!options.moments.empty()) {
    if (options.moments.size() != 3)
      throw Refusal("--moments: " + std::to_string(options.moments.size()) +
                    " numbers where there must be three, as 1,2,3");
    try {
      return Inertia::effective(options.moments[0], options.moments[1], options.moments[2]);
    } catch (const InvalidInput& error) {
      throw Refusal(std::string("--moments: ") + error.what());
    }
  }
  if (!options.case_name.empty()) return scenario_of(verify_case(options.case_name)).inertia;
  return std::nullopt;
}

}  // namespace

int sniff(const SniffOptions& options) {
  const std::optional<Inertia> inertia = known_inertia(options);
  NamedFiles files(options.talk.json);
  files.reads(options.file, "the trajectory itself");
  InputFaults faults;
  faults.add(files.faults());
  faults.refuse_if_any();
  const Trajectory trajectory = read_trajectory(options.file);
  const Sniffed found = polhode::sniff(trajectory, inertia);
  if (options.talk.json)
    std::printf("%s\n", sniffed_json(trajectory, found).c_str());
  else if (!options.talk.quiet)
    std::fputs(sniffed_text(trajectory, found).c_str(), stdout);
  return kDone;
}

}  // namespace polhode::program

// FILE_NAME.cpp -- `polhode NAME`: one line that says what it answers
#include <cstdio>

#include "commands.hpp"
#include "output/refusal.hpp"

namespace polhode::program {

int FILE_NAME(const TYPE_NAMEOptions& options) {
  // Bad input is refused with value, rule and likely cause, before anything is written: exit code 2. A scenario is read by
  // read_scenario_file (scenario/scenario.hpp), as in advise.cpp.
  if (options.count < 1) throw Refusal("--count: " + std::to_string(options.count) + " must be 1 or more");

  if (options.talk.json)
    std::printf("{\"count\": %ld}\n", options.count);
  else if (!options.talk.quiet)
    std::printf("counted to %ld\n", options.count);
  return kDone;
}

}  // namespace polhode::program

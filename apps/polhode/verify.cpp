// verify.cpp -- `polhode verify`: how right a trajectory of any program is
#include <cstdio>

#include "commands.hpp"
#include "output/refusal.hpp"
#include "verify/cases.hpp"

namespace polhode::program {

int verify(const VerifyOptions& options) {
  if (!options.list_cases) throw Refusal("verify: only --list-cases is there yet");
  if (options.talk.json)
    std::printf("%s\n", cases_json().c_str());
  else
    std::fputs(cases_text().c_str(), stdout);
  return kDone;
}

}  // namespace polhode::program

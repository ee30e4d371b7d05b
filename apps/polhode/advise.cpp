// advise.cpp -- `polhode advise`: which method and which step, measured on the scenario itself
#include "engine/advise.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>

#include <unistd.h>

#include "commands.hpp"
#include "engine/accuracy.hpp"
#include "job.hpp"
#include "output/advice.hpp"
#include "output/named_files.hpp"
#include "output/owner.hpp"
#include "output/refusal.hpp"

namespace polhode::program {

namespace {

constexpr double kUsualAccuracy = 1e-6;

void check_flags(const AdviseOptions& options, InputFaults& faults) {
  if (options.accuracy && !(*options.accuracy >= 1e-14 && *options.accuracy <= 1))
    faults.add("--accuracy: " + to_text(*options.accuracy) +
               " must be from 1e-14 to 1: the largest error of the attitude, in rad; double has 16 digits");
  if (options.budget && !(*options.budget > 0 && std::isfinite(*options.budget)))
    faults.add("--budget: " + to_text(*options.budget) + " must be positive: CPU time of the run, as \"1 ms\"");
  if (options.budget && options.fewest_torques)
    faults.add("--budget is CPU time, and --fewest-torques does not look at it; give one of them");
  if (options.horizon && !(*options.horizon > 0 && std::isfinite(*options.horizon)))
    faults.add("--horizon: " + to_text(*options.horizon) + " must be positive: how long the run is, as \"2 h\"");
  if (is_stdout(options.output))
    faults.add("-o: the picture goes to a file (.svg, .html, .json), not to standard output; the advice goes there");
  if (std::filesystem::path(options.output).extension() == ".svg")
    if (const std::string why = why_no_pictures(); !why.empty()) faults.add("-o: " + why);
}

}  // namespace

int advise(const AdviseOptions& options) {
  Overrides overrides;
  overrides.method = "auto";  // the file's own choice does not matter here
  overrides.flow = "auto";
  overrides.steps = 1;
  ReadResult read = read_scenario_file(options.scenario, overrides);
  InputFaults faults;
  faults.add(read.scenario.file, read.faults);
  check_flags(options, faults);
  NamedFiles files(options.talk.json);
  files.reads_scenario(options.scenario, read.scenario);
  if (!is_stdout(options.output)) files.writes("-o", options.output, advice_endings());
  faults.add(files.faults());
  faults.refuse_if_any();
  Scenario& scenario = read.scenario;
  if (options.horizon) scenario.end_time = scenario.start_time + *options.horizon;

  Wish wish;
  wish.accuracy = options.accuracy ? *options.accuracy : options.budget ? 0 : kUsualAccuracy;
  wish.budget = options.budget.value_or(0);
  wish.fewest_torques = options.fewest_torques;
  wish.thorough = options.thorough;
  const bool show = !options.talk.quiet && !options.talk.json && isatty(STDERR_FILENO) != 0;
  wish.watch = [&](const std::string& what) {
    if (show) std::fprintf(stderr, "\r\033[K%s", what.c_str());
    return !stop_wanted();
  };
  note_stops();
  ScenarioAdvice advice;
  try {
    advice = {polhode::advise(scenario, wish), POLHODE_VERSION, scenario, wish};
  } catch (const Stopped&) {
    if (show) std::fprintf(stderr, "\r\033[K");
    std::fprintf(stderr, "polhode: interrupted while methods were measured; nothing was written\n");
    return kInterrupted;
  } catch (const KeyFault& bad) {
    if (show) std::fprintf(stderr, "\r\033[K");
    throw Refusal("--" + (bad.key == "end" ? std::string("horizon") : bad.key) + ": " + bad.what());
  }
  if (show) std::fprintf(stderr, "\r\033[K");
  if (!options.output.empty()) {
    remove_abandoned_parts(std::filesystem::absolute(options.output).parent_path());
    write_advice(options.output, advice);
  }
  if (options.talk.json)
    std::printf("%s\n", advice_json(advice).c_str());
  else if (!options.talk.quiet)
    std::fputs(advice_text(advice).c_str(), stdout);
  return kDone;
}

}  // namespace polhode::program

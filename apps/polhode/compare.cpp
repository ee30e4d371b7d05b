// compare.cpp -- `polhode compare`: errors and cost of several methods, and which one to take
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <unistd.h>

#include "commands.hpp"
#include "engine/comparison.hpp"
#include "output/files.hpp"
#include "output/named_files.hpp"
#include "output/owner.hpp"
#include "output/refusal.hpp"

namespace polhode::program {

namespace {

/// "rkn6", on a flow "rkn6:dmv16" or, as it is printed, "rkn6 on dmv16", with energy correction "lie3+energy", after every tenth step "lie3+energy:10". Throws
/// InvalidInput.
Contender contender(std::string name, const Scenario& scenario) {
  constexpr std::string_view kEnergy = "+energy";
  constexpr std::string_view kOn = " on ";
  if (const std::size_t on = name.find(kOn); on != std::string::npos) name.replace(on, kOn.size(), ":");
  Contender one{{}, scenario.energy_correction};
  if (const std::size_t plus = name.find(kEnergy); plus != std::string::npos) {
    const std::string every = name.substr(plus + kEnergy.size());
    one.energy_correction = 1;
    if (!every.empty()) {
      const char* const end = every.data() + every.size();
      const auto [read, error] = std::from_chars(every.data() + 1, end, one.energy_correction);
      if (every[0] != ':' || error != std::errc{} || read != end || one.energy_correction < 1)
        throw InvalidInput(
            "after +energy comes nothing, or the steps between corrections, as in lie3+energy:10; not \"" + every +
            "\"");
    }
    name.resize(plus);
  }
  const std::size_t colon = name.find(':');
  one.choice = choose(name.substr(0, colon), colon == std::string::npos ? "" : name.substr(colon + 1),
                      scenario.torque_abilities());
  return one;
}

// Of one run: a thousand million steps take from minutes to an hour, and no method gains from more.
constexpr long kMostSteps = 1'000'000'000;

}  // namespace

int compare(const CompareOptions& options) {
  Overrides overrides;
  overrides.end = options.end;
  overrides.method = "auto";  // the file's own choice does not matter here
  overrides.flow = "auto";
  overrides.steps = 1;
  const ReadResult read = read_scenario_file(options.scenario, overrides);
  InputFaults faults;
  faults.add(read.scenario.file, read.faults);
  std::vector<Contender> contenders;
  if (read.faults.empty())
    for (const std::string& name :
         options.methods.empty() ? usual_methods(read.scenario.torque_abilities()) : options.methods) {
      try {
        contenders.push_back(contender(name, read.scenario));
      } catch (const InvalidInput& error) {
        faults.add("--methods: " + name + ": " + error.what());
      }
    }
  for (const long n : options.steps)
    if (n < 1 || n > kMostSteps)
      faults.add("--steps: " + std::to_string(n) + " steps: each number must be 1 or more, and at most " +
                 std::to_string(kMostSteps) + ", which takes minutes to hours (a digit too many?)");
  if (options.accuracy && !(*options.accuracy > 0))
    faults.add("--accuracy: " + to_text(*options.accuracy) +
               " must be positive: the largest error of the attitude, in rad");
  NamedFiles files(options.talk.json);
  files.reads_scenario(options.scenario, read.scenario);
  files.writes("-o", options.output, comparison_endings());
  files.writes_pictures(options.svg_folder, {kWorkPrecision});
  faults.add(files.faults());
  faults.refuse_if_any();
  if (!options.output.empty()) remove_abandoned_parts(std::filesystem::absolute(options.output).parent_path());
  const bool show = !options.talk.quiet && isatty(STDERR_FILENO) != 0;
  const auto tell = [&](const std::string& what) {
    if (show) std::fprintf(stderr, "\r\033[K%s", what.c_str());
  };
  const ScenarioComparison comparison{
      polhode::compare(read.scenario, contenders, options.steps.empty() ? usual_steps(read.scenario) : options.steps,
                       options.accuracy ? std::vector{*options.accuracy} : kUsualTargets, tell),
      POLHODE_VERSION, read.scenario};
  if (show) std::fprintf(stderr, "\r\033[K");
  if (!options.output.empty()) write_comparison(options.output, comparison);
  if (!options.svg_folder.empty()) write_svg(work_precision(comparison), options.svg_folder);
  if (options.talk.json)
    std::printf("%s\n", comparison_json(comparison).c_str());
  else if (!options.talk.quiet)
    std::fputs(comparison_text(comparison).c_str(), is_stdout(options.output) ? stderr : stdout);
  for (const ComparisonPoint& point : comparison.points)
    if (!point.done)
      std::fprintf(stderr, "polhode: %s, %ld steps: %s\n", point.method.c_str(), point.steps, point.cause.c_str());
  if (!comparison.reference_fault.empty()) std::fprintf(stderr, "polhode: %s\n", comparison.reference_fault.c_str());
  // Where nothing can be compared, nothing has been done.
  const bool any = std::ranges::any_of(comparison.points, &ComparisonPoint::done);
  return any && std::isfinite(comparison.reference_error) ? kDone : kFailed;
}

}  // namespace polhode::program

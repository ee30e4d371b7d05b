// verify.cpp -- `polhode verify`: how right a trajectory of any program is
#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>

#include "commands.hpp"
#include "output/files.hpp"
#include "output/named_files.hpp"
#include "output/refusal.hpp"
#include "verify/cases.hpp"
#include "verify/report.hpp"

namespace polhode::program {

namespace {

/// What the files are held against, and until when.
struct Measured {
  Scenario scenario;
  std::string what;
  double until = std::numeric_limits<double>::infinity();
  double least = -std::numeric_limits<double>::infinity();  ///< a file must reach this time
};

Measured what_is_measured(const VerifyOptions& options) {
  if (options.case_name.empty() == options.scenario.empty())
    throw Refusal(
        "verify: say what the file claims to be: --case NAME (polhode verify --list-cases) or --scenario FILE");
  if (!options.case_name.empty()) {
    const VerifyCase& one = verify_case(options.case_name);
    // The last step may end a rounding before or behind, and a file may lack the row of the start or of the end.
    return {scenario_of(one), "case " + std::string(one.name), one.duration * (1 + 1e-6), one.duration};
  }
  ReadResult read = read_scenario_file(options.scenario);
  InputFaults faults;
  faults.add(read.scenario.file, read.faults);
  faults.refuse_if_any();
  return {std::move(read.scenario), options.scenario};
}

void refuse_bad_flags(const VerifyOptions& options, const Scenario& measured) {
  InputFaults faults;
  if (options.files.empty()) faults.add("verify: the name of a trajectory is needed (see polhode verify --help)");
  if (!options.require.empty() && (options.require.size() != 1 || options.require[0] < 'A' || options.require[0] > 'E'))
    faults.add("--require: \"" + options.require + "\" must be a grade, A to E");
  NamedFiles files(options.talk.json);
  for (const std::string& file : options.files) files.reads(file, "a trajectory itself");
  files.reads_scenario(options.scenario, measured);
  files.writes("-o", options.output, {".html"});
  faults.add(files.faults());
  faults.refuse_if_any();
}

[[noreturn]] void refuse(const Trajectory& trajectory, const std::string& message) {
  throw Refusal({InputFault{{.line = 0, .key = "", .message = message}, trajectory.file}});
}

/// Times from the epoch of the scenario, if both say theirs.
void count_from_epoch(Trajectory& trajectory, const SpaceObject& object) {
  const SpaceObject& theirs = trajectory.object;
  if (!object.epoch || !theirs.epoch || object.time_system != theirs.time_system) return;
  const double shift = seconds_between(*object.epoch, *theirs.epoch);
  if (shift != 0)
    for (FileRow& row : trajectory.rows) row.t += shift;
}

void refuse_early_begin(const Trajectory& trajectory, const Scenario& scenario) {
  const double first = trajectory.rows.front().t;
  if (!scenario.is_free() && first < scenario.start_time)
    refuse(trajectory, "it begins at t = " + to_text(first) +
                           ", before the start at t = " + to_text(scenario.start_time) + " (another origin of time?)");
}
void refuse_early_end(const Trajectory& trajectory, const Measured& measured) {
  const double last = trajectory.rows.back().t;
  if (last < measured.least * (1 - 1e-6) - 1.01 * trajectory.step())
    refuse(trajectory, "it ends at t = " + to_text(last) + ", and " + measured.what +
                           " lasts until t = " + to_text(measured.least) + " (has the simulation stopped early?)");
}

/// A motion that cannot be known for so long is the fault of the file that lasts longest.
KnownMotion reference_until(double last, const Scenario& scenario, const std::vector<Trajectory>& trajectories) {
  try {
    return {scenario, last};
  } catch (const InvalidInput& error) {
    const auto longest =
        std::ranges::max_element(trajectories, {}, [](const Trajectory& t) { return t.rows.back().t; });
    refuse(*longest, std::string("its last time: ") + error.what());
  }
}

}  // namespace

int verify(const VerifyOptions& options) {
  if (options.list_cases) {
    if (options.talk.json)
      std::printf("%s\n", cases_json().c_str());
    else
      std::fputs(cases_text().c_str(), stdout);
    return kDone;
  }
  const Measured measured = what_is_measured(options);
  refuse_bad_flags(options, measured.scenario);
  std::vector<Trajectory> trajectories;
  double last = measured.scenario.start_time;
  for (const std::string& file : options.files) {
    trajectories.push_back(read_trajectory(file));
    reading_of(trajectories.back());
    count_from_epoch(trajectories.back(), measured.scenario.object);
    refuse_early_begin(trajectories.back(), measured.scenario);
    last = std::max(last, std::min(trajectories.back().rows.back().t, measured.until));
  }
  KnownMotion reference = reference_until(last, measured.scenario, trajectories);
  Verification all{measured.what, POLHODE_VERSION, measured.scenario, reference.name(), {}, {}};
  std::vector<Judgement> judgements;
  std::vector<Film> films;
  for (const Trajectory& trajectory : trajectories) {
    const Reading reading = reading_of(trajectory);
    refuse_other_start(reference, trajectory, reading, measured.what);
    refuse_early_end(trajectory, measured);
    std::function<void(std::size_t, const RowErrors&, const PrincipalState<double>&)> each;
    if (!options.output.empty()) {
      films.emplace_back(reference, trajectory, reading, measured.until);
      each = [&film = films.back()](std::size_t row, const RowErrors& errors, const PrincipalState<double>& truth) {
        film.add(row, errors, truth);
      };
    }
    const Judgement j = judge(reference, trajectory, reading, measured.until, each);
    all.files.push_back({&trajectory, j, diagnosis(reference, trajectory, j)});
    judgements.push_back(j);
  }
  if (judgements.size() > 1) all.order = measured_order(judgements);
  if (!options.output.empty()) replace_file(options.output, [&](std::FILE* file) { write_html(file, all, films); });
  if (options.talk.json)
    std::printf("%s\n", verification_json(all).c_str());
  else if (!options.talk.quiet)
    std::fputs(verification_text(all).c_str(), stdout);
  if (options.require.empty() || all.grade() <= options.require[0]) return kDone;
  std::fprintf(stderr, "polhode: grade %c, but at least %s is required\n", all.grade(), options.require.c_str());
  return kFailed;
}

}  // namespace polhode::program

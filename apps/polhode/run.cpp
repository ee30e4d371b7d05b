// run.cpp -- `polhode run` and `polhode resume`
#include "engine/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include <unistd.h>

#include "commands.hpp"
#include "engine/accuracy.hpp"
#include "job.hpp"
#include "output/attitude_files.hpp"
#include "output/checkpoint.hpp"
#include "output/ensemble_checkpoint.hpp"
#include "output/files.hpp"
#include "output/named_files.hpp"
#include "output/owner.hpp"
#include "output/refusal.hpp"

namespace polhode::program {

namespace fs = std::filesystem;

namespace {

struct Requirement {
  std::string name;  // of the certificate's entry
  double bound = 0;
};

/// "energy=1e-10,momentum=1e-12"; throws InvalidInput.
std::vector<Requirement> requirements(const std::string& text) {
  std::vector<Requirement> all;
  std::vector<std::string> names;
  for (const CertificateEntry& entry : entries(Certificate{})) names.emplace_back(entry.name);
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string one = text.substr(from, comma - from);
    from = comma + 1;
    const std::size_t equal = one.find('=');
    const std::string name = one.substr(0, equal);
    const std::string whole = name + "_error_max";
    const bool in_full = std::ranges::find(names, name) != names.end();
    if (!in_full && std::ranges::find(names, whole) == names.end()) {
      std::string legal;
      for (const std::string& n : names) {
        const auto ending = n.rfind("_error_max");
        if (!legal.empty()) legal += ", ";
        legal += n.substr(0, ending == std::string::npos ? n.size() : ending);
      }
      throw InvalidInput("--require: there is no property \"" + name + "\"; known are " + legal);
    }
    char* end = nullptr;
    const double bound = equal == std::string::npos ? 0 : std::strtod(one.c_str() + equal + 1, &end);
    if (equal == std::string::npos || end == one.c_str() + equal + 1 || *end != 0 || !(bound >= 0) ||
        !std::isfinite(bound))
      throw InvalidInput("--require: \"" + one +
                         "\" must be a property, =, and a bound that is not negative, as energy=1e-10");
    all.push_back({in_full ? name : whole, bound});
  }
  return all;
}

/// The properties that were not kept, one line each.
std::string violated(const std::vector<Requirement>& required, const Certificate& certificate) {
  std::string text;
  for (const Requirement& r : required)
    for (const CertificateEntry& entry : entries(certificate))
      if (entry.name == r.name && (!entry.value || !(*entry.value <= r.bound)))
        text += "polhode: required " + r.name + " <= " + to_text(r.bound) + ", but it is " +
                (entry.value ? to_text(*entry.value) : "not known") + "\n";
  return text;
}

/// What is not conserved cannot be required, nor what is not estimated.
void check_conserved(const std::vector<Requirement>& required, const Run& run) {
  const Certificate certificate = run.certificate();
  for (const Requirement& r : required)
    for (const CertificateEntry& entry : entries(certificate))
      if (entry.name == r.name && !entry.value)
        throw InvalidInput(
            "--require: " + r.name + " has no meaning here: " +
            (!entry.name.ends_with("_estimate")               ? "it is not conserved in this scenario"
             : certificate.estimate == Estimate::not_needed   ? "the error of a free body is known, require attitude"
             : certificate.estimate == Estimate::switched_off ? "--no-estimate switches it off"
             : certificate.estimate == Estimate::no_order
                 ? "the method does not converge, whatever the step: its error cannot be stated"
                 : "with one step between two switches of the torques there is no estimate, take a smaller step"));
}

struct Job {
  RunSettings settings;
  fs::path checkpoint;                  // empty: none
  const Checkpoint* from = nullptr;     // to be gone on from
  fs::path replaced_rows = fs::path();  // those of the checkpoint that the first of this run replaces
};

/// All rows, to the end or to where it stopped, and the files that are made of them. Throws OutputError.
ScenarioRecord run_to_files(const Job& job, Run& run, const Scenario& scenario, std::optional<Spool>& spool,
                            bool& checkpointed, const Talk& talk) {
  const RunSettings& settings = job.settings;
  if (!spool && !settings.rows_file.empty()) {
    make_folder(fs::path(settings.rows_file).parent_path());  // it may be that of the pictures
    spool = Spool::create(settings.rows_file);
  }
  Progress progress(talk.quiet || talk.json);
  RunHooks hooks;
  if (spool) hooks.row = [&](const Row& row) { spool->append(row); };
  hooks.progress = [&](double part, double) { progress(part); };
  hooks.interrupted = [] { return stop_wanted(); };
  if (!job.checkpoint.empty()) {
    hooks.checkpoint_every = settings.checkpoint_every;
    hooks.checkpoint = [&](const RunPosition& position) {
      if (spool) spool->keep();
      write_checkpoint(job.checkpoint, {settings, position, spool ? spool->checksum() : 0}, POLHODE_VERSION);
      if (!checkpointed && !job.replaced_rows.empty()) remove_if_abandoned(job.replaced_rows);
      checkpointed = true;
    };
  }
  ScenarioRecord record{run.go(hooks), POLHODE_VERSION, scenario};
  record.certificate.warnings.insert(record.certificate.warnings.begin(), scenario.warnings.begin(),
                                     scenario.warnings.end());

  if (!record.whole() && spool && !settings.output.empty()) {
    const bool to_stdout = is_stdout(settings.output);
    const fs::path partial = to_stdout ? fs::path(settings.output) : partial_name(settings.output, record.events);
    write_output(partial, record, *spool);
    record.cause += "; what there is has been written to " + (to_stdout ? "standard output" : partial.string());
  } else if (record.whole() && spool) {
    if (!settings.output.empty()) write_output(settings.output, record, *spool);
    if (!settings.svg_folder.empty()) write_svgs(settings.svg_folder, record, *spool);
    // A checkpoint at the end says that nothing is left to do, and no longer needs the rows.
    if (checkpointed) {
      RunSettings finished = settings;
      finished.rows_file.clear();
      finished.output.clear();
      finished.svg_folder.clear();
      write_checkpoint(job.checkpoint, {finished, run.position()}, POLHODE_VERSION);
    }
    spool->remove();
  }
  return record;
}

/// Of the start; what comes later is not known before the run.
double speed_of(const Scenario& scenario) {
  return norm(scenario.inertia.angular_velocity(scenario.start.m));
}

/// Players turn a body the shorter way from one key to the next. Where the scenario leaves the rows to the program, they come so often
/// that it cannot turn by more, even if it becomes 24 times faster than at the start.
OutputTimes times_of_keys(const Scenario& scenario) {
  constexpr double kMostRows = 1e6;
  OutputTimes times = scenario.output_times;
  const double speed = speed_of(scenario), span = scenario.end_time - scenario.start_time;
  if (!times.given() && scenario.output_every == 1 && speed > 0 && speed * span > kKeyTurn)
    times.step = std::max(kKeyTurn / speed, span / kMostRows);
  return times;
}

int work(const Job& job, const ReadResult& read, const std::vector<Requirement>& required, const Talk& talk) {
  const RunSettings& settings = job.settings;
  Task task = read.scenario.task(read.choice);
  task.estimate = settings.estimate;
  if (fs::path(settings.output).extension() == ".glb") task.output_times = times_of_keys(read.scenario);
  note_stops();
  std::optional<Run> made;
  try {
    Progress progress(talk.quiet || talk.json);
    task.watch = [&](double part) {
      progress(part);
      return !stop_wanted();
    };
    made.emplace(std::move(task));
  } catch (const Stopped&) {
    std::fprintf(stderr, "polhode: interrupted while the steps for the accuracy were chosen; nothing was written\n");
    return kInterrupted;
  } catch (const KeyFault& bad) {
    throw Refusal({{Fault{0, "run." + bad.key, bad.what()}, settings.scenario_file}});
  }
  Run& run = *made;
  check_conserved(required, run);

  std::optional<Spool> spool;
  if (job.from) {
    run.restore(job.from->position);
    try {
      if (!settings.rows_file.empty())
        spool = Spool::reopen(settings.rows_file, job.from->position.rows, job.from->rows_checksum);
    } catch (const OutputError& error) {
      throw CheckpointError(job.checkpoint.string(),
                            error.what());  // not a disk that is full: what is there cannot be gone on from
    }
  }

  for (const fs::path& folder :
       {fs::path(settings.output).parent_path(), job.checkpoint.parent_path(), fs::path(settings.svg_folder)})
    if (!folder.empty()) remove_abandoned_parts(folder);

  ScenarioRecord record;
  bool checkpointed = job.from != nullptr;
  try {
    record = run_to_files(job, run, read.scenario, spool, checkpointed, talk);
  } catch (const UnfitRows&) {
    if (spool && !checkpointed) spool->remove();
    throw;
  } catch (const OutputError& error) {
    if (spool && !checkpointed) spool->remove();
    throw OutputError(
        std::string(error.what()) +
        (checkpointed ? "; the run is saved up to its last checkpoint: make room, then go on with polhode resume " +
                            job.checkpoint.string()
                      : "; the run is lost: make room and begin again (with --checkpoint FILE --checkpoint-every "
                        "N, polhode resume FILE can go on)"));
  }
  if (talk.json)
    std::printf("%s\n", summary_json(record).c_str());
  else if (!talk.quiet) {
    const bool to_stdout = is_stdout(settings.output);  // which has no room for more
    std::fputs(summary_text(record).c_str(), to_stdout ? stderr : stdout);
    if (record.whole() && !settings.output.empty() && !to_stdout) {
      const fs::path beside = events_file(settings.output, record.events);
      std::printf("  written  %s%s\n", settings.output.c_str(), beside.empty() ? "" : (", " + beside.string()).c_str());
    }
    if (record.whole() && !settings.svg_folder.empty()) std::printf("  pictures %s\n", settings.svg_folder.c_str());
  }
  if (!record.done()) {
    std::fprintf(stderr, "polhode: %s: %s\n", std::string(record.outcome_name()).c_str(), record.cause.c_str());
    if (checkpointed && !record.whole())
      std::fprintf(stderr, "polhode: to go on: polhode resume %s\n", job.checkpoint.c_str());
    return record.interrupted ? kInterrupted : kFailed;
  }
  // A run may reach its end and be worthless all the same; nobody reads numbers without being told.
  for (const std::string& warning : record.certificate.warnings)
    std::fprintf(stderr, "polhode: warning: %s\n", warning.c_str());
  const std::string broken = violated(required, record.certificate);
  std::fputs(broken.c_str(), stderr);
  return broken.empty() ? kDone : kFailed;
}

/// Where rows wait until the run has ended; empty if none are written.
std::string rows_file_of(const RunSettings& settings, const fs::path& checkpoint) {
  if (settings.output.empty() && settings.svg_folder.empty()) return "";
  if (!checkpoint.empty()) return new_rows_file(checkpoint).string();
  if (settings.output.empty()) return settings.svg_folder + "/run.rows";
  if (!is_stdout(settings.output)) return target_of(settings.output).string() + ".rows";
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error)
    throw Refusal(
        "TMPDIR: rows on their way to standard output wait in the folder for temporary files, which cannot be used: " +
        error.message());
  return (folder / ("polhode-" + std::to_string(getpid()) + ".rows")).string();
}

/// The rows of the checkpoint that a run will replace, if they are its own; empty if there are none. A copy names those of
/// another, and of one that cannot be read nobody knows.
fs::path rows_to_replace(const fs::path& checkpoint) {
  if (!fs::exists(checkpoint)) return {};
  try {
    const fs::path rows = read_checkpoint(checkpoint, POLHODE_VERSION).settings.rows_file;
    return is_rows_file_of(rows, checkpoint) ? rows : fs::path();
  } catch (const CheckpointError&) {
    return {};
  }
}

/// What the scenario lacks for an output of that name, as far as it is known before the run.
std::vector<Fault> faults_for_output(const fs::path& output, const Scenario& scenario) {
  const std::string ending = output.extension().string();
  std::vector<Fault> faults;
  if (const std::string missing = missing_for(ending, scenario.object); !missing.empty())
    faults.push_back(
        {0, "object.epoch",
         "is needed for " + output.string() + ": " + missing + "; write [object] and epoch = 2026-11-19T00:00:00Z"});
  const double step = times_of_keys(scenario).step, speed = speed_of(scenario);
  if (ending == ".glb" && step * speed > kLargestTurn)
    faults.push_back({0, scenario.output_times.given() ? "run.output_step" : "run.end",
                      "from row to row, " + to_text(step) +
                          " s, the body turns by more than 120 degrees, and players of " + output.string() +
                          " would turn it the other way round" +
                          (scenario.output_times.given() ? "; take at most " + brief(kLargestTurn / speed / 2)
                                                         : "; a million rows are not enough, take a shorter run")});
  return faults;
}

}  // namespace

int run(const RunOptions& options) {
  // Everything that can be wrong is looked at before anything is written.
  const ReadResult read = read_scenario_file(options.scenario, options.overrides);
  InputFaults faults;
  faults.add(read.scenario.file, read.faults);
  if (!options.checkpoint.empty() && options.checkpoint_every <= 0)
    faults.add("--checkpoint needs --checkpoint-every N, the number of steps between checkpoints, 1 or more");
  if (options.checkpoint.empty() && options.checkpoint_every != 0)
    faults.add("--checkpoint-every needs --checkpoint FILE");
  NamedFiles files(options.talk.json);
  files.reads_scenario(options.scenario, read.scenario);
  files.writes_rows(options.output, read.scenario.events);
  if (read.faults.empty()) faults.add(read.scenario.file, faults_for_output(options.output, read.scenario));
  files.writes_checkpoint(options.checkpoint);
  files.writes_pictures(options.svg_folder, run_pictures());
  faults.add(files.faults());
  std::vector<Requirement> required;
  try {
    required = requirements(options.require);
  } catch (const InvalidInput& error) {
    faults.add(error.what());
  }
  faults.refuse_if_any();

  Job job;
  job.settings = {
      {read.scenario.file, read.scenario.text, options.overrides, read.scenario.files, whole_path(options.output)},
      whole_path(options.svg_folder),
      options.require,
      !options.no_estimate,
      "",
      options.checkpoint_every};
  job.checkpoint = whole_path(options.checkpoint);
  std::optional<Claim> claim;
  if (!job.checkpoint.empty()) claim.emplace(job.checkpoint);
  job.settings.rows_file = rows_file_of(job.settings, job.checkpoint);
  job.replaced_rows = rows_to_replace(job.checkpoint);
  return work(job, read, required, options.talk);
}

int resume(const std::string& file, const Talk& talk, Ranks& ranks) {
  if (is_ensemble_checkpoint(file)) return resume_ensemble(file, talk, ranks);
  read_checkpoint(file, POLHODE_VERSION);  // no claim on what is none
  const Claim claim(file);
  const Checkpoint checkpoint = read_checkpoint(file, POLHODE_VERSION);
  const Job job{checkpoint.settings, whole_path(file), &checkpoint};
  const RunSettings& settings = job.settings;
  const ReadResult read = read_scenario(settings);
  InputFaults faults;
  faults.add(settings.scenario_file, read.faults);
  NamedFiles files(talk.json, "of the run that is resumed");
  files.writes_rows(settings.output, read.scenario.events);
  files.writes_checkpoint(file);
  files.writes_pictures(settings.svg_folder, run_pictures());
  faults.add(files.faults());
  faults.refuse_if_any();
  return work(job, read, requirements(settings.require), talk);
}

}  // namespace polhode::program

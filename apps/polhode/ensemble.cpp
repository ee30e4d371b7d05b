// ensemble.cpp -- `polhode ensemble`: many bodies at once, and one of them as a scenario
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <unistd.h>

#include "commands.hpp"
#include "job.hpp"
#include "output/checkpoint.hpp"
#include "output/ensemble_checkpoint.hpp"
#include "output/ensemble_files.hpp"
#include "output/files.hpp"
#include "output/owner.hpp"
#include "output/refusal.hpp"
#include "output/stream.hpp"
#include "scenario/ensemble_reader.hpp"

namespace polhode::program {

namespace fs = std::filesystem;

namespace {

std::string bytes_text(double bytes) {
  const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  int unit = 0;
  while (bytes >= 1000 && unit < 6) bytes /= 1000, ++unit;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %s", bytes, units[unit]);
  return text;
}

/// Why so many bodies are too many for the memory, or their file for the disk; empty if they are not.
std::string too_many_for_memory(const EnsembleSpec& spec) {
  const auto need = double(ensemble_memory_bytes(spec.bodies, spec.questions));
  const double have = double(::sysconf(_SC_PHYS_PAGES)) * double(::sysconf(_SC_PAGE_SIZE));
  if (!(need > have)) return "";
  return std::to_string(spec.bodies) + " bodies need " + bytes_text(need) + " of memory, and this machine has " +
         bytes_text(have);
}
std::string too_many_for_disk(const EnsembleSpec& spec, const fs::path& output) {
  if (output.empty() || is_stdout(output)) return "";
  std::error_code error;
  const fs::path folder = fs::absolute(output).parent_path();
  const fs::space_info space = fs::space(folder, error);
  const double need = double(ensemble_file_bytes(output.extension().string(), spec.bodies, spec.questions));
  if (error || !(need > double(space.available))) return "";
  return output.string() + ": " + std::to_string(spec.bodies) + " bodies take about " + bytes_text(need) +
         ", and there are " + bytes_text(double(space.available)) + " left on the disk";
}

/// What there is no body for: how many, and the first of them.
Refusal refusal_of(const VariedBodies& bodies, const std::string& file, std::size_t first, std::size_t count,
                   std::size_t of) {
  Fault fault{bodies.spec().line, "ensemble", "body " + std::to_string(first) + " cannot be"};
  try {
    Problem problem = bodies.common();
    bodies.make(first, problem);
  } catch (const KeyFault& bad) {
    fault = fault_of_body(bodies.spec(), first, bad);
  }
  fault.message += "; " + std::to_string(count) + " of " + std::to_string(of) + (of == 1 ? " body" : " bodies") +
                   " cannot be" + (bodies.spec().reject ? "" : " (ensemble.reject = true draws such bodies again)");
  return Refusal({{fault, file}});
}

/// Looks at all bodies before a long run begins. Throws a Refusal.
void refuse_impossible(const VariedBodies& bodies, const std::string& file) {
  Problem problem = bodies.common();
  std::size_t first = 0, count = 0;
  for (std::size_t i = 0; i < bodies.spec().bodies && !stop_wanted(); ++i) try {
      bodies.make(i, problem);
    } catch (const KeyFault&) {
      if (count++ == 0) first = i;
    }
  if (count > 0) throw refusal_of(bodies, file, first, count, bodies.spec().bodies);
}

int write_body(std::size_t i, const EnsembleOptions& options, const Scenario& scenario, const VariedBodies& bodies) {
  const fs::path folder = options.output.empty() ? fs::current_path() : fs::absolute(options.output).parent_path();
  std::string text;
  try {
    text = scenario_of_body(scenario, options.overrides, bodies, i, folder);
  } catch (const KeyFault& bad) {
    throw Refusal({{fault_of_body(bodies.spec(), i, bad), scenario.file}});
  }
  if (options.output.empty())
    std::fputs(text.c_str(), stdout);
  else
    replace_file(options.output, [&](std::FILE* file) { put(file, text); });
  return kDone;
}

/// Everything that can be wrong, before anything is written; the ensemble with its tables.
EnsembleSpec checked(const EnsembleOptions& options, ReadResult& read) {
  InputFaults faults;
  Scenario& s = read.scenario;
  if (read.faults.empty() && !s.ensemble)
    read.faults.push_back({0, "ensemble", "missing: a table [ensemble] with the number of bodies, or --bodies N"});
  if (read.faults.empty() && s.energy_correction > 0)
    read.faults.push_back({0, "run.energy_correction", "is not for ensembles; polhode run takes one body with it"});
  if (read.faults.empty()) read.faults = read_ensemble_tables(s);
  if (read.faults.empty() && s.ensemble) {
    if (const std::string why = too_many_for_memory(*s.ensemble); !why.empty())
      read.faults.push_back({s.ensemble->line, "ensemble.bodies", why});
    if (const std::string why = too_many_for_disk(*s.ensemble, options.output); !why.empty() && !options.body)
      faults.add("-o: " + why);
  }
  faults.add(s.file, read.faults);
  if (options.threads < 0 || options.threads > 4096)
    faults.add("--threads: " + std::to_string(options.threads) +
               " must be from 1 to 4096, or 0 for one on each processor");
  if (is_stdout(options.output) && options.talk.json)
    faults.add("-o - and --json both write to standard output; give -o a file");
  if (options.body.has_value() != options.as_scenario) faults.add("--body I and --as-scenario go together");
  if (options.body && s.ensemble && (*options.body < 0 || std::size_t(*options.body) >= s.ensemble->bodies))
    faults.add("--body: there is no body " + std::to_string(*options.body) + "; the first is 0, the last " +
               std::to_string(s.ensemble->bodies - 1));
  const std::vector<std::string> scenario_endings{".toml"};
  if (!options.output.empty()) {
    const std::string why =
        why_not_writable(options.output, options.as_scenario ? scenario_endings : ensemble_endings());
    if (!why.empty()) faults.add("-o: " + why);
    if (same_file(options.output, options.scenario)) faults.add(options.output + " is the scenario itself");
    for (const InputFile& file : s.files)
      if (same_file(options.output, file.path)) faults.add(options.output + " is a table of the scenario");
  }
  if (!options.checkpoint.empty()) {
    if (const std::string why = why_not_writable(options.checkpoint, {}); !why.empty())
      faults.add("--checkpoint: " + why);
    if (!may_become_checkpoint(options.checkpoint))
      faults.add(
          "--checkpoint: " + options.checkpoint +
          " is there and is no checkpoint of polhode: it would be replaced (another name was meant? Else remove it)");
    if (is_stdout(options.output))
      faults.add("--checkpoint: what has gone to standard output cannot be written again; give -o a file");
    if (!options.output.empty() && same_file(options.checkpoint, options.output))
      faults.add("--checkpoint and -o name the same file");
    if (same_file(options.checkpoint, options.scenario)) faults.add(options.checkpoint + " is the scenario itself");
    for (const InputFile& file : s.files)
      if (same_file(options.checkpoint, file.path)) faults.add(options.checkpoint + " is a table of the scenario");
    if (options.body) faults.add("--checkpoint: with --as-scenario nothing is run");
  }
  if (options.checkpoint_every < 0 || (options.checkpoint_every > 0 && options.checkpoint.empty()))
    faults.add(options.checkpoint_every < 0 ? "--checkpoint-every: the number of bodies must be at least 1"
                                            : "--checkpoint-every needs --checkpoint FILE");
  faults.refuse_if_any();
  return std::move(s.ensemble).value_or(EnsembleSpec{});  // there is one: else refused
}

/// Bodies of a block that is saved at once, if nothing else is said: so many parts, but not too small ones.
constexpr std::size_t kParts = 64, kFewest = 4096;

struct Job {
  std::string output, checkpoint;  // whole paths; empty: none
  int threads = 0;
  Talk talk;
};

/// All bodies, or those that the checkpoint has not yet; stops when it is asked to.
EnsembleResult run_blocks(const VariedBodies& bodies, EnsembleTask task, const Talk& talk,
                          EnsembleCheckpoint* checkpoint) {
  const std::size_t n = bodies.spec().bodies;
  Progress progress(talk.quiet || talk.json);
  std::size_t before = 0;
  task.watch = [&](std::size_t done) {
    progress(double(before + done) / double(n));
    return !stop_wanted();
  };
  if (!checkpoint) {
    task.count = n;
    return run_ensemble(bodies, task);
  }
  EnsembleResult all(n, task.questions);
  checkpoint->load(all);
  const auto every = std::size_t(checkpoint->settings().every);
  for (std::size_t first = 0; first < n && !stop_wanted(); first += task.count) {
    task.first = first;
    task.count = std::min(every, n - first);
    before = first;
    if (all.outcome[first] != BodyOutcome::not_run) continue;  // blocks are saved as a whole
    const EnsembleResult part = run_ensemble(bodies, task);
    put_part(all, first, part);
    if (std::ranges::count(part.outcome, BodyOutcome::not_run) == 0) checkpoint->add(first, part);
  }
  return all;
}

void say(const Job& job, const EnsembleRecord& record, const std::string& written) {
  if (job.talk.json) {
    std::printf("%s\n", ensemble_json(record).c_str());
  } else if (!job.talk.quiet) {
    const bool to_stdout = is_stdout(job.output);  // which has no room for more
    std::fputs(ensemble_text(record).c_str(), to_stdout ? stderr : stdout);
    if (!record.scenario.events.empty() && record.ensemble.questions.events.empty())
      std::fprintf(to_stdout ? stderr : stdout, "  events   are not watched: ensemble.quantities leaves them out\n");
    if (!written.empty() && !to_stdout) std::printf("  written  %s\n", written.c_str());
  }
}

int work(const Job& job, ReadResult read, EnsembleSpec spec, const Overrides& flags, EnsembleCheckpoint* checkpoint) {
  EnsembleRecord record;
  record.flags = flags;
  record.version = POLHODE_VERSION;
  record.choice = read.choice;
  if (read.scenario.accuracy > 0) record.choice = choice_to_accuracy(read.choice, read.scenario, spec.questions);
  const Problem& common = read.scenario;
  const VariedBodies bodies(common, std::move(spec));
  record.bodies = &bodies;
  record.scenario = std::move(read.scenario);
  record.ensemble = bodies.spec();
  for (Variation& v : record.ensemble.variations) v.table = {};  // one copy is enough

  note_stops();
  const std::size_t n = bodies.spec().bodies;
  const std::string& file = record.scenario.file;
  // A free body takes as long as its check; under torques nobody wants to hear of it at the end.
  if (!bodies.common().is_free() && bodies.may_refuse()) refuse_impossible(bodies, file);
  for (const std::string& path : {job.output, job.checkpoint})
    if (!path.empty() && !is_stdout(path)) remove_abandoned_parts(fs::path(path).parent_path());

  EnsembleTask task;
  task.choice = record.choice;
  task.steps = record.scenario.steps;
  task.accuracy = record.scenario.accuracy;
  task.questions = bodies.spec().questions;
  task.threads = job.threads;
  record.threads = job.threads > 0 ? job.threads : int(std::max(1u, std::thread::hardware_concurrency()));
  const auto start = std::chrono::steady_clock::now();
  try {
    record.result = run_blocks(bodies, task, job.talk, checkpoint);
  } catch (const KeyFault& bad) {
    throw Refusal({{Fault{0, "run." + bad.key, bad.what()}, file}});
  } catch (const InvalidInput& bad) {
    throw Refusal({{Fault{0, "run", bad.what()}, file}});
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  if (const std::size_t refused = record.count(BodyOutcome::refused); refused > 0) {
    const auto first = std::ranges::find(record.result.outcome, BodyOutcome::refused);
    throw refusal_of(bodies, file, std::size_t(first - record.result.outcome.begin()), refused, n);
  }
  const bool interrupted = record.count(BodyOutcome::not_run) > 0;
  fs::path written = job.output;
  if (!written.empty() && interrupted && !is_stdout(written)) written = partial_name(written);
  if (!written.empty()) write_ensemble(written, record);
  say(job, record, written.string());

  if (interrupted) {
    std::fprintf(stderr, "polhode: interrupted after %zu of %zu bodies%s\n", n - record.count(BodyOutcome::not_run), n,
                 written.empty() ? "" : ("; what there is has been written to " + written.string()).c_str());
    if (checkpoint) std::fprintf(stderr, "polhode: to go on: polhode resume %s\n", job.checkpoint.c_str());
    return kInterrupted;
  }
  int code = kDone;
  for (const BodyOutcome bad : {BodyOutcome::not_converged, BodyOutcome::non_finite, BodyOutcome::inaccurate}) {
    const std::size_t count = record.count(bad);
    if (count == 0) continue;
    const auto first = std::ranges::find(record.result.outcome, bad);
    std::fprintf(stderr,
                 "polhode: %s%zu of %zu bodies: %s, the first of them body %td (to run it alone: --body %td "
                 "--as-scenario -o body.toml)\n",
                 bad == BodyOutcome::inaccurate ? "warning: " : "", count, n, std::string(name_of(bad)).c_str(),
                 first - record.result.outcome.begin(), first - record.result.outcome.begin());
    if (bad != BodyOutcome::inaccurate) code = kFailed;
  }
  return code;
}

}  // namespace

int ensemble(const EnsembleOptions& options) {
  ReadResult read = read_scenario_file(options.scenario, options.overrides);
  EnsembleSpec spec = checked(options, read);
  if (options.body) {
    const Problem& common = read.scenario;
    const VariedBodies bodies(common, std::move(spec));
    return write_body(std::size_t(*options.body), options, read.scenario, bodies);
  }
  Job job{whole_path(options.output), whole_path(options.checkpoint), options.threads, options.talk};
  if (job.checkpoint.empty()) return work(job, std::move(read), std::move(spec), options.overrides, nullptr);

  const Claim claim(job.checkpoint);
  EnsembleSettings settings{read.scenario.file,
                            read.scenario.text,
                            options.overrides,
                            job.output,
                            0,
                            {},
                            {},
                            numbers_of_a_body(spec.questions)};
  settings.every =
      options.checkpoint_every > 0 ? std::uint64_t(options.checkpoint_every) : std::max(kFewest, spec.bodies / kParts);
  for (const InputFile& one : read.scenario.files)
    if (!one.text.empty()) settings.files.push_back(one);  // those of torques
  for (const Variation& v : spec.variations) settings.tables.push_back(v.table);
  EnsembleCheckpoint checkpoint = EnsembleCheckpoint::create(job.checkpoint, settings, POLHODE_VERSION);
  return work(job, std::move(read), std::move(spec), options.overrides, &checkpoint);
}

int resume_ensemble(const std::string& file, const Talk& talk) {
  const Claim claim(file);
  EnsembleCheckpoint checkpoint = EnsembleCheckpoint::reopen(file, POLHODE_VERSION);
  const EnsembleSettings& settings = checkpoint.settings();
  if (!settings.output.empty())
    if (const std::string why = why_not_writable(settings.output, ensemble_endings()); !why.empty())
      throw Refusal("the output of this run: " + why);
  ReadResult read = read_scenario(settings.scenario_text, settings.scenario_file, settings.overrides, settings.files);
  InputFaults faults;
  faults.add(settings.scenario_file, read.faults);
  faults.refuse_if_any();
  if (!read.scenario.ensemble || read.scenario.ensemble->variations.size() != settings.tables.size())
    throw CheckpointError(file + ": the checkpoint is damaged: its scenario has another ensemble");
  EnsembleSpec spec = std::move(*read.scenario.ensemble);
  for (std::size_t i = 0; i < settings.tables.size(); ++i) spec.variations[i].table = settings.tables[i];
  return work({settings.output, whole_path(file), 0, talk}, std::move(read), std::move(spec), settings.overrides,
              &checkpoint);
}

}  // namespace polhode::program

// ensemble.cpp -- `polhode ensemble`: many bodies at once, and one of them as a scenario
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "commands.hpp"
#include "ensemble_job.hpp"
#include "job.hpp"
#include "output/checkpoint.hpp"
#include "output/ensemble_checkpoint.hpp"
#include "output/ensemble_files.hpp"
#include "output/ensemble_h5.hpp"
#include "output/files.hpp"
#include "output/named_files.hpp"
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

/// Why so many bodies are too many for the memory, or their files for the disk; empty if they are not.
std::string too_many_for_memory(const EnsembleSpec& spec, const Ranks& ranks) {
  // Rank 0 has all of them, the others on this machine have their own as well.
  const double need = double(ensemble_memory_bytes(spec.bodies, spec.questions)) *
                      (1 + double(ranks.on_this_machine() - 1) / ranks.size());
  const double have = double(::sysconf(_SC_PHYS_PAGES)) * double(::sysconf(_SC_PAGE_SIZE));
  if (!(need > have)) return "";
  return std::to_string(spec.bodies) + " bodies need " + bytes_text(need) + " of memory, and this machine has " +
         bytes_text(have);
}
std::string too_large_for_disk(std::size_t bodies, const fs::path& path, double need) {
  if (path.empty() || is_stdout(path)) return "";
  std::error_code error;
  const fs::path folder = fs::absolute(path).parent_path();
  const fs::space_info space = fs::space(folder, error);
  if (error || !(need > double(space.available))) return "";
  return path.string() + ": " + std::to_string(bodies) + " bodies take about " + bytes_text(need) + ", and there are " +
         bytes_text(double(space.available)) + " left on the disk";
}

std::string why_not_h5(const fs::path& output) {
  if (output.extension() != ".h5") return "";
  if (std::string why; !h5_calls(why)) return output.string() + ": " + why + "; .npz has the same arrays";
  return is_stdout(output) ? "HDF5 goes to a file, not to standard output; give -o a name" : "";
}

std::string too_many_ranks(const EnsembleSpec& spec, const Ranks& ranks) {
  if (std::size_t(ranks.size()) <= spec.bodies) return "";
  return std::to_string(ranks.size()) + " ranks for " + std::to_string(spec.bodies) +
         (spec.bodies == 1 ? " body" : " bodies") + ": each rank needs one at least (mpirun -np N takes fewer)";
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
EnsembleSpec checked(const EnsembleOptions& options, ReadResult& read, const Ranks& ranks) {
  InputFaults faults;
  Scenario& s = read.scenario;
  if (read.faults.empty() && !s.ensemble)
    read.faults.push_back({0, "ensemble", "missing: a table [ensemble] with the number of bodies, or --bodies N"});
  if (read.faults.empty() && s.energy_correction > 0)
    read.faults.push_back({0, "run.energy_correction", "is not for ensembles; polhode run takes one body with it"});
  if (read.faults.empty()) read.faults = read_ensemble_tables(s);
  if (read.faults.empty() && s.ensemble) {
    const std::size_t n = s.ensemble->bodies;
    if (const std::string why = too_many_for_memory(*s.ensemble, ranks); !why.empty())
      read.faults.push_back({s.ensemble->line, "ensemble.bodies", why});
    const fs::path& output = options.output;
    const auto bytes = double(ensemble_file_bytes(output.extension().string(), n, s.ensemble->questions));
    if (const std::string why = too_large_for_disk(n, output, bytes); !why.empty() && !options.body)
      faults.add("-o: " + why);
    if (const std::string why =
            too_large_for_disk(n, options.checkpoint, double(ensemble_checkpoint_bytes(n, s.ensemble->questions)));
        !why.empty())
      faults.add("--checkpoint: " + why);
    if (const std::string why = too_many_ranks(*s.ensemble, ranks); !why.empty() && !options.body) faults.add(why);
  }
  faults.add(s.file, read.faults);
  if (options.threads < 0 || options.threads > 4096)
    faults.add("--threads: " + std::to_string(options.threads) +
               " must be from 1 to 4096, or 0 for one on each processor");
  if (options.body.has_value() != options.as_scenario) faults.add("--body I and --as-scenario go together");
  if (options.body && s.ensemble && (*options.body < 0 || std::size_t(*options.body) >= s.ensemble->bodies))
    faults.add("--body: there is no body " + std::to_string(*options.body) + "; the first is 0, the last " +
               std::to_string(s.ensemble->bodies - 1));
  const std::vector<std::string> scenario_endings{".toml"};
  NamedFiles files(options.talk.json);
  files.reads_scenario(options.scenario, s);
  files.writes("-o", options.output, options.as_scenario ? scenario_endings : ensemble_endings());
  files.writes_checkpoint(options.checkpoint);
  faults.add(files.faults());
  if (const std::string no = why_not_h5(options.output); !no.empty()) faults.add("-o: " + no);
  if (!options.checkpoint.empty() && options.body) faults.add("--checkpoint: with --as-scenario nothing is run");
  if (options.checkpoint_every < 0 || (options.checkpoint_every > 0 && options.checkpoint.empty()))
    faults.add(options.checkpoint_every < 0 ? "--checkpoint-every: the number of bodies must be at least 1"
                                            : "--checkpoint-every needs --checkpoint FILE");
  faults.refuse_if_any();
  return std::move(s.ensemble).value_or(EnsembleSpec{});  // there is one: else refused
}

}  // namespace

int ensemble(const EnsembleOptions& options, Ranks& ranks) {
  ReadResult read = read_scenario_file(options.scenario, options.overrides);
  EnsembleSpec spec = checked(options, read, ranks);
  if (options.body) {
    const Problem& common = read.scenario;
    const VariedBodies bodies(common, std::move(spec));
    return write_body(std::size_t(*options.body), options, read.scenario, bodies);
  }
  EnsembleJob job;
  job.settings = {{read.scenario.file, read.scenario.text, options.overrides, {}, whole_path(options.output)},
                  0,
                  {},
                  numbers_of_a_body(spec.questions)};
  job.checkpoint = whole_path(options.checkpoint);
  job.threads = options.threads;
  job.talk = options.talk;
  job.settings.every = job.checkpoint.empty()         ? block_of_one_round(spec.bodies, ranks.size())
                       : options.checkpoint_every > 0 ? std::min(spec.bodies, std::size_t(options.checkpoint_every))
                                                      : block_to_save(spec.bodies, ranks.size());
  for (const InputFile& one : read.scenario.files)
    if (!one.text.empty()) job.settings.files.push_back(one);  // those of torques
  for (const Variation& v : spec.variations) job.settings.tables.push_back(v.table);
  if (job.checkpoint.empty()) return work(job, std::move(read), std::move(spec), nullptr, ranks);

  const Claim claim(job.checkpoint);
  EnsembleCheckpoint checkpoint = EnsembleCheckpoint::create(job.checkpoint, job.settings, POLHODE_VERSION);
  return work(job, std::move(read), std::move(spec), &checkpoint, ranks);
}

int resume_ensemble(const std::string& file, const Talk& talk, Ranks& ranks) {
  const Claim claim(file);
  EnsembleCheckpoint checkpoint = EnsembleCheckpoint::reopen(file, POLHODE_VERSION);
  EnsembleJob job;
  job.settings = checkpoint.settings();
  job.checkpoint = whole_path(file);
  job.talk = talk;
  InputFaults faults;
  NamedFiles files(talk.json, "of the run that is resumed");
  files.writes("-o", job.settings.output, ensemble_endings());
  files.writes_checkpoint(file);
  faults.add(files.faults());
  if (const std::string why = why_not_h5(job.settings.output); !why.empty())
    faults.add("-o of the run that is resumed: " + why);
  EnsembleSpec spec;
  ReadResult read = read_again(job.settings, spec);
  faults.add(job.settings.scenario_file, read.faults);
  if (const std::string why = too_many_ranks(spec, ranks); !why.empty() && read.faults.empty()) faults.add(why);
  faults.refuse_if_any();
  return work(job, std::move(read), std::move(spec), &checkpoint, ranks);
}

}  // namespace polhode::program

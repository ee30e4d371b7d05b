// ensemble_work.cpp -- the bodies of an ensemble, moved by one process or by several ranks
//
// Rank 0 has read and checked everything. It gives an order, the settings of the job, to the others, who read the scenario from
// them; then all do the same: look at their bodies, move their blocks, save them, and hand over what they have.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ensemble/on_threads.hpp"
#include "ensemble_job.hpp"
#include "job.hpp"
#include "output/checkpoint.hpp"
#include "output/ensemble_columns.hpp"
#include "output/ensemble_files.hpp"
#include "output/ensemble_h5.hpp"
#include "output/ensemble_plots.hpp"
#include "output/files.hpp"
#include "output/owner.hpp"
#include "output/refusal.hpp"
#include "scenario/ensemble_reader.hpp"

namespace polhode::program {

namespace fs = std::filesystem;

namespace {

using Outcome = EnsembleRecord::Outcome;

/// What there is no body for: how many, and the first of them.
Refusal refusal_of(const VariedBodies& bodies, const std::string& file, const Outcome& bad) {
  const auto first = std::size_t(bad.first), of = bodies.spec().bodies;
  Fault fault{bodies.spec().line, "ensemble", "body " + std::to_string(first) + " cannot be"};
  try {
    Problem problem = bodies.common();
    bodies.make(first, problem);
  } catch (const KeyFault& why) {
    fault = fault_of_body(bodies.spec(), first, why);
  }
  fault.message += "; " + std::to_string(bad.count) + " of " + std::to_string(of) + (of == 1 ? " body" : " bodies") +
                   " cannot be" + (bodies.spec().reject ? "" : " (ensemble.reject = true draws such bodies again)");
  return Refusal({{fault, file}});
}

void put_together(std::span<Outcome> all, Ranks& ranks) {
  std::vector<std::uint64_t> counts, firsts;
  for (const Outcome& one : all) counts.push_back(one.count), firsts.push_back(one.first);
  ranks.add_up(counts);
  ranks.find_least(firsts);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {counts[i], firsts[i]};
}

/// Looks at all bodies before a long run begins; each rank at its part of them.
Outcome impossible(const VariedBodies& bodies, int threads, Ranks& ranks) {
  const std::size_t n = bodies.spec().bodies, from = n * std::size_t(ranks.rank()) / std::size_t(ranks.size()),
                    to = n * (std::size_t(ranks.rank()) + 1) / std::size_t(ranks.size());
  constexpr std::size_t kPart = 4096;
  std::vector<Outcome> found((to - from + kPart - 1) / kPart);
  on_threads(to - from, kPart, threads, [&](std::size_t first, std::size_t size) {
    Problem problem = bodies.common();
    Outcome& part = found[first / kPart];
    for (std::size_t i = from + first; i < from + first + size; ++i) try {
        bodies.make(i, problem);
      } catch (const KeyFault&) {
        if (part.count++ == 0) part.first = i;
      }
    return !stop_wanted();
  });
  Outcome all;
  for (const Outcome& part : found) all.count += part.count, all.first = std::min(all.first, part.first);
  put_together({&all, 1}, ranks);
  return all;
}

/// The blocks of this rank, but for those that the checkpoint has; stops when it is asked to.
void move_blocks(const VariedBodies& bodies, EnsembleTask task, const Blocks& blocks, Progress& progress,
                 EnsembleCheckpoint* checkpoint, EnsembleResult& results) {
  std::size_t before = 0;
  const double own = double(std::max<std::size_t>(1, blocks.own_bodies()));
  task.watch = [&](std::size_t done) {
    progress(double(before + done) / own);
    return !stop_wanted();
  };
  task.stopped = [] { return stop_wanted(); };
  blocks.each_own([&](std::size_t b) {
    if (stop_wanted()) return results.forget(blocks.place(b), blocks.size(b));
    task.first = blocks.first(b);
    task.count = blocks.size(b);
    const std::size_t place = blocks.place(b);
    if (!checkpoint || !checkpoint->load(b, task.first, task.count, results, place)) {
      run_ensemble(bodies, task, results, place);
      const auto outcomes = std::span(results.outcome).subspan(place, task.count);
      if (checkpoint && std::ranges::count(outcomes, BodyOutcome::not_run) == 0)
        checkpoint->save(b, task.first, task.count, results, place);
    }
    before += task.count;
  });
}

/// What the other ranks have comes to rank 0.
void gather(const Blocks& blocks, Ranks& ranks, EnsembleResult& results) {
  const auto each_column = [&](std::size_t b, const auto& f) {
    const std::size_t place = blocks.place(b), n = blocks.size(b);
    for (BodyNumbers* column : numbers_of(results)) f(std::as_writable_bytes(std::span(*column).subspan(place, n)));
    f(std::as_writable_bytes(std::span(results.outcome).subspan(place, n)));
  };
  for (std::size_t b = 0; b < blocks.count(); ++b)
    if (const int owner = blocks.owner(b); ranks.leads() && owner != 0)
      each_column(b, [&](std::span<std::byte> bytes) { ranks.receive(owner, bytes); });
    else if (!ranks.leads() && owner == ranks.rank())
      each_column(b, [&](std::span<const std::byte> bytes) { ranks.send(bytes); });
}

/// How many bodies had which outcome.
void count_outcomes(const Blocks& blocks, Ranks& ranks, EnsembleRecord& record) {
  blocks.each_own([&](std::size_t b) {
    for (std::size_t k = 0; k < blocks.size(b); ++k) {
      Outcome& one = record.outcomes[std::size_t(record.result.outcome[blocks.place(b) + k])];
      one.first = std::min<std::uint64_t>(one.first, blocks.first(b) + k);
      ++one.count;
    }
  });
  put_together(record.outcomes, ranks);
}

/// What all ranks do; the record is whole on rank 0, and if that is not needed, each has its own blocks. Throws InvalidInput on all of
/// them alike.
struct Moved {
  EnsembleRecord record;
  Blocks blocks;
  std::optional<Outcome> impossible;  // bodies that cannot be; then nothing was moved
};
Moved move(const EnsembleJob& job, const VariedBodies& bodies, EnsembleRecord record, EnsembleCheckpoint* checkpoint,
           Ranks& ranks) {
  note_stops();
  const bool to_h5 = fs::path(job.settings.output).extension() == ".h5";
  const bool gathered = !(job.talk.quiet && (to_h5 || job.settings.output.empty()));
  Moved moved{std::move(record), {}, {}};
  moved.record.bodies = &bodies;
  moved.blocks = {bodies.spec().bodies, std::size_t(job.settings.every), ranks.rank(), ranks.size(),
                  ranks.leads() && gathered};
  EnsembleRecord& r = moved.record;
  const int processors = int(std::max(1u, std::thread::hardware_concurrency()));
  r.ranks = ranks.size();
  r.threads = job.threads > 0 ? job.threads : std::max(1, processors / ranks.on_this_machine());
  // A free body takes as long as its check; under torques nobody wants to hear of it at the end.
  if (!bodies.common().is_free() && bodies.may_refuse())
    if (const Outcome bad = impossible(bodies, r.threads, ranks); bad.count > 0) {
      moved.impossible = bad;
      return moved;
    }
  EnsembleTask task;
  task.choice = r.choice;
  task.steps = r.scenario.steps;
  task.accuracy = r.scenario.accuracy;
  task.questions = bodies.spec().questions;
  task.threads = r.threads;
  r.result = EnsembleResult::untouched(moved.blocks.room(), task.questions);  // move_blocks and gather write all
  const auto start = std::chrono::steady_clock::now();
  {
    Progress progress(job.talk.quiet || job.talk.json || !ranks.leads());
    move_blocks(bodies, task, moved.blocks, progress, checkpoint, r.result);
  }
  count_outcomes(moved.blocks, ranks, r);
  r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (const Outcome& refused = r.outcomes[std::size_t(BodyOutcome::refused)]; refused.count > 0)
    moved.impossible = refused;
  else if (gathered)
    gather(moved.blocks, ranks, r.result);
  return moved;
}

EnsembleRecord record_of(const EnsembleJob& job, const ReadResult& read, const EnsembleSpec& spec) {
  EnsembleRecord record;
  record.flags = job.settings.overrides;
  record.version = POLHODE_VERSION;
  record.choice = read.choice;
  if (read.scenario.accuracy > 0) record.choice = choice_to_accuracy(read.choice, read.scenario, spec.questions);
  return record;
}

VariedBodies bodies_of(const EnsembleJob& job, ReadResult& read, EnsembleSpec& spec, EnsembleRecord& record) {
  const Problem& common = read.scenario;
  VariedBodies bodies(common, std::move(spec));
  if (fs::path(job.settings.output).extension() == ".html")  // the page shows what was drawn
    bodies.keep_every(stride_of_margins(bodies.spec().bodies));
  record.scenario = std::move(read.scenario);
  record.ensemble = bodies.spec();
  for (Variation& v : record.ensemble.variations) v.table = {};  // one copy is enough
  return bodies;
}

void say(const EnsembleJob& job, const EnsembleRecord& record, const std::string& written) {
  if (job.talk.json) {
    std::printf("%s\n", ensemble_json(record).c_str());
  } else if (!job.talk.quiet) {
    const bool to_stdout = is_stdout(job.settings.output);  // which has no room for more
    std::fputs(ensemble_text(record).c_str(), to_stdout ? stderr : stdout);
    if (!record.scenario.events.empty() && record.ensemble.questions.events.empty())
      std::fprintf(to_stdout ? stderr : stdout, "  events   are not watched: ensemble.quantities leaves them out\n");
    if (!written.empty() && !to_stdout) std::printf("  written  %s\n", written.c_str());
  }
}

// --- the order that rank 0 gives ---

using nlohmann::json;

std::string order_of(const EnsembleJob& job) {
  const std::string settings = settings_bytes(job.settings);
  const json order{{"settings", json::binary({settings.begin(), settings.end()})},
                   {"checkpoint", job.checkpoint},
                   {"threads", job.threads},
                   {"quiet", job.talk.quiet}};
  const std::vector<std::uint8_t> bytes = json::to_cbor(order);
  return {bytes.begin(), bytes.end()};
}
EnsembleJob job_of(const std::string& order) {
  const json read = json::from_cbor(order);
  const auto& bytes = read.at("settings").get_binary();
  EnsembleJob job;
  job.settings = settings_from(std::string(bytes.begin(), bytes.end()));
  job.checkpoint = read.at("checkpoint").get<std::string>();
  job.threads = read.at("threads").get<int>();
  job.talk.quiet = read.at("quiet").get<bool>();
  return job;
}

}  // namespace

std::size_t block_of_one_round(std::size_t bodies, int ranks) {
  constexpr std::size_t kMost = std::size_t{1} << 24;
  return std::clamp<std::size_t>((bodies + std::size_t(ranks) - 1) / std::size_t(ranks), 1, kMost);
}

std::size_t block_to_save(std::size_t bodies, int ranks) {
  constexpr std::size_t kParts = 64, kFewest = 4096, kOfEachRank = 4;
  const std::size_t usual = std::max(kFewest, bodies / kParts), fair = bodies / (kOfEachRank * std::size_t(ranks));
  return ranks == 1 ? std::min(usual, bodies) : std::max<std::size_t>(1, std::min(usual, fair));
}

namespace {

void write_h5(const fs::path& path, const EnsembleRecord& record, const Blocks& blocks, Ranks& ranks) {
  std::string why;
  const H5Calls* const h5 = h5_calls(why);  // the command has made sure that they can be had
  if (!h5) throw OutputError(path.string() + ": " + why);
  write_ensemble_h5(path, record, blocks, ranks, *h5);
}

/// A full disk costs no body that is in a checkpoint.
OutputError with_what_is_saved(const OutputError& error, const EnsembleJob& job) {
  if (job.checkpoint.empty()) return error;
  const std::string text = std::string(error.what()) +
                           "; the bodies that are done are saved: make room, then go on with polhode resume " +
                           std::string(job.checkpoint);
  return OutputError{text};
}

}  // namespace

ReadResult read_again(const EnsembleSettings& settings, EnsembleSpec& spec) {
  ReadResult read = read_scenario(settings);
  if (!read.faults.empty()) return read;
  if (!read.scenario.ensemble || read.scenario.ensemble->variations.size() != settings.tables.size())
    throw damaged("", "its scenario has another ensemble");
  spec = std::move(*read.scenario.ensemble);
  for (std::size_t i = 0; i < settings.tables.size(); ++i) spec.variations[i].table = settings.tables[i];
  return read;
}

int work(const EnsembleJob& job, ReadResult read, EnsembleSpec spec, EnsembleCheckpoint* checkpoint, Ranks& ranks) {
  if (ranks.size() > 1) {
    std::string order = order_of(job);
    ranks.broadcast(order);
  }
  EnsembleRecord begun = record_of(job, read, spec);
  const VariedBodies bodies = bodies_of(job, read, spec, begun);
  const std::string file = begun.scenario.file;
  const std::size_t n = bodies.spec().bodies;
  for (const std::string& path : {job.settings.output, job.checkpoint})
    if (!path.empty() && !is_stdout(path)) remove_abandoned_parts(fs::path(path).parent_path());
  Moved moved;
  try {
    moved = move(job, bodies, std::move(begun), checkpoint, ranks);
  } catch (const KeyFault& bad) {
    throw Refusal({{Fault{0, "run." + bad.key, bad.what()}, file}});
  } catch (const InvalidInput& bad) {
    throw Refusal({{Fault{0, "run", bad.what()}, file}});
  } catch (const OutputError& error) {
    throw with_what_is_saved(error, job);
  }
  if (moved.impossible) throw refusal_of(bodies, file, *moved.impossible);

  const EnsembleRecord& record = moved.record;
  const bool interrupted = record.count(BodyOutcome::not_run) > 0;
  fs::path written = job.settings.output;
  if (!written.empty() && interrupted && !is_stdout(written)) written = partial_name(written);
  try {
    if (written.extension() == ".h5")
      write_h5(written, record, moved.blocks, ranks);
    else if (!written.empty())
      write_ensemble(written, record);
  } catch (const OutputError& error) {
    throw with_what_is_saved(error, job);
  }
  say(job, record, written.string());

  if (interrupted) {
    std::fprintf(stderr, "polhode: interrupted after %zu of %zu bodies%s\n", n - record.count(BodyOutcome::not_run), n,
                 written.empty() ? "" : ("; what there is has been written to " + written.string()).c_str());
    if (checkpoint) std::fprintf(stderr, "polhode: to go on: polhode resume %s\n", job.checkpoint.c_str());
    return kInterrupted;
  }
  int code = kDone;
  for (const BodyOutcome bad : {BodyOutcome::not_converged, BodyOutcome::non_finite, BodyOutcome::inaccurate}) {
    const Outcome& these = record.outcomes[std::size_t(bad)];
    if (these.count == 0) continue;
    std::fprintf(stderr,
                 "polhode: %s%zu of %zu bodies: %s, the first of them body %zu (to run it alone: --body %zu "
                 "--as-scenario -o body.toml)\n",
                 bad == BodyOutcome::inaccurate ? "warning: " : "", std::size_t(these.count), n,
                 std::string(name_of(bad)).c_str(), std::size_t(these.first), std::size_t(these.first));
    if (bad != BodyOutcome::inaccurate) code = kFailed;
  }
  return code;
}

void follow(Ranks& ranks) {
  std::string order;
  ranks.broadcast(order);
  if (order.empty()) return;  // there is nothing to do together
  const EnsembleJob job = job_of(order);
  EnsembleSpec spec;
  ReadResult read = read_again(job.settings, spec);
  EnsembleRecord begun = record_of(job, read, spec);
  const VariedBodies bodies = bodies_of(job, read, spec, begun);
  std::optional<EnsembleCheckpoint> checkpoint;
  if (!job.checkpoint.empty()) checkpoint = EnsembleCheckpoint::reopen(job.checkpoint, POLHODE_VERSION);
  Moved moved;
  try {
    moved = move(job, bodies, std::move(begun), checkpoint ? &*checkpoint : nullptr, ranks);
  } catch (const InvalidInput&) {
    return;  // rank 0 has met the same, and says it
  }
  if (!moved.impossible && fs::path(job.settings.output).extension() == ".h5")
    write_h5({}, moved.record, moved.blocks, ranks);
}

}  // namespace polhode::program

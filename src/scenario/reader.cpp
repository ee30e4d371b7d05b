// reader.cpp -- scenario files: every key checked, all faults at once
//
// Three layers: Section (section.hpp) reads checked values out of one table and collects the faults; one function per table of the
// file says what its keys mean ([body] and [initial] in body_table.cpp, [[event]] in event_table.cpp); read_scenario puts them together. Flags are written into the table [run] before any of
// this, so that their values meet the same checks.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <system_error>
#include <type_traits>
#include <utility>

#include "polhode/numbers/error.hpp"
#include "problem/torques.hpp"
#include "scenario/scenario.hpp"
#include "scenario/section.hpp"
#include "scenario/tables.hpp"

namespace polhode {

namespace {

using namespace reading;

constexpr std::size_t kLargestFile = 1'000'000;  // of a text written by hand
// a.a.a = 1 makes one table within another for each dot, and toml++ takes them apart recursively: 50 000 of them overflow
// the stack. It has a limit of its own for brackets only.
constexpr long kMostDots = 10'000;

// --- [[torque]] -------------------------------------------------------------------------------------------------------

/// A table from the file that a key names. The scenario keeps the file; if it has it already, it is not read again.
std::optional<TorqueValue<double>> read_rows(const Section& torque, const std::string& key, Scenario& scenario) {
  const std::optional<std::string> name = torque.text(key);
  if (!name) return std::nullopt;
  try {
    auto file = std::ranges::find_if(scenario.files, [&](const InputFile& one) { return one.name == *name; });
    if (file == scenario.files.end()) file = scenario.files.insert(file, read_beside(scenario.file, *name));
    return TorqueValue<double>(rows_of_csv(file->text), *name);
  } catch (const InvalidInput& bad) {
    torque.fault(key, in_quotes(*name) + ": " + bad.what());
    return std::nullopt;
  }
}

/// The value of one key, or nothing if it is not there or not what it must be (a fault).
std::optional<TorqueValue<double>> read_value(const Section& torque, const TorqueKey& key, Scenario& scenario) {
  using Value = TorqueValue<double>;
  const std::string name(name_in_table(key.name));
  const auto as_value = [](const auto& given) { return given ? std::optional<Value>(*given) : std::nullopt; };
  switch (key.kind) {
    case TorqueKey::Kind::vector:
      return as_value(torque.vector(name, key.unit));
    case TorqueKey::Kind::flag:
      return as_value(torque.flag(name));
    case TorqueKey::Kind::word:
      return as_value(torque.name(name, Names(key.words.begin(), key.words.end())));
    case TorqueKey::Kind::number:
      return as_value(torque.number(name, key.unit));
    case TorqueKey::Kind::rows:
      return read_rows(torque, name, scenario);
    case TorqueKey::Kind::function:
      break;
  }
  return std::nullopt;
}

/// The torque that a table describes, as its card has it.
std::optional<TorqueChoice> read_torque(const Section& torque, const TorqueInfo& card, Scenario& scenario) {
  const std::string table(card.table);
  Names allowed{"kind"}, allowed_in_table;
  for (const TorqueKey& key : card.keys)
    (table_of(key.name).empty() ? allowed : allowed_in_table).emplace_back(name_in_table(key.name));
  if (!table.empty()) allowed.push_back(table);
  torque.check_keys(allowed, table.empty() ? "kind = " + in_quotes(card.kind) : "[torque." + table + "]", kTorqueKeys);
  if (!table.empty()) torque.needs(table, "a table [torque." + table + "] with " + joined(allowed_in_table));
  const std::optional<Section> inner = table.empty() ? std::nullopt : torque.table(table);
  if (inner) inner->check_keys(allowed_in_table);
  const auto home = [&](std::string_view key) { return table_of(key).empty() ? &torque : inner ? &*inner : nullptr; };

  TorqueChoice choice{std::string(card.kind), {}};
  bool good = table.empty() || inner;
  for (const TorqueKey& key : card.keys) {
    const Section* in = home(key.name);
    if (!in) continue;  // its table is none, which has been said
    const std::string name(name_in_table(key.name));
    if (!in->has(name)) {
      if (key.required) good = in->needs(name, meaning_text(key));
      continue;
    }
    const auto value = read_value(*in, key, scenario);
    if (value) choice.values.set(key.name, *value);
    good = good && value;
  }
  if (!good) return std::nullopt;
  try {
    torque_from(choice, Inertia::effective(1, 1, 1));  // rules, and keys that go together
  } catch (const KeyFault& bad) {
    bad.key.empty() ? torque.fault(bad.what()) : home(bad.key)->fault(std::string(name_in_table(bad.key)), bad.what());
    return std::nullopt;
  }
  return choice;
}

struct Torques {
  std::vector<TorqueChoice> good;
  bool known = true;                     ///< each of them says what it is
  std::vector<const TorqueInfo*> cards;  ///< of all, the faulty ones included
};

/// False if a value is so large that the torque overflows already at the start, or when it sets in.
bool is_finite_at(const State<double>& start, const Inertia& inertia, const TorqueChoice& choice) {
  const AnyTorque<> torque = torque_from(choice, inertia);
  std::vector<double> times = torque.switches();
  times.push_back(std::clamp(0.0, torque.known().from, torque.known().until));
  return std::ranges::all_of(
      times, [&](double t) { return finite(torque.during(t).torque(t, start.Q, inertia.angular_velocity(start.m))); });
}

/// This torque is on the orbit of those before it.
void one_orbit(const Section& torque, const std::string& path, std::span<const TorqueChoice> torques) {
  try {
    check_one_orbit(torques);
  } catch (const KeyFault& bad) {
    if (!bad.key.starts_with(path + ".")) return;  // one before it, which has been said
    const std::string key = bad.key.substr(path.size() + 1), name(name_in_table(key));
    const std::optional<Section> table = torque.table("orbit");
    (table && !table_of(key).empty() ? *table : torque).fault(name, bad.what());
  }
}

Torques read_torques(const toml::table& root, const Inertia* inertia, const State<double>* start, Scenario& scenario,
                     std::vector<Fault>& faults) {
  Torques all;
  const toml::node* node = root.get("torque");
  if (!node) return all;
  const Section top(root, "", 0, faults);
  const toml::array* array = node->as_array();
  if (!array) {
    top.fault("torque", "must be an array of tables, not " + type_name(*node) + ": write [[torque]]");
    all.known = false;
    return all;
  }
  for (std::size_t i = 0; i < array->size(); ++i) {
    const toml::node& one = (*array)[i];
    const std::string path = "torque[" + std::to_string(i + 1) + "]";
    const int line = int(one.source().begin.line);
    if (!one.is_table()) {
      faults.push_back({line, path, "must be a table, not " + type_name(one) + ": write [[torque]]"});
      all.known = false;
      continue;
    }
    const Section torque(*one.as_table(), path, line, faults);
    torque.needs("kind", "one of " + joined(kTorqueKinds));
    const std::optional<std::string> kind = torque.name("kind", kTorqueKinds);
    if (!kind) {
      torque.check_keys(Names{"kind"} + kTorqueKeys);
      all.known = false;
      continue;
    }
    const TorqueInfo* card = torque_card(*kind);
    for (const TorqueInfo* form : torque_cards())
      if (form->kind == *kind && !form->table.empty() && torque.has(form->table)) card = form;
    all.cards.push_back(card);
    const std::optional<TorqueChoice> good = read_torque(torque, *card, scenario);
    if (!good) continue;
    all.good.push_back(*good);
    if (all.good.size() == i + 1) one_orbit(torque, path, all.good);
    if (inertia && start && !is_finite_at(*start, *inertia, *good))
      torque.fault("too large: the torque overflows already at the start");
  }
  return all;
}

/// What acts on the body, as far as the cards tell: of torques with faults, too.
struct Acting {
  bool known = true;  ///< false: a torque does not say what it is
  std::optional<Abilities> torque;
};
Acting acting(const Torques& torques) {
  Acting all{torques.known, std::nullopt};
  for (const TorqueInfo* card : torques.cards) all.torque = all.torque.value_or(kAllAbilities) & card->abilities;
  return all;
}

// --- [run] ------------------------------------------------------------------------------------------------------------

/// What choose() says against a method with a flow, or nothing. If the torque is not known: only what is wrong with every
/// torque.
std::string objection(const std::string& method, const std::string& flow, const Acting& on_body, Choice& choice) {
  std::vector<std::optional<Abilities>> possible{on_body.torque};
  if (!on_body.known) possible = {std::nullopt, kAllAbilities, Abilities{}};
  std::string message;
  for (const std::optional<Abilities>& one : possible) try {
      choice = choose(shown(method), shown(flow), one);
      return "";
    } catch (const InvalidInput& bad) {
      if (message.empty()) message = bad.what();
    }
  return message;
}

void read_method(const Section& run, const Overrides& flags, const Acting& torque, Scenario& s, Choice& choice) {
  const std::optional<std::string> method = run.text("method"), flow = run.text("flow");
  if (method) s.method = *method;
  if (flow) s.flow = *flow;
  const bool method_given = !run.has("method") || method;
  if (const std::string against = objection(s.method, "", torque, choice); method_given && !against.empty()) {
    run.fault("method", against);
    if (flow && !is_flow(shown(*flow)))
      run.fault("flow", "there is no flow " + in_quotes(*flow) + suggestion(*flow, flow_names()));
    return;
  }
  if (flow && flow->empty()) run.fault("flow", "must not be empty; leave it out, or write \"auto\"");
  if (!method_given || s.flow.empty()) return;
  const std::string against = objection(s.method, s.flow, torque, choice);
  if (against.empty()) return;
  if (flags.method && !flags.flow && is_flow(s.flow)) {  // the flow of the file was for the method of the file
    s.flow.clear();
    objection(s.method, "", torque, choice);
  } else {
    run.fault("flow", against);
  }
}

/// A fault of the key, if there is something wrong with it.
bool good(const Section& run, const std::string& key, const std::string& wrong) {
  if (!wrong.empty()) run.fault(key, wrong);
  return wrong.empty();
}

void read_times(const Section& run, Scenario& s) {
  const std::optional<double> start = run.number("start", "s");
  if (start) s.start_time = *start;
  run.needs("end", "the time at which the run ends, in s");
  const std::optional<double> end = run.number("end", "s");
  bool known = end && (start || !run.has("start"));
  if (end) s.end_time = *end;
  const double span = s.end_time - s.start_time;
  if (known && (!(span > 0) || std::isinf(span))) {
    run.fault("end", to_text(s.end_time) + (span > 0 ? " is too far from start = " : " must be later than start = ") +
                         to_text(s.start_time));
    known = false;
  }

  const std::string by = run.one_of({"accuracy", "step", "steps"});
  if (!run.has("accuracy") && !run.has("step") && !run.has("steps")) {
    if (s.method == "auto")
      s.accuracy = kDefaultAccuracy;
    else
      run.fault(kNoWay);
  } else if (by == "accuracy") {
    const std::optional<double> accuracy = run.positive("accuracy", "rad");
    if (!accuracy) return;
    s.accuracy = *accuracy;
    good(run, by, wrong_accuracy(*accuracy));
  } else if (by == "step") {
    const std::optional<double> step = run.positive("step", "s");
    if (!step) return;
    s.steps.length = *step;
    good(run, by, wrong_step(*step, known ? span : 0, "steps"));
  } else if (by == "steps") {
    const std::optional<long> steps = run.count("steps");
    if (!steps) return;
    s.steps.number = *steps;
    good(run, by, wrong_steps(*steps, known ? span : 0));
  }
}

/// When rows are written: after every so many steps, every so many seconds, or at certain times.
void read_rows(const Section& run, Scenario& s) {
  const std::string by = run.one_of({"output_every", "output_step", "times"});
  s.output_every = run.count("output_every").value_or(1);
  const double span = s.end_time - s.start_time;
  if (by == "output_step") {
    const std::optional<double> step = run.positive(by, "s");
    if (!step) return;
    if (good(run, by, wrong_step(*step, span, "rows"))) s.output_times.step = *step;
  } else if (by == "times") {
    const std::optional<std::vector<double>> times = run.list(by, "s");
    if (times && good(run, by, wrong_times(*times, s.start_time, s.end_time))) s.output_times.times = *times;
  }
}

// --- the file ---------------------------------------------------------------------------------------------------------

/// The table of that name. A fault if there is none or if it is something else.
std::optional<Section> open(const toml::table& root, const std::string& name, const std::string& content,
                            std::vector<Fault>& faults) {
  const toml::node* node = root.get(name);
  const Section top(root, "", 0, faults);
  if (!node) {
    top.fault(name, "missing: a scenario needs the table [" + name + "] with " + content);
  } else if (!node->is_table()) {
    top.fault(name, "must be a table, not " + type_name(*node) + ": write [" + name + "]");
  } else {
    return Section(*node->as_table(), name, int(node->source().begin.line), faults);
  }
  return std::nullopt;
}

void read_titles(const toml::table& root, Scenario& s, std::vector<Fault>& faults) {
  const Section top(root, "", 0, faults);
  top.check_keys(kTopKeys);
  s.title = shown(std::filesystem::path(s.file).stem().string());
  if (const std::optional<std::string> title = top.text("title")) {
    if (std::any_of(title->begin(), title->end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
      top.fault("title", "must be one line without control characters, not " + in_quotes(*title));
    else if (!title->empty())
      s.title = *title;
  }
  if (const std::optional<std::string> explanation = top.text("explanation")) s.explanation = *explanation;
}

void read_root(toml::table& root, const Overrides& flags, ReadResult& result) {
  Scenario& s = result.scenario;
  std::vector<Fault>& faults = result.faults;
  if (root.empty()) {
    faults.push_back({0, "", "holds no scenario: it is empty; a scenario needs [body], [initial] and [run]"});
    return;
  }
  read_titles(root, s, faults);
  s.object = read_object(root, faults);

  std::optional<Body> body;
  if (const std::optional<Section> section = open(root, "body", "moments, tensor, shape or mesh", faults))
    body = read_body(*section, s);
  if (body) s.inertia = body->inertia, s.look = body->look;
  const Inertia* inertia = body ? &body->inertia : nullptr;

  std::optional<State<double>> start;
  if (const std::optional<Section> section = open(root, "initial", "angular_velocity", faults))
    start = read_initial(*section, inertia, s.start_tail);
  if (start) s.start = *start;

  const Torques torques = read_torques(root, inertia, start ? &*start : nullptr, s, faults);
  s.torques = torques.good;
  s.events = read_events(root, inertia, faults);
  const bool whole = body && start && torques.known && torques.good.size() == torques.cards.size();
  read_ensemble(root, flags, whole, s, faults);

  toml::table* run_table = root["run"].as_table();
  if (!run_table && !root.contains("run") && (flags.step || flags.steps || flags.accuracy) &&
      flags.end)  // flags say all that is needed
    run_table = root.insert("run", toml::table{}).first->second.as_table();
  const std::set<std::string> keys = run_table ? write_flags(flags, *run_table) : std::set<std::string>{};
  const std::optional<Section> opened = open(root, "run", "end, and accuracy, step or steps", faults);
  if (!opened) return;
  const Section run(*run_table, "run", int(run_table->source().begin.line), faults, keys);
  run.check_keys(kRunKeys);
  read_method(run, flags, acting(torques), s, result.choice);
  read_times(run, s);
  read_rows(run, s);
  const toml::node* correction = run_table->get("energy_correction");
  s.energy_correction = correction && correction->is_integer()
                            ? int(std::min(run.count("energy_correction").value_or(0), 1000000000L))
                            : run.flag("energy_correction").value_or(false);
  if (s.energy_correction > 0 && s.accuracy > 0)
    run.fault("energy_correction",
              "goes with step or steps; with an accuracy the steps are chosen so that none is needed");
  if (!faults.empty()) return;
  try {
    check(s);
  } catch (const KeyFault& bad) {
    run.fault(bad.key, bad.what());
  }
}

}  // namespace

std::set<std::string> reading::write_flags(const Overrides& flags, toml::table& run) {
  std::set<std::string> keys;
  const auto write = [&](const char* key, const auto& value) {
    run.insert_or_assign(key, value);
    keys.insert(key);
  };
  if (flags.step || flags.steps || flags.accuracy) run.erase("step"), run.erase("steps"), run.erase("accuracy");
  if (flags.method) write("method", *flags.method);
  if (flags.flow) write("flow", *flags.flow);
  if (flags.step) write("step", *flags.step);
  if (flags.steps) write("steps", std::int64_t(*flags.steps));
  if (flags.accuracy) write("accuracy", *flags.accuracy);
  if (flags.end) write("end", *flags.end);
  return keys;
}

ReadResult read_scenario(std::string_view text, std::string_view file_name, const Overrides& flags,
                         const std::vector<InputFile>& files) {
  ReadResult result;
  result.scenario.files = files;
  result.scenario.file = file_name;
  result.scenario.text = text;
  if (std::count(text.begin(), text.end(), '.') > kMostDots) {
    result.faults = {{0, "", "has more than 10000 dots: this is no scenario file"}};
    return result;
  }
  try {
    toml::table root = toml::parse(text, file_name);
    read_root(root, flags, result);
  } catch (const toml::parse_error& bad) {
    const bool text_at_all = bad.description().find("utf-8") == std::string_view::npos;
    result.faults = {{int(bad.source().begin.line), "",
                      shown(bad.description(), 1000) + (text_at_all ? "" : " (a scenario is a text file in UTF-8)")}};
  }
  std::ranges::stable_sort(result.faults, [](const Fault& a, const Fault& b) { return a.line < b.line; });
  return result;
}

ReadResult read_scenario_file(const std::string& path, const Overrides& flags) {
  const bool from_stdin = path == "-";
  const std::string name = from_stdin ? "stdin" : path;
  const auto unreadable = [&](const std::string& why) {
    ReadResult result;
    result.scenario.file = name;
    result.faults = {{0, "", why}};
    return result;
  };
  std::error_code error;
  const auto status = from_stdin ? std::filesystem::file_status() : std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return unreadable("there is no such file");
  if (status.type() == std::filesystem::file_type::directory) return unreadable("is a folder, not a scenario file");
  std::ifstream opened;
  if (!from_stdin) opened.open(path, std::ios::binary);
  std::istream& file = from_stdin ? std::cin : opened;
  std::string text;
  char block[1 << 16];
  while (file.read(block, sizeof block), file.gcount() > 0) {  // in blocks: a pipe has no size, and a device no end
    text.append(block, std::size_t(file.gcount()));
    if (text.size() > kLargestFile) return unreadable("is larger than 1 MB: this is no scenario file");
  }
  if (!file.eof()) return unreadable("cannot be read (no permission?)");
  return read_scenario(text, name, flags);
}

}  // namespace polhode

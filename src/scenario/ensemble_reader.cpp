// ensemble_reader.cpp -- [ensemble] and [[vary]] of a scenario, their tables, and one body as a scenario
#include "scenario/ensemble_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>

#include "scenario/section.hpp"
#include "scenario/table_file.hpp"
#include "scenario/tables.hpp"

namespace polhode {

using namespace reading;

namespace {

namespace fs = std::filesystem;
using Of = Variation::Of;

constexpr std::size_t kLargestTable = 4'000'000'000;  // some ten million bodies

/// A key that can vary: where its numbers go, and their unit.
struct Numeric {
  std::string key;
  Of of;
  std::string_view unit;
  std::size_t components;
  std::vector<double> value;  ///< of the scenario
  std::size_t torque = 0, torque_value = 0;
};

/// The recipe of a body that has been read without faults, and the keys of it that can vary.
struct Numbers {
  Recipe recipe;
  std::vector<Numeric> keys;
};

std::vector<double> listed(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}

void numbers_of_body(const Section& body, Scenario& s, Numbers& all) {
  Recipe& r = all.recipe;
  const auto take = [&](const char* key, Of of, std::string_view unit) {
    const std::optional<Vec3<double>> v = body.vector(key, unit);
    if (v) all.keys.push_back({std::string("body.") + key, of, unit, 3, listed(*v)});
    return v.value_or(Vec3<double>{});
  };
  const auto take_number = [&](const char* key, Of of, std::string_view unit) {
    const std::optional<double> x = body.number(key, unit);
    if (x) all.keys.push_back({std::string("body.") + key, of, unit, 1, {*x}});
    return x.value_or(0);
  };
  const auto extents = [&](const Vec3<double>& v) { r.inertia = {v.x, v.y, v.z}; };
  if (body.has("moments")) {
    r.body = body.flag("effective").value_or(false) ? Recipe::Body::effective : Recipe::Body::moments;
    return extents(take("moments", Of::moments, "kg m2"));
  }
  if (body.has("tensor")) {
    r.body = Recipe::Body::tensor;
    const std::vector<double> J = body.components("tensor", "kg m2", 6).value_or(std::vector<double>(6));
    std::copy_n(J.begin(), 6, r.inertia.begin());
    all.keys.push_back({"body.tensor", Of::tensor, "kg m2", 6, J});
    return;
  }
  if (!body.has("shape")) {  // made of files, or of parts: nothing of it varies
    const Mat3<double> J = read_body(body, s).value().tensor;
    r.body = Recipe::Body::tensor, r.inertia = {J[0][0], J[0][1], J[0][2], J[1][1], J[1][2], J[2][2]};
    return;
  }
  const std::string shape = body.text("shape").value_or("");
  r.body = shape == "box"         ? Recipe::Body::box
           : shape == "ellipsoid" ? Recipe::Body::ellipsoid
           : shape == "cylinder"  ? Recipe::Body::cylinder
                                  : Recipe::Body::sphere;
  r.mass = take_number("mass", Of::mass, "kg");
  if (body.has("size")) {
    extents(take("size", Of::size, "m"));
  } else if (body.has("semi_axes")) {
    extents(2.0 * take("semi_axes", Of::semi_axes, "m"));
  } else {
    const double radius = take_number("radius", Of::radius, "m");
    const double height = body.has("height") ? take_number("height", Of::height, "m") : 2 * radius;
    extents({2 * radius, 2 * radius, height});
  }
}

void numbers_of_start(const Section& initial, Numbers& all) {
  Recipe& r = all.recipe;
  const bool by_vector = initial.has("rotation_vector");
  if (const std::optional<Section> table = initial.table("euler")) {
    r.attitude = Recipe::Attitude::euler;
    const std::string sequence = table->text("sequence").value_or("xyz");
    for (std::size_t i = 0; i < 3; ++i) r.axes[i] = sequence[i] - 'x';
    const Vec3<double> angles = table->vector("angles", "rad").value_or(Vec3<double>{});
    r.turn = {angles.x, angles.y, angles.z, 0};
    all.keys.push_back({"initial.euler.angles", Of::euler_angles, "rad", 3, listed(angles)});
  } else if (by_vector) {
    r.attitude = Recipe::Attitude::rotation_vector;
    const Vec3<double> v = initial.vector("rotation_vector", "rad").value_or(Vec3<double>{});
    r.turn = {v.x, v.y, v.z, 0};
    all.keys.push_back({"initial.rotation_vector", Of::rotation_vector, "rad", 3, listed(v)});
  } else {
    const Quaternion<double> Q = initial.quaternion("attitude").value_or(Quaternion<double>{});
    r.turn = {Q.w, Q.v.x, Q.v.y, Q.v.z};
    all.keys.push_back({"initial.attitude", Of::attitude, "", 4, {Q.w, Q.v.x, Q.v.y, Q.v.z}});
    // Where nothing is said the body starts unturned, which is a rotation vector as well.
    if (!initial.has("attitude"))
      all.keys.push_back({"initial.rotation_vector", Of::rotation_vector, "rad", 3, {0, 0, 0}});
  }
  const std::pair<const char*, Recipe::Motion> ways[] = {
      {"angular_velocity", Recipe::Motion::angular_velocity},
      {"angular_momentum", Recipe::Motion::angular_momentum},
      {"spatial_momentum", Recipe::Motion::spatial_momentum},
  };
  for (const auto& [key, way] : ways) {
    if (!initial.has(key)) continue;
    r.motion = way;
    const std::string_view unit = way == Recipe::Motion::angular_velocity ? "rad/s" : "kg m2/s";
    r.moving = initial.vector(key, unit).value_or(Vec3<double>{});
    all.keys.push_back({std::string("initial.") + key, Of::motion, unit, 3, listed(r.moving)});
  }
}

void numbers_of_torques(const Scenario& s, Numbers& all) {
  for (std::size_t i = 0; i < s.torques.size(); ++i) {
    const TorqueValues<double>& values = s.torques[i].values;
    const TorqueInfo* card = torque_card(s.torques[i].kind, values.table());
    for (std::size_t k = 0; k < values.given.size(); ++k) {
      const auto& [name, value] = values.given[k];
      const bool number = value.kind == TorqueKey::Kind::number;
      if (!number && value.kind != TorqueKey::Kind::vector) continue;
      const auto key = std::ranges::find_if(card->keys, [&](const TorqueKey& one) { return one.name == name; });
      all.keys.push_back({"torque[" + std::to_string(i + 1) + "]." + name,
                          number ? Of::torque_number : Of::torque_vector, key->unit, number ? 1u : 3u,
                          number ? std::vector<double>{value.number} : listed(value.vector), i, k});
    }
  }
}

/// The node that a dotted key means, torque[1].orbit.node with its numbers; null if there is none.
template <class Table>  // toml::table, const or not
auto node_of(Table& root, std::string_view path) -> decltype(root.get("")) {
  decltype(root.get("")) node = nullptr;
  Table* table = &root;
  while (!path.empty()) {
    if (!table) return nullptr;
    const std::size_t dot = std::min(path.find('.'), path.size());
    std::string_view name = path.substr(0, dot);
    path.remove_prefix(std::min(dot + 1, path.size()));
    std::size_t number = 0;
    if (const std::size_t bracket = name.find('['); bracket != std::string_view::npos) {
      const auto [end, error] = std::from_chars(name.data() + bracket + 1, name.data() + name.size(), number);
      if (error != std::errc() || end + 1 != name.data() + name.size() || *end != ']' || number == 0) return nullptr;
      name = name.substr(0, bracket);
    }
    node = table->get(name);
    if (node && number > 0) node = node->as_array() ? node->as_array()->get(number - 1) : nullptr;
    if (!node) return nullptr;
    table = node->as_table();
  }
  return node;
}

/// Whether it, or all that is in it, is a number or a text with a unit.
bool is_numeric(const toml::node& node) {
  if (const toml::array* array = node.as_array())
    return !array->empty() && std::ranges::all_of(*array, [](const toml::node& one) { return is_numeric(one); });
  return node.is_number() || (node.is_string() && is_quantity(node.as_string()->get()));
}

/// Why a key cannot vary.
std::string why_not(const std::string& key, const toml::table& root, const std::vector<Numeric>& keys) {
  Names names;
  for (const Numeric& one : keys) names.push_back(one.key);
  const std::string can = " (what can vary here: " + joined(names) + ")";
  const toml::node* node = node_of(root, key);
  if (!node) return "this scenario has no key " + in_quotes(key) + suggestion(key, names) + can;
  if (key.starts_with("run.") || key.starts_with("event")) return in_quotes(key) + " is the same for all bodies" + can;
  if (node->is_table() || node->is_array_of_tables()) return in_quotes(key) + " is a table: name a key of it" + can;
  if (!is_numeric(*node)) return in_quotes(key) + " is not a number" + can;
  return in_quotes(key) + " cannot vary; only whole keys can" + can;
}

void read_normal(const Section& vary, const Numeric& what, Variation& v) {
  const std::optional<Section> normal = vary.table("normal");
  if (!normal) return;
  normal->check_keys({"mean", "deviation"});
  const auto mean = normal->has("mean") ? normal->components("mean", what.unit, what.components) : what.value;
  if (!normal->needs("deviation", "the standard deviation, one number or one for each component")) return;
  const auto deviation = normal->components("deviation", what.unit, what.components);
  if (!mean || !deviation) return;
  for (std::size_t i = 0; i < what.components; ++i) {
    v.from[i] = (*mean)[i], v.width[i] = (*deviation)[i];
    if (v.width[i] < 0) return normal->fault("deviation", to_text(v.width[i]) + " must not be negative");
  }
}

void read_uniform(const Section& vary, const Numeric& what, Variation& v) {
  const auto bounds = vary.bounds("uniform", what.unit, what.components);
  if (!bounds) return;
  for (std::size_t i = 0; i < what.components; ++i) {
    const double lower = (*bounds)[0][i], upper = (*bounds)[1][i];
    v.from[i] = lower, v.width[i] = upper - lower;
    if (lower > upper)
      return vary.fault("uniform",
                        "the lower bound " + to_text(lower) + " must not be above the upper one, " + to_text(upper));
    if (!std::isfinite(v.width[i])) return vary.fault("uniform", "the bounds are too far from each other");
  }
}

void read_sphere(const Section& vary, const Numeric& what, Variation& v) {
  const bool place = what.of == Of::rotation_vector || what.of == Of::motion || what.of == Of::torque_vector;
  if (what.of != Of::attitude && !place)
    return vary.fault("sphere", "gives a vector of any direction, which " + what.key + " is not");
  const std::optional<double> radius = vary.positive("sphere", what.unit);
  if (!radius) return;
  if (what.of == Of::attitude && *radius != 1)
    return vary.fault("sphere", to_text(*radius) + " must be 1: an attitude is a quaternion of unit length");
  v.from[0] = *radius;
}

void read_variation(const Section& vary, const toml::table& root, const std::vector<Numeric>& keys,
                    EnsembleSpec& spec) {
  vary.check_keys(kVaryKeys);
  const bool named = vary.needs("key", R"(what varies, as "initial.angular_velocity" or "torque[1].weight")");
  if (std::ranges::none_of(kDistributions, [&](const std::string& one) { return vary.has(one); }))
    vary.fault("missing: give one of " + joined(kDistributions));
  const std::string by = vary.one_of(kDistributions);
  const std::optional<std::string> key = named ? vary.text("key") : std::nullopt;
  if (!key || keys.empty()) return;
  const auto what = std::ranges::find_if(keys, [&](const Numeric& one) { return one.key == *key; });
  if (what == keys.end()) return vary.fault("key", why_not(*key, root, keys));
  for (const Variation& other : spec.variations) {
    if (other.key == *key)
      return vary.fault("key", in_quotes(*key) + " varies already, in line " + std::to_string(other.line));
    const auto turns = [](Of of) { return of == Of::attitude || of == Of::rotation_vector; };
    if (turns(other.of) && turns(what->of))
      return vary.fault("key",
                        in_quotes(*key) + ": the attitude varies already, in line " + std::to_string(other.line));
  }
  Variation v;
  v.key = *key;
  v.line = vary.line_of("key");
  v.of = what->of;
  v.torque = what->torque, v.value = what->torque_value;
  v.components = what->components;
  v.by = by == "normal"    ? Variation::By::normal
         : by == "uniform" ? Variation::By::uniform
         : by == "sphere"  ? Variation::By::sphere
                           : Variation::By::table;
  if (v.of == Of::attitude && (by == "normal" || by == "uniform"))
    return vary.fault(by,
                      "a quaternion would lose its length; take sphere = 1 for any attitude, or start from "
                      "rotation_vector or euler and vary that");
  if (by == "normal") read_normal(vary, *what, v);
  if (by == "uniform") read_uniform(vary, *what, v);
  if (by == "sphere") read_sphere(vary, *what, v);
  if (by == "table") v.file = vary.text("table").value_or("");
  if (v.of == Of::rotation_vector) spec.recipe.attitude = Recipe::Attitude::rotation_vector;
  spec.variations.push_back(std::move(v));
}

/// Events of the file are watched unless the list leaves them out: one that ends a run does so with polhode run, too.
Questions read_questions(const Section& ensemble, const std::vector<Event>& events) {
  const std::optional<Names> names = ensemble.names("quantities", kQuantities);
  const auto asked = [&](const char* name) { return names && contains(*names, name); };
  Questions questions{asked("flips"), asked("tilt_max"), asked("certificate"), {}};
  if (!names || asked("events")) questions.events = events;
  if (asked("events") && events.empty())
    ensemble.fault("quantities", "there are no events: write [[event]] with name and kind, or leave \"events\" out");
  return questions;
}

/// The first `rows` rows of a table with so many columns. Lines that are empty or begin with # are left out, and so is a first
/// line of names. Throws InvalidInput.
std::vector<double> numbers_of_csv(std::string_view text, std::size_t columns, std::size_t rows) {
  std::vector<double> all;
  all.reserve(std::min(rows * columns, text.size() / 2 + 1));
  bool first = true;
  for (long number = 1; !text.empty() && all.size() < rows * columns; ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t before = all.size();
    std::string_view rest = line, wrong;
    bool more = true;
    while (more) {
      const std::size_t comma = rest.find(',');
      std::string_view field = trimmed(rest.substr(0, comma));
      if (field.starts_with('+')) field.remove_prefix(1);
      double x = 0;
      const auto [stop, error] = std::from_chars(field.data(), field.data() + field.size(), x);
      if ((error != std::errc() || stop != field.data() + field.size() || !std::isfinite(x)) && wrong.data() == nullptr)
        wrong = field.empty() ? line : field;
      all.push_back(x);
      more = comma != std::string_view::npos;
      if (more) rest.remove_prefix(comma + 1);
    }
    const std::size_t fields = all.size() - before;
    const std::string where = "line " + std::to_string(number) + ": ";
    if (fields != columns)
      throw InvalidInput(where + "must have " + std::to_string(columns) + (columns == 1 ? " column" : " columns") +
                         ", not " + std::to_string(fields));
    if (wrong.data() != nullptr) {
      if (!first) throw InvalidInput(where + in_quotes(wrong) + " is not a finite number");
      all.resize(before);  // names
    }
    first = false;
  }
  return all;
}

}  // namespace

void reading::read_ensemble(const toml::table& root, const Overrides& flags, bool whole, Scenario& s,
                            std::vector<Fault>& faults) {
  const Section top(root, "", 0, faults);
  const toml::node* node = root.get("ensemble");
  const toml::node* entries = root.get("vary");
  if (node && !node->is_table())
    return top.fault("ensemble", "must be a table, not " + type_name(*node) + ": write [ensemble]");
  if (!node && !entries && !flags.bodies) return;
  if (!node && !flags.bodies) top.fault("vary", "goes with a table [ensemble], which says how many bodies there are");
  toml::table table = node ? *node->as_table() : toml::table{};
  std::set<std::string> from_flags;
  if (flags.bodies) table.insert_or_assign("bodies", std::int64_t(*flags.bodies)), from_flags.insert("bodies");
  if (flags.seed) table.insert_or_assign("seed", std::int64_t(*flags.seed)), from_flags.insert("seed");

  if (flags.quantities) {
    toml::array names;
    for (const std::string& name : *flags.quantities) names.push_back(name);
    table.insert_or_assign("quantities", std::move(names)), from_flags.insert("quantities");
  }

  EnsembleSpec spec;
  spec.line = node ? int(node->source().begin.line) : 0;
  const Section ensemble(table, "ensemble", spec.line, faults, from_flags);
  ensemble.check_keys(kEnsembleKeys);
  if (node) ensemble.needs("bodies", "their number");
  spec.bodies = std::size_t(ensemble.count("bodies").value_or(0));
  if (const std::optional<double> seed = ensemble.number("seed", "")) {
    const toml::node* given = table.get("seed");
    if (!given->is_integer() || *seed < 0)
      ensemble.fault("seed", "must be an integer from 0 to 2^63 - 1, not " + type_name(*given));
    else
      spec.seed = std::uint64_t(given->as_integer()->get());
  }
  spec.reject = ensemble.flag("reject").value_or(false);
  spec.questions = read_questions(ensemble, s.events);

  Numbers numbers;
  if (whole) {
    std::vector<Fault> none;  // they have been read before
    numbers_of_body(Section(*root["body"].as_table(), "body", 0, none), s, numbers);
    numbers_of_start(Section(*root["initial"].as_table(), "initial", 0, none), numbers);
    numbers_of_torques(s, numbers);
    spec.recipe = numbers.recipe;
  }
  const toml::array* array = entries ? entries->as_array() : nullptr;
  if (entries && !array)
    top.fault("vary", "must be an array of tables, not " + type_name(*entries) + ": write [[vary]]");
  for (std::size_t i = 0; array && i < array->size(); ++i) {
    const toml::node& one = (*array)[i];
    const std::string path = "vary[" + std::to_string(i + 1) + "]";
    const int line = int(one.source().begin.line);
    if (one.is_table())
      read_variation(Section(*one.as_table(), path, line, faults), root, numbers.keys, spec);
    else
      faults.push_back({line, path, "must be a table, not " + type_name(one) + ": write [[vary]]"});
  }
  s.ensemble = std::move(spec);
}

std::vector<Fault> read_ensemble_tables(Scenario& s) {
  std::vector<Fault> faults;
  if (!s.ensemble) return faults;
  for (std::size_t number = 1; Variation & v : s.ensemble->variations) {
    const std::string key = "vary[" + std::to_string(number++) + "].table";
    if (v.by != Variation::By::table) continue;
    try {
      InputFile file = read_beside(s.file, v.file, kLargestTable);
      v.table = numbers_of_csv(file.text, v.components, s.ensemble->bodies);
      file.text.clear();  // only its path is needed, so that no output becomes it
      s.files.push_back(std::move(file));
      if (const std::size_t rows = v.table.size() / v.components; rows < s.ensemble->bodies)
        faults.push_back({v.line, key,
                          in_quotes(v.file) + ": has " + std::to_string(rows) + (rows == 1 ? " row" : " rows") +
                              "; for " + std::to_string(s.ensemble->bodies) + " bodies it must have " +
                              std::to_string(s.ensemble->bodies)});
    } catch (const InvalidInput& bad) {
      faults.push_back({v.line, key, in_quotes(v.file) + ": " + bad.what()});
    }
  }
  return faults;
}

Fault fault_of_body(const EnsembleSpec& spec, std::size_t i, const KeyFault& bad) {
  // The entry that varies this key, or one of its table.
  const Variation* to_blame = nullptr;
  for (const Variation& v : spec.variations)
    if (v.key == bad.key || (v.key.starts_with(bad.key + ".") && !to_blame)) to_blame = &v;
  return {to_blame ? to_blame->line : spec.line, to_blame ? to_blame->key : bad.key,
          "body " + std::to_string(i) + ": " + reworded(bad.what())};
}

std::string scenario_of_body(const Scenario& s, const Overrides& flags, const VariedBodies& bodies, std::size_t i,
                             const fs::path& folder) {
  toml::table root = toml::parse(s.text, s.file);
  if (!root.contains("run")) root.insert("run", toml::table{});
  write_flags(flags, *root["run"].as_table());
  root.erase("ensemble");
  root.erase("vary");
  const std::vector<std::array<double, 6>> numbers = bodies.drawn(i).numbers;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const Variation& v = bodies.spec().variations[k];
    const std::array<double, 6>& x = numbers[k];
    const std::size_t dot = v.key.rfind('.');
    toml::table& in = *node_of(root, std::string_view(v.key).substr(0, dot))->as_table();
    const std::string name = v.key.substr(dot + 1);
    if (v.of == Of::tensor) {
      in.insert_or_assign(name, toml::array{toml::array{x[0], x[1], x[2]}, toml::array{x[1], x[3], x[4]},
                                            toml::array{x[2], x[4], x[5]}});
    } else if (v.components == 1) {
      in.insert_or_assign(name, x[0]);
    } else {
      toml::array list;
      for (std::size_t c = 0; c < v.components; ++c) list.push_back(x[c]);
      in.insert_or_assign(name, std::move(list));
    }
  }
  // Files are named from the folder of the scenario.
  const auto name_from_here = [&](toml::table& in, const std::string& key) {
    const std::string name = in[key].value_or(std::string());
    if (name.empty() || fs::path(name).is_absolute()) return;
    std::error_code error;
    const fs::path there = fs::path(s.file).parent_path() / name;
    in.insert_or_assign(key, fs::proximate(fs::absolute(there), fs::absolute(folder), error).generic_string());
  };
  for (std::size_t t = 0; t < s.torques.size(); ++t)
    for (const auto& [name, value] : s.torques[t].values.given)
      if (value.kind == TorqueKey::Kind::rows) name_from_here(*(*root["torque"].as_array())[t].as_table(), name);
  toml::table& body = *root["body"].as_table();
  for (const char* key : {"mesh", "atoms"}) name_from_here(body, key);
  if (toml::array* parts = body["part"].as_array())
    for (toml::node& part : *parts)
      for (const char* key : {"mesh", "atoms"}) name_from_here(*part.as_table(), key);
  const std::string title = s.title + ": body " + std::to_string(i) + ", seed " + std::to_string(bodies.spec().seed);
  root.insert_or_assign("title", title);
  std::ostringstream text;
  text << "# Body " << i << " of the ensemble of " << shown(fs::path(s.file).filename().string(), 200) << ", seed "
       << bodies.spec().seed << ".\n"
       << toml::toml_formatter(root) << "\n";
  return text.str();
}

}  // namespace polhode

// html.cpp -- reports: the data of a run or of a comparison, thinned for the eye, put into the page of web/report
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "output/advice.hpp"
#include "output/files.hpp"
#include "output/metadata.hpp"
#include "output/report_data.hpp"
#include "output/report_page.hpp"
#include "output/stream.hpp"
#include "polhode/exact/tumbling.hpp"

namespace polhode {
namespace {

using Json = nlohmann::ordered_json;

constexpr long kPlotPoints = 4000;      // of a curve, at most
constexpr long kKeyframes = 6000;       // attitudes of the animation, at most
constexpr long long kFlipsShown = 400;  // times of flips, at most; more are counted only
constexpr std::size_t kEventsShown = 2000;

using Columns = std::array<double, kColumns.size()>;
constexpr std::size_t kT = 0, kQ = 1, kW = 5, kL = 8, kEnergy = 11;

// --- thinning --------------------------------------------------------------------------------------------------------

/// The curves of one plot, which share their times (ColumnThinner of thin.hpp chooses them for each curve alone). Of
/// each run of rows, those stay at which a curve is least or greatest: every point is a row of the output, and no
/// extreme is lost.
class Curves {
 public:
  /// `count` columns from `first` on.
  Curves(std::size_t first, std::size_t count, long rows)
      : first_(first), values_(count), extremes_(count), bucket_(bucket_size(rows, count)), last_row_(rows - 1) {}

  void add(const Columns& row) {
    const bool at_an_end = index_ == 0 || index_ == last_row_;
    const Kept here{index_++, row};
    if (at_an_end || bucket_ == 1) {
      close_bucket();
      keep(here);
      return;
    }
    for (std::size_t c = 0; c < extremes_.size(); ++c) {
      auto& [least, greatest] = extremes_[c];
      const double value = row[first_ + c];
      if (in_bucket_ == 0 || value < least.row[first_ + c]) least = here;
      if (in_bucket_ == 0 || value > greatest.row[first_ + c]) greatest = here;
    }
    if (++in_bucket_ == bucket_) close_bucket();
  }
  /// Replaces each value by (value - origin) scale.
  void rescale(double origin, double scale) {
    for (auto& curve : values_)
      for (double& value : curve) value = (value - origin) * scale;
  }
  Json json() const {
    Json y = Json::array();
    for (const auto& curve : values_) y.push_back(packed(curve));
    return {{"t", packed(times_)}, {"y", std::move(y)}};
  }

 private:
  struct Kept {
    long index = 0;
    Columns row{};
  };
  std::size_t first_;
  std::vector<double> times_;
  std::vector<std::vector<double>> values_;
  std::vector<std::pair<Kept, Kept>> extremes_;  // least and greatest of each curve in the bucket
  long bucket_, last_row_, in_bucket_ = 0, index_ = 0;

  static long bucket_size(long rows, std::size_t curves) {
    if (rows <= kPlotPoints) return 1;
    const long buckets = kPlotPoints / (2 * long(curves));
    return (rows + buckets - 1) / buckets;
  }
  void keep(const Kept& kept) {
    times_.push_back(kept.row[kT]);
    for (std::size_t c = 0; c < values_.size(); ++c) values_[c].push_back(kept.row[first_ + c]);
  }
  void close_bucket() {
    if (in_bucket_ == 0) return;
    std::vector<const Kept*> kept;
    for (const auto& [least, greatest] : extremes_) kept.insert(kept.end(), {&least, &greatest});
    std::ranges::sort(kept, {}, &Kept::index);
    const auto repeated = std::ranges::unique(kept, {}, &Kept::index);
    kept.erase(repeated.begin(), repeated.end());
    for (const Kept* k : kept) keep(*k);
    in_bucket_ = 0;
  }
};

/// Attitude, angular velocity and momentum at times as even as the rows allow, for the animation.
class Keyframes {
 public:
  Keyframes(double start, double end, long rows)
      : start_(start), spacing_(rows <= kKeyframes ? 0 : (end - start) / double(kKeyframes - 1)), last_row_(rows - 1) {}

  void add(const Columns& row) {
    const bool is_due = spacing_ == 0 || row[kT] >= start_ + spacing_ * double(times_.size());
    if (index_++ != last_row_ && !is_due) return;
    // The sign of the nearer of q and -q, so that the way between two keyframes is the short one.
    const std::size_t n = q_.size();
    double along = 0;
    for (std::size_t k = 0; k < 4 && n > 0; ++k) along += row[kQ + k] * double(q_[n - 4 + k]);
    times_.push_back(row[kT]);
    for (std::size_t k = 0; k < 4; ++k) q_.push_back(float(along < 0 ? -row[kQ + k] : row[kQ + k]));
    for (std::size_t k = 0; k < 3; ++k) w_.push_back(row[kW + k]);
    for (std::size_t k = 0; k < 3; ++k) L_.push_back(row[kL + k]);
  }
  Json json() const { return {{"t", packed(times_)}, {"q", packed(q_)}, {"w", packed(w_)}, {"L", packed(L_)}}; }

 private:
  double start_, spacing_;
  long last_row_, index_ = 0;
  std::vector<double> times_, w_, L_;  // of any unit, so that float would not do
  std::vector<float> q_;
};

// --- plain data ------------------------------------------------------------------------------------------------------

Json listed(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}
Json listed(const Quaternion<double>& q) {
  return {q.w, q.v.x, q.v.y, q.v.z};
}
Json optional(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// The rows of the inertia tensor in the user's body axes.
Json tensor_json(const Inertia& inertia) {
  Json rows = Json::array();
  const auto& [I1, I2, I3] = inertia.moments();
  for (const Vec3<double>& axis : {Vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    const Vec3<double> p = rotate_back(inertia.frame(), axis);
    rows.push_back(listed(rotate(inertia.frame(), Vec3<double>{I1 * p.x, I2 * p.y, I3 * p.z})));
  }
  return rows;
}

/// A torque as it was given, its keys with their values and units, and what its card says for people.
Json torque_json(const TorqueChoice& torque) {
  const TorqueInfo* card = torque_card(torque.kind, torque.values.table());
  Json values = Json::object(), units = Json::object();
  for (const auto& [key, value] : torque.values.given) switch (value.kind) {
      case TorqueKey::Kind::number:
        values[key] = value.number;
        break;
      case TorqueKey::Kind::vector:
        values[key] = listed(value.vector);
        break;
      case TorqueKey::Kind::flag:
        values[key] = value.flag;
        break;
      case TorqueKey::Kind::word:
        values[key] = value.word;
        break;
      case TorqueKey::Kind::rows:
        values[key] = value.word.empty() ? std::to_string(value.rows.size()) + " rows" : value.word;
        break;
      case TorqueKey::Kind::function:
        break;
    }
  for (const TorqueKey& key : card->keys)
    if (values.contains(key.name) && !key.unit.empty()) units[std::string(key.name)] = key.unit;
  return {{"kind", torque.kind},  {"values", std::move(values)}, {"units", std::move(units)},
          {"title", card->title}, {"formula", card->formula},    {"remark", card->remark}};
}

/// What a free body does for ever, in closed form; null where there is a torque or no motion.
Json tumbling_json(const ScenarioRecord& record) {
  static constexpr std::string_view kMotions[] = {"rest",  "sphere",   "steady",    "symmetric",
                                                  "least", "greatest", "separatrix"};
  const Scenario& s = record.scenario;
  if (!s.is_free()) return nullptr;
  const Tumbling<double> tumbling(s.inertia.in_principal_axes(), s.principal_start());
  // The flips of the run, whichever way it goes; their times are counted from the start.
  const double span = record.last.t - record.first.t, from = std::min(span, 0.0), to = std::max(span, 0.0);
  const long long flips = tumbling.flips(from, to);
  std::vector<double> times;
  if (flips <= kFlipsShown) times = tumbling.flip_times(from, to);
  return {{"motion", kMotions[std::size_t(tumbling.motion())]},
          {"axis", tumbling.axis()},
          {"middle_axis", tumbling.middle_axis()},
          {"period", finite_or_null(tumbling.period())},
          {"precession_rate", finite_or_null(tumbling.precession_rate())},
          {"least_tilt", finite_or_null(tumbling.least_tilt())},
          {"greatest_tilt", finite_or_null(tumbling.greatest_tilt())},
          {"flips", flips},
          {"flip_times", std::move(times)}};
}

/// What was watched, in words, and when it happened; null if nothing was.
Json watched_json(const RunRecord& record) {
  if (record.events.empty()) return nullptr;
  Json watched = Json::array(), times = Json::array(), numbers = Json::array(), rising = Json::array();
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const Event& e = record.events[i];
    Json one{{"name", e.name}, {"kind", name_of(e.kind)}, {"count", record.event_counts[i]}, {"terminal", e.terminal}};
    if (e.kind == EventKind::cone || e.kind == EventKind::plane)
      one["body_axis"] = listed(e.body_axis), one["space_axis"] = listed(e.space_axis);
    if (e.kind == EventKind::cone) one["angle"] = e.angle;
    if (e.kind == EventKind::speed) one["value"] = e.value;
    watched.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < std::min(record.crossings.size(), kEventsShown); ++i) {
    times.push_back(record.crossings[i].t);
    numbers.push_back(record.crossings[i].event);
    rising.push_back(record.crossings[i].rising);
  }
  return {{"watched", std::move(watched)},
          {"t", std::move(times)},
          {"event", std::move(numbers)},
          {"rising", std::move(rising)},
          {"ended_by", record.ended_by}};
}

}  // namespace

namespace {

Json look_json(const Look& look) {
  static constexpr std::string_view kShapes[] = {"box", "ellipsoid", "cylinder", "mesh"};
  Json json{{"shape", kShapes[std::size_t(look.shape)]}, {"size", listed(look.size)}, {"frame", listed(look.frame)}};
  if (!look.mesh) return json;
  // In whole numbers, which are short: the farthest point is 10000 away.
  double farthest = 0;
  for (const Vec3<double>& p : look.mesh->points) farthest = std::max(farthest, norm(p));
  Json points = Json::array(), triangles = Json::array();
  for (const Vec3<double>& p : look.mesh->points)
    for (int i = 0; i < 3; ++i) points.push_back(std::lround(1e4 * p[i] / farthest));
  for (const auto& triangle : look.mesh->triangles)
    for (const std::uint32_t point : triangle) triangles.push_back(point);
  json["points"] = std::move(points);
  json["triangles"] = std::move(triangles);
  return json;
}

}  // namespace

Json scenario_json(const Scenario& s) {
  Json torques = Json::array();
  for (const TorqueChoice& torque : s.torques) torques.push_back(torque_json(torque));
  return {{"title", s.title},
          {"explanation", s.explanation},
          {"file", scenario_name(s)},
          {"text", s.text},
          {"moments", listed(s.inertia.moments())},
          {"has_unit_of_mass", has_unit_of_mass(s)},
          {"frame", listed(s.inertia.frame())},
          {"tensor", tensor_json(s.inertia)},
          {"look", look_json(s.look)},
          {"torques", std::move(torques)},
          {"start_time", s.start_time},
          {"end_time", s.end_time},
          {"energy_correction", s.energy_correction > 0}};
}

namespace {

Json method_json(const Choice& choice, const Scenario& scenario) {
  static constexpr std::string_view kStructures[] = {"none", "poisson", "symplectic"};
  static constexpr std::string_view kEnergies[] = {"exact", "bounded", "drifts"};
  const MethodInfo& card = choice.card;
  const auto order = [](int n) { return n == kExact ? Json("exact") : Json(n); };
  return {{"name", choice.name()},
          {"asked", scenario.method},
          {"remark", choice.remark},
          {"title", card.title},
          {"family", card.family},
          {"flow", choice.flow},
          {"order", order(card.order)},
          {"attitude_order", order(card.attitude_order)},
          {"explicit", card.is_explicit},
          {"symmetric", card.symmetric},
          {"structure", kStructures[std::size_t(card.structure)]},
          {"energy", kEnergies[std::size_t(energy_of(card, scenario.is_free()))]},
          {"keeps_casimir", card.keeps_casimir},
          {"keeps_momentum", card.keeps_momentum},
          {"keeps_vertical", card.keeps_vertical},
          {"reference", card.reference}};
}

}  // namespace

// Without `<` no text of the user can end the script element that holds it.
void write_page(std::FILE* file, const Json& data) {
  const std::string_view page = report_template();
  const std::size_t marker = page.find(kReportDataMarker);
  const std::string json = text_of(data);
  put(file, page.substr(0, marker));
  for (std::size_t from = 0; from < json.size();) {
    const std::size_t bracket = std::min(json.find('<', from), json.size());
    put(file, std::string_view(json).substr(from, bracket - from));
    if (bracket < json.size()) put(file, "\\u003c");
    from = bracket + 1;
  }
  put(file, page.substr(marker + kReportDataMarker.size()));
}

void write_html(std::FILE* file, const ScenarioRecord& record, Spool& rows) {
  const long count = rows.rows();
  Curves w(kW, 3, count), L(kL, 3, count), energy(kEnergy, 1, count), q(kQ, 4, count);
  Keyframes keyframes(record.first.t, record.last.t, count);
  rows.each([&](std::span<const Row> some) {
    for (const Row& row : some) {
      const auto columns = std::bit_cast<Columns>(row);
      w.add(columns), L.add(columns), energy.add(columns), q.add(columns), keyframes.add(columns);
    }
  });
  const bool conserved = record.certificate.energy_error_max.has_value();
  const double energy0 = record.first.energy;
  if (conserved) energy.rescale(energy0, energy0 == 0 ? 1 : 1 / std::fabs(energy0));
  Json energy_json = energy.json();
  energy_json["shows"] = !conserved ? "energy" : energy0 == 0 ? "error" : "relative error";

  Json certificate = Json::array();
  for (const CertificateEntry& entry : entries(record.certificate))
    certificate.push_back({{"name", entry.name}, {"meaning", entry.meaning}, {"value", optional(entry.value)}});

  write_page(file, {{"kind", "run"},
                    {"version", record.version},
                    {"scenario", scenario_json(record.scenario)},
                    {"method", method_json(record.choice, record.scenario)},
                    {"done", record.done()},
                    {"outcome", record.outcome_name()},
                    {"cause", record.cause},
                    {"steps", record.steps},
                    {"step", record.step},
                    {"rows", count},
                    {"torque_evaluations", record.torque_evaluations},
                    {"solver_iterations", record.solver_iterations},
                    {"certificate", std::move(certificate)},
                    {"verdict", name_of(record.certificate.verdict)},
                    {"verdict_reason", record.certificate.verdict_reason},
                    {"warnings", record.certificate.warnings},
                    {"tumbling", tumbling_json(record)},
                    {"events", watched_json(record)},
                    {"keyframes", keyframes.json()},
                    {"plots", {{"w", w.json()}, {"L", L.json()}, {"energy", energy_json}, {"q", q.json()}}}});
}

void write_html(std::FILE* file, const ScenarioComparison& comparison) {
  write_html(file, comparison, "Errors at the end of the run");
}
void write_html(std::FILE* file, const ScenarioComparison& comparison, std::string_view errors) {
  Json points = Json::array(), advice = Json::array();
  for (const ComparisonPoint& p : comparison.points)
    points.push_back({{"method", p.method},
                      {"steps", p.steps},
                      {"step", p.step},
                      {"done", p.done},
                      {"cause", p.cause},
                      {"attitude_error", p.attitude_error},
                      {"momentum_error", finite_or_null(p.momentum_error)},
                      {"energy_error_max", optional(p.energy_error_max)},
                      {"order", optional(p.order)},
                      {"is_reference", p.is_reference},
                      {"torque_evaluations", p.torque_evaluations},
                      {"cpu_seconds", p.cpu_seconds}});
  for (const Advice& a : comparison.advice) advice.push_back({{"target", a.target}, {"sentence", a.sentence}});
  write_page(file, {{"kind", "comparison"},
                    {"version", comparison.version},
                    {"scenario", scenario_json(comparison.scenario)},
                    {"reference", comparison.reference},
                    {"reference_error", comparison.reference_error},
                    {"errors", errors},
                    {"points", std::move(points)},
                    {"advice", std::move(advice)}});
}

}  // namespace polhode

// report.cpp -- a verification as text and as JSON
#include "verify/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "output/metadata.hpp"
#include "output/stream.hpp"

namespace polhode {
namespace {

using Json = nlohmann::ordered_json;

Json optional(const std::optional<double>& value) {
  return value ? finite_or_null(*value) : Json(nullptr);
}
Json optional(const std::optional<long>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json file_json(const Verification& v, const Verified& one) {
  const Judgement& j = one.judgement;
  Json findings = Json::array();
  for (const Finding& f : one.findings) findings.push_back({{"name", f.name}, {"sentence", f.sentence}});
  return {{"file", one.trajectory->file},
          {"judged_as", v.what},
          {"grade", std::string(1, j.grade)},
          {"attitude_error_max", finite_or_null(j.largest.attitude)},
          {"attitude_error_end", finite_or_null(j.end.attitude)},
          {"energy_error_max", finite_or_null(j.largest.energy)},
          {"energy_error_end", finite_or_null(j.end.energy)},
          {"energy_conserved", j.energy_conserved},
          {"momentum_error_max", finite_or_null(j.largest.momentum)},
          {"momentum_error_end", finite_or_null(j.end.momentum)},
          {"momentum_direction_error_max", finite_or_null(j.largest.direction)},
          {"rates", one.trajectory->rates_made ? "made from the attitude" : "of the file"},
          {"attitude_norm_error_max", finite_or_null(j.norm_error_max)},
          {"flips", optional(j.flips)},
          {"true_flips", optional(j.true_flips)},
          {"rows", j.rows},
          {"rows_after_the_end", j.rows_behind},
          {"step", finite_or_null(j.step)},
          {"first", finite_or_null(j.first)},
          {"last", finite_or_null(j.last)},
          {"quaternion", j.reading.order()},
          {"direction", j.reading.direction()},
          {"omega", j.reading.omega()},
          {"unit", j.reading.unit()},
          {"reference", v.reference},
          {"reference_error", finite_or_null(j.reference_error)},
          {"findings", std::move(findings)}};
}

std::string file_text(const Verification& v, const Verified& one) {
  const Judgement& j = one.judgement;
  std::string text = fmt::format("{}: {}, {} rows from {} to {} s, {} s apart\n", one_line(one.trajectory->file),
                                 v.what, j.rows, j.first, j.last, j.step);
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<22} {}\n", name, value);
  };
  line("read as", j.reading.text());
  if (one.trajectory->rates_made) line("rates", "none in the file: made from the attitude");
  line("attitude", fmt::format("off by up to {:.2e} rad, at the end {:.2e}", j.largest.attitude, j.end.attitude));
  line(j.energy_conserved ? "energy" : "kinetic energy",
       fmt::format("{} up to {:.2e}, at the end {:+.2e} (relative)", j.energy_conserved ? "changed by" : "off by",
                   j.largest.energy, j.end.energy));
  line("length of L",
       fmt::format("off by up to {:.2e}, at the end {:+.2e} (relative)", j.largest.momentum, j.end.momentum));
  line("direction of L", fmt::format("off by up to {:.2e} rad", j.largest.direction));
  line("length of q", fmt::format("off by up to {:.2e}", j.norm_error_max));
  if (j.flips && j.true_flips) line("flips", fmt::format("{}, in truth {}", *j.flips, *j.true_flips));
  line("held against",
       j.reference_error > 0 ? fmt::format("{}, good to {:.0e}", v.reference, j.reference_error) : v.reference);
  if (j.rows_behind > 0) line("not judged", fmt::format("{} rows after the end of the case", j.rows_behind));
  line("grade", std::string(1, j.grade));
  for (const Finding& f : one.findings) text += fmt::format("  {}: {}\n", f.name, f.sentence);
  return text;
}

std::string order_text(const std::optional<double>& order) {
  return order ? fmt::format("{:.2f}", *order) : "cannot be told";
}

}  // namespace

char Verification::grade() const {
  char worst = 'A';
  for (const Verified& one : files) worst = std::max(worst, one.judgement.grade);
  return worst;
}

std::string verification_json(const Verification& v) {
  if (v.files.size() == 1) return text_of(file_json(v, v.files[0]));
  Json files = Json::array(), pairs = Json::array();
  for (const Verified& one : v.files) files.push_back(file_json(v, one));
  for (const std::optional<double>& p : v.order.pairs) pairs.push_back(optional(p));
  return text_of({{"grade", std::string(1, v.grade())},
                  {"files", std::move(files)},
                  {"order",
                   {{"attitude", optional(v.order.attitude)},
                    {"energy", optional(v.order.energy)},
                    {"momentum", optional(v.order.momentum)},
                    {"attitude_pairwise", std::move(pairs)}}}});
}

std::string verification_text(const Verification& v) {
  std::string text;
  for (const Verified& one : v.files) text += file_text(v, one);
  if (v.files.size() < 2) return text;
  text += fmt::format("order in the step: attitude {}, energy {}, momentum {}\n", order_text(v.order.attitude),
                      order_text(v.order.energy), order_text(v.order.momentum));
  text += "  from each step to the next smaller one:";
  for (const std::optional<double>& p : v.order.pairs) text += " " + (p ? fmt::format("{:.2f}", *p) : std::string("-"));
  return text + "\n";
}

}  // namespace polhode

// ensemble_page.cpp -- an ensemble as a page: histograms, quantiles, where the momenta point, the bodies to look at
//
// One file without scripts: what is drawn is drawn here.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "output/ensemble_files.hpp"
#include "output/metadata.hpp"
#include "output/picture.hpp"
#include "output/stream.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {
namespace {

constexpr int kBins = 48;
constexpr std::size_t kPoints = 4000;  // of a cloud, at most

constexpr std::string_view kStyle = R"(:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:light-dark(#222,#ddd);background:light-dark(#fff,#16181c)}
h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
p.facts{margin:0;color:light-dark(#555,#aaa)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{white-space:nowrap;padding:.15rem .7rem;text-align:right;border-bottom:1px solid light-dark(#ddd,#333)}
td:first-child,th:first-child{text-align:left;padding-left:0}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(19rem,1fr));gap:1.2rem}figure{margin:0}figcaption{font-size:.9rem}
svg{width:100%;height:auto;display:block}svg text{font:11px system-ui,sans-serif;fill:light-dark(#555,#aaa)}
.bar{fill:light-dark(#3b6fb6,#6ea0e6)}.axis{stroke:light-dark(#888,#777);fill:none}.mark{stroke:light-dark(#c4442a,#ff8a6e);stroke-width:1.5}
.dot{fill:light-dark(#3b6fb6,#6ea0e6);fill-opacity:.55}.far{fill:light-dark(#999,#777);fill-opacity:.3}
code{font-size:.9em}.scroll{overflow-x:auto}
)";

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return safe;
}

bool at_end(const EnsembleResult& r, std::size_t i) {
  return r.outcome[i] == BodyOutcome::done || r.outcome[i] == BodyOutcome::inaccurate;
}

/// The name of a quantity, for people.
std::string label(const Spread& s) {
  std::string name = s.name == "speed"    ? "angular speed"
                     : s.name == "tilt"   ? "tilt of the third axis"
                     : s.name == "energy" ? "energy"
                                          : std::string(s.name);
  std::ranges::replace(name, '_', ' ');
  return s.unit.empty() ? name : fmt::format("{} ({})", name, s.unit);
}

/// Numbers in bins of equal width; errors by their powers of ten, of which zero has none.
std::string histogram(const Spread& s, const std::vector<double>& numbers) {
  const bool by_powers = s.name.find("error") != std::string_view::npos;
  const auto place = [&](double x) { return by_powers ? std::log10(x) : x; };
  double least = std::numeric_limits<double>::infinity(), most = -least;
  std::size_t zeros = 0;
  for (const double x : numbers) {
    if (by_powers && !(x > 0)) {
      ++zeros;
      continue;
    }
    least = std::fmin(least, place(x)), most = std::fmax(most, place(x));
  }
  if (!(most >= least)) return "";
  if (most == least) least -= 0.5, most += 0.5;
  std::array<std::size_t, kBins> bins{};
  for (const double x : numbers)
    if (!by_powers || x > 0)
      ++bins[std::size_t(std::clamp(int(kBins * ((place(x) - least) / (most - least))), 0, kBins - 1))];
  const std::size_t highest = *std::ranges::max_element(bins);
  constexpr double kWidth = 360, kHeight = 150, kBase = 128;
  std::string svg =
      fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}">)", kWidth, kHeight, escaped(label(s)));
  for (int i = 0; i < kBins; ++i) {
    const double height = 120.0 * double(bins[std::size_t(i)]) / double(highest);
    if (height > 0)
      svg += fmt::format(R"(<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)",
                         i * kWidth / kBins, kBase - height, kWidth / kBins - 0.8, height);
  }
  svg += fmt::format(R"(<path class="axis" d="M0 {0}H{1}"/>)", kBase, kWidth);
  if (const double median = s.quantiles[3]; !by_powers || median > 0) {
    const double x = kWidth * (place(median) - least) / (most - least);
    svg += fmt::format(R"(<path class="mark" d="M{:.1f} 4V{}"/>)", x, kBase);
  }
  const auto number = [&](double x) {
    return by_powers ? fmt::format("{:.1e}", std::pow(10, x)) : fmt::format("{:.4g}", x);
  };
  svg += fmt::format(R"(<text x="0" y="144">{}</text><text x="{}" y="144" text-anchor="end">{}</text></svg>)",
                     number(least), kWidth, number(most));
  const std::string none = zeros > 0 ? fmt::format("; {} are zero", zeros) : "";
  return fmt::format("<figure>{}<figcaption>{}; the line is the median{}</figcaption></figure>\n", svg,
                     escaped(label(s)), none);
}

/// Bodies as evenly among all as they come: every so-many-th.
std::size_t stride_of(const EnsembleResult& r) {
  return std::max<std::size_t>(1, (r.count() + kPoints - 1) / kPoints);
}
template <class F>
void each_shown(const EnsembleResult& r, const F& f) {
  const std::size_t stride = stride_of(r);
  for (std::size_t i = 0; i < r.count(); i += stride)
    if (at_end(r, i)) f(i);
}

/// Where the momenta point in body axes, on a sphere that is seen as in the other pictures.
std::string sphere(const EnsembleResult& r) {
  const Vec3<double> view{kViewpoint[0], kViewpoint[1], kViewpoint[2]};
  const double across = std::hypot(view.x, view.y);
  const Vec3<double> right{-view.y / across, view.x / across, 0}, up = cross(view, right);
  constexpr double kRadius = 150, kCentre = 180;
  const auto x_of = [&](const Vec3<double>& p) { return kCentre + kRadius * dot(p, right); };
  const auto y_of = [&](const Vec3<double>& p) { return kCentre - kRadius * dot(p, up); };
  std::string front, back;
  each_shown(r, [&](std::size_t i) {
    const Quaternion<double> Q{r.q[0][i], {r.q[1][i], r.q[2][i], r.q[3][i]}};
    const Vec3<double> m = rotate_back(Q, {r.L[0][i], r.L[1][i], r.L[2][i]});
    const double length = norm(m);
    if (!(length > 0) || !std::isfinite(length)) return;
    const Vec3<double> p = (1 / length) * m;
    (dot(p, view) >= 0 ? front : back) += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="1.3"/>)", x_of(p), y_of(p));
  });
  std::string axes;
  for (int k = 0; k < 3; ++k) {
    Vec3<double> e{};
    e[k] = 1;
    const Vec3<double> tip = 1.14 * e;
    axes += fmt::format(R"(<path class="axis" d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/><text x="{:.1f}" y="{:.1f}">{}</text>)",
                        x_of(e), y_of(e), x_of(tip), y_of(tip), x_of(tip) + 3, y_of(tip), char('x' + k));
  }
  return fmt::format(
      "<figure><svg viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"directions of the momenta\"><g "
      "class=\"far\">{}</g><circle class=\"axis\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>{}<g class=\"dot\">{}</g>"
      "</svg><figcaption>direction of the angular momentum in body axes; grey is behind</figcaption></figure>\n",
      back, kCentre, kCentre, kRadius, axes, front);
}

/// One quantity against another.
std::string cloud(const EnsembleResult& r, const Spread& x, const Spread& y, const std::vector<double>& xs,
                  const std::vector<double>& ys) {
  const double x0 = x.quantiles.front(), x1 = x.quantiles.back(), y0 = y.quantiles.front(), y1 = y.quantiles.back();
  if (!(x1 > x0) || !(y1 > y0)) return "";
  std::string points;
  each_shown(r, [&](std::size_t i) {
    if (std::isfinite(xs[i]) && std::isfinite(ys[i]))
      points += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="1.3"/>)", 10 + 340 * ((xs[i] - x0) / (x1 - x0)),
                            320 - 310 * ((ys[i] - y0) / (y1 - y0)));
  });
  return fmt::format(
      "<figure><svg viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"{0} against {1}\"><path class=\"axis\" d=\"M10 "
      "10V320H350\"/>"
      "<g class=\"dot\">{2}</g><text x=\"10\" y=\"336\">{3:.4g}</text><text x=\"350\" y=\"336\" "
      "text-anchor=\"end\">{4:.4g}</text>"
      "<text x=\"14\" y=\"316\">{5:.4g}</text><text x=\"14\" y=\"20\">{6:.4g}</text></svg><figcaption>{0} (up) against "
      "{1}</figcaption></figure>\n",
      escaped(label(y)), escaped(label(x)), points, x0, x1, y0, y1);
}

}  // namespace

void write_ensemble_html(std::FILE* file, const EnsembleRecord& record) {
  const Scenario& s = record.scenario;
  const EnsembleResult& r = record.result;
  const std::vector<Spread> all = spreads(record);
  std::string varied;
  for (const Variation& v : record.ensemble.variations) varied += (varied.empty() ? "" : ", ") + v.key;
  put(file,
      fmt::format("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                  "content=\"width=device-width\"><title>{0}</title><style>{1}</style></head><body>\n<h1>{0}</h1>\n",
                  escaped(one_line(s.title)), kStyle));
  put(file,
      fmt::format(
          "<p class=\"facts\">{} bodies of {}, seed {}; varied: {}; {} from t = {:g} to {:g} s; polhode {}</p>\n",
          r.count(), escaped(scenario_name(s)), record.ensemble.seed, varied.empty() ? "nothing" : escaped(varied),
          escaped(record.choice.name()), s.start_time, s.end_time, escaped(record.version)));
  if (!s.explanation.empty()) put(file, fmt::format("<p>{}</p>\n", escaped(s.explanation)));

  put(file, "<h2>Outcomes</h2>\n<table>");
  for (const BodyOutcome one : kBodyOutcomes)
    if (const std::size_t n = record.count(one); n > 0)
      put(file, fmt::format("<tr><td>{}</td><td>{}</td></tr>", name_of(one), n));
  put(file, "</table>\n<h2>At the end</h2>\n<div class=\"plots\">\n");
  std::vector<std::vector<double>> columns;
  for (const Spread& one : all) {
    columns.push_back(values_of(record, one.name));
    std::vector<double> finite;
    for (std::size_t i = 0; i < r.count(); ++i)
      if (at_end(r, i) && std::isfinite(columns.back()[i])) finite.push_back(columns.back()[i]);
    put(file, histogram(one, finite));
  }
  put(file, "</div>\n<h2>The bodies</h2>\n<div class=\"plots\">\n" + sphere(r) +
                cloud(r, all[0], all[1], columns[0], columns[1]));
  put(file, "</div>\n");
  if (const std::size_t stride = stride_of(r); stride > 1)
    put(file, fmt::format("<p class=\"facts\">In the clouds one body of {} is drawn.</p>\n", stride));

  put(file,
      "<h2>Quantiles</h2>\n<div class=\"scroll\"><table><tr><th></th><th>least</th><th>5 %</th><th>25 "
      "%</th><th>median</th>"
      "<th>75 %</th><th>95 %</th><th>largest</th><th>of body</th></tr>\n");
  for (const Spread& one : all) {
    if (!std::isfinite(one.quantiles.front())) continue;
    std::string cells;
    for (const double x : one.quantiles) cells += fmt::format("<td>{:.4g}</td>", x);
    put(file, fmt::format("<tr><td>{}</td>{}<td>{}</td></tr>\n", escaped(label(one)), cells, one.largest));
  }
  put(file,
      fmt::format(
          "</table></div>\n<p>To look at one body, here body {0}: <code>polhode ensemble {1} --seed {2} --bodies {3} "
          "--body {0} --as-scenario -o body.toml</code>, then <code>polhode run body.toml -o body.html</code>.</p>\n"
          "</body></html>\n",
          all[0].largest, escaped(scenario_name(s)), record.ensemble.seed, record.ensemble.bodies));
}

}  // namespace polhode

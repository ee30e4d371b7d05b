// ensemble_page.cpp -- an ensemble as a page: histograms, the bodies as points, margins, quantiles, the bodies to look at
//
// One file without scripts: what is drawn is drawn here (ensemble_plots.cpp).
#include <cmath>

#include <fmt/format.h>

#include "output/ensemble_plots.hpp"
#include "output/metadata.hpp"
#include "output/stream.hpp"

namespace polhode {
namespace {

constexpr std::string_view kStyle = R"(:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:light-dark(#222,#ddd);background:light-dark(#fff,#16181c)}
h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}p{max-width:46rem}
p.facts,figcaption,small{color:light-dark(#555,#aaa)}p.facts{margin:0 0 .6rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{white-space:nowrap;padding:.15rem .7rem;text-align:right;border-bottom:1px solid light-dark(#ddd,#333)}
td:first-child,th:first-child{text-align:left;padding-left:0}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(19rem,100%),1fr));gap:1.4rem}.pair{grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}
figure{margin:0}figcaption{font-size:.9rem}
svg{width:100%;height:auto;display:block}svg text{font:11px system-ui,sans-serif;fill:light-dark(#555,#aaa)}
svg text.name{fill:light-dark(#222,#ddd);paint-order:stroke;stroke:light-dark(#fff,#16181c);stroke-width:3px}
.bar{fill:light-dark(#3b6fb6,#6ea0e6)}.axis{stroke:light-dark(#888,#777);fill:none}.mark{stroke:light-dark(#c4442a,#ff8a6e);stroke-width:1.5}
.dot{fill:light-dark(#3b6fb6,#6ea0e6);fill-opacity:.6}.other{fill:light-dark(#d9730d,#ffa657)}.far{fill:light-dark(#999,#888);fill-opacity:.25}
.one{color:light-dark(#3b6fb6,#6ea0e6)}.two{color:light-dark(#b85c00,#ffa657)}
.wide{fill:light-dark(#3b6fb6,#6ea0e6);fill-opacity:.18}.half{fill:light-dark(#3b6fb6,#6ea0e6);fill-opacity:.35}.line{fill:none}
.margins th{font-weight:500;font-size:.85rem;vertical-align:bottom;white-space:normal;min-width:7rem}.margins th:first-child{vertical-align:middle}
.margins td{padding:.3rem .5rem;border:0}.margins svg{width:9.4rem;background:light-dark(#f6f7f9,#1f2228)}.margins small{display:block;font-weight:400}
code{font-size:.9em;overflow-wrap:anywhere}.scroll{overflow-x:auto}
)";

std::string head_of(const EnsembleRecord& record) {
  const Scenario& s = record.scenario;
  std::string varied;
  for (const Variation& v : record.ensemble.variations) varied += (varied.empty() ? "" : ", ") + v.key;
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}</title><style>{1}</style></head><body>\n<h1>{0}</h1>\n",
      escaped(one_line(s.title)), kStyle);
  text +=
      fmt::format("<p class=\"facts\">{} bodies of {}, seed {}; varied: {}; {} from t = {} to {} s; polhode {}</p>\n",
                  record.result.count(), escaped(scenario_name(s)), record.ensemble.seed,
                  varied.empty() ? "nothing" : escaped(varied), escaped(record.choice.name()), s.start_time, s.end_time,
                  escaped(record.version));
  if (!s.explanation.empty()) text += fmt::format("<p>{}</p>\n", escaped(s.explanation));
  text += "<h2>Outcomes</h2>\n<table>";
  for (const BodyOutcome one : kBodyOutcomes)
    if (const std::size_t n = record.count(one); n > 0)
      text += fmt::format("<tr><td>{}</td><td>{}</td></tr>", name_of(one), n);
  return text + "</table>\n";
}

std::string quantiles_table(const std::vector<Spread>& all) {
  std::string text =
      "<h2>Quantiles, and the bodies that stand out</h2>\n<div class=\"scroll\"><table><tr><th></th><th>least</th>"
      "<th>5 %</th><th>25 %</th><th>median</th><th>75 %</th><th>95 %</th><th>largest</th><th>body of<br>the least</th>"
      "<th>body of<br>the largest</th></tr>\n";
  for (const Spread& one : all) {
    if (!one.any()) continue;
    std::string cells;
    for (const double x : one.quantiles) cells += fmt::format("<td>{:.4g}</td>", x);
    text += fmt::format("<tr><td>{}</td>{}<td>{}</td><td>{}</td></tr>\n", escaped(label_of(one)), cells, one.least,
                        one.largest);
  }
  return text + "</table></div>\n";
}

}  // namespace

void write_ensemble_html(std::FILE* file, const EnsembleRecord& record) {
  const std::vector<Spread> all = spreads(record, Histograms::all);
  std::vector<std::vector<double>> values;
  values.reserve(all.size());
  for (const Spread& one : all) values.push_back(values_of(record, one.name));
  put(file, head_of(record));
  const std::pair<Spread::Of, std::string_view> groups[] = {
      {Spread::Of::end, "At the end"}, {Spread::Of::run, "Over the run"}, {Spread::Of::errors, "Errors"}};
  for (const auto& [of, title] : groups) {
    std::string figures;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].of == of) figures += histogram_figure(record, all[k]);
    if (!figures.empty()) put(file, fmt::format("<h2>{}</h2>\n<div class=\"plots\">\n{}</div>\n", title, figures));
    if (of != Spread::Of::run) continue;
    put(file, "<h2>The bodies</h2>\n<div class=\"plots pair\">\n" + energy_sphere(record) +
                  cloud(record, all[0], all[1], values[0], values[1]) + "</div>\n");
    if (const std::size_t stride = stride_of_points(record.result); stride > 1)
      put(file, fmt::format("<p class=\"facts\">One body of {} is drawn.</p>\n", stride));
    put(file, margins(record, all, values));
  }
  put(file, quantiles_table(all));
  if (all[0].any())
    put(file,
        fmt::format("<p>To look at one body, here body {}: <code>{}</code>, then <code>polhode run body.toml -o "
                    "body.html</code>.</p>\n",
                    all[0].largest, escaped(command_for(record, scenario_name(record.scenario), all[0].largest))));
  put(file, "</body></html>\n");
}

}  // namespace polhode

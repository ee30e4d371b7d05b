// ensemble_plots.cpp -- histograms, the sphere of the energy, clouds and margins
#include "output/ensemble_plots.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "engine/tilt.hpp"
#include "output/picture.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

namespace {

constexpr std::size_t kPoints = 4000;      // of a cloud, at most
constexpr std::size_t kMarginal = 50'000;  // bodies that a margin is made of, at most
constexpr std::size_t kBins = 20;          // of a margin
constexpr std::size_t kMostInputs = 16, kMostOutputs = 8;

std::string number(double x) {
  return fmt::format("{:.3g}", x);
}

/// Every so-many-th body, if it got to an end.
template <class F>
void each_of(const EnsembleResult& r, std::size_t most, const F& f) {
  const std::size_t stride = std::max<std::size_t>(1, (r.count() + most - 1) / most);
  for (std::size_t i = 0; i < r.count(); i += stride)
    if (at_end(r.outcome[i])) f(i);
}

/// A number that varies, of those drawn for one entry of [[vary]].
struct Input {
  std::string name;
  std::size_t entry;
  std::function<double(const std::array<double, 6>&)> value;
};

std::vector<Input> inputs_of(const EnsembleSpec& spec) {
  std::vector<Input> all;
  for (std::size_t e = 0; e < spec.variations.size(); ++e) {
    const Variation& v = spec.variations[e];
    if (v.of == Variation::Of::attitude) {  // its parts mean nothing alone
      all.push_back({"tilt of " + v.key, e, [](const auto& x) { return tilt_of({x[0], {x[1], x[2], x[3]}}); }});
      continue;
    }
    if (v.components == 3 && (v.of == Variation::Of::motion || v.of == Variation::Of::torque_vector))
      all.push_back({"length of " + v.key, e, [](const auto& x) { return norm(Vec3<double>{x[0], x[1], x[2]}); }});
    const char* tensor[] = {"xx", "xy", "xz", "yy", "yz", "zz"};
    for (std::size_t c = 0; c < v.components; ++c) {
      const std::string part = v.components == 1   ? ""
                               : v.components == 6 ? std::string(" ") + tensor[c]
                                                   : std::string(" ") + char('x' + c);
      all.push_back({v.key + part, e, [c](const auto& x) { return x[c]; }});
    }
  }
  return all;
}

/// 5, 25, 50, 75 and 95 % of the bodies in each part of what varies.
struct Band {
  std::vector<double> x;
  std::vector<std::array<double, 5>> y;
};
Band band_of(const std::vector<double>& xs, const std::vector<double>& ys, const std::vector<std::size_t>& order) {
  Band band;
  const std::size_t bins = std::clamp<std::size_t>(order.size() / 8, 1, kBins);
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t from = order.size() * b / bins, to = order.size() * (b + 1) / bins;
    double sum = 0;
    std::vector<double> here;
    for (std::size_t k = from; k < to; ++k)
      if (std::isfinite(ys[order[k]])) sum += xs[order[k]], here.push_back(ys[order[k]]);
    if (here.empty()) continue;
    band.x.push_back(sum / double(here.size()));
    const std::array<double, 7> q = quantiles(here);
    band.y.push_back({q[1], q[2], q[3], q[4], q[5]});
  }
  return band;
}

std::string margin(const Band& band, double x0, double x1, double y0, double y1, const std::string& name) {
  constexpr double kWidth = 150, kHeight = 84;
  const auto x = [&](double v) { return 2 + (kWidth - 4) * (v - x0) / (x1 - x0); };
  const auto y = [&](double v) { return std::clamp(kHeight - 4 - (kHeight - 8) * (v - y0) / (y1 - y0), 0.0, kHeight); };
  const auto area = [&](std::size_t low, std::size_t high) {
    std::string d = "M";
    for (std::size_t k = 0; k < band.x.size(); ++k) d += fmt::format("{:.1f} {:.1f} ", x(band.x[k]), y(band.y[k][low]));
    for (std::size_t k = band.x.size(); k-- > 0;) d += fmt::format("{:.1f} {:.1f} ", x(band.x[k]), y(band.y[k][high]));
    return d + "Z";
  };
  std::string median = "M";
  for (std::size_t k = 0; k < band.x.size(); ++k)
    median += fmt::format("{:.1f} {:.1f} ", x(band.x[k]), y(band.y[k][2]));
  return fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\"><path class=\"wide\" d=\"{}\"/><path class=\"half\" "
      "d=\"{}\"/><path class=\"mark line\" d=\"{}\"/></svg>",
      kWidth, kHeight, escaped(name), area(0, 4), area(1, 3), median);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return safe;
}

std::string label_of(const Spread& s) {
  std::string name = s.name == "speed"      ? "angular speed"
                     : s.name == "tilt"     ? "tilt of the third axis"
                     : s.name == "tilt_max" ? "largest tilt of the third axis"
                                            : s.name;
  if (s.of == Spread::Of::errors) std::ranges::replace(name, '_', ' ');
  if (s.of == Spread::Of::run && name.ends_with("_count")) name = "how often: " + name.substr(0, name.size() - 6);
  if (s.of == Spread::Of::run && name.ends_with("_first")) name = "when first: " + name.substr(0, name.size() - 6);
  return s.unit.empty() ? name : fmt::format("{} ({})", name, s.unit);
}

std::string histogram_figure(const EnsembleRecord& record, const Spread& s) {
  const Histogram& h = s.histogram;
  if (h.bins.empty()) return "";
  const std::size_t highest = *std::ranges::max_element(h.bins);
  constexpr double kWidth = 360, kHeight = 150, kBase = 128;
  const double width = kWidth / double(h.bins.size());
  std::string svg =
      fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}">)", kWidth, kHeight, escaped(label_of(s)));
  for (std::size_t i = 0; i < h.bins.size(); ++i) {
    const double height = 120.0 * double(h.bins[i]) / double(highest);
    if (height > 0)
      svg += fmt::format(R"(<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)",
                         double(i) * width, kBase - height, std::min(width - 0.8, 40.0), height);
  }
  svg += fmt::format(R"(<path class="axis" d="M0 {0}H{1}"/>)", kBase, kWidth);
  const bool powers = s.by_powers();
  if (const double median = s.quantiles[3]; !powers || median > 0) {
    const double at = kWidth * ((powers ? std::log10(median) : median) - h.from) / (h.to - h.from);
    svg += fmt::format(R"(<path class="mark" d="M{:.1f} 4V{}"/>)", std::clamp(at, 0.0, kWidth), kBase);
  }
  const double half = s.counts && h.bins.size() < 48 ? 0.5 : 0;  // bins of whole numbers begin and end between them
  const double left = powers ? std::pow(10, h.from) : h.from + half, right = powers ? s.quantiles[6] : h.to - half;
  svg += fmt::format(R"(<text x="0" y="144">{}</text><text x="{}" y="144" text-anchor="end">{}</text></svg>)",
                     number(left), kWidth, h.bins.size() > 1 ? number(right) : "");
  std::string more = powers ? ", by powers of ten" : "";
  if (h.zeros > 0) more += fmt::format("; {} are zero", h.zeros);
  if (s.known < record.result.count()) more += fmt::format("; {} bodies", s.known);
  return fmt::format("<figure>{}<figcaption>{}{}; median {}</figcaption></figure>\n", svg, escaped(label_of(s)), more,
                     number(s.quantiles[3]));
}

std::size_t stride_of_points(const EnsembleResult& r) {
  return std::max<std::size_t>(1, (r.count() + kPoints - 1) / kPoints);
}

std::size_t stride_of_margins(std::size_t bodies) {
  return std::max<std::size_t>(1, (bodies + kMarginal - 1) / kMarginal);
}

std::string energy_sphere(const EnsembleRecord& record) {
  const EnsembleResult& r = record.result;
  const Vec3<double> view{kViewpoint[0], kViewpoint[1], kViewpoint[2]};
  const double across = std::hypot(view.x, view.y);
  const Vec3<double> right{-view.y / across, view.x / across, 0}, up = cross(view, right);
  constexpr double kRadius = 150, kCentre = 180;
  const auto x_of = [&](const Vec3<double>& p) { return kCentre + kRadius * dot(p, right); };
  const auto y_of = [&](const Vec3<double>& p) { return kCentre - kRadius * dot(p, up); };
  std::string least, greatest, back;
  each_of(r, kPoints, [&](std::size_t i) {
    const Inertia inertia = record.bodies->drawn(i).inertia;
    const Vec3<double> I = inertia.moments();
    const Vec3<double> w = rotate_back(inertia.frame(), Vec3<double>{r.w[0][i], r.w[1][i], r.w[2][i]});
    int axis[] = {0, 1, 2};  // from the least moment to the greatest
    std::ranges::stable_sort(axis, [&](int a, int b) { return I[a] < I[b]; });
    Vec3<double> p;
    for (int n = 0; n < 3; ++n) p[n] = std::sqrt(I[axis[n]]) * w[axis[n]];
    const double length = norm(p);
    if (!(length > 0) || !std::isfinite(length)) return;
    // Twice the energy times the middle moment, against the square of the momentum: which axis the momentum circles about.
    double momentum2 = 0;
    for (int n = 0; n < 3; ++n) momentum2 += I[axis[n]] * p[n] * p[n];
    const bool about_least = momentum2 < I[axis[1]] * length * length;
    p = (1 / length) * p;
    (dot(p, view) < 0 ? back
     : about_least    ? least
                      : greatest) += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="1.3"/>)", x_of(p), y_of(p));
  });
  std::string axes;
  const char* names[] = {"least", "middle", "greatest"};
  for (int k = 0; k < 3; ++k) {
    Vec3<double> e{};
    e[k] = 1;
    const Vec3<double> tip = 1.12 * e;
    axes += fmt::format(
        "<path class=\"axis\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/><text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"{}\">{}</text>",
        x_of(e), y_of(e), x_of(tip), y_of(tip), x_of(tip) + (k == 2 ? 0 : 3), y_of(tip) - (k == 2 ? 3 : 0),
        k == 2 ? "middle" : "start", names[k]);
  }
  return fmt::format(
      "<figure><svg viewBox=\"0 0 400 360\" role=\"img\" aria-label=\"bodies on the sphere of their energy\"><g "
      "class=\"far\">{}</g><circle class=\"axis\" cx=\"{}\" cy=\"{}\" r=\"{}\"/><g class=\"dot\">{}</g><g "
      "class=\"dot other\">{}</g>{}"
      "</svg><figcaption>The bodies on the sphere of their energy: how the kinetic energy is shared among the axes of "
      "the least, the middle and the greatest moment. The momentum of the <span class=\"one\">blue</span> ones circles "
      "about the axis of the greatest moment, of the <span class=\"two\">orange</span> ones about that of the least; "
      "grey is behind.</figcaption></figure>\n",
      back, kCentre, kCentre, kRadius, greatest, least, axes);
}

std::string cloud(const EnsembleRecord& record, const Spread& x, const Spread& y, const std::vector<double>& xs,
                  const std::vector<double>& ys) {
  const double x0 = x.quantiles.front(), x1 = x.quantiles.back(), y0 = y.quantiles.front(), y1 = y.quantiles.back();
  if (!(x1 > x0) || !(y1 > y0)) return "";
  std::string points;
  each_of(record.result, kPoints, [&](std::size_t i) {
    if (std::isfinite(xs[i]) && std::isfinite(ys[i]))
      points += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="1.3"/>)", 10 + 380 * ((xs[i] - x0) / (x1 - x0)),
                            320 - 300 * ((ys[i] - y0) / (y1 - y0)));
  });
  return fmt::format(
      "<figure><svg viewBox=\"0 0 400 360\" role=\"img\" aria-label=\"{0} against {1}\"><path class=\"axis\" d=\"M10 "
      "20V326H390\"/><g class=\"dot\">{2}</g><text x=\"10\" y=\"342\">{3}</text><text x=\"390\" y=\"342\" "
      "text-anchor=\"end\">{4}</text><text x=\"200\" y=\"342\" text-anchor=\"middle\">{1}</text>"
      "<text x=\"10\" y=\"14\">{6}: {0}</text><text class=\"name\" x=\"14\" y=\"320\">{5}</text></svg>"
      "<figcaption>{0} (up) against {1}</figcaption></figure>\n",
      escaped(label_of(y)), escaped(label_of(x)), points, number(x0), number(x1), number(y0), number(y1));
}

std::string margins(const EnsembleRecord& record, const std::vector<Spread>& all,
                    const std::vector<std::vector<double>>& values) {
  std::vector<Input> inputs = inputs_of(record.ensemble);
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < all.size() && shown.size() < kMostOutputs; ++k)
    if (all[k].of != Spread::Of::errors && all[k].known >= 20 && all[k].quantiles[5] > all[k].quantiles[1])
      shown.push_back(k);
  if (inputs.empty() || shown.empty()) return "";
  std::vector<std::size_t> bodies;
  each_of(record.result, kMarginal, [&](std::size_t i) { bodies.push_back(i); });
  std::vector<std::vector<double>> xs(inputs.size());
  for (const std::size_t i : bodies) {
    const std::vector<std::array<double, 6>> drawn = record.bodies->drawn(i).numbers;
    for (std::size_t n = 0; n < inputs.size(); ++n) xs[n].push_back(inputs[n].value(drawn[inputs[n].entry]));
  }
  std::string rows;
  std::size_t left_out = 0, drawn = 0;
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    const auto [least, most] = std::ranges::minmax(xs[n]);
    if (!(most > least)) continue;
    if (drawn++ >= kMostInputs) {
      ++left_out;
      continue;
    }
    std::vector<std::size_t> order(bodies.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return xs[n][a] < xs[n][b]; });
    std::string cells;
    for (const std::size_t k : shown) {
      std::vector<double> ys(bodies.size());
      std::ranges::transform(bodies, ys.begin(), [&](std::size_t i) { return values[k][i]; });
      const Band band = band_of(xs[n], ys, order);
      if (band.x.empty()) continue;
      cells += "<td>" +
               margin(band, band.x.front(), std::max(band.x.back(), std::nextafter(band.x.front(), INFINITY)),
                      all[k].quantiles[1], all[k].quantiles[5], label_of(all[k]) + " against " + inputs[n].name) +
               "</td>";
    }
    rows += fmt::format("<tr><th>{}<small>{} to {}</small></th>{}</tr>\n", escaped(inputs[n].name), number(least),
                        number(most), cells);
  }
  if (rows.empty()) return "";
  std::string head = "<tr><th></th>";
  for (const std::size_t k : shown)
    head += fmt::format("<th>{}<small>{} to {}</small></th>", escaped(label_of(all[k])), number(all[k].quantiles[1]),
                        number(all[k].quantiles[5]));
  const std::string rest = left_out > 0 ? fmt::format(" {} more are not shown.", left_out) : "";
  return fmt::format(
      "<h2>What varies against what comes out</h2>\n<p class=\"facts\">To the right what varies, up what comes out of "
      "it, "
      "from 5 to 95 % of all bodies. The line is the median of the bodies that have this number; half of them lie in "
      "the "
      "dark band, nine of ten in the light one. Level bands: it does not matter.{}</p>\n<div class=\"scroll\"><table "
      "class=\"margins\">{}</tr>\n{}</table></div>\n",
      rest, head, rows);
}

}  // namespace polhode

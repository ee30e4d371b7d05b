// html_test.cpp -- the data in a report: no extreme is lost, no text gets out of its place, memory and size are bounded
// (tests/report opens reports in a browser)
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "output/report_page.hpp"
#include "output/sample.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;
using nlohmann::json;

constexpr std::string_view kBegin = R"(<script type="application/json" id="report-data">)";

template <class Write>
std::string page(const Folder& folder, Write&& write) {
  replace_file(folder / "report.html", write);
  return content(folder / "report.html");
}
std::string page(const Folder& folder, const ScenarioRecord& record, Spool& rows) {
  return page(folder, [&](std::FILE* file) { write_html(file, record, rows); });
}
/// The text between the tags, as a browser finds it: up to the first end tag.
std::string data_text(const std::string& html) {
  const std::size_t begin = html.find(kBegin) + kBegin.size();
  return html.substr(begin, html.find("</", begin) - begin);
}
json data(const std::string& html) {
  return json::parse(data_text(html));
}

template <class T>
std::vector<T> unpacked(const json& text) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0, bits = 0;
  for (const char c : text.get<std::string>()) {
    if (c == '=') break;
    group = group << 6 | unsigned(digits.find(c));
    bits += 6;
    if (bits >= 8) bytes += char(group >> (bits -= 8) & 255);
  }
  EXPECT_EQ(bytes.size() % sizeof(T), 0u);
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(T));
  return numbers;
}

struct Plot {
  const char* name;
  std::size_t first, curves;  // columns of a row
};
constexpr Plot kPlots[] = {{"q", 1, 4}, {"w", 5, 3}, {"L", 8, 3}, {"energy", 11, 1}};

using Columns = std::array<double, kColumns.size()>;
Columns columns(const Row& row) {
  return std::bit_cast<Columns>(row);
}

/// Not conserved: the energy itself is plotted.
ScenarioRecord without_energy_error(long rows) {
  ScenarioRecord record = sample_record(rows);
  record.certificate.energy_error_max.reset();
  return record;
}

TEST(Report, FewRowsAreAllThere) {
  const Folder folder;
  for (const long count : {1L, 2L, 4000L}) {
    Spool rows = sample_spool(folder / "rows", count);
    const json plots = data(page(folder, without_energy_error(count), rows))["plots"];
    for (const Plot& plot : kPlots) {
      const auto t = unpacked<double>(plots[plot.name]["t"]);
      ASSERT_EQ(long(t.size()), count);
      for (std::size_t c = 0; c < plot.curves; ++c) {
        const auto y = unpacked<double>(plots[plot.name]["y"][c]);
        ASSERT_EQ(long(y.size()), count);
        for (long i = 0; i < count; ++i) {
          const Columns row = columns(sample_row(i));
          ASSERT_EQ(t[i], row[0]);
          ASSERT_EQ(y[i], row[plot.first + c]);
        }
      }
    }
  }
}

/// Small numbers, among which the first row is no extreme; but row 97k has a spike in one column, up or down.
Row spiked_row(long i) {
  Columns row;
  for (std::size_t c = 0; c < row.size(); ++c)
    row[c] = std::sin(0.001 * double(i) + double(c)) + 0.1 * std::sin(2.0 * double(i));
  row[0] = 0.1 * double(i);
  if (i % 97 == 0 && i > 0) row[1 + std::size_t(i / 97 % 11)] = (i / 97 / 11 % 2 == 0 ? 1 : -1) * (10.0 + double(i));
  return std::bit_cast<Row>(row);
}

TEST(Report, ManyRowsAreThinnedAndEverySpikeStays) {
  const Folder folder;
  for (const long count : {4001L, 20001L, 100000L}) {
    Spool rows = Spool::create(folder / "rows");
    for (long i = 0; i < count; ++i) rows.append(spiked_row(i));
    ScenarioRecord record = without_energy_error(count);
    record.first = spiked_row(0), record.last = spiked_row(count - 1);
    const std::string html = page(folder, record, rows);
    EXPECT_LT(html.size(), 5e6);  // 1.7e6
    const json plots = data(html)["plots"];
    for (const Plot& plot : kPlots) {
      SCOPED_TRACE(std::string(plot.name) + " of " + std::to_string(count));
      const auto t = unpacked<double>(plots[plot.name]["t"]);
      EXPECT_LE(t.size(), 4002u);  // the first and the last row beside the buckets
      EXPECT_EQ(t.front(), record.first.t);
      EXPECT_EQ(t.back(), record.last.t);
      std::vector<long> kept;  // numbers of the rows
      for (const double time : t) kept.push_back(std::lround(time / 0.1));
      EXPECT_EQ(std::adjacent_find(kept.begin(), kept.end(), std::greater_equal<long>()), kept.end())
          << "not ascending";
      for (std::size_t c = 0; c < plot.curves; ++c) {
        const auto y = unpacked<double>(plots[plot.name]["y"][c]);
        ASSERT_EQ(y.size(), t.size());
        std::vector<double> spikes, seen;
        for (std::size_t k = 0; k < y.size(); ++k) {
          ASSERT_EQ(y[k], columns(spiked_row(kept[k]))[plot.first + c]) << "a point that is no row";
          if (std::fabs(y[k]) > 5) seen.push_back(y[k]);
        }
        for (long i = 0; i < count; i += 97)
          if (const double value = columns(spiked_row(i))[plot.first + c]; std::fabs(value) > 5)
            spikes.push_back(value);
        EXPECT_EQ(seen, spikes);
      }
    }
  }
}

TEST(Report, KeyframesAreEvenAndTakeTheShortWay) {
  const Folder folder;
  for (const long count : {1L, 6000L, 6001L, 100000L}) {
    Spool rows = sample_spool(folder / "rows", count);
    const json frames = data(page(folder, sample_record(count), rows))["keyframes"];
    const auto t = unpacked<double>(frames["t"]), w = unpacked<double>(frames["w"]), L = unpacked<double>(frames["L"]);
    const auto q = unpacked<float>(frames["q"]);
    ASSERT_EQ(q.size(), 4 * t.size());
    ASSERT_EQ(w.size(), 3 * t.size());
    ASSERT_EQ(L.size(), 3 * t.size());
    EXPECT_LE(t.size(), 6001u);
    EXPECT_EQ(long(t.size()) == count, count <= 6000);
    EXPECT_EQ(t.front(), 0);
    EXPECT_EQ(t.back(), sample_row(count - 1).t);
    const double even = (t.back() - t.front()) / 5999;
    for (std::size_t i = 0; i < t.size(); ++i) {
      const Row row = sample_row(std::lround(t[i] / 0.1));
      ASSERT_EQ(w[3 * i + 2], row.w.z);
      ASSERT_EQ(L[3 * i], row.L.x);
      ASSERT_EQ(std::fabs(q[4 * i]), std::fabs(float(row.q.w)));
      if (i == 0) continue;
      ASSERT_LE(t[i] - t[i - 1], std::max(even, 0.1) + 0.1001);  // rows are 0.1 apart
      float along = 0;
      for (std::size_t k = 0; k < 4; ++k) along += q[4 * i + k] * q[4 * i - 4 + k];
      ASSERT_GE(along, -1e-6f);
    }
  }
}

TEST(Report, EnergyErrorIsRelativeToTheStart) {
  const Folder folder;
  Spool rows = Spool::create(folder / "rows");
  ScenarioRecord record = sample_record(3);
  for (const double energy : {-8.0, -7.0, -10.0}) {
    Row row = sample_row(rows.rows());
    row.energy = energy;
    rows.append(row);
  }
  record.first.energy = -8;
  json energy = data(page(folder, record, rows))["plots"]["energy"];
  EXPECT_EQ(energy["shows"], "relative error");
  EXPECT_EQ(unpacked<double>(energy["y"][0]), (std::vector<double>{0, 0.125, -0.25}));
  record.first.energy = 0;
  energy = data(page(folder, record, rows))["plots"]["energy"];
  EXPECT_EQ(energy["shows"], "error");
  EXPECT_EQ(unpacked<double>(energy["y"][0]), (std::vector<double>{-8, -7, -10}));
}

TEST(Report, TextStaysText) {
  const Folder folder;
  Spool rows = sample_spool(folder / "rows", 3);
  ScenarioRecord record = sample_record(3);
  record.scenario.text = "</script><script>alert(1)</script><!-- \\u003c @REPORT_DATA@ ]]>";
  record.scenario.explanation = "not UTF-8: \xff\xfe";
  record.outcome = Outcome::not_converged;
  record.cause = "</SCRIPT >";
  const std::string html = page(folder, record, rows);
  EXPECT_EQ(data_text(html).find('<'), std::string::npos);
  const json seen = data(html);
  EXPECT_EQ(seen["scenario"]["title"], kAwkwardTitle);
  EXPECT_EQ(seen["scenario"]["text"], record.scenario.text);
  EXPECT_EQ(seen["scenario"]["explanation"], "not UTF-8: \uFFFD\uFFFD");
  EXPECT_EQ(seen["scenario"]["file"], "wing \"nut\".toml");
  EXPECT_EQ(seen["cause"], record.cause);
  EXPECT_EQ(seen["done"], false);
}

TEST(Report, PageIsWholeAndAsksForNothing) {
  const std::string_view text = report_template();
  EXPECT_EQ(text.substr(0, 15), "<!doctype html>");
  EXPECT_NE(text.find(kReportDataMarker), text.npos);
  EXPECT_EQ(text.find(kReportDataMarker), text.rfind(kReportDataMarker));
  for (const char* word : {"src=\"http", "href=\"http", "@import", "@STYLE@", "@SCRIPT@"})
    EXPECT_EQ(text.find(word), text.npos) << word;
  // Licences of what is inside.
  EXPECT_NE(text.find("three.js authors"), text.npos);
  EXPECT_NE(text.find("Leon Sorokin"), text.npos);
  const std::string_view script = text.substr(text.rfind("<script>") + 8);
  EXPECT_EQ(script.find("</script"), script.rfind("</script")) << "the script ends before its end";
}

TEST(Report, ComparisonHoldsEveryRun) {
  const Folder folder;
  ScenarioComparison comparison;
  comparison.version = "1.2.3";
  comparison.scenario.title = kAwkwardTitle;
  comparison.reference = "the exact motion";
  comparison.points = {{"rkn6 on auto", 10, 0.1, true, "", 1e-3, 2e-3, 3e-4, 70, 1e-5},
                       {"cf4", 10, 0.1, false, "not finite", std::numeric_limits<double>::quiet_NaN(), 0, {}, 40, 0}};
  comparison.advice = {{1e-6, "take </script>"}};
  const std::string html = page(folder, [&](std::FILE* file) { write_html(file, comparison); });
  EXPECT_EQ(data_text(html).find('<'), std::string::npos);
  const json seen = data(html);
  EXPECT_EQ(seen["kind"], "comparison");
  ASSERT_EQ(seen["points"].size(), 2u);
  EXPECT_EQ(seen["points"][0]["energy_error_max"], 3e-4);
  EXPECT_EQ(seen["points"][0]["torque_evaluations"], 70);
  EXPECT_TRUE(seen["points"][1]["attitude_error"].is_null());
  EXPECT_TRUE(seen["points"][1]["energy_error_max"].is_null());
  EXPECT_EQ(seen["advice"][0]["sentence"], "take </script>");
}

}  // namespace

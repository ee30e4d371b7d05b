// formats_test.cpp -- every format read back by an independent reader: Python's csv, json and zipfile, and numpy
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "output/sample.hpp"
#include "output/stream.hpp"
#include "output/zip.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;
using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Formats : public testing::TestWithParam<const char*> {};

TEST_P(Formats, ReadBackAsTheSameBits) {
  const Folder folder;
  const std::string ending = GetParam();
  for (const long count : {1L, 2L, 5000L}) {
    Spool rows = sample_spool(folder / "rows", count);
    rows.keep();
    const std::filesystem::path out = folder / ("out" + ending);
    write_output(out, sample_record(count), rows);
    const json about = json::parse(python("read_back.py", out.string() + " " + (folder / "rows").string()));
    if (ending == ".csv") {
      EXPECT_EQ(about["version"], "polhode 1.2.3");
      EXPECT_EQ(about["title"], one_line(kAwkwardTitle));
      EXPECT_EQ(about["step"], "0.01");
      EXPECT_FALSE(about.contains("outcome"));
    } else {
      EXPECT_EQ(about["version"], "1.2.3");
      EXPECT_EQ(about["title"], kAwkwardTitle);
      EXPECT_EQ(about["step"], 0.01);
      EXPECT_EQ(about["steps"], 10 * (count - 1));
      EXPECT_EQ(about["outcome"], "done");
      const json& certificate = about["certificate"];
      EXPECT_EQ(certificate["energy_error_max"], 1.25e-13);
      EXPECT_EQ(certificate["vertical_momentum_error_max"], 1.0 / 3);
      EXPECT_EQ(certificate["axial_momentum_error_max"], 2e-15);
      EXPECT_TRUE(certificate["momentum_error_max"].is_null());
      EXPECT_EQ(certificate["verdict"], "bad");
      EXPECT_EQ(certificate["warnings"], (std::vector<std::string>{"the step is too large; try a \"smaller\" one"}));
    }
    EXPECT_EQ(about["scenario"], "wing \"nut\".toml");
    EXPECT_EQ(about["method"], "rkn6");
    EXPECT_EQ(about["flow"], "dmv16");
    EXPECT_TRUE(contains(about["conventions"], "(w, x, y, z)"));
  }
}

TEST_P(Formats, SameInputSameBytes) {
  const Folder folder;
  Spool rows = sample_spool(folder / "rows", 100);
  ScenarioRecord record = sample_record(100);
  const std::filesystem::path a = folder / (std::string("a") + GetParam()),
                              b = folder / (std::string("b") + GetParam());
  write_output(a, record, rows);
  record.cpu_seconds *= 2;
  record.scenario.file = "other/folder/wing \"nut\".toml";
  write_output(b, record, rows);
  EXPECT_EQ(content(a), content(b));
}

TEST_P(Formats, AFailedRunSaysSo) {
  const Folder folder;
  Spool rows = sample_spool(folder / "rows", 3);
  rows.keep();
  ScenarioRecord record = sample_record(3);
  record.outcome = Outcome::not_converged;
  record.cause = "step 17 at t = 0.17 did not converge;\ntake a smaller step";
  const std::filesystem::path out = folder / (std::string("out") + GetParam());
  write_output(out, record, rows);
  const json about = json::parse(python("read_back.py", out.string() + " " + (folder / "rows").string()));
  const std::string text = about.dump();
  EXPECT_TRUE(contains(text, "not_converged")) << text;
  EXPECT_TRUE(contains(text, "step 17 at t = 0.17")) << text;
}

INSTANTIATE_TEST_SUITE_P(All, Formats, testing::Values(".csv", ".npz", ".json"),
                         [](const auto& test) { return std::string(test.param + 1); });

TEST(Json, NumbersThatAreNotFiniteAreNull) {
  const Folder folder;
  Row row = sample_row(1);
  row.energy = NAN;
  row.w.x = INFINITY;
  Spool rows = Spool::create(folder / "rows");
  rows.append(row);
  ScenarioRecord record = sample_record(1);
  record.last = row;
  record.certificate.energy_error_max = NAN;
  write_output(folder / "a.json", record, rows);
  const json file = json::parse(content(folder / "a.json"));
  EXPECT_TRUE(file["columns"]["energy"][0].is_null());
  EXPECT_TRUE(file["columns"]["wx"][0].is_null());
  EXPECT_TRUE(file["certificate"]["energy_error_max"].is_null());
  const json summary = json::parse(summary_json(record));
  EXPECT_TRUE(summary["end"]["energy"].is_null());
  EXPECT_TRUE(summary["end"]["w"][0].is_null());
  EXPECT_EQ(summary["end"]["w"][1], row.w.y);
}

TEST(Json, ATitleThatIsNotUtf8) {
  ScenarioRecord record = sample_record(1);
  record.scenario.title = record.cause = "\xff\xfe title";
  record.outcome = Outcome::non_finite;
  EXPECT_EQ(json::parse(summary_json(record))["cause"], "\uFFFD\uFFFD title");
  const Folder folder;
  Spool rows = sample_spool(folder / "rows", 1);
  write_output(folder / "a.csv", record, rows);
  EXPECT_TRUE(contains(content(folder / "a.csv"), "# title: \uFFFD\uFFFD title\n"));
}

// The contract of `run --json`.
TEST(Summary, JsonHasTheKeysOfTheContract) {
  const ScenarioRecord record = sample_record(11);
  const std::string text = summary_json(record);
  EXPECT_FALSE(contains(text, "\n"));
  const auto summary = nlohmann::ordered_json::parse(text);
  std::vector<std::string> keys, certificate;
  for (const auto& item : summary.items()) keys.push_back(item.key());
  for (const auto& item : summary["certificate"].items()) certificate.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"outcome", "method", "flow", "accuracy", "steps", "step",
                                            "torque_evaluations", "solver_iterations", "cpu_seconds", "end",
                                            "certificate", "events", "event_counts", "ended_by"}));
  EXPECT_EQ(certificate,
            (std::vector<std::string>{"energy_error_max", "momentum_error_max", "momentum_direction_error_max",
                                      "casimir_error_max", "vertical_momentum_error_max", "axial_momentum_error_max",
                                      "attitude_norm_error_max", "attitude_error_max", "attitude_error_end",
                                      "attitude_error_estimate", "momentum_error_estimate", "estimate_order",
                                      "turn_per_step", "verdict", "verdict_reason", "warnings"}));
  EXPECT_EQ(summary["outcome"], "done");
  EXPECT_EQ(summary["steps"], 100);
  EXPECT_EQ(summary["end"]["t"], record.last.t);
  EXPECT_EQ(summary["end"]["q"],
            (std::vector{record.last.q.w, record.last.q.v.x, record.last.q.v.y, record.last.q.v.z}));
  EXPECT_EQ(summary["end"]["L"], (std::vector{record.last.L.x, record.last.L.y, record.last.L.z}));
}

TEST(Summary, TextSaysWhatHappened) {
  ScenarioRecord record = sample_record(11);
  const std::string text = summary_text(record);
  for (const char* part :
       {"rkn6 on dmv16: Runge-Kutta-Nystrom splitting", "auto: a potential", "100 steps of 0.01 s", "2.5 ms per step",
        "torque evaluations per step: 0.7", "energy                1.2e-13   relative",
        "not conserved here: momentum, momentum direction, casimir"})
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
  record.outcome = Outcome::non_finite;
  record.cause = "step 3 overflowed";
  EXPECT_TRUE(summary_text(record).starts_with("FAILED (non_finite): step 3 overflowed\n"));
  record.outcome = Outcome::done;
  record.interrupted = true;
  EXPECT_TRUE(summary_text(record).starts_with("Interrupted"));
}

// The fields for archives beyond 4 GB, tried on a small one.
TEST(Zip, LargeArchivesAreReadByPython) {
  const Folder folder;
  for (const bool large : {false, true})
    replace_file(folder / (large ? "large.zip" : "small.zip"), [&](std::FILE* file) {
      StoredZip zip(file, large);
      zip.begin("a.txt", 9, 0xcbf43926u);  // the check value of CRC-32
      zip.append("123456789");
      zip.begin("b.txt", 0, 0);
      zip.finish();
    });
  EXPECT_EQ(python("read_zip.py", (folder / "small.zip").string()), "a.txt 123456789\nb.txt \n");
  EXPECT_EQ(python("read_zip.py", (folder / "large.zip").string()), "a.txt 123456789\nb.txt \n");
}

ScenarioComparison sample_comparison() {
  ScenarioComparison c;
  c.version = "1.2.3";
  c.scenario.title = kAwkwardTitle;
  c.scenario.file = "top.toml";
  c.reference = "a converged run of rkn6";
  c.reference_error = 1e-12;
  for (const char* method : {"lie2", "rkn6 on auto", "exact"})
    for (const long steps : {10L, 100L}) {
      ComparisonPoint p;
      p.method = method;
      p.steps = steps;
      p.step = 1.0 / double(steps);
      p.done = true;
      p.attitude_error = std::string(method) == "exact" ? 0 : p.step * p.step / 3;
      p.momentum_error = p.attitude_error / 7;
      if (steps == 10) p.energy_error_max = 1e-9;
      p.torque_evaluations = 3 * steps;
      p.cpu_seconds = 1e-7 * double(steps);
      p.is_reference = p.attitude_error == 0;
      if (steps == 100 && !p.is_reference) p.order = 2;
      c.points.push_back(p);
    }
  c.points[2].done = false;
  c.points[2].cause = "no, it \"failed\"\nbadly";
  c.advice = {{1e-3, "For 1e-3: lie2, 100 steps."}, {1e-6, "None reaches 1e-6."}};
  return c;
}

TEST(ComparisonFiles, ReadBack) {
  const Folder folder;
  const ScenarioComparison c = sample_comparison();
  write_comparison(folder / "c.json", c);
  const json file = json::parse(content(folder / "c.json"));
  EXPECT_EQ(file["title"], kAwkwardTitle);
  ASSERT_EQ(file["points"].size(), c.points.size());
  EXPECT_EQ(file["points"][1]["attitude_error"], c.points[1].attitude_error);
  EXPECT_TRUE(file["points"][1]["energy_error_max"].is_null());
  EXPECT_TRUE(file["points"][2]["attitude_error"].is_null());
  EXPECT_EQ(file["points"][2]["cause"], c.points[2].cause);
  EXPECT_EQ(file["advice"][1]["sentence"], "None reaches 1e-6.");

  write_comparison(folder / "c.csv", c);
  const json lines = json::parse(python("read_lines.py", (folder / "c.csv").string()));
  ASSERT_EQ(lines.size(), c.points.size());
  EXPECT_EQ(std::stod(lines[1]["attitude_error"].get<std::string>()), c.points[1].attitude_error);
  EXPECT_EQ(lines[1]["energy_error_max"], "");
  EXPECT_EQ(lines[0]["order"], "");
  EXPECT_EQ(lines[1]["order"], "2.000");
  EXPECT_EQ(lines[2]["attitude_error"], "");
  EXPECT_EQ(lines[2]["cause"], "no, it \"failed\" badly");
  EXPECT_THROW(write_comparison(folder / "c.npz", c), OutputError);
}

TEST(ComparisonText, IsAlignedAndComplete) {
  const std::string text = comparison_text(sample_comparison());
  EXPECT_TRUE(contains(text, "itself good to 1e-12")) << text;
  EXPECT_TRUE(contains(text, "failed: no, it \"failed\" badly")) << text;
  EXPECT_TRUE(contains(text, "None reaches 1e-6.\n")) << text;
  std::istringstream lines(text);
  std::set<std::size_t> widths;
  for (std::string line; std::getline(lines, line);)
    if (contains(line, "e-0") && line.starts_with("  ")) widths.insert(line.size());
  EXPECT_EQ(widths.size(), 1u) << text;
}

TEST(WorkPrecision, HasOneCurvePerMethodAndOnlyPointsThatCanBeDrawn) {
  const Picture p = work_precision(sample_comparison());
  ASSERT_EQ(p.series.size(), 2u);  // the reference has no error to draw
  EXPECT_EQ(p.series[0].x, (std::vector<double>{1e-7 * 10, 1e-7 * 100}));
  EXPECT_EQ(p.series[1].x.size(), 1u);  // the other one failed
}

}  // namespace

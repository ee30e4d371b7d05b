// epoch_test.cpp -- dates, and the table [object]
#include "scenario/epoch.hpp"

#include <string>

#include <gtest/gtest.h>

#include "polhode/numbers/error.hpp"
#include "scenario/scenario.hpp"

using namespace polhode;

namespace {

SpaceObject object_of(const std::string& keys) {
  const ReadResult read = read_scenario("[object]\n" + keys +
                                            "\n[body]\nmoments = [1, 2, 3]\n[initial]\nangular_velocity = [1, 2, 3]\n"
                                            "[run]\nsteps = 10\nend = 1\n",
                                        "test.toml");
  EXPECT_TRUE(read.faults.empty()) << faults_text("test.toml", read.faults);
  return read.scenario.object;
}
std::string refusal(std::string_view date, Epoch (*read)(std::string_view)) {
  try {
    read(date);
  } catch (const InvalidInput& bad) {
    return bad.what();
  }
  return "";
}

}  // namespace

TEST(Epoch, is_read_as_other_programs_count) {  // date -u -d DATE +%s
  EXPECT_EQ(epoch_of("2026-11-19T06:30:00").seconds, 1795069800);
  EXPECT_EQ(epoch_of("2026-323T06:30:00Z"), epoch_of("2026-11-19T06:30:00"));
  EXPECT_EQ(epoch_of("2024-366T00:00:00"), epoch_of("2024-12-31T00:00:00"));
  EXPECT_EQ(epoch_of("1958-01-01T00:00:00").seconds, -378691200);
  EXPECT_EQ(epoch_of("2026-11-19T06:30:00.000000000001").picoseconds, 1);
  EXPECT_EQ(epoch_with_zone("2026-11-19T07:30:00+01:00"), epoch_of("2026-11-19T06:30:00"));
  EXPECT_EQ(epoch_with_zone("2026-11-19T01:00:00-05:30"), epoch_of("2026-11-19T06:30:00"));
  EXPECT_EQ(epoch_in_words("19 Nov 2026 06:30:00.5"), epoch_of("2026-11-19T06:30:00.5"));
  EXPECT_EQ(epoch_in_words("1 Jan 2026 00:00:00.000000"), epoch_of("2026-01-01T00:00:00"));
}
TEST(Epoch, is_written_as_it_is_read) {
  for (const char* date : {"2026-11-19T06:30:00.125000000000", "0001-01-01T00:00:00.000000000000",
                           "1969-12-31T23:59:59.999999999999", "9999-12-31T23:59:59.000000000000"})
    EXPECT_EQ(date_text(epoch_of(date)), date);
  EXPECT_EQ(date_text(epoch_of("2026-11-19T06:30:00"), 0), "2026-11-19T06:30:00");
  EXPECT_EQ(date_in_words(epoch_of("2026-03-09T06:30:00"), 3), "9 Mar 2026 06:30:00.000");
}
TEST(Epoch, times_go_there_and_back_to_half_a_picosecond) {
  const Epoch start = epoch_of("2026-11-19T06:30:00.7");
  for (const double t : {0.0, 0.1, 0.2, 1.0 / 3, 86399.9, 1e6 + 1.0 / 7, -0.1, -86400.3})
    EXPECT_NEAR(seconds_between(start, later(start, t).value()), t, 5e-13 + std::abs(t) * 2e-16) << t;
  EXPECT_EQ(seconds_between(start, later(start, 0.1).value()), 0.1);
  EXPECT_EQ(date_text(*later(epoch_of("2024-02-28T23:59:59.5"), 1.25), 2), "2024-02-29T00:00:00.75");
  EXPECT_FALSE(later(start, 3e11));
  EXPECT_FALSE(later(start, -1e11));
}
TEST(Epoch, what_is_no_date_is_refused_with_its_reason) {
  for (const auto& [date, why] : {std::pair("2026-02-29T00:00:00", "no such day"),
                                  {"2026-366T00:00:00", "no such day"},
                                  {"2026-11-19", "there is no \"T\""},
                                  {"2026-11-19T24:00:00", "no such time"},
                                  {"2016-12-31T23:59:60", "leap second"},
                                  {"2026-11-19T00:00:00 UTC", "more behind it"},
                                  {"19.11.2026", "its year"},
                                  {"2026-11-19T00:00:00.", "decimal point"},
                                  {"", "its year"}})
    EXPECT_NE(refusal(date, epoch_of).find(why), std::string::npos) << date << ": " << refusal(date, epoch_of);
  EXPECT_NE(refusal("2026-11-19T00:00:00", epoch_with_zone).find("no zone"), std::string::npos);
  EXPECT_NE(refusal("19 Nev 2026 00:00:00", epoch_in_words).find("its month"), std::string::npos);
}

TEST(Object, says_what_the_file_says) {
  const SpaceObject object =
      object_of("name = \"CUBE 1\"\nid = \"2026-001A\"\nepoch = 2026-11-19T07:30:00.25+01:00\nframe = \"GCRF\"");
  EXPECT_EQ(object.name, "CUBE 1");
  EXPECT_EQ(object.id, "2026-001A");
  EXPECT_EQ(object.epoch, epoch_of("2026-11-19T06:30:00.25"));
  EXPECT_EQ(object.frame, "GCRF");
  EXPECT_EQ(object_of("").frame, "EME2000");
  EXPECT_FALSE(object_of("").epoch);
}

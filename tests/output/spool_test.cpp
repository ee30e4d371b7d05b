// spool_test.cpp -- rows on disk: order, cutting, faults
#include "output/spool.hpp"

#include <bit>
#include <csignal>
#include <cstring>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "output/sample.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

bool same(const Row& a, const Row& b) {
  return std::memcmp(&a, &b, sizeof(Row)) == 0;
}

void expect_rows(Spool& spool, long count) {
  ASSERT_EQ(spool.rows(), count);
  long i = 0;
  spool.each([&](std::span<const Row> rows) {
    for (const Row& row : rows) ASSERT_TRUE(same(row, sample_row(i++))) << i;
  });
  EXPECT_EQ(i, count);
}

TEST(Spool, KeepsEveryRowInOrder) {
  const Folder folder;
  for (const long rows : {0L, 1L, 4095L, 4096L, 4097L, 10000L}) {
    Spool spool = sample_spool(folder / "rows", rows);
    expect_rows(spool, rows);
    expect_rows(spool, rows);
  }
}

TEST(Spool, GoesOnAfterItWasRead) {
  const Folder folder;
  Spool spool = sample_spool(folder / "rows", 5000);
  expect_rows(spool, 5000);
  for (long i = 5000; i < 9000; ++i) spool.append(sample_row(i));
  expect_rows(spool, 9000);
}

TEST(Spool, ReopenCutsAndGoesOn) {
  const Folder folder;
  {
    Spool spool = sample_spool(folder / "rows", 6000);
    spool.flush();
    for (int i = 0; i < 5000; ++i) spool.append(sample_row(1));  // what no checkpoint knows of
  }
  std::ofstream(folder / "rows", std::ios::app | std::ios::binary) << "part of a row";
  Spool spool = Spool::reopen(folder / "rows", 6000);
  for (long i = 6000; i < 6010; ++i) spool.append(sample_row(i));
  spool.flush();
  expect_rows(spool, 6010);
  EXPECT_EQ(std::filesystem::file_size(folder / "rows"), 6010 * sizeof(Row));
}

std::string message(const auto& f) {
  try {
    f();
  } catch (const OutputError& error) {
    return error.what();
  }
  return "";
}

TEST(Spool, ReopenRefusesAFileThatIsTooShortOrMissing) {
  const Folder folder;
  sample_spool(folder / "rows", 10).flush();
  EXPECT_NE(message([&] { Spool::reopen(folder / "rows", 11); }).find("has 10 rows and the checkpoint counts 11"),
            std::string::npos);
  EXPECT_NE(
      message([&] { Spool::reopen(folder / "none", 0); }).find("none: cannot open the file of rows: No such file"),
      std::string::npos);
  EXPECT_NE(message([&] { Spool::create(folder / "none" / "rows"); }).find("cannot"), std::string::npos);
}

TEST(Spool, MovesAndRemoves) {
  const Folder folder;
  Spool a = sample_spool(folder / "a", 5);
  Spool b = std::move(a);
  expect_rows(b, 5);
  b = sample_spool(folder / "b", 7);
  expect_rows(b, 7);
  b.remove();
  EXPECT_EQ(folder.names(), std::set<std::string>{"a"});
}

TEST(Spool, SaysWhenTheDiskIsFull) {
  const Folder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{100'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string said = message([&] { sample_spool(folder / "rows", 10000); });
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_NE(said.find("rows: cannot write the file of rows: File too large"), std::string::npos) << said;
}

}  // namespace

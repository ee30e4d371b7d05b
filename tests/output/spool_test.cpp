// spool_test.cpp -- rows on disk: order, cutting, faults
#include "output/spool.hpp"

#include <bit>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <zlib.h>

#include "output/checkpoint.hpp"
#include "output/owner.hpp"
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
  std::uint32_t checksum = 0;
  {
    Spool spool = sample_spool(folder / "rows", 6000);
    spool.keep();
    checksum = spool.checksum();
    for (int i = 0; i < 5000; ++i) spool.append(sample_row(1));  // what no checkpoint knows of
  }
  std::ofstream(folder / "rows", std::ios::app | std::ios::binary) << "part of a row";
  Spool spool = Spool::reopen(folder / "rows", 6000, checksum);
  for (long i = 6000; i < 6010; ++i) spool.append(sample_row(i));
  spool.keep();
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
  sample_spool(folder / "rows", 10).keep();
  EXPECT_NE(message([&] { Spool::reopen(folder / "rows", 11, 0); }).find("has 10 rows and the checkpoint counts 11"),
            std::string::npos);
  EXPECT_NE(
      message([&] { Spool::reopen(folder / "none", 0, 0); }).find("none: cannot open the file of rows: No such file"),
      std::string::npos);
  EXPECT_NE(message([&] { Spool::create(folder / "none" / "rows"); }).find("cannot"), std::string::npos);
}

TEST(Spool, MovesAndRemoves) {
  const Folder folder;
  Spool a = sample_spool(folder / "a", 5);
  Spool b = std::move(a);
  expect_rows(b, 5);
  b.keep();
  b = sample_spool(folder / "b", 7);
  expect_rows(b, 7);
  b.keep();
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a", "b"}));
  b.remove();
  EXPECT_EQ(folder.names(), std::set<std::string>{"a"});
}

TEST(Spool, WhatWasNeverKeptIsGone) {
  const Folder folder;
  {
    const Spool spool = sample_spool(folder / "rows", 5000);
    EXPECT_EQ(folder.names().size(), 1u);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(Spool, OneProcessAtATime) {
  const Folder folder;
  Spool spool = sample_spool(folder / "rows", 5);
  spool.keep();
  EXPECT_THROW(Spool::reopen(folder / "rows", 5, spool.checksum()), InUse);
  expect_rows(spool, 5);
}

TEST(Spool, EveryBitThatIsChangedIsFound) {
  const Folder folder;
  Spool spool = sample_spool(folder / "rows", 4100);
  spool.keep();
  const std::uint32_t checksum = spool.checksum();
  const auto flip = [&](long at, int bit) {
    std::fstream file(folder / "rows", std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(at);
    const int byte = file.get() ^ (1 << bit);
    file.seekp(at).put(static_cast<char>(byte));
  };
  const long size = 4100 * long(sizeof(Row));
  for (const long at : {0L, 1000L, 4096 * long(sizeof(Row)) - 1, 4096 * long(sizeof(Row)), size - 1})
    for (const int bit : {0, 7}) {
      flip(at, bit);
      EXPECT_NE(message([&] { spool.each([](std::span<const Row>) {}); }).find("rows is damaged: its 4100 rows"),
                std::string::npos)
          << at;
      flip(at, bit);
      expect_rows(spool, 4100);
    }
  // Found when it is opened again, before anything is cut; rows that no checkpoint counts do not matter.
  spool.append(sample_row(0));
  spool.keep();
  {
    const Spool closed = std::move(spool);
  }
  flip(5, 3);
  EXPECT_NE(message([&] { Spool::reopen(folder / "rows", 4100, checksum); }).find("damaged"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(folder / "rows"), 4101 * sizeof(Row));
  flip(5, 3);
  flip(size, 3);
  Spool again = Spool::reopen(folder / "rows", 4100, checksum);
  expect_rows(again, 4100);
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

TEST(Checkpoint, TakesNoOtherNumberForAnInteger) {
  const Folder folder;
  Checkpoint saved;
  saved.settings.checkpoint_every = 1;
  write_checkpoint(folder / "saved", saved, "test");
  std::ifstream file(folder / "saved", std::ios::binary);
  const std::vector<unsigned char> bytes((std::istreambuf_iterator<char>(file)), {});
  ASSERT_NO_THROW(parse_checkpoint(bytes, "saved", "test"));
  constexpr std::size_t kHead = 8 + 4 + 8, kTail = 4;
  const auto content = nlohmann::json::from_cbor(bytes.begin() + kHead, bytes.end() - kTail);
  const auto with = [&](const std::string& pointer, const nlohmann::json& value) {
    nlohmann::json changed = content;
    changed[nlohmann::json::json_pointer(pointer)] = value;
    const std::vector<unsigned char> body = nlohmann::json::to_cbor(changed);
    std::vector<unsigned char> all(bytes.begin(), bytes.begin() + 12);
    for (int k = 0; k < 8; ++k) all.push_back(static_cast<unsigned char>(std::uint64_t(body.size()) >> (8 * k)));
    all.insert(all.end(), body.begin(), body.end());
    const auto sum = std::uint32_t(crc32_z(0, body.data(), body.size()));
    for (int k = 0; k < 4; ++k) all.push_back(static_cast<unsigned char>(sum >> (8 * k)));
    return all;
  };
  EXPECT_NO_THROW(parse_checkpoint(with("/steps", 7), "saved", "test"));
  for (const char* where : {"/steps", "/rows", "/stretch", "/certificate/0", "/state/0", "/rows_checksum"})
    for (const nlohmann::json& bad : {nlohmann::json(std::nan("")), nlohmann::json(1e300), nlohmann::json(0.5)})
      EXPECT_THROW(parse_checkpoint(with(where, bad), "saved", "test"), CheckpointError) << where << " " << bad;
  EXPECT_THROW(parse_checkpoint(with("/rows_checksum", std::uint64_t(1) << 40), "saved", "test"), CheckpointError);
}

}  // namespace

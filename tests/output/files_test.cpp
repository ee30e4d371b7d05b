// files_test.cpp -- a file is there as a whole or not at all, and nothing else is left
#include "output/files.hpp"

#include <cerrno>
#include <csignal>
#include <system_error>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "output/owner.hpp"
#include "output/sample.hpp"
#include "output/stream.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;
using Names = std::set<std::string>;

std::string message(const auto& f) {
  try {
    f();
  } catch (const OutputError& error) {
    return error.what();
  }
  return "";
}
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Files of this process cannot grow beyond 100 kB, as on a full disk.
class SmallDisk {
 public:
  SmallDisk() {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{100'000, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(ReplaceFile, WritesANewFileAndReplacesAnOldOne) {
  const Folder folder;
  for (const std::string text : {"first", "second, longer", ""}) {
    replace_file(folder / "a", [&](std::FILE* file) { put(file, text); });
    EXPECT_EQ(content(folder / "a"), text);
    EXPECT_EQ(folder.names(), Names{"a"});
  }
}

TEST(ReplaceFile, KeepsTheOldFileUntilTheNewOneIsWhole) {
  const Folder folder;
  std::ofstream(folder / "a") << "old";
  replace_file(folder / "a", [&](std::FILE* file) {
    put(file, "new");
    std::fflush(file);
    EXPECT_EQ(content(folder / "a"), "old");
  });
  EXPECT_EQ(content(folder / "a"), "new");
}

TEST(ReplaceFile, KeepsThePermissionsAndTheLink) {
  const Folder folder;
  std::ofstream(folder / "a") << "old";
  ::chmod((folder / "a").c_str(), 0600);
  std::filesystem::create_symlink("a", folder / "link");
  replace_file(folder / "link", [](std::FILE* file) { put(file, "new"); });
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(content(folder / "a"), "new");
  struct stat status{};
  ::stat((folder / "a").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST(ReplaceFile, AWriterThatThrowsLeavesNothing) {
  const Folder folder;
  std::ofstream(folder / "a") << "old";
  EXPECT_THROW(replace_file(folder / "a",
                            [](std::FILE* file) {
                              put(file, "new");
                              throw std::logic_error("stop");
                            }),
               std::logic_error);
  EXPECT_EQ(content(folder / "a"), "old");
  EXPECT_EQ(folder.names(), Names{"a"});
}

TEST(ReplaceFile, AFullDiskLeavesTheOldFile) {
  const Folder folder;
  std::ofstream(folder / "a") << "old";
  const std::string much(1'000'000, 'x');
  const auto checked = [&](std::FILE* file) { put(file, much); };
  // The first is noticed at once, the second by the stream's own mark, the third only when its buffer is emptied.
  const auto unchecked = [&](std::FILE* file) {
    for (int i = 0; i < 1000; ++i) (void)!std::fwrite(much.data(), 1, 1000, file);
  };
  const auto late = [&](std::FILE* file) {
    std::setvbuf(file, nullptr, _IOFBF, 2'000'000);
    put(file, much);
  };
  for (const auto& write : {std::function<void(std::FILE*)>(checked), {unchecked}, {late}}) {
    std::string said;
    {
      const SmallDisk small;
      said = message([&] { replace_file(folder / "a", write); });
    }
    EXPECT_TRUE(contains(said, "/a: cannot be written: ")) << said;
    EXPECT_TRUE(contains(said, "File too large") || contains(said, "No space left")) << said;
    EXPECT_EQ(content(folder / "a"), "old");
    EXPECT_EQ(folder.names(), Names{"a"});
  }
}

// The disk has room again when the file is closed, but a part of it is lost.
TEST(ReplaceFile, AFailureThatTheWriterIgnoredIsRemembered) {
  const Folder folder;
  std::ofstream(folder / "a") << "old";
  const std::string said = message([&] {
    replace_file(folder / "a", [](std::FILE* file) {
      const SmallDisk small;
      const std::string much(1'000'000, 'x');
      (void)!std::fwrite(much.data(), 1, much.size(), file);
    });
  });
  EXPECT_TRUE(contains(said, "/a: cannot be written: ")) << said;
  EXPECT_EQ(content(folder / "a"), "old");
  EXPECT_EQ(folder.names(), Names{"a"});
}

TEST(ReplaceFile, AFolderThatIsMissingOrInTheWay) {
  const Folder folder;
  const auto write = [](std::FILE* file) { put(file, "new"); };
  EXPECT_TRUE(contains(message([&] { replace_file(folder / "none" / "a", write); }), "No such file or directory"));
  std::filesystem::create_directory(folder / "b");
  EXPECT_TRUE(contains(message([&] { replace_file(folder / "b", write); }), "Is a directory"));
  EXPECT_EQ(folder.names(), Names{"b"});
}

TEST(PartFiles, ThoseOfTheDeadAreRemovedThoseOfTheLivingStay) {
  const Folder folder;
  std::ofstream(folder / ".a.csv.4711-0.part") << "of a process that was killed";
  std::ofstream(folder / ".a.csv.part") << "not of ours";
  std::ofstream(folder / "a.csv.1-2.part") << "not of ours";
  const PartFile ours = make_part_file(folder / "a.csv");
  const std::string name = ours.path.filename().string();
  remove_abandoned_parts(folder.path);
  EXPECT_EQ(folder.names(), (Names{".a.csv.part", "a.csv.1-2.part", name}));
  ::close(ours.descriptor);
  remove_abandoned_parts(folder.path);
  EXPECT_EQ(folder.names(), (Names{".a.csv.part", "a.csv.1-2.part"}));
}

TEST(PartFiles, AFileThatIsBeingReplacedHasAnOwnerToTheEnd) {
  const Folder folder;
  replace_file(folder / "a", [&](std::FILE* file) {
    put(file, "new");
    remove_abandoned_parts(folder.path);
  });
  EXPECT_EQ(content(folder / "a"), "new");
}

TEST(Claim, OneAtATimeWhateverLinksLeadToIt) {
  const Folder folder;
  std::filesystem::create_directory(folder / "real");
  std::filesystem::create_symlink("real", folder / "link");
  {
    const Claim claim(folder / "real" / "saved");
    EXPECT_THROW(Claim(folder / "real" / "saved"), InUse);
    try {
      const Claim second(folder / "link" / "saved");
      ADD_FAILURE() << "claimed twice";
    } catch (const InUse& error) {
      EXPECT_TRUE(contains(error.what(), "(process " + std::to_string(::getpid()) + ")")) << error.what();
    }
    EXPECT_NO_THROW(Claim(folder / "real" / "other"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder / "real"));
  std::ofstream(folder / "real" / ".saved.lock") << 4711;  // left by a process that was killed
  EXPECT_NO_THROW(Claim(folder / "real" / "saved"));
  EXPECT_THROW(Claim(folder / "none" / "saved"), OutputError);
}

TEST(Put, SaysThatTheDeviceIsFull) {
  std::FILE* full = std::fopen("/dev/full", "wb");
  ASSERT_NE(full, nullptr);
  try {
    put(full, std::string(1'000'000, 'x'));
    ADD_FAILURE() << "nothing was noticed";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), ENOSPC);
  }
  std::fclose(full);
}

TEST(WriteOutput, EveryFormatSurvivesAFullDisk) {
  const Folder folder;
  Spool rows = sample_spool(folder / "rows", 5000);
  rows.keep();
  ScenarioRecord record = sample_record(5000);
  EXPECT_TRUE(
      contains(message([&] { write_output(folder / "out.aem", record, rows); }), "a date for t = 0 is missing"));
  record.scenario.object.epoch = epoch_of("2026-11-19T00:00:00");
  for (const std::string& ending : output_endings()) {
    const std::string name = "out" + ending;
    std::ofstream(folder / name) << "old";
    if (ending == ".html" || ending == ".glb") continue;  // the size depends on the page; no motion that can be shown
    std::string said;
    {
      const SmallDisk small;
      said = message([&] { write_output(folder / name, record, rows); });
    }
    EXPECT_TRUE(contains(said, name + ": cannot be written: File too large")) << said;
    EXPECT_EQ(content(folder / name), "old");
  }
  EXPECT_EQ(folder.names(),
            (Names{"out.a", "out.aem", "out.csv", "out.glb", "out.html", "out.json", "out.npz", "out.xml", "rows"}));
}

TEST(ReplaceFile, ReplacesNothingButFiles) {
  const Folder folder;
  ::mkfifo((folder / "pipe").c_str(), 0600);
  std::filesystem::create_symlink("pipe", folder / "link");
  for (const char* name : {"pipe", "link"})
    EXPECT_TRUE(contains(message([&] { replace_file(folder / name, [](std::FILE*) {}); }), "is not a regular file"));
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(folder.names(), (Names{"link", "pipe"}));
}

TEST(WhyNotWritable, SaysWhatIsWrong) {
  const Folder folder;
  std::filesystem::create_directory(folder / "b.csv");
  std::ofstream(folder / "file") << "x";
  ::mkfifo((folder / "pipe.csv").c_str(), 0600);
  const auto why = [&](const std::string& name) { return why_not_writable(folder / name); };
  for (const std::string& ending : output_endings()) EXPECT_EQ(why("a" + ending), "");
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path);
  EXPECT_EQ(why_not_writable("a.csv"), "");
  std::filesystem::current_path(here);
  EXPECT_EQ(why_not_writable(folder / "any.ending", {}), "");
  EXPECT_TRUE(contains(why("b.csv"), "b.csv: is a folder"));
  EXPECT_TRUE(contains(why(""), "is a folder"));
  EXPECT_TRUE(contains(why_not_writable(""), "empty"));
  EXPECT_TRUE(contains(why("a.txt"), "a.txt: unknown ending .txt;"));
  EXPECT_TRUE(contains(why("a.txt"), "one of .csv, .npz, .json, .html"));
  EXPECT_TRUE(contains(why("a"), "the name has no ending"));
  EXPECT_TRUE(contains(why_not_writable(folder / "a.npz", comparison_endings()), "one of .csv, .json, .html"));
  EXPECT_TRUE(contains(why("none/a.csv"), "none does not exist"));
  EXPECT_TRUE(contains(why("file/a.csv"), "file is not a folder"));
  EXPECT_TRUE(contains(why("pipe.csv"), "not a regular file"));
  EXPECT_EQ(folder.names(), (Names{"b.csv", "file", "pipe.csv"})) << "a question must not leave a trace";
}

TEST(WhyNotWritable, AFolderThatIsNotOurs) {
  const Folder folder;
  using std::filesystem::perms;
  constexpr perms kReadOnly = perms::owner_read | perms::owner_exec | perms::others_read | perms::others_exec;
  std::filesystem::permissions(folder.path, kReadOnly);
  // Root may write to any folder: another process, as nobody, asks.
  constexpr uid_t kNobody = 65534;
  const auto ask_and_exit = [&] {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) std::exit(2);
    std::exit(contains(why_not_writable(folder / "a.csv"), "cannot be written to: Permission denied") ? 0 : 1);
  };
  EXPECT_EXIT(ask_and_exit(), testing::ExitedWithCode(0), "");
  std::filesystem::permissions(folder.path, perms::owner_all);
}

}  // namespace

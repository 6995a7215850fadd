// Files and folders as submissions, what a build prints, and the lines of the report. Archives are in
// tests/e2e/admit_archives_test.py.
#include "referee/teams/build/unpack.hpp"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "referee/teams/build/admit_line.hpp"
#include "referee/teams/build/archive_reader.hpp"
#include "referee/teams/build/build_log.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;

namespace {

class Unpack : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/quiver-unpack-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content = "x") const {
    const fs::path path = folder_ + "/" + name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << content;
    return path.string();
  }
  base::Result<teams::Submission> unpack(const std::vector<std::string>& paths) const {
    fs::remove_all(folder_ + "/into");
    fs::create_directory(folder_ + "/into");
    return teams::unpack(paths, folder_ + "/into", limits_);
  }
  void expect_refused(const std::vector<std::string>& paths, const std::string& why) const {
    const auto done = unpack(paths);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, base::Error::Code::kBadInput);
    EXPECT_NE(done.error().sentence.find(why), std::string::npos) << done.error().sentence;
  }

  std::string folder_;
  teams::UnpackLimits limits_;
};

}  // namespace

TEST_F(Unpack, TakesSeveralFiles) {
  const auto done = unpack({write("a/my_bot.py", "1"), write("b/eval.py", "22")});
  ASSERT_TRUE(done) << done.error().sentence;
  EXPECT_EQ(done->first, "my_bot.py");
  EXPECT_EQ(done->names, std::vector<std::string>{"my_bot"});
  EXPECT_EQ(done->files, 2U);
  EXPECT_EQ(done->bytes, 3U);
  EXPECT_TRUE(fs::exists(done->folder + "/eval.py"));
}

TEST_F(Unpack, TakesAFolderAsItIs) {
  write("bot/inner/deep/main.py");
  write("bot/.git/config");
  fs::permissions(write("bot/inner/run"), fs::perms(0700));
  const auto done = unpack({folder_ + "/bot/"});
  ASSERT_TRUE(done) << done.error().sentence;
  // the folder that holds everything is taken off
  EXPECT_EQ(done->folder, folder_ + "/into/inner");
  EXPECT_EQ(done->names, (std::vector<std::string>{"bot", "inner"}));
  EXPECT_EQ(done->files, 2U);
  struct stat about {};
  ASSERT_EQ(stat((done->folder + "/run").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0755U);
  ASSERT_EQ(stat((done->folder + "/deep/main.py").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0644U);
}

TEST_F(Unpack, FollowsNoLinkInAFolder) {
  write("bot/main.py");
  fs::create_symlink("/etc/passwd", folder_ + "/bot/data");
  expect_refused({folder_ + "/bot"}, "\"data\" is a link");
}

TEST_F(Unpack, WaitsForNoPipe) {
  write("bot/main.py");
  ASSERT_EQ(mkfifo((folder_ + "/bot/pipe").c_str(), 0600), 0);
  expect_refused({folder_ + "/bot"}, "neither a file nor a folder");
  expect_refused({folder_ + "/bot/pipe"}, "neither a file nor a folder");
}

TEST_F(Unpack, RefusesWhatIsNoSubmission) {
  fs::create_directory(folder_ + "/empty");
  expect_refused({folder_ + "/empty"}, "no files");
  expect_refused({write("a/x.py"), write("b/x.py")}, "twice");
  expect_refused({write("x.py"), write("x.zip")}, "archive");
  expect_refused({write("broken.zip", "no zip")}, "the archive cannot be read: ");
  limits_.submitted_bytes = 10;
  expect_refused({write("large.py", "12345678901")}, "larger than 10 bytes");
  expect_refused({write("large.zip", "12345678901")}, "larger than 10 bytes");
}

TEST(ArchiveNames, AreKnownByTheirEnding) {
  for (const char* name : {"b.zip", "b.tar", "b.tar.gz", "b.tgz"}) {
    EXPECT_TRUE(teams::is_archive(name));
    EXPECT_EQ(teams::archive_stem(name), "b");
  }
  for (const char* name : {"b.py", ".zip", "b.gz", "zip"}) EXPECT_FALSE(teams::is_archive(name)) << name;
}

TEST(BuildOutput, KeepsTheBeginningAndTheEnd) {
  std::vector<std::string> printed;
  teams::BuildLog log([&](std::string_view line) { printed.emplace_back(line); });
  constexpr int kLines = 20'000;
  for (int k = 0; k < kLines; ++k) log.add("line " + std::to_string(k));
  const std::size_t at_once = printed.size();
  log.finish();
  EXPECT_EQ(printed.front(), "line 0");
  EXPECT_EQ(printed.back(), "line " + std::to_string(kLines - 1));
  // every line is printed or counted
  EXPECT_EQ(printed[at_once],
            "… " + std::to_string(kLines + 1 - static_cast<int>(printed.size())) + " lines are left out");
  std::size_t size = 0;
  for (const std::string& line : printed) size += line.size();
  EXPECT_LE(size, teams::BuildLog::kFirst + teams::BuildLog::kLast);
  EXPECT_GE(size, teams::BuildLog::kLast / 4);
}

TEST(BuildOutput, LeavesNothingOutOfAShortOne) {
  std::vector<std::string> printed;
  teams::BuildLog log([&](std::string_view line) { printed.emplace_back(line); });
  log.add("a");
  log.add("");
  log.finish();
  EXPECT_EQ(printed, (std::vector<std::string>{"a", ""}));
}

TEST(AdmitLines, AreReadAsTheyAreWritten) {
  const teams::AdmitLine line{.stage = "build", .line = "\"a\" \\ é\t<b>"};
  EXPECT_EQ(teams::admit_json(line), R"({"stage":"build","line":"\"a\" \\ é\t\u003cb\u003e"})");
  EXPECT_EQ(*teams::parse_admit_line(teams::admit_json(line)), line);
  teams::AdmitLine verdict;
  verdict.verdict = teams::kAdmitted;
  verdict.kind = "so";
  verdict.title = "T";
  verdict.sentence = "ok";
  verdict.bundle = std::string(64, 'a');
  EXPECT_EQ(*teams::parse_admit_line(teams::admit_json(verdict)), verdict);
  EXPECT_EQ(teams::parse_admit_line(teams::admit_json({.stage = "build", .line = "\xff"}))->line, "?");
  EXPECT_FALSE(teams::parse_admit_line("no json"));
}

}  // namespace quiver::tests

// Folders for what bots print: kept for a day, never taken from a run that goes on, from somebody else, or by
// a link.
#include "referee/launch/files/log_folder.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

namespace fs = std::filesystem;

class LogFolders : public testing::Test {
 protected:
  LogFolders() {
    folder_ = testing::TempDir() + "/quiver-test-XXXXXX";
    if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no temporary folder");
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", folder_.c_str(), 1);
  }
  ~LogFolders() override {
    if (before_.empty())
      unsetenv("TMPDIR");
    else
      setenv("TMPDIR", before_.c_str(), 1);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  static void write(const std::string& path) { std::ofstream(path) << "it said this\n"; }
  // As if nothing had changed for so long.
  static void age(const std::string& path, std::chrono::seconds by) {
    timespec times[2]{};
    times[0].tv_sec = times[1].tv_sec = std::time(nullptr) - by.count();
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW), 0);
  }
  // A folder that a run has left, with a log in it, both of that age.
  [[nodiscard]] static std::string left_behind(std::chrono::seconds old) {
    std::string path;
    {
      const auto made = launch::TemporaryLogs::make().value();
      path = made.path();
      write(path + "/7-1-seat0-bot.log");
    }
    age(path + "/7-1-seat0-bot.log", old);
    age(path, old);
    return path;
  }

  std::string folder_;
  std::string before_;
};

constexpr std::chrono::seconds kOld = launch::kLogsKept + std::chrono::minutes(1);
constexpr std::chrono::seconds kYoung = launch::kLogsKept - std::chrono::minutes(1);

}  // namespace

TEST_F(LogFolders, AreKeptForADay) {
  const std::string young = left_behind(kYoung);
  const std::string old = left_behind(kOld);
  EXPECT_TRUE(fs::exists(old + "/7-1-seat0-bot.log")) << "what a run has left stays until another one looks";
  launch::sweep_log_folders();
  EXPECT_TRUE(fs::exists(young + "/7-1-seat0-bot.log"));
  EXPECT_FALSE(fs::exists(old));
}

TEST_F(LogFolders, GoAtOnceIfTheyAreEmptyOrNotWanted) {
  std::string empty;
  std::string unwanted;
  {
    const auto made = launch::TemporaryLogs::make().value();
    empty = made.path();
    EXPECT_TRUE(fs::is_directory(empty));
    auto other = launch::TemporaryLogs::make().value();
    unwanted = other.path();
    write(unwanted + "/a.log");
    fs::create_directory(unwanted + "/below");
    write(unwanted + "/below/b.log");
    other.remove();
  }
  EXPECT_FALSE(fs::exists(empty));
  EXPECT_FALSE(fs::exists(unwanted));
}

// A day begins with the last line of the youngest log.
TEST_F(LogFolders, AreAsOldAsTheirYoungestLog) {
  const std::string path = left_behind(kOld);
  write(path + "/7-2-seat0-bot.log");
  age(path, kOld);
  launch::sweep_log_folders();
  EXPECT_TRUE(fs::exists(path + "/7-1-seat0-bot.log"));
}

TEST_F(LogFolders, OfARunThatGoesOnStay) {
  const auto running = launch::TemporaryLogs::make().value();
  write(running.path() + "/a.log");
  age(running.path() + "/a.log", kOld);
  age(running.path(), kOld);
  const pid_t other = fork();  // the run that starts next
  if (other == 0) {
    launch::sweep_log_folders();
    _exit(0);
  }
  waitpid(other, nullptr, 0);
  EXPECT_TRUE(fs::exists(running.path() + "/a.log"));
}

TEST_F(LogFolders, OfOthersAndLinksStay) {
  // What links lead to is not touched, whether the link is the folder or stands in one.
  const std::string precious = folder_ + "/precious";
  fs::create_directory(precious);
  write(precious + "/a.log");
  age(precious + "/a.log", kOld);
  age(precious, kOld);
  fs::create_symlink(precious, folder_ + "/quiver-logs-linked");
  age(folder_ + "/quiver-logs-linked", kOld);
  const std::string path = left_behind(kOld);
  fs::create_symlink(precious, path + "/inside");
  fs::create_symlink(precious + "/a.log", path + "/file");
  for (const char* name : {"/inside", "/file", ""}) age(path + name, kOld);
  // A file by that name, and a folder by another.
  write(folder_ + "/quiver-logs-file");
  age(folder_ + "/quiver-logs-file", kOld);
  fs::create_directory(folder_ + "/quiver-logsbook");
  age(folder_ + "/quiver-logsbook", kOld);
  launch::sweep_log_folders();
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(precious + "/a.log"));
  for (const char* name : {"/quiver-logs-linked", "/quiver-logs-file", "/quiver-logsbook"})
    EXPECT_TRUE(fs::exists(folder_ + name)) << name;

  if (geteuid() != 0) GTEST_SKIP() << "only root can have a folder of somebody else";
  const std::string foreign = left_behind(kOld);
  ASSERT_EQ(chown(foreign.c_str(), 12345, 12345), 0);
  launch::sweep_log_folders();
  EXPECT_TRUE(fs::exists(foreign + "/7-1-seat0-bot.log"));
}

}  // namespace quiver::tests

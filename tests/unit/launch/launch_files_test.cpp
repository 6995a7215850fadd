// What a bot is started from: copied, hashed and shown as one, whoever writes to the files meanwhile.
#include "referee/launch/files/launch_files.hpp"

#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/launch/files/fingerprint.hpp"
#include "referee/launch/files/scratch.hpp"
#include "referee/launch/isolation.hpp"
#include "tests/unit/launch/running.hpp"

namespace quiver::tests {

using launch::BotSpec;
using launch::LaunchFiles;
using launch::open_launch_files;
using launch::Snapshots;
namespace fs = std::filesystem;

namespace {

class FilesOfALaunch : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::canonical(testing::TempDir()).string() + "/quiver-files-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    fs::permissions(folder_, fs::perms(0755));
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Written long ago, as far as anybody can tell.
  std::string write(const std::string& name, const std::string& content) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << content;
    usleep(60'000);
    return path;
  }
  static BotSpec parsed(const std::string& text) {
    auto spec = launch::parse_bot_spec(text, "amazons", {});
    EXPECT_TRUE(spec) << (spec ? "" : spec.error().sentence);
    return spec ? *spec : BotSpec{};
  }
  LaunchFiles opened(const BotSpec& bot, bool isolated = true) {
    auto files = open_launch_files(bot, isolated, &snapshots_);
    EXPECT_TRUE(files) << (files ? "" : files.error().sentence);
    return files ? std::move(*files) : LaunchFiles{};
  }
  static std::string content(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Which of the files is shown there.
  static std::string source(const LaunchFiles& files, const std::string& path) {
    for (const launch::ShownFile& one : files.shown)
      if (one.path == path) return one.source;
    return "";
  }

  std::string folder_;
  Snapshots snapshots_;
};

}  // namespace

TEST_F(FilesOfALaunch, AreCopiedOnceForEachContent) {
  const std::string book = write("book", "one");
  const BotSpec bot = parsed("/bin/cat " + book);
  const LaunchFiles first = opened(bot);
  const LaunchFiles second = opened(bot);
  EXPECT_NE(source(first, book), book);
  EXPECT_EQ(content(source(first, book)), "one");
  EXPECT_EQ(source(first, book), source(second, book));
  EXPECT_EQ(first.version.fingerprint(), second.version.fingerprint());
  EXPECT_EQ(first.version.fingerprint(), *launch::fingerprint(bot));
  // in place, the same size
  write("book", "two");
  const LaunchFiles third = opened(bot);
  EXPECT_EQ(content(source(first, book)), "one");
  EXPECT_EQ(content(source(third, book)), "two");
  EXPECT_NE(first.version.fingerprint(), third.version.fingerprint());
  EXPECT_EQ(third.version.fingerprint(), *launch::fingerprint(bot));
}

TEST_F(FilesOfALaunch, KeepTheirBytesThoughNoTimeOfTheFileChanges) {
  // given a file that its author writes to through memory, which shows in no time of the file's
  const std::string book = write("book", "one");
  const int file = open(book.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(file, 0);
  void* const memory = mmap(nullptr, 3, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::memcpy(memory, "one", 3);
  usleep(60'000);
  const BotSpec bot = parsed("/bin/cat " + book);
  const LaunchFiles before = opened(bot);
  std::memcpy(memory, "two", 3);
  // then the bytes that were hashed are those that are shown
  EXPECT_EQ(content(source(before, book)), "one");
  const LaunchFiles after = opened(bot);
  const bool same = before.version.fingerprint() == after.version.fingerprint();
  EXPECT_EQ(content(source(after, book)), same ? "one" : "two");
  munmap(memory, 3);
  close(file);
}

TEST_F(FilesOfALaunch, WrittenAMomentAgoAreCopiedAgain) {
  const std::string book = folder_ + "/book";
  std::ofstream(book) << "one";
  const BotSpec bot = parsed("/bin/cat " + book);
  const LaunchFiles first = opened(bot);
  std::ofstream(book) << "two";  // within the same tick, perhaps
  const LaunchFiles second = opened(bot);
  EXPECT_EQ(content(source(second, book)), "two");
  EXPECT_NE(first.version.fingerprint(), second.version.fingerprint());
}

TEST_F(FilesOfALaunch, AreOutdatedWhenSomebodyHasFinishedChangingThem) {
  const std::string book = write("book", "one");
  const BotSpec bot = parsed("/bin/cat " + book);
  const LaunchFiles files = opened(bot);
  EXPECT_FALSE(files.version.is_outdated());
  std::ofstream(book) << "two";
  EXPECT_FALSE(files.version.is_outdated()) << "it may be half a file";
  usleep(300'000);
  EXPECT_TRUE(files.version.is_outdated());
  EXPECT_FALSE(opened(bot).version.is_outdated());
  fs::remove(book);
  EXPECT_FALSE(files.version.is_outdated()) << "nothing could take its place";
}

TEST_F(FilesOfALaunch, AreUnsettledIfTheyAreNoCopies) {
  const std::string book = write("book", "one");
  const BotSpec bot = parsed("/bin/cat " + book);
  const LaunchFiles copies = opened(bot);
  const LaunchFiles themselves = opened(bot, false);
  EXPECT_TRUE(themselves.shown.empty());
  EXPECT_EQ(copies.version.fingerprint(), themselves.version.fingerprint());
  EXPECT_FALSE(themselves.version.is_unsettled());
  write("book", "two");
  EXPECT_TRUE(themselves.version.is_unsettled());
  EXPECT_FALSE(copies.version.is_unsettled());
}

TEST_F(FilesOfALaunch, KeepTheirRights) {
  const std::string book = write("book", "one");
  fs::permissions(book, fs::perms(0640));
  if (getuid() == 0) {
    ASSERT_EQ(chown(book.c_str(), 1234, 1235), 0);
  }
  const LaunchFiles files = opened(parsed("/bin/cat " + book));
  struct stat about {};
  ASSERT_EQ(stat(source(files, book).c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777U, getuid() == 0 ? 0440U : 0400U);
  if (getuid() == 0) {
    EXPECT_EQ(about.st_uid, 1234U);
    EXPECT_EQ(about.st_gid, 1235U);
  }
}

TEST_F(FilesOfALaunch, LeaveNothingBehind) {
  const std::string book = write("book", "one");
  const BotSpec bot = parsed("/bin/cat " + book);
  std::string place;
  {
    Snapshots own;
    const auto files = open_launch_files(bot, true, &own);
    ASSERT_TRUE(files);
    place = fs::path(source(*files, book)).parent_path().string();
    struct stat about {};
    ASSERT_EQ(stat(place.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777U, 0700U);
  }
  EXPECT_FALSE(fs::exists(place));
}

TEST_F(FilesOfALaunch, AreTheCopiesEvenInsideAFolderThatIsShown) {
  const auto launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR);
  ASSERT_TRUE(launch_policy);
  if (launch_policy->confinement != launch::Confinement::kFull) GTEST_SKIP() << launch_policy->warning;
  const std::string book = write("book", "one\n");
  fs::create_directory_symlink("/", folder_ + "/out");
  const BotSpec bot = parsed("/bin/cat see=" + folder_ + " " + book);
  launch::Command command = shell("cat " + book + "; ls " + folder_);
  command.confinement = launch::Confinement::kFull;
  command.files = std::make_shared<const LaunchFiles>(opened(bot));
  std::ofstream(book) << "two\n";
  EXPECT_EQ(run_to_end(command), "one\nbook\nout\n");
}

TEST_F(FilesOfALaunch, AreNotShownIfAnotherTookTheirPlace) {
  const auto launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR);
  ASSERT_TRUE(launch_policy);
  if (launch_policy->confinement != launch::Confinement::kFull) GTEST_SKIP() << launch_policy->warning;
  const std::string book = write("book", "shown\n");
  launch::Command command = shell("cat " + book);
  command.confinement = launch::Confinement::kFull;
  command.files = showing({book});
  EXPECT_EQ(run_to_end(command), "shown\n");
  // between the look at it and the start
  write("other", "hidden\n");
  fs::rename(folder_ + "/other", book);
  const auto process = launch::Process::spawn(command);
  ASSERT_FALSE(process);
  fs::remove(book);
  fs::create_symlink("/etc/passwd", book);
  EXPECT_FALSE(launch::Process::spawn(command));
}

TEST_F(FilesOfALaunch, DoNotMakeFilesWhereALinkInAShownFolderLeads) {
  const auto launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR);
  ASSERT_TRUE(launch_policy);
  if (launch_policy->confinement != launch::Confinement::kFull) GTEST_SKIP() << launch_policy->warning;
  // given a folder of a bot's, in which a folder has become a link out of it
  fs::create_directories(folder_ + "/bots/sub");
  fs::create_directory(folder_ + "/elsewhere");
  const std::string book = write("bots/sub/book", "one\n");
  const BotSpec bot = parsed("/bin/cat see=" + folder_ + "/bots " + book);
  launch::Command command = shell("true");
  command.confinement = launch::Confinement::kFull;
  command.files = std::make_shared<const LaunchFiles>(opened(bot));
  fs::remove_all(folder_ + "/bots/sub");
  fs::create_directory_symlink(folder_ + "/elsewhere", folder_ + "/bots/sub");
  // then nothing comes into being there, whether it starts or not
  static_cast<void>(launch::Process::spawn(command));
  EXPECT_TRUE(fs::is_empty(folder_ + "/elsewhere"));
}

}  // namespace quiver::tests

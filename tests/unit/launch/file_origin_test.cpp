// Links in a bot's command line: followed when it is read, by the owner's leave, and never afterwards.
#include "referee/launch/files/file_origin.hpp"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace quiver::tests {

using launch::FileOrigin;
using launch::open_origin;
using launch::settle;
namespace fs = std::filesystem;

namespace {

class Origins : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::canonical(testing::TempDir()).string() + "/quiver-origin-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    fs::create_directory(path("bots"));
    write("bots/book", "open");
    write("secret", "hidden");
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name)) << content;
  }
  [[nodiscard]] FileOrigin settled(const std::string& name) const {
    const auto origin = settle(path(name));
    EXPECT_TRUE(origin) << (origin ? "" : origin.error().sentence);
    return origin ? *origin : FileOrigin{};
  }
  // The bytes, or the sentence that refuses them.
  static std::string read(const FileOrigin& origin) {
    const auto opened = open_origin(origin, true);
    if (!opened) return opened.error().sentence;
    std::string bytes(100, '\0');
    const ssize_t got = ::read(opened->file.get(), bytes.data(), bytes.size());
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return bytes;
  }
  static void expect_refused(const FileOrigin& origin, const std::string& why) {
    for (const bool bytes : {true, false}) {
      const auto opened = open_origin(origin, bytes);
      ASSERT_FALSE(opened) << why;
      EXPECT_NE(opened.error().sentence.find(why), std::string::npos) << opened.error().sentence;
    }
  }

  std::string folder_;
};

}  // namespace

TEST_F(Origins, AreWithoutLinks) {
  fs::create_directory_symlink("bots", path("current"));
  fs::create_symlink("../current/./book", path("bots/near"));
  const FileOrigin origin = settled("current/near");
  EXPECT_EQ(origin.path, path("current/near"));
  EXPECT_EQ(origin.resolved, path("bots/book"));
  EXPECT_FALSE(origin.folder);
  EXPECT_EQ(read(origin), "open");
  EXPECT_TRUE(settled("current").folder);
  EXPECT_EQ(settle("/")->resolved, "/");
}

TEST_F(Origins, AreNotOfLinksThatLeadNowhereOrInCircles) {
  fs::create_symlink("nothing", path("dangling"));
  fs::create_symlink("round", path("round"));
  for (const char* name : {"dangling", "round", "bots/nothing", "bots/book/below"})
    EXPECT_FALSE(settle(path(name))) << name;
}

TEST_F(Origins, AreFilesAndFolders) {
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0666), 0);
  EXPECT_FALSE(settle(path("fifo")));
  EXPECT_FALSE(settle("/dev/null"));
}

TEST_F(Origins, ThatHaveBecomeLinksAreNotOpened) {
  const FileOrigin book = settled("bots/book");
  fs::remove(path("bots/book"));
  fs::create_symlink("../secret", path("bots/book"));
  expect_refused(book, "leads over a link that was not there when quiver started");
  EXPECT_EQ(launch::key_of(book).device, 0U);
}

TEST_F(Origins, BelowAFolderThatHasBecomeALinkAreNotOpened) {
  const FileOrigin book = settled("bots/book");
  fs::create_directory(path("private"));
  write("private/book", "hidden");
  fs::rename(path("bots"), path("away"));
  fs::create_directory_symlink("private", path("bots"));
  expect_refused(book, "leads over a link");
  const FileOrigin folder{path("bots"), path("bots"), getuid(), true};
  expect_refused(folder, "leads over a link");
}

TEST_F(Origins, AreOpenedAsTheFileThatIsThereNow) {
  const FileOrigin book = settled("bots/book");
  const auto before = launch::key_of(book);
  write("bots/new", "another");
  fs::rename(path("bots/new"), path("bots/book"));
  EXPECT_EQ(read(book), "another");
  EXPECT_NE(launch::key_of(book), before);
}

TEST_F(Origins, ThatHaveBecomeAnythingElseAreNotOpenedAndDoNotWait) {
  const FileOrigin book = settled("bots/book");
  fs::remove(path("bots/book"));
  expect_refused(book, "is not there any more");
  ASSERT_EQ(mkfifo(path("bots/book").c_str(), 0666), 0);
  expect_refused(book, "is not a file any more");
  fs::remove(path("bots/book"));
  fs::create_directory(path("bots/book"));
  expect_refused(book, "is not a file any more");
  const FileOrigin folder = settled("bots/book");
  fs::remove(path("bots/book"));
  write("bots/book", "x");
  expect_refused(folder, "is not a folder any more");
}

TEST_F(Origins, OfAnotherOwnerAreNotOpened) {
  if (getuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(chown(path("bots/book").c_str(), 1234, 1234), 0);
  const FileOrigin book = settled("bots/book");
  // A second name of a file that is somebody else's is no link.
  fs::remove(path("bots/book"));
  fs::create_hard_link(path("secret"), path("bots/book"));
  expect_refused(book, "belongs to another user than when quiver started");
}

TEST_F(Origins, AreReachedByLinksOfTheirOwnersAndOfOursOnly) {
  if (getuid() != 0) GTEST_SKIP() << "only root can give files away";
  fs::create_symlink("../secret", path("bots/far"));
  fs::create_symlink("book", path("bots/near"));
  EXPECT_EQ(settled("bots/far").resolved, path("secret"));
  for (const char* name : {"bots/far", "bots/near", "bots/book"})
    ASSERT_EQ(lchown(path(name).c_str(), 1234, 1234), 0);
  EXPECT_EQ(settled("bots/near").resolved, path("bots/book"));
  const auto refused = settle(path("bots/far"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("is reached by a link of user 1234"), std::string::npos)
      << refused.error().sentence;
}

TEST_F(Origins, ThatCannotBeReadCanStillBeShown) {
  if (getuid() == 0) GTEST_SKIP() << "root reads everything";
  fs::permissions(path("bots/book"), fs::perms(0111));
  const auto opened = open_origin(settled("bots/book"), true);
  ASSERT_TRUE(opened) << opened.error().sentence;
  EXPECT_FALSE(opened->readable);
}

}  // namespace quiver::tests

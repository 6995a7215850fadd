// A bot's author changes files while quiver runs: puts links to secrets in their place, and takes them away
// again. Whatever the moment, no start shows the bot what a link leads to; as root and as an ordinary user.
#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;

namespace {

constexpr uid_t kAuthor = 1234;  // where the test may say so
constexpr const char* kSecret = "the-secret-of-whoever-runs-the-referee";

// What the author can replace.
enum class Place { kArgument, kShownFile, kShownFolder, kFolderAbove };

struct Trick {
  std::string name = {};
  Place place = Place::kArgument;
  bool ordinary = false;  // the referee runs as an ordinary user

  friend std::ostream& operator<<(std::ostream& out, const Trick& one) { return out << one.name; }
};

class Links : public Stage, public testing::WithParamInterface<Trick> {
 protected:
  void SetUp() override {
    if (GetParam().ordinary && !become_ordinary()) GTEST_SKIP() << "only root can become somebody else";
    if (!GetParam().ordinary && getuid() != 0) GTEST_SKIP() << "this is not root";
    // given a folder of the author's, and one of whoever runs the referee
    for (const char* name : {"author/data", "private"}) fs::create_directories(folder() + "/" + name);
    static_cast<void>(file("author/data/book", "an opening book\n"));
    static_cast<void>(file("private/book", std::string(kSecret) + "\n"));
    // and a bot that prints what it can read there
    static_cast<void>(file("author/bot.sh", "cat \"$BOOK\"; exec \"$1\"\n"));
    // with a link ready to take a place
    fs::create_symlink(target(), spare());
    give(folder() + "/author", kAuthor);
    for (const auto& entry : fs::recursive_directory_iterator(folder() + "/author"))
      give(entry.path(), kAuthor);
    for (const char* name : {"/private", "/private/book"}) give(folder() + name, runner());
  }

  [[nodiscard]] static uid_t runner() { return getuid() == 0 && GetParam().ordinary ? 65534 : getuid(); }
  static void give(const fs::path& path, uid_t owner) {
    if (getuid() == 0 && lchown(path.c_str(), owner, owner) != 0)
      throw std::runtime_error("cannot be given away");
    if (!fs::is_symlink(path)) fs::permissions(path, fs::perms(0755));
  }

  // What is replaced, and what it is replaced by.
  [[nodiscard]] std::string replaced() const {
    const bool file = GetParam().place == Place::kArgument || GetParam().place == Place::kShownFile;
    return folder() + (file ? "/author/data/book" : "/author/data");
  }
  [[nodiscard]] std::string spare() const { return folder() + "/author/spare"; }
  [[nodiscard]] std::string target() const {
    const bool file = GetParam().place == Place::kArgument || GetParam().place == Place::kShownFile;
    return folder() + (file ? "/private/book" : "/private");
  }
  void swap_them() const {
    if (renameat2(AT_FDCWD, spare().c_str(), AT_FDCWD, replaced().c_str(), RENAME_EXCHANGE) != 0)
      throw std::runtime_error("no exchange");
  }

  [[nodiscard]] Arguments match(const std::string& games) const {
    const std::string book = folder() + "/author/data/book";
    const std::string random =
        GetParam().ordinary ? folder() + "/copies/bots/connect4-random" : bundled_bot_path("connect4-random");
    std::string bot = "/bin/sh name=curious env:BOOK=" + book;
    if (GetParam().place == Place::kShownFolder) bot += " see=" + folder() + "/author/data";
    if (GetParam().place == Place::kShownFile) bot += " see=" + book;
    bot += " " + folder() + "/author/bot.sh " + random;
    if (GetParam().place == Place::kArgument || GetParam().place == Place::kFolderAbove) bot += " " + book;
    return Arguments{"match",     "connect4", "--rows",    "4",       "--cols", "4",
                     "--isolate", "required", "--restart", "--games", games,    "--logs",
                     logs(),      "--bot",    bot,         "--bot",   "random"} +
           patient_clock();
  }
  [[nodiscard]] std::string logs() const { return folder() + "/logs"; }
  [[nodiscard]] std::string all_logs() const {
    std::string all;
    std::error_code error;
    fs::directory_iterator it(logs(), error);
    for (const fs::directory_iterator end; !error && it != end; it.increment(error))
      if (it->path().string().find("curious") != std::string::npos)
        all += content_of_file(it->path().string());
    return all;
  }
};

}  // namespace

TEST_P(Links, ThatTakeTheFilesPlaceAreNotFollowed) {
  // given a run that has begun with the file
  Program& run = start_quiver(match("200"));
  ASSERT_TRUE(eventually([&] { return all_logs().find("an opening book") != std::string::npos; }))
      << run.err();
  // when a link takes its place
  swap_them();
  // then games are void and say why, and the bot has not seen what the link leads to
  EXPECT_EQ(run.wait(), 4) << run.err();
  EXPECT_NE((run.out() + run.err()).find("leads over a link that was not there when quiver started"),
            std::string::npos)
      << run.out() << run.err();
  EXPECT_EQ(all_logs().find(kSecret), std::string::npos);
}

TEST_P(Links, ThatComeAndGoAreNeverFollowed) {
  // given a run that has begun with the file
  Program& run = start_quiver(match("40"));
  ASSERT_TRUE(eventually([&] { return all_logs().find("an opening book") != std::string::npos; }))
      << run.err();
  // when its author exchanges it for a link and back all the time, while that run goes on and others begin
  std::atomic<bool> stop = false;
  std::atomic<unsigned> swaps = 0;
  std::thread author([&] {
    for (; !stop || swaps % 2 != 0; ++swaps) swap_them();
  });
  run.wait();
  for (int k = 0; k < 4; ++k) static_cast<void>(quiver(match("3")));
  stop = true;
  author.join();
  EXPECT_GT(swaps, 100U);
  // then the secret was never seen
  EXPECT_EQ(all_logs().find(kSecret), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Everybody, Links,
                         testing::Values(Trick{"Argument", Place::kArgument},
                                         Trick{"ArgumentAsAUser", Place::kArgument, true},
                                         Trick{"ShownFile", Place::kShownFile},
                                         Trick{"ShownFolder", Place::kShownFolder},
                                         Trick{"ShownFolderAsAUser", Place::kShownFolder, true},
                                         Trick{"FolderAbove", Place::kFolderAbove}),
                         [](const auto& one) { return one.param.name; });

}  // namespace quiver::tests

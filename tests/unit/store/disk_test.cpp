// Disks that are full or may not be written: real ones, mounted where only this test sees them.
#include <fstream>
#include <sched.h>
#include <sys/mount.h>

#include "tests/unit/store/child.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using store::Access;

namespace {

class Disks : public StoreFolder {
 protected:
  // Runs the part where it may mount things. Hears its lines, up to "done"; none if mounting is not possible
  // here.
  static std::vector<std::string> lines_of(const std::function<void(const Child::Say&)>& part) {
    Child child([&](const Child::Say& say) {
      if (unshare(CLONE_NEWNS) != 0 && !become_root_of_a_world()) return;
      if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
      part(say);
      say("done");
    });
    std::vector<std::string> lines;
    for (std::string line = child.hear(); !line.empty(); line = child.hear()) lines.push_back(line);
    return lines;
  }
  // Somebody who is not root may mount things in namespaces of its own.
  static bool become_root_of_a_world() {
    const std::string user = "0 " + std::to_string(getuid()) + " 1";
    const std::string group = "0 " + std::to_string(getgid()) + " 1";
    if (unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0) return false;
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << user;
    std::ofstream("/proc/self/gid_map") << group;
    return getuid() == 0;
  }
  [[nodiscard]] bool mount_disk(const char* options) const {
    return mount("none", folder_.c_str(), "tmpfs", 0, options) == 0;
  }
  [[nodiscard]] bool forbid_writing() const {
    return mount(nullptr, folder_.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0;
  }
};

}  // namespace

TEST_F(Disks, ThatAreFullAreToldOfAndLoseNothing) {
  const auto lines = lines_of([&](const Child::Say& say) {
    if (!mount_disk("size=1m")) return;
    const auto event = open()->begin(an_event()).value().id;
    std::uint32_t kept = 0;
    {
      const auto store = open();
      for (base::Result<void> done; done;) {
        store::Game game = a_game(kept + 1);
        game.record.sentence = std::string(1000, 'x');
        done = store->commit(event, {game});
        if (!done) say(done.error().sentence.substr(done.error().sentence.rfind("t.db")));
        kept += done ? 1U : 0U;
      }
      say(store->results(event).value().size() == kept ? "all there" : "not all there");
    }
    say(kept > 10 && open(Access::kRead)->results(event).value().size() == kept ? "and later" : "too few");
  });
  if (lines.empty()) GTEST_SKIP() << "nothing can be mounted here";
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0], "t.db\" cannot be written: database or disk is full");
  EXPECT_EQ(lines[1], "all there");
  EXPECT_EQ(lines[2], "and later");
}

TEST_F(Disks, ThatAreFullFromTheStartAreToldOf) {
  const auto lines = lines_of([&](const Child::Say& say) {
    if (!mount_disk("size=16k")) return;
    std::ofstream(path("ballast")) << std::string(64 << 10, 'x');
    const auto opened = store::open_sqlite_store(path(), Access::kWrite);
    say(opened ? "opened" : opened.error().sentence.substr(opened.error().sentence.rfind("\" ")));
  });
  if (lines.empty()) GTEST_SKIP() << "nothing can be mounted here";
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].find("\" cannot be written: "), 0U) << lines[0];
}

TEST_F(Disks, ThatMayNotBeWrittenCanBeRead) {
  const auto lines = lines_of([&](const Child::Say& say) {
    if (!mount_disk("size=8m")) return;
    const auto event = open()->begin(an_event()).value().id;
    open()->commit(event, {a_game(1)}).value();
    if (!forbid_writing()) return;
    say(std::to_string(open(Access::kRead)->results(event).value().size()));
    const auto opened = store::open_sqlite_store(path(), Access::kWrite);
    say(opened ? "opened" : opened.error().sentence.substr(opened.error().sentence.rfind("\" ")));
  });
  if (lines.empty()) GTEST_SKIP() << "nothing can be mounted here";
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "1");
  EXPECT_EQ(lines[1], "\" cannot be written: Read-only file system");
}

// A writer was killed, so its log still has the latest games; then the disk became read-only.
TEST_F(Disks, ThatMayNotBeWrittenCanBeReadWithTheLogOfAKilledWriter) {
  const auto lines = lines_of([&](const Child::Say& say) {
    if (!mount_disk("size=8m")) return;
    Child writer([&](const Child::Say& tell) {
      const auto store = open();
      const auto event = store->begin(an_event()).value().id;
      store->commit(event, {a_game(1), a_game(2)}).value();
      tell("committed");
      pause();
    });
    if (writer.hear() != "committed") return;
    writer.end();
    if (!forbid_writing()) return;
    say(std::to_string(open(Access::kRead)->results(1).value().size()));
  });
  if (lines.empty()) GTEST_SKIP() << "nothing can be mounted here";
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "2");
}

// Whoever is not root reads a store of others in a folder of others.
TEST_F(Disks, FoldersOfOthersCanBeRead) {
  const auto event = open()->begin(an_event()).value().id;
  open()->commit(event, {a_game(1)}).value();
  std::filesystem::permissions(path(), std::filesystem::perms(0444));
  std::filesystem::permissions(folder_, std::filesystem::perms(0555));
  Child other([&](const Child::Say& say) {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return;
    const auto opened = store::open_sqlite_store(path(), Access::kRead);
    say(opened ? std::to_string((*opened)->results(event).value().size()) : opened.error().sentence);
    const auto written = store::open_sqlite_store(path(), Access::kWrite);
    say(written ? "opened" : written.error().sentence.substr(written.error().sentence.rfind("\" ")));
  });
  EXPECT_EQ(other.hear(), "1");
  EXPECT_EQ(other.hear(), "\" cannot be written: Permission denied");
  std::filesystem::permissions(folder_, std::filesystem::perms(0755));
}

}  // namespace quiver::tests

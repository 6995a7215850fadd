// A folder of bots: what is said of files that come, change and go, and of those that are being written.
#include "referee/tournament/watched_folder.hpp"

#include <filesystem>
#include <fstream>

#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

namespace {

using namespace std::chrono_literals;
using tournament::WatchedFolder;
namespace fs = std::filesystem;

class WatchedFolders : public StoreFolder {
 protected:
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name)) << content;
  }
  // "+a -b": what has changed.
  std::string look() {
    const auto changes = folder.look(now);
    if (!changes) return changes.error().sentence;
    std::string out;
    for (const auto& one : *changes)
      out += (out.empty() ? "" : " ") + std::string(one.here ? "+" : "-") + one.file;
    return out;
  }

  WatchedFolder folder{folder_};
  base::Time now{1h};
};

}  // namespace

TEST_F(WatchedFolders, ReportFilesOnceTheyAreQuiet) {
  EXPECT_EQ(look(), "");
  write("ann.py", "half");
  EXPECT_EQ(look(), "");
  now += 1s;
  write("ann.py", "half and more");
  EXPECT_EQ(look(), "");
  now += 1s;
  EXPECT_EQ(look(), "") << "it has changed a second ago";
  now += 1s;
  EXPECT_EQ(look(), "+ann.py");
  now += 1h;
  EXPECT_EQ(look(), "");
  write("ann.py", "another version");
  EXPECT_EQ(look(), "");
  now += 2s;
  EXPECT_EQ(look(), "+ann.py");
  fs::remove(path("ann.py"));
  EXPECT_EQ(look(), "-ann.py");
  EXPECT_EQ(look(), "");
}

TEST_F(WatchedFolders, SeeWhatWasPutInPlaceOfAnother) {
  write("ann.py", "one");
  write(".new", "two");
  look();
  now += 2s;
  EXPECT_EQ(look(), "+ann.py");
  fs::rename(path(".new"), path("ann.py"));  // as long as before, and perhaps as old
  EXPECT_EQ(look(), "");
  now += 2s;
  EXPECT_EQ(look(), "+ann.py");
}

TEST_F(WatchedFolders, ReportAtOnceWhatWasThereBefore) {
  write("ann.py", "old");
  write("bob.py", "being written");
  fs::last_write_time(path("ann.py"), fs::file_time_type::clock::now() - 1h);
  EXPECT_EQ(look(), "+ann.py");
  now += 2s;
  EXPECT_EQ(look(), "+bob.py");
}

TEST_F(WatchedFolders, LeaveOutWhatIsNoBot) {
  for (const char* name : {".hidden", "copy~", "a.tmp", "a.part", ".ann.py.swp", "#ann.py#"})
    write(name, "x");
  fs::create_directory(path("folder"));
  look();
  now += 2s;
  EXPECT_EQ(look(), "");
}

TEST_F(WatchedFolders, LoseNobodyWhenTheFolderCannotBeRead) {
  write("ann.py", "x");
  look();
  now += 2s;
  EXPECT_EQ(look(), "+ann.py");
  fs::rename(folder_, folder_ + "-away");
  EXPECT_NE(look().find("cannot be read"), std::string::npos);
  fs::rename(folder_ + "-away", folder_);
  EXPECT_EQ(look(), "");
}

}  // namespace quiver::tests

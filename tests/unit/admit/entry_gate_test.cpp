// What of an archive is unpacked, and where it stops.
#include "referee/teams/build/entry_gate.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using teams::EntryGate;
using teams::EntryKind;
using teams::UnpackLimits;

namespace {

// Keeps what it is given.
class KeptEntries final : public teams::EntrySink {
 public:
  base::Result<void> make_folder(const std::string& path) override {
    folders.push_back(path);
    return {};
  }
  base::Result<void> begin_file(const std::string& path, bool executable) override {
    file_ = path + (executable ? "*" : "");
    files[file_] = "";
    return {};
  }
  base::Result<void> write(std::string_view bytes) override {
    files[file_] += bytes;
    return {};
  }
  base::Result<void> end_file() override { return {}; }

  std::map<std::string, std::string> files;  // with a star at the end of executables
  std::vector<std::string> folders;

 private:
  std::string file_;
};

class Gate : public testing::Test {
 protected:
  // Empty if it passed.
  std::string add(std::string_view name, std::string_view content = "x", EntryKind kind = EntryKind::kFile,
                  bool executable = false) {
    auto done = gate_.begin(name, kind, executable, std::nullopt);
    if (done && kind == EntryKind::kFile) done = gate_.write(content);
    if (done) done = gate_.end();
    return done ? "" : done.error().sentence;
  }
  void expect_refused(std::string_view name, const std::string& why, EntryKind kind = EntryKind::kFile) {
    const std::string said = add(name, "x", kind);
    EXPECT_NE(said.find(why), std::string::npos) << name << ": " << said;
  }

  KeptEntries kept_;
  UnpackLimits limits_ = {.total_bytes = 3000, .file_bytes = 2000, .entries = 6, .depth = 3};
  EntryGate gate_{limits_, 0, kept_};
};

}  // namespace

TEST_F(Gate, PassesFilesAndMakesTheirFolders) {
  EXPECT_EQ(add("./bot/main.py", "print()"), "");
  EXPECT_EQ(add("bot//run.sh", "#!", EntryKind::kFile, true), "");
  EXPECT_EQ(add("bot", "", EntryKind::kFolder), "");
  EXPECT_EQ(add("bot/Équipe 4.txt", ""), "");
  const std::map<std::string, std::string> expected = {
      {"bot/main.py", "print()"}, {"bot/run.sh*", "#!"}, {"bot/Équipe 4.txt", ""}};
  EXPECT_EQ(kept_.files, expected);
  EXPECT_EQ(kept_.folders, std::vector<std::string>{"bot"});
  EXPECT_EQ(gate_.files(), 3U);
  EXPECT_EQ(gate_.bytes(), 9U);
}

TEST_F(Gate, RefusesNamesThatLeadElsewhere) {
  expect_refused("/etc/passwd", "absolute");
  expect_refused("../up", "leads out");
  expect_refused("a/../../b", "leads out");
  expect_refused("a/..", "leads out");
  expect_refused("a\\..\\b", "backslash");
  expect_refused("", "no name");
  EXPECT_TRUE(kept_.files.empty());
}

TEST_F(Gate, RefusesNamesThatCannotBeShown) {
  expect_refused("a\nb", "control characters");
  expect_refused("a\x1b[31m", "control characters");
  expect_refused(std::string_view("a\0b", 3), "control characters");
  expect_refused("a\xff", "UTF-8");
  expect_refused(
      "a\xe2\x80\xae"  // right-to-left override
      "gpj.py",
      "control characters");
  expect_refused(std::string(201, 'a'), "too long");
  EXPECT_TRUE(kept_.files.empty());
}

TEST_F(Gate, RefusesWhatIsNeitherFileNorFolder) {
  expect_refused("player.so", "is a link", EntryKind::kLink);
  expect_refused("null", "neither a file nor a folder", EntryKind::kOther);
}

TEST_F(Gate, RefusesWhatComesTwice) {
  EXPECT_EQ(add("a/b"), "");
  expect_refused("a/./b", "twice");
  expect_refused("a", "twice");      // a folder already
  expect_refused("a/b/c", "twice");  // below a file
  EXPECT_EQ(add("a", "", EntryKind::kFolder), "");
}

TEST_F(Gate, LeavesOutWhatDesktopsAndVersionControlAdd) {
  EXPECT_EQ(add(".git/config"), "");
  EXPECT_EQ(add("__MACOSX/._main.py"), "");
  EXPECT_EQ(add("bot/__pycache__/main.pyc"), "");
  EXPECT_EQ(add("bot/.DS_Store"), "");
  EXPECT_TRUE(kept_.files.empty());
  EXPECT_TRUE(kept_.folders.empty());
  // but what is left out counts
  EXPECT_NE(add(".git/pack", std::string(2001, 'x')), "");
}

TEST_F(Gate, LimitsSizes) {
  expect_refused("a/b/c/d", "folders deep");
  EXPECT_EQ(add("one", std::string(1500, 'x')), "");
  EXPECT_EQ(add("two", std::string(1501, 'x')), "unpacked, the files are more than 3000 bytes");
  EntryGate other(limits_, 0, kept_);
  ASSERT_TRUE(other.begin("three", EntryKind::kFile, false, std::nullopt));
  const auto written = other.write(std::string(2001, 'x'));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().sentence, "\"three\" is larger than 2000 bytes");
}

TEST_F(Gate, RefusesASizeThatIsSaidBeforeItIsRead) {
  const auto begun = gate_.begin("sparse", EntryKind::kFile, false, std::uint64_t{1} << 60U);
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().code, base::Error::Code::kBadInput);
  EXPECT_TRUE(kept_.files.empty());
}

TEST_F(Gate, LimitsTheNumberOfEntries) {
  for (int k = 0; k < 6; ++k) EXPECT_EQ(add(std::to_string(k)), "");
  expect_refused("7", "more than 6 files");
  // also of folders that come again and again
  KeptEntries kept;
  EntryGate gate(limits_, 0, kept);
  std::string said;
  for (int k = 0; k < 1000 && said.empty(); ++k)
    if (auto done = gate.begin("same", EntryKind::kFolder, false, std::nullopt); !done)
      said = done.error().sentence;
  EXPECT_NE(said.find("more than 6 files"), std::string::npos);
}

TEST(GateOfAnArchive, LimitsHowMuchItGrows) {
  KeptEntries kept;
  EntryGate gate(UnpackLimits(), 1000, kept);
  ASSERT_TRUE(gate.begin("zeros", EntryKind::kFile, false, std::nullopt));
  const std::string piece(1 << 16, '\0');
  std::size_t passed = 0;
  while (gate.write(piece)) passed += piece.size();
  // an archive of 1000 bytes may grow to a megabyte, and no further
  EXPECT_LE(passed, std::size_t{1} << 20U);
  EXPECT_GT(passed, std::size_t{1} << 19U);
}

}  // namespace quiver::tests

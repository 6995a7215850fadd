// What kind of bot a submission is.
#include "referee/teams/build/kind.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace quiver::tests {

using teams::FoundKind;
using teams::Kind;
using teams::Recipe;
namespace fs = std::filesystem;

namespace {

class KindOf : public testing::Test {
 protected:
  void SetUp() override {
    submission_.folder = testing::TempDir() + "/quiver-kind-XXXXXX";
    ASSERT_NE(mkdtemp(submission_.folder.data()), nullptr);
    submission_.names = {"my_bot"};
  }
  void TearDown() override { fs::remove_all(submission_.folder); }

  void write(const std::string& name, const std::string& content = "") const {
    std::ofstream(submission_.folder + "/" + name) << content;
  }
  void write_elf(const std::string& name) const {
    fs::copy_file("/proc/self/exe", submission_.folder + "/" + name);
  }
  std::optional<FoundKind> find(std::optional<Kind> asked = std::nullopt) {
    auto found = teams::find_kind(submission_, accepted_, asked);
    sentence_ = found ? "" : found.error().sentence;
    return found ? std::optional(*found) : std::nullopt;
  }
  void expect(Kind kind, Recipe recipe, const std::string& main, std::optional<Kind> asked = std::nullopt) {
    const auto found = find(asked);
    ASSERT_TRUE(found) << sentence_;
    EXPECT_EQ(teams::kind_name(found->kind), teams::kind_name(kind));
    EXPECT_EQ(found->recipe, recipe);
    EXPECT_EQ(found->main, main);
  }

  teams::Submission submission_;
  std::vector<Kind> accepted_ = teams::all_kinds();
  std::string sentence_;
};

}  // namespace

TEST_F(KindOf, APythonBotIsItsMainFile) {
  write("one.py");
  expect(Kind::kPython, Recipe::kAsIs, "one.py");
  write("two.py");
  EXPECT_FALSE(find());
  write("my_bot.py");
  expect(Kind::kPython, Recipe::kAsIs, "my_bot.py");
  write("main.py");
  expect(Kind::kPython, Recipe::kAsIs, "main.py");
  submission_.first = "two.py";
  expect(Kind::kPython, Recipe::kAsIs, "two.py");
}

TEST_F(KindOf, CppIsAFileOrAProject) {
  write("bot.cc");
  write("book.txt");
  expect(Kind::kCpp, Recipe::kSources, "");
  write("train.py");
  expect(Kind::kCpp, Recipe::kSources, "");
  write("CMakeLists.txt");
  expect(Kind::kCpp, Recipe::kCMake, "");
}

TEST_F(KindOf, AMakefileMakesPlayers) {
  write("player.c");
  write("Makefile");
  expect(Kind::kSo, Recipe::kMake, "");
  write("board.cpp");
  expect(Kind::kSo, Recipe::kMake, "");
  write("main.py");
  expect(Kind::kPython, Recipe::kAsIs, "main.py");
  expect(Kind::kSo, Recipe::kMake, "", Kind::kSo);
  submission_.first = "board.cpp";
  expect(Kind::kCpp, Recipe::kSources, "", Kind::kCpp);
}

TEST_F(KindOf, LibrariesAndProgramsAreTheirFiles) {
  write_elf("a.out");
  write("README");
  expect(Kind::kBinary, Recipe::kAsIs, "a.out");
  write_elf("player.so");
  expect(Kind::kSo, Recipe::kAsIs, "player.so");
}

TEST_F(KindOf, PlainProtocolsHaveToBeAskedFor) {
  write("run", "#!/bin/sh\n");
  write("notes", "no script\n");
  EXPECT_FALSE(find());
  expect(Kind::kText, Recipe::kAsIs, "run", Kind::kText);
  expect(Kind::kBotzone, Recipe::kAsIs, "run", Kind::kBotzone);
}

TEST_F(KindOf, OnlyWhatIsAcceptedCounts) {
  accepted_ = {Kind::kPython, Kind::kSo};
  write("bot.cpp");
  EXPECT_FALSE(find());
  EXPECT_EQ(sentence_, "this is a bot of the kind cpp; accepted here are python and so");
  EXPECT_FALSE(find(Kind::kBinary));
  EXPECT_EQ(sentence_, "bots of the kind binary are not accepted here, only python and so");
  write("eval.py");
  expect(Kind::kPython, Recipe::kAsIs, "eval.py");
}

TEST_F(KindOf, SaysWhatIsMissing) {
  write("readme.txt");
  EXPECT_FALSE(find());
  EXPECT_TRUE(sentence_.starts_with("it is not clear what kind of bot this is; accepted here are python, "))
      << sentence_;
  EXPECT_FALSE(find(Kind::kPython));
  EXPECT_EQ(sentence_, "a bot in Python is a .py file, or a folder with main.py or with one .py file");
}

TEST(Kinds, AreReadFromAList) {
  EXPECT_EQ(*teams::parse_kinds("so,python,so"), (std::vector{Kind::kSo, Kind::kPython}));
  for (const Kind kind : teams::all_kinds()) EXPECT_EQ(teams::kind_of(teams::kind_name(kind)), kind);
  for (const char* wrong : {"", "so,", "pyhton", "so python"})
    EXPECT_FALSE(teams::parse_kinds(wrong)) << wrong;
}

TEST(Elf, IsToldByItsProcessor) {
  EXPECT_TRUE(teams::is_elf_of_this_machine("/proc/self/exe"));
  EXPECT_FALSE(teams::is_elf_of_this_machine("/etc/passwd"));
  std::string bytes(64, '\0');
  std::ifstream("/proc/self/exe", std::ios::binary).read(bytes.data(), 64);
  bytes[18] = static_cast<char>(bytes[18] + 1);  // e_machine
  const std::string path = testing::TempDir() + "/quiver-other-machine";
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_FALSE(teams::is_elf_of_this_machine(path));
  fs::remove(path);
}

}  // namespace quiver::tests

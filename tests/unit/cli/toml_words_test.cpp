// A TOML file as words of the command line.
#include "referee/cli/options/toml_words.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::tests {

namespace {

using cli::words_of_toml;
using Words = std::vector<std::string>;

class ATomlFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/quiver-toml-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    std::filesystem::current_path(folder_);
  }
  void TearDown() override {
    std::filesystem::current_path("/");
    std::filesystem::remove_all(folder_);
  }
  static void write(const std::string& text) { std::ofstream("cup.toml") << text; }
  static Words words(const std::string& text) {
    write(text);
    return words_of_toml("cup.toml");
  }
  static std::string refusal(const std::string& text) {
    try {
      words(text);
    } catch (const cli::UsageError& error) {
      return error.what();
    }
    return "";
  }

  // What a program with these options makes of "run cup.toml" and further words.
  struct Given {
    std::string game;
    std::optional<std::uint32_t> size;
    std::vector<std::string> bots;
    std::string store;
    bool quiet = false;
  };
  static Given given(const std::string& text, const Words& more = {}) {
    write(text);
    Given found;
    cli::CommandLine program("", "");
    cli::Command& command = program.add("run");
    command.word("game", found.game);
    command.number("--size", found.size);
    command.words("--bot", found.bots);
    command.word("--store", found.store);
    command.flag("--quiet", found.quiet);
    command.file_of_words(".toml", [](const std::string& path) { return words_of_toml(path); });
    command.run([] { return 0; });
    std::vector<const char*> all{"quiver", "run", "cup.toml"};
    for (const std::string& word : more) all.push_back(word.c_str());
    program.run(static_cast<int>(all.size()), all.data());
    return found;
  }
  static std::string refused(const std::string& text, const Words& more = {}) {
    try {
      given(text, more);
    } catch (const cli::UsageError& error) {
      return error.what();
    }
    return "";
  }

 private:
  std::string folder_;
};

}  // namespace

TEST_F(ATomlFile, HasATableForEachBoard) {
  EXPECT_EQ(
      words("[[board]]\nshape = \"donut\"\nname = \"ring\"\nsize = 12\n"
            "[[board]]\nsize = 8\nswap-rule = true\n"
            "[[board]]\nshape = \"my maps/one.txt\"\n"),
      (Words{"--board=donut name=ring size=12", "--board=size=8 swap-rule=on", "--board=my maps/one.txt"}));
  EXPECT_EQ(words("board = \"donut\"\n"), Words{"--board=donut"});
  EXPECT_EQ(refusal("[[bot]]\nname = \"a\"\n"),
            "cup.toml, line 1: \"bot\" takes a text or a number, or a list of them");
  EXPECT_EQ(refusal("[[board]]\nsize = [8, 10]\n"),
            "cup.toml, line 2: \"size\" takes a text or a number, or a list of them");
}

TEST_F(ATomlFile, IsItsKeysAsOptions) {
  // The keys of a table come in the order of the alphabet, and the game before them.
  EXPECT_EQ(words("size = 6\nbot = [\"a x\", 'b']\n# nothing\ngame = \"amazons\"\n"),
            (Words{"amazons", "--bot=a x", "--bot=b", "--size=6"}));
  EXPECT_EQ(words("quiet = true\njson = false\n"), Words{"--quiet"});
  EXPECT_EQ(words("komi = 0.5\nlarge = 4294967295\nhex = 0x10\n"),
            (Words{"--hex=16", "--komi=0.5", "--large=4294967295"}));
  EXPECT_EQ(words(""), Words{});
  EXPECT_EQ(words("bot = []\n"), Words{});
}

TEST_F(ATomlFile, ThatIsWrongIsRefusedWithTheLine) {
  EXPECT_EQ(refusal("size = 6\n\nbot = {a = 1}\n"),
            "cup.toml, line 3: \"bot\" takes a text or a number, or a list of them");
  EXPECT_EQ(refusal("size = 6\n[more]\nx = 1\n"),
            "cup.toml, line 2: \"more\" takes a text or a number, or a list of them");
  EXPECT_EQ(refusal("size = 6\nday = 2026-01-31\n"),
            "cup.toml, line 2: \"day\" takes a text or a number, or a list of them");
  EXPECT_EQ(refusal("bot = [\n\"a\",\n[\"b\"]]\n"),
            "cup.toml, line 3: \"bot\" takes a text or a number, or a list of them");
  EXPECT_EQ(refusal("bot = [true]\n"),
            "cup.toml, line 1: \"bot\" takes a text or a number, or a list of them");
  EXPECT_TRUE(refusal("size = 6\nsize = 7\n").starts_with("cup.toml, line 2: "))
      << refusal("size = 6\nsize = 7\n");
  EXPECT_TRUE(refusal("a = 1\nb = = 2\n").starts_with("cup.toml, line 2: "));
  EXPECT_TRUE(refusal("a = \"\xff\"\n").starts_with("cup.toml, line 1: "));
}

TEST_F(ATomlFile, ThatIsNotThereIsToldOf) {
  try {
    words_of_toml("nowhere.toml");
    FAIL();
  } catch (const cli::UsageError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("\"nowhere.toml\" cannot be read: ")) << error.what();
  }
}

TEST_F(ATomlFile, GivesWayToTheCommandLine) {
  const std::string text = "game = \"amazons\"\nsize = 6\nbot = [\"a\", \"b\"]\nstore = \"x.db\"\n";
  const Given plain = given(text);
  EXPECT_EQ(plain.game, "amazons");
  EXPECT_EQ(plain.size, 6U);
  EXPECT_EQ(plain.bots, (Words{"a", "b"}));
  EXPECT_EQ(plain.store, "x.db");
  const Given other = given(text, {"--size", "8", "--bot", "c", "--store=y.db", "--quiet"});
  EXPECT_EQ(other.size, 8U);
  EXPECT_EQ(other.bots, Words{"c"});
  EXPECT_EQ(other.store, "y.db");
  EXPECT_TRUE(other.quiet);
  EXPECT_TRUE(given("quiet = true\n", {"--quiet"}).quiet);
}

TEST_F(ATomlFile, MayHaveWordsThatLookLikeOptions) {
  EXPECT_EQ(given("bot = [\"--size\", \"x=y\", \"\"]\n", {"--size", "8"}).bots, (Words{"--size", "x=y", ""}));
}

TEST_F(ATomlFile, HasNoOtherKeysThanThereAreOptions) {
  EXPECT_EQ(refused("size = 6\nsice = 7\n"),
            "cup.toml: there is no option \"sice\"; did you mean size? see quiver run --help");
  EXPECT_EQ(refused("\"\" = 6\n"), "cup.toml: there is no option \"\"; see quiver run --help");
  EXPECT_EQ(refused("size = \"x\"\n"), "--size: takes a whole number, not \"x\"");
  EXPECT_EQ(refused("help = true\n"), "cup.toml: there is no option \"help\"; see quiver run --help");
  EXPECT_EQ(refused("size = true\nstore = \"x\"\n"), "cup.toml: \"size\" takes a value, not true");
  EXPECT_EQ(refused("size = 4\nstore = true\n"), "cup.toml: \"store\" takes a value, not true");
  EXPECT_EQ(refused("quiet = \"yes\"\n"), "cup.toml: \"quiet\" takes true or false");
  EXPECT_EQ(refused("quiet = 1\n"), "cup.toml: \"quiet\" takes true or false");
}

}  // namespace quiver::tests

// Hex as users meet it: played, recorded, replayed, turned into other formats, and refused with a sentence.
#include <algorithm>

#include "tests/e2e/program.hpp"
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

class HexProgram : public Stage {
 protected:
  // Games of two random bots, in a file.
  std::string played(const Arguments& further = {}) {
    const std::string path = folder() + "/h.jsonl";
    const Ran ran = quiver(Arguments{"match", "hex", "--size", "5", "--bot", "random", "--bot", "random",
                                     "--games", "4", "--swap", "--seed", "7", "--record", path} +
                           further + patient_clock());
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return path;
  }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_F(HexProgram, IsDrawnAsARhombusWithItsSides) {
  const Ran ran = quiver({"board", "hex", "--size", "5", "--moves", "c3 a1 b5"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "         ----0----\n"
            "    5 / . 0 . . . /\n"
            "   4 / . . . . . /\n"
            "  3 1 . . 0 . . 1\n"
            " 2 / . . . . . /\n"
            "1 / 1 . . . . /\n"
            "   ----0----\n"
            "  a b c d e\n"
            "seat 1 to move, ply 3\n");
}

TEST_F(HexProgram, SaysWhenTheSwapIsLegal) {
  EXPECT_TRUE(
      quiver({"board", "hex", "--moves", "b3"}).out.ends_with("seat 1 to move, ply 1\nseat 1 can swap\n"));
  EXPECT_TRUE(quiver({"board", "hex", "--moves", "b3", "--swap-rule", "off"})
                  .out.ends_with("seat 1 to move, ply 1\n"));
  EXPECT_EQ(quiver({"moves", "hex", "--size", "3", "--moves", "b2"}).out,
            "a3\nb3\nc3\na2\nc2\na1\nb1\nc1\nswap\n");
  EXPECT_EQ(quiver({"moves", "hex", "--moves", "b3 c2", "--check", "swap"}).out,
            "only the second move of the game can be a swap, not move 3\n");
}

TEST_F(HexProgram, IsPrintedAsJson) {
  const Ran ran = quiver({"board", "hex", "--size", "3", "--moves", "a3 swap b2", "--json"});
  EXPECT_TRUE(has(ran.out, R"("game":"hex","rows":3,"columns":3)")) << ran.out;
  EXPECT_TRUE(has(ran.out, R"("seats":[{"pieces":[4],"eliminated":false},{"pieces":[8])")) << ran.out;
  EXPECT_TRUE(has(ran.out, R"("swapRule":true)")) << ran.out;
}

TEST_F(HexProgram, RecordsAreVerifiedReplayedExportedAndImported) {
  const std::string games = played({"--swap-rule", "on"});
  EXPECT_EQ(quiver({"verify", games}).out, "4 games, all as recorded\n");
  const Ran text = quiver({"export", games, "--format", "text"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_TRUE(has(text.out, "game: hex\nboard: square\nrows: 5\ncolumns: 5\nswap-rule: on\n")) << text.out;
  const std::string written = file("h.txt", text.out);
  EXPECT_EQ(quiver({"export", written, "--format", "text"}).out, text.out);
  EXPECT_EQ(quiver({"verify", written}).out, "4 games, all as recorded\n");
  const Ran imported = quiver({"import", written, "--store", folder() + "/h.db"});
  EXPECT_EQ(imported.exit_code, 0) << imported.err;
  const Ran replay = quiver({"replay", games, "--game", "1", "--ply", "2"});
  EXPECT_EQ(replay.exit_code, 0) << replay.err;
  EXPECT_TRUE(has(replay.out, "----0----")) << replay.out;
}

TEST_F(HexProgram, ARecordWithoutTheSwapRuleKnowsIt) {
  const std::string games = played({"--swap-rule", "off"});
  EXPECT_TRUE(has(content_of_file(games), "\"swapRule\":false"));
  EXPECT_EQ(quiver({"verify", games}).out, "4 games, all as recorded\n");
}

TEST_F(HexProgram, OpeningsMayContainASwap) {
  const std::string openings = file("openings.txt", "b3 swap\nc3 swap c2\n");
  const Ran ran =
      quiver(Arguments{"tournament", "hex", "--size", "5", "--bot", "random name=a", "--bot", "random name=b",
                       "--games", "4", "--openings", openings, "--seed", "3", "--store", folder() + "/t.db"} +
             patient_clock());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Ran exported = quiver({"export", folder() + "/t.db", "--format", "text"});
  EXPECT_TRUE(has(exported.out, "opening: 2\n\n1. b3 swap\n")) << exported.out;
  EXPECT_TRUE(has(exported.out, "opening: 3\n\n1. c3 swap\n3. c2 ")) << exported.out;
}

TEST_F(HexProgram, TheSwapRuleStandsInTournamentFiles) {
  const std::string plan = file("cup.toml",
                                "game = \"hex\"\nsize = 4\nswap-rule = \"off\"\nbot = [\"random name=a\", "
                                "\"random name=b\"]\nmove-time = \"1m\"\nstore = \"" +
                                    folder() + "/cup.db\"\n");
  const Ran ran = quiver({"tournament", plan});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Ran exported = quiver({"export", folder() + "/cup.db", "--format", "text"});
  EXPECT_TRUE(has(exported.out, "swap-rule: off\n")) << exported.out;
}

TEST_F(HexProgram, RefusesWhatHexDoesNotHave) {
  const auto refused = [&](const Arguments& words) {
    const Ran ran = quiver(Arguments{"board", "hex"} + words);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    return ran.err;
  };
  EXPECT_EQ(refused({"--size", "26"}), "quiver: Hex is played on boards of side 3 to 25, not 26\n");
  EXPECT_EQ(refused({"--board", "donut"}), "quiver: Hex is played on a rhombus, not on \"donut\"\n");
  EXPECT_EQ(refused({"--walls", "3"}), "quiver: --walls does not go with Hex\n");
  EXPECT_TRUE(has(refused({"--swap-rule", "yes"}), "takes on or off, not \"yes\""));
  EXPECT_EQ(quiver({"board", "amazons", "--swap-rule", "on"}).err,
            "quiver: --swap-rule does not go with Amazons\n");
}

TEST_F(HexProgram, ABotIsChecked) {
  const Ran ran = quiver({"check", "random", "--game", "hex", "--move-time", "1m", "--tight", "1m"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "side 5, without the swap rule")) << ran.out;
  EXPECT_TRUE(has(ran.out, " passed, 0 failed\n")) << ran.out;
}

}  // namespace quiver::tests

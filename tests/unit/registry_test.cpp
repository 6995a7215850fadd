// Every game of the registry is in every place that docs/add-a-game.md names. What the compiler and the
// linker ask for is asked for here once more where it could be empty; the rest is asked for here alone. A
// test that fails carries the game's name.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "bots/human/advice.hpp"
#include "bots/human/words.hpp"
#include "client_sdk/draw/board.hpp"
#include "client_sdk/draw/short_rules.hpp"
#include "referee/cli/check/check_plan.hpp"
#include "tests/unit/wire/given_messages.hpp"

namespace quiver::tests {

using games::Position;

namespace {

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_FALSE(text.str().empty()) << path;
  return text.str();
}

std::string page(const std::string& name) { return content(std::string(QUIVER_SOURCES) + "/" + name); }

class EveryGame : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static const games::GameInfo& info() { return *games::game_info(GetParam()); }
  [[nodiscard]] static std::string title() { return std::string(info().title); }
  [[nodiscard]] static Position start() { return Position::start(GetParam(), {}).value(); }
  [[nodiscard]] static games::Move first_move() {
    std::vector<games::Move> moves;
    start().for_each_legal_move([&](const games::Move& move) { moves.push_back(move); });
    return moves.front();
  }
  static void expect_on(const std::string& name, const std::string& words) {
    EXPECT_NE(page(name).find(words), std::string::npos) << name << " does not say " << words;
  }
};

TEST_P(EveryGame, HasTextsAndDefaults) {
  EXPECT_NE(title(), GetParam());
  EXPECT_FALSE(info().summary.empty());
  EXPECT_FALSE(info().short_rules.empty());
  EXPECT_EQ(start().grid(), info().default_board);
}

TEST_P(EveryGame, IsDrawn) {
  const std::string before = draw::board(start(), false);
  EXPECT_GE(std::count(before.begin(), before.end(), '\n'), std::ptrdiff_t{start().grid().rows} + 1);
  Position after = start();
  after.apply(first_move());
  const std::string plain = draw::board(after, false);
  EXPECT_NE(plain, before) << "a move does not show";
  EXPECT_NE(draw::board(after, false, draw::marks_of(after, first_move())), plain)
      << "the last move is not marked";
  EXPECT_NE(draw::board(start(), true), before) << "there are no colours";
}

TEST_P(EveryGame, GoesOverTheWire) {
  const wire::MatchStart sent{{1, base::seat(0), {"a", "b"}, {}, 0, {}, "m"}, start()};
  EXPECT_TRUE(from_referee(sent).start == start());
  std::vector<games::Move> moves;
  start().for_each_legal_move([&](const games::Move& move) { moves.push_back(move); });
  for (const games::Move& move : moves) {
    wire::Play play;
    play.move = move;
    EXPECT_EQ(from_client(play).move, move) << start().format(move);
  }
}

TEST_P(EveryGame, CanBeTalkedAboutAtATerminal) {
  EXPECT_FALSE(human::help_for(start(), false).empty());
  EXPECT_FALSE(human::example_of(start()).empty());
  EXPECT_FALSE(human::advise(start(), "").text.empty());
  human::Entry entry;
  const std::string typed = start().format(first_move());
  const auto answer = entry.take(start(), typed);
  ASSERT_TRUE(answer.move) << typed << ": " << answer.advice.text;
  EXPECT_EQ(*answer.move, first_move());
}

TEST_P(EveryGame, OffersChoices) {
  const auto choices = start().choices({});
  ASSERT_TRUE(choices) << choices.error().sentence;
  EXPECT_FALSE(choices->cells.empty() && choices->walls.empty() && choices->words.empty());
}

TEST_P(EveryGame, HasExercisesThatCanBePlayed) {
  const auto exercises = cli::exercises(GetParam(), {});
  EXPECT_GE(exercises.size(), 5U);
  for (const cli::Exercise& one : exercises)
    EXPECT_TRUE(Position::start(GetParam(), one.options)) << one.what;
}

TEST_P(EveryGame, HasARandomBot) {
  EXPECT_NE(content(QUIVER_CATALOGUE).find(GetParam() + "-random\t" + title() + ": "), std::string::npos)
      << "bots/" << GetParam() << "/CMakeLists.txt has no " << GetParam() << "-random";
}

// .ci/check_rules.py sees to it that a test names each of them.
TEST_P(EveryGame, HasRulesWithIdsOfItsOwn) {
  const std::string rules = page("docs/rules.md");
  const std::size_t begin = rules.find("\n## " + title() + "\n");
  ASSERT_NE(begin, std::string::npos) << "docs/rules.md has no section " << title();
  const std::string section = rules.substr(begin, rules.find("\n## ", begin + 1) - begin);
  const std::size_t id = section.find("[");
  ASSERT_NE(id, std::string::npos) << "the section " << title() << " has no ids";
  const std::string first = section.substr(id, 3);
  EXPECT_EQ(first.substr(2), "1");
  EXPECT_EQ(rules.find(first + "]"), begin + id) << first << "] is an id of another section";
}

TEST_P(EveryGame, IsOnThePages) {
  const std::string quoted = "`" + GetParam() + "`";
  expect_on("docs/hash.md", "### " + title() + "\n");
  expect_on("docs/protocol.md", "| " + quoted + " |");
  expect_on("docs/text-protocol.md", quoted);
  expect_on("docs/cli.md", quoted);
  expect_on("docs/architecture.md", title());
  expect_on("README.md", title());
  expect_on("CHANGELOG.md", title());
  expect_on("proto/quiver/v1/position.proto", "\"" + GetParam() + "\"");
}

TEST_P(EveryGame, HasSeedsForTheFuzzer) {
  expect_on("tests/fuzz/fuzz_notation.cpp", "add(\"" + GetParam() + "\"");
}

std::string name_of(const testing::TestParamInfo<std::string>& info) { return info.param; }
INSTANTIATE_TEST_SUITE_P(Games, EveryGame, testing::ValuesIn(games::all_game_names()), name_of);

}  // namespace

}  // namespace quiver::tests

// What a person may play: targets, moves piece by piece, and why something does not go.
#include "bots/human/advice.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using human::advise;
using human::Entry;

namespace {

games::Position after(const std::string& game, const std::string& moves, games::Options options = {}) {
  auto position = games::Position::start(game, options);
  EXPECT_TRUE(games::play(*position, *position->parse_list(moves)));
  return *position;
}

games::Position classic() {
  games::Options options;
  options.start = "classic";
  return after("amazons", "", options);
}

std::vector<std::string> names(const games::Position& position, const std::vector<base::Vertex>& cells) {
  std::vector<std::string> out;
  for (const base::Vertex v : cells) out.push_back(position.grid().name(v));
  return out;
}

std::string typed(const games::Position& position, const std::string& text) {
  Entry entry;
  const Entry::Answer answer = entry.take(position, text);
  return answer.move ? position.format(games::Event{*answer.move}) : answer.advice.text;
}

}  // namespace

TEST(Advice, AmazonsNamesTheQueensThatCanMove) {
  const auto advice = advise(classic(), "");
  EXPECT_EQ(names(classic(), advice.marks.targets), (std::vector<std::string>{"a4", "j4", "d1", "g1"}));
  EXPECT_EQ(advice.text,
            "You can move the queens on a4, j4, d1 and g1; ?a4 shows where the one on a4 can go.");
}

TEST(Advice, AmazonsTargetsAreWhatTheRulesSay) {
  const games::Position position = classic();
  for (const char* asked : {"d1", "d1-d7", "93 33"}) {
    std::vector<base::Vertex> expected;
    position.for_each_legal_move([&](const games::Move& move) {
      const auto& m = std::get<games::AmazonsMove>(move);
      const bool arrow = std::string(asked) != "d1";
      if (m.from.value() != 93 || (arrow && m.to.value() != 33)) return;
      const base::Vertex target = arrow ? m.arrow : m.to;
      if (expected.empty() || expected.back() != target) expected.push_back(target);
    });
    EXPECT_EQ(advise(position, asked).marks.targets, expected) << asked;
  }
}

TEST(Advice, AmazonsExplainsWhatCannotBeAsked) {
  const auto explained = [](const std::string& asked) { return advise(classic(), asked).text; };
  EXPECT_EQ(explained("e5"), "Illegal: no queen stands on e5.");
  EXPECT_EQ(explained("a7"), "Illegal: the queen on a7 belongs to seat 1; it is the turn of seat 0.");
  EXPECT_EQ(explained("d1-e3"),
            "Illegal: the queen cannot go from d1 to e3: no straight line of cells joins them.");
  EXPECT_EQ(explained("d1-d7/g7"), "That is a legal move.");
  EXPECT_EQ(explained("d1-d7/d9/d8"), "Illegal: a move has three cells.");
  EXPECT_TRUE(advise(classic(), "z99").marks.targets.empty());
  EXPECT_TRUE(advise(classic(), "\xff\xfe").marks.targets.empty());
}

TEST(Advice, QuoridorShowsStepsAndJudgesWalls) {
  const games::Position position = after("quoridor", "e2 e8 e3h e7");
  const auto steps = advise(position, "");
  EXPECT_EQ(names(position, steps.marks.targets), (std::vector<std::string>{"e3", "d2", "f2", "e1"}));
  EXPECT_NE(steps.text.find("You have 9 walls"), std::string::npos);
  EXPECT_TRUE(advise(position, "c3h").marks.target_wall);
  EXPECT_EQ(advise(position, "e3v").text, "Illegal: the wall e3v crosses the wall e3h.");
  EXPECT_FALSE(advise(position, "e3v").marks.target_wall);
  EXPECT_EQ(advise(position, "e9").text.find("Illegal"), 0U);
}

TEST(Advice, ConnectFourShowsWhereDiscsFall) {
  const games::Position position = after("connect4", "444444");
  const auto all = advise(position, "");
  EXPECT_EQ(all.text, "There is room in the columns 1, 2, 3, 5, 6 and 7.");
  EXPECT_EQ(all.marks.targets.size(), 6U);
  EXPECT_EQ(names(position, advise(position, "1").marks.targets), (std::vector<std::string>{"a1"}));
  EXPECT_EQ(advise(position, "4").text, "Illegal: column 4 is full.");
}

TEST(Entries, WholeMovesInTheWaysPeopleWriteThem) {
  for (const char* text : {"d1-d7/g7", "d1 d7 g7", "d1,d7,g7", "d1-d7(g7)", "93-33/36"})
    EXPECT_EQ(typed(classic(), text), "d1-d7/g7") << text;
  EXPECT_EQ(typed(after("quoridor", ""), "e3 h"), "e3h");
  EXPECT_EQ(typed(after("connect4", ""), "4"), "4");
}

TEST(Entries, WhatIsWrongIsSaidInTheWordsOfTheRules) {
  EXPECT_EQ(typed(classic(), "d1-d7/d7"), "Illegal: the arrow stays on d7; it must fly.");
  EXPECT_EQ(typed(classic(), "k1"), "Illegal: " + classic().grid().parse("k1").error().sentence + ".");
  EXPECT_NE(typed(classic(), "hello").find("is not an Amazons move"), std::string::npos);
  EXPECT_NE(typed(after("quoridor", ""), "x2").find("there is no cell"), std::string::npos)
      << "no elimination can be played";
  EXPECT_NE(typed(after("connect4", ""), "4 4").find("is not a Connect Four move"), std::string::npos);
  EXPECT_NE(typed(after("connect4", ""), "8").find("columns go from 1 to 7"), std::string::npos);
}

TEST(Entries, AmazonsPieceByPiece) {
  const games::Position position = classic();
  Entry entry;
  EXPECT_FALSE(entry.take(position, "d1").move);
  EXPECT_TRUE(entry.begun());
  const auto wrong = entry.take(position, "e3");
  EXPECT_FALSE(wrong.move);
  EXPECT_EQ(wrong.advice.text.find("Illegal"), 0U);
  const auto arrow = entry.take(position, "d7");
  EXPECT_FALSE(arrow.advice.marks.targets.empty());
  const auto done = entry.take(position, "g7");
  ASSERT_TRUE(done.move);
  EXPECT_EQ(position.format(games::Event{*done.move}), "d1-d7/g7");
  EXPECT_FALSE(entry.begun());
}

TEST(Entries, AnotherQueenIsAChangeOfMind) {
  const games::Position position = classic();
  Entry entry;
  entry.take(position, "d1");
  EXPECT_FALSE(entry.take(position, "g1").advice.marks.targets.empty());
  entry.take(position, "g2");
  const auto done = entry.take(position, "g3");
  ASSERT_TRUE(done.move);
  EXPECT_EQ(position.format(games::Event{*done.move}), "g1-g2/g3");
  entry.take(position, "d1");
  EXPECT_TRUE(entry.take(position, "a4-a5/a6").move) << "a whole move needs nothing from before";
}

TEST(Entries, TheExampleIsALegalMove) {
  EXPECT_TRUE(Entry().take(classic(), human::example_of(classic())).move);
}

TEST(Advice, HexCountsTheEmptyCellsAndOffersTheSwap) {
  games::Options small;
  small.size = 3;
  const auto first = advise(after("hex", "a2", small), "");
  EXPECT_EQ(first.text, "There are 8 empty cells. You can also swap: the stone becomes yours, on b1.");
  EXPECT_EQ(first.marks.targets.size(), 8U);
  EXPECT_EQ(advise(after("hex", "a2 b1", small), "").text, "There are 7 empty cells.");
  EXPECT_EQ(advise(after("hex", "a3 b3 c3 a2 b2 c2 a1 b1", small), "").text, "There is one empty cell.");
}

TEST(Advice, HexJudgesACellOrTheSwap) {
  const auto position = after("hex", "b3");
  EXPECT_EQ(advise(position, "f6").text, "A stone can be put on f6.");
  EXPECT_EQ(advise(position, "b3").text, "Illegal: a stone lies on b3 already.");
  const auto swap = advise(position, "swap");
  EXPECT_EQ(swap.text, "You can swap; your stone is on c2 then.");
  EXPECT_EQ(names(position, swap.marks.targets), (std::vector<std::string>{"c2"}));
  EXPECT_EQ(advise(after("hex", ""), "swap").text,
            "Illegal: only the second move of the game can be a swap, not move 1.");
  EXPECT_EQ(human::example_of(position), "f6, or swap");
  EXPECT_EQ(human::example_of(after("hex", "f6 a1")), "k1");
}

TEST(Entries, HexTakesACellOrTheSwap) {
  EXPECT_EQ(typed(after("hex", "b3"), "f6"), "f6");
  EXPECT_EQ(typed(after("hex", "b3"), "swap"), "swap");
  EXPECT_EQ(typed(after("hex", "b3"), "z9"),
            "Illegal: there is no cell \"z9\" on this board; cells go from a1 to k11.");
}

}  // namespace quiver::tests

// Which games share an opening.
#include "referee/tournament/opening_book.hpp"

#include <set>

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

using tournament::OpeningBook;

games::Position start() {
  games::Options options;
  options.size = 6;
  return games::Position::start("amazons", options).value();
}

std::string text(const std::vector<games::Event>& opening) {
  games::Position position = start();
  std::string all;
  for (const games::Event& event : opening) {
    all += position.format(event) + " ";
    position.apply(event);
  }
  return all;
}

// The openings of a pairing's games.
std::vector<std::string> of_pairing(OpeningBook& book, std::uint32_t batch, std::uint32_t games,
                                    unsigned seats) {
  std::vector<std::string> all;
  for (std::uint32_t index = 0; index < games; ++index)
    all.push_back(text(book.find(batch, index, games, seats)));
  return all;
}

}  // namespace

TEST(AnOpeningBook, HasNoneUnlessAsked) {
  OpeningBook none;
  EXPECT_TRUE(none.find(0, 0, 2, 2).empty());
  OpeningBook no_plies = OpeningBook::random(start(), 0, 1).value();
  EXPECT_TRUE(no_plies.find(0, 3, 4, 2).empty());
}

TEST(AnOpeningBook, GivesBothSeatingsTheSameAndEveryPairAnother) {
  OpeningBook book = OpeningBook::random(start(), 4, 7).value();
  const auto games = of_pairing(book, 0, 20, 2);
  for (std::size_t k = 0; k < games.size(); k += 2) EXPECT_EQ(games[k], games[k + 1]);
  EXPECT_EQ(std::set<std::string>(games.begin(), games.end()).size(), 10U);
  const auto later = of_pairing(book, 1, 20, 2);
  for (const std::string& one : later) EXPECT_EQ(std::count(games.begin(), games.end(), one), 0);
}

TEST(AnOpeningBook, GivesAllFourSeatingsTheSame) {
  OpeningBook book = OpeningBook::random(start(), 4, 7).value();
  const auto games = of_pairing(book, 0, 8, 4);
  EXPECT_EQ(std::set<std::string>(games.begin(), games.begin() + 4).size(), 1U);
  EXPECT_EQ(std::set<std::string>(games.begin(), games.end()).size(), 2U);
}

TEST(AnOpeningBook, IsTheSameForTheSameSeedInAnyOrder) {
  OpeningBook one = OpeningBook::random(start(), 4, 7).value();
  OpeningBook other = OpeningBook::random(start(), 4, 7).value();
  OpeningBook another = OpeningBook::random(start(), 4, 8).value();
  const std::string last = text(other.find(2, 9, 10, 2));
  EXPECT_EQ(of_pairing(one, 0, 10, 2), of_pairing(other, 0, 10, 2));
  EXPECT_EQ(text(one.find(2, 9, 10, 2)), last);
  EXPECT_NE(of_pairing(one, 0, 10, 2), of_pairing(another, 0, 10, 2));
}

TEST(AnOpeningBook, GoesThroughAListAndBeginsAgain) {
  std::vector<std::vector<games::Event>> list;
  for (const char* line : {"a2-a3/a4", "b1-b2/b3", "a2-b3/c3"}) list.push_back({start().parse(line).value()});
  OpeningBook book = OpeningBook::of(list);
  const auto games = of_pairing(book, 0, 8, 2);
  EXPECT_EQ(games, (std::vector<std::string>{"a2-a3/a4 ", "a2-a3/a4 ", "b1-b2/b3 ", "b1-b2/b3 ", "a2-b3/c3 ",
                                             "a2-b3/c3 ", "a2-a3/a4 ", "a2-a3/a4 "}));
}

TEST(AnOpeningBook, CannotBeDrawnLongerThanTheGame) { EXPECT_FALSE(OpeningBook::random(start(), 500, 1)); }

}  // namespace quiver::tests

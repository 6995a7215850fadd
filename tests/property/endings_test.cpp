// Every game ends, and what is over stays over.
#include "tests/property/encodable.hpp"
#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using games::Position;
using games::Seat;

class Endings : public PropertyTest {};

Position end_of_a_game(Position position, Dice& dice) {
  for_each_position_of_a_game(position, dice, [&](const Position& p) { position = p; });
  return position;
}

// What is true of the last position: one function for each game.
void expect_end(const games::Amazons& last) {
  ASSERT_LE(last.ply(), last.graph().num_vertices()) << "every move takes a cell";
  ASSERT_TRUE(last.outcome().winner) << "there is no draw";
  ASSERT_EQ(last.turn().standing(), 1U);
}
void expect_end(const games::Quoridor& last) { ASSERT_LE(last.ply(), last.max_plies()); }
void expect_end(const games::ConnectFour& last) {
  ASSERT_LE(last.ply(), last.graph().num_vertices()) << "every disc takes a cell";
}

void expect_end(const games::Hex& last) {
  ASSERT_LE(last.ply(), last.graph().num_vertices() + 1) << "every move but the swap takes a cell";
  ASSERT_TRUE(last.outcome().winner) << "there is no draw";
}

TEST_P(Endings, ComeToEveryRandomGame) {
  on_every_case(20, [](Trial& trial) {
    const Position last = end_of_a_game(trial.start(), trial.dice);
    ASSERT_TRUE(last.outcome().over);
    last.visit([](const auto& game) { expect_end(game); });
    if (last.outcome().winner) {
      ASSERT_TRUE(last.turn().stands(*last.outcome().winner));
    }
  });
}

TEST_P(Endings, AllowNothingFurther) {
  on_every_case([](Trial& trial) {
    const Position last = end_of_a_game(trial.start(), trial.dice);
    ASSERT_TRUE(legal_moves(last).empty());
    ASSERT_EQ(last.count_legal_moves(), 0U);
    for (std::uint8_t s = 0; s < games::kMaxSeats; ++s)
      ASSERT_EQ(last.check(games::Elimination{Seat{s}}).error().rule, games::Rule::kGameOver);
    last.visit([&](const auto& game) {
      for_each_encodable(game, trial.dice, [&](const auto& move) {
        const auto verdict = game.check(move);
        ASSERT_FALSE(verdict) << game.format(move);
        ASSERT_EQ(verdict.error().rule, games::Rule::kGameOver) << game.format(move);
      });
    });
  });
}

TEST_P(Endings, ComeOnlyWhenTheyMust) {
  on_every_case(4, [](Trial& trial) {
    for_each_position_of_a_game(trial.start(), trial.dice, [](const Position& position) {
      if (position.outcome().over) return;
      ASSERT_GE(position.turn().standing(), 2U);
      ASSERT_FALSE(position.outcome().winner);
      ASSERT_TRUE(position.turn().stands(position.to_move()));
      ASSERT_GT(position.count_legal_moves(), 0U);
    });
  });
}

INSTANTIATE_TEST_SUITE_P(Games, Endings, every_game(), game_name);

}  // namespace

}  // namespace quiver::tests

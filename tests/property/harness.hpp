// The one harness behind all properties: tests that are tried on every case of a game, and random play.
//
// A property is a TEST_P on PropertyTest, once a game. It calls on_every_case with what has to hold; a
// trial has the case's start and dice of its own. Play advances with random_event(): mostly moves, now
// and then an elimination by the referee. A failure says which case it was and which seed repeats it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/games/position.hpp"
#include "tests/property/cases.hpp"
#include "tests/property/dice.hpp"

namespace quiver::tests {

struct Trial {
  const Case& its_case;
  Dice dice;

  [[nodiscard]] games::Position start() const;
  [[nodiscard]] bool large() const { return its_case.large; }
};

// The parameter is the name of a game.
class PropertyTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Stops at the first case that fails.
  void on_every_case(const std::function<void(Trial&)>& property) { on_every_case(1, property); }
  // Some rounds a case, each with other dice.
  void on_every_case(int rounds, const std::function<void(Trial&)>& property);
};

std::vector<games::Move> legal_moves(const games::Position& position);

// A legal event of a game that is not over. Pawn moves and walls come equally often, as do all moves of
// which a game has two kinds.
games::Event random_event(const games::Position& position, Dice& dice);
games::Event random_move(const games::Position& position, Dice& dice);

// Some positions of a random game from `position` on: the first one, the last one, and a few between.
std::vector<games::Position> some_positions(const games::Position& position, Dice& dice, std::size_t between);

// Calls visit(position) on the positions of a random game, its start and its end included. Fails the
// test if the game does not end.
template <class Visitor>
void for_each_position_of_a_game(games::Position position, Dice& dice, const Visitor& visit) {
  for (int events = 0; events < 5000; ++events) {
    visit(position);
    if (position.outcome().over || testing::Test::HasFatalFailure()) return;
    position.apply(random_event(position, dice));
  }
  FAIL() << "the game does not end";
}

// For INSTANTIATE_TEST_SUITE_P.
inline auto every_game() { return testing::ValuesIn(games::all_game_names()); }
std::string game_name(const testing::TestParamInfo<std::string>& info);

}  // namespace quiver::tests

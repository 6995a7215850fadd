// Positions for tests of the board games' bots: set ones, and those that random games come through.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/property/cases.hpp"
#include "tests/property/dice.hpp"
#include "tests/unit/games/given.hpp"

namespace quiver::tests {

template <class Game>
const Game& game_of(const Position& position) {
  return *position.as<Game>();
}

// Plays randomly from the start of each case and shows every `between`th position that is not over.
// In games of four, seats are eliminated now and then.
template <class Game>
void for_each_random_position(const std::vector<Case>& cases, Dice& dice, unsigned between,
                              const std::function<void(const Case&, const Game&)>& visit) {
  for (const Case& c : cases) {
    Game game = *started(c.game, c.options).as<Game>();
    for (unsigned ply = 0; !game.turn().over() && ply < 120; ++ply) {
      if (ply % between == 0) {
        const testing::ScopedTrace trace(__FILE__, __LINE__, c.name + ", ply " + std::to_string(ply));
        visit(c, game);
      }
      std::vector<typename Game::Move> moves;
      game.for_each_legal_move([&](const auto& move) { moves.push_back(move); });
      game.apply(moves[dice.one_in(2) ? dice.below(std::min<std::size_t>(moves.size(), 4))
                                      : dice.below(moves.size())]);
      if (!game.turn().over() && game.turn().standing() > 2 && dice.one_in(40))
        game.eliminate(game.to_move());
    }
  }
}

}  // namespace quiver::tests

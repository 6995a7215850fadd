// Random bots. All randomness comes from the match's seed: the same seed, the same game.
//
// RandomBot plays one game; a function chooses its moves.
#pragma once

#include "bots/game_bot.hpp"

namespace quiver::bots {

// Any legal move, each as likely as the others, without keeping them.
template <class Game>
typename Game::Move any_move(const Game& game, Random& random) {
  std::uint64_t skip = random.below(game.count_legal_moves());
  typename Game::Move chosen{};
  game.for_each_legal_move([&](const typename Game::Move& move) {
    if (skip-- == 0) chosen = move;
  });
  return chosen;
}

// `pick(game, random)` returns a legal move.
template <class Game, auto pick = any_move<Game>>
class RandomBot : public GameBot<Game> {
 protected:
  bot::Choice think(const Game& game, bot::Deadline /*deadline*/) override {
    return pick(game, this->random());
  }
};

}  // namespace quiver::bots

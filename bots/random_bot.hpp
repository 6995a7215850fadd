// Bots that leave everything to chance, all of it drawn from the match's seed: the same seed, the same game.
//
// RandomBot plays one game; how it picks a move of that game is a function of its own.
#pragma once

#include <stdexcept>
#include <string>

#include "client_sdk/base/random.hpp"
#include "client_sdk/bot/run_bot.hpp"

namespace quiver::bots {

using base::Random;

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

template <class Game, auto pick = any_move<Game>>
class RandomBot : public bot::Bot {
 public:
  [[nodiscard]] bot::Profile profile() const override {
    bot::Profile profile;
    profile.author = "Quiver";
    profile.games = {std::string(Game::kName)};
    return profile;
  }
  void start(const bot::MatchInfo& match) override { random_ = Random(match.seed); }
  bot::Choice choose(const games::Position& position, bot::Deadline /*deadline*/) override {
    const Game* game = position.as<Game>();
    if (game == nullptr) throw std::invalid_argument("this bot plays " + std::string(Game::kName) + " only");
    return pick(*game, random_);
  }

 private:
  Random random_{0};
};

}  // namespace quiver::bots

// The base of the bundled bots of one game: their profile, their random numbers, and the game in a position.
//
// A bot chooses its move in think(). All randomness comes from random(), which the match's seed initialises:
// the same seed and the same moves of the others give the same game.
#pragma once

#include <stdexcept>
#include <string>

#include "client_sdk/base/random.hpp"
#include "client_sdk/bot/run_bot.hpp"

namespace quiver::bots {

using base::Random;

template <class Game>
class GameBot : public bot::Bot {
 public:
  [[nodiscard]] bot::Profile profile() const override {
    bot::Profile profile;
    profile.author = "Quiver";
    profile.games = {std::string(Game::kName)};
    return profile;
  }

  void start(const bot::MatchInfo& match) override { random_ = Random(match.seed); }

  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override {
    return think(game_in(position), deadline);
  }

 protected:
  // The move for the seat to move, which has a legal one. Blocks for as long as the bot thinks.
  virtual bot::Choice think(const Game& game, bot::Deadline deadline) = 0;

  [[nodiscard]] Random& random() { return random_; }

  // Throws std::invalid_argument if the position is of another game, which a referee never sends.
  static const Game& game_in(const games::Position& position) {
    if (const Game* game = position.as<Game>()) return *game;
    throw std::invalid_argument("this bot plays " + std::string(Game::kName) + " only");
  }

 private:
  Random random_{0};
};

}  // namespace quiver::bots

// The base of bots that search for as long as their clock allows: time management, and what they report of a
// move.
//
// A bot says how many moves it expects to play and how it searches; the limits it gets end the search in
// time.
#pragma once

#include <chrono>
#include <string>

#include "bots/game_bot.hpp"
#include "bots/search/search_budget.hpp"
#include "bots/search/time_manager.hpp"

namespace quiver::bots {

template <class Game>
class SearchingBot : public GameBot<Game> {
 public:
  explicit SearchingBot(const SearchLimits& limits) : limits_(limits) {}

  void start(const bot::MatchInfo& match) override {
    GameBot<Game>::start(match);
    time_ = TimeManager(match.time);
  }

 protected:
  // This one included, as far as it can guess.
  [[nodiscard]] virtual unsigned moves_left(const Game& game) const = 0;
  // Has to return by the time at which limits.time says that it is over.
  virtual bot::Choice search(const Game& game, const SearchLimits& limits) = 0;

  // `score` as spectators are to see it.
  template <class SearchResult>
  static bot::Choice as_choice(const SearchResult& found, double score) {
    bot::Info info;
    info.score = score;
    info.depth = found.depth;
    info.text = std::to_string(found.nodes) + " positions";
    return {found.move, info};
  }

 private:
  bot::Choice think(const Game& game, bot::Deadline deadline) final {
    time_.begin(deadline, std::chrono::steady_clock::now(), moves_left(game));
    SearchLimits limits = limits_;
    limits.time = &time_;
    bot::Choice choice = search(game, limits);
    time_.end(std::chrono::steady_clock::now());
    return choice;
  }

  SearchLimits limits_;
  TimeManager time_;
};

}  // namespace quiver::bots

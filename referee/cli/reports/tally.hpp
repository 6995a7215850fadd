// The results of a run of games: a line for each game, and a table at the end.
//
// A plain value that takes records and makes text; it does not print.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

// One object per run. Names are made harmless before they are stored.
class Tally {
 public:
  // A void game counts as void and nothing else.
  void add(const wire::Record& record);

  [[nodiscard]] std::uint32_t games() const { return games_; }
  [[nodiscard]] std::uint32_t voids() const { return voids_; }
  // A seat was eliminated for something other than being blocked or resigning.
  [[nodiscard]] bool misbehaved() const { return misbehaved_; }

  // What each bot has, a draw counting half: "minimax 3, random 1.5"; empty before the first game.
  [[nodiscard]] std::string score() const;

  // One line for each bot: games, wins, draws, losses, the same by seat, time, why it was out.
  [[nodiscard]] std::string table() const;

 private:
  struct Score {
    std::uint32_t wins = 0;
    std::uint32_t draws = 0;
    std::uint32_t losses = 0;
    [[nodiscard]] std::string text() const;
  };
  struct Bot {
    Score all;
    std::array<Score, base::kMaxSeats> by_seat;
    base::Duration used{0};
    base::Duration on_moves{0};  // of that, what went into moves that were made
    std::uint32_t moves = 0;
    std::map<wire::Reason, std::uint32_t> reasons;
  };
  std::map<std::string, Bot> bots_;
  unsigned seats_ = 0;
  std::uint32_t games_ = 0;
  std::uint32_t voids_ = 0;
  bool misbehaved_ = false;
};

// "game 3: a - b: seat 0, a, won: b out (BLOCKED); 57 moves, 0.812 s", and a line for each bot that was
// eliminated for something it did.
std::string game_line(const wire::Record& record);

}  // namespace quiver::cli

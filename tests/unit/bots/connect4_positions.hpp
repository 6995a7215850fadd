// What tests of Connect Four's champion share: plain minimax to judge it by, and random positions.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "bots/connect4/champion/engine.hpp"
#include "tests/unit/bots/board_games.hpp"

namespace quiver::tests {

using bots::SearchLimits;
using bots::connect4::champion::any;
using bots::connect4::champion::Engine;
using bots::connect4::champion::EngineOptions;
using bots::connect4::champion::SearchResult;
using bots::connect4::champion::Solution;
using bots::connect4::champion::Wanted;
using games::ConnectFour;

inline ConnectFour connect4_board(std::uint32_t rows, std::uint32_t columns, std::uint32_t line = 4) {
  Options options;
  options.rows = rows;
  options.columns = columns;
  options.line = line;
  return game_of<ConnectFour>(started("connect4", options));
}

// Without a book, so that only the search answers.
inline std::unique_ptr<Engine> engine_for(const ConnectFour& game, unsigned threads = 1) {
  return Engine::create(Engine::board_size(game), {std::size_t{4} << 20, threads, false});
}

// The score by minimax, nothing left out: from the definition alone.
class PlainSolver {
 public:
  int score(ConnectFour& game) {
    if (const auto known = scores_.find(game.hash()); known != scores_.end()) return known->second;
    const int cells = static_cast<int>(game.graph().num_vertices());
    int best = -cells;
    game.for_each_child([&](const ConnectFour::Move&) {
      int worth = 0;
      if (!game.turn().over())
        worth = -score(game);
      else if (game.outcome().winner)
        // Whoever just won has placed `ply / 2`, rounded up; of all the discs it ever gets, these are left,
        // and the winning one.
        worth =
            (game.ply() % 2 == 1 ? (cells + 1) / 2 : cells / 2) - static_cast<int>(game.ply() + 1) / 2 + 1;
      best = std::max(best, worth);
    });
    scores_.emplace(game.hash(), best);
    return best;
  }

  std::vector<unsigned> best_columns(ConnectFour game) {
    const int all = score(game);
    std::vector<unsigned> best;
    const int cells = static_cast<int>(game.graph().num_vertices());
    game.for_each_child([&](const ConnectFour::Move& move) {
      const int now = (cells + 2 - static_cast<int>(game.ply())) / 2;
      const int worth = !game.turn().over() ? -score(game) : game.outcome().winner ? now : 0;
      if (worth == all) best.push_back(move.column);
    });
    return best;
  }

 private:
  std::unordered_map<std::uint64_t, int> scores_;
};

// A random game of exactly so many discs that is not over: nobody makes a line where there is another
// move. To be asked for only where that leads somewhere before long.
inline ConnectFour random_position(const ConnectFour& start, unsigned board, Dice& dice) {
  while (true) {
    ConnectFour game = start;
    while (game.ply() < board) {
      std::vector<ConnectFour::Move> moves;
      game.for_each_child([&](const ConnectFour::Move& move) {
        if (!game.turn().over()) moves.push_back(move);
      });
      if (moves.empty()) break;
      game.apply(moves[dice.below(moves.size())]);
    }
    if (game.ply() == board) return game;
  }
}

}  // namespace quiver::tests

// The engine of the Connect Four champion for one size of board: the exact score of a position, and the best
// move within limits.
//
// It keeps what it found for the next position. One thread calls it; it may start others, which end before it
// answers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bots/connect4/champion/bitboard_layout.hpp"
#include "bots/search/search_budget.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/games/connect4/connect4.hpp"

namespace quiver::bots::connect4::champion {

using base::Random;
using games::ConnectFour;

struct EngineOptions {
  std::size_t hash_bytes = std::size_t{64} << 20;
  unsigned threads = 1;
  bool book = true;
};

struct Solution {
  int score = 0;               // as solver.hpp counts
  std::vector<unsigned> best;  // columns from 0, all that keep the score, if they were asked for
  std::uint64_t nodes = 0;
};

struct SearchResult {
  unsigned column = 0;
  int score = 0;       // the exact one, or what Alphabeta says, or only the sign of the exact one
  unsigned depth = 0;  // 0: not by a search of that kind
  std::uint64_t nodes = 0;
  bool is_exact = false;
};

enum class Wanted : std::uint8_t { kScore, kScoreAndColumns };

class Engine {
 public:
  virtual ~Engine() = default;

  // For boards of the game's size, up to 15 by 15.
  static std::unique_ptr<Engine> create(const BoardSize& size, const EngineOptions& options);
  static BoardSize board_size(const ConnectFour& game);

  // Clears the tables, so that earlier positions change nothing.
  virtual void forget() = 0;
  // Of a game of that size that is not over; none if the limits do not allow it.
  virtual std::optional<Solution> solve(const ConnectFour& game, Wanted wanted,
                                        const SearchLimits& limits) = 0;
  // The best move of a game of that size that is not over: the fastest win, the slowest loss; a random one
  // among equals. There is a result whatever the limits.
  virtual SearchResult choose(const ConnectFour& game, const SearchLimits& limits, Random& random) = 0;
};

}  // namespace quiver::bots::connect4::champion

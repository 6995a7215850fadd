// The champion's search for two seats: principal variation alpha-beta with iterative deepening, on one
// thread.
//
// A score is for the side of the seat to move: the searching seat is one side, all others together the other.
// Several searches may share a transposition table; each has its own positions, killers and history.
#pragma once

#include <atomic>
#include <vector>

#include "bots/quoridor/champion/candidates.hpp"
#include "bots/quoridor/champion/evaluation.hpp"
#include "bots/quoridor/champion/race.hpp"
#include "bots/quoridor/champion/transposition_table.hpp"
#include "bots/search/search_budget.hpp"
#include "bots/search/search_result.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::quoridor::champion {

using SearchResult = bots::SearchResult<Quoridor::Move>;

template <unsigned kWords>
class Alphabeta {
 public:
  Alphabeta(const BitboardLayout<kWords>& layout, TranspositionTable& table, const Weights& weights);

  // The position to search, and the hashes of those that the game has been through. `random` orders moves
  // with the same static score.
  void set(const Bitboard<kWords>& root, const std::vector<std::uint64_t>& played, base::Random& random);
  // To the limits, or until `stop` is set. There is an answer whatever the limits. `first` is the depth to
  // begin with, by which helpers differ from each other.
  SearchResult deepen(const SearchLimits& limits, const std::atomic<bool>& stop, unsigned first = 1);

 private:
  static constexpr unsigned kMaxPly = 120;
  static constexpr unsigned kMaxDepth = 100;
  static constexpr int kHistoryMost = 1 << 13;

  struct Level {
    Bitboard<kWords> board;
    std::vector<Candidate> moves;
    std::array<PackedMove, 2> killers{kNoMove, kNoMove};
    unsigned steps = 0;  // moves of pawns in a row that led here
  };

  [[nodiscard]] bool stopped() const { return budget_.exhausted(); }
  [[nodiscard]] bool is_own(const Bitboard<kWords>& board) const { return board.to_move == own_; }
  // A bit for each seat that the mover plays against.
  [[nodiscard]] unsigned opponents_of(const Bitboard<kWords>& board) const;
  [[nodiscard]] bool repeats(unsigned ply) const;
  [[nodiscard]] bool no_walls_left(const Bitboard<kWords>& board) const;
  [[nodiscard]] Score static_value(const Bitboard<kWords>& board) const;

  // Makes the move into the level below and counts a node.
  MoveResult go(unsigned ply, PackedMove move, PathUpdate update);
  Score value_after(unsigned ply, PackedMove move, int depth, Score alpha, Score beta);
  Score score_after(unsigned ply, MoveResult result, int depth, Score alpha, Score beta);
  Score value(unsigned ply, int depth, Score alpha, Score beta);
  Score best_of(unsigned ply, int depth, Score alpha, Score beta, PackedMove& best);
  Score scout(unsigned ply, const Candidate& candidate, unsigned number, int depth, Score alpha, Score beta);
  [[nodiscard]] unsigned reduction(const Candidate& candidate, unsigned number, int depth) const;

  void generate(unsigned ply, int depth, PackedMove first);
  // With `weigh`, orders walls by what they gain at once, which takes a path search for each seat they
  // affect.
  void add_walls(unsigned ply, const WallSlots<kWords>& walls, bool weigh = true);
  void add_wall(unsigned ply, PackedMove wall, bool weigh);
  void add_step(unsigned ply, PackedMove step, bool weigh);
  void select_best(std::vector<Candidate>& moves, std::size_t at) const;
  void reward(unsigned ply, std::size_t tried, int depth);

  void generate_root(base::Random& random);
  bool search_root(int depth, Score alpha, Score beta, SearchResult& result);
  void search_window(int depth, SearchResult& result);

  BitboardLayout<kWords> layout_;
  TranspositionTable& table_;
  Weights weights_;
  unsigned own_ = 0;
  int root_depth_ = 0;
  std::vector<Level> levels_;
  std::vector<std::uint64_t> played_;
  std::vector<std::array<int, kPackedMoves>> history_;
  SearchBudget budget_{SearchLimits{}};
};

}  // namespace quiver::bots::quoridor::champion

#include "bots/quoridor/champion/alphabeta_impl.hpp"
#include "bots/quoridor/champion/alphabeta_root.hpp"

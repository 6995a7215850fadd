// The champion's search: principal variation alpha-beta, deeper and deeper, of one thread.
//
// A score is what a position is worth to the side of the seat to move: the seat that searches is one side,
// all others together are the other. Several searches may share a table; each has its own positions, killers
// and history, and belongs to one thread.
#pragma once

#include <atomic>
#include <vector>

#include "bots/quoridor/champion/candidates.hpp"
#include "bots/quoridor/champion/evaluation.hpp"
#include "bots/quoridor/champion/race.hpp"
#include "bots/quoridor/champion/table.hpp"
#include "bots/search_limits.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::quoridor::champion {

struct Finding {
  Quoridor::Move move;
  Score score = 0;     // for the seat to move
  unsigned depth = 0;  // to which all moves have been searched
  std::uint64_t nodes = 0;
};

template <unsigned kWords>
class Search {
 public:
  Search(const Ground<kWords>& ground, Table& table, const Weights& weights);

  // The position to search, and the hashes of those that the game has been through. `random` says which of
  // the moves that look alike is tried first.
  void set(const Node<kWords>& root, const std::vector<std::uint64_t>& played, base::Random& random);
  // To the limits, or until `halt` says so. There is an answer whatever the limits. `first` is the depth to
  // begin with, by which helpers differ from each other.
  Finding deepen(const SearchLimits& limits, const std::atomic<bool>& halt, unsigned first = 1);

 private:
  static constexpr unsigned kMaxPly = 120;
  static constexpr unsigned kMaxDepth = 100;
  static constexpr Score kBeyond = kWin + 1;
  static constexpr int kHistoryMost = 1 << 13;

  struct Level {
    Node<kWords> node;
    std::vector<Candidate> moves;
    std::array<Code, 2> killers{kNoMove, kNoMove};
    unsigned steps = 0;  // moves of pawns in a row that led here
  };

  [[nodiscard]] bool stopped() const { return count_.stopped() || halt_->load(std::memory_order_relaxed); }
  [[nodiscard]] bool is_own(const Node<kWords>& node) const { return node.to_move == own_; }
  [[nodiscard]] unsigned targets_for(const Node<kWords>& node) const;
  [[nodiscard]] bool repeats(unsigned ply) const;
  [[nodiscard]] bool is_bare(const Node<kWords>& node) const;
  [[nodiscard]] Score worth(const Node<kWords>& node) const;

  Made go(unsigned ply, Code move, Care care);
  Score value_after(unsigned ply, Code move, int depth, Score alpha, Score beta);
  Score after_made(unsigned ply, Made made, int depth, Score alpha, Score beta);
  Score value(unsigned ply, int depth, Score alpha, Score beta);
  Score best_of(unsigned ply, int depth, Score alpha, Score beta, Code& best);
  Score scout(unsigned ply, const Candidate& candidate, unsigned number, int depth, Score alpha, Score beta);
  [[nodiscard]] unsigned reduction(const Candidate& candidate, unsigned number, int depth) const;

  void list(unsigned ply, int depth, Code first);
  void add_walls(unsigned ply, const Slots<kWords>& walls, bool weigh = true);
  void add_wall(unsigned ply, Code wall, bool weigh);
  void add_step(unsigned ply, Code step, bool weigh);
  void bring_best(std::vector<Candidate>& moves, std::size_t at) const;
  void reward(unsigned ply, std::size_t tried, int depth);

  void list_root(base::Random& random);
  bool search_root(int depth, Score alpha, Score beta, Finding& finding);
  void search_window(int depth, Finding& finding);

  Ground<kWords> ground_;
  Table& table_;
  Weights weights_;
  unsigned own_ = 0;
  int root_depth_ = 0;
  std::vector<Level> levels_;
  std::vector<std::uint64_t> played_;
  std::vector<std::array<int, kCodes>> history_;
  SearchCount count_{SearchLimits{}};
  const std::atomic<bool>* halt_ = nullptr;
};

}  // namespace quiver::bots::quoridor::champion

#include "bots/quoridor/champion/root_impl.hpp"
#include "bots/quoridor/champion/search_impl.hpp"

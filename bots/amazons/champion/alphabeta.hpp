// Alpha-beta on the same judgement as the tree search: a queen's move is one level, her arrow the next.
//
// Deeper and deeper by half moves: principal variation search with aspiration windows, a shared table of
// positions, killers and history for queens and arrows. At each node all children are judged at once, which
// is what the last level comes to and what orders the others; late ones are searched less deep or not at
// all. Values are hundredths of log-odds for whoever chooses. With more than two seats all others are taken
// for one opponent. One object a thread; they share the table.
#pragma once

#include <atomic>
#include <vector>

#include "bots/amazons/champion/engine.hpp"
#include "bots/amazons/champion/judge.hpp"
#include "bots/amazons/champion/settling.hpp"
#include "bots/amazons/champion/transpositions.hpp"

namespace quiver::bots::amazons::champion {

template <unsigned Words>
class AlphaBeta {
 public:
  AlphaBeta(const Ground<Words>& ground, const Judge<Words>& judge, Settling<Words>& settling,
            Transpositions& table, const AlphaBetaRules& rules)
      : ground_(ground),
        judge_(judge),
        settling_(settling),
        table_(table),
        rules_(rules),
        history_(std::size_t{2} * Ground<Words>::kMostCells * Ground<Words>::kMostCells) {}

  struct Found {
    Step step;
    int value = 0;
    unsigned depth = 0;  // in half moves, the last one that was searched whole
  };
  // The game is not over. Ends by its limits, when the outcome is certain, or when somebody sets `stop`.
  Found search(const Board<Words>& root, const EngineLimits& limits, const std::atomic<bool>& stop);
  [[nodiscard]] std::uint64_t judged() const { return judged_; }

 private:
  static constexpr int kWon = 20'000, kCountedOut = 15'000, kInfinite = 30'000;
  static constexpr unsigned kMostPlies = 64;

  struct Spot {
    Board<Words> board;
    bool half_done = false;
    Cell queen = 0;  // that has moved, if half done
  };
  struct Choice {
    Cell from = 0, to = 0;
    int value = 0;  // by judgement alone
    int order = 0;
  };
  struct Window {
    int alpha, beta;
  };

  int search(const Spot& spot, Window window, int depth, unsigned ply);
  int search_all(const Spot& spot, Window window, int depth, unsigned ply);
  int follow(const Spot& spot, const Choice& choice, Window window, int depth, unsigned ply, unsigned index);
  // Judges the children of a spot into the list of this ply; returns the best value.
  int judge(const Spot& spot, unsigned ply);
  void order(const Spot& spot, unsigned ply, const std::optional<Transposition>& known);
  void praise(const Spot& spot, const Choice& choice, int depth, unsigned ply);
  [[nodiscard]] std::optional<int> value_without_search(const Spot& spot, unsigned ply);
  [[nodiscard]] std::uint64_t key_of(const Spot& spot) const;
  [[nodiscard]] std::int16_t& history(const Spot& spot, Cell from, Cell to);
  [[nodiscard]] bool mine(const Spot& spot) const { return spot.board.to_move() == me_; }
  void look_at_the_clock();
  // A choice that is not searched at all; by how much less deep another one is searched first.
  [[nodiscard]] bool too_late(const Spot& spot, unsigned index, int depth) const;
  [[nodiscard]] int reduction(int depth, unsigned index) const;

  const Ground<Words>& ground_;
  const Judge<Words>& judge_;
  Settling<Words>& settling_;
  Transpositions& table_;
  AlphaBetaRules rules_;
  std::vector<std::int16_t> history_;
  std::array<std::vector<Choice>, kMostPlies> choices_;
  std::array<std::array<Choice, 2>, kMostPlies> killers_{};
  std::vector<Node> nodes_;
  Seat me_;
  EngineLimits limits_;
  const std::atomic<bool>* stop_ = nullptr;
  std::uint64_t judged_ = 0;
  bool stopped_ = false;
  Cell first_arrow_ = 0;  // the best at the last spot of ply 1
  Step best_;
};

}  // namespace quiver::bots::amazons::champion

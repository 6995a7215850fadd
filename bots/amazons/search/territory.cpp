#include "bots/amazons/search/territory.hpp"

#include <vector>

#include "bots/amazons/search/region_filler.hpp"
#include "bots/amazons/simple/power.hpp"
#include "bots/amazons/simple/random_moves.hpp"

namespace quiver::bots::amazons {

namespace {

constexpr std::size_t kQueenMovesShotFor = 16;

struct ScoredMove {
  BitMove move;
  Score score;
};

// Arrows are left out here. Evaluating all queen moves with all arrows would be thousands of positions.
template <class Board>
std::vector<ScoredMove> scored_queen_moves(const Board& board, SearchBudget& budget) {
  std::vector<ScoredMove> moves;
  const Seat me = board.to_move();
  board.queens[me.value()].for_each([&](unsigned from) {
    board.reachable(from).for_each([&](unsigned to) {
      if (budget.exhausted()) return;
      Board after = board;
      after.move_queen(from, to);
      budget.count_node();
      moves.push_back({{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), 0},
                       territory_score(after, me)});
    });
  });
  return moves;
}

// Two stages: the best queen moves without arrows, then all arrows of those. A stable sort keeps the result
// independent of the library.
template <class Board>
ScoredMove best_move(const Board& board, Random& random, SearchBudget& budget) {
  std::vector<ScoredMove> moves = scored_queen_moves(board, budget);
  std::stable_sort(moves.begin(), moves.end(),
                   [](const ScoredMove& a, const ScoredMove& b) { return a.score > b.score; });
  if (moves.size() > kQueenMovesShotFor) moves.resize(kQueenMovesShotFor);
  BestChoice<BitMove> best(random);
  for (const ScoredMove& queen : moves) {
    Board after = board;
    after.move_queen(queen.move.from, queen.move.to);
    after.reachable(queen.move.to).for_each([&](unsigned arrow) {
      if (budget.exhausted() && best.choice()) return;
      after.empty ^= Board::Set::of(arrow);
      budget.count_node();
      best.offer({queen.move.from, queen.move.to, static_cast<std::uint16_t>(arrow)},
                 territory_score(after, board.to_move()));
      after.empty ^= Board::Set::of(arrow);
    });
  }
  return {best.choice().value_or(BitMove{}), best.value()};
}

}  // namespace

// Integers only, so that it is the same on every machine.
int variance(const std::vector<int>& cells) {
  const auto count = static_cast<int>(cells.size());
  int sum = 0;
  int squares = 0;
  for (const int own : cells) sum += own, squares += own * own;
  return count == 0 ? 0 : 100 * (squares * count - sum * sum) / (count * count);
}

SearchResult TerritoryEngine::think(const Amazons& game, SearchBudget& budget) {
  const auto layout = BitboardLayout::of(game);
  if (!layout) return {strongest_move(game, random_), {}};
  return with_bitboard(*layout, game, [&](const auto& board) -> SearchResult {
    using Board = std::decay_t<decltype(board)>;
    if (only_filling_left(board)) return {move_of(*layout, RegionFiller<Board>(board).find()), {}};
    const ScoredMove best = best_move(board, random_, budget);
    if (best.move.none()) return {strongest_move(game, random_), {}};
    return {move_of(*layout, best.move),
            {best.score / 100.0, 1, std::to_string(budget.nodes()) + " evaluations"}};
  });
}

}  // namespace quiver::bots::amazons

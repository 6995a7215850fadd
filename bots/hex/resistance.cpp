#include "bots/hex/resistance.hpp"

#include <algorithm>
#include <vector>

#include "bots/search/best_choice.hpp"

namespace quiver::bots::hex {

namespace {

using Cell = Board::Cell;

// An evaluation takes long enough to look at the clock after each.
constexpr BudgetChecks kEachOne = {.interval = 1};

// The most influential first.
std::vector<Cell> ordered_cells(const Board& board, const Hex& game, const CellValues& influences) {
  std::vector<Cell> cells;
  game.empty_cells().for_each([&](Vertex v) { cells.push_back(board.cell(v)); });
  std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) { return influences[a] > influences[b]; });
  return cells;
}

// The empty cell with the highest influence; the board is not full.
Cell most_influential(const Board& board, const CellValues& influences) {
  const auto weight = [&](Cell cell) { return board.empty(cell) ? influences[cell] : -1; };
  Cell best = Board::cell(0, 0);
  for (std::uint32_t v = 0; v < board.side() * board.side(); ++v)
    if (const Cell cell = board.cell(Vertex{v}); weight(cell) > weight(best)) best = cell;
  return best;
}

// As the position after the swap looks to the seat that swaps.
Score value_of_swap(const Hex& game, Evaluator& evaluator) {
  Hex swapped = game;
  swapped.apply(games::kHexSwap);
  return evaluator.evaluate(Board(swapped), game.to_move());
}

// Of a first stone on `cell`, for the opponent, who chooses.
Score value_of_reply(Board& board, Cell cell, Seat mover, Evaluator& evaluator) {
  board.put(cell, mover);
  const Score as_swapped = evaluator.evaluate(board, mover);
  const Cell reply = most_influential(board, evaluator.influences());
  board.put(reply, opponent_of(mover));
  const Score answered = evaluator.evaluate(board, opponent_of(mover));
  board.lift(reply);
  board.lift(cell);
  return std::max(as_swapped, answered);
}

SearchResult result_of(const BestChoice<Hex::Move, Score>& best, const SearchBudget& budget) {
  return {*best.choice(), best.value(), 1, budget.nodes()};
}

}  // namespace

// One ply. Cells are tried in the order of their influence, so that a search cut short has seen the best
// candidates.
SearchResult best_by_resistance(const Hex& game, const SearchLimits& limits, base::Random& random) {
  SearchBudget budget(limits, kEachOne);
  Board board(game);
  Evaluator evaluator(board);
  BestChoice<Hex::Move, Score> best(random);
  const std::vector<Cell> cells = ordered_cells(board, game, evaluator.influences());
  if (game.can_swap()) best.offer(games::kHexSwap, value_of_swap(game, evaluator));
  for (const Cell cell : cells) {
    board.put(cell, game.to_move());
    best.offer({board.vertex(cell), false}, evaluator.evaluate(board, game.to_move()));
    board.lift(cell);
    if (!budget.count_node()) break;
  }
  return result_of(best, budget);
}

// With the swap rule, the opponent takes the better of swapping and answering: the best first stone is the
// one for which that is worth least.
SearchResult balanced_opening(const Hex& game, const SearchLimits& limits, base::Random& random) {
  SearchBudget budget(limits, kEachOne);
  Board board(game);
  Evaluator evaluator(board);
  BestChoice<Hex::Move, Score> best(random);
  // Row by row: what is fair to open with lies near the edge.
  for (std::uint32_t v = 0; v < board.side() * board.side(); ++v) {
    const Score theirs = value_of_reply(board, board.cell(Vertex{v}), game.to_move(), evaluator);
    best.offer({Vertex{v}, false}, -theirs);
    if (!budget.count_node()) break;
  }
  return result_of(best, budget);
}

}  // namespace quiver::bots::hex

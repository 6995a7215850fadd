#include "bots/connect4/minimax.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace quiver::bots::connect4 {

namespace {

constexpr Score kInfinity = kWin + 1;
constexpr Score kProvenWin = kWin - 1'000;

// One search. `ply` counts the moves from the root, `depth` those that are still to be searched.
class MinimaxSearch {
 public:
  MinimaxSearch(const ConnectFour& game, const SearchLimits& limits)
      : game_(game), own_(game.to_move()), segments_(game), budget_(limits) {
    for (std::uint32_t c = 0; c < game.columns(); ++c) centre_first_.push_back(c);
    const auto off_centre = [&](std::uint32_t c) {
      return std::abs(static_cast<int>(2 * c + 1) - static_cast<int>(game.columns()));
    };
    std::stable_sort(centre_first_.begin(), centre_first_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return off_centre(a) < off_centre(b); });
  }

  // Iterative deepening. Stops early if there is one move only or the result is proven.
  SearchResult deepen(unsigned depth, Random& random) {
    std::vector<Move> moves = legal_moves();
    SearchResult result{moves.front(), 0, 0, 0};
    for (unsigned d = 1; d <= depth && !budget_.exhausted(); ++d) {
      search_root(d, moves, result, random);
      const auto best = std::find(moves.begin(), moves.end(), result.move);
      std::rotate(moves.begin(), best, best + 1);
      if (moves.size() == 1 || std::abs(result.score) > kProvenWin) break;
    }
    result.nodes = budget_.nodes();
    return result;
  }

 private:
  // The best of the depth before comes first: what beats it is better even if there is no time for the rest.
  // The window leaves room for moves just as good as the best, among which it chooses randomly.
  void search_root(unsigned depth, const std::vector<Move>& moves, SearchResult& result, Random& random) {
    Score best = -kInfinity;
    std::uint64_t as_good = 0;
    for (const Move& move : moves) {
      const Score score = value_after(move, depth - 1, 0, best - 1, kInfinity);
      if (budget_.exhausted()) return;
      if (score < best) continue;
      if (score > best) as_good = 0;
      best = score;
      if (random.below(++as_good) != 0) continue;
      result.move = move;
      result.score = score;
    }
    result.depth = depth;
  }

  Score value_after(const Move& move, unsigned depth, unsigned ply, Score alpha, Score beta) {
    const Vertex cell = game_.landing(move.column);
    const Seat mover = game_.to_move();
    const ConnectFour::Undo made = game_.apply(move);
    segments_.drop(cell, mover);
    budget_.count_node();
    Score score = 0;
    if (game_.turn().over() || depth == 0)
      score = evaluate(game_, segments_, own_, ply + 1);
    else if (!budget_.exhausted())
      score = value(depth, ply + 1, alpha, beta);
    segments_.take_back(cell, mover);
    game_.undo(made);
    return score;
  }

  // Alpha-beta from the view of `own_`: it maximises, its opponent minimises. Scores do not change sign.
  Score value(unsigned depth, unsigned ply, Score alpha, Score beta) {
    const bool maximises = game_.to_move() == own_;
    Score best = maximises ? -kInfinity : kInfinity;
    for (const std::uint32_t column : centre_first_) {
      if (game_.landing(column) == game_.graph().off_board()) continue;
      const Score score = value_after({column}, depth - 1, ply, alpha, beta);
      if (budget_.exhausted()) break;
      best = maximises ? std::max(best, score) : std::min(best, score);
      (maximises ? alpha : beta) = maximises ? std::max(alpha, score) : std::min(beta, score);
      if (alpha >= beta) break;
    }
    return best;
  }

  [[nodiscard]] std::vector<Move> legal_moves() const {
    std::vector<Move> moves;
    for (const std::uint32_t column : centre_first_)
      if (game_.landing(column) != game_.graph().off_board()) moves.push_back({column});
    return moves;
  }

  ConnectFour game_;
  Seat own_;
  Segments segments_;
  SearchBudget budget_;
  std::vector<std::uint32_t> centre_first_;  // all columns
};

}  // namespace

// A nearer win scores higher and a nearer loss lower, so that wins are not put off.
Score evaluate(const ConnectFour& game, const Segments& segments, Seat own, unsigned plies) {
  const games::Outcome outcome = game.outcome();
  if (!outcome.over) return own.value() == 0 ? segments.sum() : -segments.sum();
  if (!outcome.winner) return 0;
  const Score win = kWin - static_cast<Score>(plies);
  return *outcome.winner == own ? win : -win;
}

SearchResult search(const ConnectFour& game, const SearchLimits& limits, Random& random) {
  const auto room = game.graph().num_vertices() - game.ply();
  return MinimaxSearch(game, limits).deepen(std::min(limits.depth, room), random);
}

}  // namespace quiver::bots::connect4

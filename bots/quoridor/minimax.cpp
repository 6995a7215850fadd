#include "bots/quoridor/minimax.hpp"

#include <algorithm>
#include <vector>

#include "bots/quoridor/run_or_block.hpp"
#include "bots/search/transposition_table.hpp"

namespace quiver::bots::quoridor {

namespace {

constexpr unsigned kMaxDepth = 60;
constexpr std::size_t kTableEntries = std::size_t{1} << 17;
using MoveTable = TranspositionTable<Move>;

struct Candidate {
  Move move;
  Score score = 0;
};

// What one ply of the search needs.
struct Level {
  std::vector<Candidate> moves;
  ShortestPaths paths;
};

// A wall near a pawn can matter even if it cuts no shortest path: it limits jumps and detours.
bool touches_pawn(const Quoridor& game, const Move& wall) {
  const auto& block = game.terrain().block(wall.cell);
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    const std::uint32_t pawn = game.pawn(base::seat(s)).value();
    if (pawn == wall.cell.value() || pawn == block.east || pawn == block.north || pawn == block.north_east)
      return true;
  }
  return false;
}

}  // namespace

Score evaluate(const Quoridor& game, const Lengths& lengths, Seat own) {
  Score enemy_walls = 0;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (const Seat seat = base::seat(s); seat != own && game.turn().stands(seat))
      enemy_walls = std::max(enemy_walls, static_cast<Score>(game.walls_left(seat)));
  const Score lead = Score{nearest_enemy(game, lengths, own)} - Score{lengths[own.value()]};
  return lead * kStepValue + (static_cast<Score>(game.walls_left(own)) - enemy_walls) * kWallValue;
}

Score terminal_score(const Quoridor& game, Seat own, unsigned plies) {
  const auto winner = game.outcome().winner;
  if (!winner) return 0;
  const Score win = kWin - static_cast<Score>(plies);
  return *winner == own ? win : -win;
}

bool is_near(const Quoridor& game, const ShortestPaths& paths, const Move& move) {
  if (move.kind == Move::Kind::kPawn || touches_pawn(game, move)) return true;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (const Seat seat = base::seat(s);
        seat != game.to_move() && game.turn().stands(seat) && paths.cuts(game, move, seat))
      return true;
  return false;
}

struct Minimax::State {
  MoveTable table{kTableEntries, Replacement::kDeeperFirst};
  std::vector<Level> levels{kMaxDepth + 1};
};

namespace {

// One search. `ply` counts the moves from the root, `depth` those that are still to be searched.
class MinimaxSearch {
 public:
  MinimaxSearch(const Quoridor& game, Selection selection, MoveTable& table, std::vector<Level>& levels,
                const SearchLimits& limits)
      : game_(game),
        own_(game.to_move()),
        selection_(selection),
        table_(table),
        levels_(levels),
        budget_(limits) {
    table_.new_generation();
    levels_[0].paths.update(game_);
  }

  SearchResult deepen(unsigned depth, Random& random) {
    generate(0);
    std::vector<Candidate>& moves = levels_[0].moves;
    for (std::size_t k = moves.size(); k > 1; --k) std::swap(moves[k - 1], moves[random.below(k)]);
    sort(0);
    SearchResult result{moves.front().move, moves.front().score, 0, 0};
    for (unsigned d = 1; d <= depth && !budget_.exhausted(); ++d) {
      search_root(d, result);
      const auto is_best = [&](const Candidate& c) { return c.move == result.move; };
      const auto best = std::find_if(moves.begin(), moves.end(), is_best);
      std::rotate(moves.begin(), best, best + 1);
      if (moves.size() == 1 || result.score > kProvenWin) break;
    }
    result.nodes = budget_.nodes();
    return result;
  }

 private:
  // The best of the depth before comes first: what beats it is better even if there is no time for the rest.
  void search_root(unsigned depth, SearchResult& result) {
    Score best = -kInfinity;
    for (const Candidate& candidate : levels_[0].moves) {
      const Score score = value_after(candidate.move, depth - 1, 0, best, kInfinity);
      if (budget_.exhausted()) return;
      if (score <= best) continue;
      best = score;
      result.move = candidate.move;
      result.score = score;
    }
    result.depth = depth;
  }

  // At depth 0 only the lengths are computed; full paths are needed where the search goes on.
  Score value_after(const Move& move, unsigned depth, unsigned ply, Score alpha, Score beta) {
    const Seat mover = game_.to_move();
    const ShortestPaths& paths = levels_[ply].paths;
    const Quoridor::Undo made = game_.apply(move);
    budget_.count_node();
    Score score = 0;
    if (game_.turn().over()) {
      score = terminal_score(game_, own_, ply + 1);
    } else if (depth == 0) {
      score = evaluate(game_, paths.lengths_after(game_, move, mover), own_);
    } else if (!budget_.exhausted()) {
      levels_[ply + 1].paths.update_after(game_, paths, move, mover);
      score = value(depth, ply + 1, alpha, beta);
    }
    game_.undo(made);
    return score;
  }

  Score value(unsigned depth, unsigned ply, Score alpha, Score beta) {
    // Near the last ply a position is worth what it is only at that ply.
    const bool keeps = game_.ply() + depth < game_.max_plies();
    const std::uint64_t hash = game_.hash();
    const MoveTable::Entry* known = keeps ? table_.find(hash) : nullptr;
    std::optional<Move> first;
    if (known != nullptr) {
      first = known->best;
      const Score score = score_from_table(known->score, ply);
      if (known->depth == depth && answers(known->bound, score, alpha, beta)) return score;
    }
    generate(ply);
    if (depth > 1) sort(ply);
    if (first) bring_to_front(ply, *first);
    Candidate best;
    best.score = best_of(depth, ply, alpha, beta, best.move);
    if (keeps && !budget_.exhausted())
      table_.store({hash, score_to_table(best.score, ply), best.move, static_cast<std::uint8_t>(depth),
                    bound_of(best.score, alpha, beta), 0});
    return best.score;
  }

  // Plain minimax with alpha-beta: with four seats the others minimise together (the paranoid assumption).
  Score best_of(unsigned depth, unsigned ply, Score alpha, Score beta, Move& best) {
    const bool maximises = game_.to_move() == own_;
    Score best_score = maximises ? -kInfinity : kInfinity;
    for (const Candidate& candidate : levels_[ply].moves) {
      const Score score = value_after(candidate.move, depth - 1, ply, alpha, beta);
      if (budget_.exhausted()) break;
      if (maximises ? score > best_score : score < best_score) {
        best_score = score;
        best = candidate.move;
      }
      if (maximises)
        alpha = std::max(alpha, score);
      else
        beta = std::min(beta, score);
      if (alpha >= beta) break;
    }
    return best_score;
  }

  // At the root all legal moves; below it only those that is_near() keeps, which bounds the branching.
  void generate(unsigned ply) {
    Level& level = levels_[ply];
    level.moves.clear();
    game_.for_each_legal_move([&](const Move& move) {
      if (ply == 0 || selection_ == Selection::kAll || is_near(game_, level.paths, move))
        level.moves.push_back({move, 0});
    });
  }

  // By what they are worth at once to the mover, the best first.
  void sort(unsigned ply) {
    const bool maximises = game_.to_move() == own_;
    for (Candidate& candidate : levels_[ply].moves) {
      candidate.score = value_after(candidate.move, 0, ply, -kInfinity, kInfinity);
      if (!maximises) candidate.score = -candidate.score;
      if (ply > 0 && budget_.exhausted()) return;
    }
    const auto better = [](const Candidate& a, const Candidate& b) { return a.score > b.score; };
    std::stable_sort(levels_[ply].moves.begin(), levels_[ply].moves.end(), better);
  }

  void bring_to_front(unsigned ply, const Move& move) {
    std::vector<Candidate>& moves = levels_[ply].moves;
    const auto at =
        std::find_if(moves.begin(), moves.end(), [&](const Candidate& c) { return c.move == move; });
    if (at != moves.end()) std::rotate(moves.begin(), at, at + 1);
  }

  Quoridor game_;
  Seat own_;
  Selection selection_;
  MoveTable& table_;
  std::vector<Level>& levels_;
  SearchBudget budget_;
};

}  // namespace

Minimax::Minimax(Selection selection) : selection_(selection), state_(std::make_unique<State>()) {}
Minimax::~Minimax() = default;
Minimax::Minimax(Minimax&&) noexcept = default;
Minimax& Minimax::operator=(Minimax&&) noexcept = default;

SearchResult Minimax::search(const Quoridor& game, const SearchLimits& limits, Random& random) {
  const unsigned depth = std::min({limits.depth, kMaxDepth, game.max_plies() - game.ply()});
  return MinimaxSearch(game, selection_, state_->table, state_->levels, limits).deepen(depth, random);
}

}  // namespace quiver::bots::quoridor

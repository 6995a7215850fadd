#include "bots/quoridor/minimax.hpp"

#include <algorithm>
#include <vector>

#include "bots/quoridor/known_positions.hpp"
#include "bots/quoridor/shortest_path.hpp"

namespace quiver::bots::quoridor {

namespace {

constexpr unsigned kMaxDepth = 60;
constexpr Score kBeyond = kWin + 1;
// Scores past it are those of games that have ended.
constexpr Score kSurelyWon = kWin - 10'000;

struct Candidate {
  Move move;
  Score score = 0;
};

// What one ply of the search needs.
struct Level {
  std::vector<Candidate> moves;
  Ways ways;
};

// A score counts the moves from the root; the table, from the position itself.
Score from_here(Score score, unsigned ply) {
  const auto plies = static_cast<Score>(ply);
  return score > kSurelyWon ? score + plies : score < -kSurelyWon ? score - plies : score;
}
Score from_root(Score score, unsigned ply) {
  const auto plies = static_cast<Score>(ply);
  return score > kSurelyWon ? score - plies : score < -kSurelyWon ? score + plies : score;
}

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

Score worth(const Quoridor& game, const Lengths& lengths, Seat own) {
  Score enemy_walls = 0;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (const Seat seat = base::seat(s); seat != own && game.turn().stands(seat))
      enemy_walls = std::max(enemy_walls, static_cast<Score>(game.walls_left(seat)));
  const Score lead = Score{nearest_enemy(game, lengths, own)} - Score{lengths[own.value()]};
  return lead * kStepWorth + (static_cast<Score>(game.walls_left(own)) - enemy_walls) * kWallWorth;
}

Score worth_at_end(const Quoridor& game, Seat own, unsigned plies) {
  const auto winner = game.outcome().winner;
  if (!winner) return 0;
  const Score win = kWin - static_cast<Score>(plies);
  return *winner == own ? win : -win;
}

bool is_near(const Quoridor& game, const Ways& ways, const Move& move) {
  if (move.kind == Move::Kind::kPawn || touches_pawn(game, move)) return true;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (const Seat seat = base::seat(s);
        seat != game.to_move() && game.turn().stands(seat) && ways.cuts(game, move, seat))
      return true;
  return false;
}

struct Minimax::Memory {
  KnownPositions known;
  std::vector<Level> levels{kMaxDepth + 1};
};

namespace {

// One search. `ply` counts the moves from the root, `depth` those that are still to be searched.
class Run {
 public:
  Run(const Quoridor& game, Selection selection, KnownPositions& known, std::vector<Level>& levels,
      const SearchLimits& limits)
      : game_(game),
        own_(game.to_move()),
        selection_(selection),
        known_(known),
        levels_(levels),
        count_(limits) {
    known_.begin_search();
    levels_[0].ways.look(game_);
  }

  Finding deepen(unsigned depth, Random& random) {
    list(0);
    std::vector<Candidate>& moves = levels_[0].moves;
    for (std::size_t k = moves.size(); k > 1; --k) std::swap(moves[k - 1], moves[random.below(k)]);
    sort(0);
    Finding finding{moves.front().move, moves.front().score, 0, 0};
    for (unsigned d = 1; d <= depth && !count_.stopped(); ++d) {
      try_all(d, finding);
      const auto is_best = [&](const Candidate& c) { return c.move == finding.move; };
      const auto best = std::find_if(moves.begin(), moves.end(), is_best);
      std::rotate(moves.begin(), best, best + 1);
      if (moves.size() == 1 || finding.score > kSurelyWon) break;
    }
    finding.nodes = count_.nodes();
    return finding;
  }

 private:
  // The best of the depth before comes first: what beats it is better even if there is no time for the rest.
  void try_all(unsigned depth, Finding& finding) {
    Score best = -kBeyond;
    for (const Candidate& candidate : levels_[0].moves) {
      const Score score = value_after(candidate.move, depth - 1, 0, best, kBeyond);
      if (count_.stopped()) return;
      if (score <= best) continue;
      best = score;
      finding.move = candidate.move;
      finding.score = score;
    }
    finding.depth = depth;
  }

  Score value_after(const Move& move, unsigned depth, unsigned ply, Score alpha, Score beta) {
    const Seat mover = game_.to_move();
    const Ways& ways = levels_[ply].ways;
    const Quoridor::Undo made = game_.apply(move);
    count_.add();
    Score score = 0;
    if (game_.turn().over()) {
      score = worth_at_end(game_, own_, ply + 1);
    } else if (depth == 0) {
      score = worth(game_, ways.lengths_after(game_, move, mover), own_);
    } else if (!count_.stopped()) {
      levels_[ply + 1].ways.look_after(game_, ways, move, mover);
      score = value(depth, ply + 1, alpha, beta);
    }
    game_.undo(made);
    return score;
  }

  Score value(unsigned depth, unsigned ply, Score alpha, Score beta) {
    // Near the last ply a position is worth what it is only at that ply.
    const bool keeps = game_.ply() + depth < game_.max_plies();
    const std::uint64_t hash = game_.hash();
    const Known* known = keeps ? known_.find(hash) : nullptr;
    std::optional<Move> first;
    if (known != nullptr) {
      first = known->best;
      const Score score = from_root(known->score, ply);
      if (known->depth == depth &&
          (known->bound == Bound::kExact || (known->bound == Bound::kAtLeast && score >= beta) ||
           (known->bound == Bound::kAtMost && score <= alpha)))
        return score;
    }
    list(ply);
    if (depth > 1) sort(ply);
    if (first) bring_to_front(ply, *first);
    Candidate best;
    best.score = best_of(depth, ply, alpha, beta, best.move);
    if (keeps && !count_.stopped()) {
      const Bound bound = best.score >= beta    ? Bound::kAtLeast
                          : best.score <= alpha ? Bound::kAtMost
                                                : Bound::kExact;
      known_.keep({hash, from_here(best.score, ply), 0, static_cast<std::uint8_t>(depth), bound, best.move});
    }
    return best.score;
  }

  Score best_of(unsigned depth, unsigned ply, Score alpha, Score beta, Move& best) {
    const bool maximises = game_.to_move() == own_;
    Score best_score = maximises ? -kBeyond : kBeyond;
    for (const Candidate& candidate : levels_[ply].moves) {
      const Score score = value_after(candidate.move, depth - 1, ply, alpha, beta);
      if (count_.stopped()) break;
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

  void list(unsigned ply) {
    Level& level = levels_[ply];
    level.moves.clear();
    game_.for_each_legal_move([&](const Move& move) {
      if (ply == 0 || selection_ == Selection::kAll || is_near(game_, level.ways, move))
        level.moves.push_back({move, 0});
    });
  }

  // By what they are worth at once to the mover, the best first.
  void sort(unsigned ply) {
    const bool maximises = game_.to_move() == own_;
    for (Candidate& candidate : levels_[ply].moves) {
      candidate.score = value_after(candidate.move, 0, ply, -kBeyond, kBeyond);
      if (!maximises) candidate.score = -candidate.score;
      if (ply > 0 && count_.stopped()) return;
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
  KnownPositions& known_;
  std::vector<Level>& levels_;
  SearchCount count_;
};

}  // namespace

Minimax::Minimax(Selection selection) : selection_(selection), memory_(std::make_unique<Memory>()) {}
Minimax::~Minimax() = default;
Minimax::Minimax(Minimax&&) noexcept = default;
Minimax& Minimax::operator=(Minimax&&) noexcept = default;

Finding Minimax::search(const Quoridor& game, const SearchLimits& limits, Random& random) {
  const unsigned depth = std::min({limits.depth, kMaxDepth, game.max_plies() - game.ply()});
  return Run(game, selection_, memory_->known, memory_->levels, limits).deepen(depth, random);
}

}  // namespace quiver::bots::quoridor

#include "bots/amazons/search/alphabeta.hpp"

#include <array>
#include <string>

#include "bots/amazons/search/candidates.hpp"
#include "bots/amazons/search/region_filler.hpp"
#include "bots/amazons/simple/power.hpp"

namespace quiver::bots::amazons {

namespace {

constexpr std::size_t kTableEntries = std::size_t{1} << 18;
constexpr Score kWin = 1'000'000;
constexpr Score kInfinite = 2 * kWin;
constexpr unsigned kMaxDepth = 60;

constexpr Candidates::Width kRootWidth = {40, 120};
constexpr Candidates::Width kInnerWidth = {12, 20};
// Random, but the same for a move throughout a search: it makes games differ without confusing alpha-beta.
constexpr Score kNoise = 10;
constexpr unsigned kReplyWidth = 6;  // queen moves that the last ply shoots arrows for

// Scores inside are from the view of the side to move: me, or all the others.
template <class Board>
class Alphabeta {
 public:
  Alphabeta(const BitboardLayout& layout, const Board& root, MoveTable& table, MoveNoise noise,
            SearchBudget& budget)
      : layout_(layout), root_(root), me_(root.to_move()), table_(table), noise_(noise), budget_(budget) {}

  // The best move as far as time allows; none if there was not even time to find a few.
  Candidate run() {
    candidates_[0].find(root_, me_, kRootWidth, budget_, lists_[0]);
    if (lists_[0].empty()) return {};
    for (Candidate& candidate : lists_[0]) candidate.score += noise_.of(candidate.move, kNoise);
    sort_best_first(lists_[0], lists_[0].size(), true);
    Candidate best = lists_[0].front();
    depth_ = 1;
    for (unsigned depth = 2; depth <= kMaxDepth && lists_[0].size() > 1 && !budget_.exhausted(); ++depth) {
      const Candidate found = search_root(depth);
      if (!found.move.none()) best = found;  // even if time ran out: the old best came first
      if (!budget_.exhausted()) depth_ = depth;
      if (std::abs(best.score) > kWin / 2) break;
    }
    return best;
  }
  [[nodiscard]] unsigned depth() const { return depth_; }

 private:
  // The killer heuristic: the last two moves that caused a cutoff at this ply, tried early in its siblings.
  struct Killers {
    std::array<BitMove, 2> moves;
    void add(const BitMove& move) {
      if (move == moves[0]) return;
      moves[1] = moves[0];
      moves[0] = move;
    }
  };

  [[nodiscard]] bool my_turn(const Board& board) const { return board.to_move() == me_; }
  // A score from my view, as the side to move sees it.
  [[nodiscard]] Score seen(const Board& board, Score mine) const { return my_turn(board) ? mine : -mine; }

  // A better move goes to the front, which keeps the order of the others: the next iteration starts with it.
  Candidate search_root(unsigned depth) {
    std::vector<Candidate>& list = lists_[0];
    Candidate best;
    best.score = -kInfinite;
    for (std::size_t k = 0; k < list.size() && !budget_.exhausted(); ++k) {
      Board after = root_;
      after.play(layout_, list[k].move);
      const Score extra = noise_.of(list[k].move, kNoise);
      const Score score =
          searched_child(root_, after, depth - 1, 1, best.score - extra, kInfinite, k == 0) + extra;
      if (budget_.exhausted()) break;
      if (score > best.score) {
        best = {list[k].move, score};
        std::rotate(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(k),
                    list.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      }
    }
    return best;
  }

  // The score of `after` as the mover of `before` sees it, who has alpha and beta.
  Score searched_child(const Board& before, const Board& after, unsigned depth, unsigned ply, Score alpha,
                       Score beta, bool first) {
    const bool same = my_turn(before) == my_turn(after) && !after.over();
    const auto look = [&](Score low, Score high) {
      if (after.over()) return seen(before, *after.turn.outcome().winner == me_ ? won(ply) : -won(ply));
      return same ? search(after, depth, ply, low, high) : -search(after, depth, ply, -high, -low);
    };
    if (first) return look(alpha, beta);
    const Score score = look(alpha, alpha + 1);
    return score > alpha && score < beta ? look(alpha, beta) : score;
  }
  // A nearer win scores higher, so that the search does not put it off.
  static Score won(unsigned ply) { return kWin - static_cast<Score>(ply); }

  Score search(const Board& board, unsigned depth, unsigned ply, Score alpha, Score beta) {
    const MoveTable::Entry* known = table_.find(board.hash());
    if (known != nullptr && known->depth >= depth && answers(known->bound, known->score, alpha, beta))
      return known->score;
    const BitMove hint = known != nullptr ? known->best : BitMove{};
    const Candidate best = depth <= 1 || ply + 1 >= kMaxPlies ? best_reply(board, ply, hint, beta)
                                                              : best_of(board, depth, ply, hint, alpha, beta);
    if (budget_.exhausted()) return best.score;
    const Bound bound = bound_of(best.score, alpha, beta);
    table_.store({board.hash(), best.score, best.move, static_cast<std::uint8_t>(depth), bound, 0});
    if (bound == Bound::kLower) killers_[ply].add(best.move);
    return best.score;
  }

  Candidate best_of(const Board& board, unsigned depth, unsigned ply, const BitMove& hint, Score alpha,
                    Score beta) {
    std::vector<Candidate>& list = lists_[ply];
    candidates_[ply].find(board, me_, kInnerWidth, budget_, list);
    put_first(board, list, killers_[ply].moves[0]);
    put_first(board, list, hint);
    Candidate best;
    best.score = -kInfinite;
    for (std::size_t k = 0; k < list.size() && !budget_.exhausted(); ++k) {
      Board after = board;
      after.play(layout_, list[k].move);
      const Score score =
          searched_child(board, after, depth - 1, ply + 1, std::max(alpha, best.score), beta, k == 0);
      if (score > best.score) best = {list[k].move, score};
      if (best.score >= beta) break;
    }
    return best;
  }

  void put_first(const Board& board, std::vector<Candidate>& list, const BitMove& move) const {
    const auto at =
        std::find_if(list.begin(), list.end(), [&](const Candidate& c) { return c.move == move; });
    if (at != list.end())
      std::rotate(list.begin(), at, at + 1);
    else if (!move.none() && board.is_legal(move))
      list.insert(list.begin(), {move, 0});
  }

  // The last ply: the best evaluation after any of the promising moves. What is above beta is enough.
  Candidate best_reply(const Board& board, unsigned ply, const BitMove& hint, Score beta) {
    Candidate best;
    best.score = -kInfinite;
    const auto take = [&](const Candidate& candidate) {
      const Score score = seen(board, candidate.score);
      if (score > best.score) best = {candidate.move, score};
      return best.score < beta;
    };
    for (const BitMove& move : {hint, killers_[ply].moves[0], killers_[ply].moves[1]})
      if (!move.none() && board.is_legal(move) && !take({move, score_after(board, move)})) return best;
    std::vector<Candidate>& queens = candidates_[ply].evaluate_queen_moves(board, me_, budget_);
    sort_best_first(queens, Candidates::nearly_full(board) ? Candidates::kAll : kReplyWidth, my_turn(board));
    for (const Candidate& queen : queens) {
      Candidates::for_each_arrow(board, queen.move, me_, budget_, take);
      if (best.score >= beta || budget_.exhausted()) break;
    }
    return best;
  }

  // Evaluates without passing the turn: cheaper than play(), and enough for a leaf.
  Score score_after(const Board& board, const BitMove& move) {
    Board after = board;
    after.move_queen(move.from, move.to);
    after.empty ^= Board::Set::of(move.arrow);
    budget_.count_node();
    return evaluate(after, me_, board.turn.next_after(board.to_move()) == me_);
  }

  static constexpr unsigned kMaxPlies = kMaxDepth + 2;
  const BitboardLayout& layout_;
  const Board& root_;
  Seat me_;
  MoveTable& table_;
  MoveNoise noise_;
  SearchBudget& budget_;
  unsigned depth_ = 0;
  std::array<Candidates, kMaxPlies> candidates_;
  std::array<std::vector<Candidate>, kMaxPlies> lists_;
  std::array<Killers, kMaxPlies> killers_;
};

}  // namespace

AlphabetaEngine::AlphabetaEngine()
    : table_(std::make_unique<MoveTable>(kTableEntries, Replacement::kAlways)) {}

void AlphabetaEngine::start(std::uint64_t seed) {
  Engine::start(seed);
  table_->clear();
}

// Three levels of fallback: fill a won region without a search; search; or, where no bitboard fits or the
// time did not suffice for one move, the strongest move of amazons-power.
SearchResult AlphabetaEngine::think(const Amazons& game, SearchBudget& budget) {
  const auto layout = BitboardLayout::of(game);
  if (!layout) return {strongest_move(game, random_), {}};
  return with_bitboard(*layout, game, [&](const auto& board) -> SearchResult {
    using Board = std::decay_t<decltype(board)>;
    if (only_filling_left(board)) return {move_of(*layout, RegionFiller<Board>(board).find()), {}};
    auto search = std::make_unique<Alphabeta<Board>>(*layout, board, *table_, MoveNoise(random_()), budget);
    const Candidate best = search->run();
    if (best.move.none()) return {strongest_move(game, random_), {}};
    return {move_of(*layout, best.move),
            {best.score / 100.0, search->depth(), std::to_string(budget.nodes()) + " evaluations"}};
  });
}

}  // namespace quiver::bots::amazons

// Engine for one kind of word and line: see there. Only engine.cpp includes this.
//
// A move is found in this order: a disc that wins; the book; the only disc that does not lose at once; the
// exact score, if it can be expected within the limits, first whether the game is won, drawn or lost, then
// the fastest win or the slowest loss; and with the rest of the limits alpha-beta.
#pragma once

#include <algorithm>
#include <cmath>
#include <thread>
#include <type_traits>
#include <utility>

#include "bots/connect4/champion/alphabeta.hpp"
#include "bots/connect4/champion/book.hpp"
#include "bots/connect4/champion/engine.hpp"
#include "bots/connect4/champion/solver.hpp"

namespace quiver::bots::connect4::champion {

template <class Layout>
class BitboardEngine final : public Engine {
 public:
  using Word = typename Layout::Word;

  BitboardEngine(const BoardSize& size, const EngineOptions& options)
      : layout_(size),
        evaluation_(layout_),
        options_(options),
        solver_table_(share(options.hash_bytes, sizeof(Word) == 8), size.bits()),
        search_table_(share(options.hash_bytes, sizeof(Word) != 8), size.bits()) {}

  void forget() override {
    solver_table_.clear();
    search_table_.clear();
  }

  std::optional<Solution> solve(const ConnectFour& game, Wanted wanted, const SearchLimits& limits) override;
  SearchResult choose(const ConnectFour& game, const SearchLimits& limits, Random& random) override;

 private:
  // Nodes are cheap here: the clock is read less often than by other searches.
  static constexpr BudgetChecks kChecks{.interval = 256};

  // What is known of the moves at the root.
  struct Proof {
    std::optional<int> sign;
    std::optional<int> score;
    std::vector<Word> keep;  // moves that are known to keep the sign, or the score if there is one
  };

  // Three quarters for those that do most of the work on such boards.
  static std::size_t share(std::size_t bytes, bool is_larger) { return bytes / 4 * (is_larger ? 3 : 1); }

  [[nodiscard]] Bitboard<Word> bitboard_of(const ConnectFour& game) const;
  // None on every board but 6 rows by 7 columns with lines of four: the book is for that one.
  [[nodiscard]] std::optional<BookEntry> book_entry(const Bitboard<Word>& board) const;
  // The moves one by one, those in the middle first.
  [[nodiscard]] std::vector<Word> each(Word moves) const;
  void sort_from_middle(std::vector<Word>& moves) const;
  // The opponent can complete a line with its next disc.
  [[nodiscard]] bool loses_at_once(const Bitboard<Word>& board, const Word& move) const;
  // Whether the exact score can be expected from so many positions.
  [[nodiscard]] bool is_in_reach(unsigned ply, const SearchLimits& limits) const;

  // Runs work(budget, number) on all threads and returns the result of thread 0. The others only help through
  // the shared table (lazy SMP) and stop when it is done.
  template <class Work>
  auto with_threads(SearchBudget& budget, const Work& work);

  // The sign of the score, then the score itself, each with the moves that keep it, as far as the budget
  // lasts.
  Proof prove(const Bitboard<Word>& board, const std::vector<Word>& moves, SearchBudget& budget);
  void prove_moves(Solver<Layout>& solver, const Bitboard<Word>& board, const std::vector<Word>& moves,
                   int score, Proof& proof, SearchBudget& budget) const;
  // Alpha-beta with iterative deepening, for positions whose exact score is out of reach.
  SearchResult deepen(const Bitboard<Word>& board, const std::vector<Word>& moves, SearchBudget& budget);
  SearchResult think(const Bitboard<Word>& board, std::vector<Word> moves, const SearchLimits& limits,
                     Random& random);
  [[nodiscard]] unsigned one_of(const std::vector<Word>& moves, Random& random) const {
    return layout_.column_of(moves[random.below(moves.size())]);
  }

  Layout layout_;
  Evaluation<Layout> evaluation_;
  EngineOptions options_;
  TranspositionTable solver_table_;
  TranspositionTable search_table_;
};

// Columns are walked from their lowest cell; above the first empty cell there are no discs.
template <class Layout>
Bitboard<typename Layout::Word> BitboardEngine<Layout>::bitboard_of(const ConnectFour& game) const {
  using graph::Direction;
  const graph::Graph& graph = game.graph();
  Bitboard<Word> board;
  unsigned column = 0;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    if (graph.step(base::Vertex{v}, Direction::kSouth) != graph.off_board()) continue;
    unsigned row = 0;
    for (base::Vertex w{v}; w != graph.off_board(); w = graph.step(w, Direction::kNorth), ++row) {
      const auto owner = game.disc(w);
      if (!owner) break;
      board.all = board.all | layout_.cell(column, row);
      if (*owner == game.to_move()) board.own = board.own | layout_.cell(column, row);
      ++board.ply;
    }
    ++column;
  }
  return board;
}

template <class Layout>
std::optional<BookEntry> BitboardEngine<Layout>::book_entry(const Bitboard<Word>& board) const {
  if constexpr (std::is_same_v<Layout, BookLayout>)
    if (options_.book && layout_.size() == BoardSize{}) return in_book(board);
  return std::nullopt;
}

template <class Layout>
std::vector<typename Layout::Word> BitboardEngine<Layout>::each(Word moves) const {
  std::vector<Word> all;
  for (; any(moves); moves = moves ^ lowest_bit(moves)) all.push_back(lowest_bit(moves));
  sort_from_middle(all);
  return all;
}

template <class Layout>
void BitboardEngine<Layout>::sort_from_middle(std::vector<Word>& moves) const {
  const auto off = [&](const Word& move) {
    return std::abs(2 * static_cast<int>(layout_.column_of(move)) + 1 -
                    static_cast<int>(layout_.size().columns));
  };
  std::stable_sort(moves.begin(), moves.end(), [&](const Word& a, const Word& b) { return off(a) < off(b); });
}

template <class Layout>
bool BitboardEngine<Layout>::loses_at_once(const Bitboard<Word>& board, const Word& move) const {
  const Bitboard<Word> after = board.with(move);
  return any(layout_.completing(after.own) & layout_.landing(after.all));
}

// Measured on 6x7: 2^(0.78 left - 3) positions, somewhat more than most need; wider boards take more.
template <class Layout>
bool BitboardEngine<Layout>::is_in_reach(unsigned ply, const SearchLimits& limits) const {
  constexpr double kInASecond = sizeof(Word) == 8 ? 8e6 : sizeof(Word) == 16 ? 3e6 : 6e5;
  const double wide = std::log2(layout_.size().columns) / std::log2(7.0);
  const double needed = std::exp2(0.78 * wide * (layout_.size().cells() - ply) - 3);
  double possible = static_cast<double>(limits.nodes);
  if (limits.time != nullptr) {
    const std::chrono::duration<double> left = limits.time->stop() - std::chrono::steady_clock::now();
    possible = std::min(possible, left.count() * kInASecond);
  }
  return needed < 4 * possible;
}

template <class Layout>
template <class Work>
auto BitboardEngine<Layout>::with_threads(SearchBudget& budget, const Work& work) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> others;
  for (unsigned n = 1; n < options_.threads; ++n)
    others.emplace_back([&work, &stop, n] {
      SearchBudget own({}, kChecks, &stop);
      work(own, n);
    });
  auto answer = work(budget, 0);
  stop.store(true, std::memory_order_relaxed);
  for (std::thread& other : others) other.join();
  return answer;
}

// Asks with a null window whether a move keeps the score. A board that the move fills is a draw.
template <class Layout>
void BitboardEngine<Layout>::prove_moves(Solver<Layout>& solver, const Bitboard<Word>& board,
                                         const std::vector<Word>& moves, int score, Proof& proof,
                                         SearchBudget& budget) const {
  std::vector<Word> keep;
  for (const Word& move : moves) {
    const Bitboard<Word> after = board.with(move);
    if (after.ply == layout_.size().cells()) {
      if (score == 0) keep.push_back(move);
      continue;
    }
    const auto known = book_entry(after);
    const auto found = known ? known->score : solver.score(after, -score, -score + 1);
    if (budget.exhausted()) break;
    if (*found == -score) keep.push_back(move);
  }
  if (!keep.empty()) proof.keep = std::move(keep);
}

template <class Layout>
typename BitboardEngine<Layout>::Proof BitboardEngine<Layout>::prove(const Bitboard<Word>& board,
                                                                     const std::vector<Word>& moves,
                                                                     SearchBudget& budget) {
  return with_threads(budget, [&](SearchBudget& own, unsigned number) {
    Solver<Layout> solver(layout_, solver_table_, own, number);
    Proof proof;
    const auto sign = solver.score(board, -1, 1);
    if (!sign) return proof;
    proof.sign = sign;
    if (*sign >= 0) prove_moves(solver, board, moves, *sign, proof, own);
    const auto score = *sign == 0  ? sign
                       : *sign > 0 ? solver.score(board, 1, solver.most(board.ply))
                                   : solver.score(board, solver.least(board.ply), -1);
    if (!score || own.exhausted()) return proof;
    proof.score = score;
    if (*sign != 0) prove_moves(solver, board, moves, *score, proof, own);
    return proof;
  });
}

template <class Layout>
SearchResult BitboardEngine<Layout>::deepen(const Bitboard<Word>& board, const std::vector<Word>& moves,
                                            SearchBudget& budget) {
  const auto found = with_threads(budget, [&](SearchBudget& own, unsigned number) {
    Alphabeta<Layout> alphabeta(layout_, evaluation_, search_table_, own);
    return alphabeta.best(board, moves, 1 + number % 2);
  });
  return {layout_.column_of(found.move), found.value, found.depth, budget.nodes(), false};
}

// Three quarters of the budget go into the proof; what is left, if it fails, into alpha-beta.
template <class Layout>
SearchResult BitboardEngine<Layout>::think(const Bitboard<Word>& board, std::vector<Word> moves,
                                           const SearchLimits& limits, Random& random) {
  SearchBudget budget(limits, kChecks);
  Proof proof;
  if (is_in_reach(board.ply, limits)) {
    const auto now = std::chrono::steady_clock::now();
    const bool is_timed = limits.time != nullptr;
    budget.begin_part(limits.nodes / 4 * 3,
                      is_timed ? now + (limits.time->stop() - now) / 4 * 3 : base::Time::max());
    proof = prove(board, moves, budget);
    if (proof.score && !proof.keep.empty())
      return {one_of(proof.keep, random), *proof.score, 0, budget.nodes(), !budget.exhausted()};
    if (proof.sign && *proof.sign > 0 && !proof.keep.empty())
      return {one_of(proof.keep, random), *proof.sign, 0, budget.nodes(), false};
    budget.begin_rest();
  }
  if (!proof.keep.empty()) moves = proof.keep;
  if (moves.size() == 1)
    return {layout_.column_of(moves.front()), proof.sign.value_or(0), 0, budget.nodes(), false};
  return deepen(board, moves, budget);
}

// The order of the cases is that of the header: cheap and certain answers come first.
template <class Layout>
SearchResult BitboardEngine<Layout>::choose(const ConnectFour& game, const SearchLimits& limits,
                                            Random& random) {
  const Bitboard<Word> board = bitboard_of(game);
  const Word landing = layout_.landing(board.all);
  const int most = (static_cast<int>(layout_.size().cells() - board.ply) + 1) / 2;
  if (const Word wins = landing & layout_.completing(board.own); any(wins))
    return {one_of(each(wins), random), most, 0, 1, true};
  if (const auto entry = book_entry(board)) {
    std::vector<Word> best = each(landing);
    std::erase_if(best, [&](const Word& move) { return (entry->best >> layout_.column_of(move) & 1U) == 0; });
    return {one_of(best, random), entry->score, 0, 0, true};
  }
  std::vector<Word> moves = each(landing);
  std::erase_if(moves, [&](const Word& move) { return loses_at_once(board, move); });
  const int lost = -static_cast<int>(layout_.size().cells() - board.ply) / 2;
  if (moves.empty()) {
    // The opponent may overlook its win: block at least one of its threats.
    const Word blocks = landing & layout_.completing(board.all ^ board.own);
    return {one_of(each(any(blocks) ? blocks : landing), random), lost, 0, 1, true};
  }
  if (moves.size() == 1) return {layout_.column_of(moves.front()), 0, 0, 1, false};
  // A search keeps the first of two equal moves, so the order of pairs is random.
  for (std::size_t k = moves.size() - 1; k > 0; --k) std::swap(moves[k], moves[random.below(k + 1)]);
  sort_from_middle(moves);
  return think(board, std::move(moves), limits, random);
}

template <class Layout>
std::optional<Solution> BitboardEngine<Layout>::solve(const ConnectFour& game, Wanted wanted,
                                                      const SearchLimits& limits) {
  const Bitboard<Word> board = bitboard_of(game);
  const Word landing = layout_.landing(board.all);
  Solution solution;
  if (const Word wins = landing & layout_.completing(board.own); any(wins)) {
    solution.score = (static_cast<int>(layout_.size().cells() - board.ply) + 1) / 2;
    for (const Word& move : each(wins)) solution.best.push_back(layout_.column_of(move));
  } else if (const auto entry = book_entry(board); entry && wanted == Wanted::kScore) {
    solution.score = entry->score;
  } else {
    SearchBudget budget(limits, kChecks);
    const std::vector<Word> moves = each(landing);
    const Proof proof = with_threads(budget, [&](SearchBudget& own, unsigned number) {
      Solver<Layout> solver(layout_, solver_table_, own, number);
      Proof proven;
      const auto known = book_entry(board);
      proven.score =
          known ? known->score : solver.score(board, solver.least(board.ply), solver.most(board.ply));
      if (proven.score && wanted == Wanted::kScoreAndColumns)
        prove_moves(solver, board, moves, *proven.score, proven, own);
      return proven;
    });
    if (!proof.score || budget.exhausted()) return std::nullopt;
    solution.score = *proof.score;
    solution.nodes = budget.nodes();
    for (const Word& move : proof.keep) solution.best.push_back(layout_.column_of(move));
  }
  std::sort(solution.best.begin(), solution.best.end());
  return solution;
}

}  // namespace quiver::bots::connect4::champion

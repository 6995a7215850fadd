// Engine for one kind of word and line: see there. Only engine.cpp and its parts include this.
//
// A move is found in this order: a disc that wins; the book; the only disc that does not lose at once; the
// exact score, if it can be expected in the time there is, first whether the game is won, drawn or lost, then
// the fastest win or the slowest loss; and with the rest of the time, or all of it, by deepening.
#pragma once

#include <algorithm>
#include <cmath>
#include <thread>
#include <type_traits>
#include <utility>

#include "bots/connect4/champion/book.hpp"
#include "bots/connect4/champion/deepening.hpp"
#include "bots/connect4/champion/engine.hpp"
#include "bots/connect4/champion/exact.hpp"

namespace quiver::bots::connect4::champion {

template <class Board>
class EngineOf final : public Engine {
 public:
  using Word = typename Board::Word;

  EngineOf(const Size& size, const EngineOptions& options)
      : board_(size),
        evaluation_(board_),
        options_(options),
        exact_table_(share(options.hash_bytes, sizeof(Word) == 8), size.bits()),
        guess_table_(share(options.hash_bytes, sizeof(Word) != 8), size.bits()) {}

  void forget() override {
    exact_table_.forget_all();
    guess_table_.forget_all();
  }

  std::optional<Solution> solve(const ConnectFour& game, Wanted wanted, const Allowance& allowance) override;
  Finding choose(const ConnectFour& game, const Allowance& allowance, Random& random) override;

 private:
  // What is known of the moves at the root.
  struct Proof {
    std::optional<int> sign;
    std::optional<int> score;
    std::vector<Word> keep;  // moves that are known to keep the sign, or the score if there is one
  };

  // Three quarters for those that do most of the work on such boards.
  static std::size_t share(std::size_t bytes, bool is_larger) { return bytes / 4 * (is_larger ? 3 : 1); }

  [[nodiscard]] Discs<Word> discs_of(const ConnectFour& game) const;
  [[nodiscard]] std::optional<BookEntry> book_entry(const Discs<Word>& discs) const;
  [[nodiscard]] std::vector<Word> each(Word moves) const;
  void sort_from_middle(std::vector<Word>& moves) const;
  [[nodiscard]] bool loses_at_once(const Discs<Word>& discs, const Word& move) const;
  // Whether the exact score can be expected from so many positions.
  [[nodiscard]] bool is_in_reach(unsigned ply, const Allowance& allowance) const;

  // Runs work(effort, number) on all threads, and answers what the first one does.
  template <class Work>
  auto with_threads(Effort& effort, const Work& work);

  Proof prove(const Discs<Word>& discs, const std::vector<Word>& moves, Effort& effort);
  void prove_moves(Exact<Board>& exact, const Discs<Word>& discs, const std::vector<Word>& moves, int score,
                   Proof& proof, Effort& effort) const;
  Finding deepen(const Discs<Word>& discs, const std::vector<Word>& moves, Effort& effort);
  Finding think(const Discs<Word>& discs, std::vector<Word> moves, const Allowance& allowance,
                Random& random);
  [[nodiscard]] unsigned one_of(const std::vector<Word>& moves, Random& random) const {
    return board_.column_of(moves[random.below(moves.size())]);
  }

  Board board_;
  Evaluation<Board> evaluation_;
  EngineOptions options_;
  Table exact_table_;
  Table guess_table_;
};

template <class Board>
Discs<typename Board::Word> EngineOf<Board>::discs_of(const ConnectFour& game) const {
  using graph::Direction;
  const graph::Graph& graph = game.graph();
  Discs<Word> discs;
  unsigned column = 0;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    if (graph.step(base::Vertex{v}, Direction::kSouth) != graph.off_board()) continue;
    unsigned row = 0;
    for (base::Vertex w{v}; w != graph.off_board(); w = graph.step(w, Direction::kNorth), ++row) {
      const auto owner = game.disc(w);
      if (!owner) break;
      discs.all = discs.all | board_.cell(column, row);
      if (*owner == game.to_move()) discs.own = discs.own | board_.cell(column, row);
      ++discs.ply;
    }
    ++column;
  }
  return discs;
}

template <class Board>
std::optional<BookEntry> EngineOf<Board>::book_entry(const Discs<Word>& discs) const {
  if constexpr (std::is_same_v<Board, BookBoard>)
    if (options_.book && board_.size() == Size{}) return in_book(discs);
  return std::nullopt;
}

template <class Board>
std::vector<typename Board::Word> EngineOf<Board>::each(Word moves) const {
  std::vector<Word> all;
  for (; any(moves); moves = moves ^ lowest(moves)) all.push_back(lowest(moves));
  sort_from_middle(all);
  return all;
}

template <class Board>
void EngineOf<Board>::sort_from_middle(std::vector<Word>& moves) const {
  const auto off = [&](const Word& move) {
    return std::abs(2 * static_cast<int>(board_.column_of(move)) + 1 -
                    static_cast<int>(board_.size().columns));
  };
  std::stable_sort(moves.begin(), moves.end(), [&](const Word& a, const Word& b) { return off(a) < off(b); });
}

template <class Board>
bool EngineOf<Board>::loses_at_once(const Discs<Word>& discs, const Word& move) const {
  const Discs<Word> after = discs.with(move);
  return any(board_.completing(after.own) & board_.landing(after.all));
}

// Measured on 6x7: 2^(0.78 left - 3) positions, somewhat more than most need; wider boards take more.
template <class Board>
bool EngineOf<Board>::is_in_reach(unsigned ply, const Allowance& allowance) const {
  constexpr double kInASecond = sizeof(Word) == 8 ? 8e6 : sizeof(Word) == 16 ? 3e6 : 6e5;
  const double wide = std::log2(board_.size().columns) / std::log2(7.0);
  const double needed = std::exp2(0.78 * wide * (board_.size().cells() - ply) - 3);
  double possible = static_cast<double>(allowance.limits.nodes);
  if (allowance.limits.time != nullptr) {
    const std::chrono::duration<double> left = allowance.stop - std::chrono::steady_clock::now();
    possible = std::min(possible, left.count() * kInASecond);
  }
  return needed < 4 * possible;
}

template <class Board>
template <class Work>
auto EngineOf<Board>::with_threads(Effort& effort, const Work& work) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> others;
  for (unsigned n = 1; n < options_.threads; ++n)
    others.emplace_back([&work, &stop, n] {
      Effort own({}, stop);
      work(own, n);
    });
  auto answer = work(effort, 0);
  stop.store(true, std::memory_order_relaxed);
  for (std::thread& other : others) other.join();
  return answer;
}

template <class Board>
void EngineOf<Board>::prove_moves(Exact<Board>& exact, const Discs<Word>& discs,
                                  const std::vector<Word>& moves, int score, Proof& proof,
                                  Effort& effort) const {
  std::vector<Word> keep;
  for (const Word& move : moves) {
    const Discs<Word> after = discs.with(move);
    if (after.ply == board_.size().cells()) {
      if (score == 0) keep.push_back(move);
      continue;
    }
    const auto known = book_entry(after);
    const auto found = known ? known->score : exact.score(after, -score, -score + 1);
    if (effort.stopped()) break;
    if (*found == -score) keep.push_back(move);
  }
  if (!keep.empty()) proof.keep = std::move(keep);
}

template <class Board>
typename EngineOf<Board>::Proof EngineOf<Board>::prove(const Discs<Word>& discs,
                                                       const std::vector<Word>& moves, Effort& effort) {
  return with_threads(effort, [&](Effort& own, unsigned number) {
    Exact<Board> exact(board_, exact_table_, own, number);
    Proof proof;
    const auto sign = exact.score(discs, -1, 1);
    if (!sign) return proof;
    proof.sign = sign;
    if (*sign >= 0) prove_moves(exact, discs, moves, *sign, proof, own);
    const auto score = *sign == 0  ? sign
                       : *sign > 0 ? exact.score(discs, 1, exact.most(discs.ply))
                                   : exact.score(discs, exact.least(discs.ply), -1);
    if (!score || own.stopped()) return proof;
    proof.score = score;
    if (*sign != 0) prove_moves(exact, discs, moves, *score, proof, own);
    return proof;
  });
}

template <class Board>
Finding EngineOf<Board>::deepen(const Discs<Word>& discs, const std::vector<Word>& moves, Effort& effort) {
  const auto found = with_threads(effort, [&](Effort& own, unsigned number) {
    Deepening<Board> deepening(board_, evaluation_, guess_table_, own);
    return deepening.best(discs, moves, 1 + number % 2);
  });
  return {board_.column_of(found.move), found.value, found.depth, effort.nodes(), false};
}

template <class Board>
Finding EngineOf<Board>::think(const Discs<Word>& discs, std::vector<Word> moves, const Allowance& allowance,
                               Random& random) {
  std::atomic<bool> stop{false};
  Effort effort(allowance.limits, stop);
  Proof proof;
  if (is_in_reach(discs.ply, allowance)) {
    const auto now = std::chrono::steady_clock::now();
    const bool is_timed = allowance.limits.time != nullptr;
    effort.begin_part(allowance.limits.nodes / 4 * 3,
                      is_timed ? now + (allowance.stop - now) / 4 * 3 : base::Time::max());
    proof = prove(discs, moves, effort);
    if (proof.score && !proof.keep.empty())
      return {one_of(proof.keep, random), *proof.score, 0, effort.nodes(), !effort.stopped()};
    if (proof.sign && *proof.sign > 0 && !proof.keep.empty())
      return {one_of(proof.keep, random), *proof.sign, 0, effort.nodes(), false};
    effort.begin_rest();
  }
  if (!proof.keep.empty()) moves = proof.keep;
  if (moves.size() == 1)
    return {board_.column_of(moves.front()), proof.sign.value_or(0), 0, effort.nodes(), false};
  return deepen(discs, moves, effort);
}

template <class Board>
Finding EngineOf<Board>::choose(const ConnectFour& game, const Allowance& allowance, Random& random) {
  const Discs<Word> discs = discs_of(game);
  const Word landing = board_.landing(discs.all);
  const int most = (static_cast<int>(board_.size().cells() - discs.ply) + 1) / 2;
  if (const Word wins = landing & board_.completing(discs.own); any(wins))
    return {one_of(each(wins), random), most, 0, 1, true};
  if (const auto entry = book_entry(discs)) {
    std::vector<Word> best = each(landing);
    std::erase_if(best, [&](const Word& move) { return (entry->best >> board_.column_of(move) & 1U) == 0; });
    return {one_of(best, random), entry->score, 0, 0, true};
  }
  std::vector<Word> moves = each(landing);
  std::erase_if(moves, [&](const Word& move) { return loses_at_once(discs, move); });
  const int lost = -static_cast<int>(board_.size().cells() - discs.ply) / 2;
  if (moves.empty()) {
    // Whatever the other does not see, it may not play: at least one of its threats is in the way.
    const Word blocks = landing & board_.completing(discs.all ^ discs.own);
    return {one_of(each(any(blocks) ? blocks : landing), random), lost, 0, 1, true};
  }
  if (moves.size() == 1) return {board_.column_of(moves.front()), 0, 0, 1, false};
  // Where a search finds two moves equal, the first one stands: chance says which of a pair that is.
  for (std::size_t k = moves.size() - 1; k > 0; --k) std::swap(moves[k], moves[random.below(k + 1)]);
  sort_from_middle(moves);
  return think(discs, std::move(moves), allowance, random);
}

template <class Board>
std::optional<Solution> EngineOf<Board>::solve(const ConnectFour& game, Wanted wanted,
                                               const Allowance& allowance) {
  const Discs<Word> discs = discs_of(game);
  const Word landing = board_.landing(discs.all);
  Solution solution;
  if (const Word wins = landing & board_.completing(discs.own); any(wins)) {
    solution.score = (static_cast<int>(board_.size().cells() - discs.ply) + 1) / 2;
    for (const Word& move : each(wins)) solution.best.push_back(board_.column_of(move));
  } else if (const auto entry = book_entry(discs); entry && wanted == Wanted::kScore) {
    solution.score = entry->score;
  } else {
    std::atomic<bool> stop{false};
    Effort effort(allowance.limits, stop);
    const std::vector<Word> moves = each(landing);
    const Proof proof = with_threads(effort, [&](Effort& own, unsigned number) {
      Exact<Board> exact(board_, exact_table_, own, number);
      Proof proven;
      const auto known = book_entry(discs);
      proven.score = known ? known->score : exact.score(discs, exact.least(discs.ply), exact.most(discs.ply));
      if (proven.score && wanted == Wanted::kScoreAndColumns)
        prove_moves(exact, discs, moves, *proven.score, proven, own);
      return proven;
    });
    if (!proof.score || effort.stopped()) return std::nullopt;
    solution.score = *proof.score;
    solution.nodes = effort.nodes();
    for (const Word& move : proof.keep) solution.best.push_back(board_.column_of(move));
  }
  std::sort(solution.best.begin(), solution.best.end());
  return solution;
}

}  // namespace quiver::bots::connect4::champion

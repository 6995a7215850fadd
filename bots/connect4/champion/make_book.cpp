// Writes the opening book: every entry by the solver, from the empty board to a number of discs.
//
//   make-book PLIES MEGABYTES FILE
//
// Scores that the present book has are taken from it: to solve all of them again, build it with a book.inc
// that holds only "0,". The file is written after each ply, so an interrupted run keeps what is complete.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bots/connect4/champion/book.hpp"
#include "bots/connect4/champion/solver.hpp"

namespace quiver::bots::connect4::champion {

namespace {

// By key, mirror images once; and what the mover has at least.
struct Position {
  Bitboard<Word64> board;
  int at_least = -1;
};
using Positions = std::map<std::uint64_t, Position>;

class BookMaker {
 public:
  explicit BookMaker(std::size_t bytes) : table_(bytes, BoardSize{}.bits()) {}

  // Breadth-first, two plies at a time: `now` has positions of this ply, `next` those of the following one.
  // Each is expanded by one best move and all replies to it.
  void make(unsigned plies, const std::string& file) {
    Positions now, next;
    add(now, {}, kNothingKnown);
    add_replies(next, {}, kNothingKnown);
    for (unsigned ply = 0; ply <= plies; ++ply) {
      Positions after;
      for (const auto& [key, position] : now) take(key, position, after);
      now = std::move(next);
      next = std::move(after);
      write(file);
      std::fprintf(stderr, "%u discs: %zu entries, %.0f s\n", ply, packed_.size(), seconds());
    }
  }

 private:
  // The lowest score there is on 42 cells.
  static constexpr int kNothingKnown = -21;

  [[nodiscard]] std::uint64_t key_of(const Bitboard<Word64>& board) const {
    const std::uint64_t key = layout_.key(board);
    return std::min(key, layout_.mirrored(key));
  }
  // As the key shows it, so that the columns of an entry are the key's.
  [[nodiscard]] Bitboard<Word64> as_keyed(const Bitboard<Word64>& board) const {
    if (layout_.key(board) == key_of(board)) return board;
    return {layout_.mirrored(board.own), layout_.mirrored(board.all), board.ply};
  }
  void add(Positions& positions, const Bitboard<Word64>& board, int at_least) const {
    Position& position =
        positions.try_emplace(key_of(board), Position{as_keyed(board), at_least}).first->second;
    position.at_least = std::max(position.at_least, at_least);
  }

  // All that the other can do; a position that ends there or is won with the next disc needs no book.
  void add_replies(Positions& to, const Bitboard<Word64>& board, int at_least) const {
    for (Word64 moves = layout_.landing(board.all); any(moves); moves ^= lowest_bit(moves)) {
      if (any(lowest_bit(moves) & layout_.completing(board.own))) continue;
      const Bitboard<Word64> reply = board.with(lowest_bit(moves));
      if (!any(layout_.completing(reply.own) & layout_.landing(reply.all))) add(to, reply, at_least);
    }
  }

  // Most scores are what was expected, or near it: so bounds are asked for from there upwards.
  int score_of(Solver<BookLayout>& solver, const Position& position) {
    const Bitboard<Word64>& board = position.board;
    int low = std::max(position.at_least, solver.least(board.ply));
    if (position.at_least == kNothingKnown) {
      low = *solver.score(board, -1, 1);
      if (low < 0) return *solver.score(board, solver.least(board.ply), -1);
    }
    for (int step = 1;; step *= 2) {
      const int found = *solver.score(board, low, std::min(low + step, solver.most(board.ply)));
      if (found < low + step) return found;
      low = found;
    }
  }

  // Solves a position, and adds what comes after the first move from the middle that keeps its score.
  void take(std::uint64_t key, const Position& position, Positions& after) {
    Solver<BookLayout> solver(layout_, table_, budget_);
    const Bitboard<Word64>& board = position.board;
    BookEntry entry;
    const auto known = in_book(board);
    entry.score = known ? known->score : score_of(solver, position);
    for (const unsigned column : {3U, 2U, 4U, 1U, 5U, 0U, 6U}) {
      const Word64 move = layout_.landing(board.all) & (Word64{63} << (7 * column));
      if (!any(move)) continue;
      if (known ? (known->best >> column & 1U) == 0
                : *solver.score(board.with(move), -entry.score, -entry.score + 1) != -entry.score)
        continue;
      entry.best = 1U << column;
      add_replies(after, board.with(move), entry.score);
      break;
    }
    packed_.insert(PackedEntry::pack(key, entry));
    if (board.ply < 5) std::fprintf(stderr, "  %d, %.0f s\n", entry.score, seconds());
  }

  void write(const std::string& file) const {
    std::ofstream out(file);
    unsigned in_line = 0;
    for (const std::uint64_t packed : packed_) {
      char text[32];
      std::snprintf(text, sizeof text, "0x%llx,", static_cast<unsigned long long>(packed));
      out << text << (++in_line % 5 == 0 ? "\n" : " ");
    }
    out << "\n";
  }

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

  BookLayout layout_{BoardSize{}};
  TranspositionTable table_;
  SearchBudget budget_{SearchLimits{}};
  std::set<std::uint64_t> packed_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

}  // namespace quiver::bots::connect4::champion

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: make-book PLIES MEGABYTES FILE\n");
    return 2;
  }
  const unsigned long plies = std::strtoul(argv[1], nullptr, 10);
  const std::size_t bytes = std::strtoull(argv[2], nullptr, 10) << 20;
  quiver::bots::connect4::champion::BookMaker(bytes).make(static_cast<unsigned>(plies), argv[3]);
  return 0;
}

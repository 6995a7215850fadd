// Writes the opening book: every entry by the solver, from the empty board to a number of discs.
//
//   make-book PLIES MEGABYTES FILE
//
// Scores that the book has already, as this program was built, are taken from it: to have all of them solved
// anew, build it with a book.inc that holds nothing but "0,". The file is written after each ply, so whoever
// has enough of waiting keeps what is complete.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bots/connect4/champion/book.hpp"
#include "bots/connect4/champion/exact.hpp"

namespace quiver::bots::connect4::champion {

namespace {

// By key, mirror images once; and what the mover has at least.
struct Position {
  Discs<Word64> discs;
  int at_least = -1;
};
using Positions = std::map<std::uint64_t, Position>;

class BookMaker {
 public:
  explicit BookMaker(std::size_t bytes) : table_(bytes, Size{}.bits()) {}

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
  static constexpr int kNothingKnown = -21;

  [[nodiscard]] std::uint64_t key_of(const Discs<Word64>& discs) const {
    const std::uint64_t key = board_.key(discs);
    return std::min(key, board_.mirrored(key));
  }
  // As the key shows it, so that the columns of an entry are the key's.
  [[nodiscard]] Discs<Word64> as_keyed(const Discs<Word64>& discs) const {
    if (board_.key(discs) == key_of(discs)) return discs;
    return {board_.mirrored(discs.own), board_.mirrored(discs.all), discs.ply};
  }
  void add(Positions& positions, const Discs<Word64>& discs, int at_least) const {
    Position& position =
        positions.try_emplace(key_of(discs), Position{as_keyed(discs), at_least}).first->second;
    position.at_least = std::max(position.at_least, at_least);
  }

  // All that the other can do; a position that ends there or is won with the next disc needs no book.
  void add_replies(Positions& to, const Discs<Word64>& discs, int at_least) const {
    for (Word64 moves = board_.landing(discs.all); any(moves); moves ^= lowest(moves)) {
      if (any(lowest(moves) & board_.completing(discs.own))) continue;
      const Discs<Word64> reply = discs.with(lowest(moves));
      if (!any(board_.completing(reply.own) & board_.landing(reply.all))) add(to, reply, at_least);
    }
  }

  // Most scores are what was expected, or near it: so bounds are asked for from there upwards.
  int score_of(Exact<BookBoard>& exact, const Position& position) {
    const Discs<Word64>& discs = position.discs;
    int low = std::max(position.at_least, exact.least(discs.ply));
    if (position.at_least == kNothingKnown) {
      low = *exact.score(discs, -1, 1);
      if (low < 0) return *exact.score(discs, exact.least(discs.ply), -1);
    }
    for (int step = 1;; step *= 2) {
      const int found = *exact.score(discs, low, std::min(low + step, exact.most(discs.ply)));
      if (found < low + step) return found;
      low = found;
    }
  }

  // Solves a position, and adds what comes after the first move from the middle that keeps its score.
  void take(std::uint64_t key, const Position& position, Positions& after) {
    Exact<BookBoard> exact(board_, table_, effort_);
    const Discs<Word64>& discs = position.discs;
    BookEntry entry;
    const auto known = in_book(discs);
    entry.score = known ? known->score : score_of(exact, position);
    for (const unsigned column : {3U, 2U, 4U, 1U, 5U, 0U, 6U}) {
      const Word64 move = board_.landing(discs.all) & (Word64{63} << (7 * column));
      if (!any(move)) continue;
      if (known ? (known->best >> column & 1U) == 0
                : *exact.score(discs.with(move), -entry.score, -entry.score + 1) != -entry.score)
        continue;
      entry.best = 1U << column;
      add_replies(after, discs.with(move), entry.score);
      break;
    }
    packed_.insert(PackedEntry::pack(key, entry));
    if (discs.ply < 5) std::fprintf(stderr, "  %d, %.0f s\n", entry.score, seconds());
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

  BookBoard board_{Size{}};
  Table table_;
  std::atomic<bool> stop_{false};
  Effort effort_{{}, stop_};
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

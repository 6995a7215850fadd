// What a search knows of the positions it has seen, by their hash: a table of fixed size for one thread.
//
// Also the kinds of bounds that such knowledge comes in, for tables of other shapes too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quiver::bots {

// What a stored score says about the true one. The numbers fit into two bits.
enum class Bound : std::uint8_t { kNone, kLower, kUpper, kExact };

// Of a score that a search with this window found.
constexpr Bound bound_of(int score, int alpha, int beta) {
  return score >= beta ? Bound::kLower : score <= alpha ? Bound::kUpper : Bound::kExact;
}
// Whether a stored score answers a search with this window.
constexpr bool answers(Bound bound, int score, int alpha, int beta) {
  return bound == Bound::kExact || (bound == Bound::kLower && score >= beta) ||
         (bound == Bound::kUpper && score <= alpha);
}

// What happens to another position in the same slot: kDeeperFirst keeps it if it was searched deeper.
enum class Replacement { kAlways, kDeeperFirst };

template <class Move>
class TranspositionTable {
 public:
  struct Entry {
    std::uint64_t hash = 0;
    std::int32_t score = 0;
    Move best{};
    std::uint8_t depth = 0;
    Bound bound = Bound::kNone;
    std::uint16_t generation = 0;  // set by the table
  };

  // `size` is a power of two.
  TranspositionTable(std::size_t size, Replacement replacement)
      : entries_(size), mask_(size - 1), replacement_(replacement) {}

  void clear() {
    std::fill(entries_.begin(), entries_.end(), Entry{});
    generation_ = 1;
  }
  // Forgets everything at once, without touching the memory.
  void new_generation() {
    if (++generation_ == 0) clear();
  }

  // Null if the position is unknown.
  [[nodiscard]] const Entry* find(std::uint64_t hash) const {
    const Entry& entry = entries_[hash & mask_];
    return entry.generation == generation_ && entry.hash == hash ? &entry : nullptr;
  }
  // Replaces the slot, except for a deeper entry of this generation under kDeeperFirst.
  void store(Entry entry) {
    Entry& slot = entries_[entry.hash & mask_];
    if (replacement_ == Replacement::kDeeperFirst && slot.generation == generation_ &&
        slot.hash != entry.hash && slot.depth > entry.depth)
      return;
    entry.generation = generation_;
    slot = entry;
  }

 private:
  std::vector<Entry> entries_;
  std::uint64_t mask_;
  Replacement replacement_;
  std::uint16_t generation_ = 1;
};

}  // namespace quiver::bots

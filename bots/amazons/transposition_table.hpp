// What a search has found out about positions, by their hash. A fixed size; the newer entry stays.
#pragma once

#include <cstdint>
#include <vector>

#include "bots/amazons/field.hpp"

namespace quiver::bots::amazons {

class TranspositionTable {
 public:
  enum class Bound : std::uint8_t { kNone, kAtLeast, kAtMost, kExact };
  struct Entry {
    std::uint64_t hash = 0;
    std::int32_t score = 0;
    Step best;
    std::uint8_t depth = 0;
    Bound bound = Bound::kNone;
  };

  TranspositionTable() : entries_(kEntries) {}
  void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }

  // None if the position is not known.
  [[nodiscard]] const Entry* find(std::uint64_t hash) const {
    const Entry& entry = entries_[hash % kEntries];
    return entry.bound != Bound::kNone && entry.hash == hash ? &entry : nullptr;
  }
  void keep(const Entry& entry) { entries_[entry.hash % kEntries] = entry; }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 18;
  std::vector<Entry> entries_;
};

}  // namespace quiver::bots::amazons

// What a search has found out about positions, so that it need not search them twice.
//
// A table of fixed size in which newer and deeper knowledge takes the place of older. A value is used only
// for a search of the very depth that it comes from: so the table saves time and changes no result.
#pragma once

#include <cstdint>
#include <vector>

#include "bots/quoridor/minimax.hpp"

namespace quiver::bots::quoridor {

enum class Bound : std::uint8_t { kExact, kAtLeast, kAtMost };

struct Known {
  std::uint64_t hash = 0;
  Score score = 0;
  std::uint16_t search = 0;  // the search that it comes from; 0: none
  std::uint8_t depth = 0;
  Bound bound = Bound::kExact;
  Move best;
};

class KnownPositions {
 public:
  KnownPositions() : table_(kEntries) {}

  // Nothing of before is known any more.
  void begin_search() {
    if (++search_ != 0) return;
    table_.assign(kEntries, {});
    search_ = 1;
  }

  // Null if nothing is known.
  [[nodiscard]] const Known* find(std::uint64_t hash) const {
    const Known& known = table_[hash % kEntries];
    return known.search == search_ && known.hash == hash ? &known : nullptr;
  }

  void keep(Known known) {
    Known& place = table_[known.hash % kEntries];
    if (place.search == search_ && place.hash != known.hash && place.depth > known.depth) return;
    known.search = search_;
    place = known;
  }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 17;

  std::vector<Known> table_;
  std::uint16_t search_ = 0;
};

}  // namespace quiver::bots::quoridor

#include "bots/connect4/champion/book.hpp"

#include <algorithm>
#include <array>

namespace quiver::bots::connect4::champion {

namespace {

constexpr std::uint64_t kEntries[] = {
#include "bots/connect4/champion/book.inc"
};
constexpr BookLayout kLayout{BoardSize{}};

}  // namespace

std::span<const std::uint64_t> book_entries() { return kEntries; }

// Binary search. A position and its mirror image share the entry of the smaller key.
std::optional<BookEntry> in_book(const Bitboard<Word64>& board) {
  const std::uint64_t own = kLayout.key(board);
  const std::uint64_t seen = kLayout.mirrored(own);
  const std::uint64_t key = std::min(own, seen);
  const auto less = [](std::uint64_t packed, std::uint64_t wanted) {
    return PackedEntry::key(packed) < wanted;
  };
  const auto* found = std::lower_bound(std::begin(kEntries), std::end(kEntries), key, less);
  if (found == std::end(kEntries) || PackedEntry::key(*found) != key) return std::nullopt;
  BookEntry entry = PackedEntry::entry(*found);
  if (key != own) entry.best = mirrored_columns(entry.best);
  return entry;
}

}  // namespace quiver::bots::connect4::champion

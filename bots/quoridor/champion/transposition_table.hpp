// The champion's transposition table: a fixed size, without locks, for any number of threads.
//
// A small table is zeroed at once, because touching a page of memory for the first time in the middle of a
// move can cost more than the table saves; a large one gets its zeros from the system page by page. Entries
// of earlier searches stay until their slot is needed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "bots/quoridor/champion/bitboard.hpp"
#include "bots/quoridor/scores.hpp"
#include "bots/search/lockless_entry.hpp"
#include "bots/search/transposition_table.hpp"

namespace quiver::bots::quoridor::champion {

struct TableEntry {
  PackedMove best = kNoMove;
  Score score = 0;
  std::uint8_t depth = 0;
  Bound bound = Bound::kNone;  // kNone: nothing is known
};

class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t bytes) { clear(bytes); }

  // Empty, and of a new size. Not while it is used.
  void clear(std::size_t bytes) {
    const std::size_t buckets = std::max<std::size_t>(bytes / sizeof(Bucket), 1);
    if (!buckets_ || buckets != bucket_count_ || bytes > kFilledAtOnce) {
      buckets_.reset();
      buckets_.reset(static_cast<Bucket*>(std::calloc(buckets, sizeof(Bucket))));
      if (!buckets_) throw std::bad_alloc();
    }
    bucket_count_ = buckets;
    if (bytes <= kFilledAtOnce) std::fill_n(buckets_.get(), bucket_count_, Bucket{});
    age_ = 0;
  }
  // Entries of earlier searches lose value with age but are still found.
  void new_search() { age_ = (age_ + 1) % 64; }

  [[nodiscard]] TableEntry find(std::uint64_t hash) const {
    for (const LocklessEntry& entry : bucket(hash).entries)
      if (const std::uint64_t data = entry.find(hash); data != 0) return unpacked(data);
    return {};
  }

  // In the place of the same position, or of the one that is least worth keeping.
  void store(std::uint64_t hash, const TableEntry& known) {
    LocklessEntry* slot = nullptr;
    int least = 1 << 20;
    for (LocklessEntry& entry : bucket(hash).entries) {
      const std::uint64_t data = entry.data();
      if (data == 0 || entry.find(hash) != 0) {
        slot = &entry;
        break;
      }
      const unsigned age = (age_ - static_cast<unsigned>(data & 63U)) & 63U;
      const int value = static_cast<int>(data >> 8 & 255U) - 4 * static_cast<int>(age);
      if (value < least) {
        least = value;
        slot = &entry;
      }
    }
    slot->store(hash, packed(known));
  }

 private:
  static constexpr std::size_t kFilledAtOnce = std::size_t{8} << 20;

  struct Bucket {
    LocklessEntry entries[4];
  };
  struct Free {
    void operator()(Bucket* words) const { std::free(words); }
  };

  [[nodiscard]] Bucket& bucket(std::uint64_t hash) const { return buckets_.get()[hash % bucket_count_]; }

  // From the lowest bit: age 6, bound 2, depth 8, best 16, score 32.
  [[nodiscard]] std::uint64_t packed(const TableEntry& known) const {
    return age_ | static_cast<std::uint64_t>(known.bound) << 6 | std::uint64_t{known.depth} << 8 |
           std::uint64_t{known.best} << 16 |
           static_cast<std::uint64_t>(static_cast<std::uint32_t>(known.score)) << 32;
  }
  static TableEntry unpacked(std::uint64_t data) {
    return {static_cast<PackedMove>(data >> 16), static_cast<Score>(static_cast<std::uint32_t>(data >> 32)),
            static_cast<std::uint8_t>(data >> 8), static_cast<Bound>(data >> 6 & 3U)};
  }

  std::size_t bucket_count_ = 0;
  std::unique_ptr<Bucket, Free> buckets_;
  std::uint32_t age_ = 0;
};

}  // namespace quiver::bots::quoridor::champion

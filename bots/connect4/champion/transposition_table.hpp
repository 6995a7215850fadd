// The transposition table of the solver and of alpha-beta: a fixed size, shared by all threads of a search.
//
// An entry is one word that is read and written atomically: 36 bits of the key, 4 of the generation, 24 of
// data. Keys of up to 64 bits are spread over the table by a bijective multiplication, so the index and the
// entry together hold the whole key as long as the board has at most 36 bits more than the index: no
// collisions there. On larger boards positions are distinguished by 36 bits and the index. A new generation
// clears everything at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bots/connect4/champion/bitboard.hpp"
#include "client_sdk/base/mix.hpp"

namespace quiver::bots::connect4::champion {

class TranspositionTable {
 public:
  static constexpr unsigned kBucketSize = 4;  // entries that a position may be in, in one line of the cache

  // `key_bits` of the board, of which at most 64 are used.
  TranspositionTable(std::size_t bytes, unsigned key_bits);
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  struct Slot {
    std::size_t first = 0;
    std::uint64_t check = 0;
  };
  [[nodiscard]] Slot slot(Word64 key) const {
    const std::uint64_t spread = (key * kOdd) & mask_;
    return at(spread);
  }
  [[nodiscard]] Slot slot(const Word128& key) const {
    return at(base::mix64(static_cast<Word64>(key) ^ base::mix64(static_cast<Word64>(key >> 64))));
  }
  [[nodiscard]] Slot slot(const Word256& key) const {
    std::uint64_t all = 0;
    for (const std::uint64_t part : key.words) all = base::mix64(all ^ part);
    return at(all);
  }

  // Starts loading the bucket, so that it is in the cache when the child is searched.
  void prefetch(const Slot& where) const { __builtin_prefetch(&entries_[where.first]); }
  // What is known, if anything is.
  [[nodiscard]] std::optional<std::uint32_t> find(const Slot& where) const {
    for (unsigned k = 0; k < kBucketSize; ++k) {
      const std::uint64_t entry = read(where.first + k);
      if (entry >> kRest == (where.check << kAgeBits | generation_))
        return static_cast<std::uint32_t>(entry & kValue);
    }
    return std::nullopt;
  }
  // Where another has to give way it is one of an earlier generation, or the one whose lowest 8 bits, which
  // say what it cost to find, are the least.
  void store(const Slot& where, std::uint32_t value);

  // Constant time but for every 15th call, which writes the whole table. Not while threads use it.
  void clear();

 private:
  static constexpr unsigned kRest = 24;
  static constexpr unsigned kAgeBits = 4;
  static constexpr std::uint64_t kValue = (std::uint64_t{1} << kRest) - 1;
  static constexpr std::uint64_t kCheck = (std::uint64_t{1} << 36) - 1;
  static constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;

  // Maps the key to a bucket by multiplication: cheaper than a remainder, and any number of buckets will do.
  [[nodiscard]] Slot at(std::uint64_t spread) const {
    const auto bucket = static_cast<std::size_t>((static_cast<Word128>(spread) * buckets_) >> bits_);
    return {bucket * kBucketSize, spread & kCheck};
  }

  [[nodiscard]] std::uint64_t read(std::size_t which) const {
    return std::atomic_ref(entries_[which]).load(std::memory_order_relaxed);
  }
  void write(std::size_t which, std::uint64_t entry) {
    std::atomic_ref(entries_[which]).store(entry, std::memory_order_relaxed);
  }

  std::size_t buckets_;
  unsigned bits_;
  std::uint64_t mask_;
  std::uint64_t generation_ = 1;
  std::size_t bytes_;
  void* memory_;            // of that many bytes
  std::uint64_t* entries_;  // the first, at the beginning of a page
};

}  // namespace quiver::bots::connect4::champion

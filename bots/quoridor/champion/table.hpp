// What the champion remembers of positions: a table of fixed size, without locks, for any number of threads.
//
// An entry is two words of which the first is the position's hash xor the second: an entry that two threads
// wrote into each other does not match any more and is taken for none. A small table is filled with zeros
// at once, because a page of memory that is touched for the first time in the midst of a move can cost more
// than what it remembers saves; a large one takes its zeros from the system page by page. Entries of
// searches before stay until their place is needed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "bots/quoridor/champion/node.hpp"

namespace quiver::bots::quoridor::champion {

using Score = std::int32_t;

enum class Bound : std::uint8_t { kNone, kAtLeast, kAtMost, kExact };

struct Known {
  Code best = kNoMove;
  Score score = 0;
  std::uint8_t depth = 0;
  Bound bound = Bound::kNone;  // kNone: nothing is known
};

class Table {
 public:
  explicit Table(std::size_t bytes) { clear(bytes); }

  // Empty, and of a new size. Not while it is used.
  void clear(std::size_t bytes) {
    const std::size_t buckets = std::max<std::size_t>(bytes / sizeof(Bucket), 1);
    if (!words_ || buckets != buckets_ || bytes > kFilledAtOnce) {
      words_.reset();
      words_.reset(static_cast<Bucket*>(std::calloc(buckets, sizeof(Bucket))));
      if (!words_) throw std::bad_alloc();
    }
    buckets_ = buckets;
    if (bytes <= kFilledAtOnce) std::fill_n(words_.get(), buckets_, Bucket{});
    age_ = 0;
  }
  void begin_search() { age_ = (age_ + 1) % 64; }

  [[nodiscard]] Known find(std::uint64_t hash) const {
    for (Entry& entry : bucket(hash).entries) {
      const std::uint64_t data = load(entry.data);
      if ((load(entry.check) ^ data) == hash && data != 0) return unpacked(data);
    }
    return {};
  }

  // In the place of the same position, or of the one that is least worth keeping.
  void keep(std::uint64_t hash, const Known& known) {
    Entry* place = nullptr;
    int least = 1 << 20;
    for (Entry& entry : bucket(hash).entries) {
      const std::uint64_t data = load(entry.data);
      if (data == 0 || (load(entry.check) ^ data) == hash) {
        place = &entry;
        break;
      }
      const unsigned years = (age_ - static_cast<unsigned>(data & 63U)) & 63U;
      const int worth = static_cast<int>(data >> 8 & 255U) - 4 * static_cast<int>(years);
      if (worth < least) {
        least = worth;
        place = &entry;
      }
    }
    const std::uint64_t data = packed(known);
    store(place->data, data);
    store(place->check, hash ^ data);
  }

 private:
  static constexpr std::size_t kFilledAtOnce = std::size_t{8} << 20;

  struct Entry {
    std::uint64_t check;
    std::uint64_t data;
  };
  struct Bucket {
    Entry entries[4];
  };
  struct Free {
    void operator()(Bucket* words) const { std::free(words); }
  };

  static std::uint64_t load(std::uint64_t& word) {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
  static void store(std::uint64_t& word, std::uint64_t value) {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  }

  [[nodiscard]] Bucket& bucket(std::uint64_t hash) const { return words_.get()[hash % buckets_]; }

  // From the lowest bit: age 6, bound 2, depth 8, best 16, score 32.
  [[nodiscard]] std::uint64_t packed(const Known& known) const {
    return age_ | static_cast<std::uint64_t>(known.bound) << 6 | std::uint64_t{known.depth} << 8 |
           std::uint64_t{known.best} << 16 |
           static_cast<std::uint64_t>(static_cast<std::uint32_t>(known.score)) << 32;
  }
  static Known unpacked(std::uint64_t data) {
    return {static_cast<Code>(data >> 16), static_cast<Score>(static_cast<std::uint32_t>(data >> 32)),
            static_cast<std::uint8_t>(data >> 8), static_cast<Bound>(data >> 6 & 3U)};
  }

  std::size_t buckets_ = 0;
  std::unique_ptr<Bucket, Free> words_;
  std::uint32_t age_ = 0;
};

}  // namespace quiver::bots::quoridor::champion

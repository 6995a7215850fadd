// What the alpha-beta search knows of positions: a table of fixed size that all its threads share.
//
// No locks: an entry is two words, and one that was torn by two writers has a wrong check and is nobody's.
// Each search has its generation, so that nothing needs to be cleared between moves: old entries are right
// still, and the first to go.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

#include "bots/amazons/champion/ground.hpp"

namespace quiver::bots::amazons::champion {

enum class Bound : std::uint8_t { kNone, kLower, kUpper, kExact };

struct Transposition {
  int value = 0;  // fits 16 bits
  int depth = 0;  // fits 7
  Bound bound = Bound::kNone;
  Cell from = 0, to = 0;  // the move that was best, as in Node; from == to may be an arrow
};

class Transpositions {
 public:
  explicit Transpositions(std::size_t bytes);

  void clear();
  void begin_search() { ++generation_; }

  [[nodiscard]] std::optional<Transposition> find(std::uint64_t key) const;
  void keep(std::uint64_t key, const Transposition& what);

 private:
  static constexpr std::size_t kBucket = 4;
  struct Entry {
    std::atomic<std::uint64_t> check = 0, data = 0;
  };

  // How much an entry is worth keeping.
  [[nodiscard]] int worth(std::uint64_t data) const;

  std::size_t size_;
  std::unique_ptr<Entry[]> entries_;
  std::uint8_t generation_ = 0;
};

}  // namespace quiver::bots::amazons::champion

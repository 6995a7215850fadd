#include "bots/amazons/champion/transpositions.hpp"

#include <algorithm>
#include <bit>

namespace quiver::bots::amazons::champion {

namespace {

std::uint64_t packed(const Transposition& what, std::uint8_t generation) {
  const auto at = [](std::uint64_t value, unsigned bits) { return value << bits; };
  return at(static_cast<std::uint16_t>(what.value), 0) | at(static_cast<std::uint8_t>(what.depth), 16) |
         at(static_cast<std::uint8_t>(what.bound), 24) | at(generation, 32) | at(what.from, 40) |
         at(what.to, 48);
}

Transposition unpacked(std::uint64_t data) {
  return {static_cast<std::int16_t>(data & 0xFFFF), static_cast<int>(data >> 16 & 0xFF),
          static_cast<Bound>(data >> 24 & 3), static_cast<Cell>(data >> 40 & 0xFF),
          static_cast<Cell>(data >> 48 & 0xFF)};
}

}  // namespace

Transpositions::Transpositions(std::size_t bytes)
    : size_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1024))),
      entries_(std::make_unique<Entry[]>(size_)) {}

void Transpositions::clear() {
  generation_ = 0;
  for (std::size_t k = 0; k < size_; ++k) {
    entries_[k].check.store(0, std::memory_order_relaxed);
    entries_[k].data.store(0, std::memory_order_relaxed);
  }
}

std::optional<Transposition> Transpositions::find(std::uint64_t key) const {
  const std::size_t bucket = key & (size_ - kBucket);
  for (std::size_t at = bucket; at < bucket + kBucket; ++at) {
    const std::uint64_t data = entries_[at].data.load(std::memory_order_relaxed);
    if (data != 0 && (entries_[at].check.load(std::memory_order_relaxed) ^ data) == key)
      return unpacked(data);
  }
  return std::nullopt;
}

int Transpositions::worth(std::uint64_t data) const {
  if (data == 0) return -1000;
  const auto age = static_cast<std::uint8_t>(generation_ - static_cast<std::uint8_t>(data >> 32 & 0xFF));
  return static_cast<int>(data >> 16 & 0xFF) - 4 * age;
}

void Transpositions::keep(std::uint64_t key, const Transposition& what) {
  const std::size_t bucket = key & (size_ - kBucket);
  std::size_t place = bucket;
  int least = 10'000;
  for (std::size_t at = bucket; at < bucket + kBucket; ++at) {
    const std::uint64_t data = entries_[at].data.load(std::memory_order_relaxed);
    const bool same = data != 0 && (entries_[at].check.load(std::memory_order_relaxed) ^ data) == key;
    const int value = same ? -2000 : worth(data);
    if (value < least) least = value, place = at;
  }
  const std::uint64_t data = packed(what, generation_);
  entries_[place].data.store(data, std::memory_order_relaxed);
  entries_[place].check.store(key ^ data, std::memory_order_relaxed);
}

}  // namespace quiver::bots::amazons::champion

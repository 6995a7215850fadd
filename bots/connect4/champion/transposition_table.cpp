#include "bots/connect4/champion/transposition_table.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <sys/mman.h>

namespace quiver::bots::connect4::champion {

namespace {

// Large pages, where the system has them: half of the time would go into finding small ones.
constexpr std::size_t kPage = std::size_t{2} << 20;

std::size_t rounded(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

// Anonymous memory, which the system backs with pages on first use. That can take milliseconds a page, so
// the constructor touches all of it.
void* mapped(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  if (bytes >= 8 * kPage) madvise(memory, bytes, MADV_HUGEPAGE);  // only a hint: failure is harmless
  return memory;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes, unsigned key_bits)
    : buckets_(std::max<std::size_t>(bytes / (kBucketSize * sizeof(std::uint64_t)), 1)),
      bits_(std::min(key_bits, 64U)),
      mask_(bits_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits_) - 1),
      bytes_(rounded(buckets_ * kBucketSize * sizeof(std::uint64_t), kPage) + kPage),
      memory_(mapped(bytes_)) {
  void* first = memory_;
  std::size_t room = bytes_;
  entries_ = static_cast<std::uint64_t*>(std::align(kPage, bytes_ - kPage, first, room));
  std::fill_n(entries_, buckets_ * kBucketSize, 0);
}

TranspositionTable::~TranspositionTable() { munmap(memory_, bytes_); }

// The same position first, then an entry of an earlier generation, then the cheapest to find again.
void TranspositionTable::store(const Slot& where, std::uint32_t value) {
  const std::uint64_t name = where.check << kAgeBits | generation_;
  std::size_t least = where.first;
  std::uint64_t least_cost = ~std::uint64_t{0};
  for (std::size_t k = where.first; k < where.first + kBucketSize; ++k) {
    const std::uint64_t entry = read(k);
    const std::uint64_t other = entry >> kRest;
    const bool is_old = (other & ((1U << kAgeBits) - 1)) != generation_;
    const std::uint64_t cost = other == name ? 0 : is_old ? 1 : (entry & 0xFF) + 2;
    if (cost < least_cost) {
      least = k;
      least_cost = cost;
    }
  }
  write(least, name << kRest | value);
}

void TranspositionTable::clear() {
  if (++generation_ < (1U << kAgeBits)) return;
  std::fill_n(entries_, buckets_ * kBucketSize, 0);
  generation_ = 1;
}

}  // namespace quiver::bots::connect4::champion

// An entry of a table that threads share without locks: a key and 64 bits of data.
//
// The key is stored xor the data. If two threads write the same entry at once, the two words do not match
// any more, and the entry answers to no key. Data of 0 stands for an empty entry.
#pragma once

#include <atomic>
#include <cstdint>

namespace quiver::bots {

class LocklessEntry {
 public:
  // 0 if the entry is empty or of another key.
  [[nodiscard]] std::uint64_t find(std::uint64_t key) const {
    const std::uint64_t stored = data();
    return (read(check_) ^ stored) == key ? stored : 0;
  }
  // Whatever the key.
  [[nodiscard]] std::uint64_t data() const { return read(data_); }
  // Relaxed order suffices: the two words check each other, and nothing else depends on them.
  void store(std::uint64_t key, std::uint64_t data) {
    std::atomic_ref(data_).store(data, std::memory_order_relaxed);
    std::atomic_ref(check_).store(key ^ data, std::memory_order_relaxed);
  }

 private:
  static std::uint64_t read(std::uint64_t& word) {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }

  // Mutable because std::atomic_ref cannot refer to a constant.
  mutable std::uint64_t check_ = 0;
  mutable std::uint64_t data_ = 0;
};

}  // namespace quiver::bots

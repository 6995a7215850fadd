// How many bytes visitors of the page make the referee hold: bodies that they send, and what they have not
// read yet. Bounded for all together and for each address.
//
// A text that is sent to many counts once, until the last of them has received it, on the account of the
// first. An address that holds nothing may always hold one thing, however large, if the total allows it: so
// an answer that is larger than the limit of an address can still be sent. One thread.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "referee/net/transport/connection_limiter.hpp"

namespace quiver::web {

// Counts bytes in all and by address. Whoever would exceed a limit is refused; nobody is evicted.
class MemoryBudget {
 public:
  MemoryBudget(std::size_t total, std::size_t per_address) : total_(total), per_address_(per_address) {}

  // From now on. What is held stays, also if it is more.
  void set_limits(std::size_t total, std::size_t per_address) {
    total_ = total;
    per_address_ = per_address;
  }
  // False if it would be too much; nothing is held then.
  bool take(const net::AddressKey& address, std::size_t bytes);
  // What take() has granted, once.
  void give_back(const net::AddressKey& address, std::size_t bytes);

  // A text that many visitors are sent counts once, on the account of the first who holds it.
  bool hold(const net::AddressKey& address, const std::shared_ptr<const std::string>& text);
  // Once for each hold() that returned true.
  void release(const std::shared_ptr<const std::string>& text);

  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  struct Held {
    std::size_t times = 0;
    net::AddressKey address{};  // on whose account it is
  };

  std::size_t total_;
  std::size_t per_address_;
  std::size_t used_ = 0;
  std::map<net::AddressKey, std::size_t> by_address_;
  std::unordered_map<const std::string*, Held> texts_;
};
using MemoryBudgetPtr = std::shared_ptr<MemoryBudget>;

// Bytes that one visitor's request makes the referee hold, for as long as this lives.
class MemoryShare {
 public:
  MemoryShare(MemoryBudgetPtr budget, const net::AddressKey& address)
      : budget_(std::move(budget)), address_(address) {}
  ~MemoryShare();
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;

  // So many bytes from now on. False, and nothing changes, if it would be too much.
  bool grow_to(std::size_t bytes);
  // At most one text per share; false if there is one already or the budget is used up.
  bool hold(const std::shared_ptr<const std::string>& text);

 private:
  MemoryBudgetPtr budget_;
  net::AddressKey address_;
  std::size_t bytes_ = 0;
  std::shared_ptr<const std::string> text_;
};

}  // namespace quiver::web

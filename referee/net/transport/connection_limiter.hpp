// Limits by address: the number of connections at once, and guesses of tokens.
//
// IPv6 addresses count by their first 64 bits, because whoever has one such address has them all; IPv4 inside
// IPv6 counts as IPv4. After five wrong tokens an address is paused for a second, and twice as long after
// each further one, up to 15 minutes. A good token, or an hour without a wrong one, clears it. Memory is
// bounded: when there are too many addresses, those with the oldest wrong token are dropped. Time is passed
// in; one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <boost/asio/ip/address.hpp>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

using base::Duration;
using base::Time;

// The part of an address that counts.
using AddressKey = std::array<std::uint8_t, 16>;
AddressKey address_key(const boost::asio::ip::address& address);

class ConnectionLimiter {
 public:
  static constexpr unsigned kFree = 5;  // wrong tokens
  static constexpr Duration kFirstPause = std::chrono::seconds(1);
  static constexpr Duration kLongestPause = std::chrono::minutes(15);
  static constexpr Duration kMemory = std::chrono::hours(1);
  static constexpr std::size_t kMostRemembered = 16'384;

  // Counts a connection while it exists. It may outlive the ConnectionLimiter.
  using Permit = std::shared_ptr<void>;
  // Null if there are `most` already.
  Permit enter(const AddressKey& origin, std::size_t most);

  // How long the address is still paused; zero if it is not.
  [[nodiscard]] Duration pause(const AddressKey& origin, Time now) const;
  // Counts one guess, and pauses the address if there were too many.
  void note_wrong_token(const AddressKey& origin, Time now);
  void note_good_token(const AddressKey& origin) { forget(origin); }
  [[nodiscard]] std::size_t num_remembered() const { return wrong_.size(); }

 private:
  struct Wrong {
    unsigned times = 0;
    Time last;
    Time until;
  };
  using Counts = std::map<AddressKey, std::size_t>;

  void forget(AddressKey origin);

  std::shared_ptr<Counts> visits_ = std::make_shared<Counts>();
  std::map<AddressKey, Wrong> wrong_;
  std::set<std::pair<Time, AddressKey>> by_age_;  // of the last wrong token
};

}  // namespace quiver::net

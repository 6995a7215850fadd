// The keys by which a bot resumes its session after it has lost its connection.
//
// Every Welcome carries a new key. A Welcome may get lost, so the last key that surely arrived stays valid
// until the bot sends its next message. Keys are compared in constant time. A value.
#pragma once

#include <string>
#include <string_view>

#include "client_sdk/base/random.hpp"

namespace quiver::net {

class ResumeKeys {
 public:
  // The key for the next Welcome. `resumed`: the bot came back by the key before, which stays valid for now.
  const std::string& renew(bool resumed) {
    if (resumed && confirmed_.empty()) confirmed_ = current_;
    current_ = base::secret_bytes(16);
    return current_;
  }
  // The bot has sent a message, so it has read its Welcome: only the latest key is valid.
  void confirm() { confirmed_.clear(); }

  [[nodiscard]] bool accept(std::string_view key) const {
    const bool is_current = base::equal_in_constant_time(current_, key);
    const bool is_confirmed = base::equal_in_constant_time(confirmed_, key);
    return !key.empty() && (is_current || is_confirmed);
  }

 private:
  std::string current_;
  std::string confirmed_;  // the one before, while the latest may not have arrived
};

}  // namespace quiver::net

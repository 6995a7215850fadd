// Who is signed in at the page: sessions in memory, each known by the hash of the secret in its cookie.
//
// A session begins with a new secret of 256 random bits, and no secret from outside is ever taken over. It
// ends when it is signed out, after 12 hours without a request, with the token that began it, or when its
// account begins too many others: then the one that was used longest ago ends. Only hashes are kept, of the
// secret and of the token. Time is passed in; one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/base/time.hpp"
#include "referee/net/transport/connection_limiter.hpp"
#include "referee/web/http/denial.hpp"

namespace quiver::web {

class Sessions {
 public:
  struct Limits {
    base::Duration idle = std::chrono::hours(12);
    std::size_t of_one_account = 16;   // one more ends the one that was used longest ago
    std::size_t of_one_address = 256;  // one more is refused
  };
  // Whose a session is.
  struct Account {
    std::string id;
    std::string token_hash;  // of the token that was shown at sign-in
  };
  // Whether the token with this hash is still this account's.
  using IsCurrent = std::function<bool(const Account&)>;

  explicit Sessions(Limits limits) : limits_(limits) {}
  Sessions() : Sessions(Limits()) {}

  // An open session, by the hash of its secret.
  struct Found {
    std::string hash;
    Account account;
  };

  // Begins a session and returns its secret, 64 hexadecimal digits. Refused with 429 if the address has too
  // many.
  Granted<std::string> begin(const Account& account, const net::AddressKey& address, base::Time now);
  // The session with this secret, which counts as used now; none if it is not known or has expired.
  std::optional<Found> find(std::string_view secret, base::Time now);
  [[nodiscard]] bool is_open(const std::string& hash) const { return sessions_.contains(hash); }
  // Ends the session with this secret, if there is one.
  void end(std::string_view secret);
  // Ends those that have expired, and those whose account or token is gone.
  void sweep(const IsCurrent& is_current, base::Time now);

  [[nodiscard]] std::size_t size() const { return sessions_.size(); }

 private:
  struct Session {
    Account account;
    net::AddressKey address{};
    base::Time used;
  };
  [[nodiscard]] bool has_expired(const Session& session, base::Time now) const {
    return now - session.used >= limits_.idle;
  }
  void end_expired(base::Time now);
  // Makes room for one more of this account.
  void end_oldest_of(const std::string& id);

  Limits limits_;
  std::map<std::string, Session> sessions_;  // by the hash of their secrets
};

}  // namespace quiver::web

// Decides who a Hello comes from, and whether that peer may come in.
//
// With tokens, the token says who it is. Without tokens only this machine may connect, under any name that is
// no team's. Teams come and go while the referee runs: their tokens count besides those of the file, and
// those that are barred are refused whatever they send. Once closed, nobody new is let in. An address that
// sent too many wrong tokens is refused for a while (connection_limiter.hpp). Time is passed in; one thread.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "client_sdk/wire/messages.hpp"
#include "referee/net/players/tokens.hpp"
#include "referee/net/transport/connection_limiter.hpp"

namespace quiver::net {

class Authenticator {
 public:
  // Who it is, or why it is refused.
  using Verdict = std::variant<Identity, wire::Refused>;

  // The limiter must outlive it.
  explicit Authenticator(ConnectionLimiter& limiter) : limiter_(limiter) {}

  void set_tokens(Tokens tokens) { tokens_ = std::move(tokens); }
  void set_teams(TeamAccess teams) { teams_ = std::move(teams); }
  [[nodiscard]] bool bars_somebody() const { return !teams_.barred.empty(); }
  // The identity of a token; none if it is not known, or if there are no tokens.
  [[nodiscard]] std::optional<Identity> find(const std::string& token) const;
  // The same by its SHA-256.
  [[nodiscard]] std::optional<Identity> find_hash(const std::string& hash) const;
  // Whether somebody has a token with this name.
  [[nodiscard]] bool has_name(const std::string& name) const;
  // Why this name may not play; none if it may.
  [[nodiscard]] std::optional<std::string> barred(const std::string& name) const;
  // Without tokens, everybody on this machine is an administrator; by default nobody is.
  void trust_this_machine() { trusts_this_machine_ = true; }
  // From now on nobody new is let in, for this reason. The first reason stays.
  void close(const std::string& sentence);
  [[nodiscard]] bool is_closed() const { return closed_.has_value(); }

  // `is_local`: the peer is on this machine.
  [[nodiscard]] Verdict identify(const wire::Hello& hello, bool is_local) const;

  // The refusal of an address that is to be ignored for now; none if it is not.
  [[nodiscard]] std::optional<wire::Refused> pause(const AddressKey& origin, Time now) const;
  void note_wrong_token(const AddressKey& origin, Time now) { limiter_.note_wrong_token(origin, now); }
  void note_good_token(const AddressKey& origin) { limiter_.note_good_token(origin); }

 private:
  // Who a Hello with a known token, or without any, comes from.
  [[nodiscard]] Verdict admit(Identity identity) const;

  ConnectionLimiter& limiter_;
  std::optional<Tokens> tokens_;
  TeamAccess teams_;
  bool trusts_this_machine_ = false;
  std::optional<std::string> closed_;  // set: why nobody is let in
};

}  // namespace quiver::net

#include "referee/net/authenticator.hpp"

#include <chrono>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::net {

using wire::Refused;

namespace {

Refused unknown_token() { return {Refused::Code::kToken, "the token is not known here"}; }

}  // namespace

std::optional<Identity> Authenticator::find(const std::string& token) const {
  return tokens_ ? tokens_->find(token) : std::nullopt;
}

void Authenticator::close(const std::string& sentence) {
  if (!closed_) closed_ = sentence;
}

Authenticator::Verdict Authenticator::identify(const wire::Hello& hello, bool is_local) const {
  if (closed_) return Refused{Refused::Code::kStopping, *closed_};
  if (tokens_) {
    if (hello.token.empty())
      return Refused{Refused::Code::kToken,
                     "this referee asks everybody for a token: give --token-file FILE with the one that its "
                     "administrator gave you, or set QUIVER_TOKEN_FILE"};
    if (auto known = tokens_->find(hello.token)) return *std::move(known);
    return unknown_token();
  }
  if (!is_local)
    return Refused{Refused::Code::kNotLocal,
                   "this referee has no tokens and accepts only connections from its own machine"};
  // A token that is sent to a referee without tokens is a mistake of its user: refused, not ignored.
  if (!hello.token.empty()) return unknown_token();
  if (std::string fault = base::name_fault(hello.name); !fault.empty())
    return Refused{Refused::Code::kName, std::move(fault)};
  return Identity{hello.name, trusts_this_machine_};
}

std::optional<Refused> Authenticator::pause(const AddressKey& origin, Time now) const {
  const Duration left = limiter_.pause(origin, now);
  if (left <= Duration::zero()) return std::nullopt;
  return Refused{Refused::Code::kTooMany,
                 "too many wrong tokens came from this address; try again in " +
                     base::format_duration(std::chrono::ceil<std::chrono::seconds>(left))};
}

}  // namespace quiver::net

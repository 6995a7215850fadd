#include "referee/net/authenticator.hpp"

#include <chrono>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/sha256.hpp"

namespace quiver::net {

using wire::Refused;

namespace {

Refused unknown_token() { return {Refused::Code::kToken, "the token is not known here"}; }

}  // namespace

std::optional<Identity> Authenticator::find(const std::string& token) const {
  return find_hash(wire::sha256_hex(token));
}

std::optional<Identity> Authenticator::find_hash(const std::string& hash) const {
  const auto in_file = tokens_ ? tokens_->find_hash(hash) : std::nullopt;
  // Both are searched, so that the time of an answer does not tell in which one it was.
  const auto of_team = teams_.tokens.find_hash(hash);
  return in_file ? in_file : of_team;
}

bool Authenticator::has_name(const std::string& name) const {
  return (tokens_ && tokens_->has_name(name)) || teams_.tokens.has_name(name);
}

std::optional<std::string> Authenticator::barred(const std::string& name) const {
  const auto found = teams_.barred.find(name);
  return found == teams_.barred.end() ? std::nullopt : std::optional(found->second);
}

Authenticator::Verdict Authenticator::admit(Identity identity) const {
  if (const auto why = barred(identity.name)) return Refused{Refused::Code::kName, *why};
  return identity;
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
    if (auto known = find(hello.token)) return admit(*std::move(known));
    return unknown_token();
  }
  if (auto team = find(hello.token)) return admit(*std::move(team));
  if (!is_local)
    return Refused{Refused::Code::kNotLocal,
                   "this referee has no tokens and accepts only connections from its own machine"};
  // A token that is sent to a referee without tokens is a mistake of its user: refused, not ignored.
  if (!hello.token.empty()) return unknown_token();
  if (std::string fault = base::name_fault(hello.name); !fault.empty())
    return Refused{Refused::Code::kName, std::move(fault)};
  if (has_name(hello.name))
    return Refused{Refused::Code::kName, hello.name +
                                             " is a team with a token: give --token-file FILE with it, or "
                                             "another name"};
  return admit({hello.name, trusts_this_machine_});
}

std::optional<Refused> Authenticator::pause(const AddressKey& origin, Time now) const {
  const Duration left = limiter_.pause(origin, now);
  if (left <= Duration::zero()) return std::nullopt;
  return Refused{Refused::Code::kTooMany,
                 "too many wrong tokens came from this address; try again in " +
                     base::format_duration(std::chrono::ceil<std::chrono::seconds>(left))};
}

}  // namespace quiver::net

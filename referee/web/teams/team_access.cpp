#include "referee/web/teams/team_access.hpp"

#include <algorithm>
#include <cctype>

#include "client_sdk/wire/sha256.hpp"

namespace quiver::web {

namespace {

constexpr const char* kCookie = "quiver_session";
constexpr const char* kTlsCookie = "__Host-quiver_session";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// The token of "Bearer TOKEN"; empty if it is anything else, such as what a proxy asks its users for.
std::string bearer(std::string_view authorization) {
  static constexpr std::string_view kScheme = "bearer ";
  if (authorization.size() < kScheme.size()) return "";
  const bool is_bearer =
      std::equal(kScheme.begin(), kScheme.end(), authorization.begin(),
                 [](char wanted, unsigned char given) { return wanted == std::tolower(given); });
  return is_bearer ? std::string(trimmed(authorization.substr(kScheme.size()))) : "";
}

}  // namespace

std::string cookie_value(std::string_view cookies, std::string_view name) {
  std::string value;
  std::size_t times = 0;
  while (!cookies.empty()) {
    const std::size_t end = std::min(cookies.find(';'), cookies.size());
    const std::string_view one = trimmed(cookies.substr(0, end));
    cookies.remove_prefix(std::min(cookies.size(), end + 1));
    const std::size_t mark = one.find('=');
    if (mark == std::string_view::npos || one.substr(0, mark) != name) continue;
    value = one.substr(mark + 1);
    ++times;
  }
  return times == 1 ? value : "";
}

Granted<TeamAccess::Visitor> TeamAccess::visitor(const Request& request, Does does, base::Time now) {
  if (const std::string token = bearer(request.authorization); !token.empty())
    return by_token(request, token, now);
  auto found = by_session(request, now);
  if (!found) return Denial{401, "sign in first, with your token"};
  if (does == Does::kChange)
    if (const auto own = check_own(request); !own) return own.error();
  return std::move(*found);
}

std::optional<teams::Caller> TeamAccess::reader(const Request& request, base::Time now) {
  if (const std::string token = bearer(request.authorization); !token.empty()) {
    const auto found = by_token(request, token, now);
    return found ? std::optional(found->caller) : std::nullopt;
  }
  const auto found = by_session(request, now);
  return found ? std::optional(found->caller) : std::nullopt;
}

bool TeamAccess::is_current(const Visitor& visitor) const {
  if (!visitor.session.empty() && !sessions_.is_open(visitor.session)) return false;
  const auto caller = service_.caller_of_hash(visitor.token_hash);
  return caller && caller->id == visitor.caller.id;
}

Granted<void> TeamAccess::check_own(const Request& request) {
  if (request.own_script) return {};
  return Denial{403, "this needs the header Quiver-Request: 1"};
}

Granted<void> TeamAccess::check_pause(const Request& request, base::Time now) const {
  const base::Duration left = limiter_.pause(request.address, now);
  if (left <= base::Duration::zero()) return {};
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(left).count();
  return Denial{429, "too many wrong tokens or links from your address; try again in " +
                         std::to_string(seconds) + " s"};
}

Granted<TeamAccess::Visitor> TeamAccess::by_token(const Request& request, const std::string& token,
                                                  base::Time now) {
  if (const auto paused = check_pause(request, now); !paused) return paused.error();
  auto caller = service_.caller_of(token);
  if (!caller) {
    note_wrong(request, now);
    return Denial{403, "this token is not known here"};
  }
  limiter_.note_good_token(request.address);
  return Visitor{std::move(*caller), "", wire::sha256_hex(token)};
}

// Asked anew each time, so that a session ends with its token.
std::optional<TeamAccess::Visitor> TeamAccess::by_session(const Request& request, base::Time now) {
  const auto found = sessions_.find(secret_of(request), now);
  if (!found) return std::nullopt;
  auto caller = service_.caller_of_hash(found->account.token_hash);
  if (!caller || caller->id != found->account.id) return std::nullopt;
  return Visitor{std::move(*caller), found->hash, found->account.token_hash};
}

std::string TeamAccess::secret_of(const Request& request) const {
  std::string secret = cookie_value(request.cookies, kTlsCookie);
  // Without TLS anybody on the way, and any other program on this host, can set the other one.
  if (secret.empty() && !over_tls_(request)) secret = cookie_value(request.cookies, kCookie);
  return secret;
}

std::string TeamAccess::set_cookie(const Request& request, const std::string& value) const {
  const bool tls = over_tls_(request);
  return std::string(tls ? kTlsCookie : kCookie) + "=" + value + "; Path=/; HttpOnly; SameSite=Strict" +
         (tls ? "; Secure" : "") + (value.empty() ? "; Max-Age=0" : "");
}

Granted<TeamAccess::SignedIn> TeamAccess::sign_in(const Request& request, const std::string& token,
                                                  base::Time now) {
  if (const auto own = check_own(request); !own) return own.error();
  auto known = by_token(request, token, now);
  if (!known) return known.error();
  sessions_.end(secret_of(request));
  const auto secret = sessions_.begin({known->caller.id, known->token_hash}, request.address, now);
  if (!secret) return secret.error();
  return SignedIn{std::move(known->caller), set_cookie(request, *secret)};
}

std::string TeamAccess::sign_out(const Request& request) {
  sessions_.end(secret_of(request));
  return set_cookie(request, "");
}

void TeamAccess::sweep(base::Time now) {
  const auto is_current = [this](const Sessions::Account& account) {
    const auto caller = service_.caller_of_hash(account.token_hash);
    return caller && caller->id == account.id;
  };
  sessions_.sweep(is_current, now);
}

}  // namespace quiver::web

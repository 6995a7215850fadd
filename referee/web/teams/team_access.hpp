// Who a request of the page comes from: by the cookie of a session, or by a token that a program sends with
// it.
//
// The cookie is HttpOnly and SameSite=Strict, and under TLS Secure with the prefix __Host-, so that no other
// host and no page without TLS can set it. A request with a cookie that changes something needs the header
// Quiver-Request too, which no other site's page can send; its origin is checked by whoever calls. Wrong
// tokens and wrong keys of invitations pause an address as on the TCP listener. Time is passed in; lives on
// the referee's thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/base/time.hpp"
#include "referee/net/transport/connection_limiter.hpp"
#include "referee/teams/team_service.hpp"
#include "referee/web/http/denial.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/teams/sessions.hpp"

namespace quiver::web {

// The value of the cookie of this name. Empty if there is none, and if there are several: then one of them is
// somebody else's.
std::string cookie_value(std::string_view cookies, std::string_view name);

class TeamAccess {
 public:
  // Whether browsers use https for this request, on the way to this server or to a proxy before it.
  using OverTls = std::function<bool(const Request&)>;

  // The service must outlive it.
  TeamAccess(const teams::TeamService& service, OverTls over_tls)
      : service_(service), over_tls_(std::move(over_tls)) {}

  // Somebody who may ask, and for how long: with the session, or with the token.
  struct Visitor {
    teams::Caller caller;
    std::string session;  // the hash of its secret; empty: came with a token
    std::string token_hash;
  };
  // What the request does.
  enum class Does { kRead, kChange };

  // Who has sent this. Refused with 401 if nobody has signed in, with 403 if the token is wrong or another
  // site's page may have sent it, with 429 if the address is paused.
  Granted<Visitor> visitor(const Request& request, Does does, base::Time now);
  // The same for whoever only looks: nobody is refused, and nothing is counted.
  [[nodiscard]] std::optional<teams::Caller> reader(const Request& request, base::Time now);
  // Whether that visitor may go on.
  [[nodiscard]] bool is_current(const Visitor& visitor) const;

  struct SignedIn {
    teams::Caller caller;
    std::string cookie;  // the value of Set-Cookie
  };
  // Begins a new session; the one that the request came with, if any, has ended then.
  Granted<SignedIn> sign_in(const Request& request, const std::string& token, base::Time now);
  // Ends the session of the request. Returns the value of Set-Cookie that removes the cookie.
  std::string sign_out(const Request& request);

  // For guesses of other secrets than tokens. A refusal if the address is paused.
  [[nodiscard]] Granted<void> check_pause(const Request& request, base::Time now) const;
  void note_wrong(const Request& request, base::Time now) { limiter_.note_wrong_token(request.address, now); }
  // 403 for a request that another site's page may have sent.
  [[nodiscard]] static Granted<void> check_own(const Request& request);

  // Ends what has expired, or whose token is gone.
  void sweep(base::Time now);

 private:
  [[nodiscard]] std::string secret_of(const Request& request) const;
  [[nodiscard]] std::string set_cookie(const Request& request, const std::string& value) const;
  Granted<Visitor> by_token(const Request& request, const std::string& token, base::Time now);
  [[nodiscard]] std::optional<Visitor> by_session(const Request& request, base::Time now);

  const teams::TeamService& service_;
  OverTls over_tls_;
  Sessions sessions_;
  net::ConnectionLimiter limiter_;
};

}  // namespace quiver::web

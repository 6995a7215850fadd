// The teams' part of the page: signing in, submissions, challenges, invitations, and what administrators do.
//
// It finds out who asks, reads what is asked, and passes it on to the team service, which decides. Every
// address is one line in a table: who may ask, and which function answers. Lives on the referee's thread.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "referee/teams/team_service.hpp"
#include "referee/web/http/denial.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/spectator_hub.hpp"
#include "referee/web/teams/challenges.hpp"
#include "referee/web/teams/team_access.hpp"
#include "referee/web/teams/team_stream.hpp"

namespace google::protobuf {
class Message;
}

namespace quiver::web {

class TeamListener;

class TeamHandler {
 public:
  using Parts = std::vector<std::string>;
  using Answer = RequestHandler::Answer;

  // The service and the hub must outlive it.
  TeamHandler(boost::asio::io_context& io, teams::TeamService& service, SpectatorHub& hub,
              TeamAccess::OverTls over_tls);
  ~TeamHandler();
  TeamHandler(const TeamHandler&) = delete;
  TeamHandler& operator=(const TeamHandler&) = delete;

  // Whether the address, taken apart, is one of its own.
  [[nodiscard]] static bool has(const Parts& parts);
  // For requests to these; the caller has checked host and origin.
  void on_request(const Request& request, const Parts& parts, const Answer& answer);
  // Whether it brings a submission; then what that may be, or why nobody may send it.
  [[nodiscard]] static bool is_upload(const Request& request);
  [[nodiscard]] Granted<BodyLimit> upload_limit(const Request& request);
  // For /ws/me.
  Granted<ListenerPtr> listen(const Request& request);

  // Who has sent a request to another part of the page; none if nobody has signed in.
  [[nodiscard]] std::optional<teams::Caller> reader(const Request& request) {
    return access_.reader(request, base::clock_now());
  }
  // What the administrator says to all; may be empty.
  [[nodiscard]] std::string announcement() const { return service_.announcement(); }

  // A game has begun, or is over.
  void on_begin(const std::string& game);
  void on_over(const std::string& game);
  // Ends the sessions that have expired, and closes their WebSockets.
  void sweep(base::Time now);
  [[nodiscard]] TeamStream& stream() { return stream_; }

 private:
  friend class TeamListener;

  // A request, and who has sent it.
  struct Asked {
    const Request& request;
    TeamAccess::Visitor visitor;     // empty for what anybody may ask
    std::vector<std::string> names;  // the parts of the address that differ
    Answer answer;
  };
  using Handle = void (TeamHandler::*)(const Asked&);
  enum class Who { kAnybody, kTeam, kAdmin };
  struct Route {
    std::string method;
    Parts path;  // taken apart; * stands for any one part
    Who who;
    Handle handle;
  };
  static const std::vector<Route>& routes();
  static bool matches(const Route& route, const Parts& parts, std::vector<std::string>& names);

  // Signing in, and what anybody may ask.
  void sign_in(const Asked& asked);
  void sign_out(const Asked& asked);
  void check_invitation(const Asked& asked);
  void join(const Asked& asked);
  void notice(const Asked& asked);
  // A team's own.
  void me(const Asked& asked);
  void submit(const Asked& asked);
  void submission(const Asked& asked);
  void activate(const Asked& asked);
  void withdraw(const Asked& asked);
  void challenge(const Asked& asked);
  // Of administrators.
  void list_teams(const Asked& asked);
  void list_audit(const Asked& asked);
  void list_invitations(const Asked& asked);
  void team_submission(const Asked& asked);
  void invite(const Asked& asked);
  void revoke(const Asked& asked);
  void disqualify(const Asked& asked);
  void reinstate(const Asked& asked);
  void announce(const Asked& asked);

  // Reads the body; false, and it has been answered, if it is not such a message.
  static bool read(const Asked& asked, google::protobuf::Message& message);
  // What to tell the service: `respond` makes the answer of the value. An error is answered with its
  // sentence.
  template <class Value, class Respond>
  [[nodiscard]] teams::Told<Value> then(const Asked& asked, Respond respond) const;
  template <class Respond>
  [[nodiscard]] teams::Told<void> then_done(const Asked& asked, Respond respond) const;
  // Signs in whoever has this token, and answers with the message and the cookie.
  void answer_signed_in(const Asked& asked, const TeamAccess::SignedIn& signed_in,
                        const google::protobuf::Message& message);
  [[nodiscard]] std::string link_to(const Request& request, const std::string& key) const;

  teams::TeamService& service_;
  SpectatorHub& hub_;
  TeamAccess::OverTls over_tls_;
  TeamAccess access_;
  Challenges challenges_;
  TeamStream stream_;
  std::set<TeamListener*> listeners_;  // all that live
  const std::shared_ptr<bool> alive_ =
      std::make_shared<bool>(true);  // for answers of the service that come late
};

// A signed-in page at /ws/me. It sends nothing. It may outlive the handler, which then has closed it.
class TeamListener final : public Listener {
 public:
  TeamListener(TeamHandler& handler, TeamAccess::Visitor visitor);
  ~TeamListener() override;
  TeamListener(const TeamListener&) = delete;
  TeamListener& operator=(const TeamListener&) = delete;
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view message) override;
  void on_closed() override;
  // Closes it if the session or the token has ended.
  void check();
  // The handler is gone.
  void detach();

 private:
  TeamHandler* handler_;
  TeamAccess::Visitor visitor_;
  PeerPtr peer_;
};

// An error of the service as a status and a sentence.
Denial denial_of(const base::Error& error);

}  // namespace quiver::web

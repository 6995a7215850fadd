// Lets players in and sends them away: from a Hello to a Welcome, a resumed session or a refusal.
//
// A launched bot authenticates through its private listener and through no other, with the token that it was
// started with, once. A bot that lost its connection resumes by the key of its latest Welcome. All others are
// identified by the Authenticator. Limits by address do not apply to private listeners. One thread.
#pragma once

#include <optional>
#include <string>

#include "referee/net/authenticator.hpp"
#include "referee/net/match_runner.hpp"
#include "referee/net/players/roster.hpp"
#include "referee/net/server_events.hpp"
#include "referee/net/session_table.hpp"
#include "referee/net/transport/log.hpp"

namespace quiver::net {

class Admission {
 public:
  // What a launched bot reads when it is not needed any more.
  static constexpr const char* kNothingToPlay = "there is nothing more to play";

  // All of them must outlive the Admission.
  struct Parts {
    Log& log;
    SessionTable& sessions;
    Roster& roster;
    MatchRunner& matches;
    ServerEvents& events;
    ConnectionLimiter& limiter;
  };
  // `limits` are those that a Welcome names.
  Admission(Parts parts, const wire::Limits& limits);

  // --- who may come in
  // Sends away everybody whose token is not valid any more.
  void set_tokens(Tokens tokens);
  // Teams that have changed: sends away those whose token is not valid any more, and the barred ones that are
  // not in a game.
  void set_teams(TeamAccess teams);
  // Sends away those barred ones whose game is over.
  void expel_barred();
  [[nodiscard]] const Authenticator& authenticator() const { return authenticator_; }
  // Without tokens, makes every peer on this machine an administrator.
  void trust_this_machine() { authenticator_.trust_this_machine(); }
  // From now on nobody new is let in, for this reason; sessions can still be resumed.
  void close(const std::string& sentence) { authenticator_.close(sentence); }
  [[nodiscard]] bool is_closed() const { return authenticator_.is_closed(); }
  // A player for a bot that is about to be launched.
  PlayerPtr expect(const std::string& name, bool untimed = false);

  // --- coming
  // The first message on a session without a player. The session may be gone afterwards.
  void on_hello(Session& session, const wire::Hello& hello);

  // --- going
  // A launched bot has nothing more to play.
  void dismiss(const PlayerPtr& player);
  // Everybody who came through the public listener.
  void dismiss_remote(const std::string& sentence);
  // Closes the player's connection for good and eliminates all its seats.
  void expel(const PlayerPtr& player, const std::string& sentence);

 private:
  void greet_expected(Session& session, const wire::Hello& hello);
  void greet_remote(Session& session, const wire::Hello& hello);
  void resume(Session& session, const wire::Hello& hello);
  // Why a Hello with an unknown resume key is refused. A wrong token counts against the address.
  [[nodiscard]] wire::Refused refuse_resume(const Session& session, const wire::Hello& hello);
  // Logs the refusal, sends it and closes. The session is gone afterwards.
  void refuse(Session& session, const wire::Refused& refused);
  // Why this address is ignored for now, if it is. A session through a private listener has no permit and is
  // never paused.
  [[nodiscard]] std::optional<wire::Refused> pause(const Session& session) const;
  void note_wrong_token(const Session& session);
  // Sends the Welcome and introduces the player to its matches.
  void welcome(Session& session, const PlayerPtr& player, bool resumed);

  Log& log_;
  SessionTable& sessions_;
  Roster& roster_;
  MatchRunner& matches_;
  ServerEvents& events_;
  Authenticator authenticator_;
  wire::Limits limits_;
};

}  // namespace quiver::net

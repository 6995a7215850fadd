#include "referee/net/admission.hpp"

#include <utility>
#include <variant>
#include <vector>

namespace quiver::net {

using wire::Goodbye;
using wire::Refused;

namespace {

std::string text(const wire::Version& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

Refused wrong_version(const wire::Version& version) {
  return {Refused::Code::kVersion, "this referee speaks version " + text(wire::kProtocol) +
                                       " of the protocol and any later " +
                                       std::to_string(wire::kProtocol.major) + ".x, not " + text(version)};
}

bool is_wrong_token(const Authenticator::Verdict& verdict) {
  const auto* refused = std::get_if<Refused>(&verdict);
  return refused != nullptr && refused->code == Refused::Code::kToken;
}

}  // namespace

Admission::Admission(Parts parts, const wire::Limits& limits)
    : log_(parts.log),
      sessions_(parts.sessions),
      roster_(parts.roster),
      matches_(parts.matches),
      events_(parts.events),
      authenticator_(parts.limiter),
      limits_(limits) {}

void Admission::set_tokens(Tokens tokens) {
  authenticator_.set_tokens(std::move(tokens));
  // A copy: expel() removes players from the roster.
  const std::vector<PlayerPtr> all = roster_.players();
  for (const PlayerPtr& player : all) {
    if (player->is_launched()) continue;
    const auto identity = authenticator_.find(player->credential());
    if (!identity || identity->name != player->name())
      expel(player, "its token is no longer known");
    else
      player->set_admin(identity->admin);
  }
}

void Admission::set_teams(TeamAccess teams) {
  authenticator_.set_teams(std::move(teams));
  const std::vector<PlayerPtr> all = roster_.players();
  for (const PlayerPtr& player : all) {
    if (player->is_launched()) continue;
    if (player->credential().empty()) {
      if (authenticator_.has_name(player->name()))
        expel(player, "its name is a team's now, which has a token");
    } else if (!authenticator_.find(player->credential())) {
      expel(player, "its token is no longer known");
    }
  }
  expel_barred();
}

void Admission::expel_barred() {
  if (!authenticator_.bars_somebody()) return;
  const std::vector<PlayerPtr> all = roster_.players();
  for (const PlayerPtr& player : all) {
    const auto why = player->is_launched() ? std::nullopt : authenticator_.barred(player->name());
    if (why && player->seats().current().empty()) expel(player, *why);
  }
}

PlayerPtr Admission::expect(const std::string& name, bool untimed) {
  PlayerPtr player = Player::launched(name, untimed);
  roster_.expect(player);
  return player;
}

// --- coming

void Admission::on_hello(Session& session, const wire::Hello& hello) {
  // Any minor version of the same major one is accepted.
  if (hello.version.major != wire::kProtocol.major) return refuse(session, wrong_version(hello.version));
  if (session.expected && session.expected->is_dismissed())  // its game was over before it came
    return sessions_.close(session, Goodbye{Goodbye::Code::kDone, kNothingToPlay});
  if (!hello.resume_key.empty()) return resume(session, hello);
  if (session.expected) return greet_expected(session, hello);
  greet_remote(session, hello);
}

void Admission::greet_expected(Session& session, const wire::Hello& hello) {
  // Whoever finds out a bot's token cannot use it: it is valid on the bot's private listener only.
  const PlayerPtr player = session.expected;
  if (hello.token.empty() || roster_.find_expected(hello.token) != player)
    return refuse(session, {Refused::Code::kToken, "the token is not the one that this bot was given"});
  player->set_games(hello.games);
  roster_.confirm(player);
  welcome(session, player, false);
}

void Admission::greet_remote(Session& session, const wire::Hello& hello) {
  if (const auto refused = pause(session)) return refuse(session, *refused);
  const auto verdict = authenticator_.identify(hello, session.connection->is_loopback());
  if (is_wrong_token(verdict)) note_wrong_token(session);
  if (const auto* refused = std::get_if<Refused>(&verdict)) return refuse(session, *refused);
  authenticator_.note_good_token(session.connection->origin());
  const PlayerPtr player = Player::remote(std::get<Identity>(verdict), hello);
  roster_.add(player);
  log_.info("welcomed " + session.connection->address() + " " + player->name());
  welcome(session, player, false);
}

void Admission::resume(Session& session, const wire::Hello& hello) {
  const PlayerPtr player = roster_.find_resuming(hello, session.expected);
  // A good key is accepted even while its address is paused: it cannot be guessed, and a match may depend on
  // it.
  if (!player) return refuse(session, refuse_resume(session, hello));
  if (matches_.has_resumed(*player, limits_.resumes))
    return refuse(session, {Refused::Code::kResume, "it has used all reconnections that a match allows"});
  // The old connection may still look open here: a peer can notice a broken network long before the server
  // does.
  sessions_.close(*player, {Goodbye::Code::kReplaced, "a newer connection took its place"});
  log_.info("resumed " + session.connection->address() + " " + player->name());
  welcome(session, player, true);
}

Refused Admission::refuse_resume(const Session& session, const wire::Hello& hello) {
  if (const auto paused = pause(session)) return *paused;
  // A wrong key with a good token is an old one, and no guess.
  if (is_wrong_token(authenticator_.identify(hello, session.connection->is_loopback())))
    note_wrong_token(session);
  return {Refused::Code::kResume, "there is no such session to resume"};
}

void Admission::refuse(Session& session, const Refused& refused) {
  log_.stranger("refused", "refused " + session.connection->address() + ": " + refused.sentence,
                base::clock_now());
  sessions_.close(session, refused);
}

std::optional<Refused> Admission::pause(const Session& session) const {
  if (!session.permit) return std::nullopt;
  return authenticator_.pause(session.connection->origin(), base::clock_now());
}

void Admission::note_wrong_token(const Session& session) {
  if (session.permit) authenticator_.note_wrong_token(session.connection->origin(), base::clock_now());
}

void Admission::welcome(Session& session, const PlayerPtr& player, bool resumed) {
  const Time now = base::clock_now();
  const ConnectionPtr connection = session.connection;  // the session may be gone before the end
  session.player = player;
  player->attach(connection, now);
  connection->allow_long_frames();
  connection->queue(
      wire::Welcome{wire::kProtocol, player->name(), player->resume_keys().renew(resumed), limits_, resumed});
  // A MatchEnd may have been lost with the old connection; a bot that has read it ignores the second one.
  // Sent before on_connected(), so that it comes ahead of the messages of current matches.
  if (resumed)
    for (const wire::MatchEnd& end : player->seats().recent_ends()) connection->queue(end);
  matches_.on_connected(player, now);
  connection->flush();
  events_.players_changed();
  events_.changed();
}

// --- going

void Admission::dismiss(const PlayerPtr& player) {
  player->dismiss();
  roster_.remove(player);
  events_.players_changed();
  sessions_.close(*player, {Goodbye::Code::kDone, kNothingToPlay});
}

void Admission::dismiss_remote(const std::string& sentence) {
  sessions_.close_public({Goodbye::Code::kStopping, sentence});
}

void Admission::expel(const PlayerPtr& player, const std::string& sentence) {
  roster_.remove(player);
  events_.players_changed();
  sessions_.close(*player, {Goodbye::Code::kKicked, sentence});
  matches_.fault(player, wire::Reason::kDisconnected, sentence);
}

}  // namespace quiver::net

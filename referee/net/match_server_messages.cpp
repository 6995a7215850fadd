// What peers say to the server, and what it answers.
#include <algorithm>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/net/match_server.hpp"

namespace quiver::net {

using base::seat;
using wire::Goodbye;
using wire::Reason;
using wire::Refused;

namespace {

std::string text(const wire::Version& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

}  // namespace

void MatchServer::on_message(Connection& from, const wire::ClientMessage& message, Time received) {
  const auto found = sessions_.find(from.number());
  if (found == sessions_.end()) return;
  if (!found->second.player) {
    if (const auto* hello = std::get_if<wire::Hello>(&message)) return greet(found->second, *hello);
    return from.fail(Goodbye::Code::kMalformed, "the first message has to be a Hello");
  }
  const PlayerPtr player = found->second.player;
  player->former_key.clear();  // it has read its Welcome
  player->failure.clear();
  const From said{*player, from, received, base::clock_now()};
  std::visit([&](const auto& one) { on(said, one); }, message);
}

// --- Hello

void MatchServer::refuse(Session& session, Refused::Code code, const std::string& sentence) {
  session.connection->close(Refused{code, sentence});
}

void MatchServer::turn_away(Session& session, const Refused& refused, bool wrong_token) {
  const std::uint64_t number = session.connection->number();
  if (wrong_token && session.visit)
    limiter_.note_wrong_token(session.connection->origin(), base::clock_now());
  log_.stranger("refused", "refused " + session.connection->address() + ": " + refused.sentence,
                base::clock_now());
  refuse(session, refused.code, refused.sentence);
  sessions_.erase(number);
}

std::optional<Refused> MatchServer::pause(const Session& session) const {
  if (!session.visit) return std::nullopt;
  const Duration left = limiter_.pause(session.connection->origin(), base::clock_now());
  if (left <= Duration::zero()) return std::nullopt;
  return Refused{Refused::Code::kTooMany,
                 "too many wrong tokens came from this address; try again in " +
                     base::format_duration(std::chrono::ceil<std::chrono::seconds>(left))};
}

std::optional<Refused> MatchServer::find_identity(const Session& session, const wire::Hello& hello,
                                                  Identity& identity) const {
  if (closed_) return Refused{Refused::Code::kStopping, *closed_};
  if (tokens_) {
    if (hello.token.empty())
      return Refused{Refused::Code::kToken,
                     "this referee asks everybody for a token: give --token-file FILE with the one that its "
                     "administrator gave you, or set QUIVER_TOKEN_FILE"};
    const auto known = tokens_->find(hello.token);
    if (!known) return Refused{Refused::Code::kToken, "the token is not known here"};
    identity = *known;
    return std::nullopt;
  }
  if (!session.connection->is_loopback())
    return Refused{Refused::Code::kNotLocal,
                   "this referee has no tokens and takes only bots of its own machine"};
  if (!hello.token.empty()) return Refused{Refused::Code::kToken, "the token is not known here"};
  if (std::string fault = base::name_fault(hello.name); !fault.empty())
    return Refused{Refused::Code::kName, std::move(fault)};
  identity = {hello.name, trusting_};
  return std::nullopt;
}

void MatchServer::greet(Session& session, const wire::Hello& hello) {
  if (hello.version.major != wire::kProtocol.major) {
    const Refused refused{Refused::Code::kVersion, "this referee speaks version " + text(wire::kProtocol) +
                                                       " of the protocol and any later " +
                                                       std::to_string(wire::kProtocol.major) + ".x, not " +
                                                       text(hello.version)};
    return turn_away(session, refused, false);
  }
  if (session.expected && session.expected->dismissed) {  // its game was over before it came
    const std::uint64_t number = session.connection->number();
    session.connection->close(Goodbye::Code::kDone, kNothingToPlay);
    sessions_.erase(number);
    return;
  }
  if (!hello.resume_key.empty()) return resume(session, hello);
  if (greet_expected(session, hello)) return;
  if (session.expected)
    return turn_away(session, {Refused::Code::kToken, "the token is not the one that this bot was given"},
                     false);
  if (const auto refused = pause(session)) return turn_away(session, *refused, false);
  Identity identity;
  if (const auto refused = find_identity(session, hello, identity))
    return turn_away(session, *refused, refused->code == Refused::Code::kToken);
  limiter_.note_good_token(session.connection->origin());
  auto player = std::make_shared<Player>();
  player->name = identity.name;
  player->admin = identity.admin;
  player->token = hello.token;
  player->games = hello.games;
  player->capacity = std::min(hello.capacity, 1024U);
  players_.push_back(player);
  log_.info("welcomed " + session.connection->address() + " " + player->name);
  seat_player(session, player, false);
}

bool MatchServer::greet_expected(Session& session, const wire::Hello& hello) {
  if (hello.token.empty()) return false;
  PlayerPtr known;
  for (const PlayerPtr& player : expected_)
    if (base::equal_in_constant_time(player->token, hello.token)) known = player;
  // Whoever finds a bot's token out has no use for it: it is good at the bot's private listener alone.
  if (!known || session.expected != known) return false;
  std::erase(expected_, known);
  known->games = hello.games;
  players_.push_back(known);
  seat_player(session, known, false);
  return true;
}

void MatchServer::resume(Session& session, const wire::Hello& hello) {
  PlayerPtr known;
  for (const PlayerPtr& player : players_) {
    const bool has_key = base::equal_in_constant_time(player->resume_key, hello.resume_key) ||
                         base::equal_in_constant_time(player->former_key, hello.resume_key);
    const bool right_door = session.expected == (player->launched ? player : nullptr);
    if (has_key && right_door && base::equal_in_constant_time(player->token, hello.token)) known = player;
  }
  const bool too_often =
      known &&
      std::any_of(known->match_seats.begin(), known->match_seats.end(), [&](const Player::MatchSeat& one) {
        return one.match_session->match().resumes(one.seat) >= limits_.resumes;
      });
  // A good key is let in even while its address is not listened to: it cannot be guessed, and a match may
  // depend on it. A wrong one with a good token is old, and no guess.
  if (!known) {
    Identity ignored;
    const auto refused = pause(session);
    const auto stranger = find_identity(session, hello, ignored);
    const bool guess = !refused && stranger && stranger->code == Refused::Code::kToken;
    const Refused no_session{Refused::Code::kResume, "there is no such session to take up again"};
    return turn_away(session, refused.value_or(no_session), guess);
  }
  if (too_often) {
    const Refused refused{Refused::Code::kResume, "it has come back as often as a match allows"};
    return turn_away(session, refused, false);
  }
  if (const auto old = std::exchange(known->connection, nullptr)) {
    sessions_.erase(old->number());
    old->close(Goodbye::Code::kReplaced, "a newer connection took its place");
  }
  log_.info("resumed " + session.connection->address() + " " + known->name);
  seat_player(session, known, true);
}

void MatchServer::seat_player(Session& session, const PlayerPtr& player, bool resumed) {
  const Time now = base::clock_now();
  session.player = player;
  player->has_come = true;
  session.connection->allow_long_frames();
  player->connection = session.connection;
  player->address = session.connection->address();
  // A Welcome may get lost like everything else: the last key that surely arrived is good until the bot
  // says something.
  if (resumed && player->former_key.empty()) player->former_key = player->resume_key;
  player->resume_key = base::secret_bytes(16);
  player->ping_sent.reset();
  player->quiet_since = now;
  const wire::Limits limits{wire::kMaxClientFrame, timeouts_.frame, timeouts_.ping, timeouts_.reconnect,
                            limits_.resumes};
  const auto connection = session.connection;  // the guest may be gone after this
  connection->queue(wire::Welcome{wire::kProtocol, player->name, player->resume_key, limits, resumed});
  // So may the end of a match; who has heard it does not know the match any more.
  if (resumed)
    for (std::size_t k = player->past.size() - std::min<std::size_t>(player->past.size(), player->capacity);
         k < player->past.size(); ++k)
      connection->queue(player->past[k]);
  const std::vector<Player::MatchSeat> match_seats = player->match_seats;
  for (const Player::MatchSeat& one : match_seats) {
    if (player->connection != connection) break;
    // Who dials in is not asked for games that it does not play; who is started for one may be the wrong bot.
    const std::string game(one.match_session->match().position().game_name());
    if (player->games.empty() || player->plays(game))
      introduce(*one.match_session, one.seat, now);
    else
      handle(*one.match_session, match::Faulted{one.seat, Reason::kNotReady, "it does not play " + game},
             now);
  }
  connection->flush();
  people_changed();
  changed();
}

// --- a player's messages

bool MatchServer::spend(const From& from) {
  if (from.player.message_budget.spend(from.now)) return true;
  from.connection.fail(Goodbye::Code::kFlood, "it sent too many messages that nobody asked for");
  return false;
}

void MatchServer::answer(const From& from, const wire::RefereeMessage& message) {
  from.connection.queue(message);
  from.connection.flush();
}

const Player::MatchSeat* MatchServer::match_seat(const From& from, wire::MatchId match) {
  Player& player = from.player;
  const auto found =
      std::find_if(player.match_seats.begin(), player.match_seats.end(),
                   [&](const Player::MatchSeat& one) { return one.match_session->match().id() == match; });
  if (found != player.match_seats.end()) return &*found;
  if (!spend(from)) return nullptr;
  const std::string sentence = "match " + std::to_string(match) + " is not one of its own";
  const bool over = std::any_of(player.past.begin(), player.past.end(),
                                [&](const wire::MatchEnd& one) { return one.match == match; });
  if (over) {
    answer(from, wire::Error{wire::Error::Code::kSettled, "the match is over", match});
  } else if (player.match_seats.empty()) {
    answer(from, wire::Error{wire::Error::Code::kOutOfTurn, sentence, match});
  } else if (const auto found_guest = sessions_.find(from.connection.number());
             found_guest != sessions_.end()) {
    const PlayerPtr self = found_guest->second.player;
    handle_all(self, [&](base::Seat s) { return match::Event{match::Misplaced{s, sentence}}; });
  }
  return nullptr;
}

void MatchServer::on(const From& from, const wire::Ready& message) {
  const Player::MatchSeat* at = match_seat(from, message.match);
  if (at == nullptr) return;
  const match::Match& match = at->match_session->match();
  if ((match.is_ready(at->seat) || match.is_out(at->seat)) && !spend(from)) return;
  handle(*at->match_session, match::GotReady{at->seat, message.title}, from.now);
}

void MatchServer::on(const From& from, const wire::Play& message) {
  const Player::MatchSeat* at = match_seat(from, message.match);
  if (at == nullptr) return;
  const match::Match& match = at->match_session->match();
  const bool asked_for = match.awaited() == at->seat && message.ply == match.position().ply();
  if (!asked_for && !spend(from)) return;
  if (asked_for && from.player.process != nullptr) from.player.process->on_answer();
  const Time received = std::min(from.received, from.now);
  handle(*at->match_session, match::Played{at->seat, message.ply, message.move, message.info, received},
         from.now);
  if (asked_for && !server_observers_.empty()) server_observers_.on_move_served(base::clock_now() - received);
}

void MatchServer::on(const From& from, const wire::Resign& message) {
  const Player::MatchSeat* at = match_seat(from, message.match);
  if (at == nullptr || (at->match_session->match().is_out(at->seat) && !spend(from))) return;
  handle(*at->match_session, match::Resigned{at->seat}, from.now);
}

void MatchServer::on(const From& from, const wire::Ping& message) {
  if (spend(from)) answer(from, wire::Pong{message.number});
}

void MatchServer::on(const From& from, const wire::Pong& message) {
  Player& player = from.player;
  if (message.number != player.ping_number || !player.ping_sent) {
    spend(from);
    return;
  }
  player.ping_sent.reset();
  player.quiet_since = from.now;
}

void MatchServer::on(const From& from, const wire::Error& message) {
  if (message.code != wire::Error::Code::kDesync || !message.match) {
    spend(from);
    return;
  }
  const std::string detail = "desync: " + base::escaped(message.sentence);
  from.player.failure = detail;
  const Player::MatchSeat* at = match_seat(from, *message.match);
  if (at == nullptr || (at->match_session->match().is_out(at->seat) && !spend(from))) return;
  handle(*at->match_session, match::Faulted{at->seat, Reason::kProtocolError, detail}, from.now);
}

void MatchServer::on(const From& from, const wire::Failed& message) {
  const std::string detail = "it says: " + base::escaped(message.sentence);
  from.player.failure = detail;  // the match may be over by now; the process that says so ends all the same
  const Player::MatchSeat* at = match_seat(from, message.match);
  if (at == nullptr || (at->match_session->match().is_out(at->seat) && !spend(from))) return;
  handle(*at->match_session, match::Faulted{at->seat, Reason::kCrashed, detail}, from.now);
}

void MatchServer::on(const From& from, const wire::Hello&) {
  from.connection.fail(Goodbye::Code::kMalformed, "a second Hello");
}

// --- administrators

bool MatchServer::refuse_stranger(const From& from) {
  if (from.player.admin) return false;
  if (spend(from))
    answer(from,
           wire::Error{wire::Error::Code::kRequest, "only an administrator may ask for this", std::nullopt});
  return true;
}

void MatchServer::on(const From& from, const wire::Order& message) {
  if (refuse_stranger(from)) return;
  if (listener_ != nullptr && !closed_)
    return listener_->on_order(from.connection.shared_from_this(), message);
  answer(from, wire::Error{wire::Error::Code::kRequest, "no orders are taken here", std::nullopt});
}

void MatchServer::on(const From& from, const wire::List&) {
  if (!refuse_stranger(from)) answer(from, listing());
}

wire::Listing MatchServer::listing() const {
  wire::Listing out;
  for (const PlayerPtr& player : players_)
    if (!player->games.empty())
      out.competitors.push_back({player->name, player->address, player->games, player->capacity,
                                 static_cast<std::uint32_t>(player->match_seats.size()),
                                 player->connected()});
  const Time now = base::clock_now();
  for (const auto& [number, match_session] : matches_) {
    if (match_session->over()) continue;
    const match::Match& match = match_session->match();
    wire::Listing::Match one{
        number, match.record_id(),      std::string(match.position().game_name()),
        {},     match.position().ply(), std::chrono::duration<double>(now - match_session->began()).count()};
    for (unsigned s = 0; s < match.num_seats(); ++s) one.names.push_back(match.name(seat(s)));
    out.matches.push_back(std::move(one));
  }
  std::sort(out.matches.begin(), out.matches.end(),
            [](const auto& a, const auto& b) { return a.match < b.match; });
  if (listener_ != nullptr) out.orders = listener_->orders();
  return out;
}

void MatchServer::on(const From& from, const wire::Kick& message) {
  if (refuse_stranger(from)) return;
  std::vector<PlayerPtr> found;
  for (const PlayerPtr& player : players_)
    if (player->name == message.name && !player->games.empty()) found.push_back(player);
  if (found.empty())
    return answer(
        from, wire::Error{wire::Error::Code::kRequest,
                          "there is nobody called " + base::quoted(message.name) + " here", std::nullopt});
  for (const PlayerPtr& player : found) {
    turn_out(player, "an administrator closed its connection");
  }
  log_.info("kicked " + message.name);
  answer(from, wire::Done{message.name + " is out"});
}

void MatchServer::on(const From& from, const wire::Abort& message) {
  if (refuse_stranger(from)) return;
  if (abort(message.match, "an administrator ended the match"))
    return answer(from, wire::Done{"match " + std::to_string(message.match) + " is void"});
  answer(from, wire::Error{wire::Error::Code::kRequest,
                           "there is no match " + std::to_string(message.match) + " here", std::nullopt});
}

void MatchServer::on(const From& from, const wire::Cancel& message) {
  if (refuse_stranger(from)) return;
  const std::string which = "order " + std::to_string(message.order);
  if (listener_ == nullptr || !listener_->on_cancel(message.order))
    return answer(
        from, wire::Error{wire::Error::Code::kRequest,
                          "there is no " + which + " here; admin list shows those there are", std::nullopt});
  log_.info("cancelled " + which);
  answer(from, wire::Done{which + " is cancelled"});
}

}  // namespace quiver::net

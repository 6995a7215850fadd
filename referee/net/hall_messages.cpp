// What peers say to the hall, and what it answers.
#include <algorithm>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/net/hall.hpp"

namespace quiver::net {

using base::seat;
using wire::Goodbye;
using wire::Reason;
using wire::Refused;

namespace {

Time clock_now() { return std::chrono::steady_clock::now(); }

std::string text(const wire::Version& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

}  // namespace

void Hall::on_message(Connection& from, const wire::ClientMessage& message, std::optional<Time> received) {
  const auto found = guests_.find(from.number());
  if (found == guests_.end()) return;
  if (!found->second.player) {
    if (const auto* hello = std::get_if<wire::Hello>(&message)) return greet(found->second, *hello);
    return from.fail(Goodbye::Code::kMalformed, "the first message has to be a Hello");
  }
  const PlayerPtr player = found->second.player;
  player->former_key.clear();  // it has read its Welcome
  const From said{*player, from, received, clock_now()};
  std::visit([&](const auto& one) { on(said, one); }, message);
}

// --- Hello

void Hall::refuse(Guest& guest, Refused::Code code, const std::string& sentence) {
  guest.connection->close(Refused{code, sentence});
}

void Hall::turn_away(Guest& guest, const Refused& refused, bool wrong_token) {
  const std::uint64_t number = guest.connection->number();
  if (wrong_token && guest.visit) origins_.note_wrong_token(guest.connection->origin(), clock_now());
  log_.info("refused " + guest.connection->address() + ": " + refused.sentence);
  refuse(guest, refused.code, refused.sentence);
  guests_.erase(number);
}

std::optional<Refused> Hall::pause(const Guest& guest) const {
  if (!guest.visit) return std::nullopt;
  const Duration left = origins_.pause(guest.connection->origin(), clock_now());
  if (left <= Duration::zero()) return std::nullopt;
  return Refused{Refused::Code::kTooMany,
                 "too many wrong tokens came from this address; try again in " +
                     base::format_duration(std::chrono::ceil<std::chrono::seconds>(left))};
}

std::optional<Refused> Hall::find_identity(const Guest& guest, const wire::Hello& hello,
                                           Identity& identity) const {
  if (closed_) return Refused{Refused::Code::kStopping, *closed_};
  if (tokens_) {
    const auto known = tokens_->find(hello.token);
    if (!known) return Refused{Refused::Code::kToken, "the token is not known here"};
    identity = *known;
    return std::nullopt;
  }
  if (!guest.connection->is_loopback())
    return Refused{Refused::Code::kNotLocal,
                   "this referee has no tokens and takes only bots of its own machine"};
  if (!hello.token.empty()) return Refused{Refused::Code::kToken, "the token is not known here"};
  if (!base::is_name(hello.name))
    return Refused{Refused::Code::kName,
                   base::quoted(hello.name) +
                       " is not a name: 1 to 32 letters, digits, '.', '_' or '-', no leading dot"};
  identity = {hello.name, trusting_};
  return std::nullopt;
}

void Hall::greet(Guest& guest, const wire::Hello& hello) {
  if (hello.version.major != wire::kProtocol.major) {
    const Refused refused{Refused::Code::kVersion, "this referee speaks version " + text(wire::kProtocol) +
                                                       " of the protocol and any later " +
                                                       std::to_string(wire::kProtocol.major) + ".x, not " +
                                                       text(hello.version)};
    return turn_away(guest, refused, false);
  }
  if (!hello.resume_key.empty()) return resume(guest, hello);
  if (greet_expected(guest, hello)) return;
  if (guest.door)
    return turn_away(guest, {Refused::Code::kToken, "the token is not the one that this bot was given"},
                     false);
  if (const auto refused = pause(guest)) return turn_away(guest, *refused, false);
  Identity identity;
  if (const auto refused = find_identity(guest, hello, identity))
    return turn_away(guest, *refused, refused->code == Refused::Code::kToken);
  origins_.note_good_token(guest.connection->origin());
  auto player = std::make_shared<Player>();
  player->name = identity.name;
  player->admin = identity.admin;
  player->token = hello.token;
  player->games = hello.games;
  player->capacity = std::min(hello.capacity, 1024U);
  players_.push_back(player);
  log_.info("welcomed " + guest.connection->address() + " " + player->name);
  seat_guest(guest, player, false);
}

bool Hall::greet_expected(Guest& guest, const wire::Hello& hello) {
  if (hello.token.empty()) return false;
  PlayerPtr known;
  for (const PlayerPtr& player : expected_)
    if (base::equal_in_constant_time(player->token, hello.token)) known = player;
  // Whoever finds a bot's token out has no use for it: it is good at the bot's own door alone.
  if (!known || guest.door != known) return false;
  std::erase(expected_, known);
  known->games = hello.games;
  players_.push_back(known);
  seat_guest(guest, known, false);
  return true;
}

void Hall::resume(Guest& guest, const wire::Hello& hello) {
  PlayerPtr known;
  for (const PlayerPtr& player : players_) {
    const bool has_key = base::equal_in_constant_time(player->resume_key, hello.resume_key) ||
                         base::equal_in_constant_time(player->former_key, hello.resume_key);
    const bool right_door = guest.door == (player->launched ? player : nullptr);
    if (has_key && right_door && base::equal_in_constant_time(player->token, hello.token)) known = player;
  }
  const bool too_often =
      known && std::any_of(known->sittings.begin(), known->sittings.end(), [&](const Player::Sitting& one) {
        return one.table->match().resumes(one.seat) >= bounds_.resumes;
      });
  // A good key is let in even while its address is not listened to: it cannot be guessed, and a match may
  // depend on it. A wrong one with a good token is old, and no guess.
  if (!known) {
    Identity ignored;
    const auto refused = pause(guest);
    const auto stranger = find_identity(guest, hello, ignored);
    const bool guess = !refused && stranger && stranger->code == Refused::Code::kToken;
    const Refused no_session{Refused::Code::kResume, "there is no such session to take up again"};
    return turn_away(guest, refused.value_or(no_session), guess);
  }
  if (too_often) {
    const Refused refused{Refused::Code::kResume, "it has come back as often as a match allows"};
    return turn_away(guest, refused, false);
  }
  if (const auto old = std::exchange(known->connection, nullptr)) {
    guests_.erase(old->number());
    old->close(Goodbye::Code::kReplaced, "a newer connection took its place");
  }
  log_.info("resumed " + guest.connection->address() + " " + known->name);
  seat_guest(guest, known, true);
}

void Hall::seat_guest(Guest& guest, const PlayerPtr& player, bool resumed) {
  const Time now = clock_now();
  guest.player = player;
  guest.connection->allow_long_frames();
  player->connection = guest.connection;
  player->address = guest.connection->address();
  // A Welcome may get lost like everything else: the last key that surely arrived is good until the bot
  // says something.
  if (resumed && player->former_key.empty()) player->former_key = player->resume_key;
  player->resume_key = base::secret_bytes(16);
  player->ping_sent.reset();
  player->quiet_since = now;
  const wire::Limits limits{wire::kMaxClientFrame, patience_.frame, patience_.ping, patience_.reconnect,
                            bounds_.resumes};
  const auto connection = guest.connection;  // the guest may be gone after this
  connection->queue(wire::Welcome{wire::kProtocol, player->name, player->resume_key, limits, resumed});
  // So may the end of a match; who has heard it does not know the match any more.
  if (resumed)
    for (std::size_t k = player->past.size() - std::min<std::size_t>(player->past.size(), player->capacity);
         k < player->past.size(); ++k)
      connection->queue(player->past[k]);
  const std::vector<Player::Sitting> sittings = player->sittings;
  for (const Player::Sitting& one : sittings) {
    if (player->connection != connection) break;
    // Who dials in is not asked for games that it does not play; who is started for one may be the wrong bot.
    const std::string game(one.table->match().position().game_name());
    if (player->games.empty() || player->plays(game))
      introduce(*one.table, one.seat, now);
    else
      handle(*one.table, match::Faulted{one.seat, Reason::kNotReady, "it does not play " + game}, now);
  }
  connection->flush();
  people_changed();
  changed();
}

// --- a player's messages

bool Hall::spend(const From& from) {
  if (from.player.allowance.spend(from.now)) return true;
  from.connection.fail(Goodbye::Code::kFlood, "it sent too many messages that nobody asked for");
  return false;
}

void Hall::answer(const From& from, const wire::RefereeMessage& message) {
  from.connection.queue(message);
  from.connection.flush();
}

const Player::Sitting* Hall::sitting(const From& from, wire::MatchId match) {
  Player& player = from.player;
  const auto found =
      std::find_if(player.sittings.begin(), player.sittings.end(),
                   [&](const Player::Sitting& one) { return one.table->match().id() == match; });
  if (found != player.sittings.end()) return &*found;
  if (!spend(from)) return nullptr;
  const std::string sentence = "match " + std::to_string(match) + " is not one of its own";
  const bool over = std::any_of(player.past.begin(), player.past.end(),
                                [&](const wire::MatchEnd& one) { return one.match == match; });
  if (over) {
    answer(from, wire::Error{wire::Error::Code::kSettled, "the match is over", match});
  } else if (player.sittings.empty()) {
    answer(from, wire::Error{wire::Error::Code::kOutOfTurn, sentence, match});
  } else if (const auto found_guest = guests_.find(from.connection.number()); found_guest != guests_.end()) {
    const PlayerPtr self = found_guest->second.player;
    handle_all(self, [&](base::Seat s) { return match::Event{match::Misplaced{s, sentence}}; });
  }
  return nullptr;
}

void Hall::on(const From& from, const wire::Ready& message) {
  const Player::Sitting* at = sitting(from, message.match);
  if (at == nullptr) return;
  const match::Match& match = at->table->match();
  if ((match.is_ready(at->seat) || match.is_out(at->seat)) && !spend(from)) return;
  handle(*at->table, match::GotReady{at->seat, message.title}, from.now);
}

void Hall::on(const From& from, const wire::Play& message) {
  const Player::Sitting* at = sitting(from, message.match);
  if (at == nullptr) return;
  const match::Match& match = at->table->match();
  const bool asked_for = match.awaited() == at->seat && message.ply == match.position().ply();
  if (!asked_for && !spend(from)) return;
  // Without a stamp of the kernel's nobody can say that it was late, unless the verdict is in already.
  Time received = from.now;
  if (from.received)
    received = std::min(*from.received, from.now);
  else if (const auto deadline = match.deadline())
    received = std::min(from.now, *deadline);
  handle(*at->table, match::Played{at->seat, message.ply, message.move, message.info, received}, from.now);
  if (asked_for && onlooker_ != nullptr)
    onlooker_->on_served(clock_now() - std::min(from.received.value_or(from.now), from.now));
}

void Hall::on(const From& from, const wire::Resign& message) {
  const Player::Sitting* at = sitting(from, message.match);
  if (at == nullptr || (at->table->match().is_out(at->seat) && !spend(from))) return;
  handle(*at->table, match::Resigned{at->seat}, from.now);
}

void Hall::on(const From& from, const wire::Ping& message) {
  if (spend(from)) answer(from, wire::Pong{message.number});
}

void Hall::on(const From& from, const wire::Pong& message) {
  Player& player = from.player;
  if (message.number != player.ping_number || !player.ping_sent) {
    spend(from);
    return;
  }
  player.ping_sent.reset();
  player.quiet_since = from.now;
}

void Hall::on(const From& from, const wire::Error& message) {
  if (message.code != wire::Error::Code::kDesync || !message.match) {
    spend(from);
    return;
  }
  const Player::Sitting* at = sitting(from, *message.match);
  if (at == nullptr || (at->table->match().is_out(at->seat) && !spend(from))) return;
  const std::string detail = "desync: " + base::escaped(message.sentence);
  handle(*at->table, match::Faulted{at->seat, Reason::kProtocolError, detail}, from.now);
}

void Hall::on(const From& from, const wire::Failed& message) {
  const Player::Sitting* at = sitting(from, message.match);
  if (at == nullptr || (at->table->match().is_out(at->seat) && !spend(from))) return;
  handle(*at->table,
         match::Faulted{at->seat, Reason::kCrashed, "it says: " + base::escaped(message.sentence)}, from.now);
}

void Hall::on(const From& from, const wire::Hello&) {
  from.connection.fail(Goodbye::Code::kMalformed, "a second Hello");
}

// --- administrators

bool Hall::refuse_stranger(const From& from) {
  if (from.player.admin) return false;
  if (spend(from))
    answer(from,
           wire::Error{wire::Error::Code::kRequest, "only an administrator may ask for this", std::nullopt});
  return true;
}

void Hall::on(const From& from, const wire::Order& message) {
  if (refuse_stranger(from)) return;
  if (listener_ != nullptr && !closed_)
    return listener_->on_order(from.connection.shared_from_this(), message);
  answer(from, wire::Error{wire::Error::Code::kRequest, "no orders are taken here", std::nullopt});
}

void Hall::on(const From& from, const wire::List&) {
  if (!refuse_stranger(from)) answer(from, listing());
}

wire::Listing Hall::listing() const {
  wire::Listing out;
  for (const PlayerPtr& player : players_)
    if (!player->games.empty())
      out.competitors.push_back({player->name, player->address, player->games, player->capacity,
                                 static_cast<std::uint32_t>(player->sittings.size()), player->connected()});
  const Time now = clock_now();
  for (const auto& [number, table] : tables_) {
    if (table->over()) continue;
    const match::Match& match = table->match();
    wire::Listing::Match one{
        number, match.record_id(),      std::string(match.position().game_name()),
        {},     match.position().ply(), std::chrono::duration<double>(now - table->began()).count()};
    for (unsigned s = 0; s < match.num_seats(); ++s) one.names.push_back(match.name(seat(s)));
    out.matches.push_back(std::move(one));
  }
  std::sort(out.matches.begin(), out.matches.end(),
            [](const auto& a, const auto& b) { return a.match < b.match; });
  return out;
}

void Hall::on(const From& from, const wire::Kick& message) {
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

void Hall::on(const From& from, const wire::Abort& message) {
  if (refuse_stranger(from)) return;
  if (abort(message.match, "an administrator ended the match"))
    return answer(from, wire::Done{"match " + std::to_string(message.match) + " is void"});
  answer(from, wire::Error{wire::Error::Code::kRequest,
                           "there is no match " + std::to_string(message.match) + " here", std::nullopt});
}

}  // namespace quiver::net

// People in the server: players without a connection, for whom somebody else here speaks.
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/net/match_server.hpp"

namespace quiver::net {

using base::bad_input;
using base::Result;

std::string MatchServer::add_person(const std::string& name) {
  auto player = std::make_shared<Player>();
  player->name = name;
  player->person = base::hex(std::string_view(base::secret_bytes(16)));
  people_[player->person] = player;
  return player->person;
}

void MatchServer::remove_person(const std::string& key) {
  const PlayerPtr player = find_person(key);
  if (!player) return;
  people_.erase(key);
  player->present = false;
  fault(player, wire::Reason::kDisconnected, "it left");
}

PlayerPtr MatchServer::find_person(const std::string& key) const {
  const auto found = people_.find(key);
  return found == people_.end() ? nullptr : found->second;
}

void MatchServer::set_present(const std::string& key, bool present) {
  const PlayerPtr player = find_person(key);
  if (!player || player->present == present) return;
  player->present = present;
  const Time now = base::clock_now();
  const std::vector<Player::MatchSeat> match_seats = player->match_seats;
  for (const Player::MatchSeat& one : match_seats) {
    if (present)
      introduce(*one.match_session, one.seat, now);
    else
      handle(*one.match_session, match::Lost{one.seat}, now);
  }
}

Result<Player::MatchSeat> MatchServer::seat_of(const std::string& key) const {
  const PlayerPtr player = find_person(key);
  if (!player || player->match_seats.empty()) return bad_input("there is no game that you play in");
  const Player::MatchSeat at = player->match_seats.front();
  if (at.match_session->match().is_out(at.seat)) return bad_input("you are out of this game");
  return at;
}

Result<void> MatchServer::move(const std::string& key, std::uint32_t ply, const games::Move& move) {
  const auto at = seat_of(key);
  if (!at) return at.error();
  const match::Match& match = at->match_session->match();
  if (match.awaited() != at->seat) return bad_input("it is not your turn");
  if (ply != match.position().ply()) return bad_input("the position is another one by now; choose again");
  if (const auto verdict = match.position().check(move); !verdict)
    return base::Error{base::Error::Code::kIllegal, verdict.error().sentence};
  const Time now = base::clock_now();
  handle(*at->match_session, match::Played{at->seat, ply, move, {}, now}, now);
  if (match.reason(at->seat) == wire::Reason::kTimeout) return bad_input("your clock has run out");
  return {};
}

Result<void> MatchServer::resign(const std::string& key) {
  const auto at = seat_of(key);
  if (!at) return at.error();
  handle(*at->match_session, match::Resigned{at->seat}, base::clock_now());
  return {};
}

}  // namespace quiver::net

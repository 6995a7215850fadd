#include "referee/net/person_players.hpp"

namespace quiver::net {

using base::bad_input;
using base::Result;

std::string PersonPlayers::add(const std::string& name) {
  const PlayerPtr player = Player::person(name);
  people_[player->credential()] = player;
  return player->credential();
}

void PersonPlayers::remove(const std::string& key) {
  const PlayerPtr player = find(key);
  if (!player) return;
  people_.erase(player->credential());
  player->set_present(false);
  matches_.fault(player, wire::Reason::kDisconnected, "it left");
}

PlayerPtr PersonPlayers::find(const std::string& key) const {
  const auto found = people_.find(key);
  return found == people_.end() ? nullptr : found->second;
}

void PersonPlayers::set_present(const std::string& key, bool present) {
  const PlayerPtr player = find(key);
  if (!player || player->is_connected() == present) return;
  player->set_present(present);
  if (present)
    matches_.on_connected(player, base::clock_now());
  else
    matches_.on_lost(player);
}

Result<MatchSeat> PersonPlayers::seat_of(const std::string& key) const {
  const PlayerPtr player = find(key);
  if (!player || player->seats().current().empty()) return bad_input("there is no game that you play in");
  const MatchSeat at = player->seats().current().front();
  if (matches_.find(at.match)->match().is_out(at.seat)) return bad_input("you are out of this game");
  return at;
}

Result<void> PersonPlayers::move(const std::string& key, std::uint32_t ply, const games::Move& move) {
  const auto at = seat_of(key);
  if (!at) return at.error();
  const match::Match& match = matches_.find(at->match)->match();
  if (match.awaited() != at->seat) return bad_input("it is not your turn");
  if (ply != match.position().ply()) return bad_input("the position has changed; choose again");
  // Checked here, so that an illegal move never reaches the match, where it would cost the game.
  if (const auto verdict = match.position().check(move); !verdict)
    return base::Error{base::Error::Code::kIllegal, verdict.error().sentence};
  const Time now = base::clock_now();
  matches_.handle(at->match, match::Played{at->seat, ply, move, {}, now}, now);
  if (match.reason(at->seat) == wire::Reason::kTimeout) return bad_input("your clock has run out");
  return {};
}

Result<void> PersonPlayers::resign(const std::string& key) {
  const auto at = seat_of(key);
  if (!at) return at.error();
  matches_.handle(at->match, match::Resigned{at->seat}, base::clock_now());
  return {};
}

}  // namespace quiver::net

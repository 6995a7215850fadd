#include "referee/net/person_players.hpp"

namespace quiver::net {

using base::bad_input;
using base::Result;

namespace {

constexpr const char* kTakenBack = "a move was taken back, and the game goes on in another match";

// The first `count` of them, in notation. Eliminations are part of no opening.
Result<std::string> moves_of(const std::vector<wire::Record::Entry>& entries, std::size_t count) {
  std::string moves;
  for (std::size_t k = 0; k < count; ++k) {
    if (games::is_elimination(entries[k].notation))
      return bad_input("this is not possible any more, because a player was eliminated before");
    moves += (moves.empty() ? "" : " ") + entries[k].notation;
  }
  return moves;
}

}  // namespace

bool is_taken_back(const wire::Record& record) {
  return record.end == wire::End::kVoid && record.sentence == std::string("void: ") + kTakenBack;
}

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

Result<std::string> PersonPlayers::moves_before_last(const std::string& key) const {
  const auto at = seat_of(key);
  if (!at) return at.error();
  const auto& entries = matches_.find(at->match)->match().entries();
  std::size_t last = entries.size();
  while (last > 0 && entries[last - 1].seat != at->seat) --last;
  if (last == 0) return bad_input("you have not moved yet");
  return moves_of(entries, last - 1);
}

Result<std::string> PersonPlayers::moves_to_answer(const std::string& key) const {
  const auto at = seat_of(key);
  if (!at) return at.error();
  const match::Match& match = matches_.find(at->match)->match();
  if (match.awaited() != at->seat) return bad_input("it is not your turn");
  return moves_of(match.entries(), match.entries().size());
}

Result<void> PersonPlayers::take_back(const std::string& key) {
  const auto at = seat_of(key);
  if (!at) return at.error();
  if (!matches_.abort(at->match, kTakenBack)) return bad_input("the game is over");
  return {};
}

Result<void> PersonPlayers::resign(const std::string& key) {
  const auto at = seat_of(key);
  if (!at) return at.error();
  matches_.handle(at->match, match::Resigned{at->seat}, base::clock_now());
  return {};
}

}  // namespace quiver::net

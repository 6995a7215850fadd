#include "referee/net/players/roster.hpp"

#include <algorithm>

#include "client_sdk/base/random.hpp"

namespace quiver::net {

void Roster::confirm(const PlayerPtr& player) {
  std::erase(expected_, player);
  players_.push_back(player);
}

void Roster::remove(const PlayerPtr& player) {
  std::erase(expected_, player);
  std::erase(players_, player);
}

PlayerPtr Roster::find_expected(std::string_view token) const {
  // No early return, here and below: the time of an answer must not tell how far a secret was searched.
  PlayerPtr found;
  for (const PlayerPtr& player : expected_)
    if (base::equal_in_constant_time(player->credential(), token)) found = player;
  return found;
}

PlayerPtr Roster::find_resuming(const wire::Hello& hello, const PlayerPtr& expected) const {
  PlayerPtr found;
  for (const PlayerPtr& player : players_) {
    const bool has_key = player->resume_keys().accept(hello.resume_key);
    const bool right_listener = expected == (player->is_launched() ? player : nullptr);
    if (has_key && right_listener && base::equal_in_constant_time(player->credential(), hello.token))
      found = player;
  }
  return found;
}

std::vector<PlayerPtr> Roster::competitors(std::string_view name) const {
  // An administrator's session names no games and cannot be kicked or listed.
  std::vector<PlayerPtr> found;
  for (const PlayerPtr& player : players_)
    if (player->name() == name && !player->games().empty()) found.push_back(player);
  return found;
}

PlayerPtr Roster::find_free(std::string_view name, std::string_view game) const {
  const auto found = std::find_if(players_.begin(), players_.end(), [&](const PlayerPtr& player) {
    return player->is_remote() && player->name() == name && player->is_connected() && player->is_free() &&
           player->plays(game);
  });
  return found == players_.end() ? nullptr : *found;
}

bool Roster::is_present(std::string_view name, std::string_view game) const {
  // One that is in a match counts as present even while its connection is lost: it may come back.
  return std::any_of(players_.begin(), players_.end(), [&](const PlayerPtr& player) {
    return player->is_remote() && !player->is_reserved() && player->name() == name && player->plays(game) &&
           (player->is_connected() || !player->seats().current().empty());
  });
}

bool Roster::is_connected(std::string_view name) const {
  const std::vector<PlayerPtr> all = competitors(name);
  return std::any_of(all.begin(), all.end(),
                     [](const PlayerPtr& player) { return player->is_remote() && player->is_connected(); });
}

std::vector<std::string> Roster::remote_players(std::string_view game) const {
  std::vector<std::string> names;
  for (const PlayerPtr& player : players_)
    if (player->is_remote() && player->is_connected() && player->plays(game)) names.push_back(player->name());
  return names;
}

std::vector<PlayerPtr> Roster::waiting(Time now, Duration rest) const {
  std::vector<PlayerPtr> all;
  for (const PlayerPtr& player : players_)
    if (player->is_remote() && player->is_connected() && player->is_free() &&
        now - player->seats().free_since() >= rest)
      all.push_back(player);
  std::stable_sort(all.begin(), all.end(), [](const PlayerPtr& a, const PlayerPtr& b) {
    return a->seats().free_since() < b->seats().free_since();
  });
  return all;
}

bool Roster::forget_absent(Time now, Duration reconnect) {
  const auto is_gone = [&](const PlayerPtr& player) {
    // The time without a connection is not measured by itself; the last sign of life is close enough.
    const Time since = std::max(player->pings().last_activity(), player->seats().free_since());
    return player->is_remote() && !player->is_connected() && player->seats().current().empty() &&
           now - since > reconnect;
  };
  return std::erase_if(players_, is_gone) > 0;
}

void Roster::forgive(Duration stall, Time now) {
  for (const PlayerPtr& player : players_) player->pings().forgive(stall, now);
}

void Roster::add_to(wire::Listing& listing) const {
  for (const PlayerPtr& player : players_)
    if (!player->games().empty())
      listing.competitors.push_back(
          {player->name(), player->address(), player->games(), player->seats().capacity(),
           static_cast<std::uint32_t>(player->seats().current().size()), player->is_connected()});
}

}  // namespace quiver::net

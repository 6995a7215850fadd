// The bots that the server knows: those that have said Hello and may reconnect, and launched ones that are
// expected.
//
// Finds them by name, by token and by resume key; secrets are compared in constant time. People are not in it
// (person_players.hpp). Time is passed in; one thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/net/players/player.hpp"

namespace quiver::net {

class Roster {
 public:
  // A remote bot that has been welcomed.
  void add(const PlayerPtr& player) { players_.push_back(player); }
  // A launched bot that has yet to say Hello.
  void expect(const PlayerPtr& player) { expected_.push_back(player); }
  // The expected bot has said Hello: its token is not good for a second one.
  void confirm(const PlayerPtr& player);
  // It cannot reconnect any more.
  void remove(const PlayerPtr& player);

  // The launched bot that was started with this token; null if there is none.
  [[nodiscard]] PlayerPtr find_expected(std::string_view token) const;
  // The bot that this key and token belong to. `expected` is the bot whose private listener the peer came
  // through, or null: a launched bot resumes through its own listener, all others through the public one.
  [[nodiscard]] PlayerPtr find_resuming(const wire::Hello& hello, const PlayerPtr& expected) const;

  // All that have said Hello.
  [[nodiscard]] const std::vector<PlayerPtr>& players() const { return players_; }
  // Those of them with this name that play games: not administrators, who name none.
  [[nodiscard]] std::vector<PlayerPtr> competitors(std::string_view name) const;
  // A remote bot of this name that is connected, plays this game and is free; null if there is none.
  [[nodiscard]] PlayerPtr find_free(std::string_view name, std::string_view game) const;
  // A remote bot of this name that plays this game is known, connected or in a match.
  [[nodiscard]] bool is_present(std::string_view name, std::string_view game) const;
  // Whether a remote bot of this name is connected, whatever it plays.
  [[nodiscard]] bool is_connected(std::string_view name) const;
  // The names of the remote bots that are connected and play this game.
  [[nodiscard]] std::vector<std::string> remote_players(std::string_view game) const;
  // The remote bots that are free and whose last match ended at least `rest` ago, the longest waiting first.
  [[nodiscard]] std::vector<PlayerPtr> waiting(Time now, Duration rest) const;

  // Removes remote bots that are disconnected, have no seat and have been away for longer than this. Returns
  // whether there were any.
  bool forget_absent(Time now, Duration reconnect);
  // The referee was stalled for this time, which does not count against any player.
  void forgive(Duration stall, Time now);
  // For administrators.
  void add_to(wire::Listing& listing) const;

 private:
  std::vector<PlayerPtr> players_;
  std::vector<PlayerPtr> expected_;
};

}  // namespace quiver::net

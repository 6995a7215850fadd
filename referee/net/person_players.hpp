// The people who play: players without a connection, for whom other code speaks by calls.
//
// A person is found by its key and by nothing else, and sits in at most one match. A wrong call is refused
// with a sentence and changes nothing, so nobody loses a game by a wrong click. One thread.
#pragma once

#include <string>
#include <unordered_map>

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/position.hpp"
#include "referee/net/match_runner.hpp"
#include "referee/net/players/player.hpp"

namespace quiver::net {

// The record of a match that take_back() has ended: nobody is told of it, and it is stored nowhere.
bool is_taken_back(const wire::Record& record);

class PersonPlayers {
 public:
  // `matches` must outlive it.
  explicit PersonPlayers(MatchRunner& matches) : matches_(matches) {}

  // Adds a person, who is not present yet, and returns the key.
  std::string add(const std::string& name);
  // The person leaves for good, and so its match if it plays one.
  void remove(const std::string& key);
  // Null if there is none.
  [[nodiscard]] PlayerPtr find(const std::string& key) const;

  // Whether somebody speaks for the person just now. For its match this is a connection that comes and goes.
  void set_present(const std::string& key, bool present);
  // Refused if the person has no game, it is not its turn, the ply is another one or the move is illegal.
  base::Result<void> move(const std::string& key, std::uint32_t ply, const games::Move& move);
  base::Result<void> resign(const std::string& key);
  // The moves of the person's game before its own last one, in notation. Refused if it has none, or if a seat
  // was eliminated before that: such a position is no opening.
  [[nodiscard]] base::Result<std::string> moves_before_last(const std::string& key) const;
  // All moves so far, if it is the person's turn.
  [[nodiscard]] base::Result<std::string> moves_to_answer(const std::string& key) const;
  // Ends the person's game as void, because it goes on from an earlier position as another match.
  base::Result<void> take_back(const std::string& key);

 private:
  // The seat of a person who plays and is not eliminated.
  [[nodiscard]] base::Result<MatchSeat> seat_of(const std::string& key) const;

  MatchRunner& matches_;
  std::unordered_map<std::string, PlayerPtr> people_;  // by key
};

}  // namespace quiver::net

// The boards that the lobby plays on: the default board of each game, built and encoded once.
#pragma once

#include <map>
#include <string>

#include "referee/net/match_session.hpp"

namespace quiver::run {

struct LobbyBoard {
  games::Position start;
  net::EncodedStartPtr encoded;
};

// Lives on the referee's thread. References stay valid as long as this object.
class LobbyBoards {
 public:
  // `game` is the name of a game.
  const LobbyBoard& of(const std::string& game);

 private:
  std::map<std::string, LobbyBoard> boards_;
};

}  // namespace quiver::run

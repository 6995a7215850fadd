// The boards that the lobby plays on: of each game the default one, made once and encoded once.
#pragma once

#include <map>
#include <string>

#include "referee/net/match_session.hpp"

namespace quiver::run {

struct LobbyBoard {
  games::Position start;
  net::EncodedStartPtr encoded;
};

class LobbyBoards {
 public:
  // There is a game of that name.
  const LobbyBoard& of(const std::string& game);

 private:
  std::map<std::string, LobbyBoard> boards_;
};

}  // namespace quiver::run

#include "referee/run/lobby_boards.hpp"

namespace quiver::run {

const LobbyBoard& LobbyBoards::of(const std::string& game) {
  auto found = boards_.find(game);
  if (found == boards_.end()) {
    auto start = games::Position::start(game, {});
    auto encoded = std::make_shared<const wire::EncodedStart>(*start);
    found = boards_.emplace(game, LobbyBoard{std::move(*start), std::move(encoded)}).first;
  }
  return found->second;
}

}  // namespace quiver::run

// Where a piece can go: what a page lights up when somebody is to move. Pure, any thread.
#pragma once

#include <optional>
#include <vector>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/result.hpp"
#include "client_sdk/games/position.hpp"

namespace quiver::web {

struct Choices {
  struct Wall {
    base::Vertex anchor;
    bool vertical = false;
  };
  std::vector<base::Vertex> cells;
  std::vector<Wall> walls;
};

// Amazons: the queens that can move; with `from` where that queen can go; with `to` as well where her arrow
// can. Quoridor: the pawn's cells, and all walls. Connect Four: where the next disc can come to lie. Both
// cells are for Amazons alone, and an error says what cannot be chosen.
base::Result<Choices> choices(const games::Position& position, std::optional<base::Vertex> from,
                              std::optional<base::Vertex> to);

}  // namespace quiver::web

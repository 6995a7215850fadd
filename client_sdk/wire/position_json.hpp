// A position as one line of JSON: protobuf's own mapping of quiver.v1.Position.
#pragma once

#include <string>

#include "client_sdk/games/position.hpp"

namespace quiver::wire {

// Without a line end. With `with_graph` the board's graph is in it, in CSR.
std::string position_json(const games::Position& position, bool with_graph);

}  // namespace quiver::wire

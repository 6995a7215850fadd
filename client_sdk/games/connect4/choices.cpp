#include "client_sdk/games/choices.hpp"

#include "client_sdk/games/connect4/connect4.hpp"

namespace quiver::games {

base::Result<Choices> ConnectFour::choices(std::span<const Vertex> chosen) const {
  if (!chosen.empty()) return base::bad_input("a move of Connect Four is one choice: a column");
  Choices out;
  for_each_legal_move([&](const Move& move) { out.cells.push_back(landing(move.column)); });
  return out;
}

// The disc lies right below the cell that the next one would land on, or on top of a full column.
std::optional<base::Vertex> ConnectFour::landed_on(const Move& move) const {
  const Vertex next = landing(move.column);
  if (next == graph().off_board()) return Vertex{move.column};
  return Vertex{next.value() + grid().columns};
}

}  // namespace quiver::games

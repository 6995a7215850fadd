#include "client_sdk/games/choices.hpp"

#include "client_sdk/games/hex/hex.hpp"

namespace quiver::games {

base::Result<Choices> Hex::choices(std::span<const Vertex> chosen) const {
  if (!chosen.empty()) return base::bad_input("a move of Hex is one choice: a cell or the swap");
  Choices out;
  for_each_legal_move([&](const Move& move) {
    if (move.swap)
      out.words.push_back(format(move));
    else
      out.cells.push_back(move.cell);
  });
  return out;
}

std::optional<base::Vertex> Hex::lands_on(const Move& move) const {
  return move.swap ? std::optional(mirrored(first_)) : std::nullopt;
}

std::optional<base::Vertex> Hex::landed_on(const Move& move) const {
  return move.swap ? std::optional(first_) : std::nullopt;
}

}  // namespace quiver::games

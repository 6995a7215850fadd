#include "client_sdk/games/course_interface.hpp"

namespace quiver::games {

namespace {

// The board of the interface is square, and its vertices are numbered row by row.
std::string missing_words(const Position& start, bool opening) {
  const auto* amazons = start.as<Amazons>();
  const auto* quoridor = start.as<Quoridor>();
  if (amazons == nullptr && quoridor == nullptr) return std::string(start.game_name());
  if (start.turn().seats() != 2) return std::to_string(start.turn().seats()) + " seats";
  if (start.grid().rows != start.grid().columns) return "a board that is not square";
  if (amazons != nullptr) {
    const bool equal = amazons->queens(Seat{0}).size() == amazons->queens(Seat{1}).size();
    return equal ? "" : "seats with unequal numbers of queens";
  }
  for (unsigned s = 0; s < 2; ++s)
    if (quoridor->graph().contains(quoridor->pawn(base::seat(s))))
      return "pawns that are on the board from the start; play --start placed";
  // A player's first move places its pawn, so nobody's pawn can be there already.
  return opening ? "a game of Quoridor that begins with moves" : "";
}

}  // namespace

std::optional<std::string> course_refusal(const Position& start, bool opening) {
  const std::string missing = missing_words(start, opening);
  if (missing.empty()) return std::nullopt;
  return "the interface of the course's players cannot express " + missing;
}

}  // namespace quiver::games

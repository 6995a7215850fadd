#include "bots/host/text/game_terms.hpp"

namespace quiver::bots::host {

using games::Quoridor;

template <>
graph::Adjacency GameTerms<Quoridor>::adjacency() {
  return graph::Adjacency::kFour;
}

template <>
std::string GameTerms<Quoridor>::settings(const Quoridor& game) {
  return "walls " + std::to_string(game.walls_left(base::Seat{0})) + "\nplies " +
         std::to_string(game.max_plies()) + "\n";
}

template <>
void GameTerms<Quoridor>::place_pieces(const Quoridor& game, std::string& cells) {
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (const base::Vertex pawn = game.pawn(base::seat(s)); game.graph().contains(pawn))
      cells[pawn.value()] = static_cast<char>('0' + s);
}

template <>
games::QuoridorMove GameTerms<Quoridor>::nowhere(std::string_view /*text*/) {
  return {games::QuoridorMove::Kind::kPawn, kNowhere};
}

}  // namespace quiver::bots::host

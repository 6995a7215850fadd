#include "client_sdk/draw/board.hpp"

#include <type_traits>

#include "client_sdk/draw/canvas.hpp"
#include "client_sdk/draw/game_drawing.hpp"

namespace quiver::draw {

using base::seat;

std::string seat_name(unsigned s, bool color) {
  return painted("seat " + std::to_string(s), paint_of(seat(s)), color);
}

std::string status(const games::Position& position, bool color) {
  const games::Turn& turn = position.turn();
  const games::Outcome outcome = position.outcome();
  const std::string plies = std::to_string(position.ply());
  std::string out;
  if (!outcome.over)
    out = seat_name(turn.to_move().value(), color) + " to move, ply " + plies;
  else if (outcome.winner)
    out = seat_name(outcome.winner->value(), color) + " has won, ply " + plies;
  else
    out = "the game is drawn, ply " + plies;
  for (unsigned s = 0; s < turn.seats(); ++s)
    if (!turn.stands(seat(s))) out += ", " + seat_name(s, color) + " is out";
  out += '\n';
  out += position.visit(
      [&](const auto& game) { return GameDrawing<std::decay_t<decltype(game)>>::details(game, color); });
  return out;
}

Marks marks_of(const games::Position& after, const games::Move& move) {
  return after.visit([&](const auto& game) {
    using Game = std::decay_t<decltype(game)>;
    return GameDrawing<Game>::marks_of(game, std::get<typename Game::Move>(move));
  });
}

std::string board(const games::Position& position, bool color, const Marks& marks) {
  return position.visit(
      [&](const auto& game) { return GameDrawing<std::decay_t<decltype(game)>>::board(game, color, marks); });
}

}  // namespace quiver::draw

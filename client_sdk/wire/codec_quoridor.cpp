#include <algorithm>

#include "client_sdk/wire/game_codec.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Result;
using base::seat;
using base::Vertex;
using games::Quoridor;
using games::QuoridorMove;

template <>
void GameCodec<Quoridor>::fill(v1::Position& out, const Quoridor& game) {
  out.set_max_plies(game.max_plies());
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    v1::Seat& one = *out.mutable_seats(static_cast<int>(s));
    one.set_walls_left(game.walls_left(seat(s)));
    if (game.pawn(seat(s)) != game.graph().off_board()) one.add_pieces(game.pawn(seat(s)).value());
  }
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v) {
    const auto orientation = game.wall_at(Vertex{v});
    if (!orientation) continue;
    v1::Wall& wall = *out.add_walls();
    wall.set_anchor(v);
    wall.set_orientation(*orientation == Quoridor::Orientation::kHorizontal ? v1::Wall::HORIZONTAL
                                                                            : v1::Wall::VERTICAL);
  }
}

// A seat without a piece has still to place its pawn.
template <>
Result<Quoridor::Setup> GameCodec<Quoridor>::read_setup(const v1::Position& in, graph::GraphPtr graph,
                                                        graph::Grid grid) {
  Quoridor::Setup setup{std::move(graph), grid, {}, 0, in.max_plies()};
  for (const v1::Seat& one : in.seats()) {
    if (one.pieces_size() > 1) return bad_input("a seat of Quoridor has one pawn");
    setup.pawns.push_back(one.pieces_size() == 0 ? std::nullopt : std::optional(Vertex{one.pieces(0)}));
    if (one.walls_left() != in.seats(0).walls_left())
      return bad_input("all seats of Quoridor start with as many walls");
    setup.walls = one.walls_left();
  }
  return setup;
}

template <>
void GameCodec<Quoridor>::fill(v1::Move& out, const QuoridorMove& move) {
  out.mutable_quoridor()->set_kind(static_cast<v1::QuoridorMove::Kind>(static_cast<int>(move.kind) + 1));
  out.mutable_quoridor()->set_cell(move.cell.value());
}

template <>
bool GameCodec<Quoridor>::holds(const v1::Move& in) {
  return in.has_quoridor();
}

template <>
Result<QuoridorMove> GameCodec<Quoridor>::read(const v1::Move& in) {
  const v1::QuoridorMove& move = in.quoridor();
  if (move.kind() < v1::QuoridorMove::PAWN || move.kind() > v1::QuoridorMove::VERTICAL_WALL)
    return bad_input("a move of Quoridor is of no known kind");
  // On the wire the kinds begin at 1, because 0 is unspecified.
  return QuoridorMove{static_cast<QuoridorMove::Kind>(move.kind() - 1), Vertex{move.cell()}};
}

}  // namespace quiver::wire

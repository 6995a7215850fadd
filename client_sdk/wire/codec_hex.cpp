#include <algorithm>

#include "client_sdk/wire/game_codec.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Result;
using base::Vertex;
using games::Hex;
using games::HexMove;

template <>
void GameCodec<Hex>::fill(v1::Position& out, const Hex& game) {
  out.set_swap_rule(game.swap_rule());
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    game.stones(base::seat(s)).for_each([&](Vertex v) {
      out.mutable_seats(static_cast<int>(s))->add_pieces(v.value());
    });
}

template <>
Result<Hex::Setup> GameCodec<Hex>::read_setup(const v1::Position& in, graph::GraphPtr graph,
                                              graph::Grid grid) {
  const bool stones = std::any_of(in.seats().begin(), in.seats().end(),
                                  [](const v1::Seat& one) { return one.pieces_size() != 0; });
  if (stones || in.seats_size() != 2) return bad_input("Hex starts with two seats and no stones");
  return Hex::Setup{std::move(graph), grid, in.swap_rule()};
}

template <>
void GameCodec<Hex>::fill(v1::Move& out, const HexMove& move) {
  out.mutable_hex()->set_cell(move.cell.value());
  out.mutable_hex()->set_swap(move.swap);
}

template <>
bool GameCodec<Hex>::holds(const v1::Move& in) {
  return in.has_hex();
}

template <>
Result<HexMove> GameCodec<Hex>::read(const v1::Move& in) {
  if (in.hex().swap() && in.hex().cell() != 0) return bad_input("a swap of Hex names a cell");
  return HexMove{Vertex{in.hex().cell()}, in.hex().swap()};
}

}  // namespace quiver::wire

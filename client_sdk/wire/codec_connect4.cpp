#include <algorithm>

#include "client_sdk/wire/game_codec.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Result;
using base::Vertex;
using games::ConnectFour;
using games::ConnectFourMove;

template <>
void GameCodec<ConnectFour>::fill(v1::Position& out, const ConnectFour& game) {
  out.set_line(game.line());
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto owner = game.disc(Vertex{v})) out.mutable_seats(owner->value())->add_pieces(v);
}

template <>
Result<ConnectFour::Setup> GameCodec<ConnectFour>::read_setup(const v1::Position& in, graph::GraphPtr graph,
                                                              graph::Grid grid) {
  const bool discs = std::any_of(in.seats().begin(), in.seats().end(),
                                 [](const v1::Seat& one) { return one.pieces_size() != 0; });
  if (discs || in.seats_size() != 2) return bad_input("Connect Four starts with two seats and no discs");
  return ConnectFour::Setup{std::move(graph), grid, in.line()};
}

template <>
void GameCodec<ConnectFour>::fill(v1::Move& out, const ConnectFourMove& move) {
  out.mutable_connect4()->set_column(move.column);
}

template <>
bool GameCodec<ConnectFour>::holds(const v1::Move& in) {
  return in.has_connect4();
}

template <>
Result<ConnectFourMove> GameCodec<ConnectFour>::read(const v1::Move& in) {
  return ConnectFourMove{in.connect4().column()};
}

}  // namespace quiver::wire

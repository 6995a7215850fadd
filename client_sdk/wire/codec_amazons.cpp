#include <algorithm>

#include "client_sdk/wire/game_codec.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Result;
using base::seat;
using base::Vertex;
using games::Amazons;
using games::AmazonsMove;

// Queens are sorted: equal positions give equal messages, whatever order their queens moved in.
template <>
void GameCodec<Amazons>::fill(v1::Position& out, const Amazons& game) {
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    std::vector<Vertex> queens(game.queens(seat(s)).begin(), game.queens(seat(s)).end());
    std::sort(queens.begin(), queens.end());
    for (const Vertex v : queens) out.mutable_seats(static_cast<int>(s))->add_pieces(v.value());
  }
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (game.has_arrow(Vertex{v})) out.add_arrows(v);
}

template <>
Result<Amazons::Setup> GameCodec<Amazons>::read_setup(const v1::Position& in, graph::GraphPtr graph,
                                                      graph::Grid grid) {
  Amazons::Setup setup{std::move(graph), grid, {}};
  for (const v1::Seat& one : in.seats()) {
    auto& queens = setup.queens.emplace_back();
    for (const std::uint32_t v : one.pieces()) queens.emplace_back(v);
  }
  return setup;
}

template <>
void GameCodec<Amazons>::fill(v1::Move& out, const AmazonsMove& move) {
  v1::AmazonsMove& one = *out.mutable_amazons();
  one.set_from(move.from.value());
  one.set_to(move.to.value());
  one.set_arrow(move.arrow.value());
}

template <>
bool GameCodec<Amazons>::holds(const v1::Move& in) {
  return in.has_amazons();
}

template <>
Result<AmazonsMove> GameCodec<Amazons>::read(const v1::Move& in) {
  const v1::AmazonsMove& move = in.amazons();
  return AmazonsMove{Vertex{move.from()}, Vertex{move.to()}, Vertex{move.arrow()}};
}

}  // namespace quiver::wire

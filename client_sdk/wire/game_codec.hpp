// How one game stands in protobuf messages: one module for each game, codec_<game>.cpp.
//
// The functions are defined for each game by explicit specialisation; the linker names the one that a game
// lacks. For this layer only: it shows protobuf's types. Pure.
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/position.hpp"
#include "quiver/v1/move.pb.h"
#include "quiver/v1/position.pb.h"

namespace quiver::wire {

template <class Game>
struct GameCodec {
  using Move = typename Game::Move;

  // What the game has beside what all games have; the seats are there already.
  static void fill(v1::Position& out, const Game& game);
  // The setup of a start, on this board. An error says what the game cannot start with.
  static base::Result<typename Game::Setup> read_setup(const v1::Position& in, graph::GraphPtr graph,
                                                       graph::Grid grid);
  static void fill(v1::Move& out, const Move& move);
  // Whether the message has a move of this game, which read() then takes.
  static bool holds(const v1::Move& in);
  static base::Result<Move> read(const v1::Move& in);
};

}  // namespace quiver::wire

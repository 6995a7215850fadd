#include "client_sdk/wire/position_json.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <google/protobuf/util/json_util.h>

#include "quiver/v1/position.pb.h"

namespace quiver::wire {

using base::seat;
using base::Vertex;

namespace {

void fill(v1::Position& out, const games::Amazons& game) {
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    std::vector<Vertex> queens(game.queens(seat(s)).begin(), game.queens(seat(s)).end());
    std::sort(queens.begin(), queens.end());
    for (const Vertex v : queens) out.mutable_seats(static_cast<int>(s))->add_pieces(v.value());
  }
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (game.has_arrow(Vertex{v})) out.add_arrows(v);
}

void fill(v1::Position& out, const games::Quoridor& game) {
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
    wall.set_orientation(*orientation == games::Quoridor::Orientation::kHorizontal ? v1::Wall::HORIZONTAL
                                                                                   : v1::Wall::VERTICAL);
  }
}

void fill(v1::Position& out, const games::ConnectFour& game) {
  out.set_line(game.line());
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto owner = game.disc(Vertex{v})) out.mutable_seats(owner->value())->add_pieces(v);
}

void fill(v1::Graph& out, const graph::Graph& graph, const graph::Grid& grid) {
  out.set_rows(grid.rows);
  out.set_columns(grid.columns);
  out.add_row_starts(0);
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    const graph::Graph::Row row = graph.row(Vertex{v});
    for (std::size_t k = 0; k < row.targets.size(); ++k) {
      out.add_targets(static_cast<std::uint32_t>(row.targets[k]));
      out.add_directions(row.directions[k]);
    }
    out.add_row_starts(static_cast<std::uint32_t>(out.targets_size()));
  }
}

}  // namespace

std::string position_json(const games::Position& position, bool with_graph) {
  v1::Position out;
  out.set_game(std::string(position.game_name()));
  out.set_rows(position.grid().rows);
  out.set_columns(position.grid().columns);
  for (std::uint32_t v = 0; v < position.graph().num_vertices(); ++v)
    if (position.graph().isolated(Vertex{v})) out.add_holes(v);
  for (unsigned s = 0; s < position.turn().seats(); ++s)
    out.add_seats()->set_eliminated(!position.turn().stands(seat(s)));
  const games::Outcome outcome = position.outcome();
  if (!outcome.over) out.set_to_move(position.to_move().value());
  if (outcome.winner) out.set_winner(outcome.winner->value());
  out.set_over(outcome.over);
  out.set_ply(position.ply());
  out.set_hash(position.hash());
  position.visit([&](const auto& game) { fill(out, game); });
  if (with_graph) fill(*out.mutable_graph(), position.graph(), position.grid());

  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(out, &json, options).ok())
    throw std::logic_error("a position could not be written as JSON");
  return json;
}

}  // namespace quiver::wire

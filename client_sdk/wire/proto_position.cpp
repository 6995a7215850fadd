#include "client_sdk/wire/proto_position.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace quiver::wire {

using base::bad_input;
using base::Result;
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

void fill_position(v1::Position& out, const games::Position& position, bool with_graph) {
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
}

namespace {

std::span<const std::uint32_t> view(const google::protobuf::RepeatedField<std::uint32_t>& field) {
  return {field.data(), static_cast<std::size_t>(field.size())};
}

Result<graph::GraphPtr> read_graph(const v1::Graph& in) {
  return graph::Graph::from_csr({view(in.row_starts()), view(in.targets()), view(in.directions())});
}

template <class Game>
Result<games::Position> created(const typename Game::Setup& setup) {
  auto game = Game::create(setup);
  if (!game) return game.error();
  return games::Position(games::AnyGame(std::move(*game)));
}

Result<games::Position> read_amazons(const v1::Position& in, graph::GraphPtr graph, graph::Grid grid) {
  games::Amazons::Setup setup{std::move(graph), grid, {}};
  for (const v1::Seat& one : in.seats()) {
    auto& queens = setup.queens.emplace_back();
    for (const std::uint32_t v : one.pieces()) queens.emplace_back(v);
  }
  return created<games::Amazons>(setup);
}

Result<games::Position> read_quoridor(const v1::Position& in, graph::GraphPtr graph, graph::Grid grid) {
  games::Quoridor::Setup setup{std::move(graph), grid, {}, 0, in.max_plies()};
  for (const v1::Seat& one : in.seats()) {
    if (one.pieces_size() > 1) return bad_input("a seat of Quoridor has one pawn");
    setup.pawns.push_back(one.pieces_size() == 0 ? std::nullopt : std::optional(Vertex{one.pieces(0)}));
    if (one.walls_left() != in.seats(0).walls_left())
      return bad_input("all seats of Quoridor start with as many walls");
    setup.walls = one.walls_left();
  }
  return created<games::Quoridor>(setup);
}

Result<games::Position> read_connect4(const v1::Position& in, graph::GraphPtr graph, graph::Grid grid) {
  const bool discs = std::any_of(in.seats().begin(), in.seats().end(),
                                 [](const v1::Seat& one) { return one.pieces_size() != 0; });
  if (discs || in.seats_size() != 2) return bad_input("Connect Four starts with two seats and no discs");
  return created<games::ConnectFour>({std::move(graph), grid, in.line()});
}

}  // namespace

namespace {

Result<games::Position> read_game(const v1::Position& in) {
  auto graph = read_graph(in.graph());
  if (!graph) return graph.error();
  const graph::Grid grid{in.graph().rows(), in.graph().columns()};
  if (in.game() == games::Amazons::kName) return read_amazons(in, *graph, grid);
  if (in.game() == games::Quoridor::kName) return read_quoridor(in, *graph, grid);
  if (in.game() == games::ConnectFour::kName) return read_connect4(in, *graph, grid);
  return bad_input("there is no such game here; the games are " + games::game_names());
}

}  // namespace

Result<games::Position> read_start(const v1::Position& in) {
  if (in.arrows_size() != 0 || in.walls_size() != 0 || in.ply() != 0)
    return bad_input("this is not the position that a game starts from");
  auto position = read_game(in);
  if (!position) return position;
  // A seat that cannot move at the start is out from the start, by the rules and by nothing else.
  bool same = in.over() == position->outcome().over;
  for (unsigned s = 0; s < position->turn().seats(); ++s)
    same = same && in.seats(static_cast<int>(s)).eliminated() != position->turn().stands(seat(s));
  if (!same) return bad_input("the seats that stand are not those that the rules let stand");
  return position;
}

namespace {

using Kind = games::QuoridorMove::Kind;

void fill(v1::Move& out, const games::AmazonsMove& move) {
  v1::AmazonsMove& one = *out.mutable_amazons();
  one.set_from(move.from.value());
  one.set_to(move.to.value());
  one.set_arrow(move.arrow.value());
}

// On the wire the kinds begin at 1, because 0 is unspecified.
void fill(v1::Move& out, const games::QuoridorMove& move) {
  out.mutable_quoridor()->set_kind(static_cast<v1::QuoridorMove::Kind>(static_cast<int>(move.kind) + 1));
  out.mutable_quoridor()->set_cell(move.cell.value());
}

void fill(v1::Move& out, const games::ConnectFourMove& move) {
  out.mutable_connect4()->set_column(move.column);
}

}  // namespace

void fill_move(v1::Move& out, const games::Move& move) {
  std::visit([&](const auto& one) { fill(out, one); }, move);
}

Result<games::Move> read_move(const v1::Move& in) {
  switch (in.game_case()) {
    case v1::Move::kAmazons:
      return games::Move{games::AmazonsMove{Vertex{in.amazons().from()}, Vertex{in.amazons().to()},
                                            Vertex{in.amazons().arrow()}}};
    case v1::Move::kQuoridor: {
      const v1::QuoridorMove& move = in.quoridor();
      if (move.kind() < v1::QuoridorMove::PAWN || move.kind() > v1::QuoridorMove::VERTICAL_WALL)
        return bad_input("a move of Quoridor is of no known kind");
      return games::Move{games::QuoridorMove{static_cast<Kind>(move.kind() - 1), Vertex{move.cell()}}};
    }
    case v1::Move::kConnect4:
      return games::Move{games::ConnectFourMove{in.connect4().column()}};
    case v1::Move::GAME_NOT_SET:
      break;
  }
  return bad_input("the message has no move");
}

}  // namespace quiver::wire

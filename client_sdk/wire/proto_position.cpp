#include "client_sdk/wire/proto_position.hpp"

#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "client_sdk/wire/game_codec.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Result;
using base::seat;
using base::Vertex;

namespace {

// In CSR, row by row: the same arrays that Graph::from_csr reads.
void fill_graph(v1::Graph& out, const graph::Graph& graph, const graph::Grid& grid) {
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
  position.visit([&](const auto& game) { GameCodec<std::decay_t<decltype(game)>>::fill(out, game); });
  if (with_graph) fill_graph(*out.mutable_graph(), position.graph(), position.grid());
}

namespace {

// A view into the message: no copy of what may be millions of entries.
std::span<const std::uint32_t> view(const google::protobuf::RepeatedField<std::uint32_t>& field) {
  return {field.data(), static_cast<std::size_t>(field.size())};
}

Result<graph::GraphPtr> read_graph(const v1::Graph& in) {
  return graph::Graph::from_csr({view(in.row_starts()), view(in.targets()), view(in.directions())});
}

// If this is the game that the message names: the position, or why there is none.
template <class Game>
void try_read(const v1::Position& in, const graph::GraphPtr& graph, graph::Grid grid,
              std::optional<Result<games::Position>>& out) {
  if (in.game() != Game::kName) return;
  auto setup = GameCodec<Game>::read_setup(in, graph, grid);
  if (!setup) return void(out.emplace(setup.error()));
  auto game = Game::create(*setup);
  if (!game) return void(out.emplace(game.error()));
  out.emplace(games::Position(games::AnyGame(std::move(*game))));
}

// A fold over the games of the variant; its null pointer argument only carries their types.
template <class... Game>
Result<games::Position> read_any(const v1::Position& in, const graph::GraphPtr& graph, graph::Grid grid,
                                 const std::variant<Game...>*) {
  std::optional<Result<games::Position>> out;
  (try_read<Game>(in, graph, grid, out), ...);
  if (out) return *std::move(out);
  return bad_input("there is no such game here; the games are " + games::game_names());
}

// Graph::from_csr checks the arrays and the game's create() the rest: nothing from a peer is trusted.
Result<games::Position> read_game(const v1::Position& in) {
  auto graph = read_graph(in.graph());
  if (!graph) return graph.error();
  const graph::Grid grid{in.graph().rows(), in.graph().columns()};
  return read_any(in, *graph, grid, static_cast<const games::AnyGame*>(nullptr));
}

template <class Game>
void try_read(const v1::Move& in, std::optional<Result<games::Move>>& out) {
  if (out || !GameCodec<Game>::holds(in)) return;
  const auto move = GameCodec<Game>::read(in);
  if (move)
    out.emplace(games::Move{*move});
  else
    out.emplace(move.error());
}

template <class... Game>
Result<games::Move> read_any(const v1::Move& in, const std::variant<Game...>*) {
  std::optional<Result<games::Move>> out;
  (try_read<Game>(in, out), ...);
  return out ? *std::move(out) : bad_input("the message has no move");
}

template <class... Game>
void fill_any(v1::Move& out, const games::Move& move, const std::variant<Game...>*) {
  const auto try_fill = [&]<class One>(const One*) {
    if (const auto* found = std::get_if<typename One::Move>(&move)) GameCodec<One>::fill(out, *found);
  };
  (try_fill(static_cast<const Game*>(nullptr)), ...);
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

void fill_move(v1::Move& out, const games::Move& move) {
  fill_any(out, move, static_cast<const games::AnyGame*>(nullptr));
}

Result<games::Move> read_move(const v1::Move& in) {
  return read_any(in, static_cast<const games::AnyGame*>(nullptr));
}

}  // namespace quiver::wire

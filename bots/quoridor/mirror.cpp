#include "bots/quoridor/mirror.hpp"

#include <algorithm>
#include <cstdlib>

#include "bots/search/best_choice.hpp"

namespace quiver::bots::quoridor {

using games::quoridor::kSteps;
using graph::Direction;

namespace {

// A rotation of the board by 180 degrees; off_board() maps to itself.
Vertex reflected_cell(const Quoridor& game, Vertex v) {
  const std::uint32_t n = game.graph().num_vertices();
  return v.value() < n ? Vertex{n - 1 - v.value()} : v;
}

Seat opposite_of(const Quoridor& game, Seat s) {
  const unsigned seats = game.turn().seats();
  return base::seat((s.value() + seats / 2) % seats);
}

int grid_distance(const Quoridor& game, Vertex a, Vertex b) {
  const auto columns = static_cast<int>(game.grid().columns);
  const auto at = [](Vertex v) { return static_cast<int>(v.value()); };
  return std::abs(at(a) / columns - at(b) / columns) + std::abs(at(a) % columns - at(b) % columns);
}

// How far a wall stands from the pawn that is nearest to it.
int distance_from_pawns(const Quoridor& game, const Move& wall) {
  const auto& block = game.terrain().block(wall.cell);
  int nearest = kNoPath;
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    const Vertex pawn = game.pawn(base::seat(s));
    if (pawn == game.graph().off_board()) continue;
    for (const Vertex v : {wall.cell, Vertex{block.east}, Vertex{block.north}, Vertex{block.north_east}})
      nearest = std::min(nearest, grid_distance(game, v, pawn));
  }
  return nearest;
}

}  // namespace

bool Mirror::is_symmetric(const Quoridor& game) {
  const graph::Graph& graph = game.graph();
  for (std::uint32_t id = 0; id < graph.num_vertices(); ++id) {
    const Vertex v{id};
    const Vertex image = reflected_cell(game, v);
    for (const Direction d : kSteps)
      if (graph.step(image, graph::opposite(d)) != reflected_cell(game, graph.step(v, d))) return false;
    for (unsigned s = 0; s < game.turn().seats(); ++s) {
      const Seat seat = base::seat(s);
      if (game.terrain().is_goal(seat, v) != game.terrain().is_goal(opposite_of(game, seat), image))
        return false;
    }
  }
  return true;
}

// A wall is named by the south-west of the four cells around its middle: in the reflection that is the
// image of the north-east one.
std::optional<Move> Mirror::reflected(const Quoridor& game, const Move& move) {
  if (move.kind == Move::Kind::kPawn) return Move{move.kind, reflected_cell(game, move.cell)};
  const auto& block = game.terrain().block(move.cell);
  if (!block.whole) return std::nullopt;
  return Move{move.kind, reflected_cell(game, Vertex{block.north_east})};
}

Mirror::Mirror(const Quoridor& start, Seat own)
    : own_(own), opposite_(opposite_of(start, own)), symmetric_(is_symmetric(start)), seen_(start) {}

Move Mirror::choose(const Quoridor& game, Random& random) {
  const Move move = symmetric_ ? answer(game, random) : run_or_block(game, random).move;
  seen_ = game;
  seen_.apply(move);
  return move;
}

Move Mirror::answer(const Quoridor& game, Random& random) {
  const ShortestPaths paths(game);
  if (const auto over = jump(game, paths, random)) {
    ahead_ = true;
    return *over;
  }
  if (const auto same = copy(game, random)) {
    may_waste_wall_ = false;
    return *same;
  }
  if (const auto wall = opening_wall(game, paths, random)) return *wall;
  // To place its pawn puts it ahead of nobody.
  ahead_ = ahead_ || game.pawn(own_) != game.graph().off_board();
  return follow_path(game, paths, random);
}

std::optional<Move> Mirror::opening_wall(const Quoridor& game, const ShortestPaths& paths, Random& random) {
  if (!may_waste_wall_ || game.pawn(own_) == game.graph().off_board()) return std::nullopt;
  may_waste_wall_ = false;
  BestChoice<Move> farthest(random);
  Quoridor with_wall = game;
  game.for_each_legal_move([&](const Move& move) {
    if (move.kind == Move::Kind::kPawn) return;
    const Quoridor::Undo placed = with_wall.apply(move);
    const bool useless = paths.lengths_after(with_wall, move, own_) == paths.lengths();
    with_wall.undo(placed);
    if (useless) farthest.offer(move, distance_from_pawns(game, move));
  });
  return farthest.choice();
}

std::optional<Move> Mirror::jump(const Quoridor& game, const ShortestPaths& paths, Random& random) const {
  const Vertex from = game.pawn(own_);
  if (from == game.graph().off_board()) return std::nullopt;
  const auto step = best_step(game, paths, random);
  if (!step) return std::nullopt;
  for (const Direction d : kSteps)
    if (game.graph().step(from, d) == step->cell) return std::nullopt;  // no more than a step
  return paths.distance(own_, step->cell) < paths.distance(own_, from) ? step : std::nullopt;
}

// Compared with the position seen last. With four seats walls of several seats may be new; each is a
// candidate.
std::vector<Move> Mirror::opponent_moves(const Quoridor& game) const {
  if (!game.turn().stands(opposite_)) return {};
  if (game.pawn(opposite_) != seen_.pawn(opposite_)) return {Move{Move::Kind::kPawn, game.pawn(opposite_)}};
  std::vector<Move> walls;
  if (game.walls_left(opposite_) == seen_.walls_left(opposite_)) return walls;
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto wall = game.wall_at(Vertex{v}); wall && !seen_.wall_at(Vertex{v}))
      walls.push_back({static_cast<Move::Kind>(*wall), Vertex{v}});
  return walls;
}

std::optional<Move> Mirror::copy(const Quoridor& game, Random& random) const {
  std::vector<Move> images;
  for (const Move& move : opponent_moves(game)) {
    const bool step = move.kind == Move::Kind::kPawn;
    if (step ? ahead_ : game.walls_left(opposite_) == 0) continue;
    if (const auto image = reflected(game, move); image && game.check(*image)) images.push_back(*image);
  }
  if (images.empty()) return std::nullopt;
  return images[random.below(images.size())];
}

}  // namespace quiver::bots::quoridor

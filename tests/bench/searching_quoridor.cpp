#include "tests/bench/searching_quoridor.hpp"

#include <algorithm>
#include <vector>

namespace quiver::bench {

using base::Seat;
using base::Vertex;
using games::quoridor::bit;
using games::quoridor::kSteps;
using games::quoridor::Orientation;
using graph::Direction;

SearchingQuoridor::SearchingQuoridor(const games::Quoridor& start)
    : terrain_(start.terrain()),
      pawns_{start.pawn(Seat{0}), start.pawn(Seat{1})},
      walls_left_{start.walls_left(Seat{0}), start.walls_left(Seat{1})} {}

bool SearchingQuoridor::is_open(Vertex v, Direction d) const {
  return (walled_[v.value()] & bit(d)) == 0 && terrain_.graph().step(v, d) != terrain_.graph().off_board();
}

bool SearchingQuoridor::fits(Vertex v, Orientation o) const {
  const auto& block = terrain_.block(v);
  if (!block.whole || walls_[v.value()] != 0) return false;
  const bool horizontal = o == Orientation::kHorizontal;
  const std::uint8_t edge = bit(horizontal ? Direction::kNorth : Direction::kEast);
  return (walled_[v.value()] & edge) == 0 && (walled_[horizontal ? block.east : block.north] & edge) == 0;
}

std::uint64_t SearchingQuoridor::perft(unsigned depth) {
  return depth == 0 ? 1 : perft_pawn(depth) + perft_walls(depth);
}

std::uint64_t SearchingQuoridor::perft_pawn(unsigned depth) {
  const Vertex from = pawns_[to_move_];
  const Vertex other = pawns_[1 - to_move_];
  const auto& graph = terrain_.graph();
  std::vector<Vertex> targets;
  for (const Direction d : kSteps) {
    if (!is_open(from, d)) continue;
    const Vertex to = graph.step(from, d);
    if (to != other) {
      targets.push_back(to);
    } else if (is_open(to, d)) {
      targets.push_back(graph.step(to, d));
    } else {
      for (const Direction side : kSteps)
        if (side != d && side != graph::opposite(d) && is_open(to, side))
          targets.push_back(graph.step(to, side));
    }
  }
  std::uint64_t count = 0;
  for (const Vertex to : targets) {
    pawns_[to_move_] = to;
    to_move_ = 1 - to_move_;
    count += perft(depth - 1);
    to_move_ = 1 - to_move_;
    pawns_[to_move_] = from;
  }
  return count;
}

std::uint64_t SearchingQuoridor::perft_walls(unsigned depth) {
  if (walls_left_[to_move_] == 0) return 0;
  std::uint64_t count = 0;
  for (std::uint32_t v = 0; v < terrain_.graph().num_vertices(); ++v) {
    for (const Orientation o : {Orientation::kHorizontal, Orientation::kVertical}) {
      if (!fits(Vertex{v}, o)) continue;
      games::quoridor::flip_wall(terrain_, walled_, Vertex{v}, o);
      walls_[v] = static_cast<std::uint8_t>(o);
      if (games::quoridor::has_route(terrain_, walled_, Seat{0}, pawns_[0]) &&
          games::quoridor::has_route(terrain_, walled_, Seat{1}, pawns_[1])) {
        --walls_left_[to_move_];
        to_move_ = 1 - to_move_;
        count += perft(depth - 1);
        to_move_ = 1 - to_move_;
        ++walls_left_[to_move_];
      }
      walls_[v] = 0;
      games::quoridor::flip_wall(terrain_, walled_, Vertex{v}, o);
    }
  }
  return count;
}

}  // namespace quiver::bench

// How positions are made and moves found: the inner loops of node.hpp, to be inlined into the search.
#pragma once

#include "bots/quoridor/champion/node.hpp"

namespace quiver::bots::quoridor::champion {

namespace inner {

using games::key;
using games::Key;

template <unsigned kWords>
Cell step(const Ground<kWords>& ground, const Node<kWords>& node, Cell from, unsigned direction) {
  const unsigned columns = ground.columns;
  switch (direction) {
    case 0:
      return node.open.north.has(from) ? static_cast<Cell>(from - columns) : kNowhere;
    case 1:
      return node.open.east.has(from) ? static_cast<Cell>(from + 1U) : kNowhere;
    case 2:
      return from + columns < ground.cells && node.open.north.has(from + columns)
                 ? static_cast<Cell>(from + columns)
                 : kNowhere;
    default:
      return from > 0 && node.open.east.has(from - 1U) ? static_cast<Cell>(from - 1U) : kNowhere;
  }
}

template <unsigned kWords>
void look(const Ground<kWords>& ground, Node<kWords>& node, unsigned seat, Care care) {
  Way<kWords>& way = node.ways[seat];
  if (care == Care::kGlance)
    way.length = length_with(ground, node, node.open, seat);
  else
    way = find_way(node.open, ground.columns, way_begin(ground, node, seat), ground.goals[seat]);
}

// Whether all seats that stand have a path; asks nothing of the ways that are kept.
template <unsigned kWords>
bool leaves_paths(const Ground<kWords>& ground, const Node<kWords>& node, Code wall) {
  Edges<kWords> open = node.open;
  open.close(cut_by(ground, wall));
  for (unsigned s = 0; s < ground.seats; ++s)
    if (node.stands(s) && length_with(ground, node, open, s) == kNoWay) return false;
  return true;
}

template <unsigned kWords, class Visitor>
bool any_slot(const Ground<kWords>& ground, const Node<kWords>& node, const Visitor& visit) {
  bool found = false;
  horizontal_slots(node).for_each(
      [&](unsigned v) { found = found || visit(static_cast<Code>(kHorizontal | v)); });
  vertical_slots(ground, node).for_each([&](unsigned v) {
    found = found || visit(static_cast<Code>(kVertical | v));
  });
  return found;
}

template <unsigned kWords>
bool can_move(const Ground<kWords>& ground, const Node<kWords>& node, unsigned seat) {
  const Cell pawn = node.pawns[seat];
  if (pawn == kNowhere) {
    bool free = false;
    ground.homes[seat].for_each([&](unsigned v) { free |= !node.occupied(static_cast<Cell>(v)); });
    return free;
  }
  for (unsigned d = 0; d < 4; ++d)
    if (const Cell to = step(ground, node, pawn, d); to != kNowhere && !node.occupied(to)) return true;
  if (targets_of(ground, node, seat).count > 0) return true;
  return node.walls[seat] > 0 &&
         any_slot(ground, node, [&](Code wall) { return leaves_paths(ground, node, wall); });
}

// The turn goes to the next seat that can move.
template <unsigned kWords>
Made hand_on(const Ground<kWords>& ground, Node<kWords>& node) {
  const unsigned mover = node.to_move;
  for (unsigned k = 1; k <= ground.seats; ++k) {
    const unsigned next = (mover + k) % ground.seats;
    if (!node.stands(next) || !can_move(ground, node, next)) continue;
    node.hash ^= key(Key::kToMove, mover, 0) ^ key(Key::kToMove, next, 0);
    node.to_move = static_cast<std::uint8_t>(next);
    return Made::kGoesOn;
  }
  return Made::kDrawn;
}

template <unsigned kWords>
bool place_wall(const Ground<kWords>& ground, Node<kWords>& node, Code wall, Care care) {
  const Edges<kWords> cut = cut_by(ground, wall);
  const unsigned mover = node.to_move;
  node.open.close(cut);
  for (unsigned s = 0; s < ground.seats; ++s) {
    if (!node.stands(s)) continue;
    if (node.ways[s].length != kNoWay && node.ways[s].used.touches(cut)) look(ground, node, s, care);
    if (node.ways[s].length == kNoWay) return false;
  }
  node.middles.remove(cell_of(wall));
  node.hash ^= key(Key::kWall, wall >> 10, cell_of(wall)) ^ key(Key::kWallsLeft, mover, node.walls[mover]) ^
               key(Key::kWallsLeft, mover, node.walls[mover] - 1U);
  --node.walls[mover];
  return true;
}

}  // namespace inner

template <unsigned kWords>
Targets targets_of(const Ground<kWords>& ground, const Node<kWords>& node, unsigned seat) {
  Targets targets;
  for (unsigned d = 0; d < 4; ++d) {
    const Cell to = inner::step(ground, node, node.pawns[seat], d);
    if (to == kNowhere) continue;
    if (!node.occupied(to)) {
      targets.add(to);
      continue;
    }
    const Cell behind = inner::step(ground, node, to, d);
    if (behind != kNowhere && !node.occupied(behind)) {
      targets.add(behind);
      continue;
    }
    for (const unsigned side : {(d + 1) % 4, (d + 3) % 4})
      if (const Cell beside = inner::step(ground, node, to, side);
          beside != kNowhere && !node.occupied(beside))
        targets.add(beside);
  }
  return targets;
}

template <unsigned kWords>
Made make(const Ground<kWords>& ground, const Node<kWords>& before, Code move, Node<kWords>& after,
          Care care) {
  after = before;
  const unsigned mover = before.to_move;
  ++after.ply;
  if (is_wall(move)) {
    if (!inner::place_wall(ground, after, move, care)) return Made::kIllegal;
  } else {
    const Cell from = before.pawns[mover];
    if (from != kNowhere) after.hash ^= games::key(games::Key::kPawn, mover, from);
    after.hash ^= games::key(games::Key::kPawn, mover, move);
    after.pawns[mover] = move;
    if (from != kNowhere && ground.goals[mover].has(move)) return Made::kWon;
    inner::look(ground, after, mover, care);
  }
  if (after.ply >= ground.max_plies) return Made::kDrawn;
  return inner::hand_on(ground, after);
}

template <unsigned kWords, class Visitor>
void for_each_pawn_move(const Ground<kWords>& ground, const Node<kWords>& node, const Visitor& visit) {
  const unsigned mover = node.to_move;
  if (node.pawns[mover] == kNowhere) {
    ground.homes[mover].for_each([&](unsigned v) {
      if (!node.occupied(static_cast<Cell>(v))) visit(static_cast<Code>(v));
    });
    return;
  }
  const Targets targets = targets_of(ground, node, mover);
  for (unsigned k = 0; k < targets.count; ++k) visit(targets.cells[k]);
}

template <unsigned kWords, class Visitor>
void for_each_legal(const Ground<kWords>& ground, const Node<kWords>& node, const Visitor& visit) {
  for_each_pawn_move(ground, node, visit);
  if (node.walls[node.to_move] == 0 || node.pawns[node.to_move] == kNowhere) return;
  inner::any_slot(ground, node, [&](Code wall) {
    if (inner::leaves_paths(ground, node, wall)) visit(wall);
    return false;
  });
}

template <unsigned kWords>
Ground<kWords> ground_of(const Quoridor& game) {
  Ground<kWords> ground;
  ground.columns = game.grid().columns;
  ground.cells = game.graph().num_vertices();
  ground.seats = game.turn().seats();
  ground.max_plies = game.max_plies();
  const base::Vertex off = game.graph().off_board();
  for (unsigned v = 0; v < ground.cells; ++v) {
    if (game.graph().step(base::Vertex{v}, graph::Direction::kNorth) != off) ground.whole.north.add(v);
    if (game.graph().step(base::Vertex{v}, graph::Direction::kEast) != off) ground.whole.east.add(v);
    for (unsigned s = 0; s < ground.seats; ++s) {
      if (game.terrain().is_goal(base::seat(s), base::Vertex{v})) ground.goals[s].add(v);
      if (game.terrain().is_home(base::seat(s), base::Vertex{v})) ground.homes[s].add(v);
    }
  }
  return ground;
}

template <unsigned kWords>
Node<kWords> node_of(const Ground<kWords>& ground, const Quoridor& game) {
  Node<kWords> node;
  const base::Vertex off = game.graph().off_board();
  const auto is_open = [&](base::Vertex v, graph::Direction d) {
    return game.graph().step(v, d) != off && !game.is_walled(v, d);
  };
  for (unsigned k = 0; k < ground.cells; ++k) {
    const base::Vertex v{k};
    if (is_open(v, graph::Direction::kNorth)) node.open.north.add(k);
    if (is_open(v, graph::Direction::kEast)) node.open.east.add(k);
    if (game.terrain().block(v).whole && !game.wall_at(v)) node.middles.add(k);
  }
  node.to_move = game.to_move().value();
  node.ply = game.ply();
  node.hash = game.hash();
  for (unsigned s = 0; s < ground.seats; ++s) {
    const base::Seat seat = base::seat(s);
    if (!game.turn().stands(seat)) continue;
    node.standing = static_cast<std::uint8_t>(node.standing | 1U << s);
    node.walls[s] = static_cast<std::uint8_t>(game.walls_left(seat));
    if (game.pawn(seat) != off) node.pawns[s] = static_cast<Cell>(game.pawn(seat).value());
    inner::look(ground, node, s, Care::kWhole);
  }
  return node;
}

}  // namespace quiver::bots::quoridor::champion

// How positions are made and moves found: the inner loops of bitboard.hpp, to be inlined into the search.
#pragma once

#include "bots/quoridor/champion/bitboard.hpp"

namespace quiver::bots::quoridor::champion {

namespace inner {

using games::key;
using games::Key;

// Directions clockwise from north. Only north and east edges are stored; south and west are those of the
// neighbour.
template <unsigned kWords>
Cell step(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board, Cell from,
          unsigned direction) {
  const unsigned columns = layout.columns;
  switch (direction) {
    case 0:
      return board.open.north.has(from) ? static_cast<Cell>(from - columns) : kNowhere;
    case 1:
      return board.open.east.has(from) ? static_cast<Cell>(from + 1U) : kNowhere;
    case 2:
      return from + columns < layout.cells && board.open.north.has(from + columns)
                 ? static_cast<Cell>(from + columns)
                 : kNowhere;
    default:
      return from > 0 && board.open.east.has(from - 1U) ? static_cast<Cell>(from - 1U) : kNowhere;
  }
}

template <unsigned kWords>
void update_path(const BitboardLayout<kWords>& layout, Bitboard<kWords>& board, unsigned seat,
                 PathUpdate update) {
  ShortestPath<kWords>& path = board.paths[seat];
  if (update == PathUpdate::kLengthOnly)
    path.length = length_with(layout, board, board.open, seat);
  else
    path =
        find_shortest_path(board.open, layout.columns, path_start(layout, board, seat), layout.goals[seat]);
}

// Whether all seats in the game have a path; does not use the paths that are kept.
template <unsigned kWords>
bool leaves_paths(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board, PackedMove wall) {
  Edges<kWords> open = board.open;
  open.close(cut_by(layout, wall));
  for (unsigned s = 0; s < layout.seats; ++s)
    if (board.stands(s) && length_with(layout, board, open, s) == kNoPath) return false;
  return true;
}

template <unsigned kWords, class Visitor>
bool any_slot(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board, const Visitor& visit) {
  bool found = false;
  horizontal_slots(board).for_each(
      [&](unsigned v) { found = found || visit(static_cast<PackedMove>(kHorizontal | v)); });
  vertical_slots(layout, board).for_each([&](unsigned v) {
    found = found || visit(static_cast<PackedMove>(kVertical | v));
  });
  return found;
}

template <unsigned kWords>
bool can_move(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board, unsigned seat) {
  const Cell pawn = board.pawns[seat];
  if (pawn == kNowhere) {
    bool free = false;
    layout.homes[seat].for_each([&](unsigned v) { free |= !board.occupied(static_cast<Cell>(v)); });
    return free;
  }
  for (unsigned d = 0; d < 4; ++d)
    if (const Cell to = step(layout, board, pawn, d); to != kNowhere && !board.occupied(to)) return true;
  if (pawn_targets(layout, board, seat).count > 0) return true;
  return board.walls[seat] > 0 &&
         any_slot(layout, board, [&](PackedMove wall) { return leaves_paths(layout, board, wall); });
}

// The turn goes to the next seat that can move.
template <unsigned kWords>
MoveResult pass_turn(const BitboardLayout<kWords>& layout, Bitboard<kWords>& board) {
  const unsigned mover = board.to_move;
  for (unsigned k = 1; k <= layout.seats; ++k) {
    const unsigned next = (mover + k) % layout.seats;
    if (!board.stands(next) || !can_move(layout, board, next)) continue;
    board.hash ^= key(Key::kToMove, mover, 0) ^ key(Key::kToMove, next, 0);
    board.to_move = static_cast<std::uint8_t>(next);
    return MoveResult::kOngoing;
  }
  return MoveResult::kDrawn;
}

// Paths that the wall does not touch stay as they are. False if it leaves a seat without one.
template <unsigned kWords>
bool place_wall(const BitboardLayout<kWords>& layout, Bitboard<kWords>& board, PackedMove wall,
                PathUpdate update) {
  const Edges<kWords> cut = cut_by(layout, wall);
  const unsigned mover = board.to_move;
  board.open.close(cut);
  for (unsigned s = 0; s < layout.seats; ++s) {
    if (!board.stands(s)) continue;
    if (board.paths[s].length != kNoPath && board.paths[s].used.touches(cut))
      update_path(layout, board, s, update);
    if (board.paths[s].length == kNoPath) return false;
  }
  board.wall_anchors.remove(cell_of(wall));
  board.hash ^= key(Key::kWall, wall >> 10, cell_of(wall)) ^ key(Key::kWallsLeft, mover, board.walls[mover]) ^
                key(Key::kWallsLeft, mover, board.walls[mover] - 1U);
  --board.walls[mover];
  return true;
}

}  // namespace inner

template <unsigned kWords>
PawnTargets pawn_targets(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board, unsigned seat) {
  PawnTargets targets;
  for (unsigned d = 0; d < 4; ++d) {
    const Cell to = inner::step(layout, board, board.pawns[seat], d);
    if (to == kNowhere) continue;
    if (!board.occupied(to)) {
      targets.add(to);
      continue;
    }
    const Cell behind = inner::step(layout, board, to, d);
    if (behind != kNowhere && !board.occupied(behind)) {
      targets.add(behind);
      continue;
    }
    for (const unsigned side : {(d + 1) % 4, (d + 3) % 4})
      if (const Cell beside = inner::step(layout, board, to, side);
          beside != kNowhere && !board.occupied(beside))
        targets.add(beside);
  }
  return targets;
}

// The hash is that of games::Quoridor, updated by the keys that change.
template <unsigned kWords>
MoveResult make_move(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& before, PackedMove move,
                     Bitboard<kWords>& after, PathUpdate update) {
  after = before;
  const unsigned mover = before.to_move;
  ++after.ply;
  if (is_wall(move)) {
    if (!inner::place_wall(layout, after, move, update)) return MoveResult::kIllegal;
  } else {
    const Cell from = before.pawns[mover];
    if (from != kNowhere) after.hash ^= games::key(games::Key::kPawn, mover, from);
    after.hash ^= games::key(games::Key::kPawn, mover, move);
    after.pawns[mover] = move;
    if (from != kNowhere && layout.goals[mover].has(move)) return MoveResult::kWon;
    inner::update_path(layout, after, mover, update);
  }
  if (after.ply >= layout.max_plies) return MoveResult::kDrawn;
  return inner::pass_turn(layout, after);
}

template <unsigned kWords, class Visitor>
void for_each_pawn_move(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board,
                        const Visitor& visit) {
  const unsigned mover = board.to_move;
  if (board.pawns[mover] == kNowhere) {
    layout.homes[mover].for_each([&](unsigned v) {
      if (!board.occupied(static_cast<Cell>(v))) visit(static_cast<PackedMove>(v));
    });
    return;
  }
  const PawnTargets targets = pawn_targets(layout, board, mover);
  for (unsigned k = 0; k < targets.count; ++k) visit(targets.cells[k]);
}

template <unsigned kWords, class Visitor>
void for_each_legal(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board,
                    const Visitor& visit) {
  for_each_pawn_move(layout, board, visit);
  if (board.walls[board.to_move] == 0 || board.pawns[board.to_move] == kNowhere) return;
  inner::any_slot(layout, board, [&](PackedMove wall) {
    if (inner::leaves_paths(layout, board, wall)) visit(wall);
    return false;
  });
}

template <unsigned kWords>
BitboardLayout<kWords> layout_of(const Quoridor& game) {
  BitboardLayout<kWords> layout;
  layout.columns = game.grid().columns;
  layout.cells = game.graph().num_vertices();
  layout.seats = game.turn().seats();
  layout.max_plies = game.max_plies();
  const base::Vertex off = game.graph().off_board();
  for (unsigned v = 0; v < layout.cells; ++v) {
    if (game.graph().step(base::Vertex{v}, graph::Direction::kNorth) != off) layout.whole.north.add(v);
    if (game.graph().step(base::Vertex{v}, graph::Direction::kEast) != off) layout.whole.east.add(v);
    for (unsigned s = 0; s < layout.seats; ++s) {
      if (game.terrain().is_goal(base::seat(s), base::Vertex{v})) layout.goals[s].add(v);
      if (game.terrain().is_home(base::seat(s), base::Vertex{v})) layout.homes[s].add(v);
    }
  }
  return layout;
}

template <unsigned kWords>
Bitboard<kWords> bitboard_of(const BitboardLayout<kWords>& layout, const Quoridor& game) {
  Bitboard<kWords> board;
  const base::Vertex off = game.graph().off_board();
  const auto is_open = [&](base::Vertex v, graph::Direction d) {
    return game.graph().step(v, d) != off && !game.is_walled(v, d);
  };
  for (unsigned k = 0; k < layout.cells; ++k) {
    const base::Vertex v{k};
    if (is_open(v, graph::Direction::kNorth)) board.open.north.add(k);
    if (is_open(v, graph::Direction::kEast)) board.open.east.add(k);
    if (game.terrain().block(v).whole && !game.wall_at(v)) board.wall_anchors.add(k);
  }
  board.to_move = game.to_move().value();
  board.ply = game.ply();
  board.hash = game.hash();
  for (unsigned s = 0; s < layout.seats; ++s) {
    const base::Seat seat = base::seat(s);
    if (!game.turn().stands(seat)) continue;
    board.standing = static_cast<std::uint8_t>(board.standing | 1U << s);
    board.walls[s] = static_cast<std::uint8_t>(game.walls_left(seat));
    if (game.pawn(seat) != off) board.pawns[s] = static_cast<Cell>(game.pawn(seat).value());
    inner::update_path(layout, board, s, PathUpdate::kFull);
  }
  return board;
}

}  // namespace quiver::bots::quoridor::champion

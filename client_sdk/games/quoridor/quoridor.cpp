#include "client_sdk/games/quoridor/quoridor.hpp"

#include <algorithm>
#include <utility>

namespace quiver::games {

using base::bad_input;
using base::Result;
using graph::Direction;
using quoridor::kSteps;

Result<Quoridor> Quoridor::create(const Setup& setup) {
  const auto seats = static_cast<unsigned>(setup.pawns.size());
  auto terrain = quoridor::Terrain::create(setup.graph, setup.grid, seats);
  if (!terrain) return terrain.error();
  if (setup.walls > kMaxWalls)
    return bad_input("a seat has at most " + std::to_string(kMaxWalls) + " walls, not " +
                     std::to_string(setup.walls));
  if (setup.max_plies == 0) return bad_input("a game has to last at least one ply");
  for (unsigned s = 0; s < seats; ++s) {
    const auto& pawn = setup.pawns[s];
    const Seat seat = base::seat(s);
    const std::string who = "the pawn of seat " + std::to_string(s);
    if (!pawn) continue;
    if (!setup.graph->contains(*pawn)) return bad_input(who + " stands off the board");
    if (std::count(setup.pawns.begin(), setup.pawns.end(), pawn) > 1)
      return bad_input(who + " shares its cell with another");
    if ((*terrain)->is_goal(seat, *pawn)) return bad_input(who + " stands on its goal already");
    if (!quoridor::has_route(**terrain, {}, seat, *pawn)) return bad_input(who + " has no path to its goal");
  }
  return Quoridor(setup, *terrain);
}

Quoridor::Quoridor(const Setup& setup, std::shared_ptr<const quoridor::Terrain> terrain)
    : terrain_(std::move(terrain)),
      turn_(static_cast<unsigned>(setup.pawns.size())),
      max_plies_(setup.max_plies),
      may_place_late_(may_place_late(setup)),
      pieces_hash_(graph().digest() ^ key(Key::kGame, 0, 2)) {
  const unsigned seats = turn_.seats();
  pawns_.fill(graph().off_board());
  for (unsigned s = 0; s < seats; ++s) {
    walls_left_[s] = static_cast<std::uint8_t>(setup.walls);
    if (setup.pawns[s]) put_pawn(base::seat(s), *setup.pawns[s]);
  }
  // Seat 0's turn has come, unless it cannot move.
  turn_.pass_to(base::seat(seats - 1));
  hand_on();
}

// If all seats place their pawns first, every pawn is there before the first wall, unless a side has fewer
// cells than there are seats.
bool Quoridor::may_place_late(const Setup& setup) const {
  const auto to_place =
      static_cast<std::size_t>(std::count(setup.pawns.begin(), setup.pawns.end(), std::nullopt));
  if (to_place == 0) return false;
  if (to_place < setup.pawns.size()) return true;
  for (unsigned s = 0; s < setup.pawns.size(); ++s) {
    std::size_t cells = 0;
    for (std::uint32_t v = 0; v < graph().num_vertices(); ++v)
      cells += terrain_->is_home(base::seat(s), Vertex{v}) ? 1U : 0U;
    if (cells < setup.pawns.size()) return true;
  }
  return false;
}

std::uint64_t Quoridor::hash() const {
  std::uint64_t h = pieces_hash_ ^ turn_.hash();
  for (unsigned s = 0; s < turn_.seats(); ++s) h ^= key(Key::kWallsLeft, s, walls_left_[s]);
  return h;
}

std::optional<Quoridor::Orientation> Quoridor::wall_at(Vertex v) const {
  if (walls_[v.value()] == kNoWall) return std::nullopt;
  return static_cast<Orientation>(walls_[v.value()]);
}

void Quoridor::Targets::add(Vertex v) {
  unsigned at = 0;
  while (at < count && cells[at] < v) ++at;
  if (at < count && cells[at] == v) return;
  for (unsigned k = count++; k > at; --k) cells[k] = cells[k - 1];
  cells[at] = v;
}

Quoridor::Targets Quoridor::steps_of(Seat s) const {
  Targets targets;
  const Vertex from = pawn(s);
  for (const Direction d : kSteps) {
    const Vertex to = open_step(from, d);
    if (to == graph().off_board()) continue;
    if (occupied(to))
      add_jumps(targets, to, d);
    else
      targets.add(to);
  }
  return targets;
}

// Straight over the pawn where that can be, to its sides only where it cannot.
void Quoridor::add_jumps(Targets& targets, Vertex over, Direction d) const {
  const auto is_free = [&](Vertex v) { return v != graph().off_board() && !occupied(v); };
  if (const Vertex behind = open_step(over, d); is_free(behind)) return targets.add(behind);
  for (const Direction side : kSteps)
    if (side != d && side != graph::opposite(d))
      if (const Vertex beside = open_step(over, side); is_free(beside)) targets.add(beside);
}

void Quoridor::find_routes(Routes& routes) const {
  for (unsigned s = 0; s < turn_.seats(); ++s)
    if (const Seat seat = base::seat(s); turn_.stands(seat))
      routes[s] = quoridor::find_route(*terrain_, walled_, seat, pawns_[s]);
}

// A breadth-first search only for seats whose known route the wall cuts. The copy of the walls is made on the
// first such seat.
std::optional<Seat> Quoridor::seat_cut_off_by(Vertex anchor, Orientation orientation,
                                              const Routes& routes) const {
  std::optional<quoridor::Walled> with_wall;
  for (unsigned s = 0; s < turn_.seats(); ++s) {
    const Seat seat = base::seat(s);
    if (!turn_.stands(seat)) continue;
    if (routes[s].found && !routes[s].is_cut_by(*terrain_, anchor, orientation)) continue;
    if (!with_wall) quoridor::flip_wall(*terrain_, with_wall.emplace(walled_), anchor, orientation);
    if (!quoridor::has_route(*terrain_, *with_wall, seat, pawns_[s])) return seat;
  }
  return std::nullopt;
}

bool Quoridor::can_move(Seat s) const {
  if (placed(s))  // nearly always there is a free neighbour, and no need to look further
    for (const Direction d : kSteps)
      if (const Vertex to = open_step(pawn(s), d); to != graph().off_board() && !occupied(to)) return true;
  bool found = false;
  for_each_pawn_move(s, [&](Vertex) { found = true; });
  return found || for_each_wall(s, [](Vertex, Orientation) { return true; });
}

void Quoridor::put_pawn(Seat s, Vertex v) {
  Vertex& pawn = pawns_[s.value()];
  if (placed(s)) pieces_hash_ ^= key(Key::kPawn, s.value(), pawn.value());
  pawn = v;
  if (placed(s)) pieces_hash_ ^= key(Key::kPawn, s.value(), pawn.value());
}

// The turn goes to the next seat that can move; where none can, not even the last mover, it is a draw.
void Quoridor::hand_on() {
  Seat next = turn_.to_move();
  for (unsigned tried = 0; tried < turn_.standing(); ++tried) {
    next = turn_.next_after(next);
    if (can_move(next)) return turn_.pass_to(next);
  }
  turn_.draw();
}

// A pawn that is placed on its goal does not win: reaching the goal takes a move.
Quoridor::Undo Quoridor::apply(const Move& move) {
  const Seat mover = to_move();
  const Undo undo{move, pawn(mover), mover, false, turn_, pieces_hash_};
  ++ply_;
  if (move.kind == Move::Kind::kPawn) {
    const bool placing = !placed(mover);
    put_pawn(mover, move.cell);
    if (!placing && terrain_->is_goal(mover, move.cell)) {
      turn_.win(mover);
      return undo;
    }
  } else {
    const auto orientation = static_cast<Orientation>(move.kind);
    quoridor::flip_wall(*terrain_, walled_, move.cell, orientation);
    walls_[move.cell.value()] = static_cast<std::uint8_t>(orientation);
    pieces_hash_ ^= key(Key::kWall, static_cast<unsigned>(orientation), move.cell.value());
    --walls_left_[mover.value()];
  }
  if (ply_ >= max_plies_)
    turn_.draw();
  else
    hand_on();
  return undo;
}

Quoridor::Undo Quoridor::eliminate(Seat s) {
  const Undo undo{{}, pawn(s), s, true, turn_, pieces_hash_};
  const bool was_to_move = s == to_move();
  put_pawn(s, graph().off_board());
  turn_.eliminate(s);
  if (was_to_move && !turn_.over()) hand_on();
  return undo;
}

void Quoridor::undo(const Undo& undo) {
  turn_ = undo.turn;
  pieces_hash_ = undo.hash;
  if (!undo.elimination) --ply_;
  if (undo.elimination || undo.move.kind == Move::Kind::kPawn) {
    pawns_[undo.seat.value()] = undo.pawn;
    return;
  }
  quoridor::flip_wall(*terrain_, walled_, undo.move.cell, static_cast<Orientation>(undo.move.kind));
  walls_[undo.move.cell.value()] = kNoWall;
  ++walls_left_[undo.seat.value()];
}

std::uint64_t Quoridor::count_legal_moves() const {
  std::uint64_t count = 0;
  for_each_legal_move([&](const Move&) { ++count; });
  return count;
}

bool operator==(const Quoridor& a, const Quoridor& b) {
  return a.pieces_hash_ == b.pieces_hash_ && a.turn_ == b.turn_ && a.pawns_ == b.pawns_ &&
         a.walls_left_ == b.walls_left_ && a.walls_ == b.walls_ && a.walled_ == b.walled_ &&
         (a.terrain_ == b.terrain_ || *a.terrain_ == *b.terrain_);
}

}  // namespace quiver::games

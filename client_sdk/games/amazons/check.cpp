#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::games {

Verdict Amazons::check(const Move& move) const {
  if (turn_.over()) return RuleBroken{Rule::kGameOver, "the game is over"};
  if (auto cells = check_cells(move); !cells) return cells;
  if (auto queen = check_ray("queen", move.from, move.to, graph_->off_board()); !queen) return queen;
  return check_ray("arrow", move.to, move.arrow, move.from);
}

Verdict Amazons::check_cells(const Move& move) const {
  for (const Vertex v : {move.from, move.to, move.arrow})
    if (!graph_->contains(v))
      return RuleBroken{Rule::kNoSuchCell, "there is no vertex " + std::to_string(v.value()) +
                                               " on this board; ids go from 0 to " +
                                               std::to_string(graph_->num_vertices() - 1)};
  if (!has_queen(move.from)) return RuleBroken{Rule::kNoPiece, "no queen stands on " + grid_.name(move.from)};
  const unsigned owner = cells_[move.from.value()] - kQueen;
  if (owner != to_move().value())
    return RuleBroken{Rule::kNotYourPiece, "the queen on " + grid_.name(move.from) + " belongs to seat " +
                                               std::to_string(owner) + "; it is the turn of seat " +
                                               std::to_string(to_move().value())};
  if (move.from == move.to)
    return RuleBroken{Rule::kNoMovement, "the queen stays on " + grid_.name(move.from) + "; she must move"};
  if (move.arrow == move.to)
    return RuleBroken{Rule::kNoMovement, "the arrow stays on " + grid_.name(move.to) + "; it must fly"};
  return {};
}

// `left` is the cell that the queen has just left, which counts as empty.
Verdict Amazons::check_ray(const char* piece, Vertex origin, Vertex target, Vertex left) const {
  const auto free = [&](Vertex v) { return empty(v) || (v == left && graph_->contains(v)); };
  if (graph::ray_reaches(*graph_, origin, target, free)) return {};
  return explain_ray(piece, origin, target, left);
}

// Only for moves that are illegal already: looks along every ray, over whatever stands in its way.
RuleBroken Amazons::explain_ray(const char* piece, Vertex origin, Vertex target, Vertex left) const {
  const std::string subject = std::string("the ") + piece;
  if (graph_->isolated(target))
    return {Rule::kNotInLine, subject + " cannot reach " + grid_.name(target) + ", which is a hole"};
  for (const Direction d : graph::kAllDirections) {
    Vertex obstacle = graph_->off_board();
    for (Vertex v = graph_->step(origin, d); v != graph_->off_board() && v != origin;
         v = graph_->step(v, d)) {
      const bool taken = !empty(v) && v != left;
      if (taken && obstacle == graph_->off_board()) obstacle = v;
      if (v != target) continue;
      if (obstacle == target)
        return {Rule::kOccupied, subject + " lands on " + grid_.name(target) + ", where " + occupant(target)};
      return {Rule::kPathBlocked,
              subject + " passes over " + grid_.name(obstacle) + ", where " + occupant(obstacle)};
    }
  }
  return {Rule::kNotInLine, subject + " cannot go from " + grid_.name(origin) + " to " + grid_.name(target) +
                                ": no straight line of cells joins them"};
}

std::string Amazons::occupant(Vertex v) const { return has_arrow(v) ? "an arrow lies" : "a queen stands"; }

}  // namespace quiver::games

// Quoridor as in a mirror: the point reflection of what the seat opposite has just done, where that is legal.
//
// Pure copying cannot win, so it departs from it where that pays:
//   - where it begins, and there is nothing to copy, it places a wall where it is of no use to anybody;
//   - when its pawn meets the other's it jumps over it along the shortest path, and is a step ahead; from
//     then on it copies walls only, and answers steps with steps along its own shortest path;
//   - when the other places its last wall it does not copy it but goes on along its shortest path;
//   - so it does wherever the reflection is illegal.
// With four seats it copies the seat opposite. What the position shows is who moved which pawn, but not
// who placed which wall: if the seat opposite has placed one, it copies any of the new ones that it can.
// On a board that is not its own reflection it plays by the shortest path alone. One match, one thread.
#pragma once

#include <optional>
#include <vector>

#include "bots/quoridor/run_or_block.hpp"

namespace quiver::bots::quoridor {

class Mirror {
 public:
  // The position a match starts from, and this bot's seat.
  Mirror(const Quoridor& start, Seat own);

  // Called for each turn of the seat, in order.
  Move choose(const Quoridor& game, Random& random);

  // The reflection of a move; none if the board has nothing there.
  static std::optional<Move> reflected(const Quoridor& game, const Move& move);
  // Whether the board, with its goals and holes, is its own reflection.
  static bool is_symmetric(const Quoridor& game);

 private:
  [[nodiscard]] Move answer(const Quoridor& game, Random& random);
  [[nodiscard]] std::optional<Move> opening_wall(const Quoridor& game, const ShortestPaths& paths,
                                                 Random& random);
  [[nodiscard]] std::optional<Move> jump(const Quoridor& game, const ShortestPaths& paths,
                                         Random& random) const;
  // What the seat opposite may have done since the last turn: a step, or one of several walls.
  [[nodiscard]] std::vector<Move> opponent_moves(const Quoridor& game) const;
  [[nodiscard]] std::optional<Move> copy(const Quoridor& game, Random& random) const;

  Seat own_;
  Seat opposite_;
  bool symmetric_;
  Quoridor seen_;               // the position after its own last move
  bool ahead_ = false;          // its pawn has left the other's reflection
  bool may_waste_wall_ = true;  // it has copied nothing yet
};

}  // namespace quiver::bots::quoridor

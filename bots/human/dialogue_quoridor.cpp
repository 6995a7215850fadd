#include <array>

#include "bots/human/dialogue.hpp"

namespace quiver::human {

using base::Vertex;
using games::Quoridor;
using games::QuoridorMove;

namespace {

// "e3 h" is "e3h".
std::string without_spaces(std::string_view text) {
  std::string out(text);
  std::erase(out, ' ');
  return out;
}

Advice pawn_steps(const Quoridor& game) {
  Advice advice;
  const unsigned walls = game.walls_left(game.to_move());
  game.for_each_legal_move([&](const QuoridorMove& move) {
    if (move.kind == QuoridorMove::Kind::kPawn) advice.marks.targets.push_back(move.cell);
  });
  advice.text = advice.marks.targets.empty()
                    ? "Your pawn cannot move."
                    : "Your pawn can go to " + listed(game.grid(), advice.marks.targets) + ".";
  advice.text += walls == 0 ? " You have no walls left."
                            : " You have " + std::to_string(walls) + (walls == 1 ? " wall" : " walls") +
                                  "; ?e3h says whether one can be placed there.";
  return advice;
}

// Where a pawn has to go. Seats go clockwise from the south; two sit opposite each other.
std::string goal(const Quoridor& game, base::Seat s) {
  constexpr std::array<const char*, 4> kSides = {"the top row", "the right column", "the bottom row",
                                                 "the left column"};
  return kSides[game.turn().seats() == 2 ? 2U * s.value() : s.value()];
}

}  // namespace

template <>
std::string Dialogue<Quoridor>::help() {
  return R"(A move is a cell for the pawn, e2, or a wall: e3h lies above e3 and f3, e3v
stands at the right of e3 and e4.
  ?            where your pawn can go
  ?e3h         whether that wall can be placed
)";
}

template <>
std::string Dialogue<Quoridor>::example(const Quoridor& game) {
  const Advice steps = pawn_steps(game);
  const std::string step = steps.marks.targets.empty() ? "" : game.grid().name(steps.marks.targets.front());
  std::string wall;
  game.for_each_legal_move([&](const QuoridorMove& move) {
    if (wall.empty() && move.kind != QuoridorMove::Kind::kPawn) wall = "a wall, " + game.format(move);
  });
  return step + (step.empty() || wall.empty() ? "" : ", or ") + wall;
}

template <>
Advice Dialogue<Quoridor>::advise(const Quoridor& game, std::string_view asked) {
  if (asked.empty()) return pawn_steps(game);
  const auto move = game.parse(without_spaces(asked));
  if (!move) return refusal(move.error().sentence);
  const bool pawn = move->kind == QuoridorMove::Kind::kPawn;
  Advice advice = judge(game, *move,
                        pawn ? "Your pawn can go to " + game.format(*move) + "."
                             : "The wall " + game.format(*move) + " can be placed.");
  if (!game.check(*move)) return advice;
  if (pawn)
    advice.marks.targets = {move->cell};
  else
    advice.marks.target_wall = *move;
  return advice;
}

template <>
Entry::Answer Dialogue<Quoridor>::take(const Quoridor& game, std::vector<std::string>& /*chosen*/,
                                       std::string_view typed) {
  return whole_move(game, without_spaces(typed));
}

template <>
std::string Dialogue<Quoridor>::about_board(const Quoridor& /*game*/) {
  return "";
}
template <>
std::string Dialogue<Quoridor>::about_seat(const Quoridor& game, base::Seat seat) {
  return ", to " + goal(game, seat) + ", " + std::to_string(game.walls_left(seat)) +
         (game.walls_left(seat) == 1 ? " wall left" : " walls left");
}
template <>
std::string Dialogue<Quoridor>::why_won(const Quoridor& /*game*/) {
  return ": the pawn has reached its goal";
}
template <>
std::string Dialogue<Quoridor>::why_drawn(const Quoridor&) {
  return "nobody got there in time";
}

}  // namespace quiver::human

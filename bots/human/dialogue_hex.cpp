#include "bots/human/dialogue.hpp"

namespace quiver::human {

using games::Hex;
using games::HexMove;

namespace {

// The one in the middle, or the last that is empty.
std::string some_cell(const Hex& game) {
  base::Vertex cell{game.graph().num_vertices() / 2};
  if (!game.empty_cells().contains(cell)) game.empty_cells().for_each([&](base::Vertex v) { cell = v; });
  return game.format(HexMove{cell, false});
}

// Marks them all on the board; a list of up to 625 names would help nobody.
Advice empty_cells(const Hex& game) {
  Advice advice;
  game.empty_cells().for_each([&](base::Vertex v) { advice.marks.targets.push_back(v); });
  const std::size_t count = advice.marks.targets.size();
  advice.text =
      count == 1 ? "There is one empty cell." : "There are " + std::to_string(count) + " empty cells.";
  if (game.can_swap())
    advice.text += " You can also swap: the stone becomes yours, on " +
                   game.grid().name(*game.lands_on(games::kHexSwap)) + ".";
  return advice;
}

}  // namespace

template <>
std::string Dialogue<Hex>::help() {
  return R"(A move is an empty cell, f6, or once, as the second move of the game, swap: the
stone of seat 0 becomes yours, with its column and its row exchanged.
  ?            the empty cells, and whether you can swap
  ?f6          whether a stone can be put there
)";
}

template <>
std::string Dialogue<Hex>::example(const Hex& game) {
  return some_cell(game) + (game.can_swap() ? ", or swap" : "");
}

template <>
Advice Dialogue<Hex>::advise(const Hex& game, std::string_view asked) {
  if (asked.empty()) return empty_cells(game);
  const auto move = game.parse(asked);
  if (!move) return refusal(move.error().sentence);
  const base::Vertex cell = game.check(*move) ? game.lands_on(*move).value_or(move->cell) : move->cell;
  const std::string name = game.grid().name(cell);
  Advice advice = judge(game, *move,
                        move->swap ? "You can swap; your stone is on " + name + " then."
                                   : "A stone can be put on " + name + ".");
  if (game.check(*move)) advice.marks.targets = {cell};
  return advice;
}

template <>
Entry::Answer Dialogue<Hex>::take(const Hex& game, std::vector<std::string>& /*chosen*/,
                                  std::string_view typed) {
  return whole_move(game, typed);
}

template <>
std::string Dialogue<Hex>::about_board(const Hex& game) {
  return game.swap_rule() ? "" : ", without the swap rule";
}
template <>
std::string Dialogue<Hex>::about_seat(const Hex& /*game*/, base::Seat seat) {
  return seat == base::Seat{0} ? ", from top to bottom" : ", from left to right";
}
template <>
std::string Dialogue<Hex>::why_won(const Hex& /*game*/) {
  return ": a chain joins its two sides";
}
template <>
std::string Dialogue<Hex>::why_drawn(const Hex& /*game*/) {
  return "";  // no game of Hex is
}

}  // namespace quiver::human

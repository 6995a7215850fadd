#include "bots/human/dialogue.hpp"

namespace quiver::human {

using games::ConnectFour;

template <>
std::string Dialogue<ConnectFour>::help() {
  return R"(A move is the number of a column.
  ?            which columns have room
  ?4           where a disc in column 4 would fall
)";
}

template <>
std::string Dialogue<ConnectFour>::example(const ConnectFour& game) {
  return "a column from 1 to " + std::to_string(game.columns());
}

template <>
Advice Dialogue<ConnectFour>::advise(const ConnectFour& game, std::string_view asked) {
  Advice advice;
  if (asked.empty()) {
    std::vector<std::string> columns;
    game.for_each_legal_move([&](const games::ConnectFourMove& move) {
      columns.push_back(game.format(move));
      advice.marks.targets.push_back(game.landing(move.column));
    });
    advice.text = (columns.size() == 1 ? "There is room in column " : "There is room in the columns ") +
                  listed(columns) + ".";
    return advice;
  }
  const auto move = game.parse(asked);
  if (!move) return refusal(move.error().sentence);
  advice = judge(game, *move, "A disc in column " + game.format(*move) + " falls there.");
  if (game.check(*move)) advice.marks.targets = {game.landing(move->column)};
  return advice;
}

template <>
Entry::Answer Dialogue<ConnectFour>::take(const ConnectFour& game, std::vector<std::string>& /*chosen*/,
                                          std::string_view typed) {
  return whole_move(game, typed);
}

template <>
std::string Dialogue<ConnectFour>::about_board(const ConnectFour& game) {
  return game.line() == 4 ? "" : ", " + std::to_string(game.line()) + " in line win";
}
template <>
std::string Dialogue<ConnectFour>::about_seat(const ConnectFour& /*game*/, base::Seat /*seat*/) {
  return "";
}
template <>
std::string Dialogue<ConnectFour>::why_won(const ConnectFour& game) {
  return ": " + std::to_string(game.line()) + " in line";
}
template <>
std::string Dialogue<ConnectFour>::why_drawn(const ConnectFour&) {
  return "the board is full";
}

}  // namespace quiver::human

#include "referee/tournament/boards.hpp"

#include <algorithm>
#include <tuple>

namespace quiver::tournament {

std::vector<std::string> board_names(const Plan& plan) {
  std::vector<std::string> names;
  for (const std::string& board : plan.all("board")) names.push_back(board.substr(0, board.find(' ')));
  // The line of a single board says what it is.
  if (names.size() == 1) names.clear();
  return names;
}

std::size_t board_number(const std::vector<std::string>& boards, const std::string& name) {
  const auto found = std::find(boards.begin(), boards.end(), name);
  return found == boards.end() ? 0 : static_cast<std::size_t>(found - boards.begin());
}

BoardTurn board_turn(std::uint64_t first, std::uint32_t round, std::size_t boards) {
  return {static_cast<std::size_t>((first % boards + round) % boards),
          static_cast<std::uint32_t>(round / boards)};
}

std::size_t next_board(const std::vector<std::uint32_t>& games, std::uint64_t first) {
  const std::size_t boards = games.size();
  std::size_t best = 0;
  const auto key = [&](std::size_t board) {
    const bool is_complete = games[board] % 2 == 0;
    return std::tuple(is_complete, games[board], (board + boards - first % boards) % boards);
  };
  for (std::size_t board = 1; board < boards; ++board)
    if (key(board) < key(best)) best = board;
  return best;
}

}  // namespace quiver::tournament

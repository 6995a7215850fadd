#include "referee/tournament/ladder_boards.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/tournament/boards.hpp"

namespace quiver::tournament {

std::vector<std::uint32_t>& LadderBoards::games(Entrant one, Entrant other) {
  return games_.try_emplace(Pair(std::minmax(one, other)), openings_.size(), 0).first->second;
}

base::Result<std::size_t> LadderBoards::find(const std::string& name) const {
  if (name.empty()) return std::size_t{0};
  if (names_.empty()) return base::bad_input("this ladder has one board: leave the board out");
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
  std::string all;
  for (const std::string& one : names_) all += (all.empty() ? "" : ", ") + one;
  return base::bad_input("this ladder has no board " + base::quoted(name) + "; its boards are " + all);
}

void LadderBoards::recall(Entrant one, Entrant other, const std::string& board) {
  ++games(one, other)[board_number(names_, board)];
}

void LadderBoards::begin(run::Game& game) {
  const auto first = static_cast<Entrant>(game.bots[0]), second = static_cast<Entrant>(game.bots[1]);
  std::vector<std::uint32_t>& played = games(first, second);
  // Not all pairs begin on the same board.
  game.board = next_board(played, std::uint64_t{first} + second);
  const std::uint32_t index = played[game.board]++;
  game.opening = openings_[game.board].find(0, index, 2, 2);
  begun_[game.number] = {std::minmax(first, second), index};
}

void LadderBoards::undo(const run::Game& game) {
  const auto found = begun_.find(game.number);
  if (found == begun_.end()) return;
  --games_[found->second.pair][game.board];
  begun_.erase(found);
}

std::uint32_t LadderBoards::end(const run::Game& game, Entrant one, Entrant other) {
  const auto found = begun_.find(game.number);
  if (found != begun_.end() && found->second.pair == Pair(std::minmax(one, other))) {
    const std::uint32_t index = found->second.index;
    begun_.erase(found);
    return index;
  }
  undo(game);
  return games(one, other)[game.board]++;
}

}  // namespace quiver::tournament

// Which board and which opening the games of a ladder are played with.
//
// Two entries play on the board that they have played on least (boards.hpp). Openings go round for each two
// and each board; each is played again with the seats swapped. A game counts from when it begins, and no more
// once it turns out to be void. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "referee/run/game_source.hpp"
#include "referee/tournament/formats/format.hpp"
#include "referee/tournament/opening_book.hpp"
#include "referee/tournament/openings.hpp"

namespace quiver::tournament {

class LadderBoards {
 public:
  // One book for each board; at least one. `names` is empty if there is only one.
  LadderBoards(std::vector<std::string> names, std::vector<OpeningBook> openings)
      : names_(std::move(names)), openings_(std::move(openings)) {}

  // The number of the board of this name; the first one if it is empty. An error if there is none.
  [[nodiscard]] base::Result<std::size_t> find(const std::string& name) const;
  // The opening of a game that does not count; one for each two of `index`.
  [[nodiscard]] Opening opening(std::size_t board, std::uint32_t index) {
    return openings_[board].find(0, index, 2, 2);
  }

  // A game of an earlier run.
  void recall(Entrant one, Entrant other, const std::string& board);
  // Gives the game its board and its opening. Its number and its bots are set.
  void begin(run::Game& game);
  // It is void.
  void undo(const run::Game& game);
  // It has ended, and counts for these two: an entry may have turned out to be another version. Returns which
  // of their games on that board it is, from 0.
  std::uint32_t end(const run::Game& game, Entrant one, Entrant other);

 private:
  using Pair = std::pair<Entrant, Entrant>;  // the smaller number first
  struct Begun {
    Pair pair;
    std::uint32_t index = 0;  // among their games on the board
  };
  // How many games these two have begun on each board.
  std::vector<std::uint32_t>& games(Entrant one, Entrant other);

  std::vector<std::string> names_;
  std::vector<OpeningBook> openings_;  // by board
  std::map<Pair, std::vector<std::uint32_t>> games_;
  std::map<std::uint32_t, Begun> begun_;  // being played, by the game's number
};

}  // namespace quiver::tournament

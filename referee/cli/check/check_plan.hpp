// The exercises of `quiver check`: a list for each game, from a small board with ample time to tight clocks,
// broken connections and games that end early; or only those for given boards and one clock. Plain values;
// nothing is played here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/games/options.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/run/order.hpp"

namespace quiver::cli {

struct Exercise {
  std::string what;        // "donut 9×9", "a connection that breaks"
  games::Options options;  // of the board
  unsigned seats = 2;
  std::uint32_t games = 2;  // the bot goes through the seats
  wire::TimeControl time;
  std::vector<run::PlannedFault>
      planned_faults;  // bot 0 is the one that is checked, bot 1 its first opponent

  // The options of `quiver match` that play it again, as far as it has them.
  [[nodiscard]] std::string words() const;
};

struct CheckClocks {
  base::Duration easy = std::chrono::milliseconds(500);   // for a move
  base::Duration tight = std::chrono::milliseconds(100);  // for a move; a whole game has 20 times that
};

// What exercises are restricted to.
struct CheckScope {
  struct Board {
    std::string what;  // "donut 9"
    games::Options options;
  };
  std::vector<Board> boards;                    // none: the plan's own
  std::optional<wire::TimeControl> clock = {};  // of every game; there are no tight ones then
  bool placed = false;  // in Quoridor every first move places a pawn, as the course's players have it
};

std::vector<Exercise> exercises(std::string_view game, const CheckClocks& clocks,
                                const CheckScope& scope = {});

// What the report says behind a game's name; empty, or begins with a comma.
std::string check_note(std::string_view game, const CheckScope& scope);
// Makes a board of this game fit for the players that are checked.
void adapt_board(std::string_view game, games::Options& board, const CheckScope& scope);

}  // namespace quiver::cli

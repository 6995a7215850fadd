// What `quiver check` puts a bot through: for each game a list of exercises, from a small board at ease to
// tight clocks, broken connections and games that end early. Plain values; nothing is played here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/games/options.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/net/order.hpp"

namespace quiver::cli {

struct Exercise {
  std::string what;        // "donut 9×9", "a connection that breaks"
  games::Options options;  // of the board
  unsigned seats = 2;
  std::uint32_t games = 2;  // the bot goes through the seats
  wire::TimeControl time;
  std::vector<net::Drill> drills;  // bot 0 is the one that is checked, bot 1 its first opponent

  // The options of `quiver match` that play it again, as far as it has them.
  [[nodiscard]] std::string words() const;
};

struct CheckClocks {
  base::Duration easy = std::chrono::milliseconds(500);   // for a move
  base::Duration tight = std::chrono::milliseconds(100);  // for a move; a whole game has 20 times that
};

std::vector<Exercise> exercises(std::string_view game, const CheckClocks& clocks);

}  // namespace quiver::cli

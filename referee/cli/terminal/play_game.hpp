// One game of `quiver play`: a referee in this process, bots that it launches, and people at this terminal.
//
// A person is a client like any other: a program of its own (bots/human), which connects with a token that is
// good for this game alone. To take a move back is to play a new game whose opening is what was played before
// it (docs/develop/adr/0009).
#pragma once

#include <string>

#include "referee/launch/isolation.hpp"
#include "referee/run/order.hpp"

namespace quiver::cli {

// How a game of `quiver play` ended, for the exit code and the menu.
struct GameEnd {
  int exit_code = 0;
  bool enough = false;  // the person wants no other game
};

// The seats of people in an order are those of remote bots. Throws UsageError if it cannot be played.
// `record` is a file for how it ended, or empty.
GameEnd play_game(run::Order order, const launch::LaunchPolicy& launch_policy, const std::string& record);

// The program that people sit at. Throws UsageError if it is not there.
std::string person_program();

}  // namespace quiver::cli

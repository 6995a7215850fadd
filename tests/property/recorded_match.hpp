// Matches played for their records, by the referee's own state machine: by a script, or by dice.
#pragma once

#include <string>

#include "client_sdk/wire/messages.hpp"
#include "tests/property/cases.hpp"
#include "tests/property/dice.hpp"

namespace quiver::tests {

// Moves and eliminations as they stand in records; "x0+x1" are out at one time. What is not over then is
// stopped, and void.
wire::Record scripted_match(const std::string& game, const games::Options& options, const std::string& script,
                            std::uint32_t opening = 0);

// Anything may happen: openings, resignations, several out at once, a stop. Of a large board only the
// opening.
wire::Record random_match(const Case& its_case, Dice& dice);

}  // namespace quiver::tests

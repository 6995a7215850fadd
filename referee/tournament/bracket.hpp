// The bracket of a tournament in a store. Pure; any thread.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/store/bracket.hpp"
#include "referee/tournament/history.hpp"

namespace quiver::tournament {

// Whether events of this format have a bracket.
bool has_bracket(const Plan& plan);

// An error if the event has none, or cannot be read.
base::Result<store::Bracket> bracket_of(const History& history);

}  // namespace quiver::tournament

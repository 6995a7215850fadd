// The end of a match, and a moment at which it can come: what tests of players and of the roster share.
#pragma once

#include <chrono>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::tests {

inline const base::Time kStart{std::chrono::hours(1)};

inline wire::MatchEnd end_of(wire::MatchId match) {
  wire::MatchEnd end;
  end.match = match;
  return end;
}

}  // namespace quiver::tests

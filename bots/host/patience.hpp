// How long a host waits for its player where no clock of the referee's does.
#pragma once

#include <chrono>

namespace quiver::bots::host {

// The referee decides at the end of its "ready" limit; this is for a host that nobody would end then.
inline constexpr std::chrono::minutes kToGetReady{5};
// When a player takes longer than that to get ready, the host says what it waits for. A referee that has
// started the host names it if the player is not ready in time.
inline constexpr std::chrono::seconds kBeforeRemark{2};
// After the end of its clock a player is certainly late, even if the referee forgives the network something.
inline constexpr std::chrono::seconds kAfterTheClock{2};
// For finalize() of one of the course's players, when its match is over.
inline constexpr std::chrono::seconds kToFinalize{2};
// To end by itself when there is nothing more to play.
inline constexpr std::chrono::seconds kToEnd{1};

}  // namespace quiver::bots::host

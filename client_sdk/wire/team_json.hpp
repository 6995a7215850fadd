// Messages of the referee about submissions and teams as JSON, for scripts: protobuf's own mapping. Pure
// function, any thread.
#pragma once

#include <string>

#include "client_sdk/wire/messages.hpp"

namespace quiver::wire {

// One line of JSON without a line end. A TeamAnswer as itself ({"me": …}, {"done": …}), everything else as it
// is in quiver.v1.RefereeMessage ({"submitReport": …}).
std::string message_json(const RefereeMessage& message);

}  // namespace quiver::wire

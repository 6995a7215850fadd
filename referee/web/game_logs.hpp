// Who may read what a bot printed, and what they are sent: their own bot's lines, and no others'. Pure, any
// thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quiver/v1/log.pb.h"
#include "referee/store/store.hpp"

namespace quiver::web {

// Somebody who has said who they are.
struct LogReader {
  std::string name;  // of the team
  bool admin = false;
};

// Administrators read all seats; a team reads its own. A seat without a team is the host's.
bool may_read(const LogReader& reader, const std::string& team);

// The lines of one seat; entries that are no such lines are left out.
v1::SeatLog seat_log(std::uint32_t seat, const std::string& name, const std::string& text);

}  // namespace quiver::web

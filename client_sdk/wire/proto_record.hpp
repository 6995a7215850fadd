// Records and what they share with other messages, as protobuf messages. For layers that
// may see protobuf's types (.ci/check_layers.py).
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"
#include "quiver/v1/admin.pb.h"
#include "quiver/v1/move.pb.h"
#include "quiver/v1/record.pb.h"

namespace quiver::wire {

// Fields that are not set stay absent.
void fill_info(v1::Info& out, const Info& info);
// The text is cut to kMaxInfoText.
Info read_info(const v1::Info& in);

// Without the map, which the two messages that have one write in different ways.
void fill_options(v1::BoardChoice& out, const games::Options& options);
games::Options read_options(const v1::BoardChoice& in);

// Durations become milliseconds, the hash 16 hexadecimal digits.
void fill_record(v1::Record& out, const Record& record);
// Checks enums, seats, the map and the hash; whether the moves are legal is for whoever replays them.
base::Result<Record> read_record(const v1::Record& in);

}  // namespace quiver::wire

// Which board a stored game was played on, from the beginning of its record: the rest, with all moves, need
// not be read. Pure, any thread.
#pragma once

#include <string_view>

#include "referee/store/store.hpp"

namespace quiver::store {

// `record` is the beginning of a record's line of JSON, as this program writes it: the fields in the order of
// record.proto, so that the board stands before any list. Empty if it is not there.
BoardShape board_shape_in(std::string_view record);

}  // namespace quiver::store

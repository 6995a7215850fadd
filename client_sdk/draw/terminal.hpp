// What can be done with a terminal.
#pragma once

namespace quiver::draw {

// The descriptor is a terminal that knows the usual codes: for clearing it, and for colours.
bool is_capable_terminal(int descriptor);

// It is, and nobody has set NO_COLOR.
bool has_colors(int descriptor);

}  // namespace quiver::draw

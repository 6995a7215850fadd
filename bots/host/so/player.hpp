// The process of one player in one match: it loads the library, and calls what the host asks it to.
#pragma once

namespace quiver::bots::host {

// The descriptor on which the host's line comes.
inline constexpr int kLineAsPassed = 3;
// How host-so is called to be this.
inline constexpr const char* kBeThePlayer = "--be-the-player";

// What its process exits with if the line ends while a player does not: it must have closed it.
inline constexpr int kExitLineClosed = 113;

// Serves the host until its line ends. Does not return: what a player has registered for the end of its
// process, or left running, is none of ours.
[[noreturn]] void be_the_player();

}  // namespace quiver::bots::host

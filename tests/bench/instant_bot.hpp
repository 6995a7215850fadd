// A bot that answers at once, in a process of its own, on a blocking socket.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace quiver::bench {

// Plays until the referee hangs up. After each match it writes to the descriptor `times` how many seconds
// passed between each two of its moves, as doubles; -1: it does not.
void run_instant_bot(std::uint16_t port, const std::string& name, int times);

// The same with this Hello; what it would write is passed to `on_end`.
void run_instant_bot(std::uint16_t port, const std::string& hello,
                     const std::function<void(const std::vector<double>&)>& on_end);

}  // namespace quiver::bench

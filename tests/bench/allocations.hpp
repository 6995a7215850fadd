// Counts every allocation of the process.
#pragma once

#include <cstdint>

namespace quiver::bench {

std::uint64_t allocations();

}  // namespace quiver::bench

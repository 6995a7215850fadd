// How much of this machine a bot may use. Where nothing is said there is no limit. A plain value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "client_sdk/base/time.hpp"

namespace quiver::launch {

struct ResourceLimits {
  std::optional<std::uint64_t> memory_bytes;
  // CPU time: of all processes together where control groups count it, else of each one.
  std::optional<base::Duration> cpu;
  std::optional<std::uint32_t> processes;  // threads count too
  std::optional<std::uint32_t> files;      // open at once, in one process
  // Files that the bot writes.
  std::optional<std::uint64_t> scratch_bytes;
  std::size_t log_bytes = std::size_t{1} << 20U;  // what is printed beyond it is dropped
};

}  // namespace quiver::launch

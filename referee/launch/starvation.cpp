#include "referee/launch/starvation.hpp"

#include <algorithm>

namespace quiver::launch {

using base::Duration;

Starvation starvation_of(const std::vector<ThreadTimes>& threads, Duration cpu, Duration passed) {
  Duration ran{0};
  Duration ready{0};
  for (const ThreadTimes& one : threads) {
    ran += one.ran;
    ready += one.ran + one.waited;
  }
  const Duration all = std::max(cpu, ran);
  Starvation found;
  Duration most{0};
  for (const ThreadTimes& one : threads) {
    const Duration others = std::max(all - one.ran, Duration{0});
    const Duration silent = std::max(passed - one.ran - one.waited - one.asleep, Duration{0});
    found.wait = std::max(found.wait, one.waited - others);
    if (one.runnable) most = std::max(most, one.waited + silent - others);
  }
  if (passed > Duration{0})
    found.busy = static_cast<unsigned>(std::max<std::int64_t>((ready + passed / 2) / passed, 1));
  found.wait = std::min(found.wait, passed);
  found.unsettled = std::clamp(most - found.wait, Duration{0}, passed - found.wait);
  return found;
}

}  // namespace quiver::launch

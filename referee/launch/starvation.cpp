#include "referee/launch/starvation.hpp"

#include <algorithm>

namespace quiver::launch {

using base::Duration;

namespace {

// The kernel counts a wait when it ends, so a wait that began before the turn is counted in it whole.
Duration waited_in_turn(const ThreadTimes& thread, Duration passed) {
  return std::min(thread.waited, std::max(passed - thread.ran, Duration{0}));
}

}  // namespace

Starvation starvation_of(const std::vector<ThreadTimes>& threads, Duration cpu, Duration passed) {
  Duration ran{0};
  Duration ready{0};
  for (const ThreadTimes& one : threads) {
    ran += one.ran;
    ready += one.ran + waited_in_turn(one, passed);
  }
  const Duration all = std::max(cpu, ran);
  Starvation found;
  Duration most{0};
  for (const ThreadTimes& one : threads) {
    const Duration others = std::max(all - one.ran, Duration{0});
    const Duration waited = waited_in_turn(one, passed);
    const Duration silent = std::max(passed - one.ran - waited - one.asleep, Duration{0});
    found.wait = std::max(found.wait, waited - others);
    if (one.runnable) most = std::max(most, waited + silent - others);
  }
  if (passed > Duration{0})
    found.busy = static_cast<unsigned>(std::max<std::int64_t>((ready + passed / 2) / passed, 1));
  found.wait = std::min(found.wait, passed);
  found.unsettled = std::clamp(most - found.wait, Duration{0}, passed - found.wait);
  return found;
}

}  // namespace quiver::launch

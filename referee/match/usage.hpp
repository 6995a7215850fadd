// What the processes of a bot did in a turn, as the machine that they run on counted it. A plain value.
#pragma once

#include <optional>

#include "client_sdk/base/time.hpp"

namespace quiver::match {

struct Usage {
  // CPU time of all its threads.
  base::Duration cpu{0};
  // How long it wanted a processor and others had it. Never more than others took: what its own threads took
  // from each other is not in it. None: this machine does not tell.
  std::optional<base::Duration> wait = {};
  // It may have been waiting so much longer: a thread is runnable now, and the kernel adds the time to its
  // wait only when it runs again.
  base::Duration unsettled{0};
};

}  // namespace quiver::match

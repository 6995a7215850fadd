// Copies all events and teams of one store into another, of the same kind or the other one, and compares
// afterwards.
//
// An event that the target has already, begun at the same time with the same plan, is completed: games are
// never written twice. So a copy that was interrupted is taken up by running it again. A store that somebody
// writes to meanwhile gives a target that differs, and the comparison says so. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "referee/store/store.hpp"

namespace quiver::store {

struct Copied {
  std::size_t events = 0;
  std::uint64_t games = 0;    // that the target lacked
  std::uint64_t checked = 0;  // games that were read from both and compared
};

// An error if the target has another event of the same name, if something cannot be read or written, or if
// the comparison finds a difference. `progress`, if given, is called with the number of games copied so far
// after each transaction.
base::Result<Copied> copy_store(Store& from, Store& to,
                                const std::function<void(std::uint64_t)>& progress = {});

}  // namespace quiver::store

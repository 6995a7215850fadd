#include "referee/net/lobby.hpp"

namespace quiver::net {

std::optional<std::pair<PlayerPtr, PlayerPtr>> pair_up(const std::vector<PlayerPtr>& waiting,
                                                       const std::string& game) {
  for (std::size_t a = 0; a < waiting.size(); ++a) {
    const PlayerPtr& one = waiting[a];
    if (!one->plays(game)) continue;
    PlayerPtr other;
    for (std::size_t b = a + 1; b < waiting.size(); ++b) {
      const PlayerPtr& candidate = waiting[b];
      if (!candidate->plays(game) || candidate->name == one->name) continue;
      if (!other) other = candidate;
      if (candidate->name == one->last_opponent) continue;
      other = candidate;
      break;
    }
    if (!other) continue;
    return other->firsts < one->firsts ? std::pair(other, one) : std::pair(one, other);
  }
  return std::nullopt;
}

}  // namespace quiver::net

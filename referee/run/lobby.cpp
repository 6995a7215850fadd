#include "referee/run/lobby.hpp"

namespace quiver::run {

std::optional<std::pair<net::PlayerPtr, net::PlayerPtr>> pair_up(const std::vector<net::PlayerPtr>& waiting,
                                                                 const std::string& game) {
  for (std::size_t a = 0; a < waiting.size(); ++a) {
    const net::PlayerPtr& one = waiting[a];
    if (!one->plays(game)) continue;
    net::PlayerPtr other;
    for (std::size_t b = a + 1; b < waiting.size(); ++b) {
      const net::PlayerPtr& candidate = waiting[b];
      if (!candidate->plays(game) || candidate->name() == one->name()) continue;
      // The last opponent only if there is nobody else.
      if (!other) other = candidate;
      if (candidate->name() == one->last_opponent()) continue;
      other = candidate;
      break;
    }
    if (!other) continue;
    return other->num_first_moves() < one->num_first_moves() ? std::pair(other, one) : std::pair(one, other);
  }
  return std::nullopt;
}

}  // namespace quiver::run

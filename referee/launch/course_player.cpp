#include "referee/launch/course_player.hpp"

#include <algorithm>
#include <filesystem>

#include "client_sdk/games/course_interface.hpp"

namespace quiver::launch {

bool is_course_player(const BotSpec& bot) {
  return !bot.remote && std::filesystem::path(bot.program).filename() == "host-so";
}

base::Result<void> check_playable(const std::vector<BotSpec>& bots, const games::Position& start,
                                  bool opening) {
  const auto player = std::find_if(bots.begin(), bots.end(), is_course_player);
  if (player == bots.end()) return {};
  const auto refusal = games::course_refusal(start, opening);
  if (refusal) return base::bad_input(player->name + " cannot play this: " + *refusal);
  return {};
}

}  // namespace quiver::launch

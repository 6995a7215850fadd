#include "client_sdk/draw/short_rules.hpp"

#include "client_sdk/games/registry.hpp"

namespace quiver::draw {

std::string title_of(std::string_view game) {
  const games::GameInfo* info = games::game_info(game);
  return std::string(info != nullptr ? info->title : game);
}

std::string short_rules(std::string_view game) {
  const games::GameInfo* info = games::game_info(game);
  return std::string(info != nullptr ? info->short_rules : "");
}

}  // namespace quiver::draw

#include "client_sdk/games/registry.hpp"

#include <optional>

#include "client_sdk/base/suggestion.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/games/unknown_game.hpp"

namespace quiver::games {

using base::Result;

namespace {

// Sets `started` if `name` is this game's; the fold below calls it for each game in turn.
template <class Game>
void try_start(std::string_view name, const Options& options, std::optional<Result<AnyGame>>& started) {
  if (name != Game::kName) return;
  auto game = Game::start(options);
  if (game)
    started.emplace(AnyGame(std::move(*game)));
  else
    started.emplace(game.error());
}

template <class... Game>
Result<AnyGame> start_any(std::string_view name, const Options& options, const std::variant<Game...>*) {
  std::optional<Result<AnyGame>> started;
  (try_start<Game>(name, options, started), ...);
  if (started) return *std::move(started);
  return unknown_game(name);
}

template <class... Game>
std::vector<std::string> names(const std::variant<Game...>*) {
  return {std::string(Game::kName)...};
}

// The null pointer argument only carries the list of games as a type.
template <class... Game>
const GameInfo* info(std::string_view name, const std::variant<Game...>*) {
  const GameInfo* found = nullptr;
  ((found = name == Game::kName ? &Game::info() : found), ...);
  return found;
}

}  // namespace

const GameInfo* game_info(std::string_view name) { return info(name, static_cast<const AnyGame*>(nullptr)); }

std::vector<std::string> all_game_names() { return names(static_cast<const AnyGame*>(nullptr)); }

std::string game_names() {
  std::string all;
  for (const std::string& name : all_game_names()) all += (all.empty() ? "" : ", ") + name;
  return all;
}

base::Error unknown_game(std::string_view name) {
  const std::string meant = base::did_you_mean(name, all_game_names());
  return base::bad_input("there is no game called " + base::quoted(name) +
                         (meant.empty() ? "; the games are " + game_names() : meant));
}

Result<AnyGame> start_game(std::string_view name, const Options& options) {
  return start_any(name, options, static_cast<const AnyGame*>(nullptr));
}

}  // namespace quiver::games

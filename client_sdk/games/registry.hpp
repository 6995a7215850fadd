// The games there are. To add one: a folder beside this file, a line here, a case in the proto.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/amazons/amazons.hpp"
#include "client_sdk/games/connect4/connect4.hpp"
#include "client_sdk/games/hex/hex.hpp"
#include "client_sdk/games/options.hpp"
#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::games {

using AnyGame = std::variant<Amazons, Quoridor, ConnectFour, Hex>;

template <class Games>
struct MoveOf;
template <class... Game>
struct MoveOf<std::variant<Game...>> {
  using type = std::variant<typename Game::Move...>;
};

template <class Games>
struct UndoOf;
template <class... Game>
struct UndoOf<std::variant<Game...>> {
  using type = std::variant<typename Game::Undo...>;
};

std::vector<std::string> all_game_names();
// The same, "amazons, quoridor, connect4, hex", for sentences.
std::string game_names();

// What is true of the game of this name; none if there is no such game.
const GameInfo* game_info(std::string_view name);

// Starts the game of this name.
base::Result<AnyGame> start_game(std::string_view name, const Options& options);

}  // namespace quiver::games

// The options that a user gave for starting a game; nothing here is checked yet.
//
// Every game's `start` function reads the options that concern it, fills in the defaults of
// docs/play/rules.md, and refuses the rest with a sentence.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"
#include "client_sdk/graph/cells.hpp"
#include "client_sdk/graph/layout.hpp"

namespace quiver::games {

// Not set: the game's default. Which options a game takes is checked by its start().
struct Options {
  std::optional<std::string> shape;  // square, donut, clover, eight
  std::optional<graph::Layout> map;  // instead of a shape
  std::optional<std::uint32_t> size;
  std::optional<std::uint32_t> rows;
  std::optional<std::uint32_t> columns;
  std::optional<std::string> start;
  std::optional<std::uint32_t> seats;
  std::optional<std::uint32_t> walls;
  std::optional<std::uint32_t> line;
  std::optional<std::uint32_t> max_plies;
  std::optional<bool> swap_rule;
};

// The sides asked for, by the map, --size, or --rows and --cols; `defaults` where nothing is said.
base::Result<graph::Grid> chosen_sides(const Options& options, graph::Grid defaults);

// The board asked for: the map, or the shape (a square by default) with its sides, which are
// `default_side` where nothing is said.
base::Result<graph::Layout> chosen_layout(const Options& options, std::uint32_t default_side);

// How many seats were asked for, and what the map's digits say: 2 or 4, 2 by default.
base::Result<unsigned> chosen_seats(const Options& options, const graph::Layout& layout);

// Some games have options of their own, beside those of the board: an error if one was given that is not
// among those that `game` knows.
base::Result<void> allow_only(const Options& options, const char* game,
                              std::initializer_list<std::string_view> known);

}  // namespace quiver::games

#include "client_sdk/games/options.hpp"

#include <algorithm>
#include <initializer_list>

#include "client_sdk/base/text.hpp"

namespace quiver::games {

using base::bad_input;
using base::Result;
using graph::Grid;
using graph::Layout;

Result<Grid> chosen_sides(const Options& options, Grid defaults) {
  const bool sides = options.rows || options.columns;
  if (options.map && (options.size || sides))
    return bad_input("the map determines the size of the board; leave out --size, --rows and --cols");
  if (options.size && sides) return bad_input("give --size, or --rows and --cols, not both");
  if (sides && options.shape.value_or("square") != "square")
    return bad_input("a board of shape " + base::quoted(*options.shape) + " has one side: give --size");
  if (options.map) return Grid{options.map->rows, options.map->columns};
  if (options.size) return Grid{*options.size, *options.size};
  return Grid{options.rows.value_or(defaults.rows), options.columns.value_or(defaults.columns)};
}

Result<Layout> chosen_layout(const Options& options, std::uint32_t default_side) {
  auto sides = chosen_sides(options, {default_side, default_side});
  if (!sides) return sides.error();
  if (options.map) return *options.map;
  if (sides->rows != sides->columns) return graph::rectangle(sides->rows, sides->columns);
  return graph::shape(options.shape.value_or("square"), sides->rows);
}

Result<unsigned> chosen_seats(const Options& options, const Layout& layout) {
  const unsigned on_map = layout.seats();
  const unsigned seats = options.seats.value_or(on_map != 0 ? on_map : 2);
  if (seats != 2 && seats != 4) return bad_input("a game has 2 or 4 seats, not " + std::to_string(seats));
  if (on_map != 0 && seats != on_map)
    return bad_input("the map has start cells for " + std::to_string(on_map) + " seats, not for " +
                     std::to_string(seats));
  if (on_map != 0 && options.start)
    return bad_input("the map's digits determine the start; leave out --start");
  return seats;
}

// Options of the board itself are not listed: every game looks at those on its own.
Result<void> allow_only(const Options& options, const char* game,
                        std::initializer_list<std::string_view> known) {
  struct Own {
    std::string_view name;
    bool given;
  };
  for (const Own& option :
       {Own{"--walls", options.walls.has_value()}, Own{"--line", options.line.has_value()},
        Own{"--start", options.start.has_value()}, Own{"--max-plies", options.max_plies.has_value()},
        Own{"--swap-rule", options.swap_rule.has_value()}})
    if (option.given && std::find(known.begin(), known.end(), option.name) == known.end())
      return bad_input(std::string(option.name) + " does not apply to " + game);
  return {};
}

}  // namespace quiver::games

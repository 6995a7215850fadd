// Any bytes as a map file; what is a map starts every game that takes it.
#include <initializer_list>

#include "client_sdk/graph/layout.hpp"
#include "tests/fuzz/play.hpp"

namespace quiver::tests {

namespace {

void try_game(const std::string& game, const games::Options& options, Bytes bytes) {
  auto started = games::Position::start(game, options);
  if (!started) return require(!started.error().sentence.empty());
  require(started->graph().num_vertices() == options.map->cells.size());
  started->visit([&](const auto& its_game) { play_some(its_game, bytes, 4); });
}

void try_map(const graph::Layout& layout, Bytes bytes) {
  games::Options options;
  options.map = layout;
  for (const std::string& game : games::all_game_names()) try_game(game, options, bytes);
  if (layout.seats() != 0) return;
  options.seats = 4;
  for (const char* const game : {"amazons", "quoridor"}) try_game(game, options, bytes);
  options.start = "placed";
  try_game("quoridor", options, bytes);
  options.seats = 2;
  options.start = "classic";
  try_game("amazons", options, bytes);
}

void run(Bytes bytes) {
  const auto layout = graph::parse_map(bytes.rest());
  if (!layout) return require(!layout.error().sentence.empty());
  require(layout->cells.size() == std::size_t{layout->rows} * layout->columns);
  require(layout->rows >= 1 && layout->rows <= graph::kMaxSide);
  require(layout->columns >= 1 && layout->columns <= graph::kMaxSide);
  require(layout->cells.find_first_not_of(".#0123") == std::string::npos);
  require(layout->seats() == 0 || layout->seats() == 2 || layout->seats() == 4);
  if (layout->cells.size() <= 400) try_map(*layout, bytes);
}

}  // namespace

}  // namespace quiver::tests

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  quiver::tests::run({data, size});
  return 0;
}

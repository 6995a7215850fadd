// Any bytes as moves: the first one picks a game, the rest is what somebody wrote down.
#include <vector>

#include "client_sdk/graph/layout.hpp"
#include "tests/fuzz/play.hpp"

namespace quiver::tests {

namespace {

using games::Event;
using games::Options;
using games::Position;

Options sized(std::uint32_t rows, std::uint32_t columns) {
  Options options;
  options.rows = rows;
  options.columns = columns;
  return options;
}

Options started(Options options, const char* start, std::uint32_t seats = 2) {
  options.start = start;
  options.seats = seats;
  return options;
}

Options mapped(std::string_view text) {
  Options options;
  options.map = graph::parse_map(text).value();
  return options;
}

// A board of each kind of name: one letter and two, one digit and two, rows and columns that read as more.
const std::vector<Position>& starts() {
  static const std::vector<Position> all = [] {
    std::vector<Position> positions;
    const auto add = [&](const char* game, const Options& options) {
      positions.push_back(Position::start(game, options).value());
    };
    add("amazons", started(sized(10, 10), "classic"));
    add("amazons", started(sized(5, 5), "course", 4));
    add("amazons", mapped("0............................1\n..............................\n"));
    add("quoridor", {});
    add("quoridor", started(sized(5, 5), "placed"));
    add("quoridor", started(sized(25, 25), "middle", 4));
    add("connect4", {});
    add("connect4", sized(4, 15));
    add("hex", {});
    add("hex", sized(25, 25));
    return positions;
  }();
  return all;
}

// Whatever was read can be written by its ids and read again; a legal event also by its names.
void require_reads_back(const Position& position, const Event& event) {
  if (const auto* move = std::get_if<games::Move>(&event)) {
    position.visit([&](const auto& game) {
      const auto& own = std::get<typename std::decay_t<decltype(game)>::Move>(*move);
      const auto read = game.parse(game.format_numeric(own));
      require(read.has_value() && *read == own);
    });
  }
  if (!position.check(event)) return;
  const auto read = position.parse(position.format(event));
  require(read.has_value() && *read == event);
}

void play_list(Position position, std::string_view text) {
  const auto events = position.parse_list(text);
  if (!events) return require(!events.error().sentence.empty());
  for (const Event& event : *events) {
    require_reads_back(position, event);
    const auto verdict = position.check(event);
    if (!verdict) {
      require(!verdict.error().sentence.empty());
      continue;
    }
    const Position before = position;
    position.undo(position.apply(event));
    require(position == before && position.hash() == before.hash());
    position.apply(event);
    require(!(position == before));
  }
}

void run(Bytes bytes) {
  const Position& start = starts()[bytes.next() % starts().size()];
  const auto event = start.parse(bytes.rest());
  if (event) require_reads_back(start, *event);
  play_list(start, bytes.rest());
}

}  // namespace

}  // namespace quiver::tests

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  quiver::tests::run({data, size});
  return 0;
}

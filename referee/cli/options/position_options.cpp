#include "referee/cli/options/position_options.hpp"

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/course_json.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

namespace {

// "amazons, quoridor or connect4".
std::string any_of_the_games() {
  const std::vector<std::string> names = games::all_game_names();
  std::string all;
  for (const std::string& name : names)
    all += (all.empty() ? "" : name == names.back() ? " or " : ", ") + name;
  return all;
}

}  // namespace

std::string position_help() {
  return "  GAME                 " + any_of_the_games() + R"(
  --board BOARD        square, donut, clover, eight, or a map file
  --size N             the side of the board
  --rows R, --cols C   its sides, in Connect Four
  --start START        amazons: course, classic; quoridor: middle, placed
  --seats 2|4          how many play
  --walls N            quoridor: walls per seat;  --max-plies N: moves to a draw
  --line N             connect4: how many in line win
  --swap-rule on|off   hex: whether the second move may be a swap (on)
  --moves "M M ..."    moves to begin with; x2 eliminates seat 2
)";
}

void PositionOptions::add_to(Command& command) {
  command.required_word("GAME", game_, any_of_the_games());
  command.word("--board", board_);
  add_rest(command);
}

void PositionOptions::add_to(Command& command, const std::string& default_game) {
  game_ = default_game;
  command.word("GAME", game_);
  command.word("--board", board_);
  add_rest(command);
}

void PositionOptions::add_with_boards_to(Command& command, const std::string& default_game) {
  game_ = default_game;
  command.word("GAME", game_);
  command.words("--board", boards_);
  add_rest(command);
}

void PositionOptions::add_with_game_option_to(Command& command, const std::string& default_game) {
  game_ = default_game;
  command.word("--game", game_);
  command.words("--board", boards_);
  add_rest(command);
}

void PositionOptions::add_board_to(Command& command) {
  game_ = "amazons";
  command.word("--board", board_);
  command.number("--size", options_.size);
  command.word("--start", options_.start);
  command.number("--seats", options_.seats);
}

void PositionOptions::add_rest(Command& command) {
  command.number("--size", options_.size);
  command.number("--rows", options_.rows);
  command.number("--cols", options_.columns);
  command.word("--start", options_.start);
  command.number("--seats", options_.seats);
  command.number("--walls", options_.walls);
  command.number("--line", options_.line);
  command.number("--max-plies", options_.max_plies);
  command.on_or_off("--swap-rule", options_.swap_rule);
  command.word("--moves", moves_);
}

bool PositionOptions::any_given() const {
  const games::Options& o = options_;
  return !only_board().empty() || !moves_.empty() || o.size || o.rows || o.columns || o.start || o.seats ||
         o.walls || o.line || o.max_plies || o.swap_rule;
}

games::Options board_options(const std::string& board) {
  games::Options options;
  if (graph::is_shape(board)) {
    options.shape = board;
  } else if (!board.empty()) {
    auto map = graph::read_map(board);
    if (!map && map.error().code == base::Error::Code::kUnreadable)
      throw UsageError(base::quoted(board) +
                       " is neither a shape (square, donut, clover, eight) nor a map file that can be read");
    if (!map) throw UsageError(map.error().sentence);
    options.map = *map;
  }
  return options;
}

games::Options PositionOptions::game_options() const {
  games::Options options = options_;
  const games::Options board = board_options(only_board());
  options.shape = board.shape;
  options.map = board.map;
  return options;
}

games::Position PositionOptions::start() const {
  auto position = games::Position::start(game_, game_options());
  if (!position) throw UsageError(position.error().sentence);
  return *std::move(position);
}

std::vector<games::Event> PositionOptions::parse_moves(const games::Position& start) const {
  // A list that begins with a bracket is the course's JSON.
  const bool course_json = moves_.find_first_not_of(" \t\r\n") != std::string::npos &&
                           moves_[moves_.find_first_not_of(" \t\r\n")] == '[';
  auto events = course_json ? wire::read_course_json(moves_) : start.parse_list(moves_);
  if (!events) throw UsageError(events.error().sentence);
  return *std::move(events);
}

games::Position PositionOptions::position() const {
  games::Position position = start();
  if (auto played = games::play(position, parse_moves(position)); !played)
    throw UsageError(played.error().sentence);
  return position;
}

std::vector<games::Event> PositionOptions::events() const { return parse_moves(start()); }

}  // namespace quiver::cli

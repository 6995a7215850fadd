#include "referee/cli/options/board_options.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/suggestion.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/run/order.hpp"
#include "referee/tournament/boards.hpp"

namespace quiver::cli {

const char* const kBoardsHelp =
    R"(  --board "B KEY=V …"  repeatable: several boards in one event, each with
                       settings of its own: name=N size=N rows=R cols=C start=S
                       walls=N line=N max-plies=N swap-rule=on|off openings=O;
                       in a file a table [[board]] each, with shape = "donut"
)";

namespace {

constexpr std::array<std::string_view, 11> kSettings = {
    "name", "shape", "size", "rows", "cols", "start", "walls", "line", "max-plies", "swap-rule", "openings"};

// A word "size=12" of a board.
struct Setting {
  std::string key;
  std::string value;
};

// The words of one --board. Without any setting all of it is a shape or the path of a map.
struct BoardWords {
  std::string shape;
  std::vector<Setting> settings;
  [[nodiscard]] std::optional<std::string> find(std::string_view key) const {
    const auto found =
        std::find_if(settings.begin(), settings.end(), [&](const auto& one) { return one.key == key; });
    return found == settings.end() ? std::nullopt : std::optional(found->value);
  }
};

[[noreturn]] void fail(const std::string& sentence) { throw UsageError("--board: " + sentence); }

std::optional<Setting> setting_of(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || word.find('/') < equals) return std::nullopt;
  return Setting{word.substr(0, equals), word.substr(equals + 1)};
}

BoardWords read_words(const std::string& text) {
  const auto words = base::split_words(text);
  BoardWords out;
  if (!words || std::none_of(words->begin(), words->end(), setting_of)) {
    out.shape = text;
    return out;
  }
  const std::vector<std::string> known(kSettings.begin(), kSettings.end());
  for (std::size_t k = 0; k < words->size(); ++k) {
    auto setting = setting_of((*words)[k]);
    if (!setting && k == 0) {
      out.shape = (*words)[k];
      continue;
    }
    if (!setting)
      fail(base::quoted((*words)[k]) +
           " stands behind the shape and is no setting; write KEY=VALUE, as size=12");
    if (std::find(known.begin(), known.end(), setting->key) == known.end())
      fail("a board has no setting " + base::quoted(setting->key) + base::did_you_mean(setting->key, known));
    if (out.find(setting->key)) fail(setting->key + " is given twice in " + base::quoted(text));
    out.settings.push_back(std::move(*setting));
  }
  if (const auto shape = out.find("shape")) {
    if (!out.shape.empty()) fail("the shape is given twice in " + base::quoted(text));
    out.shape = *shape;
  }
  return out;
}

void read_number(const BoardWords& words, std::string_view key, std::optional<std::uint32_t>& value) {
  const auto text = words.find(key);
  if (!text) return;
  const auto number = base::parse_number(*text);
  if (!number) fail(std::string(key) + " takes a whole number, not " + base::quoted(*text));
  value = *number;
}

games::Options options_of(const BoardWords& words, const PositionOptions& position) {
  games::Options options = position.common_options();
  const games::Options board = board_options(words.shape);
  options.shape = board.shape;
  options.map = board.map;
  // Its own sides replace those of the command, however these are given.
  if (words.find("size") || words.find("rows") || words.find("cols"))
    options.size = options.rows = options.columns = std::nullopt;
  read_number(words, "size", options.size);
  read_number(words, "rows", options.rows);
  read_number(words, "cols", options.columns);
  read_number(words, "walls", options.walls);
  read_number(words, "line", options.line);
  read_number(words, "max-plies", options.max_plies);
  if (const auto start = words.find("start")) options.start = start;
  if (const auto swap = words.find("swap-rule")) {
    if (*swap != "on" && *swap != "off") fail("swap-rule takes on or off, not " + base::quoted(*swap));
    options.swap_rule = *swap == "on";
  }
  return options;
}

// "donut-12", "rectangle-6x7"; of a map the name of its file.
std::string default_name(const BoardWords& words, const NamedBoard& board) {
  if (board.options.map) return std::filesystem::path(words.shape).stem().string();
  const auto grid = board.start.grid();
  const std::string sides = grid.rows == grid.columns
                                ? std::to_string(grid.rows)
                                : std::to_string(grid.rows) + "x" + std::to_string(grid.columns);
  return run::board_name(board.options, board.start) + "-" + sides;
}

NamedBoard make_board(const BoardWords& words, const PositionOptions& position,
                      const std::optional<std::string>& openings) {
  games::Options options = options_of(words, position);
  auto start = games::Position::start(position.game(), options);
  if (!start) fail((words.find("name") ? *words.find("name") + ": " : "") + start.error().sentence);
  NamedBoard board{"", std::move(options), std::move(*start), words.find("openings"), words.shape};
  if (!board.openings) board.openings = openings;
  board.name = words.find("name").value_or(default_name(words, board));
  if (const std::string fault = base::name_fault(board.name); !fault.empty())
    fail(fault + "; give the board a name, as in name=large");
  return board;
}

// " size=12 walls=8": what the board has of its own or of the command.
std::string settings_of(const NamedBoard& board) {
  std::string text;
  const auto add = [&](const char* key, const std::string& value) {
    text += std::string(" ") + key + "=" + base::escaped_word(value);
  };
  const auto number = [&](const char* key, const std::optional<std::uint32_t>& value) {
    if (value) add(key, std::to_string(*value));
  };
  if (!board.name.empty()) add("name", board.name);
  number("size", board.options.size);
  number("rows", board.options.rows);
  number("cols", board.options.columns);
  if (board.options.start) add("start", *board.options.start);
  number("walls", board.options.walls);
  number("line", board.options.line);
  number("max-plies", board.options.max_plies);
  if (board.options.swap_rule) add("swap-rule", *board.options.swap_rule ? "on" : "off");
  return text;
}

void check_together(const std::vector<NamedBoard>& boards) {
  if (boards.size() > tournament::kMostBoards)
    fail("an event has at most " + std::to_string(tournament::kMostBoards) + " boards, not " +
         std::to_string(boards.size()));
  std::set<std::string> names;
  for (const NamedBoard& board : boards) {
    if (!names.insert(board.name).second)
      fail("two boards are called " + base::quoted(board.name) +
           "; give one of them a name, as in name=large");
    if (board.start.turn().seats() != boards.front().start.turn().seats())
      fail(board.name + " is for another number of players than " + boards.front().name +
           "; give --seats for all of them");
  }
}

}  // namespace

std::vector<NamedBoard> event_boards(const PositionOptions& position,
                                     const std::optional<std::string>& openings) {
  std::vector<std::string> given = position.board_words();
  if (given.empty()) given.emplace_back();
  std::vector<NamedBoard> boards;
  if (given.size() == 1 && read_words(given.front()).settings.empty()) {
    boards.push_back({"", position.game_options(), position.start(), openings, given.front()});
    return boards;
  }
  for (const std::string& text : given) boards.push_back(make_board(read_words(text), position, openings));
  check_together(boards);
  if (boards.size() == 1) boards.front().name.clear();
  return boards;
}

std::vector<std::string> board_arguments(const std::vector<NamedBoard>& boards) {
  std::vector<std::string> words;
  for (const NamedBoard& board : boards) {
    const std::string settings = settings_of(board);
    const std::string shape =
        board.options.map ? std::filesystem::absolute(board.shape).string() : board.shape;
    // Without settings all of the word is the shape, spaces and all.
    const std::string text = settings.empty() ? shape
                             : shape.empty()  ? settings.substr(1)
                                              : base::escaped_word(shape) + settings;
    if (!text.empty()) words.insert(words.end(), {"--board", text});
  }
  if (const auto& seats = boards.front().options.seats)
    words.insert(words.end(), {"--seats", std::to_string(*seats)});
  return words;
}

}  // namespace quiver::cli

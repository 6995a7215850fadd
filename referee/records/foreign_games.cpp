#include "referee/records/foreign_games.hpp"

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/course_json.hpp"
#include "referee/records/verify.hpp"

namespace quiver::records {

using base::bad_input;
using base::Result;
using games::Elimination;

namespace {

constexpr std::uint32_t kReportSide = 9;

base::Error illegal(std::string sentence) { return {base::Error::Code::kIllegal, std::move(sentence)}; }

// A record of a game that starts so, with no moves yet.
Result<wire::Record> begun(const std::string& game, const games::Options& options,
                           const games::Position& start) {
  wire::Record record;
  record.number = 0;  // the reader of the file numbers its games
  record.game = game;
  record.board = options.map ? "map" : options.shape.value_or("square");
  record.options = options;
  record.rows = start.grid().rows;
  record.columns = start.grid().columns;
  for (unsigned s = 0; s < start.turn().seats(); ++s) {
    record.seats.emplace_back().name = "seat-" + std::to_string(s);
    // Neither format knows clocks: 0 stands for a time that is not recorded.
    record.seats.back().time.cap = base::Duration{0};
  }
  return record;
}

void add(wire::Record& record, std::string notation) {
  record.moves.push_back({base::Seat{0}, std::move(notation), base::Duration{0}, {}});
}

}  // namespace

Result<wire::Record> read_course_game(std::string_view json, const games::Options& board) {
  const auto events = wire::read_course_json(json);
  if (!events) return events.error();
  auto position = games::Position::start(games::Amazons::kName, board);
  if (!position) return position.error();
  auto record = begun(std::string(games::Amazons::kName), board, *position);
  for (std::size_t k = 0; k < events->size(); ++k) {
    const games::Event& event = (*events)[k];
    // format() and apply() take a legal event.
    if (const auto verdict = position->check(event); !verdict)
      return illegal("move " + std::to_string(k + 1) + ": " + verdict.error().sentence);
    add(*record, position->format(event));
    position->apply(event);
  }
  if (auto settled = settle(*record); !settled) return settled.error();
  return record;
}

Result<CourseGame> course_game(const wire::Record& record) {
  if (record.game != games::Amazons::kName)
    return bad_input("the course's JSON holds Amazons, not " + base::escaped(record.game, 40));
  auto position = start_of(record);
  if (!position) return position.error();
  std::vector<games::Event> events;
  CourseGame out;
  for (std::size_t k = 0; k < record.moves.size(); ++k) {
    const std::string where = "move " + std::to_string(k + 1) + ": ";
    const auto event = position->parse(record.moves[k].notation);
    if (!event) return bad_input(where + event.error().sentence);
    if (const auto verdict = position->check(*event); !verdict)
      return bad_input(where + verdict.error().sentence);
    position->apply(*event);
    if (std::holds_alternative<Elimination>(*event)) {
      out.left_out += (out.left_out.empty() ? "" : " ") + record.moves[k].notation;
      continue;
    }
    if (!out.left_out.empty())
      return bad_input(where + "it was played after an elimination, and the course's JSON has none");
    events.push_back(*event);
  }
  auto json = wire::write_course_json(events);
  if (!json) return json.error();
  out.json = std::move(*json);
  return out;
}

Result<std::string> from_report(std::string_view move) {
  const bool wall = move.size() == 3 && (move[2] == 'h' || move[2] == 'v');
  const bool shaped =
      (move.size() == 2 || wall) && move[0] >= 'a' && move[0] <= 'i' && move[1] >= '1' && move[1] <= '9';
  if (!shaped || (wall && (move[0] == 'i' || move[1] == '9')))
    return bad_input(base::quoted(move) + " is no move: a cell like e8, or a wall like e7h");
  // The report counts rows from the far side, and names a wall by the cell that touches it nearest that
  // corner.
  const auto row = static_cast<std::uint32_t>(move[1] - '0');
  const std::uint32_t ours = wall ? kReportSide - row : kReportSide + 1 - row;
  return std::string(1, move[0]) + std::to_string(ours) + std::string(move.substr(2));
}

Result<wire::Record> read_quoridor_history(const std::vector<std::string>& lines, std::size_t first_line) {
  games::Options board;
  board.size = kReportSide;
  auto start = games::Position::start(games::Quoridor::kName, board);
  if (!start) return start.error();
  auto record = begun(std::string(games::Quoridor::kName), board, *start);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::string where = "line " + std::to_string(first_line + k) + ": ";
    const auto moves = base::split_words(lines[k]);
    const std::size_t count = moves ? moves->size() : 0;
    if (count != 2 && !(count == 1 && k + 1 == lines.size()))
      return bad_input(where + "a line has two moves, the last may have one");
    for (const std::string& move : *moves) {
      auto ours = from_report(move);
      if (!ours) return bad_input(where + ours.error().sentence);
      add(*record, std::move(*ours));
      // The whole game again for each move: quadratic, but the error names the line, and games are short.
      if (auto played = settle(*record); !played)
        return illegal(where + base::quoted(move) + " cannot be played: " + played.error().sentence);
    }
  }
  return record;
}

}  // namespace quiver::records

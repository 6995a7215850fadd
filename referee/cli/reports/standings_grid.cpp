#include "referee/cli/reports/standings_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "client_sdk/base/text.hpp"

namespace quiver::cli {

std::string number_text(const char* format, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

namespace {

using Cells = std::vector<std::string>;
using Row = store::Standings::Row;

// Names come from a store, which anybody may have written.
std::string shown(const std::string& name) { return base::escaped(name, 64); }

// As many decimals as are needed for halves.
std::string points_text(double points) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), std::floor(points) == points ? "%.0f" : "%.1f", points);
  return text.data();
}

// "+23", or "+23?" if somebody has won or lost everything.
std::string elo_text(const Row& row) {
  if (!row.elo) return "-";
  // Adding 0.0 turns -0 into 0, which would be printed as "-0".
  return number_text("%+.0f", std::round(row.elo->value) + 0.0) + (row.elo->provisional ? "?" : "");
}

// Half the width of its interval.
std::string interval_text(const Row& row) {
  if (!row.elo) return "";
  const double width = (row.elo->high - row.elo->low) / 2;
  return "±" + number_text("%.0f", width);
}

std::string faults_text(const Row& row) {
  std::string out;
  for (const auto& [reason, count] : row.faults)
    out += (out.empty() ? "" : ", ") + std::string(wire::reason_name(reason)) + " " + std::to_string(count);
  return out.empty() ? "-" : out;
}

// Which columns there is something to say in: a terminal is narrow.
struct Columns {
  Columns(const store::Standings& standings, bool by_board)
      : tie_break(!standings.tie_break.empty()), boards(by_board ? standings.boards.size() : 0) {
    for (const Row& row : standings.rows) {
      display = display || !row.display.empty();
      title = title || !row.title.empty();
      byes = byes || row.byes > 0;
      faults = faults || !row.faults.empty();
    }
  }
  bool display = false;
  bool title = false;
  bool byes = false;
  bool tie_break = false;
  bool faults = false;
  std::size_t boards = 0;
};

Cells cells_of(const Row& row, const Columns& columns) {
  Cells cells{std::to_string(row.rank), shown(row.name) + (row.active ? "" : " (left)")};
  if (columns.display) cells.push_back(shown(row.display));
  if (columns.title) cells.push_back(shown(row.title));
  cells.insert(cells.end(), {points_text(row.points), std::to_string(row.games),
                             std::to_string(row.wins) + "-" + std::to_string(row.draws) + "-" +
                                 std::to_string(row.losses)});
  for (std::size_t b = 0; b < columns.boards; ++b)
    cells.push_back(b < row.boards.size()
                        ? points_text(row.boards[b].points) + "/" + std::to_string(row.boards[b].games)
                        : "");
  if (columns.byes) cells.push_back(std::to_string(row.byes));
  if (columns.tie_break) cells.push_back(points_text(row.tie_break));
  cells.push_back(elo_text(row));
  cells.push_back(interval_text(row));
  cells.push_back(row.superiority ? number_text("%.0f %%", 100 * *row.superiority) : "");
  if (columns.faults) cells.push_back(faults_text(row));
  return cells;
}

}  // namespace

StandingsGrid standings_grid(const store::Standings& standings, bool by_board) {
  const Columns columns(standings, by_board);
  StandingsGrid grid{{"#", "name"}, {}, {}};
  if (columns.display) grid.head.emplace_back("team");
  if (columns.title) grid.head.emplace_back("bot");
  const std::size_t words = grid.head.size();
  grid.head.insert(grid.head.end(), {"points", "games", "w-d-l"});
  for (std::size_t b = 0; b < columns.boards; ++b) grid.head.push_back(shown(standings.boards[b]));
  if (columns.byes) grid.head.emplace_back("byes");
  if (columns.tie_break)
    grid.head.push_back(standings.tie_break == "Sonneborn-Berger" ? "S-B" : shown(standings.tie_break));
  grid.head.insert(grid.head.end(), {"Elo", "95 %", "above next"});
  if (columns.faults) grid.head.emplace_back("faults");
  for (const Row& row : standings.rows) grid.rows.push_back(cells_of(row, columns));
  grid.words.assign(grid.head.size(), false);
  for (std::size_t c = 1; c < words; ++c) grid.words[c] = true;
  grid.words.back() = columns.faults;
  return grid;
}

StandingsGrid cross_grid(const store::Standings& standings) {
  StandingsGrid grid{{"", ""}, {}, {}};
  for (const Row& row : standings.rows) grid.head.push_back(std::to_string(row.rank));
  for (const Row& row : standings.rows) {
    Cells line{std::to_string(row.rank), shown(row.name)};
    for (const Row& other : standings.rows) {
      const auto met = std::find_if(row.against.begin(), row.against.end(),
                                    [&](const auto& one) { return one.name == other.name; });
      line.push_back(met == row.against.end() ? (&row == &other ? "#" : "·")
                                              : points_text(met->points) + "/" + std::to_string(met->games));
    }
    grid.rows.push_back(std::move(line));
  }
  grid.words.assign(grid.head.size(), false);
  grid.words[1] = true;
  return grid;
}

}  // namespace quiver::cli

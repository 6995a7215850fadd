#include "referee/cli/standings_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace quiver::cli {

namespace {

using Cells = std::vector<std::string>;
using Row = store::Standings::Row;

// As many decimals as are needed for halves.
std::string points_text(double points) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), std::floor(points) == points ? "%.0f" : "%.1f", points);
  return text.data();
}

std::string number_text(const char* format, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

// "+23"; a question mark where it rests on a draw that was not played.
std::string elo_text(const Row& row) {
  if (!row.elo) return "-";
  return number_text("%+.0f", row.elo->value) + (row.elo->provisional ? "?" : "");
}

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

Cells cells_of(const Row& row, bool with_byes, bool with_tie_break) {
  Cells cells{std::to_string(row.rank), row.name + (row.active ? "" : " (left)"), points_text(row.points),
              std::to_string(row.games),
              std::to_string(row.wins) + "-" + std::to_string(row.draws) + "-" + std::to_string(row.losses)};
  if (with_byes) cells.push_back(std::to_string(row.byes));
  if (with_tie_break) cells.push_back(points_text(row.tie_break));
  cells.push_back(elo_text(row));
  cells.push_back(interval_text(row));
  cells.push_back(row.superiority ? number_text("%.0f %%", 100 * *row.superiority) : "");
  cells.push_back(faults_text(row));
  return cells;
}

// Characters, not bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// The second column and the last one are words, the others numbers.
std::string laid_out(const std::vector<Cells>& lines, const std::vector<bool>& words) {
  std::vector<std::size_t> widths(words.size(), 0);
  for (const Cells& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], width_of(line[c]));
  std::string out;
  for (const Cells& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c) {
      const std::string space(widths[c] - width_of(line[c]), ' ');
      text += (c == 0 ? "" : "  ") + (words[c] ? line[c] + space : space + line[c]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

}  // namespace

std::string standings_table(const store::Standings& standings) {
  const bool with_byes =
      std::any_of(standings.rows.begin(), standings.rows.end(), [](const Row& row) { return row.byes > 0; });
  Cells head{"#", "name", "points", "games", "w-d-l"};
  if (with_byes) head.emplace_back("byes");
  const bool with_tie_break = !standings.tie_break.empty();
  // Tables are to fit into 80 columns.
  if (with_tie_break)
    head.push_back(standings.tie_break == "Sonneborn-Berger" ? "Sonn.-B." : standings.tie_break);
  for (const char* title : {"Elo", "95 %", "above next", "faults"}) head.emplace_back(title);
  std::vector<Cells> lines{head};
  for (const Row& row : standings.rows) lines.push_back(cells_of(row, with_byes, with_tie_break));
  std::vector<bool> words(head.size(), false);
  words[1] = true;
  words.back() = true;
  return laid_out(lines, words);
}

std::string cross_table(const store::Standings& standings) {
  Cells head{"", ""};
  for (const Row& row : standings.rows) head.push_back(std::to_string(row.rank));
  std::vector<Cells> lines{head};
  for (const Row& row : standings.rows) {
    Cells line{std::to_string(row.rank), row.name};
    for (const Row& other : standings.rows) {
      const auto met = std::find_if(row.against.begin(), row.against.end(),
                                    [&](const auto& one) { return one.name == other.name; });
      line.push_back(met == row.against.end() ? (&row == &other ? "#" : "·")
                                              : points_text(met->points) + "/" + std::to_string(met->games));
    }
    lines.push_back(std::move(line));
  }
  std::vector<bool> words(head.size(), false);
  words[1] = true;
  return laid_out(lines, words);
}

std::string sprt_line(const store::Standings& standings) {
  if (!standings.sprt) return "";
  const auto& sprt = *standings.sprt;
  const std::string verdict = sprt.verdict == "H1"   ? "elo1 is accepted"
                              : sprt.verdict == "H0" ? "elo0 is accepted"
                                                     : "undecided";
  return "sprt: elo0 " + number_text("%g", sprt.elo0) + ", elo1 " + number_text("%g", sprt.elo1) + ": LLR " +
         number_text("%.2f", sprt.llr) + " of [" + number_text("%.2f", sprt.lower) + ", " +
         number_text("%.2f", sprt.upper) + "], " + std::to_string(sprt.pairs) + " pairs: " + verdict + "\n";
}

}  // namespace quiver::cli

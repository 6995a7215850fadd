#include "referee/cli/reports/standings_text.hpp"

#include <algorithm>
#include <vector>

#include "referee/cli/reports/standings_grid.hpp"

namespace quiver::cli {

namespace {

using Cells = std::vector<std::string>;

// Characters, not bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string laid_out(const StandingsGrid& grid) {
  std::vector<Cells> lines{grid.head};
  lines.insert(lines.end(), grid.rows.begin(), grid.rows.end());
  std::vector<std::size_t> widths(grid.head.size(), 0);
  for (const Cells& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], width_of(line[c]));
  std::string out;
  for (const Cells& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c) {
      const std::string space(widths[c] - width_of(line[c]), ' ');
      text += (c == 0 ? "" : "  ") + (grid.words[c] ? line[c] + space : space + line[c]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

}  // namespace

std::string standings_table(const store::Standings& standings, bool by_board) {
  return laid_out(standings_grid(standings, by_board));
}

std::string cross_table(const store::Standings& standings) { return laid_out(cross_grid(standings)); }

std::string ranking_line(const store::Standings& standings) {
  return standings.ranking.empty() ? "" : standings.ranking + "\n";
}

std::string sprt_line(const store::Standings& standings) {
  if (!standings.sprt) return "";
  const auto& sprt = *standings.sprt;
  const std::string verdict = sprt.verdict == "H1"   ? "H1 accepted, elo1 or more"
                              : sprt.verdict == "H0" ? "H0 accepted, elo0 or less"
                                                     : "undecided";
  return "sprt: elo0 " + number_text("%g", sprt.elo0) + ", elo1 " + number_text("%g", sprt.elo1) + ": LLR " +
         number_text("%.2f", sprt.llr) + " of [" + number_text("%.2f", sprt.lower) + ", " +
         number_text("%.2f", sprt.upper) + "], " + std::to_string(sprt.pairs) + " pairs: " + verdict + "\n";
}

}  // namespace quiver::cli

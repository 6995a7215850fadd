#include "referee/cli/reports/standings_files.hpp"

#include "client_sdk/base/text.hpp"
#include "referee/cli/reports/standings_grid.hpp"
#include "referee/cli/reports/standings_text.hpp"
#include "referee/cli/reports/xml_text.hpp"
#include "referee/records/csv.hpp"

namespace quiver::cli {

namespace {

using Row = store::Standings::Row;

std::string title_of(const store::Standings& standings) {
  return standings.event + ": " + standings.game + (standings.format.empty() ? "" : ", " + standings.format) +
         (standings.board.empty() ? "" : ", on " + standings.board) + ", " +
         std::to_string(standings.played) +
         (standings.planned > 0 ? " of " + std::to_string(standings.planned) : "") + " games";
}

std::uint32_t faults_of(const Row& row) {
  std::uint32_t sum = 0;
  for (const auto& [reason, count] : row.faults) sum += count;
  return sum;
}

std::string csv_row(const Row& row, const std::string& tie_break, bool by_board) {
  records::CsvLine line;
  line.number(row.rank).text(row.name).number(row.points).number(row.games);
  line.number(row.wins).number(row.draws).number(row.losses).number(row.byes);
  tie_break.empty() ? line.empty() : line.number(row.tie_break);
  if (row.elo)
    line.number(row.elo->value)
        .number(row.elo->low)
        .number(row.elo->high)
        .text(row.elo->provisional ? "yes" : "no");
  else
    line.empty().empty().empty().empty();
  row.superiority ? line.number(*row.superiority) : line.empty();
  line.number(faults_of(row)).text(row.active ? "yes" : "no").text(row.display).text(row.title);
  if (by_board)
    for (const auto& one : row.boards) line.number(one.points).number(one.games);
  return line.str();
}

// A cell of a Markdown table: no line ends, and nothing that Markdown or HTML would read as its own.
std::string markdown_text(const std::string& text) {
  std::string out;
  for (const char c : base::one_line(text)) {
    if (std::string_view("\\`*_{}[]<>()#+!|~&").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += " " + markdown_text(cell) + " |";
  return out + "\n";
}

std::string markdown_table(const StandingsGrid& grid) {
  std::string out = markdown_row(grid.head) + "|";
  for (const bool words : grid.words) out += words ? " --- |" : " ---: |";
  out += "\n";
  for (const auto& row : grid.rows) out += markdown_row(row);
  return out;
}

std::string html_row(const std::vector<std::string>& cells, const std::vector<bool>& words, bool head) {
  std::string out = "<tr>";
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const bool heads = head || c == 1;
    const std::string tag = heads ? "th" : "td";
    out += "<" + tag + (heads ? head ? " scope=\"col\"" : " scope=\"row\"" : "") +
           (words[c] ? " class=\"words\"" : "") + ">" + xml_text(cells[c]) + "</" + tag + ">";
  }
  return out + "</tr>\n";
}

std::string html_table(const StandingsGrid& grid, const std::string& caption) {
  std::string out = "<table>\n<caption>" + xml_text(caption) + "</caption>\n<thead>\n" +
                    html_row(grid.head, grid.words, true) + "</thead>\n<tbody>\n";
  for (const auto& row : grid.rows) out += html_row(row, grid.words, false);
  return out + "</tbody>\n</table>\n";
}

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding: 0.5rem 0; }
th, td { padding: 0.2rem 0.6rem; text-align: right; border-bottom: 1px solid #8886; font-weight: normal; }
thead th { font-weight: bold; }
.words { text-align: left; }
)";

}  // namespace

std::string standings_csv(const store::Standings& standings, bool by_board) {
  std::vector<std::string> names = {"rank",        "name",      "points",   "games",  "wins",    "draws",
                                    "losses",      "byes",      "tieBreak", "elo",    "eloLow",  "eloHigh",
                                    "provisional", "aboveNext", "faults",   "active", "display", "title"};
  if (by_board)
    for (const std::string& board : standings.boards)
      names.insert(names.end(), {board + " points", board + " games"});
  std::string out = records::csv_heading(names);
  for (const Row& row : standings.rows) out += csv_row(row, standings.tie_break, by_board);
  return out;
}

std::string standings_markdown(const store::Standings& standings, bool cross, bool by_board) {
  std::string out = "# " + markdown_text(title_of(standings)) + "\n\n" +
                    markdown_table(standings_grid(standings, by_board));
  if (const std::string sprt = sprt_line(standings); !sprt.empty()) out += "\n" + markdown_text(sprt) + "\n";
  for (const std::string& why : standings.stopped) out += "\nstopped: " + markdown_text(why) + "\n";
  if (!standings.ranking.empty()) out += "\n" + markdown_text(standings.ranking) + "\n";
  return cross ? out + "\n" + markdown_table(cross_grid(standings)) : out;
}

std::string standings_html(const store::Standings& standings, bool cross, bool by_board) {
  const std::string title = title_of(standings);
  std::string out =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
      xml_text(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n" +
      html_table(standings_grid(standings, by_board), title);
  if (const std::string sprt = sprt_line(standings); !sprt.empty()) out += "<p>" + xml_text(sprt) + "</p>\n";
  for (const std::string& why : standings.stopped) out += "<p>stopped: " + xml_text(why) + "</p>\n";
  if (!standings.ranking.empty()) out += "<p>" + xml_text(standings.ranking) + "</p>\n";
  if (cross) out += html_table(cross_grid(standings), "Results against each other");
  return out + "</body>\n</html>\n";
}

}  // namespace quiver::cli

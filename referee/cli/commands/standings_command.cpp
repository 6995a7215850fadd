#include <memory>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/bracket_text.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/reports/standings_files.hpp"
#include "referee/cli/reports/standings_text.hpp"
#include "referee/store/open_store.hpp"
#include "referee/tournament/bracket.hpp"
#include "referee/tournament/scoreboard.hpp"

namespace quiver::cli {

namespace {

constexpr const char* kStandingsHelp = R"(usage: quiver standings --store FILE [options]

Prints the table of a tournament or a ladder, while it is played or later.

  --store FILE         the store of the event
  --event NAME         which of the store's events (the one that began last)
  --cross              also who scored what against whom
  --by-board           of an event on several boards, also a column per board:
                       points and games there
  --bracket            of a knockout or a double elimination, the bracket:
                       text, or with --json one object
                       (proto/quiver/v1/bracket.proto)
  --board NAME         the table of the games on this board alone, by rating
  --format FORMAT      text (the default), json, csv, md or html
  --json               --format json: one object
                       (proto/quiver/v1/standings.proto)

The columns: points, a half for a draw; games won, drawn and lost (w-d-l);
Sonneborn-Berger (S-B) or another tie-break; Elo by maximum likelihood, with a
mean of 0 unless --anchor says otherwise, and ? where an entrant has won or lost
everything; half the width of its 95 % interval; how likely the entrant is to
be stronger than the next; how often it was eliminated for a fault.

examples:
  quiver standings --store tournament.db --cross
  quiver standings --store tournament.db --format csv > grades.csv
)";

struct StandingsCommand {
  std::string store;
  std::string event;
  bool cross = false;
  bool by_board = false;
  bool bracket = false;
  std::string board;
  std::string format = "text";
  bool json = false;

  [[nodiscard]] int run() const;
  [[nodiscard]] std::string written(const store::Standings& standings) const;
  [[nodiscard]] int print_bracket(const store::Bracket& found) const;
};

std::string text_of(const store::Standings& standings, bool by_board) {
  std::string out = base::escaped(standings.event + ": " + standings.game +
                                  (standings.format.empty() ? "" : ", " + standings.format) +
                                  (standings.board.empty() ? "" : ", on " + standings.board)) +
                    ", " + std::to_string(standings.played);
  if (standings.planned > 0) out += " of " + std::to_string(standings.planned);
  out += " games\n" + standings_table(standings, by_board) + sprt_line(standings) + ranking_line(standings);
  for (const std::string& why : standings.stopped) out += "stopped: " + base::one_line(why) + "\n";
  return out;
}

int StandingsCommand::print_bracket(const store::Bracket& found) const {
  if (format != "text" && format != "json") throw UsageError("--bracket is text, or json with --json");
  Output out;
  out << (json || format == "json" ? store::bracket_json(found) + "\n" : bracket_text(found));
  out.finish();
  return 0;
}

std::string StandingsCommand::written(const store::Standings& standings) const {
  if (json || format == "json") return store::standings_json(standings) + "\n";
  if (format == "csv") return standings_csv(standings, by_board);
  if (format == "md") return standings_markdown(standings, cross, by_board);
  if (format == "html") return standings_html(standings, cross, by_board);
  return text_of(standings, by_board) + (cross ? "\n" + cross_table(standings) : "");
}

int StandingsCommand::run() const {
  if (json && format != "text" && format != "json")
    throw UsageError("--json and --format " + format + " contradict each other; give one of them");
  if (by_board && !board.empty()) throw UsageError("give --by-board or --board, not both");
  if (cross && format == "csv")
    throw UsageError("--cross is not part of --format csv; export the games with quiver export --format csv");
  const auto opened = need(store::open_store(store, store::Access::kRead));
  const store::Event found = need(tournament::find_event(*opened, event));
  if (found.kind != "tournament" && found.kind != "ladder")
    throw UsageError("the games of " + found.name +
                     (found.kind == "import" ? " were imported" : " are a collection") +
                     "; they have no table");
  const tournament::History history = need(tournament::read_history(*opened, found));
  if (bracket) return print_bracket(need(tournament::bracket_of(history)));
  const store::Standings standings =
      need(board.empty() ? tournament::scoreboard_of(history) : tournament::scoreboard_of(history, board))
          .standings();
  if (by_board && standings.boards.empty())
    throw UsageError("--by-board is for an event on several boards, and " + found.name + " is played on one");
  Output out;
  out << written(standings);
  out.finish();
  return 0;
}

}  // namespace

void add_standings_command(CommandLine& program) {
  Command& command = program.add("standings");
  auto standings = std::make_shared<StandingsCommand>();
  command.required_word("--store", standings->store);
  command.word("--event", standings->event);
  command.flag("--cross", standings->cross);
  command.flag("--by-board", standings->by_board);
  command.flag("--bracket", standings->bracket);
  command.word("--board", standings->board);
  command.choice("--format", standings->format, {"text", "json", "csv", "md", "html"});
  command.flag("--json", standings->json);
  command.help(kStandingsHelp);
  command.run([standings] { return standings->run(); });
}

}  // namespace quiver::cli

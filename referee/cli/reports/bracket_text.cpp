#include "referee/cli/reports/bracket_text.hpp"

#include <cmath>

#include "client_sdk/base/text.hpp"
#include "referee/cli/reports/standings_grid.hpp"

namespace quiver::cli {

namespace {

using Bracket = store::Bracket;

std::string score_text(double points) {
  return cli::number_text(std::floor(points) == points ? "%.0f" : "%.1f", points);
}

std::string who(const Bracket::Place& place) {
  if (place.bye) return "nobody";
  if (place.name.empty()) return "?";
  return base::escaped(place.name, 64) + " (" + std::to_string(place.seed) + ")";
}

std::string tie_line(const Bracket::Tie& tie) {
  const auto mark = [&](std::uint32_t at) { return tie.winner == at ? "> " : ""; };
  std::string out = mark(0) + who(tie.places[0]);
  out += tie.played > 0
             ? " " + score_text(tie.places[0].points) + " - " + score_text(tie.places[1].points) + " "
             : " - ";
  out += mark(1) + who(tie.places[1]);
  if (!tie.winner && tie.games > 0)
    out += ", " + std::to_string(tie.played) + " of " + std::to_string(tie.games) + " games";
  if (tie.decided_by == "seed") out += ", level: the better seed goes on";
  if (tie.decided_by == "unbeaten") out += ", level: the unbeaten has won";
  return out;
}

std::string title(const Bracket& bracket, const Bracket::Round& round) {
  if (round.part == "final") return round.number > 1 ? "final, once more" : "final";
  const std::string number = "round " + std::to_string(round.number);
  if (round.part == "second") return "once beaten, " + number;
  return bracket.format == "knockout" ? number : "unbeaten, " + number;
}

bool is_known(const Bracket::Tie& tie) { return !tie.places[0].name.empty() || !tie.places[1].name.empty(); }

}  // namespace

std::string bracket_text(const Bracket& bracket) {
  std::string out;
  for (const Bracket::Round& round : bracket.rounds) {
    std::string lines;
    for (const Bracket::Tie& tie : round.ties)
      if (is_known(tie)) lines += "  " + tie_line(tie) + "\n";
    if (!lines.empty()) out += title(bracket, round) + "\n" + lines;
  }
  if (!bracket.winner.empty()) out += "winner: " + base::escaped(bracket.winner, 64) + "\n";
  return out + "a tie has " + std::to_string(bracket.games) + " games; while it is level two more, up to " +
         std::to_string(bracket.most_games) + " in all; then the better seed goes on" +
         (bracket.format == "knockout" ? "\n" : ", and in the final the unbeaten has won\n");
}

}  // namespace quiver::cli

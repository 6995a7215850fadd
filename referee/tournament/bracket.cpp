#include "referee/tournament/bracket.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/tournament/formats/brackets.hpp"
#include "referee/tournament/formats/ties.hpp"
#include "referee/tournament/scoreboard.hpp"

namespace quiver::tournament {

namespace {

constexpr std::string_view kKnockout = "knockout";
constexpr std::string_view kDouble = "double-elimination";

std::string format_name(const Plan& plan) { return plan.find("format").value_or(""); }

const char* part_name(BracketRound::Part part) {
  return part == BracketRound::Part::kFirst    ? "first"
         : part == BracketRound::Part::kSecond ? "second"
                                               : "final";
}

// The pairings with the points of their games, which come in the order of their indices.
std::vector<Played> played_in(const History& history) {
  std::vector<Played> all;
  for (const Pairing& one : history.drawn()) all.push_back({one, {}});
  std::vector<Schedule::Result> results = history.played();
  std::sort(results.begin(), results.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  for (Schedule::Result& one : results) all[one.pairing - 1].games.push_back(std::move(one.points));
  return all;
}

store::Bracket::Place place_of(const std::optional<Entrant>& entrant, bool is_drawn, const History& history) {
  store::Bracket::Place place;
  place.bye = is_drawn && !entrant;
  if (!entrant) return place;
  const store::Entrant& who = history.entrants[*entrant];
  place.name = who.name;
  place.display = who.display;
  place.seed = *entrant + 1;
  return place;
}

void add_score(store::Bracket::Tie& out, const BracketTie& tie, const Played& played) {
  const auto place = [&](Entrant entrant) { return tie.first == entrant ? std::size_t{0} : std::size_t{1}; };
  for (const std::vector<double>& game : played.games)
    for (std::size_t k = 0; k < game.size(); ++k)
      out.places[place(played.pairing.entrants[k])].points += game[k];
  out.played = static_cast<std::uint32_t>(played.games.size());
  out.games = games_of_tie(played);
  if (out.played < out.games) return;
  const Entrant favoured = tie.favours_first ? *tie.first : std::min(*tie.first, *tie.second);
  out.winner = static_cast<std::uint32_t>(place(winner_of_tie(played, favoured)));
  if (lead(played, played.games.size()) == 0) out.decided_by = tie.favours_first ? "unbeaten" : "seed";
}

store::Bracket::Tie tie_of(const BracketTie& tie, const History& history, const std::vector<Played>& so_far) {
  store::Bracket::Tie out;
  out.places = {place_of(tie.first, tie.is_drawn, history), place_of(tie.second, tie.is_drawn, history)};
  if (!tie.is_drawn) return out;
  if (tie.first && tie.second && tie.pairing != 0)
    add_score(out, tie, so_far[tie.pairing - 1]);
  else if (tie.first.has_value() != tie.second.has_value())
    out.winner = tie.first ? 0 : 1;
  return out;
}

}  // namespace

bool has_bracket(const Plan& plan) { return format_name(plan) == kKnockout || format_name(plan) == kDouble; }

base::Result<store::Bracket> bracket_of(const History& history) {
  if (history.event.kind != "tournament" || !has_bracket(history.plan))
    return base::bad_input(history.event.name +
                           " has no bracket: only a knockout and a double-elimination have one");
  store::Bracket out;
  out.event = history.event.name;
  out.game = history.plan.find("game").value_or("");
  out.format = format_name(history.plan);
  out.games = history.plan.number("games", 1);
  out.most_games = knockout_limit(out.games);
  out.entrants = static_cast<std::uint32_t>(history.entrants.size());
  if (history.entrants.size() < 2 || history.entrants.size() != history.plan.all("bot").size())
    return base::bad_input("the event has no entrants yet");
  const std::vector<Played> so_far = played_in(history);
  const auto rounds = out.format == kKnockout ? knockout_rounds(out.entrants, so_far)
                                              : double_elimination_rounds(out.entrants, so_far);
  for (const BracketRound& round : rounds) {
    store::Bracket::Round one{part_name(round.part), round.number, {}};
    for (const BracketTie& tie : round.ties) one.ties.push_back(tie_of(tie, history, so_far));
    out.rounds.push_back(std::move(one));
  }
  auto board = scoreboard_of(history);
  if (!board) return board.error();
  const store::Standings standings = board->standings();
  out.complete = standings.complete;
  if (out.complete && !standings.rows.empty()) out.winner = standings.rows.front().name;
  return out;
}

}  // namespace quiver::tournament

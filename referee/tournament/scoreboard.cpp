#include "referee/tournament/scoreboard.hpp"

#include <algorithm>
#include <tuple>

#include "client_sdk/base/text.hpp"
#include "referee/tournament/boards.hpp"
#include "referee/tournament/points.hpp"
#include "referee/tournament/ranking_rule.hpp"
#include "referee/tournament/tournament.hpp"

namespace quiver::tournament {

namespace {

// Solving costs the cube of the entrants: above this number, entries that have dropped out are left out.
constexpr std::size_t kMostRated = 300;

}  // namespace

store::GameResult result_of(const store::Game& game) {
  store::GameResult out{game.number, game.pairing, game.index, {}};
  for (std::size_t s = 0; s < game.entrants.size(); ++s)
    out.seats.push_back({game.entrants[s], game.record.seats[s].place, game.record.seats[s].reason});
  out.board = game.record.event_board;
  return out;
}

Scoreboard::Scoreboard(const store::Event& event, std::unique_ptr<Format> format,
                       std::optional<Anchor> anchor)
    : event_(event),
      plan_(Plan::parse(event.plan)),
      format_(std::move(format)),
      anchor_(anchor),
      boards_(board_names(plan_)) {}

void Scoreboard::add_entrant(const std::string& name, const std::string& display, const std::string& title) {
  Row row;
  row.name = name;
  row.display = display;
  row.title = title;
  row.boards.resize(boards_.size());
  rows_.push_back(std::move(row));
}

void Scoreboard::set_names(Entrant entrant, const std::string& display, const std::string& title) {
  rows_[entrant].display = display;
  rows_[entrant].title = title;
}

void Scoreboard::add_pairing(const Pairing& pairing) { played_.push_back({pairing, {}}); }

void Scoreboard::add_game(const store::GameResult& game) {
  ++games_;
  std::vector<Entrant> entrants;
  std::vector<std::uint32_t> places;
  for (const auto& seat : game.seats) {
    entrants.push_back(seat.entrant);
    places.push_back(seat.place);
    ++rows_[seat.entrant].games;
    if (seat.reason && wire::is_fault(*seat.reason)) ++rows_[seat.entrant].faults[*seat.reason];
  }
  const std::size_t board = board_number(boards_, game.board);
  for (const auto& one : game.seats) {
    if (!boards_.empty()) ++rows_[one.entrant].boards[board].games;
    for (const auto& other : game.seats)
      if (&one != &other) add_result(one, other, board);
  }
  // Games of a pairing with the same opening form a cluster, which counts as one observation.
  static_assert(kMostBoards <= 16);
  const std::uint64_t opening = game.index / std::max<std::size_t>(game.seats.size(), 1);
  ratings_.add(entrants, places,
               (std::uint64_t{game.pairing} << 36U) | (std::uint64_t{board} << 32U) | opening);
  if (game.pairing == 0 || game.pairing > played_.size()) return;
  Played& played = played_[game.pairing - 1];
  std::vector<double> points = points_in(played.pairing.entrants, game);
  if (sprt_) sprt_->add(game.index, points[0]);
  played.games.push_back(std::move(points));
}

void Scoreboard::add_result(const store::GameResult::Seat& one, const store::GameResult::Seat& other,
                            std::size_t board) {
  Row& row = rows_[one.entrant];
  Met& met = row.met[other.entrant];
  ++met.games;
  const double points = points_against(one.place, other.place);
  met.points += points;
  row.points += points;
  if (!boards_.empty()) row.boards[board].points += points;
  ++(points == 1 ? row.wins : points == 0 ? row.losses : row.draws);
}

std::uint64_t Scoreboard::planned() const {
  std::uint64_t all = 0;
  for (const Played& one : played_)
    if (one.pairing.entrants.size() > 1) all += format_->games_of(one);
  return all;
}

// By the format, or by rating: those without a rating come last.
std::vector<Standing> Scoreboard::order(const RatingList& solved) const {
  std::vector<Standing> out;
  if (format_) out = format_->table(played_);
  if (format_ && !format_->ranks_by_rating()) return out;
  for (Entrant e = 0; !format_ && e < rows_.size(); ++e) {
    Standing one;
    one.entrant = e;
    one.points = rows_[e].points;
    one.games = rows_[e].games;
    out.push_back(one);
  }
  // Active ones first, then by rating; stable, so that the format's order decides between equals.
  const auto key = [&](const Standing& one) {
    const bool rated = one.entrant < solved.ratings().size() && solved.ratings()[one.entrant].rated;
    return std::tuple(!rows_[one.entrant].active, !rated, rated ? -solved.ratings()[one.entrant].elo : 0.0);
  };
  std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  for (std::size_t k = 0; k < out.size(); ++k) out[k].rank = static_cast<std::uint32_t>(k + 1);
  return out;
}

store::Standings::Row Scoreboard::row_of(const Standing& standing, const RatingList& solved) const {
  const Row& row = rows_[standing.entrant];
  store::Standings::Row out;
  out.rank = standing.rank;
  out.name = row.name;
  out.display = row.display;
  out.title = row.title;
  out.points = standing.points;
  out.games = row.games;
  out.wins = row.wins;
  out.draws = row.draws;
  out.losses = row.losses;
  out.byes = standing.byes;
  out.tie_break = standing.tie_break;
  out.faults = row.faults;
  out.active = row.active;
  if (only_board_.empty()) out.boards = row.boards;
  if (standing.entrant < solved.ratings().size()) {
    const Rating& rating = solved.ratings()[standing.entrant];
    if (rating.rated)
      out.elo = store::Standings::Elo{rating.elo, rating.low, rating.high, rating.provisional};
  }
  for (const auto& [other, met] : row.met) out.against.push_back({rows_[other].name, met.points, met.games});
  return out;
}

// A ladder's season may see any number of versions come and go; those that have gone are rated while they are
// few.
RatingList Scoreboard::solve() const {
  std::vector<bool> aside;
  if (!format_ && rows_.size() > kMostRated)
    for (const Row& row : rows_) aside.push_back(!row.active);
  return ratings_.solve(anchor_, aside);
}

store::Standings Scoreboard::standings() const {
  const RatingList solved = solve();
  store::Standings out;
  out.event = event_.name;
  out.kind = event_.kind;
  out.game = plan_.find("game").value_or("");
  out.format = plan_.find("format").value_or("");
  out.played = games_;
  out.board = only_board_;
  out.ranking = only_board_.empty() ? ranking_rule(event_) : "ranked by rating";
  if (only_board_.empty()) out.boards = boards_;
  if (sprt_) out.sprt = sprt_->state();
  if (format_) {
    out.tie_break = format_->tie_break_name();
    out.planned = planned();
    const bool all = std::all_of(played_.begin(), played_.end(), [&](const Played& one) {
      return one.pairing.entrants.size() < 2 || one.games.size() >= format_->games_of(one);
    });
    out.complete = (all && !played_.empty() && format_->draw(played_).empty()) || (sprt_ && sprt_->decided());
  }
  const std::vector<Standing> table = order(solved);
  for (const Standing& one : table) out.rows.push_back(row_of(one, solved));
  // Only between neighbours in the table who can be compared.
  for (std::size_t k = 0; k + 1 < table.size(); ++k)
    if (out.rows[k].elo && out.rows[k + 1].elo && out.rows[k].active == out.rows[k + 1].active)
      out.rows[k].superiority = solved.superiority(table[k].entrant, table[k + 1].entrant);
  out.stopped = stopped_;
  return out;
}

std::vector<store::Rating> Scoreboard::ratings() const {
  const RatingList solved = solve();
  const std::string at = utc_now();
  std::vector<store::Rating> out;
  for (Entrant e = 0; e < solved.ratings().size(); ++e) {
    const Rating& one = solved.ratings()[e];
    if (one.rated) out.push_back({e, games_, one.elo, one.low, one.high, at});
  }
  return out;
}

base::Result<std::unique_ptr<Format>> format_of(const Plan& plan) {
  FormatChoice choice;
  choice.name = plan.find("format").value_or("");
  choice.entrants = static_cast<std::uint32_t>(plan.all("bot").size());
  choice.seats = plan.number("table", 2);
  choice.games = plan.number("games", 1);
  choice.rounds = plan.number("rounds", 0);
  choice.challengers = plan.number("challengers", 1);
  auto stages = stages_of(plan);
  if (!stages) return stages.error();
  choice.stages = std::move(*stages);
  return make_format(choice);
}

base::Result<std::optional<Anchor>> anchor_of(const Plan& plan, const std::vector<std::string>& names) {
  const std::string text = plan.find("anchor").value_or("");
  if (text.empty()) return std::optional<Anchor>();
  const std::size_t equals = text.rfind('=');
  const std::string name = text.substr(0, equals);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return base::bad_input("nobody is called " + base::quoted(name));
  const std::string value = equals == std::string::npos ? "0" : text.substr(equals + 1);
  const bool below = value.starts_with('-');
  auto number = base::parse_number(below ? value.substr(1) : value);
  if (!number || *number > 100'000)
    return base::bad_input(base::quoted(text) + " is not NAME=ELO with a whole number");
  const double elo = (below ? -1.0 : 1.0) * *number;
  return std::optional<Anchor>(Anchor{static_cast<Entrant>(found - names.begin()), elo});
}

namespace {

// The entrants, and nothing that was played yet.
base::Result<Scoreboard> empty_scoreboard(const History& history, std::unique_ptr<Format> format) {
  std::vector<std::string> names;
  for (const store::Entrant& one : history.entrants) names.push_back(one.name);
  if (format && names.size() != history.plan.all("bot").size())
    return base::bad_input("the event has no entrants yet");
  auto anchor = anchor_of(history.plan, names);
  if (!anchor) return anchor.error();
  Scoreboard board(history.event, std::move(format), *anchor);
  for (const store::Entrant& one : history.entrants) {
    board.add_entrant(one.name, one.display, one.title);
    board.set_active(one.number, one.active);
  }
  return board;
}

void add_stopped(Scoreboard& board, const History& history) {
  for (const store::Pairing& one : history.pairings) {
    if (one.state != store::Pairing::State::kStopped) continue;
    std::string who;
    for (const std::uint32_t entrant : one.entrants) who += (who.empty() ? "" : " - ") + board.name(entrant);
    board.add_stopped(who + ": " + one.note);
  }
}

}  // namespace

base::Result<Scoreboard> scoreboard_of(const History& history) {
  std::unique_ptr<Format> format;
  if (history.event.kind == "tournament") {
    auto made = format_of(history.plan);
    if (!made) return made.error();
    format = std::move(*made);
  }
  auto board = empty_scoreboard(history, std::move(format));
  if (!board) return board;
  if (const auto text = history.plan.find("sprt")) {
    auto sprt = Sprt::parse(*text);
    if (!sprt) return sprt.error();
    board->set_sprt(SprtPairs(*sprt));
  }
  for (const Pairing& one : history.drawn()) board->add_pairing(one);
  add_stopped(*board, history);
  for (const store::GameResult& one : history.results) board->add_game(one);
  return board;
}

base::Result<Scoreboard> scoreboard_of(const History& history, const std::string& name) {
  const std::vector<std::string> names = board_names(history.plan);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    std::string all;
    for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
    return base::bad_input("there is no board " + base::quoted(name) + " in " + history.event.name +
                           (all.empty() ? ", which is played on one board" : "; its boards are " + all));
  }
  auto board = empty_scoreboard(history, nullptr);
  if (!board) return board;
  board->set_only_board(name);
  for (const store::GameResult& one : history.results)
    if (one.board == name) board->add_game(one);
  return board;
}

}  // namespace quiver::tournament

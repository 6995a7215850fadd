#include "referee/web/standings_change.hpp"

#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

namespace quiver::web {

namespace {

constexpr int kMostPairs = 2'000;  // scores against opponents in a first message

double to_hundredths(double value) { return std::round(value * 100) / 100; }

bool same(const v1::FaultCount& a, const v1::FaultCount& b) {
  return a.reason() == b.reason() && a.count() == b.count();
}

bool same_faults(const v1::StandingsRow& a, const v1::StandingsRow& b) {
  if (a.faults_size() != b.faults_size()) return false;
  for (int k = 0; k < a.faults_size(); ++k)
    if (!same(a.faults(k), b.faults(k))) return false;
  return true;
}

// Whether a row has lost something, which a change cannot say: it is sent whole.
bool has_lost_something(const v1::StandingsRow& before, const v1::StandingsRow& now) {
  return (before.has_elo() && !now.has_elo()) || (before.has_elo_low() && !now.has_elo_low()) ||
         (before.has_elo_high() && !now.has_elo_high()) ||
         (before.has_superiority() && !now.has_superiority()) || before.against_size() > now.against_size();
}

// Scores that are new or different. Only ever added to, in any order.
void fill_against(v1::StandingsRowChange& out, const v1::StandingsRow& before, const v1::StandingsRow& now) {
  std::unordered_map<std::string, const v1::ScoreAgainst*> known;
  for (const v1::ScoreAgainst& one : before.against()) known[one.name()] = &one;
  for (const v1::ScoreAgainst& one : now.against()) {
    const auto found = known.find(one.name());
    if (found != known.end() && found->second->points() == one.points() &&
        found->second->games() == one.games())
      continue;
    *out.mutable_against()->add_against() = one;
  }
}

// False if the rows are the same.
bool fill_row(v1::StandingsRowChange& out, const v1::StandingsRow& before, const v1::StandingsRow& now) {
  bool any = false;
  const auto note = [&](auto a, auto b, auto set) {
    if (a == b) return;
    (out.*set)(b);
    any = true;
  };
  using Change = v1::StandingsRowChange;
  note(before.rank(), now.rank(), &Change::set_rank);
  note(before.points(), now.points(), &Change::set_points);
  note(before.games(), now.games(), &Change::set_games);
  note(before.wins(), now.wins(), &Change::set_wins);
  note(before.draws(), now.draws(), &Change::set_draws);
  note(before.losses(), now.losses(), &Change::set_losses);
  note(before.byes(), now.byes(), &Change::set_byes);
  note(before.tie_break(), now.tie_break(), &Change::set_tie_break);
  note(before.provisional(), now.provisional(), &Change::set_provisional);
  note(before.active(), now.active(), &Change::set_active);
  if (before.display() != now.display()) out.set_display(now.display()), any = true;
  if (before.title() != now.title()) out.set_title(now.title()), any = true;
  // These may be absent before: 0 that was absent is a change too.
  const auto note_new = [&](bool had, bool has, double a, double b, auto set) {
    if (!has || (had && a == b)) return;
    (out.*set)(b);
    any = true;
  };
  note_new(before.has_elo(), now.has_elo(), before.elo(), now.elo(), &Change::set_elo);
  note_new(before.has_elo_low(), now.has_elo_low(), before.elo_low(), now.elo_low(), &Change::set_elo_low);
  note_new(before.has_elo_high(), now.has_elo_high(), before.elo_high(), now.elo_high(),
           &Change::set_elo_high);
  note_new(before.has_superiority(), now.has_superiority(), before.superiority(), now.superiority(),
           &Change::set_superiority);
  if (!same_faults(before, now)) {
    *out.mutable_faults()->mutable_faults() = now.faults();
    any = true;
  }
  fill_against(out, before, now);
  return any || out.has_against();
}

// The rows of `now` by their places in `before`, with what is new or whole appended to it.
std::vector<std::uint32_t> places_of(const v1::Standings& before, const v1::Standings& now,
                                     v1::StandingsChange& out) {
  std::unordered_map<std::string, int> known;
  for (int k = 0; k < before.rows_size(); ++k) known[before.rows(k).name()] = k;
  std::vector<std::uint32_t> places;
  for (const v1::StandingsRow& row : now.rows()) {
    const auto found = known.find(row.name());
    if (found != known.end() && !has_lost_something(before.rows(found->second), row)) {
      places.push_back(static_cast<std::uint32_t>(found->second));
      continue;
    }
    places.push_back(static_cast<std::uint32_t>(before.rows_size() + out.added_size()));
    *out.add_added() = row;
  }
  return places;
}

bool is_as_before(const std::vector<std::uint32_t>& places, int rows) {
  if (places.size() != static_cast<std::size_t>(rows)) return false;
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k] != k) return false;
  return true;
}

// False if both are the same.
bool fill_sprt(v1::StandingsChange& out, const v1::Standings& before, const v1::Standings& now) {
  if (!now.has_sprt() ||
      (before.has_sprt() && before.sprt().SerializeAsString() == now.sprt().SerializeAsString()))
    return false;
  *out.mutable_sprt() = now.sprt();
  return true;
}

bool fill_stopped(v1::StandingsChange& out, const v1::Standings& before, const v1::Standings& now) {
  const bool same = std::equal(before.stopped().begin(), before.stopped().end(), now.stopped().begin(),
                               now.stopped().end());
  if (!same) *out.mutable_stopped()->mutable_stopped() = now.stopped();
  return !same;
}

}  // namespace

v1::Standings rounded(v1::Standings table) {
  for (v1::StandingsRow& row : *table.mutable_rows()) {
    if (row.has_elo()) row.set_elo(std::round(row.elo()));
    if (row.has_elo_low()) row.set_elo_low(std::round(row.elo_low()));
    if (row.has_elo_high()) row.set_elo_high(std::round(row.elo_high()));
    if (row.has_superiority()) row.set_superiority(to_hundredths(row.superiority()));
  }
  return table;
}

v1::Standings first_message(v1::Standings table) {
  int pairs = 0;
  for (const v1::StandingsRow& row : table.rows()) pairs += row.against_size();
  if (pairs > kMostPairs)
    for (v1::StandingsRow& row : *table.mutable_rows()) row.clear_against();
  return table;
}

std::optional<v1::StandingsChange> change_between(const v1::Standings& before, const v1::Standings& now) {
  v1::StandingsChange out;
  out.set_played(now.played());
  out.set_planned(now.planned());
  out.set_complete(now.complete());
  bool any = before.played() != now.played() || before.planned() != now.planned() ||
             before.complete() != now.complete();
  const std::vector<std::uint32_t> places = places_of(before, now, out);
  if (!is_as_before(places, before.rows_size())) {
    for (const std::uint32_t place : places) out.mutable_order()->add_places(place);
    out.mutable_order();  // present though the table may be empty now
    any = true;
  }
  for (int k = 0; k < now.rows_size(); ++k) {
    const auto from = static_cast<int>(places[static_cast<std::size_t>(k)]);
    if (from >= before.rows_size()) continue;
    v1::StandingsRowChange row;
    if (!fill_row(row, before.rows(from), now.rows(k))) continue;
    row.set_place(static_cast<std::uint32_t>(k));
    *out.add_rows() = std::move(row);
    any = true;
  }
  any = fill_stopped(out, before, now) || any;
  any = fill_sprt(out, before, now) || any;
  if (!any) return std::nullopt;
  return out;
}

}  // namespace quiver::web

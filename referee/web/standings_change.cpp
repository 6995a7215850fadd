#include "referee/web/standings_change.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

namespace quiver::web {

namespace {

constexpr int kMostPairs = 2'000;  // scores against opponents in a first message

// A rating is sent again when it has moved by a point, or by this part of its interval if that is more.
constexpr double kOfInterval = 0.01;

// To so many parts of 1: as it was sent, unless it is `step` away from that.
double rounded_to(double parts, double value, bool was_sent, double sent, double step) {
  if (was_sent && std::abs(value - sent) < step) return sent;
  return std::round(value * parts) / parts;
}

bool same(const v1::FaultCount& a, const v1::FaultCount& b) {
  return a.reason() == b.reason() && a.count() == b.count();
}

bool same_faults(const v1::StandingsRow& a, const v1::StandingsRow& b) {
  if (a.faults_size() != b.faults_size()) return false;
  for (int k = 0; k < a.faults_size(); ++k)
    if (!same(a.faults(k), b.faults(k))) return false;
  return true;
}

bool same_boards(const v1::StandingsRow& a, const v1::StandingsRow& b) {
  return std::equal(a.boards().begin(), a.boards().end(), b.boards().begin(), b.boards().end(),
                    [](const v1::ScoreOnBoard& one, const v1::ScoreOnBoard& other) {
                      return one.points() == other.points() && one.games() == other.games();
                    });
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

// False if the rows are the same but for the rank.
bool fill_row(v1::StandingsRowChange& out, const v1::StandingsRow& before, const v1::StandingsRow& now) {
  bool any = false;
  const auto note = [&](auto a, auto b, auto set) {
    if (a == b) return;
    (out.*set)(b);
    any = true;
  };
  using Change = v1::StandingsRowChange;
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
  if (!same_boards(before, now)) {
    *out.mutable_boards()->mutable_boards() = now.boards();
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

// Which of these are part of a longest ascending sequence of them: rows that need not be moved.
std::vector<bool> longest_ascending(const std::vector<std::uint32_t>& places) {
  std::vector<std::size_t> last;  // by the length of a sequence: where the one with the smallest end ends
  std::vector<std::size_t> length(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto at =
        std::lower_bound(last.begin(), last.end(), places[k],
                         [&](std::size_t one, std::uint32_t place) { return places[one] < place; });
    length[k] = static_cast<std::size_t>(at - last.begin());
    if (at == last.end())
      last.push_back(k);
    else
      *at = k;
  }
  std::vector<bool> part(places.size(), false);
  std::size_t wanted = last.size();
  for (std::size_t k = places.size(); k-- > 0 && wanted > 0;)
    if (length[k] + 1 == wanted && (wanted == last.size() || places[k] < places[last[wanted]])) {
      part[k] = true;
      last[--wanted] = k;
    }
  return part;
}

// False if all of the `rows` are at their places.
bool fill_order(v1::StandingsChange& out, const std::vector<std::uint32_t>& places, int rows) {
  std::vector<bool> stays(static_cast<std::size_t>(rows), false);
  for (const std::uint32_t place : places) stays[place] = true;
  v1::StandingsOrder order;
  for (std::uint32_t k = 0; k < stays.size(); ++k)
    if (!stays[k]) order.add_left(k);
  const std::vector<bool> in_order = longest_ascending(places);
  for (std::uint32_t k = 0; k < places.size(); ++k) {
    if (in_order[k]) continue;
    order.add_from(places[k]);
    order.add_to(k);
  }
  if (order.left_size() == 0 && order.from_size() == 0) return false;
  *out.mutable_order() = std::move(order);
  return true;
}

// The rank of a row that has come to this place, unless a change says otherwise.
std::uint32_t rank_at(const v1::Standings& before, int place) {
  return place < before.rows_size() ? before.rows(place).rank() : static_cast<std::uint32_t>(place) + 1;
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

v1::Standings rounded(v1::Standings table, const v1::Standings* before) {
  static const v1::StandingsRow kNone;
  std::unordered_map<std::string, const v1::StandingsRow*> sent;
  if (before != nullptr)
    for (const v1::StandingsRow& row : before->rows()) sent[row.name()] = &row;
  for (v1::StandingsRow& row : *table.mutable_rows()) {
    const auto found = sent.find(row.name());
    const v1::StandingsRow& old = found == sent.end() ? kNone : *found->second;
    const double step = std::max(1.0, kOfInterval * (row.elo_high() - row.elo_low()));
    if (row.has_elo()) row.set_elo(rounded_to(1, row.elo(), old.has_elo(), old.elo(), step));
    if (row.has_elo_low())
      row.set_elo_low(rounded_to(1, row.elo_low(), old.has_elo_low(), old.elo_low(), step));
    if (row.has_elo_high())
      row.set_elo_high(rounded_to(1, row.elo_high(), old.has_elo_high(), old.elo_high(), step));
    if (row.has_superiority())
      row.set_superiority(rounded_to(100, row.superiority(), old.has_superiority(), old.superiority(), 0.01));
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
  any = fill_order(out, places, before.rows_size() + out.added_size()) || out.added_size() > 0 || any;
  for (int k = 0; k < now.rows_size(); ++k) {
    const auto from = static_cast<int>(places[static_cast<std::size_t>(k)]);
    v1::StandingsRowChange row;
    bool differs = from < before.rows_size() && fill_row(row, before.rows(from), now.rows(k));
    if (now.rows(k).rank() != rank_at(before, k)) {
      row.set_rank(now.rows(k).rank());
      differs = true;
    }
    if (!differs) continue;
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

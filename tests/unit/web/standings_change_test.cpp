// What spectators are sent of a table that changes: a few fields of a few rows.
#include "referee/web/standings_change.hpp"

#include <set>

#include <gtest/gtest.h>

#include "referee/web/json.hpp"
#include "tests/property/dice.hpp"

namespace quiver::tests {

using web::change_between;
using web::rounded;

namespace {

v1::StandingsRow& add_row(v1::Standings& table, const std::string& name, double elo) {
  v1::StandingsRow& row = *table.add_rows();
  row.set_rank(static_cast<std::uint32_t>(table.rows_size()));
  row.set_name(name);
  row.set_games(20);
  row.set_elo(elo);
  row.set_elo_low(elo - 50);
  row.set_elo_high(elo + 50);
  row.set_active(true);
  return row;
}

void add_score(v1::StandingsRow& row, const std::string& name, double points, std::uint32_t games) {
  v1::ScoreAgainst& one = *row.add_against();
  one.set_name(name);
  one.set_points(points);
  one.set_games(games);
}

v1::Standings table_of(int entrants) {
  v1::Standings out;
  for (int k = 0; k < entrants; ++k) add_row(out, "bot-" + std::to_string(k), 1000.0 - k);
  return out;
}

// What the page does with a change (page/live/event_table.js).
v1::Standings changed(const v1::Standings& table, const v1::StandingsChange& change) {
  std::vector<v1::StandingsRow> all(table.rows().begin(), table.rows().end());
  all.insert(all.end(), change.added().begin(), change.added().end());
  std::set<std::uint32_t> out_of(change.order().left().begin(), change.order().left().end());
  out_of.insert(change.order().from().begin(), change.order().from().end());
  std::vector<v1::StandingsRow> now;
  for (std::uint32_t place = 0; place < all.size(); ++place)
    if (out_of.count(place) == 0) now.push_back(all[place]);
  for (int k = 0; k < change.order().to_size(); ++k)
    now.insert(now.begin() + change.order().to(k), all.at(change.order().from(k)));
  for (std::size_t k = 0; k < now.size(); ++k) {
    const int place = static_cast<int>(k);
    now[k].set_rank(place < table.rows_size() ? table.rows(place).rank() : static_cast<std::uint32_t>(k) + 1);
  }
  for (const v1::StandingsRowChange& one : change.rows()) {
    v1::StandingsRow& row = now.at(one.place());
    if (one.has_rank()) row.set_rank(one.rank());
    if (one.has_points()) row.set_points(one.points());
    if (one.has_games()) row.set_games(one.games());
    if (one.has_wins()) row.set_wins(one.wins());
    if (one.has_draws()) row.set_draws(one.draws());
    if (one.has_losses()) row.set_losses(one.losses());
    if (one.has_byes()) row.set_byes(one.byes());
    if (one.has_tie_break()) row.set_tie_break(one.tie_break());
    if (one.has_elo()) row.set_elo(one.elo());
    if (one.has_elo_low()) row.set_elo_low(one.elo_low());
    if (one.has_elo_high()) row.set_elo_high(one.elo_high());
    if (one.has_provisional()) row.set_provisional(one.provisional());
    if (one.has_superiority()) row.set_superiority(one.superiority());
    if (one.has_active()) row.set_active(one.active());
    if (one.has_faults()) *row.mutable_faults() = one.faults().faults();
    if (one.has_boards()) *row.mutable_boards() = one.boards().boards();
    for (const v1::ScoreAgainst& score : one.against().against()) {
      bool known = false;
      for (v1::ScoreAgainst& old : *row.mutable_against())
        if (old.name() == score.name()) old = score, known = true;
      if (!known) *row.add_against() = score;
    }
  }
  v1::Standings out = table;
  out.set_played(change.played());
  out.set_planned(change.planned());
  out.set_complete(change.complete());
  out.clear_rows();
  for (v1::StandingsRow& row : now) *out.add_rows() = std::move(row);
  if (change.has_stopped()) *out.mutable_stopped() = change.stopped().stopped();
  if (change.has_sprt()) *out.mutable_sprt() = change.sprt();
  return out;
}

}  // namespace

TEST(StandingsChange, IsNothingIfNobodyCouldSeeIt) {
  const v1::Standings before = rounded(table_of(3));
  v1::Standings now = before;
  EXPECT_FALSE(change_between(before, now));
  now.mutable_rows(1)->set_elo(now.rows(1).elo() + 0.4);
  EXPECT_FALSE(change_between(before, rounded(now)));
  now.mutable_rows(1)->set_elo(now.rows(1).elo() + 0.4);
  ASSERT_TRUE(change_between(before, rounded(now)));
}

TEST(StandingsChange, KeepsARatingThatStaysNearTheBoundaryBetweenTwoNumbers) {
  v1::Standings exact = table_of(1);
  exact.mutable_rows(0)->set_elo(10.4);  // its interval is 100 wide
  const v1::Standings sent = rounded(exact);
  EXPECT_EQ(sent.rows(0).elo(), 10);
  exact.mutable_rows(0)->set_elo(10.9);
  EXPECT_FALSE(change_between(sent, rounded(exact, &sent)));
  exact.mutable_rows(0)->set_elo(11.1);
  const v1::Standings next = rounded(exact, &sent);
  ASSERT_TRUE(change_between(sent, next));
  EXPECT_EQ(next.rows(0).elo(), 11);
}

TEST(StandingsChange, HasOnlyTheFieldsThatAreDifferent) {
  const v1::Standings before = table_of(300);
  v1::Standings now = before;
  now.set_played(1);
  now.mutable_rows(7)->set_points(1);
  now.mutable_rows(7)->set_elo(0);  // a value that JSON would leave out
  add_score(*now.mutable_rows(7), "bot-9", 1, 1);
  const auto change = change_between(before, now);
  ASSERT_TRUE(change);
  EXPECT_FALSE(change->has_order());
  ASSERT_EQ(change->rows_size(), 1);
  EXPECT_EQ(change->rows(0).place(), 7U);
  EXPECT_TRUE(change->rows(0).has_elo());
  EXPECT_FALSE(change->rows(0).has_elo_low());
  ASSERT_EQ(change->rows(0).against().against_size(), 1);
  EXPECT_LT(web::json(*change)->size(), 300U);
}

// Ranks are those of the places, so neither the new order nor a rank is sent for the rows in between.
TEST(StandingsChange, IsSmallIfOneRowPassesManyOthers) {
  const v1::Standings before = table_of(300);
  v1::Standings now = before;
  now.clear_rows();
  *now.add_rows() = before.rows(200);
  for (int k = 0; k < 300; ++k)
    if (k != 200) *now.add_rows() = before.rows(k);
  for (int k = 0; k < 300; ++k) now.mutable_rows(k)->set_rank(static_cast<std::uint32_t>(k) + 1);
  const auto change = change_between(before, now);
  ASSERT_TRUE(change);
  EXPECT_EQ(change->order().from_size(), 1);
  EXPECT_EQ(change->rows_size(), 0);
  EXPECT_LT(web::json(*change)->size(), 200U);
  EXPECT_EQ(changed(before, *change).SerializeAsString(), now.SerializeAsString());
}

TEST(StandingsChange, SaysWhichRowsHaveOtherPlacesAndSendsNewRowsWhole) {
  const v1::Standings before = table_of(3);
  v1::Standings now;
  add_row(now, "new", 2000);
  *now.add_rows() = before.rows(1);
  *now.add_rows() = before.rows(0);
  const auto change = change_between(before, now);
  ASSERT_TRUE(change);
  ASSERT_EQ(change->added_size(), 1);
  EXPECT_EQ(change->added(0).name(), "new");
  ASSERT_EQ(change->order().left_size(), 1);
  EXPECT_EQ(change->order().left(0), 2U);
  EXPECT_EQ(change->order().from_size(), 2);
  EXPECT_EQ(changed(before, *change).SerializeAsString(), now.SerializeAsString());
}

TEST(StandingsChange, SendsARowThatHasLostItsRatingWhole) {
  const v1::Standings before = table_of(2);
  v1::Standings now = before;
  now.mutable_rows(0)->clear_elo();
  const auto change = change_between(before, now);
  ASSERT_TRUE(change);
  ASSERT_EQ(change->added_size(), 1);
  EXPECT_FALSE(change->added(0).has_elo());
  EXPECT_EQ(changed(before, *change).SerializeAsString(), now.SerializeAsString());
}

TEST(StandingsChange, LeavesOutScoresOfALargeTableOnlyAtFirst) {
  v1::Standings small = table_of(3);
  add_score(*small.mutable_rows(0), "bot-1", 1, 1);
  EXPECT_EQ(web::first_message(small).rows(0).against_size(), 1);
  v1::Standings large = table_of(50);
  for (v1::StandingsRow& row : *large.mutable_rows())
    for (int k = 0; k < 50; ++k) add_score(row, "bot-" + std::to_string(k), 1, 1);
  EXPECT_EQ(web::first_message(large).rows(0).against_size(), 0);
}

// Whatever happens to a table, the change makes the one of the other.
TEST(StandingsChangeProperty, TurnsAnyTableIntoTheNext) {
  SCOPED_TRACE(how_to_repeat());
  Dice random("standings change");
  v1::Standings before = table_of(12);
  for (int round = 0; round < 300; ++round) {
    v1::Standings now = before;
    now.set_played(before.played() + 1);
    for (std::size_t k = random.below(4); k > 0; --k) {
      v1::StandingsRow& row =
          *now.mutable_rows(static_cast<int>(random.below(static_cast<std::size_t>(now.rows_size()))));
      const auto what = random.below(8);
      if (what == 0) row.set_points(static_cast<double>(random.below(9)));
      if (what == 1) row.set_elo(static_cast<double>(random.below(9)));
      if (what == 2) row.clear_superiority();
      if (what == 3) row.set_superiority(static_cast<double>(random.below(3)) / 2);
      if (what == 4) row.set_active(random.below(2) == 0);
      if (what == 5) add_score(row, "x" + std::to_string(round), 0.5, 1);
      if (what == 6) row.add_faults()->set_count(static_cast<std::uint32_t>(round));
      if (what == 7 && row.against_size() > 0) row.mutable_against(0)->set_games(99);
    }
    if (random.below(3) == 0)
      now.mutable_rows()->SwapElements(
          0, static_cast<int>(random.below(static_cast<std::size_t>(now.rows_size()))));
    if (random.below(8) == 0) add_row(now, "late-" + std::to_string(round), 1);
    if (random.below(8) == 0 && now.rows_size() > 3) now.mutable_rows()->RemoveLast();
    if (random.below(9) == 0) now.add_stopped("enough");
    if (random.below(5) == 0)  // two are level
      now.mutable_rows(static_cast<int>(random.below(static_cast<std::size_t>(now.rows_size()))))
          ->set_rank(2);
    const auto change = change_between(before, now);
    ASSERT_TRUE(change);
    ASSERT_EQ(changed(before, *change).SerializeAsString(), now.SerializeAsString()) << "round " << round;
    before = std::move(now);
  }
}

}  // namespace quiver::tests

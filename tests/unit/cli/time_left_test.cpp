// How long a run will go on.
#include "referee/cli/reports/time_left.hpp"

#include <gtest/gtest.h>

#include "referee/cli/reports/tournament_report.hpp"

namespace quiver::tests {

using cli::longest_game;
using cli::time_left;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

games::Position start_of(const std::string& game) { return games::Position::start(game, {}).value(); }

wire::TimeControl clock(std::optional<base::Duration> move, std::optional<base::Duration> bank,
                        base::Duration increment = {}) {
  wire::TimeControl out;
  out.per_move = move;
  out.bank = bank;
  out.increment = increment;
  out.cap = seconds(60);
  return out;
}

}  // namespace

TEST(TimeLeft, IsBoundedByTheClocks) {
  const games::Position connect4 = start_of("connect4");  // 42 cells, 21 moves each
  const auto bank = clock({}, seconds(10));
  EXPECT_DOUBLE_EQ(*longest_game(connect4, {bank, bank}), 20);
  const auto move = clock(milliseconds(200), {});
  EXPECT_DOUBLE_EQ(*longest_game(connect4, {move, move}), 2 * 21 * 0.2);
  EXPECT_DOUBLE_EQ(*longest_game(connect4, {bank, move}), 10 + 21 * 0.2);
  EXPECT_DOUBLE_EQ(*longest_game(connect4, {clock({}, seconds(10), seconds(1)), bank}), 10 + 21 + 10);
  EXPECT_DOUBLE_EQ(*longest_game(connect4, {clock({}, {}), bank}), 60 * 21 + 10);
  EXPECT_DOUBLE_EQ(*longest_game(start_of("quoridor"), {move, move}), 360 * 0.2);
  EXPECT_FALSE(longest_game(connect4, {}));
}

TEST(TimeLeft, FollowsThePaceOfTheLastTenMinutes) {
  const std::chrono::steady_clock::time_point began{};
  cli::RecentPace pace(began);
  EXPECT_FALSE(pace.seconds_for(10, began + seconds(5)));
  for (int k = 1; k <= 5; ++k) pace.add_game(began + seconds(10 * k));
  EXPECT_DOUBLE_EQ(*pace.seconds_for(10, began + seconds(50)), 100);
  EXPECT_DOUBLE_EQ(*pace.seconds_for(10, began + seconds(60)), 120) << "nothing ends any more";
  EXPECT_FALSE(pace.seconds_for(10, began + seconds(700))) << "none has ended lately";
  // Ten workers come.
  for (int k = 0; k < 1200; ++k) pace.add_game(began + seconds(700 + k));
  EXPECT_NEAR(*pace.seconds_for(100, began + seconds(1899)), 100, 1);
}

TEST(TimeLeft, IsToldByTheClocksAndThenByTheGames) {
  const cli::Pace pace{20, 2, 20.0};
  EXPECT_EQ(time_left(pace, 0, 0), "at most 3:20 left");
  EXPECT_EQ(time_left(pace, 0, 15), "at most 3:05 left");
  EXPECT_EQ(time_left(pace, 0, 1000), "at most 0:00 left");
  EXPECT_EQ(time_left(pace, 5, 10), "about 0:30 left");
  EXPECT_EQ(time_left(pace, 20, 40), "");
  EXPECT_EQ(time_left({20, 1, {}}, 0, 5), "");
  EXPECT_EQ(cli::clock_text(3723), "1:02:03");
}

// A sequential test may be over long before its cap.
TEST(TimeLeft, OfASequentialTestIsByItsOwnProgress) {
  store::Standings standings;
  standings.planned = 20000;
  standings.played = 400;
  EXPECT_EQ(store::games_left(standings), 19600);
  standings.sprt = store::Standings::Sprt{};
  EXPECT_EQ(store::games_left(standings), 19600);
  standings.sprt->pairs_left = 50;
  EXPECT_EQ(store::games_left(standings), 100);
  standings.sprt->pairs_left = 1e6;
  EXPECT_EQ(store::games_left(standings), 19600);
  standings.complete = true;
  EXPECT_EQ(store::games_left(standings), 0);
}

}  // namespace quiver::tests

// What `quiver check` makes of records, and that its exercises can be played.
#include <gtest/gtest.h>

#include "client_sdk/games/course_interface.hpp"
#include "referee/cli/check/check_plan.hpp"
#include "referee/cli/reports/check_report.hpp"

namespace quiver::tests {

namespace {

using cli::Finding;
using std::chrono::milliseconds;

wire::Record game(std::vector<milliseconds> own_moves, wire::TimeControl time) {
  wire::Record record;
  record.seats.resize(2);
  record.seats[0].name = "other";
  record.seats[1].name = "mine";
  record.seats[1].time = time;
  for (const milliseconds took : own_moves) {
    record.moves.push_back({base::seat(0), "1", std::chrono::seconds(50), {}});
    record.moves.push_back({base::seat(1), "2", took, {}});
  }
  return record;
}

wire::TimeControl a_second_each() {
  wire::TimeControl time;
  time.per_move = std::chrono::seconds(1);
  return time;
}

}  // namespace

TEST(Finding, KnowsTheSlowestMove) {
  Finding finding("mine");
  finding.add(game({milliseconds(3), milliseconds(12)}, a_second_each()));
  finding.add(game({milliseconds(7)}, a_second_each()));
  EXPECT_EQ(finding.kind(), Finding::Kind::kPassed);
  EXPECT_EQ(finding.sentence(), "2 games, slowest move 12ms of 1s");
}

TEST(Finding, IsCloseWhenAMoveTakesNearlyAllTheTime) {
  Finding finding("mine");
  finding.add(game({milliseconds(801)}, a_second_each()));
  EXPECT_EQ(finding.kind(), Finding::Kind::kClose);
  EXPECT_EQ(finding.sentence(), "1 game, slowest move 801ms of 1s");
}

TEST(Finding, IsCloseWhenNearlyNothingIsLeftInTheBank) {
  wire::TimeControl time;
  time.bank = std::chrono::seconds(2);
  wire::Record record = game({milliseconds(10)}, time);
  record.seats[1].left = milliseconds(150);
  Finding finding("mine");
  finding.add(record);
  EXPECT_EQ(finding.kind(), Finding::Kind::kClose);
  EXPECT_EQ(finding.sentence(), "1 game, longest game 1850ms of 2s");
}

TEST(Finding, FailsForWhatTheBotDidAndNotForWhatTheOtherDid) {
  wire::Record record = game({milliseconds(1)}, a_second_each());
  record.seats[0].reason = wire::Reason::kCrashed;
  Finding others("mine");
  others.add(record);
  EXPECT_EQ(others.kind(), Finding::Kind::kPassed);
  record.seats[1].reason = wire::Reason::kTimeout;
  record.seats[1].detail = "1s were over";
  record.seats[1].log = "/tmp/log";
  record.moves.push_back({base::seat(1), "x1", milliseconds(0), {}});
  Finding own("mine");
  own.add(record);
  EXPECT_EQ(own.kind(), Finding::Kind::kFailed);
  EXPECT_EQ(own.sentence(), "in seat 1, TIMEOUT after 1 move of its own: 1s were over");
  EXPECT_EQ(own.log(), "/tmp/log");
}

TEST(Finding, IsDeclinedIfTheBotSaysSoBeforeItsFirstMove) {
  wire::Record record = game({}, a_second_each());
  record.seats[1].reason = wire::Reason::kCrashed;
  record.moves.push_back({base::seat(1), "x1", milliseconds(0), {}});
  record.seats[1].detail = "it says: declined: two seats only";
  Finding finding("mine");
  finding.add(record);
  EXPECT_EQ(finding.kind(), Finding::Kind::kDeclined);
  EXPECT_EQ(finding.sentence(), "it says: declined: two seats only");
  record.seats[1].detail = "it says: player crashed in initialize(): SIGSEGV";
  Finding crashed("mine");
  crashed.add(record);
  EXPECT_EQ(crashed.kind(), Finding::Kind::kFailed);
  EXPECT_EQ(crashed.sentence(),
            "in seat 1, CRASHED before its first move: it says: player crashed in initialize(): SIGSEGV");
}

TEST(Finding, HasOneCauseForTheSameFaultOnDifferentBoards) {
  const auto cause = [](wire::Reason reason, const char* detail) {
    wire::Record record = game({}, a_second_each());
    record.seats[1].reason = reason;
    record.seats[1].detail = detail;
    Finding finding("mine");
    finding.add(record);
    return finding.cause();
  };
  EXPECT_EQ(cause(wire::Reason::kCrashed, "its process 17 ended: signal 6"),
            cause(wire::Reason::kCrashed, "its process 4711 ended: signal 6"));
  EXPECT_EQ(cause(wire::Reason::kTimeout, "its 6th move"), cause(wire::Reason::kTimeout, "its 2nd move"));
  EXPECT_EQ(cause(wire::Reason::kIllegalMove, "NO_SUCH_CELL: there is no vertex 26"),
            cause(wire::Reason::kIllegalMove, "NO_SUCH_CELL: there is no z9"));
  EXPECT_NE(cause(wire::Reason::kIllegalMove, "NO_SUCH_CELL: a1"),
            cause(wire::Reason::kIllegalMove, "NO_PIECE: a1"));
  EXPECT_NE(cause(wire::Reason::kCrashed, "it says: a"), cause(wire::Reason::kCrashed, "it says: b"));
}

TEST(Finding, FailsWhenThereWasNoGame) {
  wire::Record record = game({}, a_second_each());
  record.end = wire::End::kVoid;
  record.sentence = "void: no process";
  Finding finding("mine");
  finding.add(record);
  EXPECT_EQ(finding.kind(), Finding::Kind::kFailed);
  EXPECT_EQ(finding.sentence(), "no game: void: no process");
}

TEST(FindingCounts, MakeTheLastLine) {
  cli::FindingCounts counts;
  for (const auto kind : {Finding::Kind::kPassed, Finding::Kind::kClose, Finding::Kind::kDeclined})
    counts.add(kind);
  EXPECT_EQ(counts.line(), "2 passed, 1 of them close to the clock, 1 declined, 0 failed");
}

TEST(Exercises, AreBoardsThatTheGameAllows) {
  for (const std::string& name : games::all_game_names()) {
    const auto all = cli::exercises(name, {});
    EXPECT_GE(all.size(), 9U);
    for (const cli::Exercise& exercise : all) {
      const auto start = games::Position::start(name, exercise.options);
      ASSERT_TRUE(start) << exercise.what << ": " << start.error().sentence;
      EXPECT_EQ(start->turn().seats(), exercise.seats) << exercise.what;
      EXPECT_GE(exercise.games, exercise.seats) << exercise.what;  // every seat is taken
    }
  }
}

TEST(Exercises, PlaceThePawnsOfCoursePlayersWhereverTheyCan) {
  cli::CheckScope scope;
  scope.placed = true;
  unsigned refused = 0;
  for (const cli::Exercise& exercise : cli::exercises("quoridor", {}, scope)) {
    const auto start = games::Position::start("quoridor", exercise.options);
    ASSERT_TRUE(start) << exercise.what << ": " << start.error().sentence;
    refused += games::course_refusal(*start, false) ? 1U : 0U;
    if (games::course_refusal(*start, false)) {
      EXPECT_EQ(exercise.seats, 4U) << exercise.what;
    }
  }
  EXPECT_EQ(refused, 1U);
}

TEST(Exercises, KeepToTheBoardsAndTheClockThatAreAskedFor) {
  cli::CheckScope scope;
  scope.boards = {{"square 6", {}}};
  scope.boards[0].options.size = 6;
  scope.clock.emplace().bank = std::chrono::seconds(10);
  const auto all = cli::exercises("amazons", {}, scope);
  ASSERT_EQ(all.size(), 3U);
  for (const cli::Exercise& exercise : all) {
    EXPECT_EQ(exercise.options.size, 6U);
    EXPECT_EQ(exercise.time.bank, std::chrono::seconds(10));
    EXPECT_FALSE(exercise.time.per_move);
  }
  EXPECT_EQ(all[0].words(), " --size 6 --clock 10s");
}

}  // namespace quiver::tests

// What the course's players do to their own process, one misdeed at a time, and the verdict that names it.
#include <map>

#include "tests/e2e/hosts.hpp"

namespace quiver::tests {

namespace {

struct Misdeed {
  const char* wish;
  const char* reason;
  const char* detail;
};

const Misdeed kDeaths[] = {
    {"load_segv", "CRASHED", "it says: player crashed while it was loaded: SIGSEGV"},
    {"init_segv", "CRASHED", "it says: player crashed in initialize(): SIGSEGV"},
    {"init_exit", "CRASHED", "it says: player called exit(3) in initialize()"},
    {"name_abort", "CRASHED", "it says: player crashed in get_player_name(): SIGABRT"},
    {"play_segv", "CRASHED", "it says: player crashed in play(): SIGSEGV"},
    {"play_abort", "CRASHED", "it says: player crashed in play(): SIGABRT"},
    {"play_fpe", "CRASHED", "it says: player crashed in play(): SIGFPE"},
    {"play_exit", "CRASHED", "it says: player called exit(3) in play()"},
    {"play_killgroup", "CRASHED", "it says: player crashed in play(): SIGKILL"},
    {"play_closeall", "CRASHED", "it says: player closed the channel to its host in play()"},
    {"play_leavechild", "CRASHED", "it says: player crashed in play(): SIGSEGV"},
    {"play_threadcrash", "CRASHED", "it says: player crashed in play(): SIGSEGV"},
    {"return_none", "ILLEGAL_MOVE", "NO_SUCH_CELL: there is no vertex 4294967295"},
    {"return_same", "ILLEGAL_MOVE", "NO_MOVEMENT"},
};

// What does no harm to anybody else, and to the game neither.
const char* const kHarmless[] = {"init_files",   "name_null",     "play_stdin",
                                 "play_spy",     "play_noise",    "init_threads",
                                 "play_threads", "finalize_segv", "finalize_exit"};

const Arguments kSmall = {"amazons", "--size", "5"};

using SoDeaths = Hosts;

}  // namespace

TEST_F(SoDeaths, NameTheFunctionAndTheSignal) {
  for (const Misdeed& one : kDeaths)
    expect_out(kSmall, course_player("course-amazons", one.wish), one.reason, one.detail);
}

TEST_F(SoDeaths, TellMovesOfQuoridorThatAreNone) {
  const Arguments board = {"quoridor", "--start", "placed", "--size", "5", "--seed", "1"};
  expect_out(board, course_player("course-quoridor", "play_segv"), "CRASHED",
             "player crashed in play(): SIGSEGV");
  expect_out(board, course_player("course-quoridor", "return_far"), "ILLEGAL_MOVE", "NO_SUCH_CELL");
  const auto none =
      expect_out(board, course_player("course-quoridor", "return_nothing"), "ILLEGAL_MOVE", "NO_SUCH_CELL");
  EXPECT_NE(content_of_file(none.seats[0].log).find("play() returned a move of type 2"), std::string::npos);
  const auto wall =
      expect_out(board, course_player("course-quoridor", "return_nowall"), "ILLEGAL_MOVE", "NO_SUCH_CELL");
  EXPECT_NE(content_of_file(wall.seats[0].log).find("play() returned a wall of the edges 0-1 and 7-8"),
            std::string::npos);
}

TEST_F(SoDeaths, HurtNeitherThisGameNorTheNext) {
  for (const char* wish : kHarmless) {
    const auto records = match(kSmall + Arguments{"--games", "2", "--swap", "--bot",
                                                  course_player("course-amazons", wish), "--bot", "random"});
    ASSERT_EQ(records.size(), 2U) << wish;
    for (const auto& record : records) {
      SCOPED_TRACE(wish);
      expect_clean(record);
    }
    EXPECT_EQ(records[0].seats[0].title, wish == std::string("name_null") ? "" : "Careful course") << wish;
    if (wish != std::string("finalize_segv")) continue;
    // The first game was over when that happened.
    EXPECT_NE(content_of_file(records[1].seats[1].log).find("host-so: player crashed in finalize(): SIGSEGV"),
              std::string::npos);
  }
}

TEST_F(SoDeaths, DoNotWaitForAPlayerThatNeverFinishes) {
  const auto records =
      match(kSmall + Arguments{"--games", "2", "--bot", course_player("course-amazons", "finalize_hang"),
                               "--bot", course_player("course-amazons")});
  ASSERT_EQ(records.size(), 2U);
  for (const auto& record : records) expect_clean(record);
}

TEST_F(SoDeaths, ComeByTheClockForAPlayerThatHangs) {
  const auto records =
      match(kSmall + Arguments{"--games", "2", "--bot", course_player("course-amazons", "play_hang"), "--bot",
                               "random"},
            {"--move-time", "300ms"});
  ASSERT_EQ(records.size(), 2U);
  for (const auto& record : records) EXPECT_EQ(reason_of(record, 0), "TIMEOUT") << record.seats[0].detail;
}

TEST_F(SoDeaths, ComeByTheRefereesPatienceForAPlayerThatIsNeverReady) {
  expect_out(kSmall, course_player("course-amazons", "init_sleep"), "NOT_READY",
             "it had sent no Ready after 10.0 s; it says: initialize() has not returned");
}

// A player that fails while it gets ready is told so in every game, however closely they follow each other:
// all of them end before the first move, and a player may have been got ready for one that its opponent has
// ended.
TEST_F(SoDeaths, AreToldInEveryGameOfATournament) {
  const std::map<std::string, std::string> details = {
      {"crashing", "it says: player crashed in initialize(): SIGSEGV"},
      {"leaving", "it says: player called exit(3) in initialize()"},
      {"lacking", "undefined symbol: a_function_that_nobody_has"}};
  const Ran ran =
      quiver(Arguments{"tournament", "amazons", "--size", "5", "--json", "--games", "8", "--concurrency", "3",
                       "--store", folder() + "/t.db", "--bot",
                       course_player("course-amazons", "init_segv") + " name=crashing", "--bot",
                       course_player("course-amazons", "init_exit") + " name=leaving", "--bot",
                       course_player("course-needs-nothing") + " name=lacking", "--bot", "random"} +
             patient_clock());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const auto records = records_in(ran.out);
  EXPECT_EQ(records.size(), 48U);
  for (const wire::Record& record : records)
    for (unsigned s = 0; s < 2; ++s) {
      if (!details.contains(record.seats[s].name)) {
        EXPECT_EQ(reason_of(record, s), "");
      } else if (!reason_of(record, s).empty()) {
        EXPECT_NE(record.seats[s].detail.find(details.at(record.seats[s].name)), std::string::npos)
            << record.seats[s].name << ": " << record.seats[s].detail;
      }
    }
}

// The innocent one is not blamed in its own log for coming when the game is over.
TEST_F(SoDeaths, LeaveNothingInTheLogOfAnOpponentThatCameTooLate) {
  const std::string late =
      script("late", "#!/bin/sh\nsleep 0.3\nexec " + bundled_bot_path("amazons-random") + "\n");
  const auto records =
      match(kSmall + Arguments{"--bot", hostile_bot() + " exit-before-hello", "--bot",
                               late + " see=" + bundled_bot_path("amazons-random"), "--games", "3"});
  ASSERT_EQ(records.size(), 3U);
  for (const auto& record : records) {
    EXPECT_EQ(reason_of(record, 0), "CRASHED");
    EXPECT_EQ(reason_of(record, 1), "");
    EXPECT_EQ(record.seats[1].log, "") << content_of_file(record.seats[1].log);
  }
}

}  // namespace quiver::tests

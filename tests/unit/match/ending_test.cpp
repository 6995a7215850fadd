// How matches end, and what remains of them.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

TEST(MatchEnding, PlayedOutWithAWinner) {
  Table t = gathered_connect_four();
  t.play_all(0, "414141");
  t.turn_sent(0, 0);
  EXPECT_EQ(t.plays(30, 0, "4"), (Lines{"all 01: moved 0 at 6 4 after 30ms",
                                        "all 01: end PLAYED_OUT, winner 0, places 1 2", "over"}));
}

TEST(MatchEnding, PlayedOutWithoutOne) {
  Options options = of_size(5);
  options.max_plies = 2;
  Table t(setup_of(started("quoridor", options)));
  t.gathered();
  t.plays(10, 0, "c2");
  EXPECT_EQ(t.plays(20, 1, "c4").at(1), "all 01: end PLAYED_OUT, places 1 1");
}

TEST(MatchEnding, R9_PlayedOutInAmazonsIsAnOpponentThatCannotMove) {
  Table t(setup_of(started("amazons", on_map("0.1"))));
  t.gathered();
  EXPECT_EQ(t.plays(250, 0, "a1-b1/a1"),
            (Lines{"all 01: moved 0 at 0 a1-b1/a1 after 250ms", "all 01: out 1 BLOCKED: it cannot move",
                   "all 01: end PLAYED_OUT, winner 0, places 1 2", "over"}));
}

TEST(MatchEnding, R10_R22_TwoOfFourGoOutAndTheOthersFinish) {
  Table t(setup_of(four_pawns()));
  t.gathered();
  t.play_all(0, "c2");
  t.faults(0, 1, Reason::kCrashed, "signal 11");
  EXPECT_EQ(t.match.awaited(), seat(2));
  t.play_all(0, "c4");
  t.turn_sent(0, 3);
  EXPECT_EQ(t.time_passes(1'000), (Lines{"all 023: out 3 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s",
                                         "to 0: turn 2 in 1000ms"}));
  t.play_all(1'000, "c3 c2 c4");
  EXPECT_EQ(t.plays(1'000, 2, "c1"), (Lines{"all 02: moved 2 at 5 c1 after 0ms",
                                            "all 0123: end PLAYED_OUT, winner 2, places 2 4 1 3", "over"}));
}

TEST(MatchEnding, R22_ThoseWhoStandShareThePlaceAfterTheWinner) {
  Table t(setup_of(four_pawns()));
  t.gathered();
  t.play_all(0, "c2 a4 b5 e4 c3 a5 b4 e5");
  t.turn_sent(0, 0);
  t.resigns(0, 3);
  t.play_all(0, "c4 a4 a5");
  EXPECT_EQ(t.plays(0, 0, "c5").at(1), "all 0123: end PLAYED_OUT, winner 0, places 1 2 2 4");
}

TEST(MatchEnding, R11_TheLastSeatStandingWins) {
  Table t(setup_of(four_pawns()));
  t.gathered();
  t.resigns(10, 0);
  t.resigns(20, 3);
  EXPECT_FALSE(t.match.over());
  EXPECT_EQ(t.resigns(30, 1).at(1), "all 0123: end FORFEIT, winner 2, places 4 2 1 3");
}

TEST(MatchEnding, R12_OneEventThatTakesAllThatRemainIsADraw) {
  Table t(with_time(setup_of(four_pawns()), clocks(30'000, {})));
  t.gathered();
  t.resigns(0, 3);
  t.is_lost(0, 1);
  t.is_lost(0, 2);
  EXPECT_EQ(t.deadline(), 30'000);
  EXPECT_EQ(t.time_passes(30'000),
            (Lines{"all 0: out 0 TIMEOUT: its 1st move took more than 30.0 s of 30.0 s",
                   "all : out 1 DISCONNECTED: the connection was lost and not taken up again within 30.0 s",
                   "all : out 2 DISCONNECTED: the connection was lost and not taken up again within 30.0 s",
                   "all 03: end FORFEIT, places 1 1 1 4", "over"}));
}

TEST(MatchEnding, R12_ThoseOfThatEventAreLevelThoughOneLeftTheOthersBlocked) {
  // Without seat 0 the turn comes to 1, then 2, who cannot move: the position has a winner, 3, who is lost
  // too.
  Table t(with_time(setup_of(started("amazons", on_map(".012.3"))), clocks(30'000, {})));
  t.gathered();
  t.is_lost(0, 3);
  EXPECT_EQ(t.deadline(), 30'000);
  EXPECT_EQ(t.time_passes(30'000),
            (Lines{"all 012: out 0 TIMEOUT: its 1st move took more than 30.0 s of 30.0 s",
                   "all 12: out 1 BLOCKED: it cannot move",
                   "all 2: out 3 DISCONNECTED: the connection was lost and not taken up again within 30.0 s",
                   "all 012: end FORFEIT, winner 2, places 3 2 1 3", "over"}));
  Table u(with_time(setup_of(started("amazons", on_map(".01"))), clocks(30'000, {})));
  u.gathered();
  u.is_lost(0, 1);
  EXPECT_EQ(u.time_passes(30'000).at(2), "all 0: end FORFEIT, places 1 1");
  Table v(with_time(setup_of(started("amazons", on_map(".0123"))), clocks(30'000, {})));
  v.gathered();
  v.is_lost(0, 3);
  EXPECT_EQ(v.time_passes(30'000),
            (Lines{"all 012: out 0 TIMEOUT: its 1st move took more than 30.0 s of 30.0 s",
                   "all 12: out 1 BLOCKED: it cannot move", "all 2: out 2 BLOCKED: it cannot move",
                   "all : out 3 DISCONNECTED: the connection was lost and not taken up again within 30.0 s",
                   "all 012: end FORFEIT, places 1 1 1 1", "over"}));
}

TEST(MatchEnding, R9_R12_WhoIsBlockedByAnEventIsNotPutOutByItAgain) {
  // Seat 1 is due at the same moment as seat 0, whose going leaves it unable to move.
  Table t(with_time(setup_of(started("amazons", on_map(".0123"))), clocks(30'000, {})));
  t.gathered();
  t.is_lost(0, 1);
  EXPECT_EQ(t.time_passes(30'000),
            (Lines{"all 023: out 0 TIMEOUT: its 1st move took more than 30.0 s of 30.0 s",
                   "all 23: out 1 BLOCKED: it cannot move", "all 23: out 2 BLOCKED: it cannot move",
                   "all 023: end FORFEIT, winner 3, places 4 3 2 1", "over"}));
}

TEST(MatchEnding, R16_StoppedIsVoidWithoutPlaces) {
  for (const bool playing : {false, true}) {
    Table t(setup_of(started("connect4")));
    t.connects(0, 0);
    if (playing) t.gathered().plays(10, 0, "4");
    EXPECT_EQ(t.when(20, match::Stopped{"the referee is stopping"}),
              (Lines{playing ? "all 01: end VOID" : "all 0: end VOID", "over"}));
    const wire::Record record = t.match.record();
    EXPECT_EQ(record.end, wire::End::kVoid);
    EXPECT_EQ(record.winner, std::nullopt);
    EXPECT_EQ(record.seats[0].place, 0U);
    EXPECT_EQ(record.seats[0].reason, std::nullopt) << "never a loss";
    EXPECT_EQ(record.sentence, "void: the referee is stopping");
  }
}

TEST(MatchEnding, NothingIsAcceptedAfterTheEnd) {
  Table t = gathered_connect_four();
  t.resigns(10, 0);
  const std::uint64_t hash = t.match.position().hash();
  EXPECT_EQ(t.plays(20, 1, "4"), Lines{});
  EXPECT_EQ(t.connects(20, 0), Lines{});
  EXPECT_EQ(t.is_lost(20, 1), Lines{});
  EXPECT_EQ(t.time_passes(99'999), Lines{});
  EXPECT_EQ(t.when(99'999, match::Stopped{"too late"}), Lines{});
  EXPECT_EQ(t.match.position().hash(), hash);
  EXPECT_EQ(t.match.record().end, wire::End::kForfeit);
  EXPECT_EQ(t.deadline(), -1);
  EXPECT_EQ(t.match.awaited(), std::nullopt);
}

TEST(MatchEnding, TheRecordHasItAll) {
  auto setup = with_time(setup_of(started("amazons", on_map("0..1"))), clocks({}, 2000, 50));
  Table t(std::move(setup));
  t.connects(0, 0);
  t.connects(0, 1);
  t.when(0, match::GotReady{seat(0), "The Zeroth"});
  t.is_ready(0, 1);
  t.turn_sent(0, 0);
  const auto move = std::get<games::Move>(t.match.position().parse("a1-b1/a1").value());
  t.when(300, match::Played{seat(0), 0, move, {1.5, 3, "hm"}, at(300)});
  t.turn_sent(300, 1);
  t.resigns(500, 1);
  const wire::Record record = t.match.record();
  EXPECT_EQ(record.id, "some-id");
  EXPECT_EQ(record.game, "amazons");
  EXPECT_EQ(record.rows, 1U);
  EXPECT_EQ(record.columns, 4U);
  ASSERT_EQ(record.seats.size(), 2U);
  EXPECT_EQ(record.seats[0].name, "bot0");
  EXPECT_EQ(record.seats[0].title, "The Zeroth");
  EXPECT_EQ(record.seats[0].place, 1U);
  EXPECT_EQ(record.seats[0].left, Millis(1750));
  EXPECT_EQ(record.seats[0].used, Millis(300));
  EXPECT_EQ(record.seats[0].time.bank, Millis(2000));
  EXPECT_EQ(record.seats[1].reason, Reason::kResigned);
  EXPECT_EQ(record.seats[1].detail, "it resigned");
  EXPECT_EQ(record.seats[1].place, 2U);
  ASSERT_EQ(record.moves.size(), 2U);
  EXPECT_EQ(record.moves[0].notation, "a1-b1/a1");
  EXPECT_EQ(record.moves[0].took, Millis(300));
  EXPECT_EQ(record.moves[0].info, (wire::Info{1.5, 3, "hm"}));
  EXPECT_EQ(record.moves[1].notation, "x1");
  EXPECT_EQ(record.moves[1].seat, seat(1));
  EXPECT_EQ(record.winner, seat(0));
  EXPECT_EQ(record.end, wire::End::kForfeit);
  EXPECT_EQ(record.sentence, "seat 0, bot0, won: bot1 out (RESIGNED)");
  EXPECT_EQ(record.hash, after(started("amazons", on_map("0..1")), "a1-b1/a1 x1").hash());
}

TEST(MatchEnding, InfoIsForThoseWhoWatchOnly) {
  Table t = gathered_connect_four();
  std::vector<match::Action> actions;
  const games::Move move = games::ConnectFourMove{3};
  t.match.handle(match::Played{seat(0), 0, move, {{}, 9, "deep"}, at(10)}, at(10), actions);
  const auto& tell = std::get<match::Tell>(actions.at(0));
  EXPECT_EQ(tell.info.text, "deep") << "beside the message, which the seats get, and not in it";
}

}  // namespace

}  // namespace quiver::tests

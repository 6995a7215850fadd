// What bots do to the wire, to the clock and to their own process; each with the verdict that it has to get.
#include "tests/e2e/hostile_game.hpp"

namespace quiver::tests {

namespace {

const HostileCase kTime[] = {
    {"Hangs", "hang", "TIMEOUT", "its 2nd move took more than 0.5 s of 0.5 s", "move-time=500ms"},
    {"HangsWithAHeartbeat", "heartbeat", "TIMEOUT", "its 2nd move took more than 1.0 s of 1.0 s",
     "move-time=1s"},
    {"NeverConnects", "never-connect", "NOT_READY", "it had not connected after 10.0 s"},
    {"NeverSaysHello", "never-hello", "NOT_READY", "it had connected but sent no Hello after 10.0 s"},
    {"NeverReadsAnything", "never-read", "NOT_READY", "it had sent no Ready after 10.0 s"},
    {"NeverGetsReady", "never-ready", "NOT_READY", "it had sent no Ready after 10.0 s", "", {"connect4"}, 1},
};

const HostileCase kProcess[] = {
    {"ExitsWith3", "exit 3", "CRASHED", "exit status 3"},
    {"ExitsWith0", "exit 0", "CRASHED", "exit status 0"},
    {"ExitsBeforeHello", "exit-before-hello", "CRASHED", "it ended without ever connecting: exit status 3"},
    {"DiesOfASegmentationFault", "segfault", "CRASHED", "signal 11"},
    {"Aborts", "abort", "CRASHED", "signal 6"},
    {"KillsItself", "kill", "CRASHED", "signal 9"},
    {"SaysThatItsPlayerDied", "failed", "CRASHED", "it says: my player\\x0adied"},
    {"BurnsItsCpuTime", "burn-cpu", "RESOURCE_LIMIT", "CPU limit of 1s", "", {"connect4"}, 0, "cpu=1s"},
    {"LeavesChildrenAndIgnoresSigterm", "fork", ""},
};

const HostileCase kBytes[] = {
    {"SendsHalfAFrameAndHangs", "truncated-then-hang", "PROTOCOL_ERROR", "was not complete"},
    {"SendsAByteASecond", "byte-by-byte", "PROTOCOL_ERROR", "was not complete"},
    {"SendsHalfAFrameAndCloses", "truncated-then-close", "DISCONNECTED", "lost", "move-time=4s"},
    {"ClosesHalfOfItsConnection", "half-open", "DISCONNECTED", "lost", "move-time=4s"},
    {"AnnouncesFourGibibytes", "header-of-4-gib", "PROTOCOL_ERROR", "4294967295 bytes is over the limit"},
    {"AnnouncesAByteTooMany", "one-byte-too-many", "PROTOCOL_ERROR", "65537 bytes is over the limit"},
    {"SendsNoise", "noise", "PROTOCOL_ERROR", "over the limit"},
    {"SendsNoiseInAFrame", "noise-in-a-frame", "PROTOCOL_ERROR", "not a message"},
    {"SpeaksHttp", "http", "PROTOCOL_ERROR", "over the limit"},
    {"SendsAnEmptyFrame", "empty-frame", "PROTOCOL_ERROR", "no known body"},
    {"SendsABodyThatNobodyKnows", "unknown-body", "PROTOCOL_ERROR", "no known body"},
    {"SendsAMoveOfNoKind", "kind-0", "PROTOCOL_ERROR", "", "", {"quoridor", "--size", "5"}},
    {"SendsAnErrorOfNoCode", "error-code-0", "PROTOCOL_ERROR", "code"},
    {"SendsAnErrorOfAnUnknownCode", "error-code-99", "PROTOCOL_ERROR", "code"},
    {"FloodsTheRefereeWithPings", "flood", "PROTOCOL_ERROR", "too many unsolicited messages"},
    {"SaysHelloTwice", "second-hello", "PROTOCOL_ERROR", "a second Hello"},
    {"SaysAbsurdThingsAboutItsMoves", "absurd-info", ""},
};

const HostileCase kWords[] = {
    {"PlaysOutOfTurnOnce", "out-of-turn-once", "", "", "", {"connect4"}, 1},
    {"PlaysOutOfTurnTwice",
     "out-of-turn-twice",
     "PROTOCOL_ERROR",
     "for the second time",
     "",
     {"connect4"},
     1},
    {"PlaysForTheFutureTwice", "future-ply-twice", "PROTOCOL_ERROR", "a move for ply 1000, out of turn"},
    {"PlaysForAForeignMatchOnce", "foreign-match-once", ""},
    {"PlaysForAForeignMatchTwice", "foreign-match-twice", "PROTOCOL_ERROR", "is not one of its own"},
    {"PlaysForASettledPly", "settled-ply", ""},
    {"ReportsADesync", "desync", "PROTOCOL_ERROR", "desync: my hash differs"},
    {"Resigns", "resign", "RESIGNED", "it resigned"},
    {"ResignsBeforeItsTurn", "resign-at-once", "RESIGNED", "it resigned", "", {"connect4"}, 1},
    {"SpeaksVersion2", "version-2.0", "CRASHED", "exit status 2"},
    {"SpeaksANewerMinorVersion", "version-1.9", ""},
};

}  // namespace

TEST_P(HostileGame, GetsItsVerdictAndDisturbsNobody) {
  expect_verdict(GetParam(), play_beside_innocents(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Time, HostileGame, testing::ValuesIn(kTime), name_of_case);
INSTANTIATE_TEST_SUITE_P(Process, HostileGame, testing::ValuesIn(kProcess), name_of_case);
INSTANTIATE_TEST_SUITE_P(Bytes, HostileGame, testing::ValuesIn(kBytes), name_of_case);
INSTANTIATE_TEST_SUITE_P(Words, HostileGame, testing::ValuesIn(kWords), name_of_case);

using HostileOutput = HostileGame;

TEST_F(HostileOutput, IsCutOffAndCostsNothing) {
  // given a bot that prints 200 MB on one of its turns
  const HostileCase one{"", "fill-log 200", ""};
  // when it plays
  const wire::Record record = play_beside_innocents(one);
  // then it plays to the end, and the log has its first mebibyte and a line that says so
  expect_verdict(one, record);
  const std::string log = content_of_file(record.seats[0].log);
  const std::string last = "\n[the log ends here: it has reached its limit]\n";
  EXPECT_EQ(log.size(), (1U << 20U) + last.size());
  EXPECT_TRUE(log.ends_with(last));
}

using HostileMemory = HostileGame;

TEST_F(HostileMemory, EndsAtItsLimit) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs more memory than any limit leaves it";
#endif
  const HostileCase one{"", "eat-memory", "RESOURCE_LIMIT", "memory limit of 64 MiB", "", {"connect4"},
                        0,  "memory=64M"};
  expect_verdict(one, play_beside_innocents(one));
}

}  // namespace quiver::tests

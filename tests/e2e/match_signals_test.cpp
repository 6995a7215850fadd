// `quiver match` that is ended from outside: whatever the way, its bots go with it.
#include <csignal>

#include "client_sdk/wire/address.hpp"
#include "tests/e2e/stage.hpp"
#include "tests/e2e/visitor.hpp"

namespace quiver::tests {

namespace {

class MatchSignals : public Stage {
 protected:
  // Two bots that play two moves each and then think for ever.
  Program& start_thinking(const std::string& second = " hang") {
    const Arguments bots = {"--bot", hostile_bot() + " hang", "--bot", hostile_bot() + second};
    Program& match = start_quiver(Arguments{"match", "connect4", "--show"} + patient_clock() + bots);
    EXPECT_TRUE(eventually([&] { return match.out().find("seat 1: ") != std::string::npos; })) << match.err();
    return match;
  }
};

}  // namespace

TEST_F(MatchSignals, SigintEndsItWith130) {
  Program& match = start_thinking(" fork");
  EXPECT_GE(processes().size(), 6U);
  match.signal(SIGINT);
  EXPECT_EQ(match.wait(), 130);
}

TEST_F(MatchSignals, SigtermEndsItWith143) {
  Program& match = start_thinking();
  match.signal(SIGTERM);
  EXPECT_EQ(match.wait(), 143);
}

TEST_F(MatchSignals, ManyGamesAtOnceEndTogether) {
  Program& match = start_quiver(Arguments{"match", "connect4", "--games", "1000000", "--concurrency", "4",
                                          "--json", "--bot", "random", "--bot", "random"} +
                                patient_clock());
  EXPECT_TRUE(eventually([&] { return match.out().find('\n') != std::string::npos; }));
  match.signal(SIGINT);
  EXPECT_EQ(match.wait(), 130);
  // What it printed is whole.
  for (const wire::Record& record : records_in(match.out())) EXPECT_TRUE(record.winner || !record.id.empty());
}

TEST_F(MatchSignals, ItsBotsDieWithItWhenItIsKilled) {
  allow_scratch_folders();
  Program& match = start_thinking();
  EXPECT_GE(processes().size(), 3U);
  match.signal(SIGKILL);
  EXPECT_EQ(match.wait(), 128 + SIGKILL);
  EXPECT_TRUE(eventually([this] { return processes().empty(); }));
}

TEST_F(MatchSignals, RemoteBotsThatDoNotComeLoseTogether) {
  const Ran ran = quiver(
      {"match", "connect4", "--json", "--bot", "remote:a", "--bot", "remote:b", "--connect-time", "100ms"});
  const auto all = records_in(ran.out);
  ASSERT_EQ(all.size(), 1U) << ran.err;
  EXPECT_FALSE(all[0].winner);
  EXPECT_EQ(reason_of(all[0], 0), "NOT_READY");
  EXPECT_EQ(reason_of(all[0], 1), "NOT_READY");
}

TEST_F(MatchSignals, ARemoteBotThatPlaysAnotherGameDoesNotHoldThingsUp) {
  Program& match = start_quiver(Arguments{"match", "connect4", "--json", "--connect-time", "2s", "--bot",
                                          "remote:alice", "--bot", "random"} +
                                patient_clock());
  EXPECT_TRUE(eventually([&] { return match.err().ends_with('\n'); }));
  const std::string said = match.err();
  const std::size_t at = said.find("quiver://");
  ASSERT_NE(at, std::string::npos) << said;
  Visitor alice(wire::parse_url(said.substr(at, said.find('\n', at) - at)).value());
  alice.enter("alice", "", {"amazons"});
  EXPECT_EQ(match.wait(), 0) << match.err();
  const auto all = records_in(match.out());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(reason_of(all[0], 0), "NOT_READY");
}

TEST_F(MatchSignals, ARemoteBotDialsIn) {
  // given a match that waits for alice, on a port that it tells
  const std::string tokens = file("tokens", "alice token-of-alice\n");
  Program& match = start_quiver(Arguments{"match", "connect4", "--json", "--tokens", tokens, "--connect-time",
                                          "5m", "--bot", "remote:alice", "--bot", "random"} +
                                patient_clock());
  const std::string before = "waiting for alice at ";
  EXPECT_TRUE(eventually([&] { return match.err().ends_with('\n'); }));
  const std::string said = match.err();
  const std::size_t at = said.find(before);
  ASSERT_NE(at, std::string::npos) << said;
  const std::string url = said.substr(at + before.size(), said.find('\n', at) - at - before.size());
  // when she comes
  Program& alice =
      start(bundled_bot_path("connect4-random"), {"--connect", url, "--token", "token-of-alice"});
  // then they play
  EXPECT_EQ(match.wait(), 0) << match.err();
  EXPECT_EQ(alice.wait(), 0) << alice.err();
  const auto all = records_in(match.out());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].seats[0].name, "alice");
  expect_clean(all[0]);
}

}  // namespace quiver::tests

// The SDK is not let in, or sent away: one line on stderr, and an exit code that says which.
#include "tests/protocol/fake_referee.hpp"

namespace quiver::tests {

class SdkRefusal : public SdkTest {
 protected:
  void expect_ending(int code, const std::string& line) {
    EXPECT_EQ(exit_code(), code);
    EXPECT_EQ(said(), "fixture-bot: " + line + "\n");
  }
};

TEST_F(SdkRefusal, ByTheReferee) {
  using Code = wire::Refused::Code;
  for (const Code code : {Code::kVersion, Code::kToken, Code::kName}) {
    run();
    auto peer = referee_.accept();
    peer->expect<wire::Hello>();
    peer->send({wire::Refused{code, "not\nyou\u202E\u009b2J"}});
    expect_ending(2, "the referee refused: not\\x0ayou\\u{202e}\\u{9b}2J");
  }
}

// It was started for a game that is over by now: nothing went wrong on its side.
TEST_F(SdkRefusal, IsNoneWhereThereIsNothingMoreToPlay) {
  run();
  auto peer = referee_.accept();
  peer->expect<wire::Hello>();
  peer->send({goodbye(wire::Goodbye::Code::kDone)});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "");
}

TEST_F(SdkRefusal, BySomethingThatIsNoReferee) {
  run();
  auto peer = referee_.accept();
  peer->expect<wire::Hello>();
  peer->close();
  expect_ending(2, "no referee answers at " + referee_.url());
}

TEST_F(SdkRefusal, BecauseNobodyIsThere) {
  referee_.close();
  run();
  expect_ending(2, "cannot connect to " + referee_.url() + ": Connection refused");
}

TEST_F(SdkRefusal, BecauseTheHostIsUnknown) {
  run({"--connect", "quiver://no.such.host.invalid:7000"});
  EXPECT_EQ(exit_code(), 2);
  EXPECT_TRUE(said().starts_with("fixture-bot: the host \"no.such.host.invalid\" is unknown: "));
}

TEST_F(SdkRefusal, BecauseOfItsCommandLine) {
  run({});
  expect_ending(2, "no address given; say --connect quiver://HOST:PORT");
  run({"--connect", "127.0.0.1:7000"});
  expect_ending(2, "\"127.0.0.1:7000\" is not an address; write quiver://HOST:PORT or quivers://HOST:PORT");
  run({"--connect", referee_.url(), "--name", "no spaces"});
  expect_ending(2,
                "\"no spaces\" is not a name: it has a space in it; use letters, digits, '.', '_' and '-'");
  run({"--connect", referee_.url(), "--matches", "0"});
  expect_ending(2, "--matches takes a number from 1, not \"0\"");
}

TEST_F(SdkRefusal, OutOfAMatch) {
  auto peer = seated();
  peer->send({goodbye(wire::Goodbye::Code::kReplaced)});
  expect_ending(1, "the referee says goodbye: so long");
}

TEST_F(SdkRefusal, ByAnAdministrator) {
  auto peer = welcomed();
  peer->send({goodbye(wire::Goodbye::Code::kKicked)});
  expect_ending(1, "the referee says goodbye: so long");
}

TEST_F(SdkRefusal, HelpIsNone) {
  testing::internal::CaptureStdout();
  run({"--help"});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_TRUE(testing::internal::GetCapturedStdout().starts_with("fixture-bot plays for a referee."));
  EXPECT_EQ(said(), "");
}

}  // namespace quiver::tests

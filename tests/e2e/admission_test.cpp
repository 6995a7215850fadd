// What one address may do before it is admitted, and that secrets stay secret.
#include "client_sdk/base/text.hpp"
#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

namespace {

using RefusedCode = wire::Refused::Code;

class Admission : public Stage {
 protected:
  // Guesses until it is not listened to any more; what it is told then.
  static wire::Refused guess(const Daemon& daemon, const std::string& token, const std::string& key) {
    for (int k = 0; k < 100; ++k) {
      const wire::Refused refused = daemon.visitor().be_refused("mallory", token, key);
      if (refused.code == RefusedCode::kTooMany) return refused;
      EXPECT_EQ(refused.code, key.empty() ? RefusedCode::kToken : RefusedCode::kResume);
    }
    return {};
  }
  static bool appears(const std::string& secret, const std::string& text) {
    return text.find(secret) != std::string::npos || text.find(base::quoted(secret)) != std::string::npos;
  }
};

}  // namespace

TEST_F(Admission, ClosesForWhoGuessesTokens) {
  Daemon daemon(*this);
  for (int k = 0; k < 5; ++k)
    EXPECT_EQ(daemon.visitor().be_refused("mallory", "not-a-token").code, RefusedCode::kToken);
  const wire::Refused refused = guess(daemon, "not-a-token", "");
  EXPECT_NE(refused.sentence.find("too many wrong tokens came from this address; try again in "),
            std::string::npos)
      << refused.sentence;
  // then nobody new comes in from there for a while, not even with a good one: it is not looked at
  EXPECT_TRUE(eventually([&] {
    guess(daemon, "not-a-token", "");
    Visitor alice = daemon.visitor();
    wire::Hello hello;
    hello.token = token_of("alice");
    alice.send(hello);
    const auto answer = alice.receive();
    return answer && std::holds_alternative<wire::Refused>(*answer);
  }));
  // and when the time is over it does
  EXPECT_TRUE(eventually([&] {
    Visitor alice = daemon.visitor();
    wire::Hello hello;
    hello.token = token_of("alice");
    alice.send(hello);
    const auto answer = alice.receive();
    return answer && std::holds_alternative<wire::Welcome>(*answer);
  }));
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Admission, ClosesForWhoGuessesKeysButNotForWhoHasOne) {
  Daemon daemon(*this);
  Visitor alice = daemon.visitor();
  const std::string key = alice.enter("alice", token_of("alice"), {"connect4"}).resume_key;
  guess(daemon, "not-a-token", std::string(16, 'k'));
  // a stolen key is worth nothing without its token
  const RefusedCode thief = daemon.visitor().be_refused("mallory", "not-a-token", key).code;
  EXPECT_TRUE(thief == RefusedCode::kTooMany || thief == RefusedCode::kResume);
  // but its owner comes back
  Visitor again = daemon.visitor();
  EXPECT_TRUE(again.enter("alice", token_of("alice"), {"connect4"}, key).resumed);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Admission, TakesSoManyConnectionsFromOneAddress) {
  Daemon daemon(*this, {"--no-pairing", "--max-per-address", "2"});
  Visitor alice = daemon.competitor("alice");
  std::optional<Visitor> bob(daemon.competitor("bob"));
  Visitor third = daemon.visitor();
  const auto refused = third.expect<wire::Refused>();
  EXPECT_EQ(refused.code, RefusedCode::kTooMany);
  EXPECT_NE(refused.sentence.find("2 connections from this address"), std::string::npos) << refused.sentence;
  // when one goes, another may come
  bob.reset();
  EXPECT_TRUE(eventually([&] {
    Visitor carol = daemon.visitor();
    wire::Hello hello;
    hello.token = token_of("carol");
    carol.send(hello);
    const auto answer = carol.receive();
    return answer && std::holds_alternative<wire::Welcome>(*answer);
  }));
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Admission, ShowsNoTokenAndNoKeyToAnybody) {
  Daemon daemon(*this);
  Visitor alice = daemon.visitor();
  const std::string key = alice.enter("alice", token_of("alice"), {"connect4"}).resume_key;
  const std::string secret = file("token", token_of("carol") + "\n");
  Program& aloud = start(bundled_bot_path("connect4-random"), daemon.connect_as("bob"));
  Program& from_file =
      start(bundled_bot_path("connect4-random"), {"--connect", daemon.url(), "--token-file", secret});
  Program& admin =
      start_quiver(Arguments{"order", "connect4", "--bot", "remote:erin", "--bot", "remote:alice"} +
                   daemon.connect_as("boss"));
  daemon.await_competitors({"alice", "bob", "carol"});
  // when lists of processes are looked at
  const auto arguments = [](const Program& program) {
    return content_of_file("/proc/" + std::to_string(program.pid()) + "/cmdline");
  };
  EXPECT_NE(arguments(aloud).find("--token"), std::string::npos);
  EXPECT_FALSE(appears(token_of("bob"), arguments(aloud)));
  EXPECT_FALSE(appears(token_of("carol"), arguments(from_file)));
  EXPECT_TRUE(eventually([&] { return !appears(token_of("boss"), arguments(admin)); }));
  // and a token is wrong, and a key comes twice
  const std::string wrong = "a-token-that-is-wrong";
  daemon.visitor().be_refused("mallory", wrong);
  daemon.visitor().be_refused("mallory", wrong, key);
  admin.signal(SIGKILL);
  EXPECT_EQ(daemon.stop(), 0);
  const std::string log = daemon.program().err() + daemon.program().out() + aloud.err() + from_file.err();
  for (const std::string& one : {token_of("alice"), token_of("bob"), token_of("carol"), token_of("boss"),
                                 wrong, key, base::quoted(key)})
    EXPECT_EQ(log.find(one), std::string::npos) << one;
  EXPECT_NE(log.find("welcomed"), std::string::npos);
}

}  // namespace quiver::tests

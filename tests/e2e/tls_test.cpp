// Competitors over TLS: who is trusted, who is not, and that a game is the same game.
#include <csignal>

#include "tests/e2e/tap.hpp"
#include "tests/e2e/tls_stage.hpp"

namespace quiver::tests {

namespace {

class Tls : public TlsStage {
 protected:
  // What a bot says that tries this daemon, and gives up.
  std::string complaint(const Arguments& arguments) {
    Program& bot = start_bot(arguments);
    EXPECT_EQ(bot.wait(), 2) << bot.err();
    EXPECT_EQ(bot.out(), "");
    return bot.err();
  }
  // The daemon shows another certificate from now on; `said`: what its log then has, one more time.
  void show(const Certified& other, const std::string& said) {
    const std::size_t before = count(said);
    certified(other);
    daemon_->program().signal(SIGHUP);
    ASSERT_TRUE(eventually([&] { return count(said) > before; })) << daemon_->program().err();
  }
  Arguments order(const std::string& url, const Arguments& more) {
    return Arguments{"order",  "--connect", url, "--token-file", file("boss", token_of("boss") + "\n"),
                     "--json", "--seed",    "7"} +
           more + patient_clock();
  }
};

constexpr const char* kReread = "info read the certificate";

}  // namespace

TEST_F(Tls, PlaysTheSameGameAsWithout) {
  const Arguments match = {"connect4", "--bot", "remote:alice", "--bot", "remote:bob", "--games", "3"};
  Daemon plain(*this);
  start_bot(plain.connect_as("alice"));
  start_bot(plain.connect_as("bob"));
  plain.await_competitors({"alice", "bob"});
  const Ran in_the_clear = quiver(order(plain.url(), match));
  // given the same bots at a daemon with TLS
  serve();
  ASSERT_TRUE(daemon_->url().starts_with("quivers://127.0.0.1:"));
  start_bot(bot_arguments(daemon_->url(), "alice"));
  start_bot(bot_arguments(daemon_->url(), "bob"));
  ASSERT_TRUE(eventually([&] { return count("info welcomed") == 2; }));
  const Ran sealed = quiver(order(daemon_->url(), match + Arguments{"--ca", ca_}));
  // then they make the same moves
  ASSERT_EQ(in_the_clear.exit_code, 0) << in_the_clear.err;
  ASSERT_EQ(sealed.exit_code, 0) << sealed.err;
  const auto expected = records_in(in_the_clear.out);
  const auto records = records_in(sealed.out);
  ASSERT_EQ(expected.size(), 3U);
  ASSERT_EQ(records.size(), 3U);
  for (std::size_t k = 0; k < records.size(); ++k) {
    expect_clean(records[k]);
    expect_replays(records[k]);
    EXPECT_EQ(moves_of(records[k]), moves_of(expected[k]));
    EXPECT_EQ(records[k].hash, expected[k].hash);
  }
  EXPECT_EQ(daemon_->stop(), 0);
}

TEST_F(Tls, TrustsTheRightCertificateAlone) {
  serve();
  const std::string url = daemon_->url();
  const std::string by_name = "quivers://localhost:" + std::to_string(daemon_->address().port);
  const auto says = [&](const char* sentence) {
    const std::string line = complaint(bot_arguments(url, "alice"));
    EXPECT_EQ(line, "connect4-random: cannot connect to " + url + ": " + sentence + "\n");
  };
  constexpr long kDay = 24 * 3600;
  show(authority_.issue({.names = "DNS:localhost"}), kReread);
  says("its certificate is for another host");
  show(authority_.issue({.from = -2 * kDay, .until = -kDay}), "cert.pem\" has expired");
  says("its certificate has expired");
  show(authority_.issue({.from = kDay, .until = 2 * kDay}), "cert.pem\" is not valid yet");
  says("its certificate is not valid yet; is this machine's clock right?");
  const Certified own = self_signed();
  show(own, kReread);
  says("its certificate is self-signed; if it is the right one, give it with --ca FILE");
  // an authority of somebody else's, and that of the system
  const Authority other;
  show(other.issue(), kReread);
  const char* const kUnknown =
      "its certificate is from an authority that is not known here; give the right one with --ca FILE";
  says(kUnknown);
  EXPECT_NE(complaint({"--connect", url, "--token", token_of("alice")}).find(kUnknown), std::string::npos);
  // nobody got as far as to say who it is
  EXPECT_EQ(count("welcomed"), 0U);
  // then the right ones
  show(own, kReread);
  Program& trusting =
      start_bot({"--connect", url, "--token", token_of("alice"), "--ca", file("own.pem", own.certificate)});
  EXPECT_TRUE(eventually([&] { return count("welcomed") == 1; })) << trusting.err();
  show(authority_.issue({.names = "DNS:localhost"}), kReread);
  start_bot(bot_arguments(by_name, "bob"));
  EXPECT_TRUE(eventually([&] { return count("welcomed") == 2; }));
  EXPECT_TRUE(trusting.runs());
  EXPECT_EQ(daemon_->stop(), 0);
}

TEST_F(Tls, KeepsItsCertificateWhereTheNewOneIsBroken) {
  serve();
  SealedVisitor before(daemon_->address(), ca_);
  before.enter("alice");
  show({"no certificate\n", "no key\n"}, "warning the certificate stays as it was");
  // then who is there goes on, and who comes sees the old one
  before.send(wire::Ping{5});
  EXPECT_EQ(before.await<wire::Pong>().number, 5U);
  SealedVisitor after(daemon_->address(), ca_);
  after.enter("bob");
  // and with a good one the same
  show(authority_.issue(), kReread);
  before.send(wire::Ping{6});
  EXPECT_EQ(before.await<wire::Pong>().number, 6U);
  EXPECT_EQ(daemon_->stop(), 0);
  // whose last words arrive over TLS too
  EXPECT_EQ(before.await<wire::Goodbye>().code, wire::Goodbye::Code::kStopping);
  EXPECT_FALSE(before.receive());
}

TEST_F(Tls, IsNotMixedWithPlainTalk) {
  serve();
  // a plain bot at a port with TLS
  const std::string plain = wire::Address{"127.0.0.1", daemon_->address().port}.url();
  EXPECT_EQ(
      complaint({"--connect", plain, "--token", token_of("alice")}),
      "connect4-random: the referee refused: this referee speaks TLS only; write quivers:// for quiver://\n");
  const Ran listed = quiver({"admin", "list", "--connect", plain, "--token", token_of("boss")});
  EXPECT_EQ(listed.exit_code, 2);
  EXPECT_NE(listed.err.find("speaks TLS only"), std::string::npos) << listed.err;
  // a bot with TLS at a plain port
  Daemon open(*this);
  const std::string sealed = wire::Address{"127.0.0.1", open.address().port, true}.url();
  EXPECT_EQ(complaint(bot_arguments(sealed, "alice")),
            "connect4-random: cannot connect to " + sealed +
                ": it does not speak TLS; quivers:// is for referees that do\n");
  // an authority where there is no TLS
  EXPECT_EQ(complaint(bot_arguments(open.url(), "alice")),
            "connect4-random: --ca is for an address with TLS; write quivers:// for quiver://\n");
  EXPECT_EQ(daemon_->stop(), 0);
  EXPECT_EQ(open.stop(), 0);
}

TEST_F(Tls, ComesBackWhenTheLineIsCut) {
  serve();
  Tap tap(daemon_->address());
  start_bot(bot_arguments(tap.url(), "alice"));
  start_bot(bot_arguments(daemon_->url(), "bob"));
  ASSERT_TRUE(eventually([&] { return count("info welcomed") == 2; }));
  SealedVisitor boss(daemon_->address(), ca_);
  boss.enter("boss");
  const wire::Order asked = order_for("connect4", {"remote:alice", "remote:bob"});
  boss.send(asked);
  boss.await<wire::Ordered>();
  // Whenever the cut comes, before, in or after a game, the bot is back.
  for (unsigned cuts = 1; cuts <= 5; ++cuts) {
    tap.cut();
    ASSERT_TRUE(eventually([&] { return tap.connections() == cuts + 1 && count("resumed") == cuts; }))
        << daemon_->program().err();
  }
  expect_clean(boss.await<wire::Record>());
  boss.await<wire::OrderDone>();
  EXPECT_EQ(daemon_->stop(), 0);
}

TEST_F(Tls, DoesNotKeepLaunchedBotsFromPlaying) {
  serve({"--offer", "random"});
  const Ran ran =
      quiver(order(daemon_->url(), {"connect4", "--bot", "random", "--bot", "random", "--ca", ca_}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const auto records = records_in(ran.out);
  ASSERT_EQ(records.size(), 1U);
  expect_clean(records[0]);
  EXPECT_EQ(daemon_->stop(), 0);
}

TEST_F(Tls, IsSpokenByAMatchToo) {
  Program& match =
      start_quiver(Arguments{"match", "connect4", "--bot", "remote:alice", "--bot", "random", "--json",
                             "--tokens", file("tokens", usual_tokens()), "--connect-time", "2m"} +
                   patient_clock() + certified(authority_.issue()));
  const std::string before = "waiting for alice at ";
  ASSERT_TRUE(eventually([&] { return match.err().find('\n') != std::string::npos || !match.runs(); }));
  const std::string line = match.err();
  const std::size_t at = line.find(before);
  ASSERT_NE(at, std::string::npos) << line;
  const std::string url = line.substr(at + before.size(), line.find('\n', at) - at - before.size());
  EXPECT_TRUE(url.starts_with("quivers://")) << url;
  Program& bot = start_bot(bot_arguments(url, "alice"));
  EXPECT_EQ(match.wait(), 0) << match.err();
  EXPECT_EQ(bot.wait(), 0) << bot.err();
  const auto records = records_in(match.out());
  ASSERT_EQ(records.size(), 1U);
  expect_clean(records[0]);
}

TEST_F(Tls, IsNeededWhereOthersCanConnect) {
  const std::string certificate = file("cert.pem", authority_.issue().certificate);
  const auto refused = [&](const Arguments& arguments) {
    const Ran ran = quiver(arguments);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    return ran.err;
  };
  const Arguments play = {"match", "connect4", "--bot", "random", "--bot", "random", "--listen"};
  for (const char* where : {"0.0.0.0:0", "[::]:0"}) {
    for (const std::string& said : {refused({"serve", "--listen", where}), refused(play + Arguments{where})})
      EXPECT_NE(said.find("give --tls-cert and --tls-key, or say --insecure"), std::string::npos) << said;
  }
  EXPECT_EQ(refused({"serve", "--listen", "127.0.0.1:0", "--tls-cert", certificate}),
            "quiver: give --tls-cert and --tls-key together\n");
  EXPECT_EQ(refused({"serve", "--listen", "127.0.0.1:0", "--tls-cert", "/no/cert", "--tls-key", certificate}),
            "quiver: \"/no/cert\" cannot be read: No such file or directory\n");
  EXPECT_EQ(
      refused(Arguments{"serve", "--listen", "127.0.0.1:0", "--insecure"} + certified(authority_.issue())),
      "quiver: give --tls-cert or --insecure, not both\n");
  EXPECT_NE(refused({"serve", "--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", certificate})
                .find("everybody on this machine can read or write the key"),
            std::string::npos);
  // asked for explicitly, it is done
  EXPECT_EQ(quiver(play + Arguments{"0.0.0.0:0", "--insecure"}).exit_code, 0);
  EXPECT_EQ(quiver(play + Arguments{"0.0.0.0:0"} + certified(authority_.issue())).exit_code, 0);
}

}  // namespace quiver::tests

// Attacks on the way between a bot and the referee, and on its listener.
#include <csignal>
#include <memory>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/e2e/loopback_listener.hpp"
#include "tests/e2e/tap.hpp"
#include "tests/e2e/tls_stage.hpp"

namespace quiver::tests {

namespace {

using Code = wire::Goodbye::Code;

class Attack : public TlsStage {
 protected:
  [[nodiscard]] bool logged(const std::string& text) { return count(text) > 0; }
  // Raw bytes to the port with TLS.
  [[nodiscard]] Visitor knock() const { return Visitor(daemon_->address()); }
};

// The first words of a client that speaks TLS.
std::string client_hello() {
  std::string words;
  wire::TlsClient::make("").value().connect("localhost").take_output(words);
  return words;
}

std::string welcome_in_the_clear() {
  std::string frame;
  wire::append_frame(
      frame, wire::RefereeMessage{wire::Welcome{wire::kProtocol, "alice", std::string(16, 'k'), {}, false}});
  return frame;
}

// What comes of a handshake with at most this version, over a connection that is up.
bool shakes_hands(int socket, int version) {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  &SSL_CTX_free);
  SSL_CTX_set_max_proto_version(context.get(), version);
  const std::unique_ptr<SSL, decltype(&SSL_free)> session(SSL_new(context.get()), &SSL_free);
  SSL_set_fd(session.get(), socket);
  return SSL_connect(session.get()) == 1;
}

}  // namespace

TEST_F(Attack, ByDowngradeFails) {
  serve();
  const int old = connect_to_loopback(daemon_->address().port);
  EXPECT_FALSE(shakes_hands(old, TLS1_2_VERSION));
  ::close(old);
  EXPECT_TRUE(eventually([&] { return logged("the TLS handshake failed: unsupported protocol"); }));
  const int current = connect_to_loopback(daemon_->address().port);
  EXPECT_TRUE(shakes_hands(current, TLS1_3_VERSION));
  ::close(current);
  EXPECT_EQ(daemon_->stop(), 0);
}

TEST_F(Attack, ByAnImpostorLearnsNothing) {
  // given somebody on the line who answers as a referee would, in the clear
  Tap impostor(welcome_in_the_clear());
  Program& bot = start_bot(bot_arguments(impostor.url(), "alice"));
  // then the bot gives up and has told nothing
  EXPECT_EQ(bot.wait(), 2);
  EXPECT_NE(bot.err().find("it does not speak TLS"), std::string::npos) << bot.err();
  EXPECT_EQ(impostor.connections(), 1U);
  EXPECT_EQ(impostor.from_bots().find(token_of("alice")), std::string::npos);
  // and one who says nothing at all gets nothing either
  Tap silent("");
  Program& waiting = start_bot(bot_arguments(silent.url(), "alice"));
  ASSERT_TRUE(eventually([&] { return !silent.from_bots().empty(); }));
  EXPECT_EQ(silent.from_bots()[0], 22);  // a handshake of TLS
  EXPECT_EQ(waiting.wait(), 2);
  EXPECT_NE(waiting.err().find("the TLS handshake was not done in time"), std::string::npos) << waiting.err();
  EXPECT_EQ(silent.from_bots().find(token_of("alice")), std::string::npos);
}

TEST_F(Attack, ByReplayOfALoginFails) {
  serve();
  Tap tap(daemon_->address());
  start_bot(bot_arguments(tap.url(), "alice"));
  ASSERT_TRUE(eventually([&] { return logged("welcomed"); }));
  const std::string recorded = tap.from_bots();
  ASSERT_FALSE(recorded.empty());
  EXPECT_EQ(recorded.find(token_of("alice")), std::string::npos);
  // when all of it is said again, at once or as one would who waits for an answer
  Visitor again = knock();
  again.send_bytes(recorded);
  // then nobody is welcomed but alice
  EXPECT_TRUE(eventually([&] { return logged("unauthenticated peer: the TLS handshake failed"); }));
  EXPECT_EQ(count("welcomed"), 1U);
  EXPECT_EQ(daemon_->stop(), 0);
}

TEST_F(Attack, ByDawdlingIsCutOff) {
  serve({"--hello-time", "300ms"});
  const std::string hello = client_hello();
  Visitor silent = knock();
  Visitor half = knock();
  half.send_bytes(hello.substr(0, hello.size() / 2));
  Visitor stuck = knock();
  stuck.send_bytes(hello);  // and never answers the referee's part
  for (Visitor* one : {&silent, &half}) EXPECT_FALSE(one->receive());
  EXPECT_TRUE(eventually([&] { return count("there was no Hello in 300ms") == 3; }))
      << daemon_->program().err();
  EXPECT_EQ(daemon_->stop(), 0);
}

TEST_F(Attack, InsideTlsIsJudgedAsOutsideIt) {
  serve();
  SealedVisitor alice(daemon_->address(), ca_);
  alice.enter("alice");
  std::string pings;
  for (int k = 0; k < 200; ++k) pings += Visitor::frame_of(wire::Ping{1});
  alice.send_bytes(pings);
  EXPECT_EQ(alice.await<wire::Goodbye>().code, Code::kFlood);
  EXPECT_FALSE(alice.receive());
  EXPECT_TRUE(alice.said_goodbye());  // and the end of TLS, not a mere end
  SealedVisitor bob(daemon_->address(), ca_);
  bob.enter("bob");
  bob.send_bytes(std::string("\0\1\0\1", 4));
  EXPECT_EQ(bob.await<wire::Goodbye>().code, Code::kOversized);
  EXPECT_FALSE(bob.receive());
  // before anybody knows who it is, little is enough
  SealedVisitor stranger(daemon_->address(), ca_);
  stranger.send_bytes(std::string("\0\0\x10\1", 4));
  EXPECT_EQ(stranger.await<wire::Goodbye>().code, Code::kOversized);
  EXPECT_EQ(daemon_->stop(), 0);
}

TEST_F(Attack, ByNonsenseAfterTheHandshakeEndsThatConnectionAlone) {
  serve();
  Tap tap(daemon_->address());
  SealedVisitor bob(daemon_->address(), ca_);
  bob.enter("bob");
  Visitor junk = knock();
  junk.send_bytes(client_hello() + std::string(20'000, '\x17'));
  EXPECT_TRUE(eventually([&] { return logged("unauthenticated peer: "); }));
  bob.send(wire::Ping{3});
  EXPECT_EQ(bob.await<wire::Pong>().number, 3U);
  EXPECT_EQ(daemon_->stop(), 0);
}

}  // namespace quiver::tests

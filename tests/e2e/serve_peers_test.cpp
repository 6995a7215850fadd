// Peers that misbehave before the daemon admits them or while they wait: each is cut off with the reason,
// alone, and the match that goes on beside them notices nothing.
#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

namespace {

using GoodbyeCode = wire::Goodbye::Code;

class Peers : public Stage {
 protected:
  // Alice and bob play Connect Four, move by move, as far as the test wants.
  void SetUp() override {
    boss_.send(order_for("connect4", {"remote:alice", "remote:bob"}));
    boss_.expect<wire::Ordered>();
    match_ = alice_.expect<wire::MatchStart>().introduction.match;
    bob_.expect<wire::MatchStart>();
    alice_.send(wire::Ready{match_, ""});
    bob_.send(wire::Ready{match_, ""});
  }
  void play_on() {
    Visitor& mover = ply_ % 2 == 0 ? alice_ : bob_;
    EXPECT_EQ(mover.await<wire::Turn>().ply, ply_);
    mover.send(wire::Play{match_, ply_, games::ConnectFourMove{ply_ % 2}, {}});
    EXPECT_EQ(mover.await<wire::Moved>().ply, ply_);
    ++ply_;
  }
  void finish() {
    while (ply_ < 7) play_on();
    const wire::Record record = boss_.await<wire::Record>();
    EXPECT_EQ(record.winner, base::seat(0));
    expect_clean(record);
    EXPECT_EQ(daemon_.stop(), 0);
    EXPECT_EQ(daemon_.program().err().find("fault"), std::string::npos) << daemon_.program().err();
  }
  // Says these bytes, and what the last word to it is.
  static GoodbyeCode goodbye_to(Visitor& peer, std::string_view bytes) {
    peer.send_bytes(bytes);
    const GoodbyeCode code = peer.await<wire::Goodbye>().code;
    EXPECT_FALSE(peer.receive());
    return code;
  }

  Daemon daemon_{*this, {"--no-pairing", "--reconnect-time", "300ms"}};
  Visitor boss_ = daemon_.admin();
  Visitor alice_ = daemon_.competitor("alice");
  Visitor bob_ = daemon_.competitor("bob");
  wire::MatchId match_ = 0;
  std::uint32_t ply_ = 0;
};

}  // namespace

TEST_F(Peers, WithoutHelloAreCutOff) {
  play_on();
  Visitor idle = daemon_.visitor();
  EXPECT_EQ(idle.expect<wire::Goodbye>().code, GoodbyeCode::kSilent);
  EXPECT_FALSE(idle.receive());
  finish();
}

TEST_F(Peers, WithNonsenseAreCutOff) {
  Visitor first = daemon_.visitor();
  EXPECT_EQ(goodbye_to(first, Visitor::frame_of(wire::Ping{1})), GoodbyeCode::kMalformed);
  play_on();
  Visitor second = daemon_.visitor();
  EXPECT_EQ(goodbye_to(second, "\xff\xff\xff\xff"), GoodbyeCode::kOversized);
  play_on();
  Visitor third = daemon_.competitor("carol");
  EXPECT_EQ(goodbye_to(third, std::string("\0\0\0\3abc", 7)), GoodbyeCode::kMalformed);
  play_on();
  Visitor fourth = daemon_.competitor("carol");
  EXPECT_EQ(goodbye_to(fourth, std::string("\0\1\0\1", 4)), GoodbyeCode::kOversized);
  play_on();
  // Of 4 KiB, which is the most before it is known who speaks, then of 64 KiB, which is the most at all:
  // whole messages, though no welcome ones.
  Visitor fifth = daemon_.visitor();
  wire::Hello hello;
  hello.token = std::string(4'080, 't');
  fifth.send(hello);
  EXPECT_EQ(fifth.expect<wire::Refused>().code, wire::Refused::Code::kToken);
  Visitor sixth = daemon_.visitor();
  EXPECT_EQ(goodbye_to(sixth, std::string("\0\0\x10\1", 4)), GoodbyeCode::kOversized);
  Visitor seventh = daemon_.competitor("carol");
  wire::Order order = order_for("amazons", {});
  order.map = std::string(65'400, '.');
  seventh.send(order);
  EXPECT_EQ(seventh.expect<wire::Error>().code, wire::Error::Code::kRequest);
  finish();
}

TEST_F(Peers, WhoFloodAreCutOff) {
  std::string pings;
  for (unsigned k = 0; k < 5000; ++k) pings += Visitor::frame_of(wire::Ping{k});
  Visitor carol = daemon_.competitor("carol");
  carol.send_bytes(pings);
  // Its last words may be lost, for a flood that nobody reads resets the connection; its end is not.
  EXPECT_NO_THROW(carol.await_end());
  EXPECT_TRUE(eventually(
      [&] { return daemon_.program().err().find("too many unsolicited messages") != std::string::npos; }));
  play_on();
  // Requests that only administrators may make are no way around it.
  std::string lists;
  for (unsigned k = 0; k < 5000; ++k) lists += Visitor::frame_of(wire::List{});
  Visitor again = daemon_.competitor("carol");
  again.send_bytes(lists);
  EXPECT_NO_THROW(again.await_end());
  finish();
}

TEST_F(Peers, WhoFloodOnTheirOwnTurnAreOut) {
  play_on();
  bob_.await<wire::Turn>();
  std::string settled;
  for (unsigned k = 0; k < 5000; ++k)
    settled += Visitor::frame_of(wire::Play{match_, 0, games::ConnectFourMove{0}, {}});
  bob_.send_bytes(settled);
  const wire::Record record = boss_.await<wire::Record>();
  EXPECT_EQ(reason_of(record, 1), "PROTOCOL_ERROR");
  EXPECT_EQ(record.winner, base::seat(0));
  EXPECT_EQ(daemon_.stop(), 0);
}

TEST_F(Peers, WhoDoNotReadAreCutOffAlone) {
  play_on();
  // given two who are sent a large board and read nothing of it
  Visitor carol(daemon_.address(), 4096);
  Visitor erin(daemon_.address(), 4096);
  carol.enter("carol", token_of("carol"), {"amazons"});
  erin.enter("erin", token_of("erin"), {"amazons"});
  wire::Order large = order_for("amazons", {"remote:carol", "remote:erin"});
  large.options.size = 500;
  Visitor boss = daemon_.admin();
  boss.send(large);
  boss.expect<wire::Ordered>();
  // when the referee's patience is over
  EXPECT_TRUE(eventually([&] {
    return daemon_.program().err().find("carol: it does not read its messages") != std::string::npos;
  })) << daemon_.program().err();
  // then the others play on
  const wire::Record record = boss.await<wire::Record>();
  // Both were at fault; whose window ends first is a matter of microseconds.
  EXPECT_TRUE(reason_of(record, 0) == "DISCONNECTED" || reason_of(record, 1) == "DISCONNECTED")
      << record.sentence;
  finish();
}

TEST_F(Peers, ByTheHundredDisturbNobody) {
  std::vector<Visitor> crowd;
  for (unsigned k = 0; k < 300; ++k) {
    crowd.push_back(daemon_.visitor());
    if (k % 3 == 0) crowd.back().send_bytes("\xff");
    if (k % 3 == 1) crowd.back().close();
  }
  play_on();
  play_on();
  crowd.clear();
  finish();
}

}  // namespace quiver::tests

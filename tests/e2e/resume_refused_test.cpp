// Who may take a session up again, how often, and what becomes of the connection before.
#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

namespace {

// Alice and bob as raw peers in a match of Connect Four, alice to move.
class TakingUp : public Stage {
 protected:
  void SetUp() override {
    key_ = alice_.enter("alice", token_of("alice"), {"connect4"}).resume_key;
    bob_.enter("bob", token_of("bob"), {"connect4"});
    boss_.send(order_for("connect4", {"remote:alice", "remote:bob"}));
    boss_.expect<wire::Ordered>();
    match_ = alice_.expect<wire::MatchStart>().introduction.match;
    bob_.expect<wire::MatchStart>();
    alice_.send(wire::Ready{match_, ""});
    bob_.send(wire::Ready{match_, ""});
    alice_.expect<wire::Turn>();
  }
  // Alice resigns, and the daemon stops.
  void finish(Visitor& alice) {
    alice.send(wire::Resign{match_});
    EXPECT_EQ(reason_of(boss_.await<wire::Record>(), 0), "RESIGNED");
    boss_.await<wire::OrderDone>();
    EXPECT_EQ(daemon_.stop(), 0);
  }

  Daemon daemon_{*this};
  Visitor boss_ = daemon_.admin();
  Visitor alice_ = daemon_.visitor();
  Visitor bob_ = daemon_.visitor();
  std::string key_;
  wire::MatchId match_ = 0;
};

}  // namespace

TEST_F(TakingUp, TheNewestConnectionWins) {
  // given alice, still connected
  // when she comes again with her key
  Visitor again = daemon_.visitor();
  const wire::Welcome welcome = again.enter("alice", token_of("alice"), {"connect4"}, key_);
  // then the old connection is told so, and the new one is told the whole match
  EXPECT_TRUE(welcome.resumed);
  EXPECT_NE(welcome.resume_key, key_);
  EXPECT_EQ(alice_.expect<wire::Goodbye>().code, wire::Goodbye::Code::kReplaced);
  EXPECT_FALSE(alice_.receive());
  EXPECT_EQ(again.expect<wire::MatchStart>().introduction.match, match_);
  EXPECT_EQ(again.expect<wire::Turn>().ply, 0U);
  finish(again);
}

TEST_F(TakingUp, TheOldKeyIsVoidOnceTheNewOneHasArrived) {
  Visitor again = daemon_.visitor();
  again.enter("alice", token_of("alice"), {"connect4"}, key_);
  again.send(wire::Ping{1});
  again.await<wire::Pong>();
  EXPECT_EQ(daemon_.visitor().be_refused("alice", token_of("alice"), key_).code,
            wire::Refused::Code::kResume);
  finish(again);
}

TEST_F(TakingUp, AKeyIsGoodWithItsOwnTokenOnly) {
  EXPECT_EQ(daemon_.visitor().be_refused("alice", token_of("bob"), key_).code, wire::Refused::Code::kResume);
  EXPECT_EQ(daemon_.visitor().be_refused("alice", "", key_).code, wire::Refused::Code::kResume);
  EXPECT_EQ(daemon_.visitor().be_refused("alice", token_of("alice"), std::string(16, 'k')).code,
            wire::Refused::Code::kResume);
  finish(alice_);
}

TEST_F(TakingUp, TenTimesAMatchAndNotMore) {
  // given ten resumes
  std::string key = key_;
  std::optional<Visitor> latest;
  for (int k = 0; k < 10; ++k) {
    latest.emplace(daemon_.visitor());
    key = latest->enter("alice", token_of("alice"), {"connect4"}, key).resume_key;
    latest->expect<wire::MatchStart>();
    latest->expect<wire::Turn>();
  }
  // when she comes an eleventh time
  const wire::Refused refused = daemon_.visitor().be_refused("alice", token_of("alice"), key);
  // then she is refused, and the tenth goes on
  EXPECT_EQ(refused.code, wire::Refused::Code::kResume);
  EXPECT_NE(refused.sentence.find("all reconnections that a match allows"), std::string::npos);
  finish(*latest);
}

TEST_F(TakingUp, WhoComesWithoutTheKeyIsSomebodyNew) {
  Visitor stranger = daemon_.visitor();
  EXPECT_FALSE(stranger.enter("alice", token_of("alice"), {"connect4"}).resumed);
  alice_.send(wire::Play{match_, 0, games::ConnectFourMove{3}, {}});
  EXPECT_EQ(alice_.expect<wire::Moved>().ply, 0U);
  finish(alice_);
}

TEST_F(TakingUp, AMoveOutOfTurnIsForgivenOnce) {
  // given that alice is to move, and does not yet
  // when bob plays, once
  bob_.send(wire::Play{match_, 0, games::ConnectFourMove{0}, {}});
  EXPECT_EQ(bob_.expect<wire::Error>().code, wire::Error::Code::kOutOfTurn);
  // then the game goes on
  alice_.send(wire::Play{match_, 0, games::ConnectFourMove{3}, {}});
  EXPECT_EQ(alice_.expect<wire::Moved>().ply, 0U);
  EXPECT_EQ(bob_.expect<wire::Moved>().ply, 0U);
  EXPECT_EQ(bob_.expect<wire::Turn>().ply, 1U);
  // and a move for a settled ply counts for nothing
  bob_.send(wire::Play{match_, 0, games::ConnectFourMove{0}, {}});
  EXPECT_EQ(bob_.expect<wire::Error>().code, wire::Error::Code::kSettled);
  bob_.send(wire::Play{match_, 1, games::ConnectFourMove{0}, {}});
  EXPECT_EQ(bob_.expect<wire::Moved>().ply, 1U);
  // when bob plays out of turn again, now for the future
  bob_.send(wire::Play{match_, 7, games::ConnectFourMove{0}, {}});
  // then bob is out
  const wire::Record record = boss_.await<wire::Record>();
  EXPECT_EQ(reason_of(record, 1), "PROTOCOL_ERROR");
  EXPECT_EQ(record.winner, base::seat(0));
  bob_.await<wire::Goodbye>();
  boss_.await<wire::OrderDone>();
  EXPECT_EQ(daemon_.stop(), 0);
}

TEST_F(TakingUp, WhoStaysAwayOffTurnIsOutWhenTheWindowEnds) {
  // Another daemon than the usual one: with a short window.
  Daemon hasty(*this, {"--no-pairing", "--reconnect-time", "300ms"});
  Visitor boss = hasty.admin();
  Visitor alice = hasty.competitor("alice");
  Visitor bob = hasty.competitor("bob");
  boss.send(order_for("connect4", {"remote:alice", "remote:bob"}));
  const wire::MatchId match = alice.expect<wire::MatchStart>().introduction.match;
  alice.send(wire::Ready{match, ""});
  bob.expect<wire::MatchStart>();
  bob.send(wire::Ready{match, ""});
  alice.expect<wire::Turn>();
  // when bob goes while alice is to move, and alice waits
  bob.close();
  const wire::Record record = boss.await<wire::Record>();
  // then the window decides, not a clock
  EXPECT_EQ(reason_of(record, 1), "DISCONNECTED");
  EXPECT_EQ(record.winner, base::seat(0));
  EXPECT_EQ(hasty.stop(), 0);
  finish(alice_);
}

}  // namespace quiver::tests

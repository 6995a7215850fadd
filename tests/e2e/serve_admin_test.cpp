// What administrators do to a running daemon: look, kick, abort, cancel. And how it stops.
#include <csignal>

#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

namespace {

// Alice is to move in a match of Connect Four against bob, and takes her time.
class Running : public Stage {
 protected:
  void begin(Daemon& daemon) {
    boss_.emplace(daemon.admin());
    alice_.emplace(daemon.competitor("alice"));
    bob_.emplace(daemon.visitor());
    bobs_key_ = bob_->enter("bob", token_of("bob"), {"connect4"}).resume_key;
    boss_->send(order_for("connect4", {"remote:alice", "remote:bob"}));
    boss_->expect<wire::Ordered>();
    match_ = alice_->expect<wire::MatchStart>().introduction.match;
    bob_->expect<wire::MatchStart>();
    alice_->send(wire::Ready{match_, ""});
    bob_->send(wire::Ready{match_, ""});
    alice_->expect<wire::Turn>();
  }
  Ran admin(const Daemon& daemon, const Arguments& what) {
    return quiver(Arguments{"admin"} + what + daemon.connect_as("boss"));
  }
  static wire::Listing listing(const Daemon& daemon) {
    Visitor boss = daemon.admin();
    boss.send(wire::List{});
    return boss.expect<wire::Listing>();
  }

  std::optional<Visitor> boss_;
  std::optional<Visitor> alice_;
  std::optional<Visitor> bob_;
  std::string bobs_key_;
  wire::MatchId match_ = 0;
};

}  // namespace

TEST_F(Running, IsListed) {
  Daemon daemon(*this);
  EXPECT_EQ(admin(daemon, {"list"}).out, "nobody is connected, and nothing is being played\n");
  begin(daemon);
  const Ran ran = admin(daemon, {"list"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_NE(ran.out.find("competitor alice 127.0.0.1:"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("plays connect4; 1 of 1 matches"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("connect4: alice, bob; ply 0"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("boss"), std::string::npos) << ran.out;
  alice_->send(wire::Resign{match_});
  boss_->await<wire::OrderDone>();
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Running, LosesWhoIsKicked) {
  Daemon daemon(*this);
  begin(daemon);
  EXPECT_EQ(admin(daemon, {"kick", "nobody"}).exit_code, 2);
  const Ran ran = admin(daemon, {"kick", "alice"});
  EXPECT_EQ(ran.out, "alice is out\n");
  EXPECT_EQ(alice_->await<wire::Goodbye>().code, wire::Goodbye::Code::kKicked);
  const wire::Record record = boss_->await<wire::Record>();
  EXPECT_EQ(reason_of(record, 0), "DISCONNECTED");
  EXPECT_EQ(record.winner, base::seat(1));
  EXPECT_EQ(bob_->await<wire::MatchEnd>().end, wire::End::kForfeit);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Running, IsVoidWhenAbortedAndPlayedAgainOnce) {
  Daemon daemon(*this);
  begin(daemon);
  EXPECT_EQ(admin(daemon, {"abort", "99"}).exit_code, 2);
  // when it is aborted, and so is its second try
  EXPECT_EQ(admin(daemon, {"abort", std::to_string(match_)}).exit_code, 0);
  EXPECT_EQ(alice_->await<wire::MatchEnd>().end, wire::End::kVoid);
  const wire::MatchId again = alice_->expect<wire::MatchStart>().introduction.match;
  EXPECT_NE(again, match_);
  EXPECT_EQ(admin(daemon, {"abort", std::to_string(again)}).exit_code, 0);
  // then the game stays void: no winner, no places, and there is one record of it
  const wire::Record record = boss_->await<wire::Record>();
  EXPECT_EQ(record.end, wire::End::kVoid);
  EXPECT_FALSE(record.winner);
  EXPECT_EQ(record.seats[0].place, 0U);
  EXPECT_EQ(boss_->expect<wire::OrderDone>().voids, 1U);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Running, FinishesInTheGraceOfSigterm) {
  Daemon daemon(*this, {"--no-pairing", "--grace", "20m"});
  begin(daemon);
  // given a second order that cannot begin before the first has ended
  Visitor second = daemon.admin();
  second.send(order_for("connect4", {"remote:alice", "remote:bob"}));
  second.expect<wire::Ordered>();
  // when the daemon is told to stop
  daemon.program().signal(SIGTERM);
  EXPECT_TRUE(eventually([&] { return daemon.program().err().find("stopping") != std::string::npos; }));
  // then nobody new is let in, who lost the connection may come back, and the match goes on to its end
  EXPECT_EQ(daemon.visitor().be_refused("carol", token_of("carol")).code, wire::Refused::Code::kStopping);
  Visitor again = daemon.visitor();
  EXPECT_TRUE(again.enter("bob", token_of("bob"), {"connect4"}, bobs_key_).resumed);
  bob_->await_end();
  bob_.emplace(std::move(again));
  for (std::uint32_t ply = 0; ply < 7; ++ply) {
    Visitor& mover = ply % 2 == 0 ? *alice_ : *bob_;
    if (ply > 0) mover.await<wire::Turn>();
    mover.send(wire::Play{match_, ply, games::ConnectFourMove{ply % 2}, {}});
  }
  const wire::Record record = boss_->await<wire::Record>();
  EXPECT_EQ(record.winner, base::seat(0));
  expect_clean(record);
  EXPECT_EQ(daemon.program().wait(), 0);
  // and the second was never played
  EXPECT_EQ(alice_->await<wire::Goodbye>().code, wire::Goodbye::Code::kStopping);
}

TEST_F(Running, OrdersThatAreCutShortSaySo) {
  Daemon daemon(*this, {"--no-pairing", "--offer", "random"});
  Program& order = start_quiver(
      Arguments{"order"} + daemon.connect_as("boss") +
      Arguments{"connect4", "--bot", "random", "--bot", "random", "--games", "100000"} + patient_clock());
  EXPECT_TRUE(eventually([&] { return order.out().find("game 1:") != std::string::npos; }));
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_EQ(order.wait(), 2);
  EXPECT_NE(order.err().find("the referee stopped after "), std::string::npos) << order.err();
}

TEST_F(Running, AnOrderIsCancelledWhileItIsPlayed) {
  Daemon daemon(*this, {"--no-pairing", "--grace", "100ms"});  // a match goes on at the end
  begin(daemon);
  const wire::Listing before = listing(daemon);
  ASSERT_EQ(before.orders.size(), 1U);
  EXPECT_EQ(before.orders[0].game, "connect4");
  EXPECT_EQ(before.orders[0].bots, (std::vector<std::string>{"remote:alice", "remote:bob"}));
  EXPECT_EQ(before.orders[0].ended, 0U);
  const std::string number = std::to_string(before.orders[0].order);
  EXPECT_NE(admin(daemon, {"list"})
                .out.find("order " + number + " connect4: remote:alice, remote:bob; 0 of 1 games"),
            std::string::npos);
  // when it is cancelled
  const Ran ran = admin(daemon, {"cancel", number});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "order " + number + " is cancelled\n");
  // then its match is void and not played again, and whoever ordered it is told
  EXPECT_EQ(alice_->await<wire::MatchEnd>().end, wire::End::kVoid);
  EXPECT_EQ(boss_->await<wire::Record>().end, wire::End::kVoid);
  const wire::OrderDone done = boss_->expect<wire::OrderDone>();
  EXPECT_TRUE(done.cancelled);
  EXPECT_EQ(done.voids, 1U);
  // and it cannot be cancelled twice, while its bots play on
  EXPECT_EQ(admin(daemon, {"cancel", number}).exit_code, 2);
  EXPECT_TRUE(listing(daemon).orders.empty());
  boss_->send(order_for("connect4", {"remote:alice", "remote:bob"}));
  alice_->await<wire::MatchStart>();
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Running, AnOrderIsCancelledBeforeItBegins) {
  Daemon daemon(*this, {"--no-pairing", "--grace", "100ms"});  // a match goes on at the end
  begin(daemon);
  // given an order that waits for the first
  Visitor second = daemon.admin();
  second.send(order_for("connect4", {"remote:alice", "remote:bob"}));
  const std::uint64_t number = second.expect<wire::Ordered>().order;
  EXPECT_EQ(listing(daemon).orders.size(), 2U);
  EXPECT_EQ(admin(daemon, {"cancel", std::to_string(number)}).exit_code, 0);
  const wire::OrderDone done = second.expect<wire::OrderDone>();
  EXPECT_TRUE(done.cancelled);
  EXPECT_EQ(done.games, 0U);
  EXPECT_EQ(listing(daemon).matches.size(), 1U) << "the first goes on";
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Running, CancellingIsForAdministratorsAndTellsWhatIsWrong) {
  Daemon daemon(*this);
  EXPECT_NE(admin(daemon, {"cancel", "99"}).err.find("there is no order 99 here"), std::string::npos);
  EXPECT_NE(admin(daemon, {"cancel"}).err.find("which order?"), std::string::npos);
  EXPECT_NE(admin(daemon, {"cancel", "all"}).err.find("takes the number of an order"), std::string::npos);
  Visitor carol = daemon.competitor("carol");
  carol.send(wire::Cancel{1});
  EXPECT_EQ(carol.expect<wire::Error>().code, wire::Error::Code::kRequest);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Running, AnOrderCommandSaysThatItWasCancelled) {
  Daemon daemon(*this, {"--no-pairing", "--offer", "random"});
  const Arguments games =
      Arguments{"connect4", "--bot", "random", "--bot", "random", "--games", "100000"} + patient_clock();
  Program& order = start_quiver(Arguments{"order"} + daemon.connect_as("boss") + games);
  EXPECT_TRUE(eventually([&] { return order.out().find("game 1:") != std::string::npos; }));
  EXPECT_EQ(quiver(Arguments{"order", "--no-wait"} + daemon.connect_as("boss") + games).out, "order 2\n");
  for (const char* number : {"1", "2"}) EXPECT_EQ(admin(daemon, {"cancel", number}).exit_code, 0);
  EXPECT_EQ(order.wait(), 2);
  EXPECT_NE(order.err().find("an administrator cancelled the order after "), std::string::npos)
      << order.err();
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Running, IsVoidWhenTheGraceIsOver) {
  const std::string records = folder() + "/records";
  Daemon daemon(*this, {"--no-pairing", "--grace", "200ms", "--record", records});
  begin(daemon);
  daemon.program().signal(SIGTERM);
  EXPECT_EQ(alice_->await<wire::MatchEnd>().end, wire::End::kVoid);
  EXPECT_EQ(daemon.program().wait(), 0);
  const auto written = records_in(content_of_file(records));
  ASSERT_EQ(written.size(), 1U);
  EXPECT_EQ(written[0].end, wire::End::kVoid);
  EXPECT_FALSE(written[0].winner);
}

TEST_F(Running, EndsAtOnceOnASecondSigterm) {
  Daemon daemon(*this, {"--no-pairing", "--grace", "20m"});
  begin(daemon);
  daemon.program().signal(SIGTERM);
  EXPECT_TRUE(eventually([&] { return daemon.program().err().find("stopping") != std::string::npos; }));
  daemon.program().signal(SIGTERM);
  EXPECT_EQ(daemon.program().wait(), 0);
  EXPECT_EQ(alice_->await<wire::Goodbye>().code, wire::Goodbye::Code::kStopping);
}

TEST_F(Running, LeavesNoBotBehindWhenTheDaemonStops) {
  // given two bots of the daemon's own, one of which hangs and has children
  Daemon daemon(*this, {"--no-pairing", "--grace", "200ms", "--offer", "hang=" + hostile_bot() + " hang",
                        "--offer", "fork=" + hostile_bot() + " fork"});
  Visitor boss = daemon.admin();
  boss.send(order_for("connect4", {"hang", "fork"}));
  daemon.await_listing(
      [](const wire::Listing& list) { return !list.matches.empty() && list.matches[0].ply == 2; });
  EXPECT_GE(processes().size(), 6U);
  // when it stops
  EXPECT_EQ(daemon.stop(), 0);
  // then the match is void and all are gone: see TearDown
  EXPECT_EQ(boss.await<wire::Record>().end, wire::End::kVoid);
}

}  // namespace quiver::tests

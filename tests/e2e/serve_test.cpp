// Admission to the daemon: who may come in, who may give orders, who is paired with whom.
#include <csignal>
#include <filesystem>

#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

namespace {

using RefusedCode = wire::Refused::Code;

class Serve : public Stage {
 protected:
  // The bundled bot of Connect Four, which plays so many matches and leaves.
  Program& start_bot(const Daemon& daemon, const std::string& name, unsigned matches = 1) {
    return start(bundled_bot_path("connect4-random"),
                 daemon.connect_as(name) + Arguments{"--matches", std::to_string(matches)});
  }
};

}  // namespace

TEST_F(Serve, TakesKnownTokensAndNoOthers) {
  Daemon daemon(*this);
  // the name that belongs to the token wins
  EXPECT_EQ(daemon.visitor().enter("mallory", token_of("alice"), {"connect4"}).name, "alice");
  EXPECT_EQ(daemon.visitor().be_refused("alice", "").code, RefusedCode::kToken);
  EXPECT_EQ(daemon.visitor().be_refused("alice", "wrong-token").code, RefusedCode::kToken);
  EXPECT_EQ(daemon.visitor().be_refused("alice", token_of("alice") + "x").code, RefusedCode::kToken);
  Program& bot =
      start(bundled_bot_path("connect4-random"), {"--connect", daemon.url(), "--token", "wrong-token"});
  EXPECT_EQ(bot.wait(), 2);
  EXPECT_NE(bot.err().find("the referee refused: the token is not known here"), std::string::npos)
      << bot.err();
  // and who has none hears how to give one; a good token has the wrong ones before it forgotten
  EXPECT_EQ(daemon.visitor().enter("bob", token_of("bob"), {"connect4"}).name, "bob");
  const std::string next_step = "asks everybody for a token: give --token-file FILE";
  Program& nobody = start(bundled_bot_path("connect4-random"), {"--connect", daemon.url()});
  EXPECT_EQ(nobody.wait(), 2);
  EXPECT_NE(nobody.err().find(next_step), std::string::npos) << nobody.err();
  const Ran admin = quiver({"admin", "list", "--connect", daemon.url()});
  EXPECT_EQ(admin.exit_code, 2);
  EXPECT_NE(admin.err.find(next_step), std::string::npos) << admin.err;
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Serve, ReadsItsTokensAgainOnSighup) {
  Daemon daemon(*this);
  EXPECT_EQ(daemon.visitor().be_refused("dave", token_of("dave")).code, RefusedCode::kToken);
  Visitor alice = daemon.competitor("alice");
  // when dave stands there and alice does not any more
  EXPECT_EQ(file("tokens", "dave " + token_of("dave") + "\nboss " + token_of("boss") + " admin\n"),
            daemon.tokens_file());
  daemon.program().signal(SIGHUP);
  // then he is let in, soon, and she has to leave and is not let in again
  EXPECT_TRUE(eventually([&] {
    Visitor dave = daemon.visitor();
    dave.send(wire::Hello{wire::kProtocol, "dave", "", token_of("dave"), {"connect4"}, 1, ""});
    const auto answer = dave.receive();
    return answer && std::holds_alternative<wire::Welcome>(*answer);
  }));
  EXPECT_EQ(daemon.visitor().be_refused("alice", token_of("alice")).code, RefusedCode::kToken);
  EXPECT_EQ(alice.expect<wire::Goodbye>().code, wire::Goodbye::Code::kKicked);
  // a list that cannot be read changes nothing
  EXPECT_EQ(file("tokens", "dave\n"), daemon.tokens_file());
  daemon.program().signal(SIGHUP);
  EXPECT_TRUE(eventually(
      [&] { return daemon.program().err().find("the tokens stay as they were") != std::string::npos; }));
  EXPECT_EQ(daemon.visitor().enter("dave", token_of("dave"), {"connect4"}).name, "dave");
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Serve, HearsSigtermThoughItsTokensCannotBeRead) {
  Daemon daemon(*this);
  std::filesystem::remove(daemon.tokens_file());
  std::filesystem::create_directory(daemon.tokens_file());
  daemon.program().signal(SIGHUP);
  EXPECT_TRUE(eventually(
      [&] { return daemon.program().err().find("the tokens stay as they were") != std::string::npos; }));
  EXPECT_EQ(daemon.stop(), 0);
  // and one that starts like this says so
  const Ran ran = quiver({"serve", "--listen", "127.0.0.1:0", "--tokens", daemon.tokens_file()});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("cannot be read"), std::string::npos) << ran.err;
}

TEST_F(Serve, PairsOnThoughSomebodyBreaksOff) {
  Daemon daemon(*this, {"--rest", "1ms"});
  Visitor erin = daemon.visitor();
  erin.send(wire::Hello{wire::kProtocol, "erin", "", token_of("erin"), {"connect4"}, 1024, ""});
  erin.expect<wire::Welcome>();
  for (int k = 0; k < 20; ++k) {
    Visitor carol = daemon.visitor();
    carol.send(wire::Hello{wire::kProtocol, "carol", "", token_of("carol"), {"connect4"}, 2, ""});
    carol.reset();
  }
  // The daemon goes on answering.
  Visitor boss = daemon.admin();
  boss.send(wire::List{});
  EXPECT_FALSE(boss.expect<wire::Listing>().competitors.empty());
  daemon.program().signal(SIGTERM);
  daemon.program().signal(SIGTERM);
  EXPECT_EQ(daemon.program().wait(), 0);
}

TEST_F(Serve, TakesOrdersFromAdministratorsOnly) {
  Daemon daemon(*this, {"--no-pairing", "--offer", "random"});
  const Arguments two = {"connect4", "--bot", "random", "--bot", "random"};
  const Ran by_alice = quiver(Arguments{"order"} + daemon.connect_as("alice") + two);
  EXPECT_EQ(by_alice.exit_code, 2);
  EXPECT_NE(by_alice.err.find("only an administrator"), std::string::npos) << by_alice.err;
  for (const Arguments& what : {Arguments{"list"}, {"kick", "alice"}, {"abort", "1"}})
    EXPECT_EQ(quiver(Arguments{"admin"} + what + daemon.connect_as("alice")).exit_code, 2);
  const Ran by_boss =
      quiver(Arguments{"order", "--json"} + daemon.connect_as("boss") + two + patient_clock());
  EXPECT_EQ(by_boss.exit_code, 0) << by_boss.err;
  ASSERT_EQ(records_in(by_boss.out).size(), 1U);
  expect_clean(records_in(by_boss.out)[0]);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Serve, NeverTakesAPathOrACommandFromTheNetwork) {
  Daemon daemon(*this, {"--no-pairing", "--offer", "random"});
  for (const std::string& bot :
       {std::string("/bin/sh"), hostile_bot() + " nothing", std::string("amazons-random"),
        std::string("random memory=1G"), std::string("random env:PATH=/"), std::string("random --help"),
        std::string("remote:../x")}) {
    const Ran ran = quiver(Arguments{"order"} + daemon.connect_as("boss") +
                           Arguments{"connect4", "--bot", bot, "--bot", "random"});
    EXPECT_EQ(ran.exit_code, 2) << bot;
    EXPECT_NE(ran.err.find("the referee says: "), std::string::npos) << ran.err;
  }
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Serve, PairsThoseWhoWaitForTheSameGame) {
  // given a lobby that writes records, and one who waits for another game
  const std::string records = folder() + "/records";
  Daemon daemon(*this, {"--record", records, "--rest", "10ms", "--clock", "20m"});
  Visitor carol = daemon.competitor("carol", "amazons");
  // when two wait for Connect Four
  Program& alice = start_bot(daemon, "alice", 3);
  Program& bob = start_bot(daemon, "bob", 3);
  // then they play, again and again, and carol does not
  EXPECT_EQ(alice.wait(), 0) << alice.err();
  EXPECT_EQ(bob.wait(), 0) << bob.err();
  EXPECT_EQ(daemon.stop(), 0);
  const auto played = records_in(content_of_file(records));
  EXPECT_EQ(played.size(), 3U);
  std::size_t alice_first = 0;
  for (const wire::Record& record : played) {
    expect_clean(record);
    expect_replays(record);
    alice_first += record.seats[0].name == "alice" ? 1U : 0U;
  }
  EXPECT_TRUE(alice_first == 1 || alice_first == 2);  // they change sides
  EXPECT_EQ(carol.expect<wire::Goodbye>().code, wire::Goodbye::Code::kStopping);
}

TEST_F(Serve, PlaysNoMoreMatchesAtOnceThanItMay) {
  Daemon daemon(*this, {"--no-pairing", "--max-matches", "1", "--offer", "random"});
  // given a match that waits for alice's move
  Visitor boss = daemon.admin();
  Visitor alice = daemon.competitor("alice");
  boss.send(order_for("connect4", {"remote:alice", "random"}));
  boss.expect<wire::Ordered>();
  const wire::MatchId match = alice.expect<wire::MatchStart>().introduction.match;
  // when another is ordered
  Visitor second = daemon.admin();
  second.send(order_for("connect4", {"random", "random"}));
  second.expect<wire::Ordered>();
  alice.send(wire::Ready{match, ""});
  alice.expect<wire::Turn>();
  // then it is not begun before the first has ended
  second.send(wire::List{});
  EXPECT_EQ(second.expect<wire::Listing>().matches.size(), 1U);
  alice.send(wire::Resign{match});
  boss.await<wire::OrderDone>();
  expect_clean(second.await<wire::Record>());
  second.await<wire::OrderDone>();
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Serve, RefusesConnectionsBeyondItsLimit) {
  Daemon daemon(*this, {"--no-pairing", "--max-connections", "2"});
  Visitor alice = daemon.competitor("alice");
  Visitor bob = daemon.competitor("bob");
  Visitor carol = daemon.visitor();
  EXPECT_EQ(carol.expect<wire::Refused>().code, RefusedCode::kFull);
  EXPECT_FALSE(carol.receive());
  alice.send(wire::Ping{1});
  alice.expect<wire::Pong>();
  EXPECT_EQ(daemon.stop(), 0);
}

}  // namespace quiver::tests

// A bot that loses its connection takes it up again by itself, whenever that happens, and nobody notices.
#include "tests/e2e/daemon.hpp"
#include "tests/e2e/proxy.hpp"

namespace quiver::tests {

namespace {

using Decision = Proxy::Decision;
using Frame = Proxy::Frame;

// When the connection is cut, and how often.
struct Moment {
  std::string name;
  std::function<Decision(const Frame&)> judge;
  unsigned cuts = 1;
  friend std::ostream& operator<<(std::ostream& out, const Moment& one) { return out << one.name; }
};

// At which message of this kind, from 1.
template <class Message>
Proxy::Judge at(Decision decision, unsigned which = 1, unsigned times = 1) {
  return [=, seen = 0U](const Frame& frame) mutable {
    if (!frame.is<Message>()) return Decision::kPass;
    ++seen;
    return seen >= which && seen < which + times ? decision : Decision::kPass;
  };
}

// After the bot has been told its own move, so that the opponent is to think.
Proxy::Judge after_its_own_move() {
  return [mine = std::optional<base::Seat>{}, cut = false](const Frame& frame) mutable {
    if (frame.is<wire::MatchStart>())
      mine = std::get<wire::MatchStart>(*frame.from_referee).introduction.seat;
    if (cut || !frame.is<wire::Moved>()) return Decision::kPass;
    cut = std::get<wire::Moved>(*frame.from_referee).seat == mine;
    return cut ? Decision::kCutAfter : Decision::kPass;
  };
}

// On its turn, and then twice before the Welcome that takes it back.
Proxy::Judge before_the_second_welcome() {
  return [turns = at<wire::Turn>(Decision::kCutAfter, 2),
          welcomes = at<wire::Welcome>(Decision::kCutBefore, 2, 2)](const Frame& frame) mutable {
    return frame.is<wire::Welcome>() ? welcomes(frame) : turns(frame);
  };
}

// After every eighth frame, whatever it is, but not more often than a match allows.
Proxy::Judge again_and_again() {
  return [seen = 0U, cuts = 0U](const Frame&) mutable {
    const bool cut = ++seen > 8 && seen % 8 == 0 && cuts < 8;
    cuts += cut ? 1U : 0U;
    return cut ? Decision::kCutAfter : Decision::kPass;
  };
}

const Moment kMoments[] = {
    {"AfterWelcome", at<wire::Welcome>(Decision::kCutAfter)},
    {"BeforeMatchStart", at<wire::MatchStart>(Decision::kCutBefore)},
    {"AfterMatchStart", at<wire::MatchStart>(Decision::kCutAfter)},
    {"BeforeReady", at<wire::Ready>(Decision::kCutBefore)},
    {"AfterReady", at<wire::Ready>(Decision::kCutAfter)},
    {"BeforeItsTurn", at<wire::Turn>(Decision::kCutBefore, 2)},
    {"OnItsTurn", at<wire::Turn>(Decision::kCutAfter, 2)},
    {"BeforePlay", at<wire::Play>(Decision::kCutBefore, 2)},
    {"AfterPlay", at<wire::Play>(Decision::kCutAfter, 2)},
    {"BeforeItsMoveIsAnswered", at<wire::Moved>(Decision::kCutBefore, 3)},
    {"WhileTheOpponentThinks", after_its_own_move()},
    {"BeforeMatchEnd", at<wire::MatchEnd>(Decision::kCutBefore)},
    {"AfterMatchEnd", at<wire::MatchEnd>(Decision::kCutAfter)},
    {"BeforeTheWelcomeBack", before_the_second_welcome(), 3},
    {"AtThreeTurns", at<wire::Turn>(Decision::kCutAfter, 1, 3), 3},
    {"AgainAndAgain", again_and_again(), 8},
};

// Alice plays through the proxy, bob does not; a game of Amazons, long enough for everything above.
class Resume : public Stage, public testing::WithParamInterface<Moment> {
 protected:
  static wire::Order order() {
    wire::Order order = order_for("amazons", {"remote:alice", "remote:bob"}, 21);
    order.options.size = 8;
    return order;
  }
  Program& start_bot(const std::string& name, const std::string& url) {
    return start(bundled_bot_path("amazons-random"),
                 {"--connect", url, "--token", token_of(name), "--matches", "1", "--quiet"});
  }
};

}  // namespace

TEST_P(Resume, ChangesNothing) {
  Daemon daemon(*this);
  Visitor boss = daemon.admin();
  // given the game as it goes when nobody is cut off
  std::string undisturbed;
  {
    Program& alice = start_bot("alice", daemon.url());
    Program& bob = start_bot("bob", daemon.url());
    daemon.await_competitors({"alice", "bob"});
    undisturbed = moves_of(play(boss, order()).at(0));
    EXPECT_EQ(alice.wait(), 0) << alice.err();
    EXPECT_EQ(bob.wait(), 0) << bob.err();
  }
  daemon.await_listing([](const wire::Listing& listing) {
    for (const auto& one : listing.competitors)
      if (one.connected) return false;
    return true;
  });
  // when alice loses her connection at the moment
  Proxy proxy(daemon.address(), GetParam().judge);
  Program& alice = start_bot("alice", proxy.url());
  Program& bob = start_bot("bob", daemon.url());
  daemon.await_competitors({"alice", "bob"});
  const wire::Record record = play(boss, order()).at(0);
  // then the game is the same, nobody is out, and both leave content
  EXPECT_EQ(moves_of(record), undisturbed);
  expect_clean(record);
  EXPECT_EQ(alice.wait(), 0) << alice.err();
  EXPECT_EQ(alice.err(), "");
  EXPECT_EQ(bob.wait(), 0) << bob.err();
  EXPECT_EQ(bob.err(), "");
  EXPECT_EQ(proxy.cuts(), GetParam().cuts);
  EXPECT_EQ(daemon.stop(), 0);
}

INSTANTIATE_TEST_SUITE_P(Cut, Resume, testing::ValuesIn(kMoments),
                         [](const auto& one) { return one.param.name; });

TEST_F(Resume, IsOverWhenTheConnectionIsGoneForGood) {
  Daemon daemon(*this, {"--no-pairing", "--reconnect-time", "1s"});
  Visitor boss = daemon.admin();
  // given a bot that is cut off for good when it has been asked for its second move
  Proxy proxy(daemon.address(), at<wire::Turn>(Decision::kCutForGood, 2));
  Program& alice = start_bot("alice", proxy.url());
  Program& bob = start_bot("bob", daemon.url());
  daemon.await_competitors({"alice", "bob"});
  // when its clock has run out
  wire::Order asked = order();
  asked.bots[0] = "remote:alice move-time=4s";
  const wire::Record record = play(boss, asked).at(0);
  // then it is out for that
  EXPECT_EQ(reason_of(record, 0), "DISCONNECTED");
  EXPECT_EQ(record.winner, base::seat(1));
  EXPECT_EQ(alice.wait(), 1);
  EXPECT_EQ(bob.wait(), 0);
  EXPECT_EQ(daemon.stop(), 0);
}

}  // namespace quiver::tests

// A bot that looks on: every event once, words of the referee while it waits, and leaving when it likes.
#include <poll.h>

#include "tests/protocol/fake_referee.hpp"

namespace quiver::tests {

class SdkWatch : public SdkTest {};

TEST_F(SdkWatch, TellsEveryEventOnceWhateverHappensToTheConnection) {
  auto peer = seated();
  const wire::Moved own = moved(0);
  const wire::Moved other = moved(1);
  peer->send({own, other, turn()});
  peer->expect<wire::Play>();
  peer->close();

  peer = referee_.accept();
  peer->expect<wire::Hello>();
  peer->send({welcome("key 2", true), match_start(), own, other, moved(2)});
  peer->expect<wire::Ready>();
  peer->send(
      {wire::Eliminated{kMatch, base::Seat{1}, wire::Reason::kTimeout, "late"}, match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.events, (std::vector<std::string>{"0 plays 1", "1 plays 2", "0 plays 3", "1 is out"}));
}

TEST_F(SdkWatch, HearsTheRefereeWhileItWaits) {
  unsigned asked = 0;
  bot_.waits = [&](int referee) {
    if (++asked > 1) return true;
    pollfd watched{referee, POLLIN, 0};
    EXPECT_EQ(poll(&watched, 1, 60'000), 1);
    return false;
  };
  auto peer = seated();
  peer->send({turn()});
  peer->send({wire::Ping{5}});
  EXPECT_EQ(peer->expect<wire::Pong>().number, 5U);
  EXPECT_EQ(peer->expect<wire::Play>().ply, 0U);
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_GE(asked, 2U);
}

TEST_F(SdkWatch, IsNotAskedAgainWhenTheMatchHasEndedMeanwhile) {
  bot_.waits = [&](int referee) {
    pollfd watched{referee, POLLIN, 0};
    EXPECT_EQ(poll(&watched, 1, 60'000), 1);
    return false;
  };
  auto peer = seated();
  peer->send({turn()});
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_TRUE(diary_.chosen_at.empty());
  EXPECT_EQ(diary_.results.size(), 1U);
}

TEST_F(SdkWatch, LeavesAfterAMatchWhenItHasHadEnough) {
  bot_.stays_ = false;
  auto peer = seated();
  peer->send({match_end()});
  EXPECT_FALSE(peer->receive());
  peer->close();
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "");
}

TEST_F(SdkWatch, HearsTheEndBeforeItLeaves) {
  bot_.stays_ = false;
  auto peer = seated();
  peer->send({wire::Eliminated{kMatch, base::Seat{0}, wire::Reason::kResigned, "it resigned"}, match_end()});
  EXPECT_FALSE(peer->receive());
  peer->close();
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.results.size(), 1U);
}

}  // namespace quiver::tests

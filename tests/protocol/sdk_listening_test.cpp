// A bot that waits for more than its own thoughts: it hears the referee meanwhile, and leaves when it likes.
#include <poll.h>

#include "tests/protocol/fake_referee.hpp"

namespace quiver::tests {

class SdkListening : public SdkTest {};

TEST_F(SdkListening, HearsOnceWhySomebodyIsOut) {
  const wire::Eliminated out{kMatch, base::Seat{1}, wire::Reason::kTimeout, "late"};
  auto peer = seated();
  peer->send({out});
  peer->close();
  peer = referee_.accept();
  peer->expect<wire::Hello>();
  peer->send({welcome("key 2", true), match_start(), out, match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.reasons, "1:TIMEOUT ");
  EXPECT_EQ(diary_.followed, "1:x1 ");
}

TEST_F(SdkListening, HearsTheRefereeWhileItWaits) {
  unsigned asked = 0;
  std::promise<void> waiting;
  bot_.waits = [&](int referee) {
    if (++asked > 1) return true;
    waiting.set_value();
    pollfd watched{referee, POLLIN, 0};
    EXPECT_EQ(poll(&watched, 1, 60'000), 1);
    return false;
  };
  auto peer = seated();
  peer->send({turn()});
  waiting.get_future().wait();  // what comes with the Turn would be read before it
  peer->send({wire::Ping{5}});
  EXPECT_EQ(peer->expect<wire::Pong>().number, 5U);
  EXPECT_EQ(peer->expect<wire::Play>().ply, 0U);
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_GE(asked, 2U);
}

TEST_F(SdkListening, IsNotAskedAgainWhenTheMatchHasEndedMeanwhile) {
  std::promise<void> waiting;
  bot_.waits = [&](int referee) {
    waiting.set_value();
    pollfd watched{referee, POLLIN, 0};
    EXPECT_EQ(poll(&watched, 1, 60'000), 1);
    return false;
  };
  auto peer = seated();
  peer->send({turn()});
  waiting.get_future().wait();
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_TRUE(diary_.chosen_at.empty());
  EXPECT_EQ(diary_.results.size(), 1U);
}

TEST_F(SdkListening, LeavesAfterAMatchWhenItHasHadEnough) {
  bot_.leaves_ = true;
  auto peer = seated();
  peer->send({match_end()});
  EXPECT_FALSE(peer->receive());
  peer->close();
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "");
}

TEST_F(SdkListening, HearsTheEndBeforeItLeaves) {
  bot_.leaves_ = true;
  auto peer = seated();
  peer->send({wire::Eliminated{kMatch, base::Seat{0}, wire::Reason::kResigned, "it resigned"}, match_end()});
  EXPECT_FALSE(peer->receive());
  peer->close();
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.results.size(), 1U);
}

}  // namespace quiver::tests

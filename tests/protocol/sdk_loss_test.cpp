// The SDK loses its connection: when it comes back, how, and what its bot notices.
#include <cstdlib>

#include "tests/protocol/fake_referee.hpp"

namespace quiver::tests {

class SdkLoss : public SdkTest {
 protected:
  // The bot's next connection, with this key in its Hello.
  std::unique_ptr<Peer> back_with(const std::string& key) {
    auto peer = referee_.accept();
    const auto hello = peer->expect<wire::Hello>();
    EXPECT_EQ(hello.resume_key, key);
    EXPECT_EQ(hello.token, "secret");
    return peer;
  }
};

TEST_F(SdkLoss, ComesBackAndSaysTheSameMoveWithoutThinkingAgain) {
  auto peer = seated();
  peer->send({turn()});
  const auto play = peer->expect<wire::Play>();
  peer->close();

  peer = back_with("key 1");
  peer->send({welcome("key 2", true), match_start()});
  peer->expect<wire::Ready>();
  peer->send({turn()});
  EXPECT_EQ(peer->expect<wire::Play>().move, play.move);
  peer->close();

  // The move has arrived meanwhile, and the other seat's answer to it.
  peer = back_with("key 2");
  const wire::Moved own = moved(0);
  const wire::Moved other = moved(1);
  peer->send({welcome("key 3", true), match_start(), own, other, turn()});
  peer->expect<wire::Ready>();
  EXPECT_EQ(peer->expect<wire::Play>().ply, 2U);
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "");
  EXPECT_EQ(diary_.starts.size(), 1U);
  EXPECT_EQ(diary_.chosen_at, (std::vector<std::uint64_t>{start_.hash(), position_.hash()}));
  EXPECT_EQ(diary_.results.size(), 1U);
}

TEST_F(SdkLoss, FollowsEveryMoveOnceThoughItIsToldAgain) {
  auto peer = seated();
  const wire::Moved first = moved(3);
  const wire::Moved second = moved(0);
  peer->send({first, wire::Ping{1}});
  peer->expect<wire::Pong>();
  peer->close();
  peer = back_with("key 1");
  peer->send({welcome("key 2", true), match_start(), first, second, turn()});
  peer->expect<wire::Ready>();
  EXPECT_EQ(peer->expect<wire::Play>().ply, 2U);
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.followed, "0:4 1:1 ");
}

TEST_F(SdkLoss, FindsOutWhileItThinks) {
  auto peer = seated();
  bot_.choice = [&](const games::Position&) {
    peer->close();
    return games::ConnectFourMove{2};
  };
  peer->send({turn()});
  auto again = back_with("key 1");
  again->send({welcome("key 2", true), match_start()});
  again->expect<wire::Ready>();
  again->send({turn()});
  EXPECT_EQ(std::get<games::ConnectFourMove>(again->expect<wire::Play>().move).column, 2U);
  again->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.chosen_at.size(), 1U);
}

TEST_F(SdkLoss, TriesAgainWhileNobodyAnswers) {
  auto peer = seated();
  peer->close();
  back_with("key 1")->close();
  back_with("key 1")->close();
  peer = back_with("key 1");
  peer->send({welcome("key 2", true), match_start()});
  peer->expect<wire::Ready>();
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkLoss, TriesAgainWhileTheRefereeIsWaryOfItsAddress) {
  auto peer = seated();
  peer->close();
  peer = back_with("key 1");
  peer->send({wire::Refused{wire::Refused::Code::kTooMany, "too many wrong tokens; try again in 1s"}});
  peer = back_with("key 1");
  peer->send({welcome("key 2", true), match_start()});
  peer->expect<wire::Ready>();
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkLoss, GivesUpWhenTheSeatIsLost) {
  window_ = std::chrono::milliseconds(120);
  auto peer = seated();
  referee_.close();
  peer->close();
  EXPECT_EQ(exit_code(), 1);
  EXPECT_EQ(said(), "fixture-bot: the connection was lost and did not come back in time\n");
}

TEST_F(SdkLoss, GivesUpWhenItIsNotTakenBack) {
  auto peer = seated();
  peer->close();
  peer = back_with("key 1");
  peer->send({wire::Refused{wire::Refused::Code::kResume, "that seat is gone"}});
  EXPECT_EQ(exit_code(), 1);
  EXPECT_EQ(said(), "fixture-bot: the referee does not take this bot back: that seat is gone\n");
}

TEST_F(SdkLoss, OutsideAMatchComesBackAsSomebodyNewIfNeedBe) {
  auto peer = welcomed();
  peer->close();
  peer = back_with("key 1");
  peer->send({wire::Refused{wire::Refused::Code::kResume, "who is that"}});
  peer = back_with("");
  peer->send({welcome("key 2"), goodbye()});
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkLoss, OutsideAMatchEndsABotThatWasStartedByTheReferee) {
  ::setenv("QUIVER_ADDRESS", referee_.url().c_str(), 1);
  ::setenv("QUIVER_TOKEN", "one-time", 1);
  run({});
  auto peer = referee_.accept();
  EXPECT_EQ(peer->expect<wire::Hello>().token, "one-time");
  peer->send({welcome("key")});
  peer->close();
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "");
  ::unsetenv("QUIVER_ADDRESS");
  ::unsetenv("QUIVER_TOKEN");
}

}  // namespace quiver::tests

// A player and the values that it is made of.
#include "referee/net/players/player.hpp"

#include <gtest/gtest.h>

#include "tests/unit/net/given_match_end.hpp"

namespace quiver::tests {

using net::PingState;
using net::Player;
using net::PlayerSeats;
using net::ResumeKeys;
using std::chrono::seconds;

TEST(ResumeKeys, AreRenewedWithEachWelcome) {
  ResumeKeys keys;
  EXPECT_FALSE(keys.accept(""));
  const std::string first = keys.renew(false);
  EXPECT_TRUE(keys.accept(first));
  EXPECT_FALSE(keys.accept(""));
  const std::string second = keys.renew(false);
  EXPECT_FALSE(keys.accept(first));
  EXPECT_TRUE(keys.accept(second));
}

TEST(ResumeKeys, KeepTheOneThatSurelyArrivedUntilTheNextMessage) {
  ResumeKeys keys;
  const std::string arrived = keys.renew(false);
  keys.confirm();
  // when two Welcomes in a row get lost
  const std::string lost = keys.renew(true);
  const std::string latest = keys.renew(true);
  EXPECT_TRUE(keys.accept(arrived));
  EXPECT_FALSE(keys.accept(lost));
  EXPECT_TRUE(keys.accept(latest));
  // and when the bot has the latest
  keys.confirm();
  EXPECT_FALSE(keys.accept(arrived));
  EXPECT_TRUE(keys.accept(latest));
}

TEST(PingState, TakesTheAnswerToTheOutstandingPingOnce) {
  PingState pings;
  EXPECT_FALSE(pings.answer(0, kStart));
  const std::uint64_t number = pings.send(kStart);
  EXPECT_EQ(pings.sent(), kStart);
  EXPECT_FALSE(pings.answer(number + 1, kStart));
  EXPECT_TRUE(pings.answer(number, kStart + seconds(2)));
  EXPECT_EQ(pings.last_activity(), kStart + seconds(2));
  EXPECT_FALSE(pings.sent());
  EXPECT_FALSE(pings.answer(number, kStart));
}

TEST(PingState, ForgivesAStallButNotMoreThanThereWas) {
  PingState pings;
  pings.note_activity(kStart);
  pings.send(kStart + seconds(5));
  pings.forgive(seconds(4), kStart + seconds(8));
  EXPECT_EQ(pings.last_activity(), kStart + seconds(4));
  EXPECT_EQ(pings.sent(), kStart + seconds(8));
}

TEST(PlayerSeats, AreFreeUpToTheCapacity) {
  PlayerSeats seats(2);
  EXPECT_EQ(seats.num_free(), 2U);
  for (const wire::MatchId match : {7U, 8U, 9U}) seats.add({match, base::seat(1)});
  EXPECT_EQ(seats.num_free(), 0U);
  EXPECT_EQ(seats.find(8), base::seat(1));
  seats.remove(end_of(8), kStart);
  EXPECT_FALSE(seats.find(8));
  EXPECT_EQ(seats.num_free(), 0U);
  seats.remove(end_of(7), kStart + seconds(1));
  EXPECT_EQ(seats.num_free(), 1U);
  EXPECT_EQ(seats.free_since(), kStart + seconds(1));
}

TEST(PlayerSeats, RememberHowTheLatestMatchesEnded) {
  PlayerSeats seats(2);
  for (wire::MatchId match = 1; match <= 20; ++match) {
    seats.add({match, base::seat(0)});
    EXPECT_FALSE(seats.has_ended(match));
    seats.remove(end_of(match), kStart);
  }
  EXPECT_FALSE(seats.has_ended(4));
  EXPECT_TRUE(seats.has_ended(5));
  // As many as it can have missed, the oldest first.
  const auto ends = seats.recent_ends();
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0].match, 19U);
  EXPECT_EQ(ends[1].match, 20U);
}

TEST(Players, AreOfThreeKinds) {
  wire::Hello hello;
  hello.token = "ann-token";
  hello.games = {"amazons"};
  hello.capacity = 5000;
  const auto remote = Player::remote({"ann", true}, hello);
  EXPECT_TRUE(remote->is_remote() && remote->is_admin());
  EXPECT_EQ(remote->credential(), "ann-token");
  EXPECT_EQ(remote->seats().capacity(), Player::kMostCapacity);
  EXPECT_TRUE(remote->plays("amazons"));
  EXPECT_FALSE(remote->plays("quoridor"));
  const auto launched = Player::launched("bot", true);
  EXPECT_TRUE(launched->is_launched() && launched->is_untimed());
  const auto person = Player::person("eve");
  EXPECT_TRUE(person->is_person());
  EXPECT_FALSE(person->is_admin() || launched->is_admin());
  EXPECT_NE(person->credential(), launched->credential());
  EXPECT_EQ(person->credential().size(), 32U);
}

TEST(Players, AreFreeUnlessReservedOrBusy) {
  const auto player = Player::person("eve");
  EXPECT_TRUE(player->is_free());
  player->set_reserved(true);
  EXPECT_FALSE(player->is_free());
  player->set_reserved(false);
  player->seats().add({1, base::seat(0)});
  EXPECT_FALSE(player->is_free());
  player->leave(end_of(1), kStart);
  EXPECT_TRUE(player->is_free());
  EXPECT_EQ(player->pings().last_activity(), kStart);
}

TEST(Players, ForgetAFailureWithTheNextMessage) {
  const auto player = Player::launched("bot", false);
  player->note_failure("it says: no memory");
  EXPECT_EQ(player->failure(), "it says: no memory");
  player->note_message();
  EXPECT_EQ(player->failure(), "");
}

}  // namespace quiver::tests

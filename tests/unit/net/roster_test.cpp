// Who is known to the server, and how they are found.
#include "referee/net/players/roster.hpp"

#include <gtest/gtest.h>

#include "tests/unit/net/given_match_end.hpp"

namespace quiver::tests {

using net::Player;
using net::PlayerPtr;
using net::Roster;
using std::chrono::seconds;

namespace {

PlayerPtr remote(const std::string& name, std::vector<std::string> games, unsigned capacity = 1) {
  wire::Hello hello;
  hello.token = name + "-token";
  hello.games = std::move(games);
  hello.capacity = capacity;
  PlayerPtr player = Player::remote({name}, hello);
  player->set_present(true);  // as good as a connection
  return player;
}

wire::Hello resuming(const PlayerPtr& player, const std::string& key) {
  wire::Hello hello;
  hello.token = player->credential();
  hello.resume_key = key;
  return hello;
}

}  // namespace

TEST(Roster, FindsFreeRemoteBotsByNameAndGame) {
  Roster roster;
  const PlayerPtr ann = remote("ann", {"amazons"});
  roster.add(ann);
  EXPECT_EQ(roster.find_free("ann", "amazons"), ann);
  EXPECT_EQ(roster.find_free("ann", "quoridor"), nullptr);
  EXPECT_EQ(roster.find_free("bob", "amazons"), nullptr);
  // when it plays, it is present and not free
  ann->seats().add({1, base::seat(0)});
  EXPECT_EQ(roster.find_free("ann", "amazons"), nullptr);
  EXPECT_TRUE(roster.is_present("ann", "amazons"));
  // and also when it lost its connection during the match
  ann->set_present(false);
  EXPECT_TRUE(roster.is_present("ann", "amazons"));
  EXPECT_TRUE(roster.remote_players("amazons").empty());
  // but not afterwards
  ann->leave(end_of(1), kStart);
  EXPECT_FALSE(roster.is_present("ann", "amazons"));
}

TEST(Roster, NeverOffersLaunchedBots) {
  Roster roster;
  const PlayerPtr bot = Player::launched("bot", false);
  bot->set_games({"amazons"});
  bot->set_present(true);
  roster.expect(bot);
  roster.confirm(bot);
  EXPECT_EQ(roster.find_free("bot", "amazons"), nullptr);
  EXPECT_FALSE(roster.is_present("bot", "amazons"));
  EXPECT_TRUE(roster.remote_players("amazons").empty());
  EXPECT_TRUE(roster.waiting(kStart, seconds(0)).empty());
}

TEST(Roster, ExpectsALaunchedBotOnce) {
  Roster roster;
  const PlayerPtr bot = Player::launched("bot", false);
  roster.expect(bot);
  EXPECT_EQ(roster.find_expected(bot->credential()), bot);
  EXPECT_EQ(roster.find_expected(""), nullptr);
  EXPECT_TRUE(roster.players().empty());
  roster.confirm(bot);
  EXPECT_EQ(roster.find_expected(bot->credential()), nullptr);
  EXPECT_EQ(roster.players(), std::vector{bot});
}

TEST(Roster, ResumesByKeyTokenAndListener) {
  Roster roster;
  const PlayerPtr ann = remote("ann", {});
  const PlayerPtr bot = Player::launched("bot", false);
  roster.add(ann);
  roster.confirm(bot);
  const std::string anns = ann->resume_keys().renew(false);
  const std::string bots = bot->resume_keys().renew(false);
  EXPECT_EQ(roster.find_resuming(resuming(ann, anns), nullptr), ann);
  EXPECT_EQ(roster.find_resuming(resuming(bot, bots), bot), bot);
  // with the token or the key of another
  EXPECT_EQ(roster.find_resuming(resuming(bot, anns), nullptr), nullptr);
  EXPECT_EQ(roster.find_resuming(resuming(ann, bots), nullptr), nullptr);
  // through another listener
  EXPECT_EQ(roster.find_resuming(resuming(bot, bots), nullptr), nullptr);
  EXPECT_EQ(roster.find_resuming(resuming(ann, anns), bot), nullptr);
  // once it is removed
  roster.remove(ann);
  EXPECT_EQ(roster.find_resuming(resuming(ann, anns), nullptr), nullptr);
}

TEST(Roster, ListsThoseWhoWaitTheLongestFirst) {
  Roster roster;
  const PlayerPtr ann = remote("ann", {"amazons"});
  const PlayerPtr bob = remote("bob", {"amazons"});
  ann->seats().remove(end_of(1), kStart + seconds(2));
  bob->seats().remove(end_of(2), kStart + seconds(1));
  roster.add(ann);
  roster.add(bob);
  EXPECT_EQ(roster.waiting(kStart + seconds(3), seconds(1)), (std::vector{bob, ann}));
  EXPECT_EQ(roster.waiting(kStart + seconds(2), seconds(1)), std::vector{bob});
  bob->set_reserved(true);
  EXPECT_TRUE(roster.waiting(kStart + seconds(2), seconds(1)).empty());
}

TEST(Roster, ForgetsRemoteBotsThatStayAway) {
  Roster roster;
  const PlayerPtr ann = remote("ann", {"amazons"});
  roster.add(ann);
  ann->pings().note_activity(kStart);
  EXPECT_FALSE(roster.forget_absent(kStart + seconds(31), seconds(30))) << "it is connected";
  ann->set_present(false);
  EXPECT_FALSE(roster.forget_absent(kStart + seconds(30), seconds(30)));
  // when the referee was stalled, that time does not count
  roster.forgive(seconds(5), kStart + seconds(30));
  EXPECT_FALSE(roster.forget_absent(kStart + seconds(35), seconds(30)));
  EXPECT_TRUE(roster.forget_absent(kStart + seconds(36), seconds(30)));
  EXPECT_TRUE(roster.players().empty());
}

TEST(Roster, ListsCompetitorsAndNoAdministrators) {
  Roster roster;
  roster.add(remote("root", {}));
  roster.add(remote("ann", {"amazons"}, 3));
  EXPECT_TRUE(roster.competitors("root").empty());
  EXPECT_EQ(roster.competitors("ann").size(), 1U);
  wire::Listing listing;
  roster.add_to(listing);
  ASSERT_EQ(listing.competitors.size(), 1U);
  EXPECT_EQ(listing.competitors[0].name, "ann");
  EXPECT_EQ(listing.competitors[0].capacity, 3U);
  EXPECT_EQ(listing.competitors[0].playing, 0U);
  EXPECT_TRUE(listing.competitors[0].connected);
}

}  // namespace quiver::tests

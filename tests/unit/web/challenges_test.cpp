// Challenges: whose they are, and what becomes of their games.
#include "referee/web/teams/challenges.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

v1::Challenge challenge(const std::vector<std::string>& ids) {
  v1::Challenge out;
  for (const std::string& id : ids) {
    out.add_games()->set_id(id);
    out.mutable_games()->rbegin()->set_state(v1::ChallengeGame::WAITING);
  }
  return out;
}

v1::GameSummary over(const std::string& id, v1::End end) {
  v1::GameSummary out;
  out.set_id(id);
  out.set_end(end);
  out.set_sentence("ann won");
  if (end != v1::VOID) out.set_winner(1);
  for (const char* name : {"bob", "ann"}) out.add_seats()->set_name(name);
  return out;
}

}  // namespace

TEST(Challenges, AreFollowedUntilAllGamesAreOver) {
  web::Challenges challenges;
  challenges.add("ann", challenge({"c-1", "c-2"}));
  challenges.add("bob", challenge({"c-3"}));
  EXPECT_FALSE(challenges.on_begin("ladder-1", {"ann", "bob"}));
  const auto begun = challenges.on_begin("c-1", {"ann", "bob"});
  ASSERT_TRUE(begun);
  EXPECT_EQ(begun->team, "ann");
  EXPECT_EQ(begun->challenge.games(0).state(), v1::ChallengeGame::PLAYING);
  EXPECT_EQ(begun->challenge.games(0).names(1), "bob");
  EXPECT_EQ(challenges.on_over(over("c-1", v1::VOID))->challenge.games(0).state(), v1::ChallengeGame::VOID);
  const auto last = challenges.on_over(over("c-2", v1::PLAYED_OUT));
  EXPECT_TRUE(last->challenge.over());
  EXPECT_EQ(last->challenge.games(1).winner(), 1U);
  EXPECT_EQ(last->challenge.games(1).names(1), "ann");
  EXPECT_TRUE(challenges.open_of("ann").empty());
  EXPECT_EQ(challenges.open_of("bob").size(), 1U);
}

TEST(Challenges, OldOnesAreForgotten) {
  web::Challenges challenges;
  for (std::size_t k = 0; k <= web::Challenges::kRemembered; ++k)
    challenges.add("ann", challenge({"c-" + std::to_string(k)}));
  EXPECT_FALSE(challenges.on_begin("c-0", {}));
  EXPECT_TRUE(challenges.on_begin("c-1", {}));
}

}  // namespace quiver::tests

// Sessions: a new secret each time, nothing but hashes, and an end for each.
#include "referee/web/teams/sessions.hpp"

#include <set>

#include <gtest/gtest.h>

#include "client_sdk/wire/sha256.hpp"
#include "referee/web/http/body_slots.hpp"

namespace quiver::tests {

namespace {

using namespace std::chrono_literals;

class GivenSessions : public testing::Test {
 protected:
  std::string begin(const std::string& id) { return *sessions.begin({id, "hash of " + id}, here, now); }
  bool is_in(const std::string& secret) { return sessions.find(secret, now).has_value(); }

  web::Sessions sessions;
  net::AddressKey here{1};
  base::Time now = base::clock_now();
};

}  // namespace

TEST_F(GivenSessions, EachBeginsWithASecretOfItsOwn) {
  std::set<std::string> secrets;
  for (int k = 0; k < 10; ++k) secrets.insert(begin("ann"));
  EXPECT_EQ(secrets.size(), 10U);
  for (const std::string& secret : secrets) {
    EXPECT_EQ(secret.size(), 64U);
    EXPECT_EQ(secret.find_first_not_of("0123456789abcdef"), std::string::npos);
    const auto found = sessions.find(secret, now);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->account.id, "ann");
    EXPECT_EQ(found->hash, wire::sha256_hex(secret)) << "the secret itself is nowhere";
  }
}

TEST_F(GivenSessions, SecretsFromOutsideAreNeverTaken) {
  begin("ann");
  for (const std::string& guess : {std::string(64, 'a'), std::string(64, '0'), std::string(),
                                   std::string("x"), std::string(100'000, 'a')})
    EXPECT_FALSE(is_in(guess));
  // Nor the hash of one that is good.
  EXPECT_FALSE(is_in(wire::sha256_hex(begin("ann"))));
}

TEST_F(GivenSessions, AreSignedOut) {
  const std::string secret = begin("ann");
  const std::string other = begin("ann");
  sessions.end(secret);
  EXPECT_FALSE(is_in(secret));
  EXPECT_TRUE(is_in(other));
  sessions.end(secret);
  sessions.end("no secret at all");
  EXPECT_EQ(sessions.size(), 1U);
}

TEST_F(GivenSessions, EndAfterTwelveHoursWithoutARequest) {
  const std::string used = begin("ann");
  const std::string unused = begin("ann");
  now += 12h - 1s;
  EXPECT_TRUE(is_in(used));
  now += 2s;
  EXPECT_TRUE(is_in(used));
  EXPECT_FALSE(is_in(unused));
  now += 12h;
  EXPECT_FALSE(is_in(used));
  EXPECT_EQ(sessions.size(), 0U) << "whoever is not asked for is not remembered either";
}

TEST_F(GivenSessions, EndWithTheirToken) {
  const std::string ann = begin("ann");
  const std::string bob = begin("bob");
  const auto hash = sessions.find(bob, now)->hash;
  sessions.sweep([](const web::Sessions::Account& account) { return account.token_hash == "hash of ann"; },
                 now);
  EXPECT_TRUE(is_in(ann));
  EXPECT_FALSE(is_in(bob));
  EXPECT_FALSE(sessions.is_open(hash));
}

TEST_F(GivenSessions, OneTooManyOfAnAccountEndsTheOneThatWasUsedLongestAgo) {
  std::vector<std::string> secrets;
  for (std::size_t k = 0; k < web::Sessions::Limits().of_one_account; ++k) {
    secrets.push_back(begin("ann"));
    now += 1s;
  }
  const std::string bob = begin("bob");
  EXPECT_TRUE(is_in(secrets[0]));  // and so it was used just now
  begin("ann");
  EXPECT_TRUE(is_in(secrets[0]));
  EXPECT_FALSE(is_in(secrets[1]));
  EXPECT_TRUE(is_in(bob)) << "others are left alone";
}

TEST_F(GivenSessions, AnAddressHasAtMostSoMany) {
  sessions = web::Sessions({12h, 16, 20});
  for (int k = 0; k < 20; ++k) begin("team" + std::to_string(k));
  const auto refused = sessions.begin({"ann", "hash"}, here, now);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 429U);
  here = {2};
  EXPECT_TRUE(sessions.begin({"ann", "hash"}, here, now));
  here = {1};
  now += 12h;
  EXPECT_TRUE(sessions.begin({"ann", "hash"}, here, now)) << "expired ones do not count";
}

TEST(BodySlots, StrangersTakeNoneOfThoseWhoHaveSignedIn) {
  web::BodySlots slots(2, 2);
  auto one = slots.enter("");
  auto two = slots.enter("");
  EXPECT_FALSE(slots.enter(""));
  auto ann = slots.enter("ann");
  EXPECT_TRUE(ann);
  EXPECT_FALSE(slots.enter("ann")) << "one at a time";
  auto bob = slots.enter("bob");
  EXPECT_FALSE(slots.enter("eve"));
  ann.reset();
  EXPECT_TRUE(slots.enter("eve"));
  one.reset();
  EXPECT_TRUE(slots.enter(""));
}

TEST(BodySlots, MayBeGivenBackLate) {
  web::BodySlots::Slot late;
  {
    web::BodySlots slots(1, 1);
    late = slots.enter("ann");
  }
  late.reset();
}

}  // namespace quiver::tests

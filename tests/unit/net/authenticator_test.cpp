// Who a Hello comes from, without a network.
#include "referee/net/authenticator.hpp"

#include <gtest/gtest.h>

#include "client_sdk/wire/sha256.hpp"

namespace quiver::tests {

using net::Authenticator;
using net::Identity;
using net::Tokens;
using wire::Refused;

namespace {

wire::Hello hello(const std::string& name, const std::string& token) {
  wire::Hello out;
  out.name = name;
  out.token = token;
  return out;
}

// The name of who was identified, or the code of the refusal.
std::variant<std::string, Refused::Code> outcome(const Authenticator::Verdict& verdict) {
  if (const auto* identity = std::get_if<Identity>(&verdict)) return identity->name;
  return std::get<Refused>(verdict).code;
}

class Authenticators : public testing::Test {
 protected:
  static auto is(const std::string& name) { return std::variant<std::string, Refused::Code>(name); }
  static auto is(Refused::Code code) { return std::variant<std::string, Refused::Code>(code); }

  net::ConnectionLimiter limiter_;
  Authenticator authenticator_{limiter_};
};

}  // namespace

TEST_F(Authenticators, TakeTheNameFromTheToken) {
  authenticator_.set_tokens(Tokens::parse("ann ann-token admin\n").value());
  EXPECT_EQ(outcome(authenticator_.identify(hello("bob", "ann-token"), false)), is("ann"));
  EXPECT_TRUE(std::get<Identity>(authenticator_.identify(hello("", "ann-token"), false)).admin);
  EXPECT_EQ(outcome(authenticator_.identify(hello("ann", ""), true)), is(Refused::Code::kToken));
  EXPECT_EQ(outcome(authenticator_.identify(hello("ann", "guess"), true)), is(Refused::Code::kToken));
  EXPECT_EQ(authenticator_.find("ann-token")->name, "ann");
  EXPECT_FALSE(authenticator_.find("guess"));
}

TEST_F(Authenticators, TakeOnlyThisMachineWithoutTokens) {
  EXPECT_EQ(outcome(authenticator_.identify(hello("bob", ""), true)), is("bob"));
  EXPECT_EQ(outcome(authenticator_.identify(hello("bob", ""), false)), is(Refused::Code::kNotLocal));
  EXPECT_EQ(outcome(authenticator_.identify(hello("bob", "token"), true)), is(Refused::Code::kToken));
  EXPECT_EQ(outcome(authenticator_.identify(hello("b/b", ""), true)), is(Refused::Code::kName));
  EXPECT_FALSE(authenticator_.find("")) << "there are no tokens";
}

// Teams come while the referee runs, with tokens of which it knows the hash.
TEST_F(Authenticators, KnowTeamsBesideTheFile) {
  net::TeamAccess teams;
  teams.tokens.add("team-4", wire::sha256_hex("made-at-run-time"));
  teams.barred["ann"] = "the team ann was disqualified: copied";
  authenticator_.set_teams(teams);
  EXPECT_EQ(outcome(authenticator_.identify(hello("", "made-at-run-time"), false)), is("team-4"));
  EXPECT_EQ(outcome(authenticator_.identify(hello("bob", ""), true)), is("bob"));
  EXPECT_EQ(outcome(authenticator_.identify(hello("team-4", ""), true)), is(Refused::Code::kName))
      << "the name alone is not enough";
  EXPECT_EQ(outcome(authenticator_.identify(hello("ann", ""), true)), is(Refused::Code::kName));
  EXPECT_EQ(outcome(authenticator_.identify(hello("x", "guess"), true)), is(Refused::Code::kToken));

  authenticator_.set_tokens(Tokens::parse("ann ann-token admin\n").value());
  EXPECT_EQ(outcome(authenticator_.identify(hello("", "made-at-run-time"), false)), is("team-4"));
  const auto refused = authenticator_.identify(hello("", "ann-token"), false);
  EXPECT_EQ(std::get<Refused>(refused).sentence, "the team ann was disqualified: copied");
  EXPECT_TRUE(authenticator_.find_hash(wire::sha256_hex("ann-token"))->admin) << "who it is is known still";
  EXPECT_TRUE(authenticator_.has_name("team-4"));
  EXPECT_FALSE(authenticator_.has_name("bob"));
  authenticator_.set_teams({});
  EXPECT_EQ(outcome(authenticator_.identify(hello("", "ann-token"), false)), is("ann"));
  EXPECT_EQ(outcome(authenticator_.identify(hello("", "made-at-run-time"), false)),
            is(Refused::Code::kToken));
}

TEST_F(Authenticators, TrustThisMachineIfToldSo) {
  EXPECT_FALSE(std::get<Identity>(authenticator_.identify(hello("bob", ""), true)).admin);
  authenticator_.trust_this_machine();
  EXPECT_TRUE(std::get<Identity>(authenticator_.identify(hello("bob", ""), true)).admin);
}

TEST_F(Authenticators, LetNobodyInOnceClosedAndKeepTheFirstReason) {
  EXPECT_FALSE(authenticator_.is_closed());
  authenticator_.close("first");
  authenticator_.close("second");
  EXPECT_TRUE(authenticator_.is_closed());
  const auto refused = std::get<Refused>(authenticator_.identify(hello("bob", ""), true));
  EXPECT_EQ(refused.code, Refused::Code::kStopping);
  EXPECT_EQ(refused.sentence, "first");
}

TEST_F(Authenticators, PauseAddressesThatGuess) {
  const base::Time now{std::chrono::hours(1)};
  const net::AddressKey origin{1};
  for (unsigned k = 0; k < net::ConnectionLimiter::kFree; ++k) {
    EXPECT_FALSE(authenticator_.pause(origin, now)) << k;
    authenticator_.note_wrong_token(origin, now);
  }
  ASSERT_TRUE(authenticator_.pause(origin, now));
  EXPECT_EQ(authenticator_.pause(origin, now)->sentence,
            "too many wrong tokens came from this address; try again in 1s");
  EXPECT_FALSE(authenticator_.pause({2}, now)) << "another address";
  authenticator_.note_good_token(origin);
  EXPECT_FALSE(authenticator_.pause(origin, now));
}

}  // namespace quiver::tests

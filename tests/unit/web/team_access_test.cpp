// Who a request comes from: cookies, tokens, and what another site's page can send.
#include "referee/web/teams/team_access.hpp"

#include <gtest/gtest.h>

#include "tests/unit/web/fake_teams.hpp"

namespace quiver::tests {

namespace {

using namespace std::chrono_literals;
using Does = web::TeamAccess::Does;

class GivenAccess : public testing::Test {
 protected:
  // Signs in and returns the cookie as a browser sends it back.
  std::string sign_in(const std::string& token, const std::string& cookies = "") {
    web::Request request = own(cookies);
    const auto signed_in = access.sign_in(request, token, now);
    return signed_in ? signed_in->cookie.substr(0, signed_in->cookie.find(';')) : "";
  }
  web::Request own(const std::string& cookies) {
    web::Request request;
    request.cookies = cookies;
    request.own_script = true;
    request.address = here;
    request.secure = tls;
    return request;
  }
  unsigned status(const web::Request& request, Does does = Does::kRead) {
    const auto visitor = access.visitor(request, does, now);
    return visitor ? 200 : visitor.error().status;
  }
  unsigned status(const std::string& cookies, Does does = Does::kRead) { return status(own(cookies), does); }

  FakeTeams teams;
  bool tls = false;
  net::AddressKey here{1};
  base::Time now = base::clock_now();
  web::TeamAccess access{teams, [](const web::Request& request) { return request.secure; }};
};

}  // namespace

TEST(Cookies, AreFoundByTheirName) {
  EXPECT_EQ(web::cookie_value("a=1; quiver_session=x; b=2", "quiver_session"), "x");
  EXPECT_EQ(web::cookie_value("quiver_session=x=y", "quiver_session"), "x=y");
  EXPECT_EQ(web::cookie_value("  a=1 ;b=2  ", "b"), "2");
  EXPECT_EQ(web::cookie_value("xquiver_session=x", "quiver_session"), "");
  EXPECT_EQ(web::cookie_value("quiver_session", "quiver_session"), "");
  EXPECT_EQ(web::cookie_value(";;;=", "quiver_session"), "");
  EXPECT_EQ(web::cookie_value("", "quiver_session"), "");
}

TEST(Cookies, OfWhichThereAreTwoAreNone) {
  EXPECT_EQ(web::cookie_value("s=mine; s=theirs", "s"), "");
  EXPECT_EQ(web::cookie_value("s=x; s=x", "s"), "");
}

TEST_F(GivenAccess, ATokenBeginsASession) {
  const std::string cookie = sign_in("ann-token");
  ASSERT_TRUE(cookie.starts_with("quiver_session="));
  const auto visitor = access.visitor(own(cookie), Does::kChange, now);
  ASSERT_TRUE(visitor);
  EXPECT_EQ(visitor->caller.id, "ann");
  EXPECT_FALSE(visitor->caller.admin);
  EXPECT_EQ(status(""), 401U);
  EXPECT_EQ(status("quiver_session=" + std::string(64, 'a')), 401U);
}

TEST_F(GivenAccess, TheCookieIsForThisPageAlone) {
  web::Request request = own("");
  const std::string plain = access.sign_in(request, "ann-token", now)->cookie;
  EXPECT_NE(plain.find("; Path=/; HttpOnly; SameSite=Strict"), std::string::npos) << plain;
  EXPECT_EQ(plain.find("Secure"), std::string::npos) << "a browser would not send it back";
  request.secure = true;
  const std::string secure = access.sign_in(request, "ann-token", now)->cookie;
  EXPECT_TRUE(secure.starts_with("__Host-quiver_session=")) << secure;
  EXPECT_NE(secure.find("; Path=/; HttpOnly; SameSite=Strict; Secure"), std::string::npos) << secure;
}

TEST_F(GivenAccess, UnderTlsOnlyItsOwnCookieCounts) {
  const std::string plain = sign_in("ann-token");
  tls = true;
  EXPECT_EQ(status(plain), 401U) << "it may have been set by a page without TLS";
  const std::string secure = sign_in("ann-token");
  EXPECT_EQ(status(secure), 200U);
  EXPECT_EQ(status(plain + "; " + secure), 200U);
}

// Session fixation: somebody who has planted a cookie gets nothing of it.
TEST_F(GivenAccess, SigningInEndsTheSessionThatWasThereAndMakesANewOne) {
  const std::string planted = "quiver_session=" + std::string(64, 'f');
  const std::string ann = sign_in("ann-token", planted);
  EXPECT_NE(ann, planted);
  EXPECT_EQ(status(planted), 401U);
  const std::string bob = sign_in("bob-token", ann);
  EXPECT_NE(bob, ann);
  EXPECT_EQ(status(ann), 401U) << "the session from before is dead";
  EXPECT_EQ(access.visitor(own(bob), Does::kRead, now)->caller.id, "bob");
}

TEST_F(GivenAccess, ChangesNeedTheHeaderThatOtherSitesCannotSend) {
  const std::string cookie = sign_in("ann-token");
  web::Request forged = own(cookie);
  forged.own_script = false;
  EXPECT_EQ(status(forged, Does::kRead), 200U);
  EXPECT_EQ(status(forged, Does::kChange), 403U);
  EXPECT_EQ(access.sign_in(forged, "ann-token", now).error().status, 403U);
}

TEST_F(GivenAccess, AProgramSendsItsTokenWithEachRequest) {
  web::Request request;
  request.address = here;
  for (const char* given : {"Bearer ann-token", "bearer  ann-token ", "BEARER ann-token"}) {
    request.authorization = given;
    const auto visitor = access.visitor(request, Does::kChange, now);
    ASSERT_TRUE(visitor) << given;
    EXPECT_EQ(visitor->caller.id, "ann");
  }
  request.authorization = "Bearer eve-token";
  EXPECT_EQ(status(request), 403U);
  // What a proxy asks its own users for is not for this page.
  request.authorization = "Basic YW5uOnNlY3JldA==";
  EXPECT_EQ(status(request), 401U);
  request.cookies = sign_in("bob-token");
  EXPECT_EQ(access.visitor(request, Does::kRead, now)->caller.id, "bob");
}

TEST_F(GivenAccess, WrongTokensPauseAnAddress) {
  for (unsigned k = 0; k < net::ConnectionLimiter::kFree; ++k)
    EXPECT_EQ(access.sign_in(own(""), "guess", now).error().status, 403U);
  EXPECT_EQ(access.sign_in(own(""), "ann-token", now).error().status, 429U) << "the right one too";
  web::Request program;
  program.address = here;
  program.authorization = "Bearer ann-token";
  EXPECT_EQ(status(program), 429U);
  here = {2};
  EXPECT_NE(sign_in("ann-token"), "") << "others are not paused";
  here = {1};
  now += 2s;
  EXPECT_NE(sign_in("ann-token"), "");
}

TEST_F(GivenAccess, SessionsGoOnWhileTheirAddressIsPaused) {
  const std::string cookie = sign_in("ann-token");
  for (int k = 0; k < 10; ++k) static_cast<void>(access.sign_in(own(""), "guess", now));
  EXPECT_EQ(status(cookie, Does::kChange), 200U);
}

TEST_F(GivenAccess, ASessionEndsWithItsToken) {
  const std::string cookie = sign_in("ann-token");
  const auto visitor = access.visitor(own(cookie), Does::kRead, now);
  EXPECT_TRUE(access.is_current(*visitor));
  teams.tokens.erase("ann-token");
  EXPECT_EQ(status(cookie), 401U);
  EXPECT_FALSE(access.is_current(*visitor));
  teams.tokens["another-token"] = {"ann", false};
  EXPECT_EQ(status(cookie), 401U) << "another token does not bring it back";
}

TEST_F(GivenAccess, ATokenThatIsSomebodyElsesNowEndsTheSession) {
  const std::string cookie = sign_in("ann-token");
  teams.tokens["ann-token"] = {"eve", false};
  EXPECT_EQ(status(cookie), 401U);
}

TEST_F(GivenAccess, SigningOutEndsTheSessionAndRemovesTheCookie) {
  const std::string cookie = sign_in("ann-token");
  const auto visitor = access.visitor(own(cookie), Does::kRead, now);
  const std::string removal = access.sign_out(own(cookie));
  EXPECT_TRUE(removal.starts_with("quiver_session=;")) << removal;
  EXPECT_NE(removal.find("Max-Age=0"), std::string::npos) << removal;
  EXPECT_EQ(status(cookie), 401U);
  EXPECT_FALSE(access.is_current(*visitor));
}

}  // namespace quiver::tests

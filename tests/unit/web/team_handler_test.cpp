// The teams' part of the page, through the handler that answers all requests: who may ask, and what is passed
// on.
#include "referee/web/teams/team_handler.hpp"

#include <map>
#include <memory>

#include <gtest/gtest.h>

#include "quiver/v1/spectator.pb.h"
#include "quiver/v1/teams.pb.h"
#include "referee/run/referee.hpp"
#include "referee/web/json.hpp"
#include "referee/web/page_handler.hpp"
#include "tests/unit/web/fake_peer.hpp"
#include "tests/unit/web/fake_teams.hpp"

namespace quiver::tests {

namespace {

struct Answered {
  unsigned status = 0;
  std::string body;
  std::multimap<std::string, std::string> headers;

  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
  template <class Message>
  [[nodiscard]] Message as() const {
    Message message;
    EXPECT_TRUE(web::read_json(body, message)) << body;
    return message;
  }
};

class GivenTeamsPage : public testing::Test {
 protected:
  static run::Settings settings() {
    run::Settings how;
    how.listen = {"127.0.0.1", 0};
    how.log = net::Log::Level::kWarning;
    return how;
  }
  GivenTeamsPage() {
    web::Settings page;
    page.running = "ladder";
    handler = std::make_unique<web::PageHandler>(*referee, page);
    handler->set_teams(&teams);
    teams.add("ann");
  }

  // A request of the page's own script.
  web::Request request(const std::string& method, const std::string& path,
                       const std::string& body = "") const {
    web::Request one;
    one.method = method;
    one.path = path;
    one.host = "localhost:8080";
    one.origin = "http://localhost:8080";
    one.own_script = true;
    one.cookies = cookies;
    one.content_type = "application/json";
    one.body = body;
    one.address = {1};
    return one;
  }
  Answered ask(const web::Request& one) {
    Answered out;
    handler->on_request(one, [&](const web::Response& response) {
      out.status = response.status;
      out.body = response.body ? *response.body : "";
      out.headers.insert(response.headers.begin(), response.headers.end());
    });
    return out;
  }
  Answered get(const std::string& path) { return ask(request("GET", path)); }
  Answered post(const std::string& path, const std::string& body = "{}") {
    return ask(request("POST", path, body));
  }
  void sign_in(const std::string& token) {
    const Answered answer = post("/api/v1/session", "{\"token\":\"" + token + "\"}");
    ASSERT_EQ(answer.status, 200U) << answer.body;
    const std::string cookie = answer.header("Set-Cookie");
    cookies = cookie.substr(0, cookie.find(';'));
  }
  web::Request upload(std::uint64_t size) const {
    web::Request one = request("POST", "/api/v1/submissions", std::string(size, 'x'));
    one.content_type = "application/octet-stream";
    one.query = {{"file", "my_bot.py"}, {"kind", "python"}};
    one.announced = size;
    return one;
  }
  // The status that a request is refused with before its body is read; 0 if it is not.
  unsigned refused(const web::Request& one) {
    const auto limit = handler->body_limit(one);
    const auto* response = std::get_if<web::Response>(&limit);
    return response ? response->status : 0;
  }

  FakeTeams teams;
  std::unique_ptr<run::Referee> referee = run::Referee::open(settings()).value();
  std::unique_ptr<web::PageHandler> handler;
  std::string cookies;
};

}  // namespace

// --- signing in

TEST_F(GivenTeamsPage, SigningInIsAnsweredByWhoItIsAndACookie) {
  const Answered answer = post("/api/v1/session", R"({"token":"ann-token"})");
  EXPECT_EQ(answer.status, 200U);
  const auto me = answer.as<v1::Me>();
  EXPECT_EQ(me.id(), "ann");
  ASSERT_EQ(me.versions_size(), 1);
  EXPECT_EQ(me.versions(0).state(), v1::TeamVersion::WAITING);
  EXPECT_EQ(me.accepts_size(), 2);
  EXPECT_TRUE(answer.header("Set-Cookie").starts_with("quiver_session="));
  EXPECT_EQ(answer.header("Cache-Control"), "no-store");
  EXPECT_EQ(answer.body.find("ann-token"), std::string::npos) << "a token is never sent back";
}

TEST_F(GivenTeamsPage, WrongTokensGetNoCookie) {
  const Answered answer = post("/api/v1/session", R"({"token":"guess"})");
  EXPECT_EQ(answer.status, 403U);
  EXPECT_EQ(answer.header("Set-Cookie"), "");
}

TEST_F(GivenTeamsPage, SigningOutEndsIt) {
  sign_in("ann-token");
  EXPECT_EQ(get("/api/v1/me").status, 200U);
  const Answered answer = post("/api/v1/session/end");
  EXPECT_EQ(answer.status, 200U);
  EXPECT_NE(answer.header("Set-Cookie").find("Max-Age=0"), std::string::npos);
  EXPECT_EQ(get("/api/v1/me").status, 401U) << "the old cookie opens nothing";
}

TEST_F(GivenTeamsPage, NobodyAndTheWrongOnesAreRefused) {
  const std::vector<std::pair<std::string, std::string>> all = {
      {"GET", "/api/v1/me"},
      {"GET", "/api/v1/submissions/1"},
      {"POST", "/api/v1/submissions"},
      {"POST", "/api/v1/versions/1/activate"},
      {"POST", "/api/v1/withdraw"},
      {"POST", "/api/v1/challenges"},
      {"GET", "/api/v1/admin/teams"},
      {"GET", "/api/v1/admin/audit"},
      {"GET", "/api/v1/admin/invitations"},
      {"GET", "/api/v1/admin/teams/ann/submissions/1"},
      {"POST", "/api/v1/admin/invitations"},
      {"POST", "/api/v1/admin/invitations/abc/revoke"},
      {"POST", "/api/v1/admin/teams/ann/disqualify"},
      {"POST", "/api/v1/admin/teams/ann/reinstate"},
      {"POST", "/api/v1/admin/announcement"}};
  for (const auto& [method, path] : all) EXPECT_EQ(ask(request(method, path, "{}")).status, 401U) << path;
  sign_in("ann-token");
  for (const auto& [method, path] : all) {
    if (!path.starts_with("/api/v1/admin")) continue;
    EXPECT_EQ(ask(request(method, path, "{}")).status, 403U) << path;
  }
  EXPECT_EQ(teams.asked, std::vector<std::string>());
}

// Cross-site request forgery: the browser adds the cookie, and that is not enough.
TEST_F(GivenTeamsPage, OtherSitesCannotChangeAnything) {
  sign_in("ann-token");
  const std::vector<std::string> paths = {"/api/v1/withdraw",   "/api/v1/versions/1/activate",
                                          "/api/v1/challenges", "/api/v1/session/end",
                                          "/api/v1/session",    "/api/v1/join",
                                          "/api/v1/join/check"};
  for (const std::string& path : paths) {
    web::Request without_header = request("POST", path, "{}");
    without_header.own_script = false;
    EXPECT_EQ(ask(without_header).status, 403U) << path;
    for (const char* origin :
         {"http://evil.example", "http://localhost:9999", "https://localhost:8080", "null"}) {
      web::Request foreign = request("POST", path, "{}");
      foreign.origin = origin;
      EXPECT_EQ(ask(foreign).status, 403U) << path << " from " << origin;
    }
  }
  web::Request send = upload(10);
  send.own_script = false;
  EXPECT_EQ(refused(send), 403U);
  EXPECT_EQ(ask(send).status, 403U);
  send = upload(10);
  send.origin = "http://evil.example";
  EXPECT_EQ(refused(send), 403U);
  EXPECT_EQ(ask(send).status, 403U);
  EXPECT_EQ(teams.asked, std::vector<std::string>());
  EXPECT_EQ(get("/api/v1/me").status, 200U) << "and still signed in";
}

TEST_F(GivenTeamsPage, AProgramNeedsATokenAndNoHeader) {
  web::Request program = request("POST", "/api/v1/withdraw");
  program.own_script = false;
  program.origin = "";
  program.authorization = "Bearer ann-token";
  EXPECT_EQ(ask(program).status, 200U);
  EXPECT_EQ(teams.asked, std::vector<std::string>({"ann withdraws"}));
}

// --- submissions

TEST_F(GivenTeamsPage, ASubmissionIsPassedOn) {
  sign_in("ann-token");
  const Answered answer = ask(upload(100));
  EXPECT_EQ(answer.status, 202U) << answer.body;
  EXPECT_EQ(answer.as<v1::Submission>().version().number(), 1U);
  ASSERT_EQ(teams.uploads.size(), 1U);
  EXPECT_EQ(teams.uploads[0].file_name, "my_bot.py");
  EXPECT_EQ(teams.uploads[0].kind, "python");
  EXPECT_EQ(teams.uploads[0].bytes.size(), 100U);
}

TEST_F(GivenTeamsPage, BodiesAreLargeForThoseWhoHaveSignedInAlone) {
  EXPECT_EQ(refused(upload(100'000)), 401U);
  sign_in("ann-token");
  const auto limit = handler->body_limit(upload(100'000));
  ASSERT_TRUE(std::holds_alternative<web::BodyLimit>(limit));
  EXPECT_EQ(std::get<web::BodyLimit>(limit).most, teams.taken.max_size);
  EXPECT_EQ(std::get<web::BodyLimit>(limit).account, "ann");
  EXPECT_EQ(refused(upload(teams.taken.max_size + 1)), 413U);
  // Everything else is as short as ever.
  const auto other = handler->body_limit(request("POST", "/api/v1/challenges"));
  EXPECT_EQ(std::get<web::BodyLimit>(other).most, 16U << 10U);
  EXPECT_EQ(std::get<web::BodyLimit>(other).account, "");
}

TEST_F(GivenTeamsPage, ASubmissionThatIsRefusedAnywayIsRefusedBeforeItsBytes) {
  sign_in("ann-token");
  teams.refusal = "submissions are closed";
  EXPECT_EQ(refused(upload(100)), 409U);
}

TEST_F(GivenTeamsPage, WrongTokensOfSubmissionsAreCounted) {
  for (unsigned k = 0; k < net::ConnectionLimiter::kFree; ++k) {
    web::Request guess = upload(100'000);
    guess.authorization = "Bearer guess" + std::to_string(k);
    EXPECT_EQ(refused(guess), 403U);
  }
  web::Request guess = upload(100'000);
  guess.authorization = "Bearer ann-token";
  EXPECT_EQ(refused(guess), 429U);
}

TEST_F(GivenTeamsPage, ASubmissionHasATypeThatNoFormCanSend) {
  sign_in("ann-token");
  for (const char* type : {"text/plain", "multipart/form-data", "application/x-www-form-urlencoded", ""}) {
    web::Request one = upload(10);
    one.content_type = type;
    EXPECT_EQ(ask(one).status, 415U) << type;
  }
  web::Request form = request("POST", "/api/v1/challenges", "{}");
  form.content_type = "text/plain";
  EXPECT_EQ(ask(form).status, 415U);
}

TEST_F(GivenTeamsPage, ATeamReadsItsOwnReportsOnly) {
  sign_in("ann-token");
  const Answered answer = get("/api/v1/submissions/3");
  EXPECT_EQ(answer.status, 200U);
  EXPECT_EQ(teams.asked, std::vector<std::string>({"ann reads 3 of ann"}));
  EXPECT_EQ(answer.as<v1::Submission>().report(), "line 1: it does not compile ?")
      << "valid UTF-8, whatever a compiler says";
  EXPECT_EQ(get("/api/v1/submissions/bob").status, 404U);
  EXPECT_EQ(get("/api/v1/submissions/-1").status, 404U);
  EXPECT_EQ(get("/api/v1/admin/teams/bob/submissions/1").status, 403U);
  EXPECT_EQ(teams.asked.size(), 1U);
}

TEST_F(GivenTeamsPage, ARefusalOfTheServiceIsItsSentence) {
  sign_in("ann-token");
  teams.refusal = "version 7 was never admitted";
  const Answered answer = post("/api/v1/versions/7/activate");
  EXPECT_EQ(answer.status, 409U);
  EXPECT_EQ(answer.as<v1::WebError>().sentence(), "version 7 was never admitted");
}

// --- joining

TEST_F(GivenTeamsPage, AnInvitationMakesATeamThatIsSignedIn) {
  const Answered check = post("/api/v1/join/check", "{\"key\":\"" + teams.key + "\"}");
  EXPECT_EQ(check.status, 200U);
  EXPECT_TRUE(check.as<v1::JoinCheck>().valid());
  EXPECT_EQ(check.as<v1::JoinCheck>().display(), "Équipe 4");
  const Answered answer =
      post("/api/v1/join", "{\"key\":\"" + teams.key + R"(","id":"eve","display":"Équipe 4"})");
  EXPECT_EQ(answer.status, 200U) << answer.body;
  EXPECT_EQ(answer.as<v1::JoinAnswer>().token(), "eve-new-token");
  const std::string cookie = answer.header("Set-Cookie");
  cookies = cookie.substr(0, cookie.find(';'));
  EXPECT_EQ(get("/api/v1/me").as<v1::Me>().id(), "eve");
}

TEST_F(GivenTeamsPage, GuessedLinksPauseTheAddress) {
  for (unsigned k = 0; k < net::ConnectionLimiter::kFree; ++k)
    EXPECT_FALSE(post("/api/v1/join/check", R"({"key":"guess"})").as<v1::JoinCheck>().valid());
  EXPECT_EQ(post("/api/v1/join/check", "{\"key\":\"" + teams.key + "\"}").status, 429U)
      << "the right one too";
  EXPECT_EQ(post("/api/v1/join", "{\"key\":\"" + teams.key + "\",\"id\":\"eve\"}").status, 429U);
  EXPECT_EQ(post("/api/v1/session", R"({"token":"ann-token"})").status, 429U);
  EXPECT_EQ(teams.asked, std::vector<std::string>());
}

TEST_F(GivenTeamsPage, AWrongKeyJoinsNothing) {
  EXPECT_EQ(post("/api/v1/join", R"({"key":"guess","id":"eve"})").status, 404U);
  EXPECT_EQ(teams.asked, std::vector<std::string>());
}

// --- administrators

TEST_F(GivenTeamsPage, AnAdministratorDoesWhatTheyDo) {
  sign_in("boss-token");
  EXPECT_EQ(get("/api/v1/admin/teams").as<v1::TeamList>().teams_size(), 1);
  EXPECT_EQ(get("/api/v1/admin/audit").as<v1::AuditList>().entries(0).number(), 100U);
  web::Request few = request("GET", "/api/v1/admin/audit");
  few.query = {{"most", "7"}};
  EXPECT_EQ(ask(few).as<v1::AuditList>().entries(0).number(), 7U);
  few.query = {{"most", "all"}};
  EXPECT_EQ(ask(few).status, 400U);
  EXPECT_EQ(get("/api/v1/admin/invitations").as<v1::InvitationList>().invitations(0).hash(),
            wire::sha256_hex(teams.key));
  const auto made = post("/api/v1/admin/invitations", R"({"display":"Équipe 5","hours":24})");
  EXPECT_EQ(made.as<v1::NewInvitation>().link(), "http://localhost:8080/join#" + teams.key);
  EXPECT_EQ(post("/api/v1/admin/invitations", R"({"hours":100000})").status, 400U);
  EXPECT_EQ(post("/api/v1/admin/invitations/abcd/revoke").status, 200U);
  EXPECT_EQ(post("/api/v1/admin/teams/ann/disqualify", R"({"why":"copied"})").status, 200U);
  EXPECT_EQ(post("/api/v1/admin/teams/ann/disqualify", R"({"team":"bob","why":"copied"})").status, 400U);
  EXPECT_EQ(post("/api/v1/admin/teams/ann/reinstate").status, 200U);
  EXPECT_EQ(post("/api/v1/admin/announcement", R"({"text":"The cup begins at ten."})").status, 200U);
  EXPECT_EQ(get("/api/v1/admin/teams/ann/submissions/1").status, 200U);
  EXPECT_EQ(teams.asked,
            std::vector<std::string>({"boss invites Équipe 5 for 24 h", "boss revokes abcd",
                                      "boss disqualifies ann: copied", "boss reinstates ann",
                                      "boss says The cup begins at ten.", "boss reads 1 of ann"}));
}

TEST_F(GivenTeamsPage, WhatIsAnnouncedIsTextInThePage) {
  const auto page = [&] { return get("/my").body; };
  EXPECT_NE(page().find(R"(<meta name="announcement" content="">)"), std::string::npos);
  EXPECT_NE(page().find(R"(content="ladder teams")"), std::string::npos);
  teams.announced = "\"><script>alert(1)</script> & @about@ 'x'";
  EXPECT_NE(page().find("content=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; @about@ 'x'\""),
            std::string::npos)
      << page();
  EXPECT_EQ(page().find("<script>alert"), std::string::npos);
  EXPECT_EQ(get("/api/v1/notice").as<v1::Notice>().announcement(), teams.announced);
  teams.announced = "";
  EXPECT_NE(page().find(R"(<meta name="announcement" content="">)"), std::string::npos) << "it is gone again";
}

// --- the rest

TEST_F(GivenTeamsPage, OtherMethodsAreRefusedWithTheRightOne) {
  sign_in("ann-token");
  const Answered answer = get("/api/v1/withdraw");
  EXPECT_EQ(answer.status, 405U);
  EXPECT_EQ(answer.header("Allow"), "POST");
  EXPECT_EQ(post("/api/v1/me").status, 405U);
  EXPECT_EQ(post("/api/v1/nothing").status, 405U);
  EXPECT_EQ(get("/api/v1/nothing").status, 404U);
}

TEST_F(GivenTeamsPage, WithoutTeamsThereIsNothingOfIt) {
  handler->set_teams(nullptr);
  EXPECT_TRUE(teams.observers.empty());
  EXPECT_EQ(get("/api/v1/me").status, 404U);
  EXPECT_EQ(get("/my").body.find("teams\""), std::string::npos);
  EXPECT_EQ(post("/api/v1/session", R"({"token":"ann-token"})").status, 405U);
  EXPECT_EQ(refused(upload(10)), 0U);
  EXPECT_EQ(std::get<web::BodyLimit>(handler->body_limit(upload(10))).most, 16U << 10U);
}

TEST_F(GivenTeamsPage, AnAnswerThatComesAfterThePageIsNotSent) {
  sign_in("ann-token");
  teams.waits = true;
  bool answered = false;
  handler->on_request(request("POST", "/api/v1/withdraw"), [&](const web::Response&) { answered = true; });
  handler.reset();
  teams.answer_all();
  EXPECT_FALSE(answered);
  EXPECT_TRUE(teams.observers.empty());
}

TEST_F(GivenTeamsPage, ChallengesAreAnsweredByTheirGames) {
  sign_in("ann-token");
  const auto challenge = post("/api/v1/challenges", R"({"opponent":"bob","games":2})").as<v1::Challenge>();
  EXPECT_EQ(teams.asked, std::vector<std::string>({"ann challenges bob to 2"}));
  ASSERT_EQ(challenge.games_size(), 2);
  EXPECT_EQ(challenge.games(1).id(), "challenges-2");
  EXPECT_EQ(challenge.games(1).state(), v1::ChallengeGame::WAITING);
}

// --- the stream

class GivenTeamStream : public GivenTeamsPage {
 protected:
  std::shared_ptr<web::Listener> upgrade(const std::string& origin = "http://localhost:8080") {
    web::Request one = request("GET", "/ws/me");
    one.origin = origin;
    std::shared_ptr<web::Listener> listener;
    handler->on_upgrade(one, [&](const std::variant<web::ListenerPtr, web::Response>& admission) {
      if (const auto* found = std::get_if<web::ListenerPtr>(&admission))
        listener = *found;
      else
        status = std::get<web::Response>(admission).status;
    });
    return listener;
  }
  // What has been sent since the last call.
  std::vector<v1::TeamUpdate> heard() {
    handler->teams()->stream().tell_everything();
    std::vector<v1::TeamUpdate> out;
    for (const std::string& text : std::exchange(peer->heard, {}))
      EXPECT_TRUE(web::read_json(text, out.emplace_back())) << text;
    return out;
  }
  unsigned status = 0;
  std::shared_ptr<FakePeer> peer = std::make_shared<FakePeer>();
};

TEST_F(GivenTeamStream, IsForThoseWhoHaveSignedIn) {
  EXPECT_FALSE(upgrade());
  EXPECT_EQ(status, 401U);
  sign_in("ann-token");
  EXPECT_FALSE(upgrade("http://evil.example")) << "WebSockets of other sites have the cookie, too";
  EXPECT_EQ(status, 403U);
  EXPECT_TRUE(upgrade());
}

TEST_F(GivenTeamStream, BeginsWithEverythingAndGoesOnWithChanges) {
  sign_in("ann-token");
  const auto listener = upgrade();
  listener->on_open(peer);
  auto first = heard();
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].me().id(), "ann");
  EXPECT_EQ(first[1].submission().version().number(), 1U);
  // Of another team, nothing.
  teams::TeamObserver& observer = *teams.observers.at(0);
  observer.on_progress("bob", 1, {"build", "secret of bob"});
  observer.on_submission(FakeTeams::view("bob", 1));
  EXPECT_TRUE(heard().empty());
  auto view = FakeTeams::view("ann", 1);
  view.version.state = store::TeamVersion::State::kBuilding;
  observer.on_submission(view);
  observer.on_progress("ann", 1, {"build", "g++ my_bot.cpp"});
  observer.on_progress("ann", 1, {"build", "warning \xff"});
  const auto changes = heard();
  ASSERT_EQ(changes.size(), 2U) << "in one message";
  EXPECT_TRUE(changes[0].has_me());
  EXPECT_EQ(changes[1].progress().state(), v1::TeamVersion::BUILDING);
  ASSERT_EQ(changes[1].progress().lines_size(), 2);
  EXPECT_EQ(changes[1].progress().lines(1).line(), "warning ?");
  view.version.state = store::TeamVersion::State::kAdmitted;
  view.version.report = "all is well";
  observer.on_submission(view);
  const auto end = heard();
  ASSERT_EQ(end.size(), 2U);
  EXPECT_EQ(end[1].submission().report(), "all is well");
  listener->on_closed();
  observer.on_team("ann");
  EXPECT_TRUE(heard().empty());
}

TEST_F(GivenTeamStream, IsClosedWithTheSession) {
  sign_in("ann-token");
  const auto listener = upgrade();
  listener->on_open(peer);
  EXPECT_EQ(post("/api/v1/session/end").status, 200U);
  EXPECT_EQ(peer->closed, web::kClosePolicy);
  listener->on_closed();
}

TEST_F(GivenTeamStream, IsClosedWithTheToken) {
  sign_in("ann-token");
  const auto listener = upgrade();
  listener->on_open(peer);
  handler->teams()->sweep(base::clock_now());
  EXPECT_EQ(peer->closed, 0U);
  teams.tokens.erase("ann-token");
  handler->teams()->sweep(base::clock_now());
  EXPECT_EQ(peer->closed, web::kClosePolicy);
  listener->on_closed();
}

TEST_F(GivenTeamStream, MayOutliveTheTeams) {
  sign_in("ann-token");
  const auto opened = upgrade();
  opened->on_open(peer);
  const auto late = upgrade();
  handler->set_teams(nullptr);
  EXPECT_EQ(peer->closed, web::kCloseTryLater);
  opened->on_closed();
  const auto other = std::make_shared<FakePeer>();
  late->on_open(other);
  EXPECT_EQ(other->closed, web::kCloseTryLater);
  late->on_closed();
}

TEST_F(GivenTeamStream, TakesNothing) {
  sign_in("ann-token");
  const auto listener = upgrade();
  listener->on_open(peer);
  listener->on_text("{}");
  EXPECT_EQ(peer->closed, web::kClosePolicy);
  listener->on_closed();
}

TEST_F(GivenTeamStream, DropsWhoeverDoesNotRead) {
  sign_in("ann-token");
  const auto listener = upgrade();
  listener->on_open(peer);
  heard();
  peer->reads = false;
  peer->send(web::text(std::string(web::Broadcast::kMostWaiting + 1, ' ')));
  teams.observers.at(0)->on_team("ann");
  handler->teams()->stream().tell_everything();
  EXPECT_EQ(peer->dropped, 1);
  listener->on_closed();
}

}  // namespace quiver::tests

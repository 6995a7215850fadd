// What a team and an administrator are answered over the protocol: a real server and a real store, and builds
// that end as the test says.
#include "referee/teams/team_listener.hpp"

#include "tests/unit/net/given_submission.hpp"
#include "tests/unit/net/server_peer.hpp"
#include "tests/unit/teams/given_teams.hpp"

namespace quiver::tests {

namespace {

using State = wire::TeamVersion::State;

teams::TeamRules rules_of_listener() {
  teams::TeamRules rules;
  rules.kinds = {"python"};
  rules.max_size = 1000;
  return rules;
}

class AListener : public StoreFolder {
 protected:
  void SetUp() override {
    StoreFolder::SetUp();
    run_.emplace(folder_, rules_of_listener());
    server_.admission().set_tokens(
        net::Tokens::parse("ann ann-token\nbob bob-token\nteacher teacher-token admin\n").value());
    listener_.emplace(*run_->service, server_.matches().observers(),
                      teams::Host{"connect4", "https://ladder.example"});
    server_.teams().set_requests(&*listener_);
  }
  void TearDown() override {
    server_.teams().set_requests(nullptr);
    listener_.reset();
    run_.reset();
    StoreFolder::TearDown();
  }

  // The next message, when nothing more happens by itself.
  std::optional<wire::RefereeMessage> hear(Peer& peer) {
    run_->settle();
    io_.poll();
    return peer.hear();
  }
  template <class Message>
  Message expect(Peer& peer) {
    const auto heard = hear(peer);
    const auto* wanted = heard ? std::get_if<Message>(&*heard) : nullptr;
    EXPECT_NE(wanted, nullptr) << (heard ? "message " + std::to_string(heard->index()) : "no message");
    return wanted != nullptr ? *wanted : Message{};
  }
  std::string error(Peer& peer) { return expect<wire::Error>(peer).sentence; }
  template <class Body>
  Body answer(Peer& peer) {
    const auto heard = expect<wire::TeamAnswer>(peer);
    const auto* body = std::get_if<Body>(&heard.body);
    EXPECT_NE(body, nullptr) << heard.body.index();
    return body != nullptr ? *body : Body{};
  }
  static void ask(Peer& peer, const wire::TeamBody& body) { peer.send(wire::TeamRequest{body}); }
  static void ask(Peer& peer, const wire::AdminBody& body) { peer.send(wire::TeamRequest{body}); }
  // Over this connection, up to the answer to the last part.
  void submit(Peer& peer, const std::string& bytes) {
    peer.send(announced(bytes));
    expect<wire::SubmitWanted>(peer);
    peer.send(wire::SubmitPart{bytes});
  }

  boost::asio::io_context io_;
  net::Log log_{net::Log::Level::kOff};
  net::MatchServer server_{io_, log_, {}, {}};
  std::optional<TeamRun> run_;
  std::optional<teams::TeamListener> listener_;
};

}  // namespace

TEST_F(AListener, TellsTheProgressOfASubmissionAndItsReport) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  submit(ann, "print()");
  EXPECT_EQ(expect<wire::SubmitAccepted>(ann).number, 1U);
  auto progress = expect<wire::SubmitProgress>(ann);
  EXPECT_EQ(progress.number, 1U);
  while (progress.state == State::kWaiting) progress = expect<wire::SubmitProgress>(ann);
  EXPECT_EQ(progress.state, State::kBuilding);
  run_->host.builds.front().listener.on_line({"build", "nothing to build"});
  progress = expect<wire::SubmitProgress>(ann);
  ASSERT_EQ(progress.lines.size(), 1U);
  EXPECT_EQ(progress.lines[0].line, "nothing to build");
  run_->admit("first");
  progress = expect<wire::SubmitProgress>(ann);
  EXPECT_EQ(progress.state, State::kAdmitted);
  const auto report = expect<wire::SubmitReport>(ann);
  EXPECT_EQ(report.number, 1U);
  EXPECT_EQ(report.state, State::kAdmitted);
  EXPECT_EQ(report.title, "Title of first");
  EXPECT_NE(report.report.find("nothing to build"), std::string::npos) << report.report;
  EXPECT_EQ(report.page, "https://ladder.example/my");
  EXPECT_FALSE(hear(ann)) << "that was all";
}

TEST_F(AListener, LetsASubmissionBeFollowedAgain) {
  {
    Peer ann(io_, server_);
    EXPECT_FALSE(ann.greet("ann-token"));
    submit(ann, "print()");
    expect<wire::SubmitAccepted>(ann);
  }
  io_.poll();
  for (const char* line : {"one", "two", "three"})
    run_->host.builds.front().listener.on_line({"build", line});
  Peer again(io_, server_);
  EXPECT_FALSE(again.greet("ann-token"));
  again.send(wire::SubmitFollow{1, 2});
  const auto progress = expect<wire::SubmitProgress>(again);
  ASSERT_EQ(progress.lines.size(), 1U);
  EXPECT_EQ(progress.lines[0].line, "three");
  EXPECT_FALSE(progress.anew);
  again.send(wire::SubmitFollow{1, 7});  // more than there are: it was begun again meanwhile
  const auto anew = expect<wire::SubmitProgress>(again);
  EXPECT_TRUE(anew.anew);
  EXPECT_EQ(anew.lines.size(), 3U);
  run_->refuse("it lost by TIMEOUT");
  expect<wire::SubmitProgress>(again);
  EXPECT_EQ(expect<wire::SubmitReport>(again).state, State::kRefused);
  again.send(wire::SubmitFollow{1, 0});
  EXPECT_EQ(expect<wire::SubmitProgress>(again).state, State::kRefused);
  EXPECT_NE(expect<wire::SubmitReport>(again).report.find("TIMEOUT"), std::string::npos);
}

TEST_F(AListener, DoesNotTakeTheSameBytesTwice) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  submit(ann, "print()");
  expect<wire::SubmitAccepted>(ann);
  Peer again(io_, server_);
  EXPECT_FALSE(again.greet("ann-token"));
  again.send(announced("print()"));
  EXPECT_EQ(expect<wire::SubmitAccepted>(again).number, 1U);
  expect<wire::SubmitProgress>(again);
  run_->refuse("no");
  expect<wire::SubmitProgress>(again);
  expect<wire::SubmitReport>(again);
  // After a lost connection that also holds for what has been checked meanwhile; else it is a new one.
  wire::SubmitBegin begin = announced("print()");
  begin.again = true;
  again.send(begin);
  EXPECT_EQ(expect<wire::SubmitAccepted>(again).number, 1U);
  expect<wire::SubmitProgress>(again);
  expect<wire::SubmitReport>(again);
  submit(again, "print()");
  EXPECT_EQ(expect<wire::SubmitAccepted>(again).number, 2U);
}

TEST_F(AListener, DoesNotTakeThemTwiceWhileTheyAreBeingStored) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  submit(ann, "print()");
  Peer again(io_, server_);
  EXPECT_FALSE(again.greet("ann-token"));
  again.send(announced("print()"));
  EXPECT_FALSE(again.hear()) << "it is answered when it is stored";
  EXPECT_EQ(expect<wire::SubmitAccepted>(again).number, 1U);
  EXPECT_EQ(run_->service->team({"ann", false})->versions.size(), 1U);
}

TEST_F(AListener, ShowsNobodyTheSubmissionOfAnotherTeam) {
  Peer ann(io_, server_), bob(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  EXPECT_FALSE(bob.greet("bob-token"));
  submit(ann, "print()");
  expect<wire::SubmitAccepted>(ann);
  bob.send(wire::SubmitFollow{1, 0});
  EXPECT_EQ(error(bob), "bob has no version 1; quiver team versions lists those it has");
  bob.send(announced("print()"));
  expect<wire::SubmitWanted>(bob);  // the same bytes are another submission of another team
  ask(bob, wire::Activate{1});
  EXPECT_NE(error(bob), "");
}

TEST_F(AListener, SaysBeforeTheBytesComeWhyTheyAreNotTaken) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  ann.send(announced(std::string(1001, 'x')));
  EXPECT_NE(error(ann).find("larger than"), std::string::npos);
  wire::SubmitBegin begin = announced("int main() {}");
  begin.kind = "cpp";
  ann.send(begin);
  EXPECT_EQ(error(ann), "\"cpp\" is not accepted here; accepted are python");
}

TEST_F(AListener, AnswersATeam) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  for (const char* which : {"first", "second"}) {
    submit(ann, which);
    expect<wire::SubmitAccepted>(ann);
    run_->settle();
    run_->admit(which);
    while (const auto heard = hear(ann))
      if (std::holds_alternative<wire::SubmitReport>(*heard)) break;
  }
  ask(ann, wire::Activate{1});
  EXPECT_EQ(answer<wire::TeamDone>(ann).sentence, "version 1 of ann plays now");
  ask(ann, wire::TeamStatus{});
  const auto me = answer<wire::Me>(ann);
  EXPECT_EQ(me.id, "ann");
  EXPECT_EQ(me.game, "connect4");
  EXPECT_EQ(me.page, "https://ladder.example");
  EXPECT_EQ(me.max_size, 1000U);
  EXPECT_EQ(me.accepts, std::vector<std::string>{"python"});
  ASSERT_EQ(me.versions.size(), 2U);
  EXPECT_EQ(me.versions[0].number, 2U);
  EXPECT_TRUE(me.versions[1].active);
  ask(ann, wire::Activate{9});
  EXPECT_NE(error(ann), "");
  ask(ann, wire::Withdraw{});
  EXPECT_NE(answer<wire::TeamDone>(ann).sentence.find("ann is withdrawn"), std::string::npos);
  ask(ann, wire::TeamStatus{});
  EXPECT_EQ(answer<wire::Me>(ann).state, wire::TeamState::kWithdrawn);
}

TEST_F(AListener, FollowsAChallengeToItsEnd) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  submit(ann, "print()");
  expect<wire::SubmitAccepted>(ann);
  run_->settle();
  run_->admit("first");
  while (const auto heard = hear(ann))
    if (std::holds_alternative<wire::SubmitReport>(*heard)) break;
  ask(ann, wire::ChallengeRequest{"nobody", 2, ""});
  EXPECT_EQ(error(ann), "nobody who plays now is called \"nobody\"");
  ask(ann, wire::ChallengeRequest{"mcts", 2, ""});
  auto challenge = answer<wire::Challenge>(ann);
  EXPECT_EQ(challenge.event, "ladder-challenges");
  EXPECT_EQ(challenge.opponent, "mcts");
  ASSERT_EQ(challenge.games.size(), 2U);
  EXPECT_EQ(challenge.games[0].state, wire::Challenge::Game::State::kWaiting);
  wire::Record record;
  record.id = challenge.games[0].id;
  record.seats.resize(2);
  record.seats[0].name = "ann-v1";
  record.seats[1].name = "mcts";
  record.winner = base::seat(1);
  record.sentence = "mcts won";
  run_->ladder.over("ann", record);
  challenge = answer<wire::Challenge>(ann);
  EXPECT_FALSE(challenge.over);
  EXPECT_EQ(challenge.games[0].state, wire::Challenge::Game::State::kOver);
  EXPECT_EQ(challenge.games[0].winner, 1U);
  record.id = challenge.games[1].id;
  record.end = wire::End::kVoid;
  run_->ladder.over("ann", record);
  challenge = answer<wire::Challenge>(ann);
  EXPECT_TRUE(challenge.over);
  EXPECT_EQ(challenge.games[1].state, wire::Challenge::Game::State::kVoid);
  EXPECT_EQ(challenge.games[0].sentence, "mcts won");
}

TEST_F(AListener, AnswersAnAdministrator) {
  Peer teacher(io_, server_);
  EXPECT_FALSE(teacher.greet("teacher-token"));
  ask(teacher, wire::InvitationRequest{"Équipe 4", 24});
  const auto made = answer<wire::NewInvitation>(teacher);
  EXPECT_FALSE(made.key.empty());
  EXPECT_EQ(made.link, "https://ladder.example/join#" + made.key);
  ask(teacher, wire::InvitationRequest{"late", 100'000});
  EXPECT_EQ(error(teacher), "an invitation is valid for a year at most");
  ask(teacher, wire::ListInvitations{});
  const auto invitations = answer<wire::InvitationList>(teacher).invitations;
  ASSERT_EQ(invitations.size(), 1U);
  EXPECT_EQ(invitations[0].display, "Équipe 4");
  EXPECT_EQ(invitations[0].hash, wire::sha256_hex(made.key));
  for (const std::string& hash : {std::string("0"), invitations[0].hash.substr(0, 7), std::string(64, 'g')}) {
    ask(teacher, wire::Revoke{hash});
    EXPECT_NE(error(teacher).find("there is no invitation"), std::string::npos) << hash;
  }
  ask(teacher, wire::Revoke{invitations[0].hash.substr(0, 8)});
  EXPECT_NE(answer<wire::TeamDone>(teacher).sentence.find("is revoked"), std::string::npos);
  EXPECT_EQ(run_->submit("ann"), "");
  ask(teacher, wire::Disqualify{"ann", "copied"});
  EXPECT_EQ(answer<wire::TeamDone>(teacher).sentence, "ann is disqualified");
  ask(teacher, wire::Announce{"tomorrow"});
  answer<wire::TeamDone>(teacher);
  ask(teacher, wire::ListTeams{});
  const auto list = answer<wire::TeamList>(teacher);
  EXPECT_EQ(list.announcement, "tomorrow");
  ASSERT_EQ(list.teams.size(), 1U);
  EXPECT_EQ(list.teams[0].state, wire::TeamState::kDisqualified);
  EXPECT_EQ(list.teams[0].note, "copied");
  ask(teacher, wire::Reinstate{"ann"});
  answer<wire::TeamDone>(teacher);
  ask(teacher, wire::ListAudit{2});
  const auto audit = answer<wire::AuditList>(teacher).entries;
  ASSERT_EQ(audit.size(), 2U);
  EXPECT_EQ(audit[0].who, "teacher");
  EXPECT_EQ(audit[0].action, "reinstate");
  EXPECT_EQ(audit[1].action, "announce");
}

TEST_F(AListener, MayEndBeforeItsAnswers) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  submit(ann, "print()");
  server_.teams().set_requests(nullptr);
  listener_.reset();
  run_->settle();
  EXPECT_FALSE(ann.hear());
}

}  // namespace quiver::tests

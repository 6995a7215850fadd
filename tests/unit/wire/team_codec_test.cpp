// The messages about submissions and teams arrive as they were meant.
#include "client_sdk/base/random.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "client_sdk/wire/team_json.hpp"
#include "quiver/v1/protocol.pb.h"
#include "tests/unit/wire/given_messages.hpp"

namespace quiver::tests {

using State = wire::TeamVersion::State;

namespace {

const std::string kHash(wire::kSha256Bytes, '\xfe');

wire::TeamVersion version() {
  return {7, "my_bot.py", "python", "2026-12-01T12:00:00Z", State::kChecking, "Équipe's bot", true, 3, "abc"};
}

void expect_same(const wire::TeamVersion& read, const wire::TeamVersion& written) {
  EXPECT_EQ(read.number, written.number);
  EXPECT_EQ(read.file, written.file);
  EXPECT_EQ(read.kind, written.kind);
  EXPECT_EQ(read.submitted, written.submitted);
  EXPECT_EQ(read.state, written.state);
  EXPECT_EQ(read.title, written.title);
  EXPECT_EQ(read.active, written.active);
  EXPECT_EQ(read.queue_position, written.queue_position);
  EXPECT_EQ(read.bundle, written.bundle);
}

template <class Body>
Body of_team(const Body& body) {
  const auto read = from_client(wire::TeamRequest{wire::TeamBody{body}});
  return std::get<Body>(std::get<wire::TeamBody>(read.body));
}
template <class Body>
Body of_admin(const Body& body) {
  const auto read = from_client(wire::TeamRequest{wire::AdminBody{body}});
  return std::get<Body>(std::get<wire::AdminBody>(read.body));
}
template <class Body>
Body answered(const Body& body) {
  return std::get<Body>(from_referee(wire::TeamAnswer{body}).body);
}

// A message of protobuf's own as a decoder gets it.
std::string bytes_of(const google::protobuf::MessageLite& message) { return message.SerializeAsString(); }

}  // namespace

TEST(TeamMessages, ASubmissionIsAnnouncedAndSentInParts) {
  const auto begin = from_client(wire::SubmitBegin{"bot.py", "python", std::uint64_t{1} << 40U, kHash, true});
  EXPECT_EQ(begin.file_name, "bot.py");
  EXPECT_EQ(begin.kind, "python");
  EXPECT_EQ(begin.size, std::uint64_t{1} << 40U);
  EXPECT_EQ(begin.sha256, kHash);
  EXPECT_TRUE(begin.again);
  const std::string bytes("\0\xff\x80 part", 8);
  EXPECT_EQ(from_client(wire::SubmitPart{bytes}).bytes, bytes);
  const auto follow = from_client(wire::SubmitFollow{3, 12});
  EXPECT_EQ(follow.number, 3U);
  EXPECT_EQ(follow.lines, 12U);
}

TEST(TeamMessages, TheLargestPartFitsIntoAFrame) {
  const std::string frame =
      frame_of(wire::ClientMessage{wire::SubmitPart{std::string(wire::kSubmitPart, 'x')}});
  EXPECT_LE(frame.size() - wire::kFrameHeader, wire::kMaxClientFrame);
}

TEST(TeamMessages, WhatATeamAsks) {
  of_team(wire::TeamStatus{});
  of_team(wire::Withdraw{});
  EXPECT_EQ(of_team(wire::Activate{4}).number, 4U);
  const auto challenge = of_team(wire::ChallengeRequest{"bob", 6, "donut 12"});
  EXPECT_EQ(challenge.opponent, "bob");
  EXPECT_EQ(challenge.games, 6U);
  EXPECT_EQ(challenge.board, "donut 12");
}

TEST(TeamMessages, WhatAnAdministratorAsks) {
  const auto invite = of_admin(wire::InvitationRequest{"Équipe 4", 24});
  EXPECT_EQ(invite.display, "Équipe 4");
  EXPECT_EQ(invite.hours, 24U);
  of_admin(wire::ListInvitations{});
  EXPECT_EQ(of_admin(wire::Revoke{"0123456789"}).hash, "0123456789");
  of_admin(wire::ListTeams{});
  const auto out = of_admin(wire::Disqualify{"bob", "copied"});
  EXPECT_EQ(out.team, "bob");
  EXPECT_EQ(out.why, "copied");
  EXPECT_EQ(of_admin(wire::Reinstate{"bob"}).team, "bob");
  EXPECT_EQ(of_admin(wire::Announce{"tomorrow"}).text, "tomorrow");
  EXPECT_EQ(of_admin(wire::ListAudit{17}).most, 17U);
}

TEST(TeamMessages, WhatIsLeftOutHasItsDefault) {
  v1::ClientMessage in;
  in.mutable_team_request()->mutable_challenge()->set_opponent("bob");
  auto read = wire::decode_client_message(bytes_of(in));
  const auto& body = std::get<wire::TeamRequest>(*read).body;
  EXPECT_EQ(std::get<wire::ChallengeRequest>(std::get<wire::TeamBody>(body)).games, 2U);
  in.mutable_team_request()->mutable_invite();
  read = wire::decode_client_message(bytes_of(in));
  const auto& invite = std::get<wire::TeamRequest>(*read).body;
  EXPECT_EQ(std::get<wire::InvitationRequest>(std::get<wire::AdminBody>(invite)).hours, 168U);
  in.mutable_team_request()->mutable_list_audit();
  read = wire::decode_client_message(bytes_of(in));
  const auto& audit = std::get<wire::TeamRequest>(*read).body;
  EXPECT_EQ(std::get<wire::ListAudit>(std::get<wire::AdminBody>(audit)).most, 100U);
}

TEST(TeamMessages, ARequestWithoutABodyIsNone) {
  v1::ClientMessage in;
  in.mutable_team_request();
  EXPECT_FALSE(wire::decode_client_message(bytes_of(in)));
  v1::RefereeMessage out;
  out.mutable_team_answer();
  EXPECT_FALSE(wire::decode_referee_message(bytes_of(out)));
}

TEST(TeamMessages, TheProgressAndTheReport) {
  EXPECT_EQ(from_referee(wire::SubmitWanted{100}).part, 100U);
  EXPECT_EQ(from_referee(wire::SubmitAccepted{3}).number, 3U);
  const auto progress = from_referee(
      wire::SubmitProgress{3, State::kBuilding, 2, {{"unpack", "2 files"}, {"build", "g++ …"}}, true});
  EXPECT_EQ(progress.number, 3U);
  EXPECT_EQ(progress.state, State::kBuilding);
  EXPECT_EQ(progress.queue_position, 2U);
  ASSERT_EQ(progress.lines.size(), 2U);
  EXPECT_EQ(progress.lines[1].stage, "build");
  EXPECT_EQ(progress.lines[1].line, "g++ …");
  EXPECT_TRUE(progress.anew);
  const auto report =
      from_referee(wire::SubmitReport{3, State::kAdmitted, "Bot", "all\nwell\n", "https://h/b"});
  EXPECT_EQ(report.number, 3U);
  EXPECT_EQ(report.state, State::kAdmitted);
  EXPECT_EQ(report.title, "Bot");
  EXPECT_EQ(report.report, "all\nwell\n");
  EXPECT_EQ(report.page, "https://h/b");
}

TEST(TeamMessages, AReportIsOfWhatIsSettled) {
  v1::RefereeMessage out;
  out.mutable_submit_report()->set_state(v1::TeamVersion::CHECKING);
  EXPECT_FALSE(wire::decode_referee_message(bytes_of(out)));
  out.mutable_submit_report()->set_state(v1::TeamVersion::REFUSED);
  EXPECT_TRUE(wire::decode_referee_message(bytes_of(out)));
  out.mutable_submit_progress();  // without a state
  EXPECT_FALSE(wire::decode_referee_message(bytes_of(out)));
}

TEST(TeamMessages, ATeamAsItselfSeesIt) {
  wire::Me me;
  me.id = "team-4";
  me.display = "Équipe 4";
  me.admin = true;
  me.state = wire::TeamState::kDisqualified;
  me.note = "copied";
  me.versions = {version()};
  me.accepts = {"python", "cpp"};
  me.max_size = 1U << 24U;
  me.closes = "2026-12-01T22:59:00Z";
  me.closed = true;
  me.announcement = "tomorrow";
  me.page = "https://host:8443";
  me.game = "amazons";
  const auto read = answered(me);
  EXPECT_EQ(read.id, me.id);
  EXPECT_EQ(read.display, me.display);
  EXPECT_TRUE(read.admin);
  EXPECT_EQ(read.state, me.state);
  EXPECT_EQ(read.note, me.note);
  ASSERT_EQ(read.versions.size(), 1U);
  expect_same(read.versions[0], version());
  EXPECT_EQ(read.accepts, me.accepts);
  EXPECT_EQ(read.max_size, me.max_size);
  EXPECT_EQ(read.closes, me.closes);
  EXPECT_TRUE(read.closed);
  EXPECT_EQ(read.announcement, me.announcement);
  EXPECT_EQ(read.page, me.page);
  EXPECT_EQ(read.game, me.game);
}

TEST(TeamMessages, AChallenge) {
  using Game = wire::Challenge::Game;
  wire::Challenge challenge{"ladder-challenges", "bob", {}, true, "https://host"};
  challenge.games = {{Game::State::kOver, "c-1", {"ann", "bob"}, 0U, "ann won"},
                     {Game::State::kVoid, "c-2", {}, {}, ""}};
  const auto read = answered(challenge);
  EXPECT_EQ(read.event, challenge.event);
  EXPECT_EQ(read.opponent, "bob");
  EXPECT_TRUE(read.over);
  EXPECT_EQ(read.page, challenge.page);
  ASSERT_EQ(read.games.size(), 2U);
  EXPECT_EQ(read.games[0].state, Game::State::kOver);
  EXPECT_EQ(read.games[0].id, "c-1");
  EXPECT_EQ(read.games[0].names, challenge.games[0].names);
  EXPECT_EQ(read.games[0].winner, 0U);
  EXPECT_EQ(read.games[0].sentence, "ann won");
  EXPECT_EQ(read.games[1].state, Game::State::kVoid);
  EXPECT_FALSE(read.games[1].winner);
}

TEST(TeamMessages, ListsForAnAdministrator) {
  EXPECT_EQ(answered(wire::TeamDone{"it is done"}).sentence, "it is done");
  const auto made = answered(wire::NewInvitation{"key", "https://host/join#key", "2026-12-01T00:00:00Z"});
  EXPECT_EQ(made.key, "key");
  EXPECT_EQ(made.link, "https://host/join#key");
  EXPECT_EQ(made.expires, "2026-12-01T00:00:00Z");
  const auto invitations = answered(wire::InvitationList{{{"0f", "Équipe 4", "a", "b", "team-4", true}}});
  ASSERT_EQ(invitations.invitations.size(), 1U);
  EXPECT_EQ(invitations.invitations[0].display, "Équipe 4");
  EXPECT_EQ(invitations.invitations[0].used_by, "team-4");
  EXPECT_TRUE(invitations.invitations[0].revoked);
  const auto teams = answered(wire::TeamList{
      {{2, "ann", "Ann", "c", wire::TeamState::kWithdrawn, "n", 7, {version()}, true, true}}, "tomorrow"});
  EXPECT_EQ(teams.announcement, "tomorrow");
  ASSERT_EQ(teams.teams.size(), 1U);
  EXPECT_EQ(teams.teams[0].number, 2U);
  EXPECT_EQ(teams.teams[0].state, wire::TeamState::kWithdrawn);
  EXPECT_EQ(teams.teams[0].active_version, 7U);
  expect_same(teams.teams[0].versions.at(0), version());
  EXPECT_TRUE(teams.teams[0].joined);
  EXPECT_TRUE(teams.teams[0].connected);
  const auto audit = answered(wire::AuditList{{{9, "at", "root", "invite", "ann", "24 h"}}});
  ASSERT_EQ(audit.entries.size(), 1U);
  EXPECT_EQ(audit.entries[0].number, 9U);
  EXPECT_EQ(audit.entries[0].action, "invite");
  EXPECT_EQ(audit.entries[0].detail, "24 h");
}

TEST(TeamMessages, TextThatIsNoUtf8IsMadeReadable) {
  EXPECT_EQ(from_referee(wire::SubmitReport{1, State::kRefused, "", "caf\xe9\n", ""}).report, "caf?\n");
}

TEST(TeamMessages, AsJsonForScripts) {
  EXPECT_EQ(wire::message_json(wire::TeamAnswer{wire::TeamDone{"done"}}), R"({"done":{"sentence":"done"}})");
  EXPECT_EQ(wire::message_json(wire::SubmitAccepted{3}), R"({"submitAccepted":{"number":3}})");
  EXPECT_EQ(wire::message_json(wire::SubmitReport{3, State::kRefused, "", "why\u202e", ""}),
            R"({"submitReport":{"number":3,"state":"REFUSED","title":"","report":"why\u202e","page":""}})");
}

TEST(Sha256, IsThatOfAllPieces) {
  wire::Sha256 hash;
  hash.add("ab");
  hash.add("");
  hash.add("c");
  EXPECT_EQ(base::hex(std::string_view(hash.finish())),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(wire::sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace quiver::tests

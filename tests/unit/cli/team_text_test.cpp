// What `quiver team` and `quiver admin` print of teams: readable, and nothing of it obeyed by a terminal.
#include "referee/cli/reports/team_text.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

wire::TeamVersion version_of_team(std::uint32_t number, wire::TeamVersion::State state, bool active = false) {
  return {number, "bot.py", "python", "2026-12-01T12:00:00Z", state, "", active, 0, ""};
}

}  // namespace

TEST(TeamText, SaysWhichVersionPlaysAndWhatIsAccepted) {
  using State = wire::TeamVersion::State;
  wire::Me me;
  me.id = "ann";
  me.display = "Équipe 4";
  me.accepts = {"python", "so"};
  me.max_size = 16U << 20U;
  EXPECT_EQ(cli::status_text(me),
            "ann, Équipe 4: active\nno version was submitted\naccepted: python, so, at most 16 MB\n");
  me.versions = {version_of_team(2, State::kRefused), version_of_team(1, State::kAdmitted, true)};
  me.closes = "2026-12-01T22:59:00Z";
  EXPECT_EQ(cli::status_text(me),
            "ann, Équipe 4: active\nversion 1 plays: bot.py\nversion 2, the latest: refused\n"
            "accepted: python, so, at most 16 MB, until 2026-12-01T22:59:00Z\n");
  me.versions.pop_back();
  me.closed = true;
  EXPECT_EQ(cli::status_text(me),
            "ann, Équipe 4: active\nno version plays\nversion 2, the latest: refused\n"
            "submissions closed at 2026-12-01T22:59:00Z\n");
  me.accepts.clear();
  me.state = wire::TeamState::kDisqualified;
  me.note = "copied";
  EXPECT_NE(cli::status_text(me).find("disqualified, copied\n"), std::string::npos);
  EXPECT_NE(cli::status_text(me).find("no submissions are taken\n"), std::string::npos);
}

TEST(TeamText, ListsVersionsInColumns) {
  using State = wire::TeamVersion::State;
  wire::TeamVersion waiting = version_of_team(12, State::kWaiting);
  waiting.queue_position = 3;
  EXPECT_EQ(cli::versions_text({waiting, version_of_team(9, State::kAdmitted, true)}),
            "12  2026-12-01T12:00:00Z  waiting, 2 before it  python  bot.py\n"
            "9   2026-12-01T12:00:00Z  plays                 python  bot.py\n");
  EXPECT_EQ(cli::versions_text({}), "no version was submitted\n");
}

TEST(TeamText, ShowsInvitationsAndTeamsAndWhatWasDone) {
  EXPECT_EQ(cli::invitations_text({{{"0123456789ab", "É", "", "tomorrow", "", false},
                                    {"ffffffffffff", "", "", "today", "ann", false},
                                    {"aaaaaaaaaaaa", "", "", "today", "", true}}}),
            "01234567  É  until tomorrow  open\nffffffff     until today     used by ann\n"
            "aaaaaaaa     until today     revoked\n");
  EXPECT_EQ(cli::teams_text({{}, "hello"}), "announced: hello\nthere are no teams\n");
  wire::TeamRow row;
  row.id = "ann";
  row.connected = true;
  EXPECT_EQ(cli::teams_text({{row}, ""}), "ann    active  no version plays  nothing submitted  connected\n");
  EXPECT_EQ(cli::audit_text({{{7, "at", "root", "invite", "ann", "24 h"}}}), "at  root  invite  ann  24 h\n");
}

TEST(TeamText, EscapesWhatATerminalWouldObey) {
  wire::Me me;
  me.id = "ann";
  me.display = "\x1b[2J";
  me.announcement = "a\nb\u202e";
  wire::TeamVersion version = version_of_team(1, wire::TeamVersion::State::kRefused);
  version.file = "\x1b]0;x\x07";
  me.versions = {version};
  for (const std::string& text : {cli::status_text(me), cli::versions_text(me.versions),
                                  cli::audit_text({{{1, "", "\x1b", "\x1b", "\x1b", "\x1b\u202e"}}})}) {
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
    EXPECT_EQ(text.find("\u202e"), std::string::npos) << text;
  }
  EXPECT_NE(cli::status_text(me).find("a\\x0ab"), std::string::npos) << cli::status_text(me);
}

}  // namespace quiver::tests

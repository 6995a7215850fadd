// The messages about teams and what they submit, as plain values (proto/quiver/v1/teams.proto). messages.hpp
// has all others, and the envelopes. No protobuf here. Plain values, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace quiver::wire {

// All parts of a submission but the last have exactly this size.
inline constexpr std::size_t kSubmitPart = 48U << 10U;
inline constexpr std::size_t kMaxFileName = 255;
// Of all submissions that are on their way at one time.
inline constexpr std::size_t kMaxUploads = 256U << 20U;
inline constexpr std::size_t kSha256Bytes = 32;

// --- submitting, from a team

// Answered by SubmitWanted, by SubmitAccepted if the referee has these bytes already, or by Error.
struct SubmitBegin {
  std::string file_name;
  std::string kind;  // empty: the referee finds out
  std::uint64_t size = 0;
  std::string sha256;  // 32 bytes
  // The connection was lost while these bytes were submitted: if they are the latest submission, whatever has
  // become of it, they are not submitted again.
  bool again = false;
};
struct SubmitPart {
  std::string bytes;
};
// Asks for the progress of a submission, of which this many lines are known.
struct SubmitFollow {
  std::uint32_t number = 0;
  std::uint32_t lines = 0;
};

// --- what a team consists of

enum class TeamState { kActive = 1, kWithdrawn, kDisqualified };

struct TeamVersion {
  enum class State { kWaiting = 1, kBuilding, kChecking, kRefused, kAdmitted, kInterrupted };
  std::uint32_t number = 0;
  std::string file;
  std::string kind;
  std::string submitted;  // UTC
  State state = State::kWaiting;
  std::string title;
  bool active = false;
  std::uint32_t queue_position = 0;  // 1: it is next; 0: it does not wait
  std::string bundle;
};
// "waiting", "building", "checking", "refused", "admitted", "interrupted": for people.
std::string_view state_word(TeamVersion::State state);
// "active", "withdrawn", "disqualified".
std::string_view state_word(TeamState state);
// Nothing more will happen to it.
constexpr bool is_settled(TeamVersion::State state) { return state >= TeamVersion::State::kRefused; }

struct ProgressLine {
  std::string stage;  // "unpack", "build", "check", "pack"
  std::string line;
};

// --- requests, from a team

struct TeamStatus {};
struct Activate {
  std::uint32_t number = 0;
};
struct Withdraw {};
struct ChallengeRequest {
  std::string opponent;
  std::uint32_t games = 2;
  std::string board;  // empty: the first one
};

// --- requests, from an administrator

struct InvitationRequest {
  static constexpr std::uint32_t kUsualHours = 168;
  std::string display;
  std::uint32_t hours = kUsualHours;
};
struct ListInvitations {};
struct Revoke {
  static constexpr std::size_t kLeastDigits = 8;
  std::string hash;  // of the key, or how it begins
};
struct ListTeams {};
struct Disqualify {
  std::string team;
  std::string why;
};
struct Reinstate {
  std::string team;
};
struct Announce {
  std::string text;  // empty: none any more
};
struct ListAudit {
  static constexpr std::uint32_t kUsual = 100;
  static constexpr std::uint32_t kMost = 1000;
  std::uint32_t most = kUsual;
};

using TeamBody = std::variant<TeamStatus, Activate, Withdraw, ChallengeRequest>;
using AdminBody = std::variant<InvitationRequest, ListInvitations, Revoke, ListTeams, Disqualify, Reinstate,
                               Announce, ListAudit>;
// Answered by TeamAnswer or Error.
struct TeamRequest {
  std::variant<TeamBody, AdminBody> body;
};

// --- from the referee

struct SubmitWanted {
  std::uint32_t part = kSubmitPart;  // the size of a part
};
struct SubmitAccepted {
  std::uint32_t number = 0;
};
// What has changed since the last one.
struct SubmitProgress {
  std::uint32_t number = 0;
  TeamVersion::State state = TeamVersion::State::kWaiting;
  std::uint32_t queue_position = 0;
  std::vector<ProgressLine> lines;
  bool anew = false;  // the lines begin anew
};
struct SubmitReport {
  std::uint32_t number = 0;
  TeamVersion::State state = TeamVersion::State::kRefused;
  std::string title;
  std::string report;
  std::string page;  // the team's, if it is known where that is
};

struct TeamDone {
  std::string sentence;
};
// A team as itself sees it; of an administrator without versions.
struct Me {
  std::string id;
  std::string display;
  bool admin = false;
  TeamState state = TeamState::kActive;
  std::string note;
  std::vector<TeamVersion> versions;  // the latest first
  std::vector<std::string> accepts;   // kinds
  std::uint32_t max_size = 0;
  std::string closes;  // UTC
  bool closed = false;
  std::string announcement;
  std::string page;
  std::string game;
};
// Games that count for nothing. Sent again whenever one of them begins or ends.
struct Challenge {
  struct Game {
    enum class State { kWaiting = 1, kPlaying, kOver, kVoid };
    State state = State::kWaiting;
    std::string id;
    std::vector<std::string> names = {};  // by seat
    std::optional<std::uint32_t> winner = {};
    std::string sentence = {};
  };
  std::string event;
  std::string opponent;
  std::vector<Game> games;
  bool over = false;
  std::string page;
};
struct NewInvitation {
  std::string key;
  std::string link;
  std::string expires;  // UTC
};
struct Invitation {
  std::string hash;
  std::string display;
  std::string created;
  std::string expires;
  std::string used_by;
  bool revoked = false;
};
struct InvitationList {
  std::vector<Invitation> invitations;
};
struct TeamRow {
  std::uint32_t number = 0;
  std::string id;
  std::string display;
  std::string created;
  TeamState state = TeamState::kActive;
  std::string note;
  std::uint32_t active_version = 0;
  std::vector<TeamVersion> versions;  // the latest first
  bool joined = false;                // by an invitation
  bool connected = false;
};
struct TeamList {
  std::vector<TeamRow> teams;
  std::string announcement;
};
struct AuditEntry {
  std::uint32_t number = 0;
  std::string at;
  std::string who;
  std::string action;
  std::string subject;
  std::string detail;
};
struct AuditList {
  std::vector<AuditEntry> entries;  // the latest first
};

struct TeamAnswer {
  std::variant<TeamDone, Me, Challenge, NewInvitation, InvitationList, TeamList, AuditList> body;
};

}  // namespace quiver::wire

// What a store holds of the teams of a ladder: who they are, what they submitted, who was invited, and what
// was done.
//
// It belongs to the whole store and not to one event: teams go on from season to season. Plain values, any
// thread. docs/operate/records.md describes the tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace quiver::store {

// An account of a ladder. Numbered from 1; no two have the same id.
struct Team {
  enum class State { kActive = 0, kWithdrawn = 1, kDisqualified = 2 };
  std::uint32_t number = 0;
  std::string id;          // as a competitor's name: base::is_name
  std::string display;     // what people call it, UTF-8; empty: its id
  std::string token_hash;  // SHA-256 of its token, 64 hex digits; empty: its token is in the token file
  std::string created;     // UTC
  State state = State::kActive;
  std::uint32_t active_version = 0;  // 0: none
  std::string note;                  // why it was disqualified
  friend bool operator==(const Team&, const Team&) = default;
};

// One submission of a team's bot.
struct TeamVersion {
  enum class State {
    kWaiting = 0,
    kBuilding = 1,
    kChecking = 2,
    kRefused = 3,
    kAdmitted = 4,
    kInterrupted = 5,  // this machine could not build or check it; nothing is known of the bot
  };
  std::uint32_t team = 0;
  std::uint32_t number = 0;  // from 1 in its team
  std::string file;          // the name of what was submitted, "my_bot.py"
  std::string kind;          // "python", "so", "text", "botzone", "cpp", "binary"; empty: not known yet
  std::string submitted;     // UTC
  State state = State::kWaiting;
  std::string bundle;  // the name of what is launched; empty until it is admitted
  std::string title;   // what the bot calls itself, from the check
  std::string report;  // of build and check, plain text of at most kMaxReport bytes
  std::string upload;  // the name of the uploaded bytes, which are a bundle too until the version is settled
  friend bool operator==(const TeamVersion&, const TeamVersion&) = default;
};
inline constexpr std::size_t kMaxReport = 256 * 1024;

// Whether nothing more will happen to a version in this state.
constexpr bool is_settled(TeamVersion::State state) {
  return state != TeamVersion::State::kWaiting && state != TeamVersion::State::kBuilding &&
         state != TeamVersion::State::kChecking;
}

// A packed bot (launch/files/bundle.hpp), or what somebody uploaded. The same name has the same bytes.
struct StoredBundle {
  std::string name;  // SHA-256 of the bytes, 64 hex digits
  std::string bytes;
};
// Removes it, unless a version, an event or a game of a worker still needs it.
struct DroppedBundle {
  std::string name;
};

// A link with which somebody becomes a team.
struct Invitation {
  std::string key_hash;  // SHA-256 of the one-time key, 64 hex digits
  std::string created;   // UTC
  std::string expires;   // UTC
  std::string display;   // the name that is suggested; may be empty
  std::string used_by;   // the id of the team; empty: not used yet
  bool revoked = false;
  friend bool operator==(const Invitation&, const Invitation&) = default;
};

// What somebody did, for those who have to know later. Numbered from 1; only ever added.
struct AuditEntry {
  std::uint32_t number = 0;
  std::string at;       // UTC
  std::string who;      // the name of a token, or "quiver"
  std::string action;   // "admit", "refuse", "activate", "withdraw", "invite", "disqualify", …
  std::string subject;  // a team's id, mostly
  std::string detail;
  friend bool operator==(const AuditEntry&, const AuditEntry&) = default;
};

// A value that belongs to the whole store: "announcement".
struct StoredSetting {
  std::string key;
  std::string value;
  friend bool operator==(const StoredSetting&, const StoredSetting&) = default;
};

}  // namespace quiver::store

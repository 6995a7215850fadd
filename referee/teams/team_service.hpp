// The teams of a ladder: who they are, what they submit, which version plays, whom they challenge.
//
// The one entrance for everybody who asks on behalf of a team or an administrator: the TCP listener and the
// web page both call it and add nothing of their own. A submission is stored first, then built and checked by
// a child process (`quiver admit`), one after the other; an admitted one plays at once. What changes anything
// is answered by a callback: with an error before the function returns, or else once it is committed. After a
// commit that failed nobody is answered, because the run ends. A name, a key or a text from outside may hold
// anything; it is checked here. Lives on the referee's thread; nothing blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/store/store.hpp"

namespace quiver::teams {

// Who asks, by token (caller_of).
struct Caller {
  std::string id;      // the team's id, which is the token's name
  bool admin = false;  // may see everything, and decide who is in
};

// What is submitted: one file, or an archive with several.
struct Upload {
  std::string file_name;  // as the student calls it, without folders
  std::string bytes;
  std::string kind;  // one of accepts().kinds; empty: found out from the file
};

// One line of what `quiver admit` says while it works.
struct ProgressLine {
  std::string stage;  // "unpack", "build", "check", "pack"
  std::string line;   // plain text
};

// A version as its team sees it.
struct SubmissionView {
  std::string team;            // its id
  store::TeamVersion version;  // `report` is empty where the version was settled before this run began
  bool active = false;         // it is the one that plays
  std::size_t waiting = 0;     // its place in the queue: 1 is next, 0 if it does not wait
  std::vector<ProgressLine> progress;  // so far; empty once it is settled
};

// A team as it sees itself, and as administrators see it.
struct TeamView {
  store::Team team;
  std::vector<SubmissionView> versions;  // the latest first; without progress and reports
  bool connected = false;                // a remote bot with its token is here now
};

// What may be submitted, and until when.
struct Accepts {
  std::vector<std::string>
      kinds;                 // "python", "so", "text", "botzone", "cpp", "binary"; none: nothing is taken
  std::size_t max_size = 0;  // of an upload, in bytes
  std::optional<std::string> closes;  // UTC, "2026-12-01T22:59:00Z"
  bool closed = false;                // that time is over
};

// Games against one opponent that count for nothing. They are played beside the ladder's.
struct ChallengeRequest {
  std::string opponent;     // a team's id, or the name of an entry of the ladder
  std::uint32_t games = 2;  // the seats change after each
  std::string board;        // the name of one of the ladder's boards; empty: its first
};
// Its games have ids from `event` and their numbers, as all games have.
struct Challenge {
  std::string event;               // where its games are stored: "ladder-challenges"
  std::vector<std::string> games;  // the ids that they will have, in their order: "ladder-challenges-17"
  std::string opponent;            // the name of the entry that is played
};

// A link's secret, which is shown once: the store has its hash alone.
struct InvitationKey {
  std::string key;
  store::Invitation invitation;
};
// What somebody gets who has become a team. The token is shown once.
struct Joined {
  std::string id;
  std::string token;
};

// Observes all teams. All calls come on the referee's thread, after the commit of what they report; observers
// change nothing.
class TeamObserver {
 public:
  virtual ~TeamObserver() = default;
  // A version is new, or its state or its place in the queue has changed. Once it is settled it has its
  // report.
  virtual void on_submission(const SubmissionView& /*submission*/) {}
  // Its build or check said something.
  virtual void on_progress(const std::string& /*team*/, std::uint32_t /*number*/,
                           const ProgressLine& /*line*/) {}
  // The team is new, or its state, its name or its active version has changed.
  virtual void on_team(const std::string& /*id*/) {}
  virtual void on_announcement(const std::string& /*text*/) {}
  // A game of a challenge is over and stored, or was void. `team` has challenged.
  virtual void on_challenge_game(const std::string& /*team*/, const wire::Record& /*record*/) {}
};

// Called once at most: with an error at once, or with the value after the commit.
template <class Value>
using Told = std::function<void(const base::Result<Value>&)>;

class TeamService {
 public:
  virtual ~TeamService() = default;

  // --- what everybody may know

  // Whose token this is; none if nobody's. Compares in constant time, in the token file and with the hashes
  // of the teams. It says nothing of addresses: whoever asks counts wrong ones (net::ConnectionLimiter).
  [[nodiscard]] virtual std::optional<Caller> caller_of(const std::string& token) const = 0;
  // The same by the token's SHA-256 (wire::sha256_hex), for whoever keeps nothing else of it.
  [[nodiscard]] virtual std::optional<Caller> caller_of_hash(const std::string& token_hash) const = 0;
  [[nodiscard]] virtual Accepts accepts() const = 0;
  // What an administrator has to say to all; may be empty.
  [[nodiscard]] virtual std::string announcement() const = 0;
  // What people call the team of this id; the id itself where it has no other name or is not known.
  [[nodiscard]] virtual std::string display_of(const std::string& id) const = 0;

  // --- a team's own

  // The caller's team with all versions; none if the caller has never submitted, joined or been invited.
  [[nodiscard]] virtual std::optional<TeamView> team(const Caller& caller) const = 0;
  // Stores what was uploaded and queues it. Whoever has a token is a team from the first submission on.
  // Refused: submissions are closed, too many, too large, of a kind that is not accepted, or by a
  // disqualified team.
  virtual void submit(const Caller& caller, Upload upload, Told<SubmissionView> told) = 0;
  // What submit() would refuse before it has the bytes; so a large upload can be refused at its beginning.
  [[nodiscard]] virtual base::Result<void> may_submit(const Caller& caller, const std::string& file_name,
                                                      const std::string& kind, std::size_t size) const = 0;
  // A version of the caller's own team.
  [[nodiscard]] virtual std::optional<SubmissionView> submission(const Caller& caller,
                                                                 std::uint32_t number) const = 0;
  // The same with its report, which may have to be read from the store. Administrators may name any team.
  virtual void read_submission(const Caller& caller, const std::string& team, std::uint32_t number,
                               Told<SubmissionView> told) = 0;
  // Lets this version play instead of the one that does: rolls back, or forward. It must have been admitted.
  // Also ends a withdrawal.
  virtual void activate(const Caller& caller, std::uint32_t number, Told<void> told) = 0;
  // Takes the team's bot out of the ladder; a game that runs ends normally. Its games stay.
  virtual void withdraw(const Caller& caller, Told<void> told) = 0;
  // Told when the games are going to be played.
  virtual void challenge(const Caller& caller, ChallengeRequest request, Told<Challenge> told) = 0;

  // --- whoever has the key of an invitation

  // The invitation, if it can be used now; an error says why not.
  [[nodiscard]] virtual base::Result<store::Invitation> invitation(const std::string& key) const = 0;
  // Makes a team with a new token, which works at once. `display` may be empty. Uses the invitation up.
  virtual void join(const std::string& key, const std::string& id, const std::string& display,
                    Told<Joined> told) = 0;

  // --- administrators; everybody else is refused

  // All teams, by number.
  [[nodiscard]] virtual base::Result<std::vector<TeamView>> teams(const Caller& caller) const = 0;
  [[nodiscard]] virtual base::Result<std::vector<store::Invitation>> invitations(
      const Caller& caller) const = 0;
  // The latest entries, at most `most`, the newest first.
  [[nodiscard]] virtual base::Result<std::vector<store::AuditEntry>> audit(const Caller& caller,
                                                                           std::uint32_t most) const = 0;
  // A key that lets one person become a team within `valid`, which is at most a year.
  virtual void invite(const Caller& caller, const std::string& display, base::Duration valid,
                      Told<InvitationKey> told) = 0;
  // By the hash of its key. Who has joined with it stays.
  virtual void revoke(const Caller& caller, const std::string& key_hash, Told<void> told) = 0;
  // Takes the team out: its version does not play, its remote bots are sent away, and it cannot submit. A
  // game that runs ends normally.
  virtual void disqualify(const Caller& caller, const std::string& team, const std::string& why,
                          Told<void> told) = 0;
  // Lets it in again. The version that was active plays again.
  virtual void reinstate(const Caller& caller, const std::string& team, Told<void> told) = 0;
  // Shown on every page until another one comes; an empty one takes it away.
  virtual void announce(const Caller& caller, const std::string& text, Told<void> told) = 0;
  // Adds something to the audit table that was done elsewhere.
  virtual void note(const Caller& caller, const std::string& action, const std::string& subject,
                    const std::string& detail) = 0;

  // --- those who follow

  // The observer must outlive the service or be removed.
  virtual void add_observer(TeamObserver& observer) = 0;
  virtual void remove_observer(TeamObserver& observer) = 0;
};

}  // namespace quiver::teams

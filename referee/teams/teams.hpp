// Teams of a running ladder: the TeamService behind the page and the listener.
//
// Teams is in three files: teams.cpp has what everybody may know and who becomes a team, teams_admin.cpp what
// administrators do, teams_submissions.cpp the way of a version from the upload to the ladder:
//
//   arriving   its bytes are hashed in the background, then committed with it
//   waiting    in a queue, the oldest first; a restart finds it in the store
//   building, checking   by `quiver admit`, a child process; after a restart it waits again
//   admitted   its bundle is verified, unpacked and committed; then it enters the ladder
//   refused, interrupted   with a report
//
// Memory is changed when the store has it. Lives on the referee's thread.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "referee/launch/files/scratch.hpp"
#include "referee/teams/team_accounts.hpp"
#include "referee/teams/team_host.hpp"
#include "referee/teams/team_service.hpp"
#include "referee/tournament/commit_notifier.hpp"
#include "referee/tournament/team_ladder.hpp"

namespace quiver::teams {

class Teams final : public TeamService {
 public:
  // All of them must outlive the service.
  struct Parts {
    TeamHost& host;
    tournament::CommitNotifier& notifier;
    tournament::TeamLadder& ladder;
    std::string bundles;            // the folder that they are unpacked into
    std::function<WallTime()> now;  // passed in for tests
  };

  // Enters the active versions in the ladder, and queues what waits.
  Teams(Parts parts, TeamRules rules, LoadedTeams loaded);
  ~Teams() override;

  // TeamService
  [[nodiscard]] std::optional<Caller> caller_of(const std::string& token) const override;
  [[nodiscard]] std::optional<Caller> caller_of_hash(const std::string& token_hash) const override;
  [[nodiscard]] Accepts accepts() const override;
  [[nodiscard]] std::string announcement() const override { return announcement_; }
  [[nodiscard]] std::string display_of(const std::string& id) const override;
  [[nodiscard]] std::optional<TeamView> team(const Caller& caller) const override;
  void submit(const Caller& caller, Upload upload, Told<SubmissionView> told) override;
  [[nodiscard]] base::Result<void> may_submit(const Caller& caller, const std::string& file_name,
                                              const std::string& kind, std::size_t size) const override;
  [[nodiscard]] std::optional<SubmissionView> submission(const Caller& caller,
                                                         std::uint32_t number) const override;
  void read_submission(const Caller& caller, const std::string& team, std::uint32_t number,
                       Told<SubmissionView> told) override;
  void activate(const Caller& caller, std::uint32_t number, Told<void> told) override;
  void withdraw(const Caller& caller, Told<void> told) override;
  void challenge(const Caller& caller, ChallengeRequest request, Told<Challenge> told) override;
  [[nodiscard]] base::Result<store::Invitation> invitation(const std::string& key) const override;
  void join(const std::string& key, const std::string& id, const std::string& display,
            Told<Joined> told) override;
  [[nodiscard]] base::Result<std::vector<TeamView>> teams(const Caller& caller) const override;
  [[nodiscard]] base::Result<std::vector<store::Invitation>> invitations(const Caller& caller) const override;
  [[nodiscard]] base::Result<std::vector<store::AuditEntry>> audit(const Caller& caller,
                                                                   std::uint32_t most) const override;
  void invite(const Caller& caller, const std::string& display, base::Duration valid,
              Told<InvitationKey> told) override;
  void revoke(const Caller& caller, const std::string& key_hash, Told<void> told) override;
  void disqualify(const Caller& caller, const std::string& team, const std::string& why,
                  Told<void> told) override;
  void reinstate(const Caller& caller, const std::string& team, Told<void> told) override;
  void announce(const Caller& caller, const std::string& text, Told<void> told) override;
  void note(const Caller& caller, const std::string& action, const std::string& subject,
            const std::string& detail) override;
  void add_observer(TeamObserver& observer) override { observers_.push_back(&observer); }
  void remove_observer(TeamObserver& observer) override { std::erase(observers_, &observer); }

  // A version waits, or is being built or checked: it may play yet.
  [[nodiscard]] bool is_checking() const;

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // a team's number and a version's
  using Changes = std::vector<store::Change>;
  // A version that `quiver admit` works on.
  struct Build {
    explicit Build(launch::ScratchFolder scratch) : folder(std::move(scratch)) {}
    launch::ScratchFolder folder;
    std::vector<ProgressLine> progress;
    std::string report;
    bool cut = false;  // the report has no more room
    std::shared_ptr<void> program;
  };

  // --- what all of them use
  [[nodiscard]] std::string utc() const;
  // An entry of the audit table, also added to what is in memory.
  store::AuditEntry audited(const std::string& who, const std::string& action, const std::string& subject,
                            const std::string& detail);
  [[nodiscard]] SubmissionView view(const Account& account, const store::TeamVersion& version) const;
  [[nodiscard]] TeamView view(const Account& account) const;
  // The account of this team, which comes into being if somebody has a token of that name; null if nobody
  // has.
  Account* account_of(const std::string& id);
  void commit(Changes changes, std::function<void()> then);
  void in_background(TeamHost::Job job, std::function<void()> then);
  // Tells the server and the ladder who may connect.
  void update_access();
  void tell_team(const Account& account);
  void tell_submission(const Account& account, const store::TeamVersion& version);
  template <class Call>
  void tell(const Call& call) {
    const std::vector<TeamObserver*> all = observers_;  // one may leave while it is called
    for (TeamObserver* one : all) call(*one);
  }

  // --- the way of a version
  void on_stored(std::uint32_t team, const store::TeamVersion& version, std::string bytes,
                 const Told<SubmissionView>& told);
  void start_next();
  void start(Key key, std::string bytes);
  // The file is written: starts the program.
  void run(Key key, const AdmitRequest& request, const base::Result<void>& written);
  void on_line(Key key, const ProgressLine& line);
  void on_end(Key key, const AdmitRequest& request, const AdmitEnd& end);
  // Verifies and unpacks what was admitted.
  void take_bundle(Key key, const AdmitRequest& request, const AdmitEnd& end);
  void admit(Key key, const AdmitEnd& end, std::string bytes, const launch::BotSpec& bot);
  // Ends a version that does not play, waiting or being built.
  void settle(Key key, store::TeamVersion::State state, const AdmitEnd& end);
  // The same for all of a team that are not settled.
  void drop_unsettled(Account& account, const std::string& why, Changes& changes);
  void set_state(Key key, store::TeamVersion::State state);
  [[nodiscard]] store::TeamVersion settled(Key key, store::TeamVersion::State state, const AdmitEnd& end);
  // The change is committed: memory, observers, and the next one.
  void on_settled(const store::TeamVersion& version);
  void keep_report(Key key);
  void enter(const Account& account, const store::TeamVersion& version, const launch::BotSpec& bot);
  [[nodiscard]] std::size_t place_of(Key key) const;
  // The version that was active before plays again, once it is unpacked.
  void enter_again(const Account& account);

  // --- challenges and invitations
  void on_challenge_over(const std::string& team, const wire::Record& record);
  [[nodiscard]] store::Invitation* find_invitation(const std::string& key_hash);
  [[nodiscard]] base::Result<void> check_admin(const Caller& caller) const;

  Parts parts_;
  TeamRules rules_;
  TeamAccounts accounts_;
  std::vector<store::Invitation> invitations_;
  std::deque<store::AuditEntry> audit_;
  std::uint32_t last_audit_ = 0;
  std::string announcement_;
  std::vector<TeamObserver*> observers_;
  std::deque<std::pair<Key, std::string>> queue_;  // with its bytes, if they are in memory
  std::map<Key, Build> builds_;
  std::deque<Key> with_reports_;  // settled versions whose report is in memory
  // Calls from the background and from the ladder come to nothing once this is gone.
  std::shared_ptr<Teams*> self_ = std::make_shared<Teams*>(this);
};

}  // namespace quiver::teams

// A team service that remembers what it was asked, and answers when a test says so. One thread.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "client_sdk/wire/sha256.hpp"
#include "referee/teams/team_service.hpp"

namespace quiver::tests {

class FakeTeams final : public teams::TeamService {
 public:
  using SubmissionView = teams::SubmissionView;

  // What a test gives.
  std::map<std::string, teams::Caller> tokens = {
      {"ann-token", {"ann", false}}, {"bob-token", {"bob", false}}, {"boss-token", {"boss", true}}};
  std::map<std::string, teams::TeamView> known;  // by id
  teams::Accepts taken{{"python", "cpp"}, 1U << 20U, std::nullopt, false};
  std::string announced;
  std::string key = "0123456789abcdef0123456789abcdef";  // of the only invitation
  std::string refusal;  // of all that changes something; empty: nothing is refused
  bool waits = false;   // answers come with answer_all()

  // What it was asked.
  std::vector<std::string> asked;
  std::vector<teams::Upload> uploads;
  std::vector<teams::TeamObserver*> observers;

  void answer_all() {
    for (auto& one : std::exchange(waiting_, {})) one();
  }

  [[nodiscard]] std::optional<teams::Caller> caller_of(const std::string& token) const override {
    const auto found = tokens.find(token);
    return found == tokens.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] std::optional<teams::Caller> caller_of_hash(const std::string& hash) const override {
    for (const auto& [token, caller] : tokens)
      if (wire::sha256_hex(token) == hash) return caller;
    return std::nullopt;
  }
  [[nodiscard]] teams::Accepts accepts() const override { return taken; }
  [[nodiscard]] std::string announcement() const override { return announced; }
  [[nodiscard]] std::string display_of(const std::string& id) const override { return id; }

  [[nodiscard]] std::optional<teams::TeamView> team(const teams::Caller& caller) const override {
    const auto found = known.find(caller.id);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }
  void submit(const teams::Caller& caller, teams::Upload upload, teams::Told<SubmissionView> told) override {
    asked.push_back(caller.id + " submits " + upload.file_name);
    uploads.push_back(std::move(upload));
    tell<SubmissionView>(told, view(caller.id, static_cast<std::uint32_t>(uploads.size())));
  }
  [[nodiscard]] base::Result<void> may_submit(const teams::Caller&, const std::string&, const std::string&,
                                              std::size_t) const override {
    if (!refusal.empty()) return base::Error{base::Error::Code::kNotYet, refusal};
    return {};
  }
  [[nodiscard]] std::optional<SubmissionView> submission(const teams::Caller& caller,
                                                         std::uint32_t number) const override {
    return view(caller.id, number);
  }
  void read_submission(const teams::Caller& caller, const std::string& team, std::uint32_t number,
                       teams::Told<SubmissionView> told) override {
    asked.push_back(caller.id + " reads " + std::to_string(number) + " of " + team);
    SubmissionView one = view(team, number);
    one.version.state = store::TeamVersion::State::kRefused;
    one.version.report = "line 1: it does not compile \xff";
    tell<SubmissionView>(told, std::move(one));
  }
  void activate(const teams::Caller& caller, std::uint32_t number, teams::Told<void> told) override {
    asked.push_back(caller.id + " activates " + std::to_string(number));
    tell(told);
  }
  void withdraw(const teams::Caller& caller, teams::Told<void> told) override {
    asked.push_back(caller.id + " withdraws");
    tell(told);
  }
  void challenge(const teams::Caller& caller, teams::ChallengeRequest request,
                 teams::Told<teams::Challenge> told) override {
    asked.push_back(caller.id + " challenges " + request.opponent + " to " + std::to_string(request.games));
    tell<teams::Challenge>(told, {"challenges", {"challenges-1", "challenges-2"}, request.opponent});
  }

  [[nodiscard]] base::Result<store::Invitation> invitation(const std::string& given) const override {
    if (given != key) return base::bad_input("there is no such invitation");
    return store::Invitation{wire::sha256_hex(key), "", "2030-01-01T00:00:00Z", "Équipe 4", "", false};
  }
  void join(const std::string&, const std::string& id, const std::string& display,
            teams::Told<teams::Joined> told) override {
    asked.push_back(id + " joins as " + display);
    tokens[id + "-new-token"] = {id, false};
    tell<teams::Joined>(told, {id, id + "-new-token"});
  }

  [[nodiscard]] base::Result<std::vector<teams::TeamView>> teams(const teams::Caller&) const override {
    std::vector<teams::TeamView> all;
    for (const auto& [id, one] : known) all.push_back(one);
    return all;
  }
  [[nodiscard]] base::Result<std::vector<store::Invitation>> invitations(
      const teams::Caller&) const override {
    return std::vector<store::Invitation>{invitation(key).value()};
  }
  [[nodiscard]] base::Result<std::vector<store::AuditEntry>> audit(const teams::Caller&,
                                                                   std::uint32_t most) const override {
    return std::vector<store::AuditEntry>{{most, "2030-01-01T00:00:00Z", "boss", "announce", "", "<b>"}};
  }
  void invite(const teams::Caller& caller, const std::string& display, base::Duration valid,
              teams::Told<teams::InvitationKey> told) override {
    asked.push_back(caller.id + " invites " + display + " for " +
                    std::to_string(std::chrono::duration_cast<std::chrono::hours>(valid).count()) + " h");
    tell<teams::InvitationKey>(told, {key, invitation(key).value()});
  }
  void revoke(const teams::Caller& caller, const std::string& hash, teams::Told<void> told) override {
    asked.push_back(caller.id + " revokes " + hash);
    tell(told);
  }
  void disqualify(const teams::Caller& caller, const std::string& team, const std::string& why,
                  teams::Told<void> told) override {
    asked.push_back(caller.id + " disqualifies " + team + ": " + why);
    tell(told);
  }
  void reinstate(const teams::Caller& caller, const std::string& team, teams::Told<void> told) override {
    asked.push_back(caller.id + " reinstates " + team);
    tell(told);
  }
  void announce(const teams::Caller& caller, const std::string& text, teams::Told<void> told) override {
    asked.push_back(caller.id + " says " + text);
    announced = text;
    tell(told);
  }
  void note(const teams::Caller&, const std::string&, const std::string&, const std::string&) override {}

  void add_observer(teams::TeamObserver& observer) override { observers.push_back(&observer); }
  void remove_observer(teams::TeamObserver& observer) override { std::erase(observers, &observer); }

  // A version that waits.
  static SubmissionView view(const std::string& team, std::uint32_t number) {
    SubmissionView out;
    out.team = team;
    out.version.number = number;
    out.version.file = "my_bot.py";
    out.version.kind = "python";
    out.version.submitted = "2030-01-01T00:00:00Z";
    out.waiting = 1;
    return out;
  }
  // A team with one version that waits.
  void add(const std::string& id) {
    teams::TeamView one;
    one.team.number = static_cast<std::uint32_t>(known.size() + 1);
    one.team.id = id;
    one.versions = {view(id, 1)};
    known[id] = one;
  }

 private:
  template <class Value>
  void tell(const teams::Told<Value>& told, Value value) {
    if (!refusal.empty()) return told(base::Error{base::Error::Code::kIllegal, refusal});
    if (!waits) return told(std::move(value));
    waiting_.push_back([told, value = std::move(value)] { told(value); });
  }
  void tell(const teams::Told<void>& told) {
    if (!refusal.empty()) return told(base::Error{base::Error::Code::kIllegal, refusal});
    if (!waits) return told({});
    waiting_.push_back([told] { told({}); });
  }

  std::vector<std::function<void()>> waiting_;
};

}  // namespace quiver::tests

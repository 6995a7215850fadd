// Teams without a network and without `quiver admit`: the store is a real one, time is set by hand, and
// builds end as the test says.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/wire/bundle.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "referee/store/sqlite_store.hpp"
#include "referee/teams/teams.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

// The bytes of a bundle of one program.
inline std::string a_bundle(const std::string& content) {
  wire::Bundle bundle;
  bundle.bot.name = "bot";
  bundle.bot.program = {"0/run", true};
  bundle.files["0"] = {false, true, ""};
  bundle.files["0/run"] = {true, false, "#!/bin/sh\n# " + content + "\n"};
  return wire::encode_bundle(std::move(bundle));
}

class FakeHost final : public teams::TeamHost {
 public:
  explicit FakeHost(std::string store) : store_(std::move(store)) {}

  [[nodiscard]] std::optional<net::Identity> identity_of(const std::string& hash) const override {
    const auto of_team = access.tokens.find_hash(hash);
    return of_team ? of_team : tokens.find_hash(hash);
  }
  [[nodiscard]] bool has_token_for(const std::string& name) const override {
    return tokens.has_name(name) || access.tokens.has_name(name);
  }
  void set_access(net::TeamAccess now) override { access = std::move(now); }
  [[nodiscard]] bool is_connected(const std::string& name) const override { return connected.contains(name); }
  void in_background(Job job, std::function<void()> then) override {
    jobs.push_back([this, job = std::move(job), then = std::move(then)] {
      const auto reader = store::open_sqlite_store(store_, store::Access::kRead);
      job(reader ? reader->get() : nullptr);
      then();
    });
  }
  base::Result<std::shared_ptr<void>> start_admit(const teams::AdmitRequest& request,
                                                  teams::AdmitListener listener) override {
    if (fails_to_start) return base::bad_input("no more processes");
    builds.push_back({request, std::move(listener), {}});
    const auto running = std::make_shared<int>(0);
    builds.back().running = running;
    return std::shared_ptr<void>(running);
  }
  void look_again() override { ++looks; }
  void note(const std::string& sentence) override { notes.push_back(sentence); }

  struct Build {
    teams::AdmitRequest request;
    teams::AdmitListener listener;
    std::weak_ptr<int> running;  // gone: it was killed
  };

  net::Tokens tokens =
      net::Tokens::parse("ann ann-token\nbob bob-token\nteacher teacher-token admin\n").value();
  net::TeamAccess access;
  std::set<std::string> connected;
  std::deque<std::function<void()>> jobs;
  std::deque<Build> builds;
  bool fails_to_start = false;
  int looks = 0;
  std::vector<std::string> notes;

 private:
  std::string store_;
};

class FakeLadder final : public tournament::TeamLadder {
 public:
  void enter_team(const tournament::TeamBot& bot) override { playing[bot.team] = bot; }
  void leave_team(const std::string& team, const std::string& why) override {
    playing.erase(team);
    left[team] = why;
  }
  void set_display(const std::string& team, const std::string& display) override { displays[team] = display; }
  void set_barred(std::set<std::string> names) override { barred = std::move(names); }
  [[nodiscard]] bool is_name_taken(const std::string& name) const override { return name == "mcts"; }
  base::Result<void> challenge(const std::string& team, const std::string& opponent, std::uint32_t games,
                               const std::string&, Queued then) override {
    if (opponent == "nobody") return base::bad_input("nobody who plays now is called \"nobody\"");
    tournament::ChallengeGames queued{"ladder-challenges", {}, {team, opponent}};
    for (std::uint32_t k = 0; k < games; ++k)
      queued.ids.push_back("ladder-challenges-" + std::to_string(++last_challenge));
    then(queued);
    return {};
  }
  void on_challenge_over(ChallengeOver told) override { over = std::move(told); }

  std::map<std::string, tournament::TeamBot> playing;
  std::map<std::string, std::string> left;
  std::map<std::string, std::string> displays;
  std::set<std::string> barred;
  std::uint32_t last_challenge = 0;
  ChallengeOver over;
};

// One run of a ladder's teams; another one on the same file goes on with them.
class TeamRun {
 public:
  TeamRun(const std::string& folder, teams::TeamRules rules)
      : store_(store::open_sqlite_store(folder + "/t.db", store::Access::kWrite).value()),
        event_(event_of(*store_)),
        loaded_(teams::load_teams(*store_, folder + "/t.db.bundles").value()),
        now(std::chrono::sys_days(std::chrono::year{2026} / 11 / 1)),
        writer_(*store_, event_),
        notifier_(
            writer_,
            [this](std::function<void()> action) {
              const std::lock_guard lock(mutex_);
              posted_.push_back(std::move(action));
            },
            [](const std::string& sentence) { ADD_FAILURE() << sentence; }),
        host(folder + "/t.db"),
        service(
            std::in_place,
            teams::Teams::Parts{host, notifier_, ladder, folder + "/t.db.bundles", [this] { return now; }},
            std::move(rules), std::move(loaded_)) {
    settle();
  }
  TeamRun(const TeamRun&) = delete;
  TeamRun& operator=(const TeamRun&) = delete;

  // Until nothing more happens by itself.
  void settle() {
    for (bool more = true; more;) {
      EXPECT_TRUE(writer_.flush());
      std::vector<std::function<void()>> actions;
      {
        const std::lock_guard lock(mutex_);
        actions.swap(posted_);
      }
      more = !actions.empty() || !host.jobs.empty();
      for (const auto& action : actions) action();
      if (host.jobs.empty()) continue;
      const auto job = std::move(host.jobs.front());
      host.jobs.pop_front();
      job();
    }
  }

  // The answers of calls: a value, or the sentence of the error.
  template <class Value>
  auto told(std::optional<base::Result<Value>>& answer) {
    return [&answer](const base::Result<Value>& result) { answer.emplace(result); };
  }
  template <class Call>
  std::string sentence_of(const Call& call) {
    std::optional<base::Result<void>> answer;
    call(told(answer));
    settle();
    if (!answer) return "no answer";
    return *answer ? "" : answer->error().sentence;
  }
  std::string submit(const std::string& team, const std::string& file = "bot.py",
                     const std::string& bytes = "print()", const std::string& kind = "") {
    std::optional<base::Result<teams::SubmissionView>> answer;
    service->submit({team, false}, {file, bytes, kind}, told(answer));
    settle();
    if (!answer) return "no answer";
    return *answer ? "" : answer->error().sentence;
  }
  // The latest build ends so.
  void end_build(const teams::AdmitEnd& end) {
    const auto listener = host.builds.back().listener;
    listener.on_end(end);
    settle();
  }
  // It is admitted with a program of this content.
  void admit(const std::string& content) {
    const std::string bytes = a_bundle(content);
    std::ofstream(host.builds.back().request.bundle, std::ios::binary) << bytes;
    end_build({teams::AdmitEnd::Verdict::kAdmitted, "python", "Title of " + content, "5 passed, 0 failed",
               wire::sha256_hex(bytes)});
  }
  void refuse(const std::string& why) {
    end_build({teams::AdmitEnd::Verdict::kRefused, "python", "", why, ""});
  }
  teams::SubmissionView version(const std::string& team, std::uint32_t number) {
    const auto found = service->submission({team, false}, number);
    return found ? *found : teams::SubmissionView();
  }

 private:
  static store::EventId event_of(store::Store& store) {
    const auto events = store.events().value();
    return events.empty() ? store.begin(an_event("ladder-1")).value().id : events.front().id;
  }

  std::unique_ptr<store::Store> store_;
  store::EventId event_;
  teams::LoadedTeams loaded_;

 public:
  teams::WallTime now;

 private:
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;
  store::Writer writer_;
  tournament::CommitNotifier notifier_;

 public:
  FakeHost host;
  FakeLadder ladder;
  std::optional<teams::Teams> service;
};

}  // namespace quiver::tests

// The TeamHost of a real ladder: its referee, a thread for slow work, and `quiver admit` as a child process.
//
// Lives on the referee's thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/run/referee.hpp"
#include "referee/teams/background_jobs.hpp"
#include "referee/teams/team_host.hpp"

namespace quiver::teams {

class RefereeHost final : public TeamHost {
 public:
  struct Settings {
    std::string program;                   // quiver
    std::vector<std::string> admit_words;  // of `quiver admit`: the ladder's boards, clock and limits
    std::string store;                     // as --store names it
    base::Duration build_time;             // for building and checking one submission
    std::function<void(const std::string&)> note;
  };

  // The referee must outlive it.
  RefereeHost(run::Referee& referee, Settings settings);

  [[nodiscard]] std::optional<net::Identity> identity_of(const std::string& token_hash) const override;
  [[nodiscard]] bool has_token_for(const std::string& name) const override;
  void set_access(net::TeamAccess access) override;
  [[nodiscard]] bool is_connected(const std::string& name) const override;
  void in_background(Job job, std::function<void()> then) override;
  base::Result<std::shared_ptr<void>> start_admit(const AdmitRequest& request,
                                                  AdmitListener listener) override;
  void look_again() override { referee_.look_again(); }
  void note(const std::string& sentence) override { settings_.note(sentence); }

 private:
  run::Referee& referee_;
  Settings settings_;
  BackgroundJobs jobs_;
};

}  // namespace quiver::teams

// Sends teams what changes in what is theirs: themselves, their submissions with each line of progress, their
// challenges.
//
// Whoever begins to follow gets everything first, then changes. What changes often waits for a moment and
// goes out in one message (throttle.hpp). A page that does not read is dropped. Lives on the referee's
// thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "quiver/v1/teams.pb.h"
#include "referee/teams/team_service.hpp"
#include "referee/web/broadcast.hpp"
#include "referee/web/teams/challenges.hpp"
#include "referee/web/throttle.hpp"

namespace quiver::web {

class TeamStream final : public teams::TeamObserver {
 public:
  // All must outlive it.
  TeamStream(boost::asio::io_context& io, teams::TeamService& service, const Challenges& challenges);
  ~TeamStream() override;
  TeamStream(const TeamStream&) = delete;
  TeamStream& operator=(const TeamStream&) = delete;

  // The peer gets what is the caller's, until leave().
  void follow(const teams::Caller& caller, const PeerPtr& peer);
  void leave(const PeerPtr& peer);
  // A challenge of the team has changed.
  void on_challenge(const std::string& team, const v1::Challenge& challenge);
  // Sends what is due, without pauses: for when everything else has ended.
  void tell_everything();
  [[nodiscard]] std::size_t size() const;

  // TeamObserver
  void on_submission(const teams::SubmissionView& submission) override;
  void on_progress(const std::string& team, std::uint32_t number, const teams::ProgressLine& line) override;
  void on_team(const std::string& id) override;
  void on_announcement(const std::string& text) override;

 private:
  // Everybody who follows one team, and what they have not been sent.
  struct Team {
    teams::Caller caller;
    ListenerList peers;
    bool changed = false;                                  // itself
    std::map<std::uint32_t, v1::SubmitProgress> progress;  // by submission
    std::vector<v1::TeamUpdate> others;
  };

  // The team with this id, if anybody follows it; it is due then.
  Team* find(const std::string& id);
  // One small piece of work, as Throttle asks.
  bool tell_one();
  void tell(Team& team);
  // Everything, for newcomers.
  [[nodiscard]] std::vector<v1::TeamUpdate> whole(const Team& team) const;
  [[nodiscard]] v1::TeamUpdate me(const Team& team) const;

  teams::TeamService& service_;
  const Challenges& challenges_;
  std::map<std::string, Team> teams_;  // that somebody follows
  std::set<std::string> due_;
  Throttle throttle_;
};

}  // namespace quiver::web

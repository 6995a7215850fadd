// Answers what teams and administrators ask over TCP, by the TeamService: the TeamRequests of a ladder.
//
// It decides nothing itself; a sentence of the service is the answer. What changes anything is answered after
// the commit. The bytes of a submission that is being stored, waits or is being checked are not taken twice:
// whoever submits them again follows it. On the referee's thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/net/match_observer.hpp"
#include "referee/net/team_requests.hpp"
#include "referee/teams/challenge_followers.hpp"
#include "referee/teams/submission_followers.hpp"
#include "referee/teams/team_service.hpp"
#include "referee/teams/team_views.hpp"

namespace quiver::teams {

class TeamListener final : public net::TeamRequests {
 public:
  // The service and the list of observers must outlive it.
  TeamListener(TeamService& service, net::MatchObservers& matches, Host host);

  base::Result<bool> on_begin(const Asker& from, const wire::SubmitBegin& announced) override;
  void on_submission(const Asker& from, Upload upload) override;
  void on_follow(const Asker& from, const wire::SubmitFollow& follow) override;
  void on_request(const Asker& from, const wire::TeamRequest& request) override;

 private:
  // A submission that is being stored: whose, and its SHA-256.
  using Arriving = std::pair<std::string, std::string>;

  // Has this sentence told when it is done, or why it is not.
  Told<void> done(const Asker& from, std::string sentence);
  void accept(const Asker& from, std::uint32_t number);
  void on_stored(const Arriving& which, const base::Result<SubmissionView>& stored);

  void on(const Asker& from, const wire::TeamStatus& request);
  void on(const Asker& from, const wire::Activate& request);
  void on(const Asker& from, const wire::Withdraw& request);
  void on(const Asker& from, const wire::ChallengeRequest& request);
  void on(const Asker& from, const wire::InvitationRequest& request);
  void on(const Asker& from, const wire::ListInvitations& request);
  void on(const Asker& from, const wire::Revoke& request);
  void on(const Asker& from, const wire::ListTeams& request);
  void on(const Asker& from, const wire::Disqualify& request);
  void on(const Asker& from, const wire::Reinstate& request);
  void on(const Asker& from, const wire::Announce& request);
  void on(const Asker& from, const wire::ListAudit& request);

  TeamService& service_;
  Host host_;
  SubmissionFollowers submissions_;
  ChallengeFollowers challenges_;
  std::map<Arriving, std::vector<Asker>> arriving_;       // with who wants to know
  std::shared_ptr<int> alive_ = std::make_shared<int>();  // for answers that come when this is gone
};

}  // namespace quiver::teams

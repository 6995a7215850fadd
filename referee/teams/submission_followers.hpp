// Sends the progress of submissions, and in the end their reports, to the connections that follow them.
//
// A connection follows one submission at a time, of its own team; it ends with the report, or with the
// connection. Each line is sent once, unless the work begins anew. On the referee's thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "referee/net/team_requests.hpp"
#include "referee/teams/team_service.hpp"

namespace quiver::teams {

class SubmissionFollowers final : private TeamObserver {
 public:
  // `page`: where the web page is, or empty. The service must outlive it.
  SubmissionFollowers(TeamService& service, std::string page);
  ~SubmissionFollowers() override;
  SubmissionFollowers(const SubmissionFollowers&) = delete;
  SubmissionFollowers& operator=(const SubmissionFollowers&) = delete;

  // From now on, of which `lines` are known; false if the caller has no such submission. Sends at once what
  // is known.
  bool follow(const std::shared_ptr<net::Connection>& connection, const Caller& caller, std::uint32_t number,
              std::size_t lines);
  [[nodiscard]] std::size_t size() const { return followers_.size(); }

 private:
  struct Follower {
    std::weak_ptr<net::Connection> connection;
    Caller caller;
    std::uint32_t number = 0;
    std::size_t lines = 0;                                                // that were sent: all there are
    wire::TeamVersion::State state = wire::TeamVersion::State::kWaiting;  // that was sent last
    bool reporting = false;  // it is settled, and the report is being read
  };
  using Followers = std::map<std::uint64_t, Follower>;  // by the number of the connection

  void on_submission(const SubmissionView& submission) override;
  void on_progress(const std::string& team, std::uint32_t number, const ProgressLine& line) override;
  // Calls `call` for each follower of this submission that is still connected, and forgets the others.
  template <class Call>
  void for_each(const std::string& team, std::uint32_t number, Call call);
  // What its follower has not been told yet.
  void send(Follower& follower, const SubmissionView& submission);
  void send_report(std::uint64_t connection, const Caller& caller, std::uint32_t number);

  TeamService& service_;
  std::string page_;
  Followers followers_;
  std::shared_ptr<int> alive_ = std::make_shared<int>();  // for answers that come when this is gone
};

}  // namespace quiver::teams

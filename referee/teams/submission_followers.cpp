#include "referee/teams/submission_followers.hpp"

#include <utility>
#include <vector>

#include "referee/teams/team_views.hpp"

namespace quiver::teams {

namespace {

void answer(net::Connection& connection, const wire::RefereeMessage& message) {
  connection.queue(message);
  connection.flush();
}

}  // namespace

SubmissionFollowers::SubmissionFollowers(TeamService& service, std::string page)
    : service_(service), page_(std::move(page)) {
  service_.add_observer(*this);
}

SubmissionFollowers::~SubmissionFollowers() { service_.remove_observer(*this); }

bool SubmissionFollowers::follow(const std::shared_ptr<net::Connection>& connection, const Caller& caller,
                                 std::uint32_t number, std::size_t lines) {
  std::erase_if(followers_, [](const auto& one) { return one.second.connection.expired(); });
  const auto submission = service_.submission(caller, number);
  if (!submission) return false;
  Follower& follower = followers_[connection->number()];
  follower = {connection, caller, number, lines};
  send(follower, *submission);
  return true;
}

template <class Call>
void SubmissionFollowers::for_each(const std::string& team, std::uint32_t number, Call call) {
  // A connection may be lost while it is sent something, and ask for nothing meanwhile: the map stays.
  for (auto one = followers_.begin(); one != followers_.end();) {
    const auto connection = one->second.connection.lock();
    if (!connection || !connection->is_open()) {
      one = followers_.erase(one);
      continue;
    }
    Follower& follower = one->second;
    ++one;
    if (follower.number == number && follower.caller.id == team && !follower.reporting) call(follower);
  }
}

void SubmissionFollowers::on_submission(const SubmissionView& submission) {
  for_each(submission.team, submission.version.number,
           [&](Follower& follower) { send(follower, submission); });
}

// Each line costs the same, however many there were before it.
void SubmissionFollowers::on_progress(const std::string& team, std::uint32_t number,
                                      const ProgressLine& line) {
  for_each(team, number, [&](Follower& follower) {
    const auto connection = follower.connection.lock();
    if (!connection) return;
    ++follower.lines;
    answer(*connection, wire::SubmitProgress{number, follower.state, 0, {line_of(line)}, false});
  });
}

void SubmissionFollowers::send(Follower& follower, const SubmissionView& submission) {
  const auto connection = follower.connection.lock();
  if (!connection) return;
  wire::SubmitProgress out;
  out.number = follower.number;
  out.state = follower.state = state_of(submission.version.state);
  out.queue_position = static_cast<std::uint32_t>(submission.waiting);
  const bool settled = store::is_settled(submission.version.state);
  // What is settled has no lines any more, and all of them in its report.
  const std::vector<ProgressLine>& lines = submission.progress;
  if (!settled && lines.size() < follower.lines) {
    out.anew = true;
    follower.lines = 0;
  }
  for (; follower.lines < lines.size(); ++follower.lines) out.lines.push_back(line_of(lines[follower.lines]));
  answer(*connection, out);
  if (!settled) return;
  follower.reporting = true;
  const Caller caller = follower.caller;
  send_report(connection->number(), caller, submission.version.number);
}

void SubmissionFollowers::send_report(std::uint64_t connection, const Caller& caller, std::uint32_t number) {
  const std::weak_ptr<int> alive = alive_;
  service_.read_submission(
      caller, caller.id, number,
      [this, alive, connection, caller, number](const base::Result<SubmissionView>& read) {
        if (alive.expired()) return;
        const auto found = followers_.find(connection);
        if (found == followers_.end() || found->second.number != number ||
            found->second.caller.id != caller.id)
          return;
        const auto to = found->second.connection.lock();
        followers_.erase(found);
        if (!to || !to->is_open()) return;
        if (!read) return answer(*to, wire::Error{wire::Error::Code::kRequest, read.error().sentence, {}});
        wire::SubmitReport out;
        out.number = number;
        out.state = state_of(read->version.state);
        out.title = read->version.title;
        out.report = read->version.report;
        if (!page_.empty()) out.page = page_ + "/my";
        answer(*to, out);
      });
}

}  // namespace quiver::teams

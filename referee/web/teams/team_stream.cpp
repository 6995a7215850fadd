#include "referee/web/teams/team_stream.hpp"

#include "client_sdk/base/plain_text.hpp"
#include "referee/web/json.hpp"
#include "referee/web/teams/team_messages.hpp"

namespace quiver::web {

namespace {

constexpr auto kBetween = std::chrono::milliseconds(200);

void send(const std::vector<PeerPtr>& peers, const std::vector<v1::TeamUpdate>& updates) {
  if (peers.empty()) return;
  for (const v1::TeamUpdate& update : updates) {
    const Text message = json(update);
    for (const PeerPtr& peer : peers) {
      if (peer->waiting() > Broadcast::kMostWaiting)
        peer->drop();
      else
        peer->send(message);
    }
  }
}

}  // namespace

TeamStream::TeamStream(boost::asio::io_context& io, teams::TeamService& service, const Challenges& challenges)
    : service_(service), challenges_(challenges), throttle_(io, kBetween, [this] { return tell_one(); }) {
  service_.add_observer(*this);
}

TeamStream::~TeamStream() { service_.remove_observer(*this); }

// --- who follows

void TeamStream::follow(const teams::Caller& caller, const PeerPtr& peer) {
  Team& team = teams_[caller.id];
  team.caller = caller;
  team.peers.newcomers.push_back(peer);
  due_.insert(caller.id);
  throttle_.wake();
}

void TeamStream::leave(const PeerPtr& peer) {
  for (auto one = teams_.begin(); one != teams_.end();) {
    one->second.peers.remove(peer.get());
    one = one->second.peers.empty() ? teams_.erase(one) : std::next(one);
  }
}

std::size_t TeamStream::size() const {
  std::size_t all = 0;
  for (const auto& [id, team] : teams_) all += team.peers.size();
  return all;
}

TeamStream::Team* TeamStream::find(const std::string& id) {
  const auto found = teams_.find(id);
  if (found == teams_.end()) return nullptr;
  due_.insert(id);
  throttle_.wake();
  return &found->second;
}

// --- what changes

void TeamStream::on_submission(const teams::SubmissionView& submission) {
  Team* team = find(submission.team);
  if (team == nullptr) return;
  team->changed = true;
  const std::uint32_t number = submission.version.number;
  if (store::is_settled(submission.version.state)) {
    team->progress.erase(number);
    v1::TeamUpdate settled;
    *settled.mutable_submission() = submission_of(submission);
    return team->others.push_back(std::move(settled));
  }
  v1::SubmitProgress& progress = team->progress[number];
  progress.set_number(number);
  progress.set_state(state_of(submission.version.state));
  progress.set_queue_position(static_cast<std::uint32_t>(submission.waiting));
}

void TeamStream::on_progress(const std::string& id, std::uint32_t number, const teams::ProgressLine& line) {
  Team* team = find(id);
  if (team == nullptr) return;
  v1::SubmitProgress& progress = team->progress[number];
  progress.set_number(number);
  v1::ProgressLine& one = *progress.add_lines();
  one.set_stage(line.stage);
  one.set_line(base::plain_text(line.line, store::kMaxReport));
}

void TeamStream::on_team(const std::string& id) {
  if (Team* team = find(id)) team->changed = true;
}

void TeamStream::on_announcement(const std::string&) {
  for (auto& [id, team] : teams_) {
    team.changed = true;
    due_.insert(id);
  }
  throttle_.wake();
}

void TeamStream::on_challenge(const std::string& id, const v1::Challenge& challenge) {
  Team* team = find(id);
  if (team == nullptr) return;
  *team->others.emplace_back().mutable_challenge() = challenge;
}

// --- sending

void TeamStream::tell_everything() {
  while (tell_one()) {
  }
}

bool TeamStream::tell_one() {
  if (due_.empty()) return false;
  const auto found = teams_.find(*due_.begin());
  due_.erase(due_.begin());
  if (found != teams_.end()) tell(found->second);
  return !due_.empty();
}

v1::TeamUpdate TeamStream::me(const Team& team) const {
  v1::TeamUpdate out;
  *out.mutable_me() = me_of(team.caller, service_.team(team.caller), service_);
  return out;
}

std::vector<v1::TeamUpdate> TeamStream::whole(const Team& team) const {
  const v1::TeamUpdate first = me(team);
  std::vector<v1::TeamUpdate> out = {first};
  for (const v1::TeamVersion& version : first.me().versions()) {
    if (version.state() >= v1::TeamVersion::REFUSED) continue;
    if (const auto submission = service_.submission(team.caller, version.number()))
      *out.emplace_back().mutable_submission() = submission_of(*submission);
  }
  for (v1::Challenge& challenge : challenges_.open_of(team.caller.id))
    *out.emplace_back().mutable_challenge() = std::move(challenge);
  return out;
}

void TeamStream::tell(Team& team) {
  if (!team.peers.informed.empty()) {
    std::vector<v1::TeamUpdate> updates;
    if (team.changed) updates.push_back(me(team));
    for (auto& [number, progress] : team.progress)
      *updates.emplace_back().mutable_progress() = std::move(progress);
    for (v1::TeamUpdate& other : team.others) updates.push_back(std::move(other));
    send(team.peers.informed, updates);
  }
  team.changed = false;
  team.progress.clear();
  team.others.clear();
  if (team.peers.newcomers.empty()) return;
  const std::vector<PeerPtr> newcomers = team.peers.take_newcomers();
  send(newcomers, whole(team));
}

}  // namespace quiver::web

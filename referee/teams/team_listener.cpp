#include "referee/teams/team_listener.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::teams {

namespace {

using Asker = net::TeamRequests::Asker;

Caller caller(const Asker& from) { return {from.who.name, from.who.admin}; }

void answer(const Asker& to, const wire::RefereeMessage& message) {
  if (!to.connection->is_open()) return;
  to.connection->queue(message);
  to.connection->flush();
}

void refuse(const Asker& to, const std::string& sentence) {
  answer(to, wire::Error{wire::Error::Code::kRequest, sentence, {}});
}

// A list, or why it cannot be had.
template <class Values, class... More>
void answer_list(const Asker& to, const base::Result<Values>& values, const More&... more) {
  if (!values) return refuse(to, values.error().sentence);
  answer(to, wire::TeamAnswer{list_of(*values, more...)});
}

// The submission that these bytes are already, if there is one.
std::optional<std::uint32_t> find_same(const TeamView& team, const wire::SubmitBegin& announced) {
  const std::string name = base::hex(std::string_view(announced.sha256));
  for (const SubmissionView& one : team.versions) {
    const bool latest = &one == &team.versions.front();
    if (one.version.upload == name && (!store::is_settled(one.version.state) || (latest && announced.again)))
      return one.version.number;
  }
  return std::nullopt;
}

}  // namespace

TeamListener::TeamListener(TeamService& service, net::MatchObservers& matches, Host host)
    : service_(service),
      host_(std::move(host)),
      submissions_(service, host_.page),
      challenges_(service, matches, host_.page) {}

// --- submitting

base::Result<bool> TeamListener::on_begin(const Asker& from, const wire::SubmitBegin& announced) {
  if (const auto same = arriving_.find({from.who.name, announced.sha256}); same != arriving_.end()) {
    same->second.push_back(from);
    return false;
  }
  const auto team = service_.team(caller(from));
  if (const auto same = team ? find_same(*team, announced) : std::nullopt) {
    accept(from, *same);
    return false;
  }
  if (auto may = service_.may_submit(caller(from), announced.file_name, announced.kind, announced.size); !may)
    return may.error();
  return true;
}

void TeamListener::on_submission(const Asker& from, Upload upload) {
  const Arriving which{from.who.name, upload.announced.sha256};
  arriving_[which].push_back(from);
  const std::weak_ptr<int> alive = alive_;
  service_.submit(caller(from), {upload.announced.file_name, std::move(upload.bytes), upload.announced.kind},
                  [this, alive, which](const base::Result<SubmissionView>& stored) {
                    if (!alive.expired()) on_stored(which, stored);
                  });
}

void TeamListener::on_stored(const Arriving& which, const base::Result<SubmissionView>& stored) {
  const auto found = arriving_.find(which);
  if (found == arriving_.end()) return;
  const std::vector<Asker> askers = std::move(found->second);
  arriving_.erase(found);
  for (const Asker& one : askers) {
    if (stored)
      accept(one, stored->version.number);
    else
      refuse(one, stored.error().sentence);
  }
}

void TeamListener::accept(const Asker& from, std::uint32_t number) {
  if (!from.connection->is_open()) return;
  answer(from, wire::SubmitAccepted{number});
  submissions_.follow(from.connection, caller(from), number, 0);
}

void TeamListener::on_follow(const Asker& from, const wire::SubmitFollow& follow) {
  if (!submissions_.follow(from.connection, caller(from), follow.number, follow.lines))
    refuse(from, base::escaped(from.who.name) + " has no version " + std::to_string(follow.number) +
                     "; quiver team versions lists those it has");
}

// --- requests

void TeamListener::on_request(const Asker& from, const wire::TeamRequest& request) {
  std::visit([&](const auto& bodies) { std::visit([&](const auto& one) { on(from, one); }, bodies); },
             request.body);
}

Told<void> TeamListener::done(const Asker& from, std::string sentence) {
  return [from, sentence = std::move(sentence)](const base::Result<void>& result) {
    if (!result) return refuse(from, result.error().sentence);
    answer(from, wire::TeamAnswer{wire::TeamDone{sentence}});
  };
}

void TeamListener::on(const Asker& from, const wire::TeamStatus&) {
  answer(from, wire::TeamAnswer{me_of(service_, caller(from), host_)});
}

void TeamListener::on(const Asker& from, const wire::Activate& request) {
  service_.activate(
      caller(from), request.number,
      done(from, "version " + std::to_string(request.number) + " of " + from.who.name + " plays now"));
}

void TeamListener::on(const Asker& from, const wire::Withdraw&) {
  service_.withdraw(caller(from), done(from, from.who.name + " is withdrawn and plays no more games; " +
                                                 "activating or submitting a version brings it back"));
}

void TeamListener::on(const Asker& from, const wire::ChallengeRequest& request) {
  const std::weak_ptr<int> alive = alive_;
  service_.challenge(caller(from), {request.opponent, request.games, request.board},
                     [this, alive, from](const base::Result<Challenge>& challenge) {
                       if (!challenge) return refuse(from, challenge.error().sentence);
                       if (!alive.expired()) challenges_.follow(from.connection, *challenge);
                     });
}

// --- administrators

void TeamListener::on(const Asker& from, const wire::InvitationRequest& request) {
  constexpr std::uint32_t kMostHours = 366 * 24;
  if (request.hours > kMostHours) return refuse(from, "an invitation is valid for a year at most");
  service_.invite(
      caller(from), request.display, std::chrono::hours(request.hours),
      [from, page = host_.page](const base::Result<InvitationKey>& made) {
        if (!made) return refuse(from, made.error().sentence);
        const wire::NewInvitation out{made->key, page + "/join#" + made->key, made->invitation.expires};
        answer(from, wire::TeamAnswer{out});
      });
}

void TeamListener::on(const Asker& from, const wire::ListInvitations&) {
  answer_list(from, service_.invitations(caller(from)));
}

void TeamListener::on(const Asker& from, const wire::Revoke& request) {
  const auto all = service_.invitations(caller(from));
  if (!all) return refuse(from, all.error().sentence);
  std::vector<std::string> found;
  if (request.hash.size() >= wire::Revoke::kLeastDigits)
    for (const store::Invitation& one : *all)
      if (one.key_hash.starts_with(request.hash)) found.push_back(one.key_hash);
  if (found.size() != 1)
    return refuse(from, (found.empty() ? "there is no invitation " : "there are several invitations ") +
                            base::quoted(request.hash) +
                            "; quiver admin invitations lists them, give at least the first " +
                            std::to_string(wire::Revoke::kLeastDigits) + " digits of one");
  service_.revoke(
      caller(from), found.front(),
      done(from, "invitation " + found.front().substr(0, wire::Revoke::kLeastDigits) + " is revoked"));
}

void TeamListener::on(const Asker& from, const wire::ListTeams&) {
  answer_list(from, service_.teams(caller(from)), service_.announcement());
}

void TeamListener::on(const Asker& from, const wire::Disqualify& request) {
  service_.disqualify(caller(from), request.team, request.why,
                      done(from, base::escaped(request.team) + " is disqualified"));
}

void TeamListener::on(const Asker& from, const wire::Reinstate& request) {
  service_.reinstate(caller(from), request.team, done(from, base::escaped(request.team) + " is in again"));
}

void TeamListener::on(const Asker& from, const wire::Announce& request) {
  service_.announce(caller(from), request.text,
                    done(from, request.text.empty() ? "the announcement is gone" : "it is announced"));
}

void TeamListener::on(const Asker& from, const wire::ListAudit& request) {
  answer_list(from, service_.audit(caller(from), std::min(request.most, wire::ListAudit::kMost)));
}

}  // namespace quiver::teams

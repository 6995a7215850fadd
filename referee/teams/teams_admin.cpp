// What administrators do with teams.
#include <algorithm>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "referee/teams/teams.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;
using store::Team;

namespace {

constexpr std::size_t kMostOpenInvitations = 1000;
constexpr std::size_t kMostAnnouncement = 500;
constexpr std::size_t kMostReason = 200;
constexpr base::Duration kLongestInvitation = std::chrono::hours(24 * 366);

// One line for others to read.
Result<std::string> line_for_all(const std::string& text, std::size_t most, const std::string& what) {
  if (text.size() > most) return bad_input(what + " has at most " + std::to_string(most) + " bytes");
  if (base::harmless_text(text) != text)
    return bad_input(what + " must be one line, without invisible or control characters");
  return text;
}

}  // namespace

Result<void> Teams::check_admin(const Caller& caller) const {
  if (caller.admin) return {};
  return bad_input("only an administrator may do that");
}

Result<std::vector<TeamView>> Teams::teams(const Caller& caller) const {
  if (auto fit = check_admin(caller); !fit) return fit.error();
  std::vector<TeamView> out;
  for (const Account& one : accounts_.all()) out.push_back(view(one));
  return out;
}

Result<std::vector<store::Invitation>> Teams::invitations(const Caller& caller) const {
  if (auto fit = check_admin(caller); !fit) return fit.error();
  return invitations_;
}

Result<std::vector<store::AuditEntry>> Teams::audit(const Caller& caller, std::uint32_t most) const {
  if (auto fit = check_admin(caller); !fit) return fit.error();
  std::vector<store::AuditEntry> out(audit_.rbegin(), audit_.rend());
  if (out.size() > most) out.resize(most);
  return out;
}

void Teams::invite(const Caller& caller, const std::string& display, base::Duration valid,
                   Told<InvitationKey> told) {
  if (auto fit = check_admin(caller); !fit) return told(fit.error());
  const auto shown = display_name(display);
  if (!shown) return told(shown.error());
  if (valid < std::chrono::minutes(1) || valid > kLongestInvitation)
    return told(bad_input("an invitation is valid for one minute to 366 days"));
  const auto open = std::count_if(invitations_.begin(), invitations_.end(), [](const store::Invitation& one) {
    return one.used_by.empty() && !one.revoked;
  });
  if (static_cast<std::size_t>(open) >= kMostOpenInvitations)
    return told(bad_input("there are " + std::to_string(open) + " open invitations: revoke some first"));
  InvitationKey made;
  made.key = base::hex(std::string_view(base::secret_bytes(32)));
  const WallTime until = parts_.now() + std::chrono::duration_cast<WallTime::duration>(valid);
  made.invitation = {wire::sha256_hex(made.key), utc(), base::format_utc(until), *shown, "", false};
  commit({made.invitation, audited(caller.id, "invite", *shown, "until " + made.invitation.expires)},
         [this, made, told] {
           invitations_.push_back(made.invitation);
           told(made);
         });
}

void Teams::revoke(const Caller& caller, const std::string& key_hash, Told<void> told) {
  if (auto fit = check_admin(caller); !fit) return told(fit.error());
  store::Invitation* one = find_invitation(key_hash);
  if (one == nullptr) return told(bad_input("there is no such invitation"));
  if (!one->used_by.empty())
    return told(bad_input("this invitation was used by " + one->used_by + " already"));
  // At once: nobody may use it while it is being committed.
  one->revoked = true;
  commit({*one, audited(caller.id, "revoke", one->display, "created " + one->created)},
         [told] { told(Result<void>()); });
}

void Teams::disqualify(const Caller& caller, const std::string& team, const std::string& why,
                       Told<void> told) {
  if (auto fit = check_admin(caller); !fit) return told(fit.error());
  const auto reason = line_for_all(why, kMostReason, "the reason");
  if (!reason) return told(reason.error());
  Account* account = account_of(team);
  if (account == nullptr) return told(bad_input("there is no team " + base::quoted(team)));
  if (account->team.state == Team::State::kDisqualified)
    return told(bad_input(team + " is disqualified already: " + account->team.note));
  Team changed = account->team;
  changed.state = Team::State::kDisqualified;
  changed.note = reason->empty() ? "an administrator decided so" : *reason;
  Changes changes{changed, audited(caller.id, "disqualify", team, changed.note)};
  drop_unsettled(*account, "The team was disqualified: " + changed.note, changes);
  // At once, so that nothing of it enters while this is being committed.
  account->team = changed;
  commit(std::move(changes), [this, changed, told] {
    parts_.ladder.leave_team(changed.id, "its team was disqualified: " + changed.note);
    update_access();
    told(Result<void>());
    tell_team(accounts_.at(changed.number));
    start_next();
  });
}

void Teams::reinstate(const Caller& caller, const std::string& team, Told<void> told) {
  if (auto fit = check_admin(caller); !fit) return told(fit.error());
  Account* account = accounts_.find(team);
  if (account == nullptr) return told(bad_input("there is no team " + base::quoted(team)));
  if (account->team.state != Team::State::kDisqualified)
    return told(bad_input(team + " is not disqualified"));
  account->team.note.clear();
  account->team.state = Team::State::kActive;
  commit({account->team, audited(caller.id, "reinstate", team, "")},
         [this, number = account->team.number, told] {
           update_access();
           told(Result<void>());
           tell_team(accounts_.at(number));
           enter_again(accounts_.at(number));
         });
}

void Teams::announce(const Caller& caller, const std::string& text, Told<void> told) {
  if (auto fit = check_admin(caller); !fit) return told(fit.error());
  const auto line = line_for_all(text, kMostAnnouncement, "an announcement");
  if (!line) return told(line.error());
  commit({store::StoredSetting{"announcement", *line}, audited(caller.id, "announce", "", *line)},
         [this, said = *line, told] {
           announcement_ = said;
           told(Result<void>());
           tell([&](TeamObserver& one) { one.on_announcement(announcement_); });
         });
}

void Teams::note(const Caller& caller, const std::string& action, const std::string& subject,
                 const std::string& detail) {
  commit({audited(caller.id, action, subject, detail)}, {});
}

}  // namespace quiver::teams

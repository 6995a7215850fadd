#include "referee/teams/teams.hpp"

#include <algorithm>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/sha256.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;
using store::Team;
using store::TeamVersion;

Teams::Teams(Parts parts, TeamRules rules, LoadedTeams loaded)
    : parts_(std::move(parts)),
      rules_(std::move(rules)),
      accounts_([&] {
        LoadedTeams part;
        part.teams = std::move(loaded.teams);
        part.versions = std::move(loaded.versions);
        return part;
      }()),
      invitations_(std::move(loaded.invitations)),
      audit_(loaded.audit.begin(), loaded.audit.end()),
      last_audit_(audit_.empty() ? 0 : audit_.back().number),
      announcement_(std::move(loaded.announcement)) {
  for (const std::string& sentence : loaded.problems) parts_.host.note(sentence);
  std::vector<std::pair<std::string, Key>> waiting;
  for (Account& account : accounts_.all()) {
    parts_.ladder.set_display(account.team.id, account.team.display);
    const auto bot = loaded.bots.find(account.team.number);
    if (const auto* version = account.version(account.team.active_version);
        version != nullptr && bot != loaded.bots.end())
      enter(account, *version, bot->second);
    for (const TeamVersion& one : account.versions)
      if (!store::is_settled(one.state)) waiting.push_back({one.submitted, {one.team, one.number}});
  }
  std::sort(waiting.begin(), waiting.end());
  for (const auto& [submitted, key] : waiting) queue_.push_back({key, ""});
  update_access();
  parts_.ladder.on_challenge_over(
      [weak = std::weak_ptr(self_)](const std::string& team, const wire::Record& record) {
        if (const auto self = weak.lock()) (*self)->on_challenge_over(team, record);
      });
  start_next();
}

Teams::~Teams() = default;

// --- what all of them use

std::string Teams::utc() const { return base::format_utc(parts_.now()); }

store::AuditEntry Teams::audited(const std::string& who, const std::string& action,
                                 const std::string& subject, const std::string& detail) {
  constexpr std::size_t kMostDetail = 1000;
  store::AuditEntry entry{
      ++last_audit_, utc(), who, action, base::escaped(subject, 100), base::escaped(detail, kMostDetail)};
  audit_.push_back(entry);
  if (audit_.size() > kMostAudit) audit_.pop_front();
  return entry;
}

void Teams::commit(Changes changes, std::function<void()> then) {
  parts_.notifier.commit(std::move(changes), [weak = std::weak_ptr(self_), then = std::move(then)] {
    if (weak.lock() && then) then();
  });
}

void Teams::in_background(TeamHost::Job job, std::function<void()> then) {
  parts_.host.in_background(std::move(job), [weak = std::weak_ptr(self_), then = std::move(then)] {
    if (weak.lock()) then();
  });
}

void Teams::update_access() {
  net::TeamAccess access = accounts_.access();
  std::set<std::string> barred;
  for (const auto& [name, why] : access.barred) barred.insert(name);
  parts_.host.set_access(std::move(access));
  parts_.ladder.set_barred(std::move(barred));
}

Account* Teams::account_of(const std::string& id) {
  if (Account* account = accounts_.find(id)) return account;
  return parts_.host.has_token_for(id) ? &accounts_.add(id, "", "", utc()) : nullptr;
}

SubmissionView Teams::view(const Account& account, const TeamVersion& version) const {
  SubmissionView out;
  out.team = account.team.id;
  out.version = version;
  out.active = account.team.active_version == version.number;
  out.waiting = place_of({version.team, version.number});
  const auto build = builds_.find({version.team, version.number});
  if (build != builds_.end()) out.progress = build->second.progress;
  return out;
}

TeamView Teams::view(const Account& account) const {
  TeamView out;
  out.team = account.team;
  for (auto one = account.versions.rbegin(); one != account.versions.rend(); ++one) {
    out.versions.push_back(view(account, *one));
    out.versions.back().progress.clear();
    out.versions.back().version.report.clear();
  }
  out.connected = parts_.host.is_connected(account.team.id);
  return out;
}

void Teams::tell_team(const Account& account) {
  tell([&](TeamObserver& one) { one.on_team(account.team.id); });
}

void Teams::tell_submission(const Account& account, const TeamVersion& version) {
  const SubmissionView shown = view(account, version);
  tell([&](TeamObserver& one) { one.on_submission(shown); });
}

// --- what everybody may know

std::optional<Caller> Teams::caller_of(const std::string& token) const {
  return caller_of_hash(wire::sha256_hex(token));
}

std::optional<Caller> Teams::caller_of_hash(const std::string& token_hash) const {
  const auto known = parts_.host.identity_of(token_hash);
  return known ? std::optional<Caller>({known->name, known->admin}) : std::nullopt;
}

Accepts Teams::accepts() const {
  Accepts out;
  out.kinds = rules_.kinds;
  out.max_size = rules_.max_size;
  if (rules_.closes) out.closes = base::format_utc(*rules_.closes);
  out.closed = rules_.closes && parts_.now() >= *rules_.closes;
  return out;
}

std::string Teams::display_of(const std::string& id) const {
  const Account* account = accounts_.find(id);
  return account == nullptr || account->team.display.empty() ? id : account->team.display;
}

std::optional<TeamView> Teams::team(const Caller& caller) const {
  const Account* account = accounts_.find(caller.id);
  return account == nullptr ? std::nullopt : std::optional(view(*account));
}

// --- challenges

void Teams::challenge(const Caller& caller, ChallengeRequest request, Told<Challenge> told) {
  const auto refuse = [&](const std::string& why) { told(bad_input(why)); };
  if (request.games == 0 || request.games > rules_.challenge_games)
    return refuse("a challenge has 1 to " + std::to_string(rules_.challenge_games) + " games");
  const bool known = accounts_.find(caller.id) != nullptr;
  Account* account = account_of(caller.id);
  if (account == nullptr) return refuse("a challenge needs a token: who has none is no team");
  const auto number = account->team.number;
  if (account->team.state == Team::State::kDisqualified)
    return refuse("your team was disqualified: " + account->team.note);
  if (!account->open_challenges.empty()) return refuse("the games of your last challenge are not over yet");
  if (const auto wait = account->challenges.wait(parts_.now(), rules_.challenges_per_hour))
    return refuse("your team has challenged " + std::to_string(rules_.challenges_per_hour) +
                  " times within an hour; try again in " +
                  base::format_duration(std::chrono::ceil<std::chrono::minutes>(*wait)));
  if (!known) commit({account->team}, {});
  auto queued = parts_.ladder.challenge(
      caller.id, request.opponent, request.games, request.board,
      [weak = std::weak_ptr(self_), number, told](const tournament::ChallengeGames& games) {
        const auto self = weak.lock();
        if (!self) return;
        Account& own = (*self)->accounts_.at(number);
        own.open_challenges.insert(games.ids.begin(), games.ids.end());
        told(Challenge{games.event, games.ids, games.names.back()});
        (*self)->parts_.host.look_again();
      });
  if (!queued) return refuse(queued.error().sentence);
  account->challenges.note(parts_.now(), rules_.challenges_per_hour);
}

void Teams::on_challenge_over(const std::string& team, const wire::Record& record) {
  if (Account* account = accounts_.find(team)) account->open_challenges.erase(record.id);
  tell([&](TeamObserver& one) { one.on_challenge_game(team, record); });
}

// --- who becomes a team

store::Invitation* Teams::find_invitation(const std::string& key_hash) {
  store::Invitation* found = nullptr;
  for (store::Invitation& one : invitations_)
    if (base::equal_in_constant_time(one.key_hash, key_hash)) found = &one;
  return found;
}

Result<store::Invitation> Teams::invitation(const std::string& key) const {
  const store::Invitation* one = const_cast<Teams*>(this)->find_invitation(wire::sha256_hex(key));
  if (one == nullptr) return bad_input("this link is not valid: ask for a new one");
  if (!one->used_by.empty())
    return bad_input("this link was used already: sign in with the token that it gave");
  if (one->revoked) return bad_input("this link was taken back: ask for a new one");
  if (utc() >= one->expires)
    return bad_input("this link was valid until " + one->expires + ": ask for a new one");
  return *one;
}

void Teams::join(const std::string& key, const std::string& id, const std::string& display,
                 Told<Joined> told) {
  const auto valid = invitation(key);
  if (!valid) return told(valid.error());
  if (const std::string fault = team_id_fault(id); !fault.empty()) return told(bad_input(fault));
  if (accounts_.is_taken(id) || parts_.host.has_token_for(id) || parts_.ladder.is_name_taken(id))
    return told(bad_input("somebody is called " + id + " already: choose another name"));
  const auto shown = display_name(display);
  if (!shown) return told(shown.error());
  const std::string token = base::hex(std::string_view(base::secret_bytes(24)));
  Account& account = accounts_.add(id, *shown, wire::sha256_hex(token), utc());
  store::Invitation& used = *find_invitation(valid->key_hash);
  used.used_by = id;
  const std::uint32_t number = account.team.number;
  commit({account.team, used, audited(id, "join", id, *shown)}, [this, number, token, told] {
    const Account& joined = accounts_.at(number);
    parts_.ladder.set_display(joined.team.id, joined.team.display);
    update_access();
    told(Joined{joined.team.id, token});
    tell_team(joined);
  });
}

}  // namespace quiver::teams

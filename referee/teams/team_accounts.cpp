#include "referee/teams/team_accounts.hpp"

#include <algorithm>
#include <cctype>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;

namespace {

constexpr std::size_t kMostId = 26;  // and "-v1234" after it
constexpr std::size_t kMostDisplay = 48;
constexpr std::size_t kMostFileName = 100;

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t k = 0; k < words.size(); ++k)
    out += (k == 0 ? "" : k + 1 == words.size() ? " and " : ", ") + words[k];
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

std::string in_minutes(base::Duration time) {
  return base::format_duration(std::chrono::ceil<std::chrono::minutes>(time));
}

std::string mib(std::size_t bytes) {
  constexpr std::size_t kMib = std::size_t{1} << 20U;
  return bytes % kMib == 0 ? std::to_string(bytes / kMib) + " MiB" : std::to_string(bytes) + " bytes";
}

bool looks_like_a_version(const std::string& id) {
  const std::size_t at = id.rfind("-v");
  return at != std::string::npos && at + 2 < id.size() &&
         id.find_first_not_of("0123456789", at + 2) == std::string::npos;
}

}  // namespace

std::optional<base::Duration> HourlyLimit::wait(WallTime now, std::uint32_t most) const {
  if (times_.size() < most) return std::nullopt;
  const WallTime again = times_[times_.size() - most] + std::chrono::hours(1);
  return again <= now ? std::nullopt : std::optional<base::Duration>(again - now);
}

void HourlyLimit::note(WallTime now, std::uint32_t most) {
  times_.push_back(now);
  while (times_.size() > most) times_.pop_front();
}

const store::TeamVersion* Account::version(std::uint32_t number) const {
  return number == 0 || number > versions.size() ? nullptr : &versions[number - 1];
}

store::TeamVersion* Account::version(std::uint32_t number) {
  return number == 0 || number > versions.size() ? nullptr : &versions[number - 1];
}

std::size_t Account::num_waiting() const {
  return arriving + static_cast<std::size_t>(
                        std::count_if(versions.begin(), versions.end(), [](const store::TeamVersion& one) {
                          return one.state == store::TeamVersion::State::kWaiting;
                        }));
}

TeamAccounts::TeamAccounts(LoadedTeams&& loaded) {
  for (store::Team& team : loaded.teams) {
    accounts_.emplace_back();
    accounts_.back().team = std::move(team);
  }
  for (store::TeamVersion& version : loaded.versions) {
    Account& account = at(version.team);
    account.last_version = version.number;
    // What was being built is built again.
    if (!store::is_settled(version.state)) version.state = store::TeamVersion::State::kWaiting;
    account.versions.push_back(std::move(version));
  }
}

const Account* TeamAccounts::find(std::string_view id) const {
  const auto found =
      std::find_if(accounts_.begin(), accounts_.end(), [&](const Account& one) { return one.team.id == id; });
  return found == accounts_.end() ? nullptr : &*found;
}

Account* TeamAccounts::find(std::string_view id) {
  return const_cast<Account*>(static_cast<const TeamAccounts*>(this)->find(id));
}

Account& TeamAccounts::add(const std::string& id, const std::string& display, const std::string& token_hash,
                           const std::string& created) {
  accounts_.emplace_back();
  store::Team& team = accounts_.back().team;
  team.number = static_cast<std::uint32_t>(accounts_.size());
  team.id = id;
  team.display = display;
  team.token_hash = token_hash;
  team.created = created;
  return accounts_.back();
}

bool TeamAccounts::is_taken(std::string_view id) const {
  const std::string wanted = lower(id);
  return std::any_of(accounts_.begin(), accounts_.end(),
                     [&](const Account& one) { return lower(one.team.id) == wanted; });
}

net::TeamAccess TeamAccounts::access() const {
  net::TeamAccess access;
  for (const Account& one : accounts_) {
    if (!one.team.token_hash.empty()) access.tokens.add(one.team.id, one.team.token_hash);
    if (one.team.state == store::Team::State::kDisqualified)
      access.barred[one.team.id] = "the team " + one.team.id + " was disqualified: " + one.team.note;
  }
  return access;
}

std::string team_id_fault(const std::string& id) {
  if (std::string fault = base::name_fault(id, kMostId); !fault.empty()) return fault;
  if (looks_like_a_version(id))
    return base::quoted(id) + " is like the name of a version: leave the -v and the number out";
  return "";
}

Result<std::string> display_name(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return std::string();
  text = text.substr(first, text.find_last_not_of(' ') - first + 1);
  if (text.size() > kMostDisplay)
    return bad_input("a team's name has at most " + std::to_string(kMostDisplay) + " bytes");
  if (base::harmless_text(text) != text)
    return bad_input("a team's name must have no invisible or control characters");
  return std::string(text);
}

Result<std::string> file_name(std::string_view text) {
  const std::string_view name = text.substr(text.find_last_of("/\\") + 1);
  if (name.empty() || name == "." || name == "..")
    return bad_input("the submission needs the name of a file");
  if (name.size() > kMostFileName)
    return bad_input("the name of a file has at most " + std::to_string(kMostFileName) + " bytes");
  if (base::harmless_text(name) != name)
    return bad_input("the name of a file must have no invisible or control characters");
  return std::string(name);
}

Result<void> check_submission(const TeamRules& rules, const Account* account, const std::string& kind,
                              std::size_t size, WallTime now) {
  if (rules.kinds.empty()) return bad_input("no submissions are taken here");
  if (rules.closes && now >= *rules.closes)
    return bad_input("submissions closed at " + base::format_utc(*rules.closes));
  if (!kind.empty() && std::find(rules.kinds.begin(), rules.kinds.end(), kind) == rules.kinds.end())
    return bad_input(base::quoted(kind) + " is not accepted here; accepted are " + listed(rules.kinds));
  if (size == 0) return bad_input("the submission is empty");
  if (size > rules.max_size)
    return bad_input("the submission is larger than " + mib(rules.max_size) +
                     ", the most that is taken here");
  if (account == nullptr) return {};
  if (account->team.state == store::Team::State::kDisqualified)
    return bad_input("your team was disqualified: " + account->team.note);
  if (account->num_waiting() >= rules.waiting)
    return bad_input("a version of your team still waits to be built; submit again when that has begun");
  if (account->last_version >= rules.versions)
    return bad_input("your team has submitted " + std::to_string(rules.versions) +
                     " versions, which is the most in this ladder");
  if (const auto wait = account->submissions.wait(now, rules.per_hour))
    return bad_input("your team has submitted " + std::to_string(rules.per_hour) +
                     " times within an hour; try again in " + in_minutes(*wait));
  return {};
}

}  // namespace quiver::teams

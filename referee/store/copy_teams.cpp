#include "referee/store/copy_teams.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "client_sdk/base/text.hpp"

namespace quiver::store {

using base::Error;
using base::Result;

namespace {

constexpr EventId kNoEvent = 0;
constexpr std::uint32_t kAll = std::numeric_limits<std::int32_t>::max();

Error differs(const std::string& what) {
  return {
      Error::Code::kUnreadable,
      "the copy differs in " + what + ": if somebody writes to the store, copy it again when that has ended"};
}

class TeamCopier {
 public:
  TeamCopier(Store& from, Store& to) : from_(from), to_(to) {}

  Result<void> copy() {
    const auto teams = from_.teams();
    if (!teams) return teams.error();
    if (auto fit = check_target(*teams); !fit) return fit;
    if (auto copied = copy_list(*teams); !copied) return copied;
    for (const Team& team : *teams)
      if (auto copied = copy_versions(team); !copied) return copied;
    if (auto copied = copy_all(from_.invitations()); !copied) return copied;
    if (auto copied = copy_all(from_.settings()); !copied) return copied;
    if (auto copied = copy_audit(); !copied) return copied;
    return check(*teams);
  }

 private:
  // A team is known by its number: two of the same number must be the same team.
  Result<void> check_target(const std::vector<Team>& teams) {
    const auto there = to_.teams();
    if (!there) return there.error();
    for (const Team& one : *there) {
      const auto same = std::find_if(teams.begin(), teams.end(),
                                     [&](const Team& team) { return team.number == one.number; });
      if (same == teams.end() || same->id != one.id || same->created != one.created)
        return Error{Error::Code::kUnreadable,
                     "the target has another team " + base::quoted(one.id) + ": copy to another store"};
    }
    return {};
  }

  template <class Value>
  Result<void> copy_list(const std::vector<Value>& values) {
    std::vector<Change> changes(values.begin(), values.end());
    return changes.empty() ? Result<void>() : to_.commit(kNoEvent, changes);
  }
  template <class Value>
  Result<void> copy_all(const Result<std::vector<Value>>& values) {
    if (!values) return values.error();
    return copy_list(*values);
  }

  // The bundles come first, so that no version is ever without its program.
  Result<void> copy_versions(const Team& team) {
    const auto versions = from_.versions(team.number, Store::Reports::kWith);
    if (!versions) return versions.error();
    for (const TeamVersion& one : *versions) {
      if (auto copied = copy_bundle(one.bundle); !copied) return copied;
      if (is_settled(one.state)) continue;
      if (auto copied = copy_bundle(one.upload); !copied) return copied;
    }
    return copy_list(*versions);
  }

  Result<void> copy_bundle(const std::string& name) {
    if (name.empty() || !copied_.insert(name).second) return {};
    auto bytes = from_.bundle(name);
    if (!bytes) return bytes.error();
    if (!*bytes) return Error{Error::Code::kUnreadable, "the store has no bundle " + name};
    auto done = to_.commit(kNoEvent, {StoredBundle{name, **bytes}});
    if (!done) return done;
    const auto there = to_.bundle(name);
    if (!there) return there.error();
    return *there == *bytes ? Result<void>() : Result<void>(differs("the bundle " + name));
  }

  Result<void> copy_audit() {
    auto entries = from_.audit(kAll);
    if (!entries) return entries.error();
    const auto there = to_.audit(kAll);
    if (!there) return there.error();
    std::erase_if(*entries, [&](const AuditEntry& one) {
      return std::any_of(there->begin(), there->end(),
                         [&](const AuditEntry& other) { return other.number == one.number; });
    });
    return copy_list(*entries);
  }

  Result<void> check(const std::vector<Team>& teams) {
    const auto equal = [](const auto& a, const auto& b) { return a && b && *a == *b; };
    const auto there = to_.teams();
    if (!there || *there != teams) return differs("its teams");
    for (const Team& one : teams)
      if (!equal(from_.versions(one.number, Store::Reports::kWith),
                 to_.versions(one.number, Store::Reports::kWith)))
        return differs("the versions of the team " + base::quoted(one.id));
    if (!equal(from_.invitations(), to_.invitations())) return differs("its invitations");
    if (!equal(from_.settings(), to_.settings())) return differs("its settings");
    if (!equal(from_.audit(kAll), to_.audit(kAll))) return differs("its audit table");
    return {};
  }

  Store& from_;
  Store& to_;
  std::set<std::string> copied_;  // bundles
};

}  // namespace

Result<void> copy_teams(Store& from, Store& to) { return TeamCopier(from, to).copy(); }

}  // namespace quiver::store

#include "referee/teams/loaded_teams.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/bundle.hpp"

namespace quiver::teams {

using base::Result;

Result<launch::BotSpec> unpack_stored(store::Store* store, const std::string& bundle,
                                      const std::string& folder) {
  if (store == nullptr)
    return base::Error{base::Error::Code::kUnreadable, "the store cannot be read now; try again"};
  const auto bytes = store->bundle(bundle);
  if (!bytes) return bytes.error();
  if (!*bytes) return base::Error{base::Error::Code::kUnreadable, "the store has no bundle " + bundle};
  return launch::unpack_bundle(**bytes, bundle, folder);
}

namespace {

template <class Value>
Result<void> take(Result<Value> read, Value& into) {
  if (!read) return read.error();
  into = std::move(*read);
  return {};
}

void unpack_active(store::Store& store, const std::string& folder, LoadedTeams& loaded) {
  for (const store::Team& team : loaded.teams) {
    if (team.state != store::Team::State::kActive || team.active_version == 0) continue;
    const auto version =
        std::find_if(loaded.versions.begin(), loaded.versions.end(), [&](const store::TeamVersion& one) {
          return one.team == team.number && one.number == team.active_version;
        });
    if (version == loaded.versions.end()) continue;
    auto bot = unpack_stored(&store, version->bundle, folder);
    if (bot)
      loaded.bots.emplace(team.number, std::move(*bot));
    else
      loaded.problems.push_back("version " + std::to_string(version->number) + " of " +
                                base::escaped(team.id) + " does not play: " + bot.error().sentence);
  }
}

// Teams and the versions of each are numbered from 1 without gaps: so they are found.
bool is_numbered(const LoadedTeams& loaded) {
  std::map<std::uint32_t, std::uint32_t> last;
  for (const store::Team& team : loaded.teams) {
    if (team.number != last.size() + 1) return false;
    last[team.number] = 0;
  }
  return std::all_of(loaded.versions.begin(), loaded.versions.end(), [&](const store::TeamVersion& one) {
    const auto team = last.find(one.team);
    return team != last.end() && one.number == ++team->second;
  });
}

}  // namespace

Result<LoadedTeams> load_teams(store::Store& store, const std::string& folder) {
  LoadedTeams loaded;
  if (auto read = take(store.teams(), loaded.teams); !read) return read.error();
  if (auto read = take(store.versions(0, store::Store::Reports::kWithout), loaded.versions); !read)
    return read.error();
  if (!is_numbered(loaded))
    return base::Error{
        base::Error::Code::kUnreadable,
        "the store's teams or their versions are not numbered from 1 without gaps: another program "
        "has changed it"};
  if (auto read = take(store.invitations(), loaded.invitations); !read) return read.error();
  if (auto read = take(store.audit(kMostAudit), loaded.audit); !read) return read.error();
  const auto settings = store.settings();
  if (!settings) return settings.error();
  for (const store::StoredSetting& one : *settings)
    if (one.key == "announcement") loaded.announcement = one.value;
  unpack_active(store, folder, loaded);
  return loaded;
}

}  // namespace quiver::teams

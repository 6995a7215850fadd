#include "referee/web/spectator_hub.hpp"

#include <algorithm>

#include "client_sdk/base/plain_text.hpp"
#include "referee/net/person_players.hpp"
#include "referee/run/referee.hpp"
#include "referee/web/json.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

constexpr std::size_t kShown = 24;    // games in the lobby, in progress and finished
constexpr std::size_t kNamed = 200;   // competitors
constexpr std::size_t kListed = 500;  // games in progress, as lines
constexpr auto kBetweenMoves = std::chrono::milliseconds(20);
constexpr auto kBetweenLobbies = std::chrono::milliseconds(250);
constexpr auto kBetweenRows = std::chrono::seconds(1);

template <class Fill>
Text message(Fill fill) {
  v1::SpectatorMessage out;
  fill(out);
  return json(out);
}

}  // namespace

SpectatorHub::SpectatorHub(run::Referee& referee, About about, Hooks hooks)
    : referee_(referee),
      about_(std::move(about)),
      hooks_(std::move(hooks)),
      games_throttle_(referee.context(), kBetweenMoves, [this] { return tell_games(); }),
      lobby_throttle_(referee.context(), kBetweenLobbies, [this] { return tell_lobby(); }) {
  referee_.match_observers().add(*this);
  referee_.server_observers().add(*this);
}

SpectatorHub::~SpectatorHub() {
  referee_.match_observers().remove(*this);
  referee_.server_observers().remove(*this);
}

LiveGame* SpectatorHub::find(const std::string& id) {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

// --- events

void SpectatorHub::on_begin(const net::MatchSession& table, const wire::Record& heading) {
  if (referee_.is_hint(heading.id)) return;
  auto game = std::make_unique<LiveGame>(table, heading);
  // A void game that is played again has the same id: the new one replaces the old entry.
  by_id_[heading.id] = game.get();
  games_[table.match().id()] = std::move(game);
  lobby_changed();
  hooks_.begun(heading.id);
}

// Called after every event of every match: only notes that something changed.
void SpectatorHub::on_change(const net::MatchSession& table) {
  const auto found = games_.find(table.match().id());
  if (found == games_.end()) return;
  LiveGame& game = *found->second;
  if (!lobby_.empty()) {
    game.row_changed = true;
    rows_changed_ = true;
    if (on_show_.contains(game.id())) different_.insert(game.id());
    lobby_changed();
  }
  if (game.changed || game.listeners.empty()) return;
  game.changed = true;
  to_tell_.insert(found->first);
  games_throttle_.wake();
}

void SpectatorHub::on_over(const net::MatchSession& table, const wire::Record& record) {
  if (referee_.is_hint(record.id)) return;
  // Cleaned before it is shown: a record has paths of this machine.
  const auto kept = std::make_shared<const wire::Record>(without_paths(record));
  if (!net::is_taken_back(record)) {
    recent_.add(kept);
    new_results_.push_back(kept);
    if (new_results_.size() > kShown) new_results_.erase(new_results_.begin());
  }
  lobby_changed();
  const auto found = games_.find(table.match().id());
  if (found == games_.end()) return;
  LiveGame& game = *found->second;
  if (!game.listeners.empty()) {
    const v1::GameChange last = game.finish(*kept);
    games_out_.add(message([&](auto& out) { *out.mutable_game_change() = last; }), game.listeners.informed,
                   kCloseNormal);
    games_out_.add(message([&](auto& out) { *out.mutable_game() = game.finished_view(); }),
                   game.listeners.newcomers, kCloseNormal);
    games_throttle_.wake();
  }
  by_id_.erase(game.id());
  to_tell_.erase(found->first);
  games_.erase(found);
  hooks_.over(record.id);
}

void SpectatorHub::on_players_changed() {
  people_changed_ = true;
  lobby_changed();
}

void SpectatorHub::lobby_changed() {
  if (lobby_.empty()) return;
  lobby_changed_ = true;
  lobby_throttle_.wake();
}

// --- listeners

void SpectatorHub::watch_lobby(const PeerPtr& peer) {
  lobby_.newcomers.push_back(peer);
  lobby_changed();
}

bool SpectatorHub::watch(const std::string& id, const PeerPtr& peer) {
  LiveGame* game = find(id);
  if (game == nullptr) return false;
  game->listeners.newcomers.push_back(peer);
  to_tell_.insert(game->match().id());
  games_throttle_.wake();
  lobby_changed();
  return true;
}

void SpectatorHub::leave(const PeerPtr& peer) {
  // A listener watches few games, but which ones is not recorded: all are asked.
  lobby_.remove(peer.get());
  for (const auto& [number, game] : games_) {
    if (game->listeners.empty()) continue;
    game->listeners.remove(peer.get());
    if (game->listeners.empty()) game->forget();
  }
  lobby_changed();
}

std::size_t SpectatorHub::spectators() const {
  std::size_t all = lobby_.size();
  for (const auto& [number, game] : games_) all += game->listeners.size();
  return all;
}

// --- sending

void SpectatorHub::tell_everything() {
  while (tell_games()) {
  }
  while (tell_lobby()) {
  }
}

bool SpectatorHub::tell_games() {
  if (games_out_.send_some()) {
    if (!games_out_.empty() || !telling_.empty()) return true;
    // What has changed meanwhile is sent in the next round.
    if (!to_tell_.empty()) games_throttle_.wake();
    return false;
  }
  if (telling_.empty()) std::swap(telling_, to_tell_);
  if (telling_.empty()) return false;
  const auto found = games_.find(*telling_.begin());
  telling_.erase(telling_.begin());
  if (found != games_.end()) tell(*found->second);
  return true;
}

void SpectatorHub::tell(LiveGame& game) {
  const base::Time now = base::clock_now();
  if (game.changed && !game.listeners.informed.empty())
    games_out_.add(message([&](auto& out) { *out.mutable_game_change() = game.advance(now); }),
                   game.listeners.informed);
  game.changed = false;
  if (game.listeners.newcomers.empty()) return;
  const Text whole = message([&](auto& out) { *out.mutable_game() = game.view(now); });
  games_out_.add(whole, game.listeners.take_newcomers());
}

std::vector<const LiveGame*> SpectatorHub::shown() const {
  std::vector<const LiveGame*> out;
  for (const auto& [number, game] : games_) {
    if (out.size() == kShown) break;
    out.push_back(game.get());
  }
  return out;
}

// One line per name: a bot that plays several games at once may have a connection for each.
std::vector<v1::LobbyCompetitor> SpectatorHub::competitors() const {
  std::vector<v1::LobbyCompetitor> all;
  for (const auto& from : referee_.listing().competitors) {
    auto known =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name() == from.name; });
    if (known == all.end()) {
      if (all.size() == kNamed) continue;
      known = all.emplace(all.end());
      known->set_name(from.name);
      for (const std::string& game : from.games) known->add_games(base::plain_text(game, 32));
    }
    known->set_capacity(known->capacity() + from.capacity);
    known->set_playing(known->playing() + from.playing);
    known->set_connected(known->connected() || from.connected);
  }
  return all;
}

v1::Lobby SpectatorHub::lobby() const {
  v1::Lobby out;
  out.set_running(about_.running);
  out.set_event(about_.event);
  out.set_play(about_.play);
  out.set_address(about_.address);
  out.set_workers(about_.workers);
  out.set_num_games(static_cast<std::uint32_t>(games_.size()));
  for (const LiveGame* game : shown()) *out.add_games() = game->thumbnail();
  for (const RecordPtr& record : recent_.all()) {
    if (out.recent_size() == static_cast<int>(kShown)) break;
    *out.add_recent() = summary_of(*record);
  }
  for (auto& one : competitors()) *out.add_competitors() = std::move(one);
  out.set_spectators(static_cast<std::uint32_t>(spectators()));
  const base::Time now = base::clock_now();
  for (const auto& [number, game] : games_) {
    if (out.rows_size() == static_cast<int>(kListed)) break;
    *out.add_rows() = game->row(now);
  }
  return out;
}

void SpectatorHub::fill_rows(v1::LobbyChange& out, base::Time now, bool rows_due) {
  std::set<std::string> listed;
  for (const auto& [number, game] : games_) {
    if (listed.size() == kListed) break;
    listed.insert(game->id());
    if (!on_list_.contains(game->id())) {
      *out.add_rows() = game->row(now);
    } else if (rows_due && game->row_changed) {
      v1::LobbyRowChange& change = *out.add_row_changes();
      change.set_id(game->id());
      *change.mutable_state() = game->row_state(now);
    } else {
      continue;
    }
    game->row_changed = false;
  }
  for (const std::string& id : on_list_)
    if (!listed.contains(id)) out.add_rows_gone(id);
  on_list_ = std::move(listed);
  if (rows_due) rows_changed_ = false;
}

v1::LobbyChange SpectatorHub::lobby_change(base::Time now, bool rows_due) {
  v1::LobbyChange out;
  out.set_num_games(static_cast<std::uint32_t>(games_.size()));
  // The difference between what spectators were shown and what is shown from now on.
  fill_rows(out, now, rows_due);
  std::set<std::string> on_show;
  for (const LiveGame* game : shown()) {
    on_show.insert(game->id());
    if (!on_show_.contains(game->id()) || different_.contains(game->id()))
      *out.add_games() = game->thumbnail();
  }
  for (const std::string& id : on_show_)
    if (!on_show.contains(id)) out.add_gone(id);
  for (auto record = new_results_.rbegin(); record != new_results_.rend(); ++record)
    *out.add_recent() = summary_of(**record);
  if (people_changed_)
    for (auto& one : competitors()) *out.mutable_competitors()->add_competitors() = std::move(one);
  // Present and empty if the last competitor left: absent would mean that nothing changed.
  if (people_changed_) out.mutable_competitors();
  out.set_spectators(static_cast<std::uint32_t>(spectators()));
  on_show_ = std::move(on_show);
  different_.clear();
  new_results_.clear();
  people_changed_ = false;
  return out;
}

bool SpectatorHub::says_something(const v1::LobbyChange& change) {
  const bool counts = change.spectators() != told_spectators_ || change.num_games() != told_games_;
  told_spectators_ = change.spectators();
  told_games_ = change.num_games();
  return counts ||
         change.games_size() + change.gone_size() + change.recent_size() + change.rows_size() +
                 change.row_changes_size() + change.rows_gone_size() >
             0 ||
         change.has_competitors();
}

bool SpectatorHub::tell_lobby() {
  if (lobby_out_.send_some()) {
    if (!lobby_out_.empty()) return true;
    if (lobby_changed_) lobby_throttle_.wake();
    return false;
  }
  if (!std::exchange(lobby_changed_, false) || lobby_.empty()) return false;
  // Computed even if nobody is informed: it brings on_show_ up to date for the newcomers.
  const base::Time now = base::clock_now();
  const bool rows_due = now >= rows_due_;
  if (rows_due) rows_due_ = now + kBetweenRows;
  const v1::LobbyChange change = lobby_change(now, rows_due);
  // Lines that are not due yet: looked at again after a pause.
  if (rows_changed_) lobby_changed();
  if (says_something(change) && !lobby_.informed.empty())
    lobby_out_.add(message([&](auto& out) { *out.mutable_lobby_change() = change; }), lobby_.informed);
  if (!lobby_.newcomers.empty()) {
    const Text whole = message([&](auto& out) { *out.mutable_lobby() = lobby(); });
    lobby_out_.add(whole, lobby_.take_newcomers());
  }
  return !lobby_out_.empty();
}

}  // namespace quiver::web

// Sends games to spectators: those in progress, those that ended lately, and the lobby with all of them.
//
// It notes what happens and returns at once; spectators are served as the throttle allows (throttle.hpp), so
// that no number of them slows a match. A new spectator gets the whole first and then the changes, each step
// once and in order. Lives on the referee's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "quiver/v1/spectator.pb.h"
#include "referee/net/match_observer.hpp"
#include "referee/net/server_observer.hpp"
#include "referee/web/broadcast.hpp"
#include "referee/web/live_game.hpp"
#include "referee/web/recent_games.hpp"
#include "referee/web/throttle.hpp"

namespace quiver::run {
class Referee;
}

namespace quiver::web {

class SpectatorHub final : private net::MatchObserver, private net::ServerObserver {
 public:
  // What the lobby says about this referee.
  struct About {
    std::string running;  // "serve", "match", "tournament", "ladder"
    std::string event;
    bool play = false;     // visitors may play
    std::string address;   // where bots connect; empty if none may
    bool workers = false;  // there may be workers to show
  };

  // Called with the id of a game that has begun or is over.
  struct Hooks {
    std::function<void(const std::string&)> begun;
    std::function<void(const std::string&)> over;
  };

  // Subscribes to the referee, which must outlive it. Hooks are called while the referee handles an event:
  // they must not block or change matches.
  SpectatorHub(run::Referee& referee, About about, Hooks hooks);
  ~SpectatorHub() override;
  SpectatorHub(const SpectatorHub&) = delete;
  SpectatorHub& operator=(const SpectatorHub&) = delete;

  // Games that ended before the referee was started, the latest first. To be called once, first of all.
  void recall(const std::vector<RecordPtr>& games) {
    for (const RecordPtr& one : games) recent_.add_older(one);
  }
  [[nodiscard]] v1::Lobby lobby() const;
  // The game in progress with this id, or null.
  [[nodiscard]] LiveGame* find(const std::string& id);
  [[nodiscard]] const RecentGames& recent() const { return recent_; }

  // Sends everything that is due at once, without pauses: for when no match is in progress any more.
  void tell_everything();

  // The peer gets the whole lobby soon, then changes, until leave().
  void watch_lobby(const PeerPtr& peer);
  // The same for a game in progress; false if there is none with this id.
  bool watch(const std::string& id, const PeerPtr& peer);
  // Stops sending to this peer, whatever it watches.
  void leave(const PeerPtr& peer);
  [[nodiscard]] std::size_t spectators() const;
  [[nodiscard]] std::uint64_t dropped() const { return games_out_.dropped() + lobby_out_.dropped(); }

 private:
  // MatchObserver
  void on_begin(const net::MatchSession& table, const wire::Record& heading) override;
  void on_change(const net::MatchSession& table) override;
  void on_over(const net::MatchSession& table, const wire::Record& record) override;
  // ServerObserver
  void on_players_changed() override;

  // Each does one small piece of work and returns whether there is more, as Throttle asks.
  bool tell_games();
  void tell(LiveGame& game);
  bool tell_lobby();
  // What has changed in the lobby since the last call. Resets the notes about it. Lines whose state is different
  // are part of it only if they are due.
  [[nodiscard]] v1::LobbyChange lobby_change(base::Time now, bool rows_due);
  void fill_rows(v1::LobbyChange& out, base::Time now, bool rows_due);
  // Whether a change says anything that informed spectators have not been told.
  [[nodiscard]] bool says_something(const v1::LobbyChange& change);
  // The games in progress that are shown: the oldest ones.
  [[nodiscard]] std::vector<const LiveGame*> shown() const;
  [[nodiscard]] std::vector<v1::LobbyCompetitor> competitors() const;
  // Wakes the throttle if anybody watches the lobby.
  void lobby_changed();

  run::Referee& referee_;
  About about_;
  Hooks hooks_;

  std::map<wire::MatchId, std::unique_ptr<LiveGame>> games_;  // the oldest first
  std::unordered_map<std::string, LiveGame*> by_id_;
  RecentGames recent_;
  std::set<wire::MatchId> to_tell_;  // games that changed
  std::set<wire::MatchId> telling_;  // of those, the ones left in this round

  ListenerList lobby_;
  std::set<std::string> on_show_;    // in the lobby, as last sent
  std::set<std::string> different_;  // of those, changed since
  std::set<std::string> on_list_;    // lines in the lobby, as last sent
  bool rows_changed_ = false;
  base::Time rows_due_{};
  std::uint32_t told_spectators_ = 0;
  std::uint32_t told_games_ = 0;
  std::vector<RecordPtr> new_results_;
  bool people_changed_ = false;
  bool lobby_changed_ = false;

  Broadcast games_out_;
  Broadcast lobby_out_;
  Throttle games_throttle_;
  Throttle lobby_throttle_;
};

}  // namespace quiver::web

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
  struct About {
    std::string running;  // "serve", "match", "tournament", "ladder"
    std::string event;
    bool play = false;    // visitors may
    std::string address;  // where bots connect to, if they may
  };

  // Who hears of games by their ids.
  struct Hooks {
    std::function<void(const std::string&)> begun;
    std::function<void(const std::string&)> over;
  };

  SpectatorHub(run::Referee& referee, About about, Hooks hooks);
  ~SpectatorHub() override;
  SpectatorHub(const SpectatorHub&) = delete;
  SpectatorHub& operator=(const SpectatorHub&) = delete;

  // Games that ended before the referee was started, the latest first. To be called once, first of all.
  void recall(const std::vector<RecordPtr>& games) {
    for (const RecordPtr& one : games) recent_.add_older(one);
  }
  [[nodiscard]] v1::Lobby lobby() const;
  // The one of this id that goes on, or none.
  [[nodiscard]] LiveGame* find(const std::string& id);
  [[nodiscard]] const RecentGames& recent() const { return recent_; }

  // Tells at once all that is to be told, without rests: when no match goes on that it could slow.
  void tell_everything();

  void watch_lobby(const PeerPtr& peer);
  // A game that goes on; false if there is none of this id.
  bool watch(const std::string& id, const PeerPtr& peer);
  // Whatever it watches.
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

  bool tell_games();
  void tell(LiveGame& game);
  bool tell_lobby();
  [[nodiscard]] v1::LobbyChange lobby_change();
  // Those that are shown: the oldest.
  [[nodiscard]] std::vector<const LiveGame*> shown() const;
  [[nodiscard]] std::vector<v1::LobbyCompetitor> competitors() const;
  void lobby_changed();

  run::Referee& referee_;
  About about_;
  Hooks hooks_;

  std::map<wire::MatchId, std::unique_ptr<LiveGame>> games_;  // the oldest first
  std::unordered_map<std::string, LiveGame*> by_id_;
  RecentGames recent_;
  std::set<wire::MatchId> to_tell_;  // of which something is new
  std::set<wire::MatchId> telling_;  // those of the round that is under way

  ListenerList lobby_;
  std::set<std::string> on_show_;    // in the lobby as its spectators know it
  std::set<std::string> different_;  // of those, since they heard of it
  std::vector<RecordPtr> new_results_;
  bool people_changed_ = false;
  bool lobby_changed_ = false;

  Broadcast games_out_;
  Broadcast lobby_out_;
  Throttle games_throttle_;
  Throttle lobby_throttle_;
};

}  // namespace quiver::web

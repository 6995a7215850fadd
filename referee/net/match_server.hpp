// The server: everybody who is connected, and every match that is being played.
//
// It greets whoever comes, knows them again when they come back, passes what they say to their matches and
// watches the time. What a peer does wrong ends its connection or its seat, never the server or another
// match. One io_context on one thread; nothing here blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "referee/net/connection.hpp"
#include "referee/net/connection_limiter.hpp"
#include "referee/net/log.hpp"
#include "referee/net/match_session.hpp"
#include "referee/net/player.hpp"
#include "referee/net/server_observer.hpp"
#include "referee/net/settings.hpp"
#include "referee/net/tokens.hpp"

namespace quiver::net {

class MatchServer final : private Connection::Owner {
 public:
  // What a launched bot is told when it is not wanted any more.
  static constexpr const char* kNothingToPlay = "there is nothing more to play";

  class Listener {
   public:
    virtual ~Listener() = default;
    // Somebody came, or has a free place again, or some time has passed.
    virtual void on_change() = 0;
    // An administrator orders matches. Answers go to `from` for as long as it is open.
    virtual void on_order(const std::shared_ptr<Connection>& from, const wire::Order& order) = 0;
    // An administrator ends an order; false if there is none of that number.
    virtual bool on_cancel(std::uint64_t /*order*/) { return false; }
    [[nodiscard]] virtual std::vector<wire::Listing::Order> orders() const { return {}; }
  };

  MatchServer(boost::asio::io_context& io, Log& log, const Timeouts& timeouts, const ServerLimits& limits);
  ~MatchServer();

  void set_listener(Listener* listener) { listener_ = listener; }
  // Those of all matches, and those of the server.
  [[nodiscard]] MatchObservers& match_observers() { return match_observers_; }
  [[nodiscard]] ServerObservers& server_observers() { return server_observers_; }
  // Without tokens only this machine may connect.
  // Whoever is here with a token that is no longer there has to leave.
  void set_tokens(Tokens tokens);
  // Without tokens, everybody on this machine is an administrator; by default nobody is.
  void trust_this_machine() { trusting_ = true; }

  // Of all who come from now on; it must outlive the server.
  void set_trace(Trace* trace) { trace_ = trace; }
  // Somebody has connected; with TLS, its handshake is part of its Hello and of the patience for it.
  void admit(boost::asio::ip::tcp::socket socket, const wire::TlsServer* tls);
  // Through a launched bot's private listener only that bot comes, and it comes through no other. No limits
  // by address count there.
  void admit(boost::asio::ip::tcp::socket socket, const PlayerPtr& expected);
  // From now on nobody new is let in, and this is what they are told.
  void stop_admitting(const std::string& sentence) {
    if (!closed_) closed_ = sentence;
  }

  // A player that the referee starts itself and that will come with this token, once.
  PlayerPtr expect(const std::string& name);
  // It has nothing more to play: says goodbye.
  void dismiss(const PlayerPtr& player);

  // A competitor that dialled in, plays this game and has a free place.
  [[nodiscard]] PlayerPtr find_free(const std::string& name, const std::string& game) const;
  // One of that name that plays this game is here, but busy.
  [[nodiscard]] bool is_present(const std::string& name, const std::string& game) const;
  // The names of all that dialled in, are connected and play this game.
  [[nodiscard]] std::vector<std::string> remote_players(const std::string& game) const;
  // All that wait for an opponent, the longest waiting first.
  [[nodiscard]] std::vector<PlayerPtr> waiting(Time now) const;

  // People, as people.hpp has it. They are found by their keys and by nothing else.
  std::string add_person(const std::string& name);
  void remove_person(const std::string& key);
  void set_present(const std::string& key, bool present);
  [[nodiscard]] PlayerPtr find_person(const std::string& key) const;
  base::Result<void> move(const std::string& key, std::uint32_t ply, const games::Move& move);
  base::Result<void> resign(const std::string& key);

  // Opens a match and introduces the players that are connected.
  MatchSession& open(NewMatch match);
  wire::MatchId next_match() { return ++last_match_; }
  [[nodiscard]] std::size_t num_matches() const { return matches_.size(); }
  // Who is here and what is played.
  [[nodiscard]] wire::Listing listing() const;
  [[nodiscard]] ServerStats stats() const;
  [[nodiscard]] bool full() const { return matches_.size() >= limits_.matches; }
  [[nodiscard]] const Timeouts& timeouts() const { return timeouts_; }
  // For how long the referee itself has stood still so far, stopped or starved: time in which nobody could be
  // let in or heard. It is not held against anybody who connects, comes back or gets ready; moves have their
  // stamps.
  [[nodiscard]] Duration stalled(Time now) {
    notice_stall(now);
    return stalled_;
  }

  // Has the listener look what can begin or end, soon.
  void changed();

  // Eliminates all seats of this player.
  void fault(const PlayerPtr& player, wire::Reason reason, const std::string& detail);
  // A player that was stopped runs again, since then: the clocks begin that have waited for it.
  void awake(const PlayerPtr& player, Time since);
  // Breaks the player's connection, if it has one; it may come back.
  static void cut(const PlayerPtr& player);
  // These seats of a match are not coming.
  void miss(wire::MatchId match, const std::vector<base::Seat>& seats);
  // Reads what the player has sent by now.
  static void drain(const PlayerPtr& player);
  // Ends a match as void; false if there is none of that number.
  bool abort(wire::MatchId match, const std::string& sentence);
  void abort_all(const std::string& sentence);
  // Says goodbye to everybody who dialled in.
  void dismiss_all(const std::string& sentence);

 private:
  // Somebody who is connected; a player once it has said Hello.
  struct Session {
    std::shared_ptr<Connection> connection;
    PlayerPtr player;
    Time since;
    PlayerPtr expected;               // whose private listener it came through, if anybody's
    ConnectionLimiter::Permit visit;  // none where addresses do not count
  };

  // Connection::Owner
  void on_message(Connection& from, const wire::ClientMessage& message, Time received) override;
  void on_closed(Connection& connection, const Connection::Closed& why) override;
  void on_handed_over(Connection& connection) override;
  void start_clocks(const Player& player, Connection& connection, Time now);

  void admit(const std::shared_ptr<Connection>& connection, const PlayerPtr& expected);
  // Hello
  void greet(Session& session, const wire::Hello& hello);
  [[nodiscard]] std::optional<wire::Refused> find_identity(const Session& session, const wire::Hello& hello,
                                                           Identity& identity) const;
  bool greet_expected(Session& session, const wire::Hello& hello);
  void resume(Session& session, const wire::Hello& hello);
  void seat_player(Session& session, const PlayerPtr& player, bool resumed);
  static void refuse(Session& session, wire::Refused::Code code, const std::string& sentence);
  // Says no to a Hello; whether a wrong token or key was the reason counts against the address.
  void turn_away(Session& session, const wire::Refused& refused, bool wrong_token);
  // The answer to an address that guesses too much, if it is one.
  [[nodiscard]] std::optional<wire::Refused> pause(const Session& session) const;

  // Messages of a player
  struct From {
    Player& player;
    Connection& connection;
    Time received;
    Time now;
  };
  void on(const From& from, const wire::Ready& message);
  void on(const From& from, const wire::Play& message);
  void on(const From& from, const wire::Resign& message);
  void on(const From& from, const wire::Ping& message);
  void on(const From& from, const wire::Pong& message);
  void on(const From& from, const wire::Error& message);
  void on(const From& from, const wire::Failed& message);
  void on(const From& from, const wire::Order& message);
  void on(const From& from, const wire::List& message);
  void on(const From& from, const wire::Kick& message);
  void on(const From& from, const wire::Abort& message);
  void on(const From& from, const wire::Cancel& message);
  void on(const From& from, const wire::Hello& message);
  static bool refuse_stranger(const From& from);
  static void answer(const From& from, const wire::RefereeMessage& message);

  // The player's seat in the match; where it has none, its message is misplaced and nothing comes back.
  const Player::MatchSeat* match_seat(const From& from, wire::MatchId match);
  // A message that nobody asked for. False if there were too many and the connection is closed.
  static bool spend(const From& from);

  // Where a person plays and is not out.
  [[nodiscard]] base::Result<Player::MatchSeat> seat_of(const std::string& key) const;

  void handle(MatchSession& match_session, const match::Event& event, Time now);
  // Somebody is there for this seat. A person needs no time to build a board: it is ready, too.
  void introduce(MatchSession& match_session, base::Seat seat, Time now);
  // For all seats of a player, which may leave its matches on the way.
  void handle_all(const PlayerPtr& player, const std::function<match::Event(base::Seat)>& event);
  void settle(MatchSession& match_session);
  // Lets the observer know that somebody came, went, began or ended a game, soon and once for all that
  // happens until then.
  void people_changed();
  void finish(MatchSession& match_session);
  void expel_offenders(const MatchSession& match_session);
  // Closes the connection for good; all its seats are out.
  void turn_out(const PlayerPtr& player, const std::string& sentence);

  void note_deadline(MatchSession& match_session);
  void arm();
  void on_alarm();
  void notice_stall(Time now);
  // What is known of launched bots that are not ready, before the verdict on them.
  void explain_absence(MatchSession& match_session, Time now);
  void start_sweeping();
  void sweep();
  void sweep_session(const Session& session, Time now);
  // It may stand in a debugger. Before its Hello anybody on this machine might be the one who does.
  [[nodiscard]] static bool is_unhurried(const Session& session);
  void ping(Player& player, Time now);

  boost::asio::io_context& io_;
  Log& log_;
  Timeouts timeouts_;
  ServerLimits limits_;
  Listener* listener_ = nullptr;
  MatchObservers match_observers_;
  ServerObservers server_observers_;
  Trace* trace_ = nullptr;
  std::optional<Tokens> tokens_;
  bool trusting_ = false;
  std::optional<std::string> closed_;  // set: why nobody is let in
  bool change_posted_ = false;
  bool people_posted_ = false;

  std::uint64_t last_session_ = 0;
  wire::MatchId last_match_ = 0;
  ConnectionLimiter limiter_;
  std::unordered_map<std::uint64_t, Session> sessions_;
  std::vector<PlayerPtr> players_;                     // everybody who has said Hello and may come back
  std::vector<PlayerPtr> expected_;                    // and those who have not yet
  std::unordered_map<std::string, PlayerPtr> people_;  // by key; none of them is among the others
  std::unordered_map<wire::MatchId, std::unique_ptr<MatchSession>> matches_;

  std::set<std::pair<Time, MatchSession*>> deadlines_;
  boost::asio::steady_timer alarm_;
  std::optional<Time> armed_for_;
  boost::asio::steady_timer sweeper_;
  Time awake_ = std::chrono::steady_clock::now();  // when it was last seen to run
  Duration stalled_{0};
};

}  // namespace quiver::net

// The referee as a whole: listens, lets bots in, plays what is ordered, pairs waiting players, and stops on a
// signal. `quiver serve` and `quiver match` run one.
//
// The interface of this layer, free of Asio. run() does everything on the calling thread, except building
// large boards, which a second thread does. All functions are to be called before run() or on its thread
// (post), unless stated otherwise.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/address.hpp"
#include "referee/launch/isolation.hpp"
#include "referee/net/players/tokens.hpp"
#include "referee/net/settings.hpp"
#include "referee/net/transport/log.hpp"
#include "referee/run/game_source.hpp"
#include "referee/run/order.hpp"
#include "referee/run/people.hpp"
#include "referee/run/runner.hpp"

namespace boost::asio {
class io_context;
}
namespace quiver::wire {
class TlsServer;
}
namespace quiver::net {
class MatchObserver;
class MatchObservers;
class ServerObservers;
class TeamRequests;
}  // namespace quiver::net

namespace quiver::run {

class Collection;

// The paths of a certificate and its key, both in PEM.
struct Certificate {
  std::string file;
  std::string key;
};

struct Settings {
  // An address that other machines can reach needs a certificate, or `insecure`.
  wire::Address listen{"127.0.0.1", 0};
  std::optional<Certificate> certificate;
  bool insecure = false;
  std::optional<std::string> tokens;          // the path of the token file; none: this machine only
  std::string invited;                        // or the contents of such a file
  std::map<std::string, std::string> offers;  // bots that may be ordered over the network: name and spec
  bool pairing = false;                       // the lobby pairs waiting players
  bool orders = false;                        // administrators may order matches
  wire::TimeControl time;                     // of the lobby's matches
  net::Timeouts timeouts;
  net::ServerLimits limits;
  base::Duration grace = std::chrono::seconds(30);  // for running matches, after a signal
  std::string record;                               // a file for the records of all games; empty: none
  launch::LaunchPolicy launch_policy;               // how bots are launched
  bool void_starved = true;                         // of orders: see MatchConfig
  bool clock_by_cpu = false;                        // of orders: launched bots are charged their CPU time
  std::string logs;                                 // a folder for the output of bots; empty: none
  std::string trace;                                // a file for every frame; empty: none
  net::Log::Level log = net::Log::Level::kInfo;
  bool stays = false;    // stay() will follow run(): casual games go on when the orders are done
  bool rereads = false;  // SIGHUP rereads tokens and certificate even if play() was called
};

class Referee {
 public:
  // Listens, or says why it cannot.
  static base::Result<std::unique_ptr<Referee>> open(const Settings& settings);
  ~Referee();
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;

  // The address it listens at, with the actual port.
  [[nodiscard]] const wire::Address& address() const;
  // The certificate as it was read last; null if none was given.
  [[nodiscard]] const wire::TlsServer* certificate() const;

  // Plays the order while run() runs; run() then ends when all games have ended. `matches`, if given,
  // observes the matches of this order. The observers must outlive the referee.
  void play(Order order, OrderObserver& observer, net::MatchObserver* matches = nullptr);
  // The same with the caller's own game source, which must outlive the referee, too.
  void play(MatchConfig config, GameSource& source, net::MatchObserver* matches = nullptr);

  // The same with a runner of another kind.
  void play(std::unique_ptr<Runner> runner);
  // Something has changed that the referee cannot see: its runners are asked to go on, soon.
  void look_again();

  // Calls `action` on the thread of run(), soon. From any thread.
  void post(std::function<void()> action);

  // Aborts what was ordered by play() as void, now. From any thread.
  void break_off(const std::string& sentence);

  // Runs until the order is done, or until a signal. Returns 0, or the signal that ended it. Casual games do
  // not delay the end: they are void then, unless Settings::stays.
  //   SIGTERM, SIGINT: no new matches. Without an order by play(), running matches get a grace period; then
  //                    they are void. A second signal ends at once.
  //   SIGHUP:          rereads the tokens and the certificate. With an order by play() it ends the run like
  //                    SIGTERM, unless Settings::rereads.
  int run();

  // After run() has returned because the order is done: serves the web page until a signal, which it returns.
  // No bots are let in any more, but people can play. If a signal ended run(), returns it at once.
  int stay();

  // For code that serves something else on the same thread.
  boost::asio::io_context& context();
  net::Log& log();
  // The observers of all matches, and those of the server.
  net::MatchObservers& match_observers();
  net::ServerObservers& server_observers();
  // Stores each game that was ordered over the network, made by the lobby or played by people, unless it is
  // void, and gives it its id. It must outlive the referee or be set to null before; its games that end later
  // are void. Null by default: ids are random. run() ends after all games are reported. From any thread.
  void set_collection(Collection* collection);
  // Takes what teams submit and ask for; null, as at first: nothing is taken. It must outlive the referee or
  // be set to null before.
  void set_team_requests(net::TeamRequests* requests);
  // The people who play.
  People& people();
  // Whether this record or match belongs to a hint: nobody is told of those.
  [[nodiscard]] bool is_hint(const std::string& id) const;
  // The teams that may connect, or may not any more, from now on; besides those of the token file.
  void set_teams(net::TeamAccess teams);
  // Whose token this is, by its SHA-256 (wire::sha256_hex); none if nobody's.
  [[nodiscard]] std::optional<net::Identity> identity_of(const std::string& token_hash) const;
  // Whether somebody has a token with this name.
  [[nodiscard]] bool has_token_for(const std::string& name) const;
  // Whether a remote bot of this name is connected.
  [[nodiscard]] bool is_connected(const std::string& name) const;
  // Who is connected and what is played, as administrators see it.
  [[nodiscard]] wire::Listing listing() const;
  [[nodiscard]] net::ServerStats stats() const;

 private:
  class Impl;
  explicit Referee(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Translates an order from the network into one that can be played. Slow on large boards. Reads the file
// system for the offered bots only.
base::Result<Order> build_order(const wire::Order& order, const std::map<std::string, std::string>& offers);
// The same for a casual game, whose bots are named exactly as they are offered.
base::Result<Order> build_casual_game(const CasualGame& game,
                                      const std::map<std::string, std::string>& offers);

}  // namespace quiver::run

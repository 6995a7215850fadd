// The referee as a whole: it listens, lets bots in, plays what is ordered, pairs who waits, and stops when
// told. What `quiver serve` and `quiver match` run.
//
// No Asio here: this is the private listener to the layer. run() does everything on the calling thread but
// what takes long (building large boards), which a second thread does and hands back. What looks into the
// referee or changes it is to be called before run(), or on its thread (post), unless it says otherwise.
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
#include "referee/net/log.hpp"
#include "referee/net/settings.hpp"
#include "referee/run/game_source.hpp"
#include "referee/run/order.hpp"
#include "referee/run/people.hpp"

namespace boost::asio {
class io_context;
}
namespace quiver::net {
class MatchObserver;
class MatchObservers;
class ServerObservers;
}  // namespace quiver::net

namespace quiver::run {

class Collection;

// The paths of a certificate and its key, both in PEM.
struct Certificate {
  std::string file;
  std::string key;
};

struct Settings {
  // Where others than this machine can connect it takes a certificate, or the word that it goes without.
  wire::Address listen{"127.0.0.1", 0};
  std::optional<Certificate> certificate;
  bool insecure = false;
  std::optional<std::string> tokens;          // the path of the file; none: this machine only
  std::string invited;                        // or else what such a file would have in it
  std::map<std::string, std::string> offers;  // bots that may be ordered over the network, and what they are
  bool pairing = false;                       // the lobby makes matches of those who wait
  bool orders = false;                        // administrators may order matches
  wire::TimeControl time;                     // of matches that the lobby makes
  net::Timeouts timeouts;
  net::ServerLimits limits;
  base::Duration grace = std::chrono::seconds(30);  // for running matches, when told to stop
  std::string record;                               // a file for the records of all games; empty: none
  launch::LaunchPolicy launch_policy;               // how bots are launched
  std::string logs;                                 // a folder for what launched bots print; empty: none
  std::string trace;                                // a file for every frame; empty: none
  net::Log::Level log = net::Log::Level::kInfo;
  bool stays = false;    // stay() will follow run(): casual games go on when what was ordered is done
  bool rereads = false;  // on SIGHUP tokens and certificate, though there is something to be played
};

class Referee {
 public:
  // Listens, or says why it cannot.
  static base::Result<std::unique_ptr<Referee>> open(const Settings& settings);
  ~Referee();
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;

  // Where it listens, with the port it got.
  [[nodiscard]] const wire::Address& address() const;

  // Plays the order while run() runs; run() then ends when all games have ended. `matches`, if given,
  // observes the matches of this order. The observers must outlive the referee.
  void play(Order order, OrderObserver& observer, net::MatchObserver* matches = nullptr);
  // The same with the caller's own game source, which must outlive the referee, too.
  void play(MatchConfig config, GameSource& source, net::MatchObserver* matches = nullptr);

  // Calls it on the thread of run(), soon. From any thread.
  void post(std::function<void()> action);

  // Ends what is being played as void, now. From any thread.
  void break_off(const std::string& sentence);

  // Until the order is done, or a signal. Casual games do not keep it waiting: they are void then, unless
  // Settings::stays. SIGTERM and SIGINT: no new matches, running ones get a grace
  // period if nothing was ordered by play(), then are void; a second one ends at once. SIGHUP: reads the
  // tokens and the certificate again, or where something was ordered by play() ends it too, unless it is to
  // reread. Returns 0, or the signal that ended it.
  int run();

  // After run() has returned because all was played: goes on, so that what was played can still be looked at,
  // until a signal, which it returns. No bots are let in any more, but people can play. If a signal has ended
  // run(), this returns it at once.
  int stay();

  // For whoever serves something else on the same thread.
  boost::asio::io_context& context();
  net::Log& log();
  // The observers of all matches, and those of the server.
  net::MatchObservers& match_observers();
  net::ServerObservers& server_observers();
  // Stores each game that somebody ordered over the network, the lobby made or people play, unless it is
  // void, and gives it its id; it must outlive the referee or be taken away before. None by default: ids are
  // made up then. run() does not end by itself before all is stored and reported. From any thread.
  void set_collection(Collection* collection);
  // Those who play without a connection.
  People& people();
  // Who is here and what is played, as administrators are told.
  [[nodiscard]] wire::Listing listing() const;
  [[nodiscard]] net::ServerStats stats() const;

 private:
  class Impl;
  explicit Referee(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The order as it comes over the network, made fit to be played; takes long on large boards. A pure function
// but for the look-up of offered bots.
base::Result<Order> build_order(const wire::Order& order, const std::map<std::string, std::string>& offers);
// The same for a game besides, where bots have nothing but the names that they are offered by.
base::Result<Order> build_casual_game(const CasualGame& game,
                                      const std::map<std::string, std::string>& offers);

}  // namespace quiver::run

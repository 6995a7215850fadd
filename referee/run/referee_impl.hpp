// The implementation of Referee, in four files: referee.cpp has connections, signals and the event loop,
// referee_games.cpp the orders and the lobby, referee_people.cpp the casual games, referee_hints.cpp the
// hints.
//
// Lives on the thread of run(). The worker only builds boards and posts them back.
#pragma once

#include <list>
#include <mutex>
#include <set>
#include <shared_mutex>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "referee/net/match_server.hpp"
#include "referee/net/transport/record_file.hpp"
#include "referee/net/transport/trace.hpp"
#include "referee/run/collection.hpp"
#include "referee/run/fixed_games.hpp"
#include "referee/run/game_runner.hpp"
#include "referee/run/hint_search.hpp"
#include "referee/run/lobby_boards.hpp"
#include "referee/run/record_sink.hpp"
#include "referee/run/referee.hpp"

namespace quiver::run {

class Referee::Impl : private net::Scheduler, private People {
 public:
  explicit Impl(Settings settings)
      : settings_(std::move(settings)),
        log_(settings_.log),
        server_(io_, log_, settings_.timeouts, settings_.limits),
        acceptor_(io_),
        signals_(io_),
        grace_(io_) {
    server_.events().set_scheduler(this);
  }
  // The worker uses members, and runners use the server: both end before the members are destroyed.
  ~Impl() override {
    worker_.join();
    runners_.clear();
  }

  base::Result<void> open();
  int run();
  int stay();
  void play(Order order, OrderObserver& observer, net::MatchObserver* matches);
  void play(MatchConfig config, GameSource& source, net::MatchObserver* matches);
  void play(std::unique_ptr<Runner> runner);
  void look_again() { server_.events().changed(); }
  void post(std::function<void()> action);
  void break_off(const std::string& sentence);
  [[nodiscard]] const wire::Address& address() const { return address_; }
  [[nodiscard]] const wire::TlsServer* certificate() const { return tls_ ? &*tls_ : nullptr; }
  boost::asio::io_context& context() { return io_; }
  net::Log& log() { return log_; }
  net::MatchServer& server() { return server_; }
  People& people() { return *this; }
  [[nodiscard]] bool is_hint(const std::string& id) const { return hints_.contains(id); }
  void set_collection(Collection* collection) {
    const std::lock_guard lock(collection_mutex_);
    collection_ = collection;
  }

 private:
  // What is being played, and who owns its parts.
  struct Running {
    std::unique_ptr<HintSearch> hint =
        {};                              // of a match that finds a hint; observes the source and the runner
    std::unique_ptr<RecordSink> sink;    // null if somebody else observes the results
    std::unique_ptr<GameSource> source;  // null if somebody else owns it
    std::unique_ptr<Runner> runner;
    std::optional<std::size_t> casual_bots = {};  // set: a casual game, with so many bots
    std::shared_ptr<OpenOrder> order = {};        // of an administrator's, if it is one
    std::string hint_id = {};                     // of a hint's record
    std::vector<std::string> stand_ins = {};      // the keys of people who only fill its seats
  };

  // Scheduler
  void on_change() override;
  void on_order(const std::shared_ptr<net::Connection>& from, const wire::Order& order) override;
  bool on_cancel(std::uint64_t order) override;
  [[nodiscard]] std::vector<wire::Listing::Order> orders() const override;
  void begin_order(const std::shared_ptr<net::Connection>& from, const wire::Order& asked, Order order,
                   net::EncodedStartPtr encoded);
  // People
  std::string add(const std::string& name) override { return server_.people().add(name); }
  void remove(const std::string& key) override { server_.people().remove(key); }
  void set_present(const std::string& key, bool present) override {
    server_.people().set_present(key, present);
  }
  void play(const CasualGame& game, Begun begun) override;
  [[nodiscard]] std::size_t num_bots() const override;
  base::Result<void> move(const std::string& key, std::uint32_t ply, const games::Move& move) override {
    return server_.people().move(key, ply, move);
  }
  base::Result<void> resign(const std::string& key) override { return server_.people().resign(key); }
  [[nodiscard]] base::Result<std::string> moves_before_last(const std::string& key) const override {
    return server_.people().moves_before_last(key);
  }
  base::Result<void> take_back(const std::string& key) override { return server_.people().take_back(key); }
  void hint(const std::string& key, const CasualGame& asked, Hinted told) override;

  base::Result<void> listen(boost::asio::ip::tcp::acceptor& acceptor, const wire::Address& where) const;
  // Accepts peers until the acceptor is closed.
  boost::asio::awaitable<void> accept_loop();
  // Runs until the io_context is stopped.
  int go_on();
  void wait_for_signal();
  // Begins to stop; the second call stops at once.
  void on_signal(int signal);
  void reread_tokens();
  void reread_certificate();
  // Pairs waiting players for every game until no pair is left or the server is full.
  void pair_waiting();
  void begin_pair(const std::string& game, const net::PlayerPtr& first, const net::PlayerPtr& second);
  // On the worker: an exception becomes an error, and does not end the process.
  static base::Result<Order> build(const std::function<base::Result<Order>()>& make,
                                   net::EncodedStartPtr& encoded);
  std::unique_ptr<RecordSink> record_sink_for(std::shared_ptr<net::Connection> asked,
                                              std::shared_ptr<OpenOrder> order = nullptr);
  // Stores a game, and counts it as unreported until it is. If the collection is gone, `stored` gets an
  // error.
  void store(const wire::Record& record, Collection::Stored stored);
  // Gives the order's games their numbers in the collection, if there is one. On the thread of run() or the
  // worker.
  void take_numbers(Order& order);
  base::Result<Order> numbered(base::Result<Order> order);
  // An order is being played or prepared; casual games do not count.
  [[nodiscard]] bool has_orders() const;
  // An error if this game cannot be played.
  [[nodiscard]] base::Result<void> check_casual_game(const CasualGame& game) const;
  // Back on the referee's thread, with the order that the worker has built. Calls `begun` once.
  void begin_casual_game(const CasualGame& game, base::Result<Order> order, net::EncodedStartPtr encoded,
                         const Begun& begun);
  // As begin_casual_game(), for a hint.
  void begin_hint(const CasualGame& game, base::Result<Order> order, net::EncodedStartPtr encoded,
                  const Hinted& told);
  void remove_stand_ins(const std::vector<std::string>& keys);
  // Begins to play an order; `running` lacks only its source and its runner.
  void begin(Running running, Order order, net::EncodedStartPtr encoded, OrderObserver& observer,
             net::MatchObserver* matches = nullptr);

  Settings settings_;
  net::Log log_;
  boost::asio::io_context io_{1};
  boost::asio::thread_pool worker_{1};
  std::unique_ptr<net::Trace> trace_;  // outlives the connections
  net::MatchServer server_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::optional<wire::TlsServer> tls_;
  boost::asio::signal_set signals_;
  boost::asio::steady_timer grace_;
  wire::Address address_;
  std::optional<net::RecordFile> records_;
  LobbyBoards lobby_boards_;
  std::list<Running> runners_;
  unsigned ordering_ = 0;  // orders that the worker is building
  std::uint64_t last_order_ = 0;
  unsigned preparing_ = 0;              // casual games that the worker is building
  std::size_t bots_to_be_ = 0;          // the bots in those
  std::shared_mutex collection_mutex_;  // shared while the collection is used, on either thread
  Collection* collection_ = nullptr;
  std::size_t unreported_ = 0;   // games that are being stored
  std::set<std::string> hints_;  // the ids of matches that find hints
  bool one_order_ = false;
  bool staying_ = false;
  int signal_ = 0;
};

}  // namespace quiver::run

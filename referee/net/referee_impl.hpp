// The inside of a referee: what its two files share.
//
// What it does for connections, signals and its own life stands in referee.cpp; what is played and when it is
// over, in referee_games.cpp; what people play besides, in referee_people.cpp. Lives on the thread of run();
// the worker only builds boards, and hands them back.
#pragma once

#include <list>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "referee/net/clerk.hpp"
#include "referee/net/fixed_programme.hpp"
#include "referee/net/hall.hpp"
#include "referee/net/lobby_boards.hpp"
#include "referee/net/record_file.hpp"
#include "referee/net/referee.hpp"
#include "referee/net/series.hpp"
#include "referee/net/trace.hpp"

namespace quiver::net {

class Referee::Impl : private Hall::Listener, private People {
 public:
  explicit Impl(Settings settings)
      : settings_(std::move(settings)),
        log_(settings_.log),
        hall_(io_, log_, settings_.patience, settings_.bounds),
        acceptor_(io_),
        signals_(io_),
        grace_(io_) {
    hall_.set_listener(this);
  }
  ~Impl() override {
    worker_.join();
    series_.clear();
  }

  base::Result<void> open();
  int run();
  int stay();
  void play(Order order, Watcher& watcher);
  void play(Ground ground, Programme& programme, Watcher& watcher);
  void post(std::function<void()> action);
  void break_off(const std::string& sentence);
  [[nodiscard]] const wire::Address& address() const { return address_; }
  boost::asio::io_context& context() { return io_; }
  Log& log() { return log_; }
  Hall& hall() { return hall_; }
  People& people() { return *this; }
  void set_keeper(Clerk::Keeper keeper) { keeper_ = std::move(keeper); }

 private:
  struct Running {
    std::unique_ptr<Watcher> clerk;        // none if the watcher is somebody else's
    std::unique_ptr<Programme> programme;  // none if it is somebody else's
    std::unique_ptr<Series> series;
    std::optional<std::size_t> side_bots;  // set: a side game, with so many bots
  };

  // Hall::Listener
  void on_change() override;
  void on_order(const std::shared_ptr<Connection>& from, const wire::Order& order) override;
  // People
  std::string add(const std::string& name) override { return hall_.add_person(name); }
  void remove(const std::string& key) override { hall_.remove_person(key); }
  void set_present(const std::string& key, bool present) override { hall_.set_present(key, present); }
  void play(const SideGame& game, Begun begun) override;
  [[nodiscard]] std::size_t num_bots() const override;
  base::Result<void> move(const std::string& key, std::uint32_t ply, const games::Move& move) override {
    return hall_.move(key, ply, move);
  }
  base::Result<void> resign(const std::string& key) override { return hall_.resign(key); }

  base::Result<void> listen(boost::asio::ip::tcp::acceptor& acceptor, const wire::Address& where) const;
  boost::asio::awaitable<void> accept_loop();
  // Until somebody stops the io_context.
  int go_on();
  void wait_for_signal();
  void on_signal(int signal);
  void reread_tokens();
  void reread_certificate();
  void pair_waiting();
  void begin_pair(const std::string& game, const PlayerPtr& first, const PlayerPtr& second);
  // On the worker: whatever goes wrong there is an answer, and no end of the process.
  static base::Result<Order> build(const std::function<base::Result<Order>()>& make,
                                   Table::EncodedStartPtr& encoded);
  std::unique_ptr<Clerk> clerk_for(std::shared_ptr<Connection> asked) {
    return std::make_unique<Clerk>(log_, records_ ? &*records_ : nullptr, keeper_, std::move(asked));
  }
  // Where all games are of one collection, these get their place in it.
  void take_numbers(Order& order);
  // Side games aside, something is being played or prepared.
  [[nodiscard]] bool has_orders() const;
  // Why this game cannot be, if it cannot.
  [[nodiscard]] base::Result<void> check_side_game(const SideGame& game) const;
  void begin_side_game(const SideGame& game, base::Result<Order> order, Table::EncodedStartPtr encoded,
                       const Begun& begun);
  void begin(Order order, Table::EncodedStartPtr encoded, std::unique_ptr<Watcher> clerk, Watcher& watcher,
             std::optional<std::size_t> side_bots = std::nullopt);

  Settings settings_;
  Log log_;
  boost::asio::io_context io_{1};
  boost::asio::thread_pool worker_{1};
  std::unique_ptr<Trace> trace_;  // outlives the connections
  Hall hall_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::optional<wire::TlsServer> tls_;
  boost::asio::signal_set signals_;
  boost::asio::steady_timer grace_;
  wire::Address address_;
  std::optional<RecordFile> records_;
  LobbyBoards lobby_boards_;
  std::list<Running> series_;
  unsigned ordering_ = 0;       // orders that the worker is building
  unsigned preparing_ = 0;      // side games that it is building
  std::size_t bots_to_be_ = 0;  // in those
  Clerk::Keeper keeper_;
  bool one_order_ = false;
  bool staying_ = false;
  int signal_ = 0;
};

}  // namespace quiver::net

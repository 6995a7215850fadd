#include "referee/net/referee.hpp"

#include <csignal>
#include <cstring>
#include <list>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/net/clerk.hpp"
#include "referee/net/fixed_programme.hpp"
#include "referee/net/hall.hpp"
#include "referee/net/lobby.hpp"
#include "referee/net/lobby_boards.hpp"
#include "referee/net/record_file.hpp"
#include "referee/net/series.hpp"
#include "referee/net/trace.hpp"

namespace quiver::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using base::Result;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);

}  // namespace

class Referee::Impl : private Hall::Listener {
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

  Result<void> open();
  int run();
  void play(Order order, Watcher& watcher);
  void play(Ground ground, Programme& programme, Watcher& watcher);
  void post(std::function<void()> action);
  void break_off(const std::string& sentence);
  [[nodiscard]] const wire::Address& address() const { return address_; }

 private:
  struct Running {
    std::unique_ptr<Watcher> clerk;        // none if the watcher is somebody else's
    std::unique_ptr<Programme> programme;  // none if it is somebody else's
    std::unique_ptr<Series> series;
  };

  // Hall::Listener
  void on_change() override;
  void on_order(const std::shared_ptr<Connection>& from, const wire::Order& order) override;

  Result<void> listen(tcp::acceptor& acceptor, const wire::Address& where) const;
  asio::awaitable<void> accept_loop();
  void wait_for_signal();
  void on_signal(int signal);
  void reread_tokens();
  void reread_certificate();
  void pair_waiting();
  void begin_pair(const std::string& game, const PlayerPtr& first, const PlayerPtr& second);
  Result<Order> build(const wire::Order& asked, Table::EncodedStartPtr& encoded) const;
  void begin(Order order, Table::EncodedStartPtr encoded, std::unique_ptr<Watcher> clerk, Watcher& watcher);

  Settings settings_;
  Log log_;
  asio::io_context io_{1};
  asio::thread_pool worker_{1};
  std::unique_ptr<Trace> trace_;  // outlives the connections
  Hall hall_;
  tcp::acceptor acceptor_;
  std::optional<wire::TlsServer> tls_;
  asio::signal_set signals_;
  asio::steady_timer grace_;
  wire::Address address_;
  std::optional<RecordFile> records_;
  LobbyBoards lobby_boards_;
  std::list<Running> series_;
  unsigned ordering_ = 0;  // orders that the worker is building
  bool one_order_ = false;
  int signal_ = 0;
};

Result<void> Referee::Impl::open() {
  if (settings_.tokens || !settings_.invited.empty()) {
    auto tokens = settings_.tokens ? Tokens::read(*settings_.tokens) : Tokens::parse(settings_.invited);
    if (!tokens) return tokens.error();
    hall_.set_tokens(std::move(*tokens));
  }
  if (!settings_.record.empty()) {
    auto file = RecordFile::open(settings_.record);
    if (!file) return file.error();
    records_ = std::move(*file);
  }
  if (!settings_.trace.empty()) {
    auto trace = Trace::open(settings_.trace, [this](const std::string& line) { log_.warning(line); });
    if (!trace) return trace.error();
    trace_ = std::move(*trace);
    hall_.set_trace(trace_.get());
  }
  // A bot that is started here is on this machine too, and must not give orders.
  if (settings_.orders && settings_.offers.empty()) hall_.trust_this_machine();
  if (settings_.certificate) {
    auto tls = wire::TlsServer::load(settings_.certificate->file, settings_.certificate->key);
    if (!tls) return tls.error();
    if (const std::string warning = tls->warning(); !warning.empty()) log_.warning(warning);
    tls_ = std::move(*tls);
  }
  if (auto done = listen(acceptor_, settings_.listen); !done) return done;
  address_ = {settings_.listen.host, acceptor_.local_endpoint().port(), tls_.has_value()};
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) signals_.add(signal);
  wait_for_signal();
  return {};
}

Result<void> Referee::Impl::listen(tcp::acceptor& acceptor, const wire::Address& where) const {
  boost::system::error_code error;
  const auto found = tcp::resolver(acceptor.get_executor())
                         .resolve(where.host, std::to_string(where.port), tcp::resolver::passive, error);
  if (error || found.empty())
    return base::bad_input(base::quoted(where.host) + " is no address to listen on: " + error.message());
  const tcp::endpoint endpoint = found.begin()->endpoint();
  if (!settings_.certificate && !settings_.insecure && !is_loopback(endpoint.address()))
    return base::bad_input("other machines can connect to " + base::quoted(where.host) +
                           ", and tokens would travel in the clear: give --tls-cert and --tls-key, or say " +
                           "--insecure if that is meant");
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(4096, error);
  if (error)
    return base::bad_input("cannot listen on " + where.host + ":" + std::to_string(where.port) + ": " +
                           error.message());
  return {};
}

int Referee::Impl::run() {
  auto on_end = [this](std::exception_ptr error) {
    if (error && !signal_) log_.warning("the listener has a fault; nobody new can connect");
  };
  asio::co_spawn(io_, accept_loop(), std::move(on_end));
  if (!one_order_) log_.info("listening on " + address_.url());
  // A fault of our own in one handler must not end the others' matches.
  for (bool again = true; again;) {
    try {
      io_.run();
      again = false;
    } catch (const std::exception& error) {
      log_.warning(std::string("a fault of our own: ") + error.what());
    }
  }
  hall_.set_listener(nullptr);
  return signal_;
}

asio::awaitable<void> Referee::Impl::accept_loop() {
  asio::steady_timer pause(io_);
  while (acceptor_.is_open()) {
    auto [error, socket] = co_await acceptor_.async_accept(kTuple);
    if (error == asio::error::operation_aborted) break;
    if (!error) {
      hall_.admit(std::move(socket), tls_ ? &*tls_ : nullptr);
      continue;
    }
    // No descriptors left, most likely: those who have one are served, newcomers wait.
    log_.warning("cannot accept a connection: " + error.message());
    pause.expires_after(std::chrono::milliseconds(100));
    co_await pause.async_wait(kTuple);
  }
}

// --- signals

void Referee::Impl::wait_for_signal() {
  signals_.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    wait_for_signal();  // first: a fault below must not make it deaf
    if (signal != SIGHUP || (one_order_ && !settings_.rereads)) return on_signal(signal);
    reread_tokens();
    reread_certificate();
  });
}

void Referee::Impl::reread_tokens() {
  if (!settings_.tokens) return;
  auto tokens = Tokens::read(*settings_.tokens);
  if (!tokens) return log_.warning("the tokens stay as they were: " + tokens.error().sentence);
  log_.info("read " + std::to_string(tokens->size()) + " tokens");
  hall_.set_tokens(std::move(*tokens));
}

// Who is connected stays so; who comes from now on sees the new one.
void Referee::Impl::reread_certificate() {
  if (!settings_.certificate) return;
  auto tls = wire::TlsServer::load(settings_.certificate->file, settings_.certificate->key);
  if (!tls) return log_.warning("the certificate stays as it was: " + tls.error().sentence);
  if (const std::string warning = tls->warning(); !warning.empty()) log_.warning(warning);
  log_.info("read the certificate");
  tls_ = std::move(*tls);
}

void Referee::Impl::on_signal(int signal) {
  if (signal_ != 0) return io_.stop();
  signal_ = signal;
  hall_.close_doors();  // but who is in a match may still come back
  if (one_order_) {
    for (Running& one : series_) one.series->stop("the referee was stopped");
    return;
  }
  log_.info("stopping; " + std::to_string(hall_.num_matches()) + " matches go on for at most " +
            base::format_duration(settings_.grace));
  for (Running& one : series_) one.series->stop_after_these();
  grace_.expires_after(settings_.grace);
  grace_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    for (Running& one : series_) one.series->stop("the referee is stopping");
    hall_.abort_all("the referee is stopping");
  });
  on_change();
}

// --- games

void Referee::Impl::on_change() {
  for (Running& one : series_) one.series->go_on();
  if (settings_.pairing && signal_ == 0) pair_waiting();
  // Series are done only here, when none of their own functions is running.
  std::erase_if(series_, [](const Running& one) { return one.series->done(); });
  const bool idle = series_.empty() && ordering_ == 0 && hall_.num_matches() == 0;
  if (!idle || (!one_order_ && signal_ == 0)) return;
  hall_.dismiss_all(one_order_ ? "there is nothing more to play" : "the referee is stopping");
  io_.stop();
}

void Referee::Impl::begin(Order order, Table::EncodedStartPtr encoded, std::unique_ptr<Watcher> clerk,
                          Watcher& watcher) {
  Ground ground = order;
  ground.concurrency = std::min(order.concurrency, order.games);
  auto programme = std::make_unique<FixedProgramme>(std::move(order), watcher);
  auto series = std::make_unique<Series>(io_, hall_, std::move(ground), std::move(encoded), settings_.house,
                                         *programme, watcher);
  series_.push_back({std::move(clerk), std::move(programme), std::move(series)});
  series_.back().series->go_on();
}

void Referee::Impl::play(Order order, Watcher& watcher) {
  one_order_ = true;
  auto encoded = std::make_shared<const wire::EncodedStart>(order.start);
  begin(std::move(order), std::move(encoded), nullptr, watcher);
}

void Referee::Impl::play(Ground ground, Programme& programme, Watcher& watcher) {
  one_order_ = true;
  auto encoded = std::make_shared<const wire::EncodedStart>(ground.start);
  series_.push_back({nullptr, nullptr,
                     std::make_unique<Series>(io_, hall_, std::move(ground), std::move(encoded),
                                              settings_.house, programme, watcher)});
  hall_.changed();
}

void Referee::Impl::post(std::function<void()> action) { asio::post(io_, std::move(action)); }

void Referee::Impl::break_off(const std::string& sentence) {
  asio::post(io_, [this, sentence] {
    for (Running& one : series_) one.series->stop(sentence);
  });
}

// On the worker: whatever goes wrong there is an answer, and no end of the process.
Result<Order> Referee::Impl::build(const wire::Order& asked, Table::EncodedStartPtr& encoded) const {
  try {
    auto order = build_order(asked, settings_.offers);
    if (order) encoded = std::make_shared<const wire::EncodedStart>(order->start);
    return order;
  } catch (const std::exception& error) {
    return base::bad_input(std::string("the order cannot be prepared: ") + error.what());
  }
}

void Referee::Impl::on_order(const std::shared_ptr<Connection>& from, const wire::Order& asked) {
  if (!settings_.orders) {
    from->queue(wire::Error{wire::Error::Code::kRequest, "no orders are taken here", std::nullopt});
    return from->flush();
  }
  ++ordering_;
  asio::post(worker_, [this, from, asked]() mutable {
    Table::EncodedStartPtr encoded;
    auto order = build(asked, encoded);
    asio::post(io_, [this, from = std::move(from), order = std::move(order),
                     encoded = std::move(encoded)]() mutable {
      --ordering_;
      if (!order || signal_ != 0) {
        const std::string sentence = order ? "the referee is stopping" : order.error().sentence;
        from->queue(wire::Error{wire::Error::Code::kRequest, sentence, std::nullopt});
        from->flush();
        return on_change();
      }
      order->logs = settings_.logs;
      from->queue(wire::Ordered{order->games});
      from->flush();
      auto clerk = std::make_unique<Clerk>(log_, records_ ? &*records_ : nullptr, from);
      Watcher& watcher = *clerk;
      begin(std::move(*order), std::move(encoded), std::move(clerk), watcher);
      on_change();
    });
  });
}

void Referee::Impl::pair_waiting() {
  std::vector<PlayerPtr> waiting = hall_.waiting(std::chrono::steady_clock::now());
  for (const std::string& game : games::all_game_names()) {
    while (!hall_.full()) {
      const auto pair = pair_up(waiting, game);
      if (!pair) break;
      begin_pair(game, pair->first, pair->second);
      // One that broke off meanwhile has free places for ever.
      std::erase_if(waiting, [](const PlayerPtr& player) {
        return !player->connected() || player->free_places() == 0;
      });
    }
  }
}

void Referee::Impl::begin_pair(const std::string& game, const PlayerPtr& first, const PlayerPtr& second) {
  const LobbyBoard& on = lobby_boards_.of(game);
  const std::string id = base::hex(std::string_view(base::secret_bytes(6)));
  ++first->firsts;
  first->last_opponent = second->name;
  second->last_opponent = first->name;
  Order order(on.start, {});
  order.id = id;
  std::memcpy(&order.seed, base::secret_bytes(sizeof order.seed).data(), sizeof order.seed);
  for (const PlayerPtr& player : {first, second}) {
    launch::BotSpec spec;
    spec.remote = true;
    spec.name = player->name;
    spec.time = settings_.time;
    order.bots.push_back(std::move(spec));
  }
  log_.info("paired " + first->name + " and " + second->name + " for " + game + ", " + id);
  auto clerk = std::make_unique<Clerk>(log_, records_ ? &*records_ : nullptr, nullptr);
  Watcher& watcher = *clerk;
  begin(std::move(order), on.encoded, std::move(clerk), watcher);
}

// --- the door

Referee::Referee(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Referee::~Referee() = default;

Result<std::unique_ptr<Referee>> Referee::open(const Settings& settings) {
  auto impl = std::make_unique<Impl>(settings);
  if (auto opened = impl->open(); !opened) return opened.error();
  return std::unique_ptr<Referee>(new Referee(std::move(impl)));
}

const wire::Address& Referee::address() const { return impl_->address(); }
void Referee::play(Order order, Watcher& watcher) { impl_->play(std::move(order), watcher); }
void Referee::play(Ground ground, Programme& programme, Watcher& watcher) {
  impl_->play(std::move(ground), programme, watcher);
}
void Referee::post(std::function<void()> action) { impl_->post(std::move(action)); }
void Referee::break_off(const std::string& sentence) { impl_->break_off(sentence); }
int Referee::run() { return impl_->run(); }

}  // namespace quiver::net

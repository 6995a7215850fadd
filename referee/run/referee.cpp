#include "referee/run/referee.hpp"

#include <csignal>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "client_sdk/base/text.hpp"
#include "referee/net/transport/listening.hpp"
#include "referee/run/referee_impl.hpp"

namespace quiver::run {

namespace asio = boost::asio;
using asio::ip::tcp;
using base::Result;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);

}  // namespace

Result<void> Referee::Impl::open() {
  if (settings_.tokens || !settings_.invited.empty()) {
    auto tokens =
        settings_.tokens ? net::Tokens::read(*settings_.tokens) : net::Tokens::parse(settings_.invited);
    if (!tokens) return tokens.error();
    server_.admission().set_tokens(std::move(*tokens));
  }
  if (!settings_.record.empty()) {
    auto file = net::RecordFile::open(settings_.record);
    if (!file) return file.error();
    records_ = std::move(*file);
  }
  if (!settings_.trace.empty()) {
    auto trace = net::Trace::open(settings_.trace, [this](const std::string& line) { log_.warning(line); });
    if (!trace) return trace.error();
    trace_ = std::move(*trace);
    server_.set_trace(trace_.get());
  }
  // A launched bot is on this machine, too, and must not order matches.
  if (settings_.orders && settings_.offers.empty()) server_.admission().trust_this_machine();
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
  const auto endpoint = net::find_endpoint(acceptor.get_executor(), where);
  if (!endpoint) return endpoint.error();
  if (!settings_.certificate && !settings_.insecure && !net::is_loopback(endpoint->address()))
    return base::bad_input("other machines can connect to " + base::quoted(where.host) +
                           ", and tokens would be sent unencrypted: give --tls-cert and --tls-key, or say " +
                           "--insecure if that is meant");
  return net::listen_at(acceptor, *endpoint, where);
}

int Referee::Impl::run() {
  auto on_end = [this](std::exception_ptr error) {
    if (error && !signal_) log_.warning("the listener failed; no new connections are accepted");
  };
  asio::co_spawn(io_, accept_loop(), std::move(on_end));
  if (!one_order_) log_.info("listening on " + address_.url());
  return go_on();
}

int Referee::Impl::stay() {
  if (signal_ != 0) return signal_;
  staying_ = true;
  io_.restart();
  server_.events().set_scheduler(this);
  server_.events().changed();
  return go_on();
}

int Referee::Impl::go_on() {
  // An internal error in one handler must not end the others' matches.
  for (bool again = true; again;) {
    try {
      io_.run();
      // run() returned without a throw: it was stopped, or there is nothing left to do.
      again = false;
    } catch (const std::exception& error) {
      log_.warning(std::string("an internal error: ") + error.what());
    }
  }
  server_.events().set_scheduler(nullptr);
  // What follows may wait, for a database that is away: the next signal ends the process.
  if (signal_ != 0) signals_.clear();
  return signal_;
}

asio::awaitable<void> Referee::Impl::accept_loop() {
  asio::steady_timer pause(io_);
  while (acceptor_.is_open()) {
    auto [error, socket] = co_await acceptor_.async_accept(kTuple);
    if (error == asio::error::operation_aborted) break;
    if (!error) {
      server_.admit(std::move(socket), tls_ ? &*tls_ : nullptr);
      continue;
    }
    // Most likely there are no descriptors left: open connections are served, new ones wait.
    log_.stranger("cannot accept", "cannot accept a connection: " + error.message(),
                  std::chrono::steady_clock::now(), net::Log::Level::kWarning);
    pause.expires_after(std::chrono::milliseconds(100));
    co_await pause.async_wait(kTuple);
  }
}

// --- signals

void Referee::Impl::wait_for_signal() {
  signals_.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    wait_for_signal();  // first: an exception below must not be the end of signal handling
    if (signal != SIGHUP || (one_order_ && !settings_.rereads)) return on_signal(signal);
    reread_tokens();
    reread_certificate();
  });
}

void Referee::Impl::reread_tokens() {
  if (!settings_.tokens) return;
  auto tokens = net::Tokens::read(*settings_.tokens);
  if (!tokens) return log_.warning("the tokens stay as they were: " + tokens.error().sentence);
  log_.info("read " + std::to_string(tokens->size()) + " tokens");
  server_.admission().set_tokens(std::move(*tokens));
}

// Open connections keep the old one; new connections get the new one.
void Referee::Impl::reread_certificate() {
  if (!settings_.certificate) return;
  auto tls = wire::TlsServer::load(settings_.certificate->file, settings_.certificate->key);
  if (!tls) return log_.warning("the certificate stays as it was: " + tls.error().sentence);
  if (const std::string warning = tls->warning(); !warning.empty()) log_.warning(warning);
  log_.info("read the certificate");
  tls_ = std::move(*tls);
}

void Referee::Impl::on_signal(int signal) {
  // The second signal ends at once, without waiting for matches.
  if (signal_ != 0) return io_.stop();
  signal_ = signal;
  server_.admission().close("the referee is stopping");
  if (one_order_) {
    for (Running& one : runners_) one.runner->stop("the referee was stopped");
    return server_.events().changed();
  }
  log_.info("stopping; waiting up to " + base::format_duration(settings_.grace) + " for " +
            std::to_string(server_.matches().size()) + " matches to finish");
  for (Running& one : runners_) one.runner->stop_after_these();
  grace_.expires_after(settings_.grace);
  grace_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    for (Running& one : runners_) one.runner->stop("the referee is stopping");
    server_.matches().abort_all("the referee is stopping");
  });
  on_change();
}

// --- the interface

Referee::Referee(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Referee::~Referee() = default;

Result<std::unique_ptr<Referee>> Referee::open(const Settings& settings) {
  auto impl = std::make_unique<Impl>(settings);
  if (auto opened = impl->open(); !opened) return opened.error();
  return std::unique_ptr<Referee>(new Referee(std::move(impl)));
}

const wire::Address& Referee::address() const { return impl_->address(); }
const wire::TlsServer* Referee::certificate() const { return impl_->certificate(); }
void Referee::play(Order order, OrderObserver& observer, net::MatchObserver* matches) {
  impl_->play(std::move(order), observer, matches);
}
void Referee::play(MatchConfig config, GameSource& source, net::MatchObserver* matches) {
  impl_->play(std::move(config), source, matches);
}
void Referee::play(std::unique_ptr<Runner> runner) { impl_->play(std::move(runner)); }
void Referee::look_again() { impl_->look_again(); }
void Referee::post(std::function<void()> action) { impl_->post(std::move(action)); }
void Referee::break_off(const std::string& sentence) { impl_->break_off(sentence); }
int Referee::run() { return impl_->run(); }
int Referee::stay() { return impl_->stay(); }
boost::asio::io_context& Referee::context() { return impl_->context(); }
void Referee::set_collection(Collection* collection) { impl_->set_collection(collection); }
void Referee::set_team_requests(net::TeamRequests* requests) {
  impl_->server().teams().set_requests(requests);
}
People& Referee::people() { return impl_->people(); }
bool Referee::is_hint(const std::string& id) const { return impl_->is_hint(id); }
net::Log& Referee::log() { return impl_->log(); }
net::MatchObservers& Referee::match_observers() { return impl_->server().matches().observers(); }
net::ServerObservers& Referee::server_observers() { return impl_->server().events().observers(); }
void Referee::set_teams(net::TeamAccess teams) { impl_->server().admission().set_teams(std::move(teams)); }
std::optional<net::Identity> Referee::identity_of(const std::string& token_hash) const {
  return impl_->server().admission().authenticator().find_hash(token_hash);
}
bool Referee::has_token_for(const std::string& name) const {
  return impl_->server().admission().authenticator().has_name(name);
}
bool Referee::is_connected(const std::string& name) const {
  return impl_->server().roster().is_connected(name);
}
wire::Listing Referee::listing() const { return impl_->server().listing(); }
net::ServerStats Referee::stats() const { return impl_->server().stats(); }

}  // namespace quiver::run

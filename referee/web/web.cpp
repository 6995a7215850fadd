#include "referee/web/web.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "client_sdk/base/text.hpp"
#include "referee/run/referee.hpp"
#include "referee/teams/team_service.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/page_handler.hpp"

namespace quiver::web {

namespace {

// How often abandoned tables are looked for, how long finish() may take, and how often it looks whether it is
// done.
constexpr auto kSweep = std::chrono::seconds(5);
constexpr auto kFarewell = std::chrono::seconds(1);
constexpr auto kGlance = std::chrono::milliseconds(5);

}  // namespace

class Web::Impl {
 public:
  Impl(run::Referee& referee, const Settings& settings)
      : secure_(settings.secure), io_(referee.context()), handler_(referee, settings), sweeper_(io_) {}
  ~Impl() { handler_.set_server(nullptr); }

  base::Result<void> open(run::Referee& referee, const Settings& settings) {
    HttpServer::Limits limits;
    // A proxy speaks TLS itself; where this server does, nobody is believed to be one.
    limits.behind_proxy = !settings.hosts.empty() && !settings.secure;
    // Behind a proxy all connections come from this machine, so that limit must not apply.
    if (limits.behind_proxy) limits.from_this_machine = limits.connections;
    HttpServer::Certificate certificate;
    if (secure_) certificate = [&referee] { return referee.certificate(); };
    auto server =
        HttpServer::open(referee.context(), settings.listen, handler_, limits, std::move(certificate));
    if (!server) return base::bad_input("--web: " + server.error().sentence);
    if (!settings.to_everybody && !(*server)->is_loopback())
      return base::bad_input("--web: other machines can connect to " + base::quoted(settings.listen.host) +
                             "; give --web-public if that is intended");
    server_ = std::move(*server);
    handler_.set_server(server_.get());
    start_sweeping();
    return {};
  }
  void set_teams(teams::TeamService* teams) {
    handler_.set_teams(teams);
    // Room for two of the largest submissions at least.
    const std::size_t usual = HttpServer::Limits().upload_memory;
    server_->set_upload_memory(teams == nullptr ? usual : std::max(usual, 2 * teams->accepts().max_size));
  }
  [[nodiscard]] const wire::Address& address() const { return server_->address(); }
  [[nodiscard]] bool is_secure() const { return secure_; }

  void finish() {
    handler_.hub().tell_everything();
    handler_.standings().tell_everything();
    if (handler_.teams() != nullptr) handler_.teams()->stream().tell_everything();
    const auto end = std::chrono::steady_clock::now() + kFarewell;
    while (server_->is_sending() && std::chrono::steady_clock::now() < end) {
      // The referee has stopped the io_context; it runs here once more, for the page alone.
      io_.restart();
      try {
        io_.run_for(kGlance);
      } catch (const std::exception&) {
        // An exception here ends the page only.
      }
    }
  }

 private:
  void start_sweeping() {
    sweeper_.expires_after(kSweep);
    sweeper_.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      start_sweeping();
      handler_.visitor_games().sweep(std::chrono::steady_clock::now());
      if (handler_.teams() != nullptr) handler_.teams()->sweep(std::chrono::steady_clock::now());
    });
  }

  bool secure_;
  boost::asio::io_context& io_;
  PageHandler handler_;
  std::unique_ptr<HttpServer> server_;
  boost::asio::steady_timer sweeper_;
};

Web::Web(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Web::~Web() = default;

base::Result<std::unique_ptr<Web>> Web::open(run::Referee& referee, const Settings& settings) {
  auto impl = std::make_unique<Impl>(referee, settings);
  if (auto opened = impl->open(referee, settings); !opened) return opened.error();
  return std::unique_ptr<Web>(new Web(std::move(impl)));
}

void Web::set_teams(teams::TeamService* teams) { impl_->set_teams(teams); }

void Web::finish() { impl_->finish(); }

std::string Web::url() const {
  const wire::Address& at = impl_->address();
  const bool v6 = at.host.find(':') != std::string::npos;
  return std::string(impl_->is_secure() ? "https://" : "http://") + (v6 ? "[" + at.host + "]" : at.host) +
         ":" + std::to_string(at.port) + "/";
}

}  // namespace quiver::web

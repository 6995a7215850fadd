#include "referee/net/launched_bot.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <boost/asio/post.hpp>

namespace quiver::net {

namespace asio = boost::asio;
using base::Result;

namespace {

constexpr Duration kTimeToGo = std::chrono::seconds(1);
// A bot that talks without end waits for us, and not we for it.
constexpr Duration kBetweenReads = std::chrono::milliseconds(2);
constexpr int kPipeSize = 1 << 18;

// Of the referee's own environment a bot sees what programs need to run at all, and nothing else.
constexpr std::array kPassedOn = {"PATH", "HOME",         "LANG",         "LC_ALL",        "TZ",
                                  "USER", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"};

std::map<std::string, std::string> environment(const launch::BotSpec& spec, const std::string& address,
                                               const std::string& token, const std::string& folder) {
  std::map<std::string, std::string> all;
  for (const char* name : kPassedOn)
    if (const char* value = std::getenv(name)) all[name] = value;
  all["TMPDIR"] = folder;
  for (const auto& [name, value] : spec.environment) all[name] = value;
  all["QUIVER_ADDRESS"] = address;
  all["QUIVER_TOKEN"] = token;
  return all;
}

}  // namespace

Result<std::shared_ptr<LaunchedBot>> LaunchedBot::start(asio::io_context& io, Hall& hall,
                                                        const launch::BotSpec& spec,
                                                        const std::string& address) {
  auto scratch = launch::ScratchFolder::make();
  if (!scratch) return scratch.error();
  const PlayerPtr player = hall.expect(spec.name);
  player->unhurried = spec.debugged;
  const launch::Command command{spec.program, spec.arguments,
                                environment(spec, address, player->token, scratch->path()), scratch->path(),
                                spec.limits};
  auto process = launch::Process::spawn(command);
  if (!process) {
    hall.dismiss(player);
    return process.error();
  }
  std::shared_ptr<LaunchedBot> bot(
      new LaunchedBot(io, hall, player, std::move(*process), std::move(*scratch)));
  bot->watch();
  return bot;
}

LaunchedBot::LaunchedBot(asio::io_context& io, Hall& hall, PlayerPtr player, launch::Process process,
                         launch::ScratchFolder scratch)
    : hall_(hall),
      player_(std::move(player)),
      scratch_(std::move(scratch)),
      process_(std::move(process)),
      end_(io, fcntl(process_.end_descriptor(), F_DUPFD_CLOEXEC, 3)),
      output_(io, fcntl(process_.output_descriptor(), F_DUPFD_CLOEXEC, 3)),
      patience_(io),
      between_reads_(io) {
  fcntl(process_.output_descriptor(), F_SETPIPE_SZ, kPipeSize);
}

LaunchedBot::~LaunchedBot() { hall_.dismiss(player_); }

bool LaunchedBot::runs() {
  pollfd end{process_.end_descriptor(), POLLIN, 0};
  if (runs_ && poll(&end, 1, 0) > 0) on_end();
  return runs_;
}

void LaunchedBot::watch() {
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  end_.async_wait(asio::posix::stream_descriptor::wait_read, [weak](const boost::system::error_code& error) {
    if (const auto self = weak.lock(); self && !error) self->on_end();
  });
  wait_for_output();
}

void LaunchedBot::wait_for_output() {
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  output_.async_wait(asio::posix::stream_descriptor::wait_read,
                     [weak](const boost::system::error_code& error) {
                       const auto self = weak.lock();
                       if (!self || error || !self->take_output()) return;
                       self->between_reads_.expires_after(kBetweenReads);
                       self->between_reads_.async_wait([weak](const boost::system::error_code& stopped) {
                         if (const auto again = weak.lock(); again && !stopped) again->wait_for_output();
                       });
                     });
}

bool LaunchedBot::take_output() {
  std::array<char, 1 << 16> buffer;
  std::size_t taken = 0;
  while (taken < kPipeSize) {
    const ssize_t got = read(process_.output_descriptor(), buffer.data(), buffer.size());
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (got == 0) return false;
    log_.write({buffer.data(), static_cast<std::size_t>(got)});
    taken += static_cast<std::size_t>(got);
  }
  return true;
}

std::string LaunchedBot::finish_log() {
  take_output();
  return log_.empty() ? "" : log_.path();
}

void LaunchedBot::on_end() {
  if (!runs_) return;
  const auto self = shared_from_this();
  runs_ = false;
  take_output();
  if (!retiring_) Hall::drain(player_);
  const launch::Exit exit = process_.reap().value_or(launch::Exit{});
  if (retiring_) {
    patience_.cancel();
    if (on_gone_) std::exchange(on_gone_, nullptr)();
    return;
  }
  if (const auto limit = exit.broken_limit())
    return hall_.fault(player_, wire::Reason::kResourceLimit, *limit + ", " + exit.sentence());
  hall_.fault(player_, wire::Reason::kCrashed, "its process ended: " + exit.sentence());
}

void LaunchedBot::retire(std::function<void()> on_gone) {
  retiring_ = true;
  on_gone_ = std::move(on_gone);
  hall_.dismiss(player_);
  if (!runs_) return asio::post(end_.get_executor(), [gone = std::exchange(on_gone_, nullptr)] { gone(); });
  if (player_->unhurried) return;  // whoever debugs it lets it go
  patience_.expires_after(kTimeToGo);
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  patience_.async_wait([weak](const boost::system::error_code& error) {
    if (const auto self = weak.lock(); self && !error) self->process_.kill();
  });
}

}  // namespace quiver::net

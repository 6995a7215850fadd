#include "referee/net/launched_bot.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sstream>
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
// Who knocks all the time must not keep the referee busy, and without descriptors nobody can be let in.
constexpr Duration kBetweenVisits = std::chrono::milliseconds(10);
constexpr Duration kAfterNoVisit = std::chrono::milliseconds(100);
constexpr Duration kBetweenLooks = std::chrono::milliseconds(250);

// Of the referee's own environment a bot sees what programs need to run at all, and nothing else.
constexpr std::array kPassedOn = {"PATH", "HOME",         "LANG",         "LC_ALL",        "TZ",
                                  "USER", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"};

// `folder` is the only place where the bot may leave anything.
std::map<std::string, std::string> environment(const launch::BotSpec& spec, const std::string& token,
                                               const std::string& folder, launch::Confinement confinement) {
  std::map<std::string, std::string> all;
  for (const char* name : kPassedOn)
    if (const char* value = std::getenv(name)) all[name] = value;
  all["TMPDIR"] = folder;
  if (confinement == launch::Confinement::kFull) all["HOME"] = folder;
  // Looking for leaks is tracing oneself, which is refused; a program would die of it in the end.
  if (confinement != launch::Confinement::kNone) all["LSAN_OPTIONS"] = "detect_leaks=0";
  for (const auto& [name, value] : spec.environment) all[name] = value;
  all.erase("QUIVER_ADDRESS");
  all["QUIVER_TOKEN"] = token;
  return all;
}

// What the environment names is explicit enough to be seen.
void show_library_folders(std::vector<std::string>& visible) {
  const char* path = std::getenv("LD_LIBRARY_PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (folder.starts_with('/')) visible.push_back(folder);
}

launch::Command command_for(const launch::BotSpec& spec, const launch::House& house) {
  launch::Command command;
  command.program = spec.program;
  command.arguments = spec.arguments;
  command.name = spec.name;
  command.limits = spec.limits;
  command.visible = spec.visible;
  command.supervisor = house.supervisor;
  if (spec.debugged) return command;
  command.confinement = house.confinement;
  command.stoppable = house.no_ponder;
  command.cgroups = house.cgroups;
  show_library_folders(command.visible);
  return command;
}

}  // namespace

Result<std::shared_ptr<LaunchedBot>> LaunchedBot::start(asio::io_context& io, Hall& hall,
                                                        const launch::BotSpec& spec,
                                                        const launch::House& house) {
  launch::Command command = command_for(spec, house);
  const bool full = command.confinement == launch::Confinement::kFull;
  std::optional<launch::ScratchFolder> scratch;
  if (!full) {
    auto made = launch::ScratchFolder::make();
    if (!made) return made.error();
    scratch = std::move(*made);
  }
  const PlayerPtr player = hall.expect(spec.name);
  player->unhurried = spec.debugged;
  command.folder = full ? "/tmp" : scratch->path();
  command.environment = environment(spec, player->token, command.folder, command.confinement);
  auto process = launch::Process::spawn(command);
  if (!process) {
    hall.dismiss(player);
    return process.error();
  }
  std::shared_ptr<LaunchedBot> bot(
      new LaunchedBot(io, hall, player, std::move(*process), std::move(scratch)));
  bot->confinement_ = spec.debugged ? "none" : house.confinement_name();
  bot->no_ponder_ = house.no_ponder && !spec.debugged;
  player->body = bot.get();
  bot->watch();
  return bot;
}

LaunchedBot::LaunchedBot(asio::io_context& io, Hall& hall, PlayerPtr player, launch::Process process,
                         std::optional<launch::ScratchFolder> scratch)
    : hall_(hall),
      player_(std::move(player)),
      scratch_(std::move(scratch)),
      process_(std::move(process)),
      end_(io, fcntl(process_.end_descriptor(), F_DUPFD_CLOEXEC, 3)),
      output_(io, fcntl(process_.output_descriptor(), F_DUPFD_CLOEXEC, 3)),
      door_(io, asio::ip::tcp::v4(), fcntl(process_.door_descriptor(), F_DUPFD_CLOEXEC, 3)),
      patience_(io),
      between_reads_(io),
      between_looks_(io),
      between_visits_(io) {
  fcntl(process_.output_descriptor(), F_SETPIPE_SZ, kPipeSize);
}

LaunchedBot::~LaunchedBot() {
  player_->body = nullptr;
  hall_.dismiss(player_);
}

void LaunchedBot::wait_at_door() {
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  door_.async_accept([weak](const boost::system::error_code& error, asio::ip::tcp::socket socket) {
    const auto self = weak.lock();
    if (!self || error == asio::error::operation_aborted) return;
    if (!error) self->hall_.admit(std::move(socket), self->player_);
    self->between_visits_.expires_after(error ? kAfterNoVisit : kBetweenVisits);
    self->between_visits_.async_wait([weak](const boost::system::error_code& stopped) {
      if (const auto again = weak.lock(); again && !stopped) again->wait_at_door();
    });
  });
}

void LaunchedBot::watch_limits() {
  between_looks_.expires_after(kBetweenLooks);
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  between_looks_.async_wait([weak](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self || error || !self->runs_ || self->retiring_) return;
    const auto limit = self->process_.broken_limit();
    if (!limit) return self->watch_limits();
    self->hall_.fault(self->player_, wire::Reason::kResourceLimit, *limit);
    self->process_.kill();
  });
}

void LaunchedBot::attend(Attention attention) {
  if (attention == attention_) return;
  if (attention == Attention::kOnTurn) turn_began_ = cpu();
  if (attention_ == Attention::kOnTurn) cpu_on_turn_ += cpu() - turn_began_;
  attention_ = attention;
  // One that has lost its connection has to come back first.
  if (no_ponder_) freeze(attention == Attention::kOffTurn && player_->connected());
}

void LaunchedBot::freeze(bool frozen) {
  if (frozen_ == frozen || !runs_) return;
  frozen_ = frozen;
  process_.freeze(frozen);
}

void LaunchedBot::rest() {
  if (player_->connected() && !player_->unhurried) freeze(true);
}

void LaunchedBot::begin_game(launch::CappedLog log) {
  freeze(false);
  log_ = std::move(log);
  cpu_on_turn_ = Duration{0};
}

void LaunchedBot::finish_game(wire::Record::SeatRecord& record) {
  take_output();
  record.log = log_.empty() ? "" : log_.path();
  attend(Attention::kIdle);
  const Duration now = cpu();
  record.cpu_on_turn = cpu_on_turn_;
  record.cpu_off_turn = std::max(now - cpu_before_ - cpu_on_turn_, Duration{0});
  cpu_before_ = now;  // what it does between games is for the next one
  record.isolation = confinement_;
  record.limits = process_.limits_kept_by();
}

bool LaunchedBot::runs() {
  on_end();
  return runs_;
}

void LaunchedBot::watch() {
  wait_for_end();
  wait_for_output();
  wait_at_door();
  watch_limits();
}

void LaunchedBot::wait_for_end() {
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  end_.async_wait(asio::posix::stream_descriptor::wait_read, [weak](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self || error) return;
    self->on_end();
    if (self->runs_) self->wait_for_end();
  });
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

void LaunchedBot::on_end() {
  // Asio may say that a descriptor is readable because one before it with the same number was.
  pollfd end{process_.end_descriptor(), POLLIN, 0};
  if (!runs_ || poll(&end, 1, 0) <= 0) return;
  const auto self = shared_from_this();
  take_output();
  if (!retiring_) Hall::drain(player_);
  const launch::Exit exit = process_.reap().value_or(launch::Exit{});
  cpu_at_end_ = exit.cpu;
  runs_ = false;
  if (retiring_) {
    patience_.cancel();
    if (on_gone_) std::exchange(on_gone_, nullptr)();
    return;
  }
  if (const auto limit = exit.broken_limit())
    return hall_.fault(player_, wire::Reason::kResourceLimit, *limit + ", " + exit.sentence());
  hall_.fault(player_, wire::Reason::kCrashed, "its process ended: " + exit.sentence());
}

void LaunchedBot::discard(std::function<void()> on_gone) {
  retiring_ = true;
  on_gone_ = std::move(on_gone);
  hall_.dismiss(player_);
  process_.kill();
}

void LaunchedBot::retire(std::function<void()> on_gone) {
  retiring_ = true;
  on_gone_ = std::move(on_gone);
  freeze(false);
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

#include "referee/run/launched_bot.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sstream>
#include <unistd.h>

#include <boost/asio/post.hpp>

namespace quiver::run {

namespace asio = boost::asio;
using base::Result;

namespace {

constexpr base::Duration kTimeToGo = std::chrono::seconds(1);
// A bot that prints without end has to wait for the referee, not the other way round.
constexpr base::Duration kBetweenReads = std::chrono::milliseconds(2);
constexpr int kPipeSize = 1 << 18;
constexpr std::size_t kLastOutput = 16 << 10;
// A bot that connects all the time must not keep the referee busy; without descriptors nothing can be
// accepted.
constexpr base::Duration kBetweenVisits = std::chrono::milliseconds(10);
constexpr base::Duration kAfterNoVisit = std::chrono::milliseconds(100);
constexpr base::Duration kBetweenLooks = std::chrono::milliseconds(250);
// CPU time per game that is forgiven off its turn: a stopped process uses none, but the counters are coarse.
// It is also the most that a bot could gain by an unknown way to evade the stop.
constexpr base::Duration kMostFrozenUse = std::chrono::milliseconds(500);

// The variables of the referee's environment that a bot gets: what programs need to run, and nothing else.
constexpr std::array kPassedOn = {"PATH", "HOME",         "LANG",         "LC_ALL",        "TZ",
                                  "USER", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"};

// `folder` is the only one that the bot may write to.
std::map<std::string, std::string> environment(const launch::BotSpec& spec, const std::string& token,
                                               const std::string& folder, launch::Confinement confinement) {
  std::map<std::string, std::string> all = usual_environment();
  all["TMPDIR"] = folder;
  if (confinement == launch::Confinement::kFull) all["HOME"] = folder;
  // LeakSanitizer traces its own process, which the filter refuses: the program would fail at its end.
  if (confinement != launch::Confinement::kNone) all["LSAN_OPTIONS"] = "detect_leaks=0";
  for (const auto& [name, value] : spec.environment) all[name] = value;
  all.erase("QUIVER_ADDRESS");
  all["QUIVER_TOKEN"] = token;
  return all;
}

// What the environment names is explicit enough to be seen.
std::vector<std::string> library_folders() {
  std::vector<std::string> all;
  const char* path = std::getenv("LD_LIBRARY_PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (folder.starts_with('/')) all.push_back(folder);
  return all;
}

launch::Command command_for(const launch::BotSpec& spec, const launch::LaunchPolicy& launch_policy) {
  launch::Command command;
  command.program = spec.program;
  command.arguments = spec.arguments;
  command.name = spec.name;
  command.limits = spec.limits;
  command.supervisor = launch_policy.supervisor;
  command.links = spec.linked;
  if (spec.debugged) return command;
  command.confinement = launch_policy.confinement;
  command.stoppable = launch_policy.no_ponder;
  command.pinned = launch_policy.cores != nullptr;
  command.cgroups = launch_policy.cgroups;
  command.attempts = launch_policy.attempts;
  return command;
}

}  // namespace

std::map<std::string, std::string> usual_environment() {
  std::map<std::string, std::string> all;
  for (const char* name : kPassedOn)
    if (const char* value = std::getenv(name)) all[name] = value;
  return all;
}

Result<launch::LaunchFiles> LaunchedBot::open_files(const launch::BotSpec& spec,
                                                    const launch::LaunchPolicy& launch_policy) {
  const bool isolated = command_for(spec, launch_policy).confinement == launch::Confinement::kFull;
  auto files = launch::open_launch_files(spec, isolated, launch_policy.snapshots.get());
  if (!files || !isolated) return files;
  auto libraries = launch::open_shown_files(library_folders());
  if (!libraries) return libraries.error();
  launch::add_shown(*files, std::move(*libraries));
  return files;
}

Result<std::shared_ptr<LaunchedBot>> LaunchedBot::start(asio::io_context& io, net::MatchServer& server,
                                                        const launch::BotSpec& spec,
                                                        const launch::LaunchPolicy& launch_policy,
                                                        launch::LaunchFiles files) {
  if (const auto full = launch_policy.with_full_isolation(); full && !spec.debugged) {
    auto opened = open_files(spec, *full);
    if (opened && opened->version.fingerprint() == files.version.fingerprint())
      if (auto started = start(io, server, spec, *full, std::move(*opened))) return started;
  }
  launch::Command command = command_for(spec, launch_policy);
  command.files = std::make_shared<const launch::LaunchFiles>(std::move(files));
  const bool full = command.confinement == launch::Confinement::kFull;
  std::optional<launch::ScratchFolder> scratch;
  if (!full) {
    auto made = launch::ScratchFolder::make();
    if (!made) return made.error();
    scratch = std::move(*made);
  }
  const net::PlayerPtr player = server.admission().expect(spec.name, spec.debugged);
  command.folder = full ? "/tmp" : scratch->path();
  command.environment = environment(spec, player->credential(), command.folder, command.confinement);
  auto process = launch::Process::spawn(command);
  if (!process) {
    server.admission().dismiss(player);
    return process.error();
  }
  std::shared_ptr<LaunchedBot> bot(
      new LaunchedBot(io, server, player, std::move(*process), std::move(scratch)));
  bot->version_ = command.files->version;
  bot->confinement_ = launch::confinement_name(command.confinement);
  bot->no_ponder_ = launch_policy.no_ponder && !spec.debugged;
  bot->spec_ = spec;
  player->set_process(bot.get());
  bot->watch();
  return bot;
}

LaunchedBot::LaunchedBot(asio::io_context& io, net::MatchServer& server, net::PlayerPtr player,
                         launch::Process process, std::optional<launch::ScratchFolder> scratch)
    : server_(server),
      player_(std::move(player)),
      scratch_(std::move(scratch)),
      process_(std::move(process)),
      end_(io, fcntl(process_.end_descriptor(), F_DUPFD_CLOEXEC, 3)),
      output_(io, fcntl(process_.output_descriptor(), F_DUPFD_CLOEXEC, 3)),
      supervisor_(io, fcntl(process_.control_descriptor(), F_DUPFD_CLOEXEC, 3)),
      listener_(io, asio::ip::tcp::v4(), fcntl(process_.listener_descriptor(), F_DUPFD_CLOEXEC, 3)),
      timeouts_(io),
      between_reads_(io),
      between_looks_(io),
      between_visits_(io),
      meter_([this] { return process_.members(); }, [this] { return cpu(); }, process_.pressure_file()) {
  fcntl(process_.output_descriptor(), F_SETPIPE_SZ, kPipeSize);
}

LaunchedBot::~LaunchedBot() {
  player_->set_process(nullptr);
  server_.admission().dismiss(player_);
}

void LaunchedBot::accept_bot() {
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  listener_.async_accept([weak](const boost::system::error_code& error, asio::ip::tcp::socket socket) {
    const auto self = weak.lock();
    if (!self || error == asio::error::operation_aborted) return;
    if (!error) self->server_.admit(std::move(socket), self->player_);
    self->between_visits_.expires_after(error ? kAfterNoVisit : kBetweenVisits);
    self->between_visits_.async_wait([weak](const boost::system::error_code& stopped) {
      if (const auto again = weak.lock(); again && !stopped) again->accept_bot();
    });
  });
}

void LaunchedBot::watch_limits() {
  between_looks_.expires_after(kBetweenLooks);
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  between_looks_.async_wait([weak](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self || error || !self->runs_ || self->retiring_) return;
    // It may have lost or resumed its connection since. Between games it stays stopped.
    if (self->no_ponder_ && self->turn_state_ == net::TurnState::kOffTurn) self->hold();
    if (self->keeps_its_limits()) self->watch_limits();
  });
}

std::optional<std::string> LaunchedBot::broken_limit() const {
  if (auto limit = process_.broken_limit()) return limit;
  const base::Duration used = process_.used_frozen() - frozen_use_before_ + loose_use_;
  if (!no_ponder_ || used <= kMostFrozenUse) return std::nullopt;
  return "it used " + base::format_duration(std::chrono::floor<std::chrono::milliseconds>(used)) +
         " of CPU time while it had to be stopped, and at most " + base::format_duration(kMostFrozenUse) +
         " is forgiven";
}

bool LaunchedBot::keeps_its_limits() {
  const auto limit = broken_limit();
  if (!limit) return true;
  server_.matches().fault(player_, wire::Reason::kResourceLimit, *limit);
  process_.kill();
  return false;
}

void LaunchedBot::listen(bool answered) {
  process_.listen(answered);
  if (!waking_ || frozen_ || !process_.awake_since()) return;
  waking_ = false;
  server_.matches().on_awake(*player_, *process_.awake_since());
}

void LaunchedBot::wait_for_supervisor() {
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  supervisor_.async_wait(asio::posix::stream_descriptor::wait_read,
                         [weak](const boost::system::error_code& error) {
                           const auto self = weak.lock();
                           if (!self || error || !self->runs_ || !self->process_.listen()) return;
                           self->listen(false);
                           self->wait_for_supervisor();
                         });
}

void LaunchedBot::rest() {
  if (player_->is_connected() && !player_->is_untimed()) freeze(true);
}

void LaunchedBot::begin_game(launch::CappedLog log, std::size_t kept_bytes) {
  freeze(false);
  // What came after the game before belongs to that; what came before the first game belongs to this one.
  if (std::exchange(has_played_, true)) take_output();
  log_ = std::move(log);
  kept_output_ = OutputLog(kept_bytes);
  ply_ = 0;
  last_output_.clear();
  cpu_on_turn_ = base::Duration{0};
}

void LaunchedBot::finish_game(wire::Record::SeatRecord& record) {
  take_output();
  record.log = log_.empty() ? "" : log_.path();
  record.output = kept_output_.finish();
  set_turn_state(net::TurnState::kIdle, ply_);
  const base::Duration now = cpu();
  record.cpu_on_turn = cpu_on_turn_;
  const base::Duration besides = process_.used_frozen_besides();
  record.cpu_off_turn = std::max(now - cpu_before_ - cpu_on_turn_, base::Duration{0}) + besides -
                        std::exchange(besides_before_, besides);
  cpu_before_ = now;  // what it uses between games counts for the next one
  frozen_use_before_ = process_.used_frozen();
  loose_use_ = base::Duration{0};
  record.isolation = confinement_;
  record.limits = process_.limit_mechanism();
}

bool LaunchedBot::is_settled() {
  if (!settled_) settled_ = !version_.is_unsettled();
  return *settled_;
}

bool LaunchedBot::runs() {
  on_end();
  return runs_;
}

bool LaunchedBot::is_fit() {
  player_->drain();
  return runs() && player_->failure().empty();
}

void LaunchedBot::watch() {
  wait_for_end();
  wait_for_output();
  wait_for_supervisor();
  accept_bot();
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
    const std::string_view text(buffer.data(), static_cast<std::size_t>(got));
    log_.write(text);
    kept_output_.take(text, {ply_, turn_state_ == net::TurnState::kOnTurn});
    last_output_.append(buffer.data(), static_cast<std::size_t>(got));
    if (last_output_.size() > 2 * kLastOutput) last_output_.erase(0, last_output_.size() - kLastOutput);
    taken += static_cast<std::size_t>(got);
  }
  return true;
}

void LaunchedBot::on_end() {
  // Asio may report a descriptor as readable because an earlier one with the same number was.
  pollfd end{process_.end_descriptor(), POLLIN, 0};
  if (!runs_ || poll(&end, 1, 0) <= 0) return;
  const auto self = shared_from_this();
  take_output();
  if (!retiring_) player_->drain();
  const launch::Exit exit = process_.reap().value_or(launch::Exit{});
  cpu_at_end_ = exit.cpu;
  runs_ = false;
  if (retiring_) {
    timeouts_.cancel();
    if (on_gone_) std::exchange(on_gone_, nullptr)();
    return;
  }
  if (const auto limit = exit.broken_limit())
    return server_.matches().fault(player_, wire::Reason::kResourceLimit, *limit + ", " + exit.sentence());
  server_.matches().fault(player_, wire::Reason::kCrashed, verdict(exit));
}

std::string LaunchedBot::why_not_ready() const {
  if (!player_->has_said_hello()) return launch::kind_hint(spec_);
  const std::string waits = launch::host_remark(spec_, last_output_);
  return waits.empty() ? "" : "it says: " + waits;
}

std::string LaunchedBot::verdict(const launch::Exit& exit) const {
  // Its own report says more than its exit status. If the report was about the running match, its seat has
  // been eliminated already.
  if (!player_->failure().empty()) return player_->failure() + ", in the match before";
  std::string detail = "its process ended: " + exit.sentence();
  if (!player_->has_said_hello()) {
    const std::string hint = launch::kind_hint(spec_);
    detail = "it ended without ever connecting: " + exit.sentence() + (hint.empty() ? "" : "; " + hint);
  }
  const std::string_view traceback = launch::traceback_in(last_output_);
  if (traceback.empty() || detail.size() + 2 >= wire::kMaxSentence) return detail;
  return detail + "; " + launch::on_one_line(traceback, wire::kMaxSentence - detail.size() - 2);
}

void LaunchedBot::discard(std::function<void()> on_gone) {
  retiring_ = true;
  on_gone_ = std::move(on_gone);
  server_.admission().dismiss(player_);
  process_.kill();
}

void LaunchedBot::retire(std::function<void()> on_gone) {
  retiring_ = true;
  on_gone_ = std::move(on_gone);
  freeze(false);
  server_.admission().dismiss(player_);
  if (!runs_) return asio::post(end_.get_executor(), [gone = std::exchange(on_gone_, nullptr)] { gone(); });
  if (player_->is_untimed()) return;  // it ends when its debugger lets it
  timeouts_.expires_after(kTimeToGo);
  const std::weak_ptr<LaunchedBot> weak = weak_from_this();
  timeouts_.async_wait([weak](const boost::system::error_code& error) {
    if (const auto self = weak.lock(); self && !error) self->process_.kill();
  });
}

}  // namespace quiver::run

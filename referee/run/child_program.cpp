#include "referee/run/child_program.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "referee/launch/process.hpp"
#include "referee/run/launched_bot.hpp"

namespace quiver::run {

namespace asio = boost::asio;
using base::Result;

namespace {

// A program that prints without end has to wait for the referee, not the other way round.
constexpr base::Duration kBetweenLines = std::chrono::milliseconds(5);
constexpr std::size_t kMostAtOnce = 64 << 10;

launch::Command launched(const ChildProgram::Command& asked) {
  launch::Command command;
  command.program = asked.program;
  command.arguments = asked.arguments;
  command.folder = asked.folder;
  command.supervisor = asked.supervisor;
  command.name = "admit";
  // No secret of the referee's environment is passed on.
  command.environment = usual_environment();
  if (const char* place = std::getenv("TMPDIR")) command.environment["TMPDIR"] = place;
  return command;
}

}  // namespace

class ChildProgram::Impl : public std::enable_shared_from_this<ChildProgram::Impl> {
 public:
  Impl(asio::io_context& io, launch::Process process, Listener listener, base::Duration time)
      : process_(std::move(process)),
        listener_(std::move(listener)),
        end_(io, fcntl(process_.end_descriptor(), F_DUPFD_CLOEXEC, 3)),
        output_(io, fcntl(process_.output_descriptor(), F_DUPFD_CLOEXEC, 3)),
        between_reads_(io),
        time_(io, time) {}

  void watch() {
    wait_for_end();
    wait_for_output();
    time_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
      const auto self = weak.lock();
      if (!self || error) return;
      self->timed_out_ = true;
      self->process_.kill();
    });
  }
  [[nodiscard]] int pid() const { return process_.pid(); }
  void stop() {
    stopped_ = true;
    process_.kill();
  }

 private:
  void wait_for_end() {
    end_.async_wait(asio::posix::stream_descriptor::wait_read,
                    [weak = weak_from_this()](const boost::system::error_code& error) {
                      const auto self = weak.lock();
                      if (!self || error) return;
                      if (!self->on_end()) self->wait_for_end();
                    });
  }

  void wait_for_output() {
    output_.async_wait(asio::posix::stream_descriptor::wait_read,
                       [weak = weak_from_this()](const boost::system::error_code& error) {
                         const auto self = weak.lock();
                         if (self && !error && self->take_output(kMostAtOnce)) self->read_again();
                       });
  }
  void read_again() {
    between_reads_.expires_after(kBetweenLines);
    between_reads_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
      if (const auto self = weak.lock(); self && !error) self->wait_for_output();
    });
  }

  // False if there will be no more.
  bool take_output(std::size_t most) {
    std::array<char, 1 << 14> buffer;
    for (std::size_t taken = 0; taken < most;) {
      const ssize_t got = read(process_.output_descriptor(), buffer.data(), buffer.size());
      if (got < 0) return errno == EAGAIN || errno == EINTR;
      if (got == 0) return false;
      add({buffer.data(), static_cast<std::size_t>(got)});
      taken += static_cast<std::size_t>(got);
    }
    return true;
  }

  void add(std::string_view text) {
    for (const char c : text) {
      if (c == '\n')
        tell_line();
      else if (line_.size() < kMostLine)
        line_ += c;
    }
  }
  void tell_line() {
    const std::string line = std::exchange(line_, {});
    if (listener_.on_line && !stopped_) listener_.on_line(line);
  }

  // False if it still runs: Asio may report a descriptor as readable because an earlier one with the same
  // number was.
  bool on_end() {
    pollfd end{process_.end_descriptor(), POLLIN, 0};
    if (poll(&end, 1, 0) <= 0) return false;
    // As much as a pipe can hold, however fast others still write.
    take_output(1 << 20);
    if (!line_.empty()) tell_line();
    const launch::Exit exit = process_.reap().value_or(launch::Exit{});
    time_.cancel();
    End told;
    told.status = exit.signal == 0 ? exit.status : -1;
    told.timed_out = timed_out_;
    told.sentence = exit.sentence();
    // A copy: this object may be destroyed in it.
    const auto on_end = listener_.on_end;
    if (on_end && !stopped_) on_end(told);
    return true;
  }

  launch::Process process_;
  Listener listener_;
  asio::posix::stream_descriptor end_;
  asio::posix::stream_descriptor output_;
  asio::steady_timer between_reads_;
  asio::steady_timer time_;
  std::string line_;
  bool timed_out_ = false;
  bool stopped_ = false;  // nobody listens any more
};

Result<std::unique_ptr<ChildProgram>> ChildProgram::start(asio::io_context& io, const Command& command,
                                                          Listener listener) {
  auto process = launch::Process::spawn(launched(command));
  if (!process) return process.error();
  setpriority(PRIO_PROCESS, static_cast<id_t>(process->pid()), command.nice);
  auto impl = std::make_shared<Impl>(io, std::move(*process), std::move(listener), command.time);
  impl->watch();
  return std::unique_ptr<ChildProgram>(new ChildProgram(std::move(impl)));
}

ChildProgram::ChildProgram(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
ChildProgram::~ChildProgram() { impl_->stop(); }
int ChildProgram::pid() const { return impl_->pid(); }

std::string own_program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

}  // namespace quiver::run

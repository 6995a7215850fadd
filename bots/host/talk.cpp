#include "bots/host/talk.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>

namespace quiver::bots::host {

Talk::Ends Talk::open_ends() {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (pipe2(in.data(), O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
  Ends ends;
  ends.their_in = Descriptor(in[0]);
  ends.in = Descriptor(in[1]);
  if (pipe2(out.data(), O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
  ends.out = Descriptor(out[0]);
  ends.their_out = Descriptor(out[1]);
  // Only our ends: a program expects to wait.
  fcntl(ends.in.get(), F_SETFL, O_NONBLOCK);
  fcntl(ends.out.get(), F_SETFL, O_NONBLOCK);
  return ends;
}

Talk::Talk(std::vector<std::string> words) : Talk(std::move(words), open_ends()) {}

Talk::Talk(std::vector<std::string> words, Ends ends)
    : in_(std::move(ends.in)),
      out_(std::move(ends.out)),
      process_({std::move(words), ends.their_in.get(), ends.their_out.get()}) {}

void Talk::say(std::string_view line) {
  unsaid_ += line;
  unsaid_ += '\n';
  write_some();
}

// Writes what is unsaid while it waits: a program that does not read until it has printed cannot deadlock
// with us.
Talk::Heard Talk::listen(base::Time until) {
  Heard heard;
  while (true) {
    if (take_line(heard.line)) {
      heard.status = Status::kLine;
      return heard;
    }
    if (heard_.size() > kMaxLine) {
      heard.status = Status::kEndless;
      return heard;
    }
    const bool dead = has_ended();  // asked before the last look at what it said
    if (dead) read_some();
    if (heard_.find('\n') != std::string::npos) continue;
    if (dead) {
      heard.status = heard_.empty() ? Status::kDead : Status::kLine;
      heard.line = std::exchange(heard_, "");
      return heard;
    }
    if (!exchange(until)) return heard;
  }
}

bool Talk::take_line(std::string& line) {
  const std::size_t end = heard_.find('\n');
  if (end == std::string::npos) return false;
  line = heard_.substr(0, end);
  heard_.erase(0, end + 1);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

bool Talk::exchange(base::Time until) {
  std::array<pollfd, 3> watched = {pollfd{process_.watch(), POLLIN, 0}, pollfd{out_.get(), POLLIN, 0},
                                   pollfd{unsaid_.empty() ? -1 : in_.get(), POLLOUT, 0}};
  const int ready = poll(watched.data(), watched.size(), poll_timeout(until));
  if (ready < 0) return errno == EINTR;
  if (watched[1].revents != 0) read_some();
  if (watched[2].revents != 0) write_some();
  return ready > 0;
}

// Never blocks: the pipe is non-blocking, and what it does not take stays in `unsaid_`.
void Talk::write_some() {
  while (in_ && !unsaid_.empty()) {
    const ssize_t count = write(in_.get(), unsaid_.data(), unsaid_.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) {  // it does not listen any more
      in_.close();
      unsaid_.clear();
      return;
    }
    unsaid_.erase(0, static_cast<std::size_t>(count));
  }
}

void Talk::read_some() {
  std::array<char, 16384> buffer{};
  while (out_ && heard_.size() <= kMaxLine) {
    const ssize_t count = read(out_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      out_.close();
      return;
    }
    heard_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

std::string Talk::fate() {
  const auto death = process_.death();
  return death ? death->words() : "runs";
}

// Closing its stdin tells the program to end. Its output is read and dropped, so that a full pipe does not
// keep it from ending.
void Talk::dismiss(base::Duration patience) {
  const base::Time until = std::chrono::steady_clock::now() + patience;
  while (!unsaid_.empty() && in_ && !has_ended()) {
    heard_.clear();
    if (!exchange(until)) break;
  }
  in_.close();
  while (out_ && !has_ended()) {  // it may have more to say than a pipe holds
    heard_.clear();
    if (!exchange(until)) break;
  }
  process_.death_until(until);
  process_.end();
}

}  // namespace quiver::bots::host

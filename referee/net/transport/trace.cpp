#include "referee/net/transport/trace.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/open_databases.hpp"
#include "referee/net/transport/record_file.hpp"

namespace quiver::net {

namespace {

// How far the writer may fall behind, and how long the referee then waits for it.
constexpr std::size_t kMostWaiting = 256U << 20U;
constexpr auto kLongestWait = std::chrono::seconds(10);

std::string utc_now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  std::tm parts{};
  gmtime_r(&time.tv_sec, &parts);
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text.data() + size, text.size() - size, ".%06ldZ", time.tv_nsec / 1000);
  return text.data();
}

std::string trace_failure(const std::string& path) {
  return base::quoted(path) + " cannot be written: " + std::strerror(errno);
}

}  // namespace

base::Result<std::unique_ptr<Trace>> Trace::open(const std::string& path, Warn warn) {
  if (launch::is_held(path))
    return base::bad_input(base::quoted(path) + " is the store; a trace needs a file of its own");
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return base::bad_input(trace_failure(path));
  return std::unique_ptr<Trace>(new Trace(path, file, std::move(warn)));
}

Trace::Trace(std::string path, int file, Warn warn)
    : path_(std::move(path)), file_(file), warn_(std::move(warn)), began_(std::chrono::steady_clock::now()) {
  // The thread inherits this mask: signals are for the other threads, where signal_set expects them.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  writer_ = std::thread([this] { write_all(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Trace::~Trace() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  writer_.join();
  warn_once();
  close(file_);
}

// --- the referee's thread

wire::TracedFrame Trace::frame(wire::TracedFrame::Way way, std::uint64_t connection,
                               std::string_view payload) const {
  wire::TracedFrame out;
  out.way = way;
  out.connection = static_cast<std::uint32_t>(connection);
  out.since = std::chrono::steady_clock::now() - began_;
  out.payload = payload;
  return out;
}

void Trace::received(std::uint64_t connection, std::string_view payload, std::optional<base::Time> arrived,
                     const std::string& error) {
  wire::TracedFrame one = frame(wire::TracedFrame::Way::kReceived, connection, payload);
  if (arrived) one.arrived = std::max(*arrived - began_, base::Duration{0});
  one.error = error;
  add(std::move(one), payload.size());
}

void Trace::refused(std::uint64_t connection, std::uint32_t announced, const std::string& error) {
  wire::TracedFrame one = frame(wire::TracedFrame::Way::kReceived, connection, {});
  one.announced = announced;
  one.error = error;
  add(std::move(one), 0);
}

void Trace::sent(std::uint64_t connection, std::string_view payload) {
  add(frame(wire::TracedFrame::Way::kSent, connection, payload), payload.size());
}

void Trace::closed(std::uint64_t connection) {
  add(Closed{static_cast<std::uint32_t>(connection), std::chrono::steady_clock::now() - began_}, 0);
}

void Trace::add(Entry entry, std::size_t bytes) {
  if (warned_) return;
  {
    std::unique_lock lock(mutex_);
    // A frame that is larger than the whole buffer is taken alone.
    // Backpressure: the referee waits for a slow disk rather than filling the memory, but not for ever.
    const bool room = changed_.wait_for(
        lock, kLongestWait, [this] { return !failure_.empty() || waiting_bytes_ < kMostWaiting; });
    if (!room) failure_ = "writing " + base::quoted(path_) + " takes too long";
    if (failure_.empty()) {
      waiting_.push_back(std::move(entry));
      waiting_bytes_ += bytes;
    }
  }
  changed_.notify_all();
  warn_once();
}

void Trace::warn_once() {
  std::string sentence;
  {
    const std::lock_guard lock(mutex_);
    sentence = failure_;
  }
  // Only the caller's thread reads warned_, so it needs no lock.
  if (sentence.empty() || std::exchange(warned_, true)) return;
  warn_("the trace ends here, games continue: " + sentence);
}

// --- the writer

void Trace::write_all() {
  // A trace that was killed may have left half a line.
  bool good = write_line((ends_in_half_a_line(file_) ? "\n" : "") + wire::TraceJson::first_line(utc_now()));
  while (good) {
    Entry entry;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || !waiting_.empty() || !failure_.empty(); });
      // When stopping, first everything that waits is written.
      if (!failure_.empty() || waiting_.empty()) return;
      entry = std::move(waiting_.front());
      waiting_.pop_front();
    }
    std::size_t done = 0;
    if (auto* one = std::get_if<wire::TracedFrame>(&entry)) {
      good = write_line(json_.line(*one));
      done = one->payload.size();
    } else {
      const auto& end = std::get<Closed>(entry);
      good = write_line(json_.closed(end.connection, end.since));
    }
    const std::lock_guard lock(mutex_);
    waiting_bytes_ -= done;
    changed_.notify_all();
  }
}

bool Trace::write_line(std::string line) {
  line += '\n';
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t more = ::write(file_, line.data() + written, line.size() - written);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) {
      const std::lock_guard lock(mutex_);
      failure_ = trace_failure(path_);
      changed_.notify_all();
      return false;
    }
    written += static_cast<std::size_t>(more);
  }
  return true;
}

}  // namespace quiver::net

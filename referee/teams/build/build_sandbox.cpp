#include "referee/teams/build/build_sandbox.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/process.hpp"
#include "referee/teams/build/entry_gate.hpp"
#include "referee/teams/build/sdk.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

constexpr int kBetweenLooks = 250;  // ms
constexpr std::size_t kLongestLine = 1000;
constexpr std::uint32_t kOpenFiles = 1024;
// Connects to the one socket that the build reaches; what is written there is the result.
constexpr const char* kPrelude =
    "set -eu\n"
    "result=/dev/tcp/127.0.0.1/${QUIVER_ADDRESS##*:}\n";

Error machine(const std::string& sentence) { return {Error::Code::kUnreadable, sentence}; }

// Cuts what is printed into lines, and long lines into several.
class Lines {
 public:
  explicit Lines(const std::function<void(std::string_view)>& print) : print_(print) {}
  void add(std::string_view text) {
    for (const char c : text) {
      if (c == '\n' || line_.size() >= kLongestLine) flush();
      if (c != '\n' && c != '\r') line_ += c;
    }
  }
  void finish() {
    if (!line_.empty()) flush();
  }

 private:
  void flush() {
    print_(line_);
    line_.clear();
  }
  const std::function<void(std::string_view)>& print_;
  std::string line_;
};

// One build, from its start to its end.
class BuildRun {
 public:
  BuildRun(launch::Process process, const BuildLimits& limits,
           const std::function<void(std::string_view)>& print, int stop)
      : process_(std::move(process)), limits_(limits), lines_(print), stop_(stop) {}

  Result<std::string> run() {
    const base::Time end = base::clock_now() + limits_.wall;
    while (!ended_) {
      if (base::clock_now() >= end)
        give_up(bad_input("the build took longer than " + base::format_duration(limits_.wall)));
      look();
      if (const auto limit = process_.broken_limit()) give_up(bad_input("the build broke its " + *limit));
    }
    drain();
    lines_.finish();
    return verdict();
  }

 private:
  // The first reason counts.
  void give_up(Error why) {
    if (!why_) why_ = std::move(why);
    process_.kill();
  }

  // Waits for the next event, and deals with all there are.
  void look() {
    std::array<pollfd, 4> sources{{{process_.end_descriptor(), POLLIN, 0},
                                   {output_open_ ? process_.output_descriptor() : -1, POLLIN, 0},
                                   {result_open_ ? result_source() : -1, POLLIN, 0},
                                   {stop_, POLLIN, 0}}};
    if (poll(sources.data(), sources.size(), kBetweenLooks) <= 0) return;
    if (sources[1].revents != 0) output_open_ = take_output();
    if (sources[2].revents != 0) take_result();
    if (sources[3].revents != 0) give_up({Error::Code::kNotYet, "the build was stopped"});
    ended_ = sources[0].revents != 0;
  }

  [[nodiscard]] int result_source() const {
    return connection_ ? connection_.get() : process_.listener_descriptor();
  }

  // False at its end, or if there is nothing more for now.
  bool take_output() {
    std::array<char, 1 << 16> piece;
    const ssize_t got = read(process_.output_descriptor(), piece.data(), piece.size());
    if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EINTR);
    printed_ += static_cast<std::uint64_t>(got);
    if (printed_ > limits_.output_bytes)
      give_up(bad_input("the build printed more than " + size_words(limits_.output_bytes)));
    else
      lines_.add({piece.data(), static_cast<std::size_t>(got)});
    return true;
  }

  void take_result() {
    if (!connection_) {
      connection_ = launch::Descriptor(
          accept4(process_.listener_descriptor(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      return;
    }
    std::array<char, 1 << 16> piece;
    const ssize_t got = read(connection_.get(), piece.data(), piece.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    result_open_ = got > 0;
    if (got <= 0) return;
    if (result_.size() + static_cast<std::size_t>(got) > limits_.result_bytes)
      return give_up(
          bad_input("the build made more than " + size_words(limits_.result_bytes) + " of programs"));
    result_.append(piece.data(), static_cast<std::size_t>(got));
  }

  // What was sent and printed before it ended. Nothing comes after it.
  void drain() {
    for (int count = 0; count < kMostPieces && output_open_; ++count) {
      pollfd more{process_.output_descriptor(), POLLIN, 0};
      if (poll(&more, 1, 0) <= 0 || !take_output()) break;
    }
    for (int count = 0; count < kMostPieces && result_open_; ++count) {
      pollfd more{result_source(), POLLIN, 0};
      if (poll(&more, 1, kBetweenLooks) <= 0) break;
      take_result();
    }
  }

  Result<std::string> verdict() {
    const launch::Exit exit = process_.reap().value_or(launch::Exit{});
    if (why_) return *why_;
    if (const auto limit = exit.broken_limit()) return bad_input("the build broke its " + *limit);
    // One of its processes had all that there is, and what the others made of that does not say so. The
    // kernel counts a little less than it limits.
    if (exit.status != 0 && exit.cpu >= limits_.cpu * 9 / 10)
      return bad_input("the build broke its CPU limit of " + base::format_duration(limits_.cpu));
    if (exit.status != 0 || exit.signal != 0) return bad_input("the build failed: " + exit.sentence());
    return std::move(result_);
  }

  // More than the limits on what is read allow in pieces.
  static constexpr int kMostPieces = 1 << 16;

  launch::Process process_;
  BuildLimits limits_;
  Lines lines_;
  int stop_;
  launch::Descriptor connection_;
  std::string result_;
  std::uint64_t printed_ = 0;
  std::optional<Error> why_;
  bool output_open_ = true;
  bool result_open_ = true;
  bool ended_ = false;
};

// The folders under the names that the build knows them by.
Result<launch::LaunchFiles> open_shown(const BuildJob& job) {
  launch::LaunchFiles all;
  for (const auto& [name, folder] : job.shown) {
    auto opened = launch::open_shown_files({folder});
    if (!opened) return machine(opened.error().sentence);
    if (opened->shown.size() != 1) return machine(base::quoted(folder) + " cannot be shown to a build");
    opened->shown.front().path = name;
    launch::add_shown(all, std::move(*opened));
  }
  return all;
}

}  // namespace

Result<std::string> BuildSandbox::run(const BuildJob& job) const {
  if (policy_.confinement != launch::Confinement::kFull)
    return machine("this machine cannot build bots: " +
                   (policy_.warning.empty() ? "builds have to be isolated" : policy_.warning));
  auto files = open_shown(job);
  if (!files) return files.error();
  launch::Command command;
  command.program = "/bin/bash";
  command.arguments = {"-c", kPrelude + job.script};
  command.environment = job.environment;
  command.environment["PATH"] = kBuildPath;
  command.environment["HOME"] = command.environment["TMPDIR"] = command.folder = "/tmp";
  command.environment["LANG"] = "C.UTF-8";
  command.limits.memory_bytes = limits_.memory_bytes;
  command.limits.scratch_bytes = limits_.scratch_bytes;
  command.limits.processes = limits_.processes;
  command.limits.files = kOpenFiles;
  command.limits.cpu = limits_.cpu;
  command.confinement = policy_.confinement;
  command.supervisor = policy_.supervisor;
  command.cgroups = policy_.cgroups;
  command.name = "build";
  command.files = std::make_shared<const launch::LaunchFiles>(std::move(*files));
  auto process = launch::Process::spawn(command);
  if (!process) return machine(process.error().sentence);
  return BuildRun(std::move(*process), limits_, print_, stop_).run();
}

}  // namespace quiver::teams

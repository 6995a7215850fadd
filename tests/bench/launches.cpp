// What it costs to isolate a bot: from the request to start it until it has said its first word.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/launch/files/launch_files.hpp"
#include "referee/launch/isolation.hpp"
#include "tests/bench/measurements.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 60;
constexpr const char* kProgram = "/bin/echo";

double since(Clock::time_point began) {
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

double plain() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  const std::array<char*, 2> argv = {const_cast<char*>(kProgram), nullptr};
  const Clock::time_point began = Clock::now();
  pid_t pid = 0;
  if (posix_spawn(&pid, kProgram, &actions, nullptr, argv.data(), environ) != 0)
    throw std::runtime_error("no process");
  char byte = 0;
  if (read(ends[0], &byte, 1) != 1) throw std::runtime_error("no word");
  const double took = since(began);
  waitpid(pid, nullptr, 0);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  close(ends[1]);
  return took;
}

double launched(const launch::LaunchPolicy& launch_policy, launch::Confinement confinement,
                std::shared_ptr<const launch::LaunchFiles> files = nullptr) {
  launch::Command command;
  command.program = kProgram;
  command.folder = "/";
  command.name = "bench";
  command.confinement = confinement;
  command.cgroups = launch_policy.cgroups;
  command.supervisor = launch_policy.supervisor;
  command.files = std::move(files);
  const Clock::time_point began = Clock::now();
  auto process = launch::Process::spawn(command);
  if (!process) throw std::runtime_error(process.error().sentence);
  pollfd word{process->output_descriptor(), POLLIN, 0};
  poll(&word, 1, -1);
  const double took = since(began);
  pollfd end{process->end_descriptor(), POLLIN, 0};
  poll(&end, 1, -1);
  process->reap();
  return took;
}

// A bot whose argument names a file of its own, of a size that programs have.
class OwnFile {
 public:
  OwnFile()
      : path_(std::filesystem::temp_directory_path().string() + "/quiver-bench-" + std::to_string(getpid())) {
    std::ofstream(path_) << std::string(std::size_t{8} << 20U, 'x');
    auto parsed = launch::parse_bot_spec(std::string(kProgram) + " " + path_, "amazons", {});
    if (!parsed) throw std::runtime_error(parsed.error().sentence);
    bot_ = *parsed;
  }
  ~OwnFile() { std::filesystem::remove(path_); }
  OwnFile(const OwnFile&) = delete;
  OwnFile& operator=(const OwnFile&) = delete;

  // The files for one start, and how long it took to open them.
  std::shared_ptr<const launch::LaunchFiles> open(const launch::LaunchPolicy& launch_policy,
                                                  double& took) const {
    const Clock::time_point began = Clock::now();
    auto files = launch::open_launch_files(bot_, true, launch_policy.snapshots.get());
    if (!files) throw std::runtime_error(files.error().sentence);
    took = since(began);
    return std::make_shared<const launch::LaunchFiles>(std::move(*files));
  }

 private:
  std::string path_;
  launch::BotSpec bot_;
};

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

}  // namespace

Figures measure_launches(const std::string& program) {
  const std::string supervisor = program.substr(0, program.rfind('/') + 1) + "quiver-supervisor";
  const auto launch_policy = launch::make_launch_policy(launch::Isolation::kRequired, supervisor);
  if (!launch_policy) throw std::runtime_error(launch_policy.error().sentence);
  std::vector<double> bare;
  std::vector<double> kept;
  std::vector<double> isolated;
  std::vector<double> with_file;
  const OwnFile own;
  double first = 0;
  static_cast<void>(own.open(*launch_policy, first));
  for (int k = 0; k < kRounds; ++k) {
    bare.push_back(plain());
    kept.push_back(launched(*launch_policy, launch::Confinement::kNone));
    isolated.push_back(launched(*launch_policy, launch::Confinement::kFull));
    double opening = 0;
    auto files = own.open(*launch_policy, opening);
    with_file.push_back(opening + launched(*launch_policy, launch::Confinement::kFull, std::move(files)));
  }
  std::printf("from the start of a program to its first word, ms, medians of %d\n", kRounds);
  std::printf("  %-52s %8.2f\n", "posix_spawn, nothing else", median(bare));
  std::printf("  %-52s %8.2f\n", "with a supervisor, not isolated", median(kept));
  std::printf("  %-52s %8.2f\n",
              ("isolated, limits by " +
               (launch_policy->cgroups.version != 0 ? launch_policy->cgroups.name() : std::string("rlimits")))
                  .c_str(),
              median(isolated));
  std::printf("  %-52s %8.2f\n", "the same, with a file of 8 MiB in its arguments", median(with_file));
  std::printf("  %-52s %8.2f\n\n", "and before the first of these, to copy and hash it", first);
  return {
      {"starting an isolated bot, ms more than a plain process", median(isolated) - median(bare), 30, false}};
}

}  // namespace quiver::bench

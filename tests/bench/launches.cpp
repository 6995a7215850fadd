// What it costs to shut a bot in: from the wish to start it until it has said its first word.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

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

double launched(const launch::House& house, launch::Confinement confinement) {
  launch::Command command;
  command.program = kProgram;
  command.folder = "/";
  command.name = "bench";
  command.confinement = confinement;
  command.cgroups = house.cgroups;
  command.supervisor = house.supervisor;
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

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

}  // namespace

Figures measure_launches(const std::string& program) {
  const std::string supervisor = program.substr(0, program.rfind('/') + 1) + "quiver-supervisor";
  const auto house = launch::open_house(launch::Isolation::kRequired, supervisor);
  if (!house) throw std::runtime_error(house.error().sentence);
  std::vector<double> bare;
  std::vector<double> kept;
  std::vector<double> shut_in;
  for (int k = 0; k < kRounds; ++k) {
    bare.push_back(plain());
    kept.push_back(launched(*house, launch::Confinement::kNone));
    shut_in.push_back(launched(*house, launch::Confinement::kFull));
  }
  std::printf("from the start of a program to its first word, ms, medians of %d\n", kRounds);
  std::printf("  %-52s %8.2f\n", "posix_spawn, nothing else", median(bare));
  std::printf("  %-52s %8.2f\n", "with a supervisor, not isolated", median(kept));
  std::printf("  %-52s %8.2f\n\n",
              ("isolated, limits by " +
               (house->cgroups.version != 0 ? house->cgroups.name() : std::string("rlimits")))
                  .c_str(),
              median(shut_in));
  return {
      {"starting an isolated bot, ms more than a plain process", median(shut_in) - median(bare), 30, false}};
}

}  // namespace quiver::bench

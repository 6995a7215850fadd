#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

#include "referee/tournament/workers/worker.hpp"

namespace quiver::tournament {

namespace {

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    return colon == std::string::npos ? line : line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

store::WorkerInfo this_machine(const std::string& name) {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  store::WorkerInfo info;
  info.host = host.data();
  info.cpu = cpu_model();
  info.name = name.empty() ? info.host + "-" + std::to_string(getpid()) : name;
  return info;
}

double machine_load() {
  std::array<double, 1> average{};
  if (getloadavg(average.data(), 1) != 1) return 0;
  return average[0] / std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace quiver::tournament

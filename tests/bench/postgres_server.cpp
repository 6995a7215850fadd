#include "tests/bench/postgres_server.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <pqxx/pqxx>
#include <set>
#include <stdexcept>
#include <unistd.h>

namespace quiver::bench {

namespace {

namespace fs = std::filesystem;

// The number after this word in a file below /proc; 0 if the process is gone.
std::size_t kilobytes(const std::string& file, const std::string& word) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(word)) return std::stoul(line.substr(word.size()));
  return 0;
}

// Parent, user time and system time of a process.
struct Stat {
  int parent = 0;
  double ticks = 0;
};
Stat stat_of(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string word;
  while (file >> word && !word.ends_with(")")) {
  }
  Stat stat;
  file >> word >> stat.parent;
  for (int k = 0; k < 9; ++k) file >> word;
  double user = 0;
  double system = 0;
  file >> user >> system;
  stat.ticks = user + system;
  return stat;
}

}  // namespace

PostgresServer::PostgresServer() : folder_((fs::temp_directory_path() / "quiver-bench-XXXXXX").string()) {
  if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  fs::permissions(folder_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec |
                               fs::perms::group_read | fs::perms::others_read);
  folder_ += "/pg";
  run("start");
}

PostgresServer::~PostgresServer() {
  try {
    run("stop");
  } catch (const std::exception&) {  // it is stopped already
  }
  std::error_code ignored;
  fs::remove_all(fs::path(folder_).parent_path(), ignored);
}

void PostgresServer::run(const std::string& what) const {
  // shared_buffers of 512 MB is what a small server has; the rest is PostgreSQL's own.
  const std::string settings = what == "start" ? " fsync=on max_connections=1100 shared_buffers=512MB" : "";
  const std::string command =
      std::string("/usr/bin/python3 -B " QUIVER_TEST_POSTGRES_SERVER " ") + what + " " + folder_ + settings;
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error("PostgreSQL cannot be run: install postgresql-15");
}

std::string PostgresServer::add_database(const std::string& name) {
  execute("postgres", "CREATE DATABASE " + name);
  return "postgresql://quiver@/" + name + "?host=" + folder_;
}

void PostgresServer::execute(const std::string& database, const std::string& sql) const {
  pqxx::connection connection("host=" + folder_ + " user=quiver dbname=" + database);
  pqxx::nontransaction(connection).exec(sql);
}

std::vector<int> PostgresServer::processes() const {
  int main = 0;
  std::ifstream(folder_ + "/data/postmaster.pid") >> main;
  std::vector<int> all{main};
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (stat_of(std::stoi(name)).parent == main) all.push_back(std::stoi(name));
  }
  return all;
}

double PostgresServer::cpu_seconds() const {
  double ticks = 0;
  for (const int process : processes()) ticks += stat_of(process).ticks;
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::size_t PostgresServer::memory() const {
  std::size_t all = 0;
  for (const int process : processes())
    all += kilobytes("/proc/" + std::to_string(process) + "/smaps_rollup", "Pss:");
  return all * 1024;
}

}  // namespace quiver::bench

// Shows whoever supervises processes that a worker works: a file that is written again every 5 seconds.
//
// It is written on the referee's thread, and not while a game hangs. So a file that is older than 30 seconds
// means that the process hangs, that a game of it does, or that it is dead; restart it then. A database that
// is away does not matter, because games go on. The file is removed when this object is.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "referee/cli/terminal/ticker.hpp"
#include "referee/run/referee.hpp"
#include "referee/tournament/workers/worker.hpp"

namespace quiver::cli {

inline constexpr std::chrono::seconds kBetweenHealthWrites(5);

class HealthFile {
 public:
  // An empty path: no file. Both must outlive this object. Throws UsageError if the file cannot be written.
  HealthFile(std::string path, run::Referee& referee, const tournament::Worker& worker);
  ~HealthFile();
  HealthFile(const HealthFile&) = delete;
  HealthFile& operator=(const HealthFile&) = delete;

 private:
  // Its time of change becomes now. False if it cannot be.
  [[nodiscard]] bool write() const;

  std::string path_;
  std::optional<Ticker> ticker_;
};

}  // namespace quiver::cli

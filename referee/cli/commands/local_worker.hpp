// A worker beside the coordinator of a tournament, in a process of its own.
//
// It is this program as `quiver work`. It ends with this object, and with this process however that ends. One
// thread.
#pragma once

#include <cstdint>
#include <string>

namespace quiver::cli {

// What a worker does not hear from the coordinator by the database.
struct WorkerLaunch {
  std::string pin = "auto";
  bool scales_time = false;
};

class LocalWorker {
 public:
  // Throws UsageError if it cannot be started.
  LocalWorker(const std::string& store, std::uint32_t concurrency, const WorkerLaunch& launch);
  // Asks it to end, and waits.
  ~LocalWorker();
  LocalWorker(const LocalWorker&) = delete;
  LocalWorker& operator=(const LocalWorker&) = delete;

 private:
  int pid_ = -1;
};

}  // namespace quiver::cli

// The log of a running referee for its operator: one line per event, on stderr.
//
// Wraps spdlog in one file, because its headers are slow to compile. Every line is made harmless
// (client_sdk/base/harmless_text.hpp). Lines that unauthenticated peers can cause are limited and summed up
// (log_limiter.hpp). One thread.
#pragma once

#include <memory>
#include <string>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

class Log {
 public:
  enum class Level { kInfo, kWarning, kOff };
  explicit Log(Level level);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void info(const std::string& line);
  void warning(const std::string& line);

  // A line that an unauthenticated peer caused: after a few of a kind they are only counted.
  void stranger(const std::string& kind, const std::string& line, base::Time now, Level level = Level::kInfo);
  // Logs the counts that are due, or all of them. To be called regularly, and at the end.
  void sum_up(base::Time now, bool all = false);

 private:
  struct Sink;
  std::unique_ptr<Sink> sink_;
};

}  // namespace quiver::net

// What a running referee has to say to whoever operates it: one line an event, on stderr.
//
// Behind this small face stands spdlog, in one file, because its headers are slow to compile. Every line is
// made harmless (client_sdk/base/harmless_text.hpp). What somebody who has not said who it is can cause is
// limited and summed up (log_limiter.hpp). One thread.
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

  // What a stranger caused: not more than a few lines of a kind, and then how many there were.
  void stranger(const std::string& kind, const std::string& line, base::Time now, Level level = Level::kInfo);
  // Sums up what is due; to be called now and then, and at the end.
  void sum_up(base::Time now, bool all = false);

 private:
  struct Sink;
  std::unique_ptr<Sink> sink_;
};

}  // namespace quiver::net

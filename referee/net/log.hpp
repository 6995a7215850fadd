// What a running referee has to say to whoever operates it: one line an event, on stderr.
//
// Behind this small face stands spdlog, in one file, because its headers are slow to compile. Text that
// comes from peers has its control characters escaped before it gets here. One thread.
#pragma once

#include <memory>
#include <string>

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

 private:
  struct Sink;
  std::unique_ptr<Sink> sink_;
};

}  // namespace quiver::net

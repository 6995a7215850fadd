// The options of the referee that a command runs for its own games: `quiver match`, `tournament` and `ladder`
// share them.
#pragma once

#include <optional>
#include <string>

#include "referee/cli/options/listen_options.hpp"
#include "referee/launch/files/log_folder.hpp"
#include "referee/run/referee.hpp"

namespace quiver::cli {

class Command;

// As they were given; settings() checks them.
struct RefereeOptions {
  ListenOptions listen;
  std::optional<std::string> connect_time;
  std::optional<std::string> lag_quota;
  std::string trace;

  void add_to(Command& command);
  // Throws UsageError.
  [[nodiscard]] run::Settings settings() const;
};

// What the commands' help says about them, --trace aside.
extern const char* const kRefereeHelp;

// The folder for what bots print: the one asked for, or a new one that goes again if it stays empty, and is
// kept for a day else.
class LogFolder {
 public:
  // Throws UsageError if the one asked for cannot be had; is done without if a new one cannot.
  // Without `by_default` there is none unless it is asked for.
  explicit LogFolder(const std::optional<std::string>& asked, bool by_default = true);

  [[nodiscard]] const std::string& path() const { return path_; }  // empty: none
  // When all bots are gone: a sentence about where their words are, if nobody knows.
  [[nodiscard]] std::string close();

 private:
  std::string path_;
  std::optional<launch::TemporaryLogs> own_;
};

}  // namespace quiver::cli

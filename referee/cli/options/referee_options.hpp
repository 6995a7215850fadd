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

// The folder for the output of bots: the given one, or a new one that is removed if it stays empty and
// otherwise kept for a day.
class LogFolder {
 public:
  // Throws UsageError if the given one cannot be used; does without if a new one cannot be created. Without
  // `by_default` there is none unless it is asked for.
  explicit LogFolder(const std::optional<std::string>& asked, bool by_default = true);

  [[nodiscard]] const std::string& path() const { return path_; }  // empty: none
  // To be called when all bots have ended: a sentence about where their output is, if the folder was not
  // given by the user.
  [[nodiscard]] std::string close();

 private:
  std::string path_;
  std::optional<launch::TemporaryLogs> own_;
};

}  // namespace quiver::cli

#include "referee/cli/options/referee_options.hpp"

#include <filesystem>

#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

const char* const kRefereeHelp =
    R"(  --listen ADDR:PORT   where remote bots connect to (127.0.0.1, a free port)
  --tokens FILE        who they are: lines "name token"; without it, bots of
                       this machine only
  --connect-time T     how long bots may take to connect (10s)
  --lag-quota M[/G]    extra time for network latency of remote bots, at most
                       M per move and G per game (50 times M)
)";

void RefereeOptions::add_to(Command& command) {
  listen.add_to(command);
  command.word("--connect-time", connect_time);
  command.word("--lag-quota", lag_quota);
  command.word("--trace", trace);
}

run::Settings RefereeOptions::settings() const {
  run::Settings settings;
  // Only warnings: stderr is for the progress of the games.
  settings.log = net::Log::Level::kWarning;
  listen.apply_to(settings);
  settings.trace = trace;
  if (connect_time) settings.timeouts.connect = duration_option("--connect-time", *connect_time);
  if (lag_quota) settings.timeouts.lag = lag_quota_option(*lag_quota);
  return settings;
}

LogFolder::LogFolder(const std::optional<std::string>& asked, bool by_default) {
  if (!asked && !by_default) return;
  if (!asked) {
    auto made = launch::TemporaryLogs::make();
    // Without logs the games can still be played.
    if (!made) return;
    path_ = made->path();
    own_.emplace(std::move(*made));
    return;
  }
  std::error_code error;
  std::filesystem::create_directories(*asked, error);
  if (error) throw UsageError("--logs: " + error.message());
  path_ = *asked;
}

std::string LogFolder::close() {
  if (!own_) return "";
  own_.reset();  // removes it if it is empty
  std::error_code error;
  return std::filesystem::exists(path_, error) ? "what the bots printed is in " + path_ + " for a day" : "";
}

}  // namespace quiver::cli

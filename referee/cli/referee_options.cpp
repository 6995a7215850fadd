#include "referee/cli/referee_options.hpp"

#include <filesystem>

#include "referee/cli/command_line.hpp"
#include "referee/cli/match_options.hpp"
#include "referee/cli/usage_error.hpp"
#include "referee/launch/scratch.hpp"

namespace quiver::cli {

const char* const kRefereeHelp =
    R"(  --listen ADDR:PORT   where remote bots connect to (127.0.0.1, a free port)
  --tokens FILE        who they are: lines "name token"; without it, bots of
                       this machine only
  --connect-time T     how long bots may take to connect (10s)
  --lag-quota M[/G]    what remote bots are forgiven for the network's round
                       trip, at most: M a move, G a game (50 times M)
)";

void RefereeOptions::add_to(Command& command) {
  listen.add_to(command);
  command.word("--connect-time", connect_time);
  command.word("--lag-quota", lag_quota);
  command.word("--trace", trace);
}

net::Settings RefereeOptions::settings() const {
  net::Settings settings;
  settings.log = net::Log::Level::kWarning;
  listen.apply_to(settings);
  settings.trace = trace;
  if (connect_time) settings.patience.connect = duration_option("--connect-time", *connect_time);
  if (lag_quota) settings.patience.lag = lag_quota_option(*lag_quota);
  return settings;
}

LogFolder::LogFolder(const std::optional<std::string>& asked, bool by_default) : own_(!asked) {
  if (own_ && !by_default) return;
  if (own_) {
    const auto made = launch::make_temporary_folder("quiver-logs");
    path_ = made ? *made : "";
    return;
  }
  std::error_code error;
  std::filesystem::create_directories(*asked, error);
  if (error) throw UsageError("--logs: " + error.message());
  path_ = *asked;
}

std::string LogFolder::close() {
  std::error_code not_empty;
  if (!own_ || path_.empty() || std::filesystem::remove(path_, not_empty) || !not_empty) return "";
  return "what the bots printed is in " + path_;
}

}  // namespace quiver::cli

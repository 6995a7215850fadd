// Submits a bot to a running referee and follows it until it is admitted or refused: for `quiver submit`.
//
// A lost connection is opened again for some minutes, and what was submitted is never submitted twice: the
// referee knows it by its SHA-256. Progress goes to stderr, the report to stdout. Blocking, one thread. What
// cannot be mended is a UsageError.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/commands/admin_session.hpp"

namespace quiver::cli {

class SubmissionClient {
 public:
  struct Options {
    ConnectOptions connect;
    std::string name;  // of the team, where the referee has no tokens
    std::string kind;
    std::string game;  // the only one that the bot is for; may be empty
    bool json = false;
    bool quiet = false;
  };

  SubmissionClient(const Options& options, std::string file_name, std::string bytes);

  // Returns the report when it has been printed.
  wire::SubmitReport run();

 private:
  // One connection. Throws ConnectionLost.
  wire::SubmitReport try_once();
  // Waits before the next one; throws `lost` again if that has been going on for too long.
  void pause(const ConnectionLost& lost);
  // Until the referee has all of it.
  void upload(AdminSession& session);
  void send_parts(AdminSession& session, std::size_t part);
  wire::SubmitReport follow(AdminSession& session);
  void show(const wire::SubmitProgress& progress);
  void show(const wire::SubmitReport& report, const std::string& team);
  // A line on stderr; on a terminal one that is `passing` is overwritten by the next one.
  void tell(const std::string& line, bool passing = false);
  void tell_json(const wire::RefereeMessage& message) const;

  Options options_;
  std::string file_name_;
  std::string bytes_;
  bool begun_ = false;                   // it may be there already
  std::optional<std::uint32_t> number_;  // that the referee gave it
  std::uint32_t lines_ = 0;              // of progress that were shown
  std::string shown_;                    // the state that was shown last
  bool passing_ = false;                 // the line on the terminal is to be overwritten
  std::optional<base::Time> lost_since_;
  base::Duration pause_{0};
};

}  // namespace quiver::cli

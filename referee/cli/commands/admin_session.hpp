// A connection to a running referee, of an administrator or a team: for `quiver order`, `quiver admin`,
// `quiver submit` and so on.
//
// Blocking, one thread. Whatever goes wrong is a UsageError with one sentence.
#pragma once

#include <optional>
#include <string>

#include "client_sdk/wire/client_connection.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

class Command;

// --connect, --token-file, --token and --ca, or the environment's QUIVER_ADDRESS and so on.
struct ConnectOptions {
  std::string connect;
  std::string token;
  std::string token_file;
  std::string authorities;
  std::string option = "--connect";  // what the address is given by
  void add_to(Command& command, const std::string& name = "--connect");
};
// For --connect, and the same for --to.
extern const char* const kConnectHelp;
extern const char* const kToHelp;

// There is no connection (any more), and later there may be one again.
class ConnectionLost : public UsageError {
 public:
  using UsageError::UsageError;
};

class AdminSession {
 public:
  // Connects and says Hello. The name counts where the referee has no tokens.
  explicit AdminSession(const ConnectOptions& options, const std::string& name = "admin");

  // As the referee calls it.
  [[nodiscard]] const std::string& name() const { return welcome_.name; }
  // Throws UsageError if the referee cannot know the messages about teams.
  void need_teams() const;

  void send(const wire::ClientMessage& message);
  // The next message that is not about the connection itself: pings are answered here. An Error or a
  // Goodbye of the referee's is a UsageError.
  wire::RefereeMessage receive();
  // The same, if it is there already.
  std::optional<wire::RefereeMessage> poll();
  // The same; a referee that is silent for longer than its pings allow is lost.
  wire::RefereeMessage follow();
  // The answer to a request about teams.
  wire::TeamAnswer ask(const wire::TeamRequest& request);

 private:
  // The next message; none if nothing at all comes for so long.
  std::optional<wire::RefereeMessage> next(std::optional<base::Duration> most);
  static wire::ClientConnection open(const ConnectOptions& options);
  wire::ClientConnection connection_;
  wire::Welcome welcome_;
};

}  // namespace quiver::cli

// An administrator's connection to a running referee: for `quiver order` and `quiver admin`.
//
// Blocking, one thread. Whatever goes wrong is a UsageError with one sentence.
#pragma once

#include <string>

#include "client_sdk/wire/client_connection.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

class Command;

// --connect, --token-file, --token and --ca, or the environment's QUIVER_ADDRESS and so on.
struct ConnectOptions {
  std::string connect;
  std::string token;
  std::string token_file;
  std::string authorities;
  void add_to(Command& command);
};
extern const char* const kConnectHelp;

class AdminSession {
 public:
  // Connects and says Hello.
  explicit AdminSession(const ConnectOptions& options);

  void send(const wire::ClientMessage& message);
  // The next message that is not about the connection itself: pings are answered here. An Error or a
  // Goodbye of the referee's is a UsageError.
  wire::RefereeMessage receive();

 private:
  static wire::ClientConnection open(const ConnectOptions& options);
  wire::ClientConnection connection_;
};

}  // namespace quiver::cli

// The bot's connection: the first Hello, and reconnecting when a connection is lost.
//
// A Link outlives its connections. It keeps the resume key of the latest Welcome and sends it, with the same
// token, when it reconnects. Blocks; one thread.
#pragma once

#include <optional>
#include <string>

#include "client_sdk/bot/options.hpp"
#include "client_sdk/wire/client_connection.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::bot {

using Connection = wire::ClientConnection;

// Why a bot's run ends: the exit code, and a line for stderr unless it is empty.
struct Ending {
  int code = 0;
  std::string line;
};

class Link {
 public:
  Link(const Options& options, const Profile& profile);

  // Connects and sends Hello. An Ending if the referee cannot be reached or refuses this bot.
  std::optional<Ending> open();
  // After a lost connection: retries for as long as the referee keeps the seat. Outside a match a launched
  // bot does not: its referee is gone.
  std::optional<Ending> reopen(bool in_match);

  // The link has to be open. A loss is reported by next(), never by send().
  void send(const wire::ClientMessage& message) { connection_->send(message); }
  Connection::Next next(std::optional<base::Duration> most) { return connection_->next(most); }
  [[nodiscard]] int descriptor() const { return connection_->descriptor(); }
  // See Connection: call it after a last message that has to arrive.
  void finish() { connection_->finish(); }

  // The latest Welcome resumed the earlier session.
  [[nodiscard]] bool resumed() const { return welcome_.resumed; }
  [[nodiscard]] const std::string& program() const { return options_.program; }
  [[nodiscard]] bool quiet() const { return options_.quiet; }
  [[nodiscard]] std::string url() const { return options_.address.url(); }
  // The name under which the referee knows this bot.
  [[nodiscard]] const std::string& name() const { return welcome_.name; }

 private:
  // The result of one attempt. kNone: no answer in time, or none that can be read.
  enum class Answer { kWelcome, kRefused, kDone, kNone };
  Answer say_hello(const std::string& resume_key, std::optional<base::Duration> most);
  Answer try_again(base::Duration most);

  Options options_;
  wire::Hello hello_;
  std::optional<wire::TlsClient> trust_;
  std::optional<Connection> connection_;
  wire::Welcome welcome_;
  wire::Refused refused_;
};

}  // namespace quiver::bot

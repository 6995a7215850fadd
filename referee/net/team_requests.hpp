// Takes what teams submit and ask for over TCP, and what administrators ask about teams: the layer above the
// server, which teams::TeamListener implements.
//
// All calls come on the server's thread. Whoever asks has a token of its own; bots that the referee launched
// never get here. Answers go to the connection while it is open.
#pragma once

#include <memory>
#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/net/players/tokens.hpp"
#include "referee/net/transport/connection.hpp"

namespace quiver::net {

class TeamRequests {
 public:
  // Who asks, and over which connection.
  struct Asker {
    std::shared_ptr<Connection> connection;
    Identity who;
  };
  // A submission that has arrived completely; its size and its SHA-256 are those announced.
  struct Upload {
    wire::SubmitBegin announced;
    std::string bytes;
  };

  virtual ~TeamRequests() = default;

  // Whether the bytes are wanted; an error says why they are not taken. If they are there already, it answers
  // with SubmitAccepted and what follows it.
  virtual base::Result<bool> on_begin(const Asker& from, const wire::SubmitBegin& announced) = 0;
  // Answered by SubmitAccepted or Error.
  virtual void on_submission(const Asker& from, Upload upload) = 0;
  // Answered by SubmitProgress or Error.
  virtual void on_follow(const Asker& from, const wire::SubmitFollow& follow) = 0;
  // Answered by TeamAnswer or Error. What only administrators may ask comes from administrators only.
  virtual void on_request(const Asker& from, const wire::TeamRequest& request) = 0;
};

}  // namespace quiver::net

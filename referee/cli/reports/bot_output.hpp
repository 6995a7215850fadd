// What bots that died printed last, for the terminal, below the line of their game.
//
// The same lines of the same bot are shown once, however many games it loses that way. Reads the logs that
// records name.
#pragma once

#include <map>
#include <string>

#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

// Remembers what it has shown, so one object serves a whole run.
class BotOutput {
 public:
  // For each seat that crashed, broke a limit or was never ready, and printed something new: a heading and
  // the lines. Each ends its line; empty if there is nothing to show.
  std::string below(const wire::Record& record);

  // The lines of one log as they stand below a heading.
  static std::string indented(const std::string& log, const std::string& by);

 private:
  std::map<std::string, std::string> shown_;  // by name
};

// The detail of a seat that is out, without a traceback where its log has that anyway.
std::string brief_detail(const wire::Record::SeatRecord& seat);

}  // namespace quiver::cli

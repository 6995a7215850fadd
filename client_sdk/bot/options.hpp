// The command line and the environment of a bot. CLI11 does the work, in options.cpp alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/bot/bot.hpp"
#include "client_sdk/wire/address.hpp"

namespace quiver::bot {

struct Options {
  wire::Address address;
  bool launched = false;  // the address came from the environment: a referee started this process
  std::string program;    // begins the lines on stderr
  std::string token;
  std::string authorities;  // a file of those that may vouch for the referee; empty: the system's
  std::string name;
  std::optional<std::uint32_t> matches;  // leave after that many
  bool quiet = false;                    // nothing on stderr but what goes wrong
  std::string help;                      // to be printed instead of anything else, if not empty
};

// Reads the command line, then the environment. Unknown arguments are ignored here: they are the bot's own.
// An error is a usage message for stderr.
base::Result<Options> read_options(int argc, const char* const* argv, const Profile& profile);

// The words that read_options leaves for the bot itself, in their order; none if it refuses the command line.
std::vector<std::string> own_words(int argc, const char* const* argv);

// The program's file name, made to fit the rules for names.
std::string program_name(int argc, const char* const* argv);

}  // namespace quiver::bot

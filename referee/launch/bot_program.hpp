// Which program a bot's first word names: what is started for it, with which words before the bot's own.
//
// - NAME: a bundled bot, "amazons-random", or "random" where the game is known.
// - PATH: an executable, or a name that PATH finds.
// - FILE.py: a Python file, with the SDK's package on its path.
// - python3: the same with options of the interpreter before the file, "python3 -X dev my_bot.py".
// - FILE.so: one of the course's players, a shared library.
// - text:PROGRAM, botzone:PROGRAM: a program that speaks one of the plain protocols on stdin and stdout.
//
// For the last three kinds a host is started, which runs the player and speaks the protocol for it. Nothing
// is started here.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::launch {

// The answer of find_bot_program.
struct BotProgram {
  std::string name;                    // fit to be a competitor's
  std::string program;                 // an absolute path
  std::vector<std::string> arguments;  // that come before the bot's own
  std::vector<std::string> visible;    // what an isolated one has to see of this machine
  std::map<std::string, std::string> environment;
  bool takes_arguments = true;
  bool name_from_script = false;  // an interpreter: the first file among its arguments has the better name
};

// An error says what else the word could have been. Reads the file system; starts nothing.
base::Result<BotProgram> find_bot_program(const std::string& word, std::string_view game);

// The name of a bot that is this file, without its suffix.
std::string name_of_file(const std::string& path);

// Beside the program in a build folder, or where cmake --install puts them; none where they are not there.
std::optional<std::string> bots_folder();

// It lies among the bundled bots, or in the SDK's package for Python, of this installation.
bool is_part_of_quiver(const std::string& path);

// The path of the bundled bot of this name, if there is one.
std::optional<std::string> bundled_bot(std::string_view name, std::string_view game);

// All of them, by name, with the sentence that their catalogue has for each.
struct BundledBot {
  std::string name;
  std::string sentence;
  std::string takes;  // its arguments, "--depth N --nodes N"
};
std::vector<BundledBot> bundled_bots();

}  // namespace quiver::launch

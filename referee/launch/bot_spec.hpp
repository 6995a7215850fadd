// What a --bot argument means: "NAME move-time=2s memory=2G see=DIR env:K=V args…".
//
// The first word is remote:NAME or says which program is meant (bot_program.hpp). Words of the form key=value
// with a key of ours that come right after it are settings; all others are the bot's own arguments. An
// argument that names a file here is passed on as an absolute path, because a bot runs in a folder of its
// own; an isolated bot sees those files, its program and what see= names, and nothing else of this machine
// but the system. Links are followed here, and never again (file_origin.hpp). Nothing is started here.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/launch/files/file_origin.hpp"
#include "referee/launch/limits.hpp"

namespace quiver::launch {

// A bot as it was asked for: a remote one, a program to be launched, or a person.
struct BotSpec {
  bool remote = false;
  std::string person;   // the key of the person it is, who counts as remote; empty: a bot
  std::string name;     // fit to be a competitor's
  std::string program;  // an absolute path; empty if remote
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  // in addition
  std::vector<std::string> visible;  // files and folders of this machine that an isolated one may read
  std::vector<std::string> linked;  // what see= names: its working folder has a link of the same name to each
  std::vector<FileOrigin> origins;  // where these, the program and the arguments' files are
  wire::TimeControl time;
  ResourceLimits limits;
  unsigned threads = 1;   // it computes with so many at once; it gets as many cores with --pin
  bool debugged = false;  // it may run in a debugger: no clock, limits or isolation
  std::shared_ptr<const void> files_kept = {};  // of an unpacked bundle: its files stay while this lives
};

// Makes it so.
void prepare_for_debugger(BotSpec& bot);

// The default limits of a bot: 1 GiB of memory, 256 processes, 1024 open files, 64 MiB of scratch files, 1
// MiB of log. CPU time has none, because a process may play for days.
ResourceLimits default_limits();

// `time` holds where the argument does not say otherwise. `game` lets "random" stand for "amazons-random".
base::Result<BotSpec> parse_bot_spec(std::string_view text, std::string_view game,
                                     const wire::TimeControl& time);

// The same for what comes over the network: remote:NAME, or the name of a bot that is offered. Of the
// settings only move-time= and clock= may be given, and no arguments: never a path, never a command.
base::Result<BotSpec> parse_network_spec(std::string_view text,
                                         const std::map<std::string, std::string>& offers,
                                         std::string_view game, const wire::TimeControl& time);

// "512M", "2G"; K, M and G are powers of 1024.
base::Result<std::uint64_t> parse_bytes(std::string_view text);

// Whether the word is of the form of a setting, "move-time=2s", right or wrong.
bool is_setting(std::string_view word);

// "2s+100ms", or "2s".
base::Result<void> parse_clock(std::string_view text, wire::TimeControl& time);

// Gives each a name of its own: a second "random" becomes "random-2". Remote bots keep theirs, because they
// are found by it; people give way to all others.
void make_names_differ(std::vector<BotSpec>& bots);

}  // namespace quiver::launch

// All that a bot's main has to call: connects, plays what the referee seats it in, and returns the exit
// code.
//
//   --connect quiver://HOST:PORT or quivers://HOST:PORT, --token-file F, --token T, --ca F, --name N,
//   --matches N, --quiet, --help
//
// QUIVER_ADDRESS, QUIVER_TOKEN_FILE, QUIVER_TOKEN and QUIVER_CA replace the first four: a referee sets what
// a bot that it starts needs. A token in the arguments of main is overwritten. Other words on the command
// line are the bot's own and are ignored here. A lost connection is resumed by itself, for as long as the
// referee keeps the seat. Blocks; one thread; stdout gets nothing but the help, stderr a line for what went
// wrong and, from a remote bot, for its matches, unless --quiet.
#pragma once

#include "client_sdk/bot/bot.hpp"

namespace quiver::bot {

enum ExitCode : int {
  kExitDone = 0,     // nothing more to play
  kExitLost = 1,     // the connection, the seat or the match was lost
  kExitRefused = 2,  // bad usage, nobody there, or the referee does not take this bot
  kExitFailed = 70,  // the bot itself failed: it threw
};

// Does not throw. `bot` is not owned and lives until this returns.
int run_bot(int argc, char** argv, Bot& bot);
int run_bot(int argc, const char* const* argv, Bot& bot);
inline int run_bot(int argc, char** argv, Bot&& bot) { return run_bot(argc, argv, bot); }
inline int run_bot(int argc, const char* const* argv, Bot&& bot) { return run_bot(argc, argv, bot); }

}  // namespace quiver::bot

#include "client_sdk/bot/run_bot.hpp"

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "client_sdk/base/secrets.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/link.hpp"
#include "client_sdk/bot/options.hpp"
#include "client_sdk/bot/session.hpp"
#include "client_sdk/graph/gsl_errors.hpp"
#include "client_sdk/wire/codec.hpp"

namespace quiver::bot {

namespace {

Ending run(int argc, const char* const* argv, Bot& bot) {
  const Profile profile = bot.profile();
  const auto options = read_options(argc, argv, profile);
  if (!options) return {kExitRefused, options.error().sentence};
  if (!options->help.empty()) {
    std::fputs(options->help.c_str(), stdout);
    return {};
  }
  // A referee keeps what a bot prints with the move at which it was printed: not in blocks of 4 KiB.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  Link link(*options, profile);
  if (auto refused = link.open()) return *std::move(refused);
  return Session(bot, link, profile.title, options->matches).run();
}

}  // namespace

// The copies are made first: once argv is overwritten the token could not be read any more.
int run_bot(int argc, char** argv, Bot& bot) {
  const std::vector<std::string> words(argv, argv + argc);
  std::vector<const char*> copies;
  for (const std::string& word : words) copies.push_back(word.c_str());
  base::hide_argument(argc, argv, "--token");
  return run_bot(argc, copies.data(), bot);
}

// Session catches what the bot throws in a match; this catches the rest, such as a throwing profile().
int run_bot(int argc, const char* const* argv, Bot& bot) {
  graph::turn_off_gsl_abort();
  wire::silence_protobuf();
  Ending ending;
  try {
    ending = run(argc, argv, bot);
  } catch (const std::exception& error) {
    ending = {kExitFailed, error.what()};
  }
  if (!ending.line.empty())
    std::fprintf(stderr, "%s: %s\n", program_name(argc, argv).c_str(), base::escaped(ending.line).c_str());
  return ending.code;
}

}  // namespace quiver::bot

#include "bots/host/host_main.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/options.hpp"
#include "client_sdk/bot/run_bot.hpp"

namespace quiver::bots::host {

std::string player_name(const std::string& path) {
  const std::string stem = std::filesystem::path(path).stem().string();
  const char* const word = stem.c_str();
  return bot::program_name(1, &word);
}

namespace {

// Stands in where only the help is asked for.
class NoBot : public bot::Bot {
  bot::Choice choose(const games::Position& /*position*/, bot::Deadline /*deadline*/) override {
    return bot::Choice::resign();
  }
};

bool is_help(std::string_view word) { return word == "--help" || word == "-h"; }

}  // namespace

int host_main(int argc, char** argv, const char* usage,
              const std::function<std::unique_ptr<bot::Bot>(const Words& player)>& make) {
  std::signal(SIGPIPE, SIG_IGN);  // a player that has ended is noticed otherwise
  char** const end = argv + argc;
  char** const dashes =
      std::find_if(argv, end, [](const char* word) { return std::string_view(word) == "--"; });
  const int own = static_cast<int>(dashes - argv);
  if (std::any_of(argv, dashes, is_help)) {
    std::printf("usage: %s [OPTION…] -- %s\n\n", bot::program_name(argc, argv).c_str(), usage);
    return bot::run_bot(own, argv, NoBot{});
  }
  const Words player(std::min(dashes + 1, end), end);
  try {
    if (player.empty()) throw std::runtime_error(std::string("write -- ") + usage + " after the options");
    const std::unique_ptr<bot::Bot> bot = make(player);
    return bot::run_bot(own, argv, *bot);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", bot::program_name(argc, argv).c_str(),
                 base::escaped(error.what()).c_str());
    return bot::kExitRefused;
  }
}

}  // namespace quiver::bots::host

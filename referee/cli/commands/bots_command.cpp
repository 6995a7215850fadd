#include <algorithm>
#include <memory>
#include <string>

#include "client_sdk/games/registry.hpp"
#include "client_sdk/games/unknown_game.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/launch/bot_program.hpp"

namespace quiver::cli {

namespace {

constexpr const char* kBotsHelp = R"(usage: quiver bots [GAME]

Lists the bundled bots, one per line: the name that match --bot takes, a tab,
and what it does. Where the game is known, its name may be left
out: match amazons --bot mcts.
)";

void list_bots(const std::string& game) {
  const auto names = games::all_game_names();
  if (!game.empty() && std::find(names.begin(), names.end(), game) == names.end())
    throw UsageError(games::unknown_game(game).sentence);
  const auto bots = launch::bundled_bots();
  if (bots.empty()) throw UsageError("there are no bundled bots beside this program");
  std::size_t widest = 0;
  for (const launch::BundledBot& bot : bots) widest = std::max(widest, bot.name.size());
  Output out;
  for (const launch::BundledBot& bot : bots) {
    if (!game.empty() && !bot.name.starts_with(game + "-") && bot.name != "first-bot") continue;
    const std::string gap = Output::is_terminal() ? std::string(widest - bot.name.size() + 2, ' ') : "\t";
    out << bot.name + gap + bot.sentence + "\n";
  }
  out.finish();
}

}  // namespace

void add_bots_command(CommandLine& program) {
  Command& command = program.add("bots");
  auto game = std::make_shared<std::string>();
  command.word("GAME", *game);
  command.help(kBotsHelp);
  command.run([game] {
    list_bots(*game);
    return 0;
  });
}

}  // namespace quiver::cli

#include <memory>
#include <string>

#include "client_sdk/graph/layout.hpp"
#include "referee/cli/commands/admin_session.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/match_report.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

struct OrderCommand {
  PositionOptions position;
  MatchOptions match;
  ConnectOptions connect;
  std::string record;
  bool json = false;
  bool strict = false;
  bool no_wait = false;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] wire::Order order() const;
};

std::string order_help() {
  return "usage: quiver order --connect quiver://HOST:PORT --token T GAME [options]\n\n"
         "Has a running referee play matches, and prints how they end.\n\n" +
         std::string(kConnectHelp) + position_help() +
         R"(  --bot SPEC           once for each seat: remote:NAME, or a bot that the
                       referee offers; move-time=T and clock=T+T may follow
)" + kMatchHelp +
         R"(  --json               one JSON object per game on stdout, and nothing else
  --record FILE        append the same to a file
  --strict             exit with 3 if a bot was eliminated for anything but
                       BLOCKED or RESIGNED
  --no-wait            do not wait for the games to end; prints the order's
                       number, for quiver admin cancel

exit codes: those of match

example: quiver order --connect quiver://localhost:7000 --token T amazons \
           --bot remote:A --bot remote:B
)";
}

wire::Order OrderCommand::order() const {
  wire::Order order;
  order.game = position.game();
  order.options = position.game_options();
  // The lines of a map, as they were read.
  if (order.options.map) {
    const graph::Layout& map = *order.options.map;
    order.map.emplace();
    for (std::uint32_t r = 0; r < map.rows; ++r)
      *order.map += map.cells.substr(std::size_t{r} * map.columns, map.columns) + "\n";
    if (order.map->size() > wire::kMaxClientFrame - 4096)
      throw UsageError("the map is too large to be sent with an order");
  }
  order.bots = match.bots;
  order.time = match.time();
  order.games = match.num_games();
  order.swap = match.swap;
  order.first_random = match.first_random();
  order.concurrency = match.num_at_once();
  order.seed = match.seed();
  order.moves = position.moves_text();
  return order;
}

// So that it can be cancelled.
int tell_number(std::uint64_t order) {
  Output out;
  out << "order " + std::to_string(order) + "\n";
  out.finish();
  return 0;
}

int OrderCommand::run() const {
  if (match.bots.empty()) throw UsageError("who plays? Give --bot SPEC once for each seat; see --help");
  const wire::Order asked = order();
  MatchReport report({json, false, record, asked.games, asked.seed, false, asked.concurrency});
  AdminSession session(connect);
  session.send(asked);
  std::uint32_t played = 0;
  bool cancelled = false;
  for (;;) {
    const wire::RefereeMessage message = session.receive();
    if (const auto* ordered = std::get_if<wire::Ordered>(&message); ordered != nullptr && no_wait)
      return tell_number(ordered->order);
    if (const auto* one = std::get_if<wire::Record>(&message)) report.on_record(*one);
    if (const auto* done = std::get_if<wire::OrderDone>(&message)) {
      report.on_done(done->games, done->voids);
      played = done->games;
      cancelled = done->cancelled;
      break;
    }
  }
  report.finish();
  if (played < asked.games)
    throw UsageError(
        (cancelled ? "an administrator cancelled the order after " : "the referee stopped after ") +
        std::to_string(played) + " of " + std::to_string(asked.games) + " games");
  return report.exit_code(strict);
}

}  // namespace

void add_order_command(CommandLine& program) {
  Command& command = program.add("order");
  auto order = std::make_shared<OrderCommand>();
  order->position.add_to(command);
  order->match.add_to(command);
  order->connect.add_to(command);
  command.word("--record", order->record);
  command.flag("--json", order->json);
  command.flag("--strict", order->strict);
  command.flag("--no-wait", order->no_wait);
  command.help(order_help());
  command.run([order] { return order->run(); });
}

}  // namespace quiver::cli

#include <memory>
#include <string>

#include "client_sdk/games/perft.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

struct PerftCommand {
  PositionOptions position;
  unsigned depth = 0;
  bool divide = false;
  bool bulk = false;

  void run() const;
};

std::string perft_help() {
  return "usage: quiver perft GAME --depth D [options]\n\nCounts the sequences of exactly D moves.\n\n" +
         position_help() +
         R"(  --depth D            how many moves
  --divide             a line "move count" for each first move, then the total
  --bulk               count the last ply without making its moves

examples: quiver perft amazons --start classic --depth 2
          quiver perft quoridor --depth 3 --divide
)";
}

void PerftCommand::run() const {
  games::Position start = position.position();
  const games::LastPly last = bulk ? games::LastPly::kCounted : games::LastPly::kMade;
  Output out;
  start.visit([&](auto& game) {
    std::uint64_t total = 0;
    if (divide && depth > 0) {
      game.for_each_legal_move([&](const auto& move) {
        const auto made = game.apply(move);
        const std::uint64_t count = games::perft(game, depth - 1, last);
        game.undo(made);
        total += count;
        out << game.format(move) + " " + std::to_string(count) + "\n";
      });
    } else {
      total = games::perft(game, depth, last);
    }
    out << std::to_string(total) << "\n";
  });
  out.finish();
}

}  // namespace

void add_perft_command(CommandLine& program) {
  Command& command = program.add("perft");
  auto perft = std::make_shared<PerftCommand>();
  perft->position.add_to(command);
  command.required_number("--depth", perft->depth);
  command.flag("--divide", perft->divide);
  command.flag("--bulk", perft->bulk);
  command.help(perft_help());
  command.run([perft] {
    perft->run();
    return 0;
  });
}

}  // namespace quiver::cli

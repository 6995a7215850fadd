#include <memory>
#include <optional>
#include <string>
#include <unistd.h>

#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/launch/bot_program.hpp"
#include "referee/launch/terminal_program.hpp"

namespace quiver::cli {

namespace {

struct SolveCommand {
  PositionOptions position;
  std::optional<std::uint32_t> hash;
  std::optional<std::uint32_t> threads;
  bool lines = false;
  bool verify = false;

  [[nodiscard]] int run() const;
};

std::string solve_help() {
  return "usage: quiver solve connect4 [options]\n\n"
         "Prints the exact score of a Connect Four position and its best columns.\n"
         "+n: the mover wins with n of its own discs left, the winning one included;\n"
         "0: a draw; -n: the mover loses, counted for the opponent.\n\n" +
         position_help() +
         R"(  --stdin              reads one position per line and answers "moves score"
  --verify             with --stdin: compares with the score after each position
  --hash MB            memory for positions (64);  --threads N: how many (1)

exit codes:
  0        answered
  1        the game is over, or --verify found another score
  2        bad usage, or a line that is not a position

examples: quiver solve connect4 --moves 4455
          quiver solve connect4 --stdin --verify < positions.txt
)";
}

std::string solver_program() {
  const auto folder = launch::bots_folder();
  const std::string program = folder ? *folder + "/solve/connect4-solver" : "";
  if (!folder || access(program.c_str(), X_OK) != 0)
    throw UsageError("the solver, bots/solve/connect4-solver, is missing; install Quiver whole");
  return program;
}

// The solver's program does all of it; what is asked has been checked before.
int SolveCommand::run() const {
  const games::Position start = position.position();
  if (position.game() != "connect4") throw UsageError("there is a solver for connect4 only");
  if (lines && !position.moves_text().empty()) throw UsageError("give --moves or --stdin, not both");
  if (verify && !lines) throw UsageError("--verify goes with --stdin");
  for (const games::Event& event : position.events())
    if (std::holds_alternative<games::Elimination>(event))
      throw UsageError("where a seat is out there is nothing to solve");
  const games::ConnectFour& game = *start.as<games::ConnectFour>();
  launch::TerminalCommand command{solver_program(), {}, {}};
  const auto pass_on = [&](const char* option, const std::string& value) {
    command.arguments.insert(command.arguments.end(), {option, value});
  };
  pass_on("--rows", std::to_string(game.grid().rows));
  pass_on("--cols", std::to_string(game.grid().columns));
  pass_on("--line", std::to_string(game.line()));
  if (hash) pass_on("--hash", std::to_string(*hash));
  if (threads) pass_on("--threads", std::to_string(*threads));
  if (lines) command.arguments.emplace_back("--stdin");
  if (verify) command.arguments.emplace_back("--verify");
  if (!lines) pass_on("--moves", position.moves_text());
  throw UsageError(launch::become(command).sentence);
}

}  // namespace

void add_solve_command(CommandLine& program) {
  Command& command = program.add("solve");
  auto solve = std::make_shared<SolveCommand>();
  solve->position.add_to(command);
  command.flag("--stdin", solve->lines);
  command.flag("--verify", solve->verify);
  command.number("--hash", solve->hash);
  command.number("--threads", solve->threads);
  command.help(solve_help());
  command.run([solve] { return solve->run(); });
}

}  // namespace quiver::cli

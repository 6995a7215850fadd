#include <memory>
#include <optional>
#include <string>

#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

constexpr int kIllegal = 1;

struct MovesCommand {
  PositionOptions position;
  std::optional<std::string> check;

  [[nodiscard]] int run() const;
};

std::string moves_help() {
  return "usage: quiver moves GAME [options]\n\nPrints all legal moves, one per line, or checks one.\n\n" +
         position_help() +
         R"(  --check MOVE         prints "legal", or says why not and exits with 1

examples: quiver moves connect4 --moves 4444
          quiver moves amazons --start classic --check d1-d7/g7
)";
}

// The sentence that says why not, or "legal".
std::string judge(const games::Position& position, const std::string& text) {
  auto event = position.parse(text);
  if (!event && event.error().code == base::Error::Code::kNoSuchCell) return event.error().sentence;
  if (!event) throw UsageError(event.error().sentence);
  const games::Verdict verdict = position.check(*event);
  return verdict ? "legal" : verdict.error().sentence;
}

int MovesCommand::run() const {
  const games::Position start = position.position();
  Output out;
  if (check) {
    const std::string sentence = judge(start, *check);
    out << sentence << "\n";
    out.finish();
    return sentence == "legal" ? 0 : kIllegal;
  }
  start.visit([&](const auto& game) {
    game.for_each_legal_move([&](const auto& move) { out << game.format(move) << "\n"; });
  });
  out.finish();
  return 0;
}

}  // namespace

void add_moves_command(CommandLine& program) {
  Command& command = program.add("moves");
  auto moves = std::make_shared<MovesCommand>();
  moves->position.add_to(command);
  command.word("--check", moves->check);
  command.help(moves_help());
  command.run([moves] { return moves->run(); });
}

}  // namespace quiver::cli

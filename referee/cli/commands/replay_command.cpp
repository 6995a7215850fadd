#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/record_input.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/terminal/raw_terminal.hpp"
#include "referee/cli/terminal/replay_game.hpp"
#include "referee/cli/terminal/replay_keys.hpp"

namespace quiver::cli {

namespace {

struct ReplayCommand {
  std::string file;
  std::optional<std::uint32_t> game;
  std::optional<std::uint32_t> ply;
  std::optional<std::string> speed;
  RecordInput input;

  [[nodiscard]] int run() const;
  [[nodiscard]] ReplayGame open() const;
};

std::string replay_help() {
  return R"(usage: quiver replay FILE [options]

Steps through a recorded game. At a terminal: arrow keys, space, n and p step,
Home and End go to the ends, 12g goes to move 12, s starts autoplay, + and -
change the speed, q quits. Without a terminal it prints every position in turn.

  --game N             which game of the file, from 1 (the default)
  --ply K              begin after K moves; without a terminal, print only
                       this position
  --speed T            autoplay, a move every T, e.g. 500ms
)" + std::string(kRecordInputHelp) +
         R"(
example:  quiver replay games.jsonl --game 3
)";
}

ReplayGame ReplayCommand::open() const {
  const std::uint32_t wanted = game.value_or(1);
  std::uint32_t count = 0;
  std::optional<base::Result<ReplayGame>> found;
  const Visited visited = visit_records(file, input.reading(), [&](const records::FoundRecord& one) {
    if (++count == wanted) found.emplace(ReplayGame::open(one.record));
    return !found;
  });
  if (!found && !visited.unplayable.empty()) throw UsageError(visited.unplayable);
  if (!found)
    throw UsageError(base::quoted(file) + " has " + std::to_string(count) +
                     (count == 1 ? " game" : " games") + ", and no game " + std::to_string(wanted));
  if (!*found) throw UsageError("game " + std::to_string(wanted) + ": " + found->error().sentence);
  return **std::move(found);
}

void print(const ReplayGame::Frame& frame, Output& out) { out << frame.head << frame.board << frame.foot; }

void print_all(ReplayGame& game, const std::optional<std::uint32_t>& only) {
  const bool colors = Output::has_colors();
  Output out;
  for (std::size_t k = only.value_or(0); k <= (only ? *only : game.length()); ++k) {
    game.go_to(k);
    print(game.frame(colors), out);
    if (!only && k < game.length()) out << "\n";
  }
  out.finish();
}

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// A board that is higher than the terminal loses its lower rows, so that the rest can be seen.
std::string fitting(ReplayGame::Frame frame, const std::string& help, std::size_t height) {
  const std::size_t others = lines_in(frame.head) + lines_in(frame.foot) + 2;
  std::size_t room = height > others ? height - others : 0;
  if (lines_in(frame.board) > room) {
    std::size_t end = 0;
    for (; room > 0; --room) end = frame.board.find('\n', end) + 1;
    frame.board.resize(end);
  }
  return frame.head + frame.board + frame.foot + "\n" + help;
}

// The signal that ended it, or 0.
int step_through(ReplayGame& game, ReplayControl control) {
  using What = RawTerminal::Event::What;
  const bool colors = Output::has_colors();
  RawTerminal terminal;
  while (!control.quit()) {
    game.go_to(control.at());
    terminal.show(fitting(game.frame(colors), control.help(), terminal.height()));
    const auto happened = terminal.wait(control.pace());
    if (happened.what == What::kKeys) control.press(happened.keys);
    if (happened.what == What::kTime) control.tick();
    if (happened.what == What::kSignal) return happened.signal;
    if (happened.what == What::kClosed) break;
  }
  return 0;
}

int ReplayCommand::run() const {
  std::optional<base::Duration> pace;
  if (speed) {
    const auto parsed = base::parse_duration(*speed);
    if (!parsed) throw UsageError("--speed: " + parsed.error().sentence);
    if (parsed->count() <= 0) throw UsageError("--speed takes a time for each move, e.g. 500ms");
    pace = *parsed;
  }
  if (game == 0U) throw UsageError("games are counted from 1");
  ReplayGame replayed = open();
  if (ply && *ply > replayed.length())
    throw UsageError("this game has " + std::to_string(replayed.length()) +
                     " moves that can be played, so none " + std::to_string(*ply));
  if (!RawTerminal::possible()) {
    print_all(replayed, ply);
    return 0;
  }
  const int signal = step_through(replayed, {replayed.length(), ply.value_or(0), pace});
  if (signal != 0) end_by(signal);
  return 0;
}

}  // namespace

void add_replay_command(CommandLine& program) {
  Command& command = program.add("replay");
  auto replay = std::make_shared<ReplayCommand>();
  command.required_word("FILE", replay->file);
  command.number("--game", replay->game);
  command.number("--ply", replay->ply);
  command.word("--speed", replay->speed);
  replay->input.add_to(command);
  command.help(replay_help());
  command.run([replay] { return replay->run(); });
}

}  // namespace quiver::cli

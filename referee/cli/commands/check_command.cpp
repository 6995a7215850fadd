#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client_sdk/base/text.hpp"
#include "client_sdk/games/unknown_game.hpp"
#include "referee/cli/check/check_run.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/launch/files/log_folder.hpp"
#include "referee/launch/process.hpp"
#include "referee/net/transport/record_file.hpp"

namespace quiver::cli {

namespace {

constexpr int kFailed = 1;

constexpr const char* kCheckHelp = R"(usage: quiver check SPEC [options]

Tests a bot in every game it says it plays: all shapes, small and large
boards, every seat, tight clocks, a connection that breaks and is resumed,
games that end early. Reports what passed, failed or came close to the clock.
SPEC is what match --bot takes, but not remote:NAME.

  --game GAME          only this game; repeatable
  --board BOARD        only this board: a shape or a map file; repeatable
  --size N             only boards of this side; repeatable
  --clock BANK[+INC]   this clock in every game, and no tight ones
  --move-time T        time per move where nothing is tight (500ms)
  --tight T            time per move in tight games; their clock has 20 times
                       that (100ms)
  --seed S             the seed of all games (1)
  --record FILE        append the record of every game as a line of JSON
  --logs DIR           where to keep what the bot prints (below /tmp)
)";

class CheckCommand {
 public:
  void add_to(Command& command);
  int run();

 private:
  // Those that were asked for, or all for which SPEC names a bot. Throws UsageError if there is none.
  [[nodiscard]] std::vector<std::string> games_to_check() const;
  // Throws UsageError if a board that was asked for is none of this game.
  [[nodiscard]] CheckScope scope(const std::string& game) const;
  // Without policy, logs and records.
  [[nodiscard]] CheckRequest request() const;
  // The exit code.
  static int check(CheckRun& run, const std::vector<std::pair<std::string, CheckScope>>& games);

  std::string spec_;
  std::vector<std::string> games_;
  std::vector<std::string> boards_;
  std::vector<std::string> sizes_;
  std::optional<std::string> clock_;
  std::optional<std::string> easy_;
  std::optional<std::string> tight_;
  std::optional<std::uint32_t> seed_;
  std::string record_;
  std::optional<std::string> logs_given_;
  LaunchOptions launch_options_;
  CheckClocks clocks_;
};

void say(const std::string& text) {
  Output out;
  out << text;
  out.finish();
}

void CheckCommand::add_to(Command& command) {
  command.required_word("SPEC", spec_);
  command.words("--game", games_);
  command.words("--board", boards_);
  command.words("--size", sizes_);
  command.word("--clock", clock_);
  command.word("--move-time", easy_);
  command.word("--tight", tight_);
  command.number("--seed", seed_);
  command.word("--record", record_);
  command.word("--logs", logs_given_);
  launch_options_.add_to(command);
}

CheckScope CheckCommand::scope(const std::string& game) const {
  CheckScope scope;
  const auto bot = launch::parse_bot_spec(spec_, game, {});
  scope.placed = bot && launch::is_course_player(*bot);
  if (clock_) scope.clock = clock_options(std::nullopt, clock_);
  if (scope.clock && easy_) scope.clock->per_move = clocks_.easy;
  if (boards_.empty() && sizes_.empty()) return scope;
  for (const std::string& board : boards_.empty() ? std::vector<std::string>{"square"} : boards_)
    for (const std::string& size : sizes_.empty() ? std::vector<std::string>{""} : sizes_) {
      CheckScope::Board one{board, board_options(board)};
      if (!size.empty()) {
        one.options.size = need(base::parse_number(size), "--size: ");
        one.what += " " + size;
      }
      adapt_board(game, one.options, scope);
      if (auto start = games::Position::start(game, one.options); !start)
        throw UsageError(game + ": " + start.error().sentence);
      scope.boards.push_back(std::move(one));
    }
  return scope;
}

std::vector<std::string> CheckCommand::games_to_check() const {
  for (const std::string& game : games_)
    if (exercises(game, clocks_).empty()) throw UsageError(games::unknown_game(game).sentence);
  std::vector<std::string> games;
  std::string sentence;
  for (const std::string& game : games_.empty() ? games::all_game_names() : games_) {
    const auto bot = launch::parse_bot_spec(spec_, game, {});
    if (bot && bot->remote) throw UsageError("a remote bot is checked where it runs: give its program");
    if (bot)
      games.push_back(game);
    else
      sentence = bot.error().sentence;
  }
  if (games.empty()) throw UsageError(sentence);
  return games;
}

CheckRequest CheckCommand::request() const {
  CheckRequest request;
  request.bot = [spec = spec_](const std::string& game, const wire::TimeControl& time) {
    return launch::parse_bot_spec(spec, game, time);
  };
  request.spec = spec_;
  request.clocks = clocks_;
  request.seed = seed_.value_or(1);
  return request;
}

int CheckCommand::check(CheckRun& run, const std::vector<std::pair<std::string, CheckScope>>& games) {
  try {
    for (const auto& [game, scope] : games) run.check_game(game, scope);
  } catch (const CheckRun::Ended& ended) {
    return 128 + ended.signal;
  }
  say(run.counts().line() + "\n");
  return run.counts().failed > 0 || run.counts().passed == 0 ? kFailed : 0;
}

int CheckCommand::run() {
  if (easy_) clocks_.easy = duration_option("--move-time", *easy_);
  if (tight_) clocks_.tight = duration_option("--tight", *tight_);
  CheckRequest request = this->request();
  std::optional<net::RecordFile> records;
  if (!record_.empty()) {
    records = need(net::RecordFile::open(record_), "--record: ");
    request.records = &*records;
  }
  std::vector<std::pair<std::string, CheckScope>> games;
  for (const std::string& game : games_to_check())
    games.emplace_back(game, scope(game));  // what is wrong is told before the first game
  launch::prepare_this_process();
  request.policy = launch_options_.open();
  std::optional<launch::TemporaryLogs> own_logs;
  if (logs_given_) {
    std::error_code error;
    std::filesystem::create_directories(*logs_given_, error);
    if (error) throw UsageError("--logs: " + error.message());
    request.logs = *logs_given_;
  } else if (auto made = launch::TemporaryLogs::make()) {
    request.logs = made->path();
    own_logs.emplace(std::move(*made));
  }
  CheckRun run(std::move(request), say);
  const int code = check(run, games);
  if (own_logs && run.counts().failed == 0) own_logs->remove();
  return code;
}

}  // namespace

void add_check_command(CommandLine& program) {
  Command& command = program.add("check");
  auto check = std::make_shared<CheckCommand>();
  check->add_to(command);
  command.help(std::string(kCheckHelp) + kLaunchHelp + R"(
exit codes:
  0        nothing failed
  1        something failed
  2        bad usage
  128 + N  ended by signal N

examples: quiver check ./my-bot
          quiver check ./player.so --game amazons --size 8 --size 10 --clock 10s
          quiver check "text:./my-bot.sh" --game connect4 --tight 50ms
)");
  command.run([check] { return check->run(); });
}

}  // namespace quiver::cli

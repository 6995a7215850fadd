#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "client_sdk/base/text.hpp"
#include "client_sdk/games/unknown_game.hpp"
#include "referee/cli/check/check_plan.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/bot_output.hpp"
#include "referee/cli/reports/check_report.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/launch/files/log_folder.hpp"
#include "referee/launch/process.hpp"
#include "referee/net/match_session.hpp"
#include "referee/net/transport/record_file.hpp"
#include "referee/run/referee.hpp"

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

// Observes the games of one exercise.
class Examiner : public run::OrderObserver, public net::MatchObserver {
 public:
  Examiner(std::string name, net::RecordFile* records)
      : name_(std::move(name)), finding(name_), records_(records) {}

  void on_over(const net::MatchSession& session, const wire::Record&) override {
    for (const net::PlayerPtr& player : session.players())
      if (player && player->name() == name_ && !player->games().empty()) claims = player->games();
  }
  void on_record(const wire::Record& record) override {
    finding.add(record);
    if (records_ == nullptr) return;
    if (auto written = records_->append(record); !written) failure = written.error().sentence;
  }

 private:
  std::string name_;

 public:
  Finding finding;
  std::optional<std::vector<std::string>> claims;  // none if it never said Hello
  std::string failure;                             // of the record file

 private:
  net::RecordFile* records_;
};

class CheckCommand {
 public:
  void add_to(Command& command);
  int run();

 private:
  struct Ended {
    int signal;
  };

  // Those that were asked for, or all for which SPEC names a bot. Throws UsageError if there is none.
  [[nodiscard]] std::vector<std::string> games_to_check() const;
  // Throws UsageError if a board that was asked for is none of this game.
  [[nodiscard]] CheckScope scope(const std::string& game) const;
  void check_game(const std::string& game);
  // Plays one exercise; its records and logs are called `id`. Throws Ended at a signal.
  Examiner examine(const std::string& game, const Exercise& exercise, const std::string& id);
  [[nodiscard]] run::Order order(const std::string& game, const Exercise& exercise,
                                 const std::string& id) const;
  void tell(const std::string& game, const Exercise& exercise, const Finding& finding);
  void tell_failure(const std::string& game, const Exercise& exercise, const Finding& finding);
  // Those that failed like the first one, if they have not been told yet.
  void tell_repeats(bool all);
  // A note, not a verdict: whether the same seed gives the same game.
  void check_repeats(const std::string& game, const Exercise& exercise);
  void say(const std::string& text);

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
  launch::LaunchPolicy policy_;
  std::string logs_;
  std::optional<net::RecordFile> records_;
  FindingCounts counts_;
  // Of the game that is checked: the exercise that failed first and why, and those that failed like it since.
  std::string failed_first_, cause_;
  std::vector<std::string> repeats_;
};

std::string line_of(const char* word, std::string what, const std::string& sentence) {
  std::string text = word;
  text.resize(8, ' ');
  if (what.size() < 48) what.resize(48, ' ');
  return "  " + text + "  " + what + "  " + base::one_line(sentence) + "\n";
}

// "check-1-quoridor-3-donut-9": what an exercise printed and its records are found by.
std::string id_of(std::uint32_t seed, const std::string& game, std::size_t number, const std::string& what) {
  constexpr std::size_t kMost = 40;
  std::string id = "check-" + std::to_string(seed) + "-" + game + "-" + std::to_string(number);
  std::string slug;
  for (const char c : what)
    if (base::is_name(std::string("a") + c) && c != '.')
      slug += c;
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  slug.resize(std::min(slug.size(), kMost));
  return id + "-" + slug;
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

void CheckCommand::say(const std::string& text) {
  Output out;
  out << text;
  out.finish();
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

run::Order CheckCommand::order(const std::string& game, const Exercise& exercise,
                               const std::string& id) const {
  auto start = games::Position::start(game, exercise.options);
  if (!start) throw UsageError(start.error().sentence);
  run::Order order(std::move(*start), exercise.options);
  order.games = exercise.games;
  order.swap = true;
  order.seed = seed_.value_or(1);
  order.id = id;
  order.logs = logs_;
  order.planned_faults = exercise.planned_faults;
  const auto add = [&](const std::string& text) {
    auto bot = launch::parse_bot_spec(text, game, exercise.time);
    if (!bot) throw UsageError(bot.error().sentence);
    order.bots.push_back(std::move(*bot));
  };
  add(spec_);
  while (order.bots.size() < exercise.seats) add("random name=opponent");
  launch::make_names_differ(order.bots);
  return order;
}

Examiner CheckCommand::examine(const std::string& game, const Exercise& exercise, const std::string& id) {
  run::Order games = order(game, exercise, id);
  run::Settings settings;
  settings.log = net::Log::Level::kWarning;
  settings.launch_policy = policy_;
  settings.timeouts.reconnect = std::chrono::seconds(5);  // nobody waits half a minute for a lost bot here
  Examiner examiner(games.bots.front().name, records_ ? &*records_ : nullptr);
  auto referee = run::Referee::open(settings);
  if (!referee) throw UsageError(referee.error().sentence);
  (*referee)->play(std::move(games), examiner, &examiner);
  if (const int signal = (*referee)->run(); signal != 0) throw Ended{signal};
  if (!examiner.failure.empty()) throw UsageError(examiner.failure);
  return examiner;
}

// What goes wrong in every exercise is told once.
void CheckCommand::tell(const std::string& game, const Exercise& exercise, const Finding& finding) {
  const bool failed = finding.kind() == Finding::Kind::kFailed;
  counts_.add(finding.kind());
  if (failed && finding.cause() == cause_) return repeats_.push_back(exercise.what);
  if (finding.kind() != Finding::Kind::kDeclined) tell_repeats(false);  // what it declines does not count
  if (!failed) return say(line_of(finding_word(finding.kind()), exercise.what, finding.sentence()));
  failed_first_ = exercise.what;
  cause_ = finding.cause();
  tell_failure(game, exercise, finding);
}

void CheckCommand::tell_failure(const std::string& game, const Exercise& exercise, const Finding& finding) {
  std::string text = line_of(finding_word(finding.kind()), exercise.what, finding.sentence());
  if (!finding.log().empty())
    text += "            it printed: " + base::escaped(finding.log()) + "\n" +
            BotOutput::indented(finding.log(), "              ");
  if (!exercise.options.map && exercise.planned_faults.empty())
    text += "            again: quiver match " + game + exercise.words() + " --swap --games " +
            std::to_string(exercise.games) + " --seed " + std::to_string(seed_.value_or(1)) + " --bot '" +
            spec_ + "'" + (exercise.seats == 4 ? " --bot random --bot random" : "") + " --bot random\n";
  say(text);
}

void CheckCommand::tell_repeats(bool all) {
  const char* const failed = finding_word(Finding::Kind::kFailed);
  if (all && repeats_.size() > 1)
    say(line_of(failed, "all " + std::to_string(repeats_.size()) + " others", "for the same reason"));
  else
    for (const std::string& what : repeats_)
      say(line_of(failed, what, "for the same reason as " + failed_first_));
  repeats_.clear();
}

void CheckCommand::check_repeats(const std::string& game, const Exercise& exercise) {
  const std::string id = id_of(seed_.value_or(1), game, 0, "again");
  const std::string first = examine(game, exercise, id + "-1").finding.moves();
  const std::string second = examine(game, exercise, id + "-2").finding.moves();
  say(first == second ? "  note      the same seed gives the same games\n"
                      : "  note      the same seed does not give the same games\n");
}

void CheckCommand::check_game(const std::string& game) {
  const CheckScope where = scope(game);
  const std::vector<Exercise> all = exercises(game, clocks_, where);
  cause_.clear();
  bool passed_first = false;
  std::size_t declined = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Exercise& exercise = all[k];
    const Examiner examiner = examine(game, exercise, id_of(seed_.value_or(1), game, k + 1, exercise.what));
    const auto& claims = examiner.claims;
    if (claims && std::find(claims->begin(), claims->end(), game) == claims->end())
      return say(game + ": not supported by this bot\n");
    if (k == 0) say(game + check_note(game, where) + "\n");
    tell(game, exercise, examiner.finding);
    declined += examiner.finding.kind() == Finding::Kind::kDeclined ? 1U : 0U;
    if (k == 0 && (examiner.finding.never_ready() || !examiner.claims))
      return say("            it does not get ready, so the rest of this game is left out\n");
    if (k == 0) passed_first = examiner.finding.kind() <= Finding::Kind::kClose;
  }
  tell_repeats(repeats_.size() + 1 + declined == all.size());
  if (passed_first) check_repeats(game, all.front());
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

int CheckCommand::run() {
  if (easy_) clocks_.easy = duration_option("--move-time", *easy_);
  if (tight_) clocks_.tight = duration_option("--tight", *tight_);
  if (!record_.empty()) {
    auto file = net::RecordFile::open(record_);
    if (!file) throw UsageError("--record: " + file.error().sentence);
    records_ = std::move(*file);
  }
  const std::vector<std::string> games = games_to_check();
  for (const std::string& game : games)
    static_cast<void>(scope(game));  // what is wrong is told before the first game
  launch::prepare_this_process();
  policy_ = launch_options_.open();
  std::optional<launch::TemporaryLogs> own_logs;
  if (logs_given_) {
    std::error_code error;
    std::filesystem::create_directories(*logs_given_, error);
    if (error) throw UsageError("--logs: " + error.message());
    logs_ = *logs_given_;
  } else if (auto made = launch::TemporaryLogs::make()) {
    logs_ = made->path();
    own_logs.emplace(std::move(*made));
  }
  int code = 0;
  try {
    for (const std::string& game : games) check_game(game);
    say(counts_.line() + "\n");
    code = counts_.failed > 0 || counts_.passed == 0 ? kFailed : 0;
  } catch (const Ended& ended) {
    code = 128 + ended.signal;
  }
  if (own_logs && counts_.failed == 0) own_logs->remove();
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

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/check_plan.hpp"
#include "referee/cli/check_report.hpp"
#include "referee/cli/command_line.hpp"
#include "referee/cli/commands.hpp"
#include "referee/cli/match_options.hpp"
#include "referee/cli/output.hpp"
#include "referee/cli/usage_error.hpp"
#include "referee/launch/process.hpp"
#include "referee/launch/scratch.hpp"
#include "referee/net/record_file.hpp"
#include "referee/net/referee.hpp"

namespace quiver::cli {

namespace {

constexpr int kFailed = 1;

constexpr const char* kHelp = R"(usage: quiver check SPEC [options]

Puts a bot through every game it says it plays: all shapes, small and large
boards, every seat, tight clocks, a connection that breaks and is taken up
again, games that end early. Tells what passed, failed or came close to the
clock. SPEC is what match --bot takes, but not remote:NAME.

  --game GAME          only this game; may stand there several times
  --move-time T        for a move where nothing is tight (500ms)
  --tight T            for a move where it is; a game has 20 times that (100ms)
  --seed S             the seed of all games (1)
  --record FILE        append the records of all games, a line of JSON each
  --logs DIR           keep there what the bot prints (else below /tmp)
)";

// Hears of the games of one exercise.
class Examiner : public net::Watcher {
 public:
  Examiner(std::string name, net::RecordFile* records)
      : name_(std::move(name)), finding(name_), records_(records) {}

  void on_claims(const std::string& name, const std::vector<std::string>& games) override {
    if (name == name_) claims = games;
  }
  void on_record(const wire::Record& record) override {
    finding.add(record);
    if (records_ == nullptr) return;
    if (auto written = records_->append(record); !written) failure = written.error().sentence;
  }
  void on_done(std::uint32_t /*games*/, std::uint32_t /*voids*/) override {}

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
  void check_game(const std::string& game);
  // Plays one exercise. Throws Ended at a signal.
  Examiner examine(const std::string& game, const Exercise& exercise);
  [[nodiscard]] net::Order order(const std::string& game, const Exercise& exercise) const;
  void tell(const std::string& game, const Exercise& exercise, const Finding& finding);
  // A note, not a verdict: whether the same seed gives the same game.
  void check_repeats(const std::string& game, const Exercise& exercise);
  void say(const std::string& text);

  std::string spec_;
  std::vector<std::string> games_;
  std::optional<std::string> easy_;
  std::optional<std::string> tight_;
  std::optional<std::uint32_t> seed_;
  std::string record_;
  std::optional<std::string> logs_given_;
  HouseOptions house_options_;

  CheckClocks clocks_;
  launch::House house_;
  std::string logs_;
  std::optional<net::RecordFile> records_;
  FindingCounts counts_;
};

void CheckCommand::add_to(Command& command) {
  command.required_word("SPEC", spec_);
  command.words("--game", games_);
  command.word("--move-time", easy_);
  command.word("--tight", tight_);
  command.number("--seed", seed_);
  command.word("--record", record_);
  command.word("--logs", logs_given_);
  house_options_.add_to(command);
}

void CheckCommand::say(const std::string& text) {
  Output out;
  out << text;
  out.finish();
}

net::Order CheckCommand::order(const std::string& game, const Exercise& exercise) const {
  auto start = games::Position::start(game, exercise.options);
  if (!start) throw UsageError(start.error().sentence);
  net::Order order(std::move(*start), exercise.options);
  order.games = exercise.games;
  order.swap = true;
  order.seed = seed_.value_or(1);
  order.id = "check-" + std::to_string(order.seed);
  order.logs = logs_;
  order.drills = exercise.drills;
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

Examiner CheckCommand::examine(const std::string& game, const Exercise& exercise) {
  net::Order games = order(game, exercise);
  net::Settings settings;
  settings.log = net::Log::Level::kWarning;
  settings.house = house_;
  settings.patience.reconnect = std::chrono::seconds(5);  // nobody waits half a minute for a lost bot here
  Examiner examiner(games.bots.front().name, records_ ? &*records_ : nullptr);
  auto referee = net::Referee::open(settings);
  if (!referee) throw UsageError(referee.error().sentence);
  (*referee)->play(std::move(games), examiner);
  if (const int signal = (*referee)->run(); signal != 0) throw Ended{signal};
  if (!examiner.failure.empty()) throw UsageError(examiner.failure);
  return examiner;
}

void CheckCommand::tell(const std::string& game, const Exercise& exercise, const Finding& finding) {
  counts_.add(finding.kind());
  std::string word = finding_word(finding.kind());
  word.resize(8, ' ');
  std::string what = exercise.what;
  if (what.size() < 48) what.resize(48, ' ');
  std::string text = "  " + word + "  " + what + "  " + finding.sentence() + "\n";
  if (finding.kind() == Finding::Kind::kFailed) {
    if (!finding.log().empty()) text += "            it printed: " + finding.log() + "\n";
    if (!exercise.options.map && exercise.drills.empty())
      text += "            again: quiver match " + game + exercise.words() + " --swap --games " +
              std::to_string(exercise.games) + " --seed " + std::to_string(seed_.value_or(1)) + " --bot '" +
              spec_ + "'" + (exercise.seats == 4 ? " --bot random --bot random" : "") + " --bot random\n";
  }
  say(text);
}

void CheckCommand::check_repeats(const std::string& game, const Exercise& exercise) {
  const std::string first = examine(game, exercise).finding.moves();
  const std::string second = examine(game, exercise).finding.moves();
  say(first == second ? "  note      the same seed gives the same games\n"
                      : "  note      the same seed does not give the same games\n");
}

void CheckCommand::check_game(const std::string& game) {
  const std::vector<Exercise> all = exercises(game, clocks_);
  bool first = true;
  bool passed_first = false;
  for (const Exercise& exercise : all) {
    const Examiner examiner = examine(game, exercise);
    const auto& claims = examiner.claims;
    if (claims && std::find(claims->begin(), claims->end(), game) == claims->end())
      return say(game + ": it does not play that\n");
    if (std::exchange(first, false)) say(game + "\n");
    tell(game, exercise, examiner.finding);
    if (&exercise == &all.front() && (examiner.finding.never_ready() || !examiner.claims))
      return say("            it does not get ready, so the rest of this game is left out\n");
    if (&exercise == &all.front()) passed_first = examiner.finding.kind() <= Finding::Kind::kClose;
  }
  if (passed_first) check_repeats(game, all.front());
}

std::vector<std::string> CheckCommand::games_to_check() const {
  for (const std::string& game : games_)
    if (exercises(game, clocks_).empty())
      throw UsageError(base::quoted(game) + " is not a game; say amazons, quoridor or connect4");
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
  launch::prepare_this_process();
  house_ = house_options_.open();
  const auto folder =
      logs_given_ ? base::Result<std::string>(*logs_given_) : launch::make_temporary_folder("quiver-logs");
  std::error_code error;
  if (logs_given_) std::filesystem::create_directories(*logs_given_, error);
  if (error) throw UsageError("--logs: " + error.message());
  if (folder) logs_ = *folder;
  int code = 0;
  try {
    for (const std::string& game : games) check_game(game);
    say(counts_.line() + "\n");
    code = counts_.failed > 0 || counts_.passed == 0 ? kFailed : 0;
  } catch (const Ended& ended) {
    code = 128 + ended.signal;
  }
  if (!logs_given_ && counts_.failed == 0) std::filesystem::remove_all(logs_, error);
  return code;
}

}  // namespace

void add_check_command(CommandLine& program) {
  Command& command = program.add("check");
  auto check = std::make_shared<CheckCommand>();
  check->add_to(command);
  command.help(std::string(kHelp) + kHouseHelp + R"(
exit codes: 0 nothing failed, 1 something did, 2 bad usage, 128 + N ended by
signal N

examples: quiver check ./my-bot
          quiver check "text:./my-bot.sh" --game connect4 --tight 50ms
)");
  command.run([check] { return check->run(); });
}

}  // namespace quiver::cli

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "client_sdk/base/text.hpp"
#include "referee/cli/check/check_run.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/board_options.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/stop_signals.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/admit_report.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/reports/replaced_file.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/launch/files/bundle.hpp"
#include "referee/launch/files/scratch.hpp"
#include "referee/launch/process.hpp"
#include "referee/teams/build/build_log.hpp"
#include "referee/teams/build/builder.hpp"

namespace quiver::cli {

namespace {

constexpr int kRefusedCode = 1;
constexpr int kMachineCode = 3;

std::string admit_help() {
  return R"(usage: quiver admit PATH... [options]

Does with a bot what a ladder does with a submission: unpacks it, finds out
what kind of bot it is, builds it in isolation, checks it on the ladder's board
and clock, and packs it. PATH is a file, several files, a folder, or an archive
(.zip, .tar, .tar.gz, .tgz). Nothing of it is run without isolation.

  --accept KINDS       python, so, text, botzone, cpp, binary: those that are
                       accepted, with commas (all)
  --kind KIND          what it is; text and botzone have to be said
  --max-size N         of what is submitted (16M)
  --game GAME          what is checked (amazons), on this board:
)" + position_help().substr(position_help().find('\n') + 1) +
         kBoardsHelp + R"(  --clock BANK[+INC]   the clock of every game; --move-time T: for each move
                       (10s for the game)
  --seed S             the seed of all games (1)
  --build-time T       that a build may take (2m)
  --build-cpu T        of the processor, for each of its processes (2m)
  --build-memory N     that it may use, its files included (1G)
  --isolate MODE       of the check: required, auto or off (required); builds
                       are always isolated
  --no-ponder          stop the bot while it is not its turn
  --bundle OUT         write the bundle to this file
  --json               one JSON object a line

exit codes:
  0        admitted
  1        refused; the last line says why
  2        bad usage, or the output could not be written
  3        this machine cannot do it: no compiler, no isolation, no space
  128 + N  ended by signal N

examples: quiver admit my_bot.py --game connect4
          quiver admit my_bot/ --board donut --size 12 --clock 10s
)";
}

using base::Error;
using base::Result;

class AdmitCommand {
 public:
  void add_to(Command& command);
  int run();

 private:
  struct Boards {
    CheckScope scope;
    std::vector<games::Position> starts;
  };

  // All of these throw UsageError if an option is wrong.
  [[nodiscard]] std::vector<teams::Kind> accepted() const;
  [[nodiscard]] std::optional<teams::Kind> asked() const;
  [[nodiscard]] teams::UnpackLimits unpack_limits() const;
  [[nodiscard]] teams::BuildLimits build_limits() const;
  [[nodiscard]] Boards boards() const;

  // The work, in this order. Of their errors those with the code kBadInput are why the bot is refused;
  // kNotYet: a signal has come; all others: what this machine cannot do.
  Result<teams::Product> make(const std::string& scratch, const launch::LaunchPolicy& policy,
                              StopSignals& stop);
  // Throws CheckRun::Ended.
  Result<launch::BotSpec> check(const teams::Product& product, const std::string& logs,
                                const launch::LaunchPolicy& policy);
  Result<void> pack(const launch::BotSpec& bot);
  // Everything, with a scratch folder that is gone afterwards.
  Result<void> admit(StopSignals& stop);
  // The exit code.
  int finish(const Result<void>& admitted, StopSignals& stop);

  std::vector<std::string> paths_;
  std::optional<std::string> accept_, kind_, max_size_, clock_, move_time_;
  std::optional<std::string> build_time_, build_cpu_, build_memory_;
  std::optional<std::uint32_t> seed_;
  std::string out_;
  bool json_ = false;
  PositionOptions position_;
  LaunchOptions launch_options_;

  std::optional<AdmitReport> report_;
  std::optional<ReplacedFile> file_;
  Boards boards_;
  teams::AdmitLine verdict_;
  std::string passed_;  // "5 passed, 0 failed"
};

Error machine_failed(const std::string& sentence) { return {Error::Code::kUnreadable, sentence}; }

Error stopped() { return {Error::Code::kNotYet, "a signal ended it"}; }

Result<std::string> make_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0755) == 0) return path;
  return machine_failed("no folder " + path + " can be made: " + std::strerror(errno));
}

void AdmitCommand::add_to(Command& command) {
  command.lists("PATH", paths_);
  command.word("--accept", accept_);
  command.word("--kind", kind_);
  command.word("--max-size", max_size_);
  position_.add_with_game_option_to(command, "amazons");
  command.word("--clock", clock_);
  command.word("--move-time", move_time_);
  command.number("--seed", seed_);
  command.word("--build-time", build_time_);
  command.word("--build-cpu", build_cpu_);
  command.word("--build-memory", build_memory_);
  launch_options_.isolate = "required";
  launch_options_.add_to(command);
  command.word("--bundle", out_);
  command.flag("--json", json_);
}

std::vector<teams::Kind> AdmitCommand::accepted() const {
  return accept_ ? need(teams::parse_kinds(*accept_), "--accept: ") : teams::all_kinds();
}

std::optional<teams::Kind> AdmitCommand::asked() const {
  if (!kind_) return std::nullopt;
  const auto kind = teams::kind_of(*kind_);
  if (!kind) throw UsageError("--kind takes one of " + teams::list_of(teams::all_kinds()));
  return kind;
}

teams::UnpackLimits AdmitCommand::unpack_limits() const {
  teams::UnpackLimits limits;
  if (max_size_) limits.submitted_bytes = need(launch::parse_bytes(*max_size_), "--max-size: ");
  return limits;
}

teams::BuildLimits AdmitCommand::build_limits() const {
  teams::BuildLimits limits;
  if (build_time_) limits.wall = duration_option("--build-time", *build_time_);
  if (build_cpu_) limits.cpu = duration_option("--build-cpu", *build_cpu_);
  if (build_memory_) limits.memory_bytes = need(launch::parse_bytes(*build_memory_), "--build-memory: ");
  return limits;
}

AdmitCommand::Boards AdmitCommand::boards() const {
  if (!position_.moves_text().empty()) throw UsageError("admit takes no --moves");
  Boards boards;
  boards.scope.clock = clock_options(move_time_, clock_);
  for (NamedBoard& board : event_boards(position_, std::nullopt)) {
    boards.scope.boards.push_back({board.name.empty() ? "the board" : board.name, board.options});
    boards.starts.push_back(std::move(board.start));
  }
  return boards;
}

Result<teams::Product> AdmitCommand::make(const std::string& scratch, const launch::LaunchPolicy& policy,
                                          StopSignals& stop) {
  const auto folder = make_folder(scratch + "/submission");
  if (!folder) return folder.error();
  const auto submission = teams::unpack(paths_, *folder, unpack_limits());
  if (!submission) return submission.error();
  report_->say("unpack", std::to_string(submission->files) +
                             (submission->files == 1 ? " file, " : " files, ") +
                             std::to_string(submission->bytes) + " bytes");
  const auto found = teams::find_kind(*submission, accepted(), asked());
  if (!found) return found.error();
  verdict_.kind = teams::kind_name(found->kind);
  report_->say("unpack", "a bot of the kind " + verdict_.kind +
                             (found->main.empty() ? "" : ", in " + base::escaped(found->main, 100)));
  if (stop.signal() != 0) return stopped();
  teams::BuildLog log([this](std::string_view line) { report_->say("build", line); });
  const teams::BuildSandbox sandbox(
      policy, build_limits(), [&log](std::string_view line) { log.add(line); }, stop.descriptor());
  const teams::Builder builder(scratch, sandbox, [&log](const std::string& line) { log.add(line); });
  auto product = builder.run(*submission, *found);
  log.finish();
  return product;
}

Result<launch::BotSpec> AdmitCommand::check(const teams::Product& product, const std::string& logs,
                                            const launch::LaunchPolicy& policy) {
  const auto bot = teams::bot_of(product);
  if (!bot) return bot.error();
  for (const games::Position& start : boards_.starts)
    if (auto playable = launch::check_playable({*bot}, start, false); !playable) return playable.error();
  CheckRequest request;
  request.bot = [bot](const std::string& /*game*/, const wire::TimeControl& time) {
    launch::BotSpec one = *bot;
    one.time = time;
    return Result<launch::BotSpec>(std::move(one));
  };
  request.spec = teams::spec_words(product);
  request.seed = seed_.value_or(1);
  request.policy = policy;
  request.logs = logs;
  request.names_logs = request.tells_repeats = false;
  CheckRun run(std::move(request), [this](const std::string& text) { report_->say("check", text); });
  run.check_game(position_.game(), boards_.scope);
  verdict_.title = run.title();
  passed_ = run.counts().line();
  report_->say("check", passed_);
  if (!run.failure().empty()) return base::bad_input("it failed the check: " + run.failure());
  if (run.counts().passed == 0)
    return base::bad_input("it does not play " + position_.game() + " on this board");
  return *bot;
}

Result<void> AdmitCommand::pack(const launch::BotSpec& bot) {
  const auto packed = launch::pack_bundle(bot);
  if (!packed) return packed.error();
  verdict_.bundle = packed->name;
  report_->say("pack", "a bundle of " + std::to_string(packed->bytes.size()) + " bytes");
  if (file_) need(file_->write(packed->bytes), "--bundle: ");
  return {};
}

Result<void> AdmitCommand::admit(StopSignals& stop) {
  auto policy = launch::make_launch_policy(launch::isolation_of(launch_options_.isolate));
  if (!policy) return machine_failed(policy.error().sentence);
  if (!policy->warning.empty()) warn(policy->warning);
  policy->no_ponder = launch_options_.no_ponder;
  const auto scratch = launch::ScratchFolder::make();
  if (!scratch) return machine_failed(scratch.error().sentence);
  const auto product = make(scratch->path(), *policy, stop);
  if (!product) return product.error();
  const auto logs = make_folder(scratch->path() + "/logs");
  if (!logs) return logs.error();
  if (stop.signal() != 0) return stopped();
  const auto bot = check(*product, *logs, *policy);
  if (!bot) return bot.error();
  if (stop.signal() != 0) return stopped();
  return pack(*bot);
}

int AdmitCommand::finish(const Result<void>& admitted, StopSignals& stop) {
  if (!admitted && stop.signal() != 0) return 128 + stop.signal();
  if (!admitted && admitted.error().code != Error::Code::kBadInput) {
    warn(admitted.error().sentence);
    return kMachineCode;
  }
  verdict_.verdict = admitted ? teams::kAdmitted : teams::kRefused;
  verdict_.sentence = admitted ? passed_ : admitted.error().sentence;
  report_->finish(verdict_);
  return admitted ? 0 : kRefusedCode;
}

int AdmitCommand::run() {
  if (paths_.empty()) throw UsageError("admit takes the path of a bot: a file, a folder or an archive");
  for (const std::string& path : paths_)
    if (std::error_code error; !std::filesystem::exists(path, error))
      throw UsageError(base::quoted(path) + ": there is no such file");
  // What is wrong with the options is said before anything is done.
  static_cast<void>(accepted());
  static_cast<void>(asked());
  static_cast<void>(unpack_limits());
  static_cast<void>(build_limits());
  boards_ = boards();
  if (!out_.empty()) file_ = need(ReplacedFile::at(out_), "--bundle: ");
  report_.emplace(json_);
  launch::prepare_this_process();
  StopSignals stop;
  try {
    return finish(admit(stop), stop);
  } catch (const CheckRun::Ended& ended) {
    return 128 + ended.signal;
  }
}

}  // namespace

void add_admit_command(CommandLine& program) {
  Command& command = program.add("admit");
  auto admit = std::make_shared<AdmitCommand>();
  admit->add_to(command);
  command.help(admit_help());
  command.run([admit] { return admit->run(); });
}

}  // namespace quiver::cli

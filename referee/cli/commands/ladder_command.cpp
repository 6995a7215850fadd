#include <algorithm>
#include <memory>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/event_run.hpp"
#include "referee/cli/commands/ladder_teams.hpp"
#include "referee/cli/commands/ladder_watch.hpp"
#include "referee/cli/options/bot_names.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/submission_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/tournament_report.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/store/open_store.hpp"
#include "referee/tournament/ladder_run.hpp"
#include "referee/tournament/tournament.hpp"

namespace quiver::cli {

namespace {

std::string ladder_help() {
  return "usage: quiver ladder [GAME] [options] [--bot SPEC ...]\n\n"
         "Runs a ladder without end: bots that are started here, and whoever connects.\n"
         "Interrupted and started again, it continues the same season.\n\n" +
         position_help() + kBoardsHelp + kEventHelp +
         R"(  --new-season         start a new season, without games and ratings
  --openings random:K  each game begins with K random moves; the same two play
                       each opening again with the seats swapped
  --games N            end after N more games (never)
  --rest T             pause between two games of one competitor (1s)
  --inactive T         a competitor that is away this long drops out (24h)
  --drop-after N       so does one that fails in N games in a row (10)
  --until TIME         nobody new is admitted any more, and the season ends; a
                       time with its zone: 2026-12-01T23:59+01:00
  --settle W           with --until: end when the 95 % interval of everybody's
                       rating is at most W Elo wide (at once)
  --watch DIR          whatever appears, changes or goes in this folder enters,
                       becomes a new version, leaves
  --seed S             the seed of the bots' random numbers
)" + kSubmissionHelp +
         kLaunchHelp + kPinHelp + kClockHelp + kRefereeHelp + kListenHelp + kWebHelp + kOfferHelp +
         kWebStayHelp +
         R"(
exit codes:
  0        played as many games as asked, or the season is over
  2        bad usage or input, or something cannot be stored or written
  128 + N  ended by signal N

example:
  quiver ladder amazons --store ladder.db --bot territory --bot mcts \
    --concurrency 2 --listen 0.0.0.0:7000 --tokens tokens.txt \
    --tls-cert cert.pem --tls-key key.pem
)";
}

class LadderReporter final : public tournament::LadderObserver {
 public:
  explicit LadderReporter(TournamentReport& report) : report_(report) {}
  void on_game(const store::Game& game) override { report_.on_record(game.record); }
  void on_void(const wire::Record& record) override {
    report_.note("game " + std::to_string(record.number) + " is void: " + tournament::why_void(record));
  }
  void on_news(const std::string& sentence) override { report_.note(base::escaped(sentence)); }

 private:
  TournamentReport& report_;
};

constexpr std::size_t kRoomForChallenges = 11;  // "-challenges" behind the name

// The teams are on the page as long as it lives: they end before the page does.
class PageTeams {
 public:
  PageTeams(EventRun& run, std::optional<LadderTeams>& teams) : run_(run) {
    if (teams) run_.set_teams(&teams->service());
  }
  ~PageTeams() { run_.set_teams(nullptr); }
  PageTeams(const PageTeams&) = delete;
  PageTeams& operator=(const PageTeams&) = delete;

 private:
  EventRun& run_;
};

class LadderCommand {
 public:
  EventOptions options;
  std::optional<std::string> openings;
  std::optional<std::uint32_t> games;
  std::optional<std::uint32_t> drop_after;
  std::optional<std::string> rest;
  std::optional<std::string> inactive;
  std::optional<std::string> until;
  std::optional<std::uint32_t> settle;
  std::optional<std::string> watch;
  SubmissionOptions submissions;
  bool new_season = false;

  int run();

 private:
  [[nodiscard]] tournament::LadderRules rules() const;
  [[nodiscard]] tournament::Plan plan(const std::vector<NamedBoard>& boards) const;
  [[nodiscard]] tournament::OpeningBook book(const NamedBoard& board, std::uint32_t seed) const;
  [[nodiscard]] std::string base_name() const { return options.event.empty() ? "ladder" : options.event; }
  [[nodiscard]] std::string store_path() const { return options.store.value_or("ladder.db"); }
  // The folder of --watch, if it is given. Throws UsageError.
  [[nodiscard]] std::optional<LadderWatch> watched(const std::vector<launch::BotSpec>& bots,
                                                   const std::vector<NamedBoard>& boards) const;
  // What is asked for. Throws UsageError if it cannot be.
  [[nodiscard]] tournament::LadderRequest request(const std::vector<NamedBoard>& boards) const;
  LadderTeams* teams_ = nullptr;  // while they are there
  // The exit code.
  int play(tournament::LadderRun& ladder, std::unique_ptr<store::Store> store,
           std::vector<NamedBoard> boards);
};

tournament::LadderRules LadderCommand::rules() const {
  tournament::LadderRules rules;
  rules.time = options.time();
  rules.team_time = rules.time;
  rules.time.by_cpu = false;  // of remote bots
  rules.games = games;
  if (drop_after == 0U || games == 0U) throw UsageError("--drop-after and --games take at least 1");
  rules.faults = drop_after.value_or(rules.faults);
  if (rest) rules.rest = need(base::parse_duration(*rest), "--rest: ");
  if (inactive) rules.inactive = duration_option("--inactive", *inactive);
  if (until) rules.end.until = need(base::parse_moment(*until), "--until: ");
  if (settle && !until) throw UsageError("--settle says when the season ends after --until: give that too");
  if (settle == 0U) throw UsageError("--settle takes at least 1");
  if (settle) rules.end.settle = *settle;
  // What was submitted in time plays before the season ends.
  rules.end.expects_more = [this] { return teams_ != nullptr && teams_->is_checking(); };
  return rules;
}

tournament::Plan LadderCommand::plan(const std::vector<NamedBoard>& boards) const {
  tournament::Plan plan;
  options.add_to(plan, boards);
  if (boards.size() == 1 && boards.front().openings) plan.add("openings", *boards.front().openings);
  return plan;
}

tournament::OpeningBook LadderCommand::book(const NamedBoard& board, std::uint32_t seed) const {
  if (!board.openings) return {};
  const auto plies = random_plies(*board.openings);
  if (!plies) throw UsageError("--openings takes random:PLIES here");
  return need(tournament::OpeningBook::random(board.start, *plies, seed), "--openings: ");
}

tournament::LadderRequest LadderCommand::request(const std::vector<NamedBoard>& boards) const {
  tournament::LadderRequest request;
  request.bots = options.specs();
  for (const launch::BotSpec& bot : request.bots)
    if (bot.remote) throw UsageError("a ladder takes whoever connects: leave remote:" + bot.name + " out");
  for (const NamedBoard& one : boards)
    need(launch::check_playable(request.bots, one.start, one.openings.has_value()));
  request.specs = options.bots;
  request.rules = rules();
  request.rules.seed = chosen_seed(options.seed_given);
  request.openings.clear();
  for (const NamedBoard& one : boards) request.openings.push_back(book(one, request.rules.seed));
  request.name = base_name();
  request.new_season = new_season;
  request.plan = plan(boards);
  return request;
}

int LadderCommand::run() {
  options.expand_bots();
  if (!options.position.moves_text().empty()) throw UsageError("a ladder takes --openings, not --moves");
  std::vector<NamedBoard> boards = event_boards(options.position, openings);
  if (boards.front().start.turn().seats() != 2) throw UsageError("a ladder is for games of two");
  tournament::LadderRequest asked = request(boards);
  static_cast<void>(options.num_at_once());
  submissions.closes = asked.rules.end.until;
  static_cast<void>(options.kept_output());
  static_cast<void>(submissions.rules());
  std::unique_ptr<store::Store> store = need(store::open_store_if_there(store_path()));
  // Whoever has submitted before plays on, though nothing more is taken.
  asked.teams = submissions.any() || (store && !need(store->teams()).empty());
  options.check_event(base_name(), asked.teams ? kRoomForChallenges : 4);
  options.launches_later = asked.teams || watch.has_value();
  options.isolates = asked.teams;
  const auto ladder = need(tournament::LadderRun::prepare(store.get(), std::move(asked)));
  keep_names(ladder->history().entrants, options.bots, ladder->bots());
  return play(*ladder, std::move(store), std::move(boards));
}

std::optional<LadderWatch> LadderCommand::watched(const std::vector<launch::BotSpec>& bots,
                                                  const std::vector<NamedBoard>& boards) const {
  if (!watch) return std::nullopt;
  LadderWatch::How how{options.position.game(), options.time(), boards, {}};
  for (const launch::BotSpec& bot : bots) how.taken.insert(bot.name);
  return std::optional<LadderWatch>(std::in_place, *watch, std::move(how));
}

int LadderCommand::play(tournament::LadderRun& ladder, std::unique_ptr<store::Store> store,
                        std::vector<NamedBoard> boards) {
  TournamentReport report({options.json, false, options.quiet, options.record},
                          [&ladder] { return ladder.scoreboard().standings(); });
  LadderReporter reporter(report);
  const std::string event = ladder.history().event.name;
  EventRun run(options, ladder.bots());
  run.open_page("ladder", event, store_path(), false, report);
  // From here on nothing is refused any more.
  if (!store) store = need(store::open_store(store_path(), store::Access::kWrite));
  const auto note = [&report](const std::string& sentence) { report.note(sentence); };
  std::optional<LadderTeams> teams;
  if (ladder.has_teams()) teams.emplace(submissions, options, store_path()).load(*store);
  need(ladder.begin(*store, run.events(), reporter));
  if (teams) {
    teams->start(run.referee(), run.events().notifier(), ladder.ladder(), note);
    teams->listen(run.referee(), {std::string(boards.front().start.game_name()), run.page_address()});
  }
  const PageTeams on_page(run, teams);
  teams_ = teams ? &*teams : nullptr;
  std::optional<LadderWatch> watching = watched(ladder.bots(), boards);
  if (watching) watching->enter_all(ladder.ladder(), note);
  ladder.ladder().enter_done();
  if (watching) watching->start(run.referee(), ladder.ladder(), note);
  report.note(event + " runs at " + run.referee().address().url());
  const int signal = run.play(match_config(std::move(boards)), ladder.source(), report);
  teams_ = nullptr;
  bool written = !run.events().failed();
  try {
    report.finish();
  } catch (const UsageError& error) {
    report.note(error.what());
    written = false;
  }
  if (signal == 0) run.stay(report);
  return signal != 0 ? 128 + signal : written ? 0 : 2;
}

}  // namespace

void add_ladder_command(CommandLine& program) {
  Command& command = program.add("ladder");
  auto ladder = std::make_shared<LadderCommand>();
  ladder->options.position.add_with_boards_to(command, "amazons");
  ladder->options.add_to(command);
  ladder->options.logs_by_default = false;  // it may run for months
  ladder->options.rereads = true;
  ladder->options.keeps_by_default =
      store::kMaxGameLog;  // those who submitted the bots have no other way to it
  command.word("--openings", ladder->openings);
  command.number("--games", ladder->games);
  command.number("--drop-after", ladder->drop_after);
  command.word("--rest", ladder->rest);
  command.word("--inactive", ladder->inactive);
  command.word("--until", ladder->until);
  command.number("--settle", ladder->settle);
  command.word("--watch", ladder->watch);
  ladder->submissions.add_to(command);
  command.flag("--new-season", ladder->new_season);
  command.help(ladder_help());
  command.run([ladder] { return ladder->run(); });
}

}  // namespace quiver::cli

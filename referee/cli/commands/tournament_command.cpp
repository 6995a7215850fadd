#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/event_run.hpp"
#include "referee/cli/commands/local_worker.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/toml_words.hpp"
#include "referee/cli/options/tournament_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/ci_report.hpp"
#include "referee/cli/reports/standings_text.hpp"
#include "referee/cli/reports/tournament_report.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/store/open_store.hpp"
#include "referee/tournament/ladder_entrants.hpp"
#include "referee/tournament/tournament_run.hpp"
#include "referee/tournament/workers/work_dispatcher.hpp"

namespace quiver::cli {

namespace {

using tournament::Scoreboard;
using tournament::TournamentRun;

constexpr std::uint64_t kMostGames = 100'000'000;
constexpr std::uint32_t kTop = 16;  // of a ladder

std::string tournament_help() {
  return "usage: quiver tournament [GAME] [options] --bot SPEC --bot SPEC ...\n"
         "       quiver tournament FILE.toml [options]\n\n"
         "Runs a tournament. It can be interrupted at any moment: the same command\n"
         "again resumes it. A file has the options as keys:\n"
         "size = 6, bot = [\"a\", \"b\"]; game = \"amazons\".\n\n" +
         position_help() + kBoardsHelp +
         R"(  --format F           round-robin, double-round-robin, gauntlet, swiss,
                       knockout or double-elimination (round-robin)
  --games N            games per pair (2); a round robin can be extended later,
                       with more games and with more --bot behind the others
  --rounds N           swiss: how many (enough for a single winner)
  --challengers N      gauntlet: the first N play all others (1)
  --openings O         random:K, K random moves, or a file with one opening per
                       line; each is played again with the seats swapped
  --from-ladder FILE   the best of the ladder in this store play, seeded by its
                       table
  --top N              how many of them (16)
  --season NAME        which season of it (the last one)
  --sprt elo0=E,elo1=E,alpha=P,beta=P
                       two bots: stop as soon as a sequential test accepts
                       that the first is stronger by elo1, or by no more
                       than elo0 (0, 10, 0.05, 0.05)
  --anchor NAME=ELO    fix the rating of this entrant (else the mean is 0)
  --allow-changed      resume although a bot's program has changed
  --workers            have the games played by quiver work, on this machine or
                       others, with the same PostgreSQL --store; this process
                       plays only with --concurrency
  --scale-time SPEED   with --workers: workers stretch or shrink clocks by the
                       speed of their machines; clocks are meant for one of
                       this SPEED, which quiver work --measure prints, or for
                       this one: here
  --seed S             the same seed and deterministic bots: the same games
)" + kEventHelp +
         kLaunchHelp + kPinHelp + kClockHelp + kCiHelp + kRefereeHelp + kListenHelp + kWebHelp + kOfferHelp +
         kWebStayHelp +
         R"(
exit codes:
  0        all games were played
  1        an --expect was not met
  2        bad usage or input, or something cannot be stored or written
  4        a pairing was stopped
  128 + N  ended by signal N

examples:
  quiver tournament amazons --size 6 --bot territory --bot power --bot random \
    --games 40 --concurrency 2 --seed 9 --store t.db
  quiver tournament connect4 --bot "./new name=new" --bot "./old name=old" \
    --openings random:4 --sprt elo0=0,elo1=10 --store sprt.db
)";
}

// Prints what happens in the tournament, and notes it for the reports of CI.
class TournamentReporter final : public tournament::TournamentObserver {
 public:
  TournamentReporter(const Scoreboard& board, TournamentReport& report, CiReport& ci)
      : board_(board), report_(report), ci_(ci) {}

  void on_drawn(const std::vector<tournament::Pairing>& pairings) override {
    for (const tournament::Pairing& one : pairings)
      if (one.entrants.size() < 2)
        report_.tell("round " + std::to_string(one.round) + ": " + names_of(board_, one) + " has a bye");
  }
  void on_game(const store::Game& game) override {
    report_.on_record(game.record);
    ci_.add(game.record);
  }
  void on_void(const wire::Record& record) override {
    report_.note("game " + std::to_string(record.number) + " is void: " + tournament::why_void(record));
  }
  void on_changed(const std::string& why) override { report_.note(why); }
  void on_stopped(const tournament::Pairing& pairing, const std::string& why) override {
    const std::string names = names_of(board_, pairing);
    ci_.add_stopped(names + ": " + why);
    report_.note(names + " do not continue their pairing: " + why);
  }

 private:
  const Scoreboard& board_;
  TournamentReport& report_;
  CiReport& ci_;
};

class TournamentCommand {
 public:
  TournamentOptions options;
  std::string file;  // the words came from it; empty: none

  int run();

 private:
  void refuse_what_does_not_go_together() const;
  // Adds the entrants that --from-ladder names: those of the event if it has begun, because the ladder may
  // have gone on.
  void enter_from_ladder();
  [[nodiscard]] std::optional<std::vector<std::string>> bots_of_begun_event() const;
  [[nodiscard]] std::string too_few_bots() const;
  // The word before --anchor's ELO becomes the name that the table has for it.
  void name_anchor(const BotNames& names);
  [[nodiscard]] std::string store_path() const;
  [[nodiscard]] std::string event_name() const {
    return options.event.empty() ? "tournament" : options.event;
  }
  // The one given, or that of the event if it has begun, or a new one.
  [[nodiscard]] std::uint32_t seed(store::Store* store) const;
  // What is asked for, with that seed. Throws UsageError if it cannot be.
  [[nodiscard]] tournament::TournamentRequest request(const std::vector<NamedBoard>& boards,
                                                      std::uint32_t seed,
                                                      std::vector<launch::BotSpec> bots) const;
  // The reports for CI are about the whole tournament, whoever played its beginning.
  void recall(store::Store* store, const store::Event& event, CiReport& ci) const;
  // `store` is null if there is none yet: it is made when nothing can be refused any more.
  int play(TournamentRun& tournament, std::unique_ptr<store::Store> store, std::vector<NamedBoard> boards,
           CiReport& ci);
  // Hands the games to workers, and starts one here if --concurrency asks for it.
  int play_by_workers(EventRun& run, TournamentRun& tournament, run::MatchConfig config,
                      TournamentReport& report) const;
  int finish(int signal, EventRun& run, TournamentRun& tournament, TournamentReport& report,
             CiReport& ci) const;
};

void TournamentCommand::refuse_what_does_not_go_together() const {
  if (options.bots.size() < 2) throw UsageError(too_few_bots());
  if (!options.position.moves_text().empty()) throw UsageError("a tournament takes --openings, not --moves");
  if (options.ci.tap && options.json) throw UsageError("give --tap or --json, not both");
  if (options.sprt && (options.bots.size() != 2 || options.format != "round-robin"))
    throw UsageError("--sprt compares two bots in a round-robin");
  if (options.workers && !store::is_postgres_url(store_path()))
    throw UsageError("workers share a PostgreSQL database: give --store postgresql://USER@HOST/DATABASE");
  if (options.scale_time && !options.workers)
    throw UsageError("--scale-time is about workers: give --workers too");
  static_cast<void>(options.reference_speed());
  if (options.rounds && options.format != "swiss") throw UsageError("--rounds is for swiss");
  if (options.challengers && options.format != "gauntlet")
    throw UsageError("--challengers is for a gauntlet");
}

std::optional<std::vector<std::string>> TournamentCommand::bots_of_begun_event() const {
  const auto store = need(store::open_store_if_there(store_path()));
  if (!store) return std::nullopt;
  for (const store::Event& one : need(store->events()))
    if (one.name == event_name() && one.kind == "tournament")
      return tournament::Plan::parse(one.plan).all("bot");
  return std::nullopt;
}

void TournamentCommand::enter_from_ladder() {
  if (!options.from_ladder) {
    if (options.top || !options.season.empty()) throw UsageError("--top and --season are for --from-ladder");
    return;
  }
  if (options.top && *options.top < 2) throw UsageError("--top takes at least 2");
  if (auto begun = bots_of_begun_event()) {
    for (const std::string& bot : options.bots)
      if (std::find(begun->begin(), begun->end(), bot) == begun->end()) begun->push_back(bot);
    options.bots = std::move(*begun);
    return;
  }
  const auto ladder = need(store::open_store(*options.from_ladder, store::Access::kRead));
  const auto best = need(tournament::best_of_ladder(*ladder, options.season, options.top.value_or(kTop)),
                         "--from-ladder: ");
  std::vector<std::string> bots;
  for (const tournament::LadderEntrant& one : best) {
    const auto bot = launch::parse_bot_spec(one.bot, options.position.game(), options.time());
    if (!bot) throw UsageError("--from-ladder: " + one.name + ": " + bot.error().sentence);
    if (!options.allow_changed && !need(tournament::is_unchanged(one, *bot)))
      throw UsageError("--from-ladder: the program of " + one.name +
                       " has changed since it played there; let the ladder rate it, or give --allow-changed");
    bots.push_back(one.bot);
  }
  options.bots.insert(options.bots.begin(), bots.begin(), bots.end());
}

std::string TournamentCommand::too_few_bots() const {
  const std::string more = "quiver bots " + options.position.game() + " lists the bundled ones";
  if (options.bots.empty()) return "who plays? Give --bot SPEC twice or more; " + more;
  return "a tournament needs two bots or more, and " + base::quoted(options.bots.front()) +
         " is alone: give another --bot; " + more;
}

void TournamentCommand::name_anchor(const BotNames& names) {
  if (!options.anchor) return;
  const std::size_t equals = options.anchor->rfind('=');
  const std::string name = need(names.find(options.anchor->substr(0, equals)), "--anchor: ");
  options.anchor = name + (equals == std::string::npos ? "" : options.anchor->substr(equals));
}

void refuse_too_many_games(const tournament::Format& format) {
  std::uint64_t games = 0;
  for (const tournament::Pairing& one : format.draw({})) games += one.games;
  if (games > kMostGames)
    throw UsageError("that would be " + std::to_string(games) + " games; a tournament has at most " +
                     std::to_string(kMostGames));
}

std::string TournamentCommand::store_path() const {
  if (options.store) return *options.store;
  return file.empty() ? "tournament.db" : std::filesystem::path(file).replace_extension(".db").string();
}

std::uint32_t TournamentCommand::seed(store::Store* store) const {
  if (options.seed_given) return *options.seed_given;
  if (const auto known = need(tournament::seed_of_event(store, event_name()))) return *known;
  return chosen_seed(std::nullopt);
}

tournament::TournamentRequest TournamentCommand::request(const std::vector<NamedBoard>& boards,
                                                         std::uint32_t seed,
                                                         std::vector<launch::BotSpec> bots) const {
  tournament::TournamentRequest request;
  request.event = event_name();
  request.plan = options.plan(boards, seed);
  request.bots = std::move(bots);
  request.specs = options.bots;
  request.openings = options.books(boards, seed);
  if (options.sprt) request.sprt.emplace(need(tournament::Sprt::parse(*options.sprt), "--sprt: "));
  request.allow_changed = options.allow_changed;
  return request;
}

void TournamentCommand::recall(store::Store* store, const store::Event& event, CiReport& ci) const {
  if (!options.ci.junit && !options.ci.tap && options.ci.expectations.empty()) return;
  if (store == nullptr || event.id == 0) return;
  need(store->games(event.id, [&](const store::Game& game) {
    ci.add(game.record);
    return true;
  }));
}

int TournamentCommand::run() {
  options.expand_bots();
  enter_from_ladder();
  refuse_what_does_not_go_together();
  std::vector<NamedBoard> boards = options.boards();
  std::vector<launch::BotSpec> bots = options.specs();
  for (const NamedBoard& one : boards)
    need(launch::check_playable(bots, one.start, one.openings.has_value()));
  CiReport ci(options.ci, "tournament " + options.position.game());
  const BotNames names(options.bots, bots);
  ci.set_names(names);
  name_anchor(names);
  if (options.sprt) need(tournament::Sprt::parse(*options.sprt), "--sprt: ");
  // Whatever can be wrong is so before the store hears of it.
  options.check_event(event_name());
  const tournament::Plan sketch = options.plan(boards, 0);
  refuse_too_many_games(*need(tournament::format_of(sketch)));
  need(tournament::anchor_of(sketch, names.all()), "--anchor: ");
  static_cast<void>(options.num_at_once());
  std::unique_ptr<store::Store> store = need(store::open_store_if_there(store_path()));
  const auto tournament =
      need(TournamentRun::prepare(store.get(), request(boards, seed(store.get()), std::move(bots))));
  keep_names(tournament->history().entrants, options.bots, tournament->bots());
  ci.set_names(BotNames(options.bots, tournament->bots()));
  return play(*tournament, std::move(store), std::move(boards), ci);
}

int TournamentCommand::play(TournamentRun& tournament, std::unique_ptr<store::Store> store,
                            std::vector<NamedBoard> boards, CiReport& ci) {
  const Scoreboard& board = tournament.scoreboard();
  const std::vector<launch::BotSpec>& bots = tournament.bots();
  TournamentReport report({options.json, options.ci.tap, options.quiet, options.record},
                          [&board] { return board.standings(); });
  ci.open();
  recall(store.get(), tournament.history().event, ci);
  EventRun run(options, bots, options.workers ? EventRun::Where::kAtWorkers : EventRun::Where::kHere);
  run.open_page("tournament", event_name(), store_path(), options.workers, report);
  // From here on nothing is refused any more.
  if (!store) store = need(store::open_store(store_path(), store::Access::kWrite));
  TournamentReporter reporter(board, report, ci);
  need(tournament.begin(*store, run.events(), reporter));
  for (const launch::BotSpec& bot : bots)
    if (bot.remote) report.note("waiting for " + bot.name + " at " + run.referee().address().url());
  if (board.games() > 0) report.tell(std::to_string(board.games()) + " games were played before");
  run::MatchConfig config = match_config(std::move(boards));
  const int signal = options.workers ? play_by_workers(run, tournament, std::move(config), report)
                                     : run.play(std::move(config), tournament.source(), report);
  return finish(signal, run, tournament, report, ci);
}

int TournamentCommand::play_by_workers(EventRun& run, TournamentRun& tournament, run::MatchConfig config,
                                       TournamentReport& report) const {
  const auto notice = [&report](const std::string& sentence) { report.note(sentence); };
  std::optional<LocalWorker> local;
  return run.play_by_workers(
      std::move(config),
      [&](const run::MatchConfig& setup) {
        auto runner = need(tournament::dispatch_to_workers(
            {store_path(), tournament.event(), setup, tournament.bots(), options.launch_policy.isolate,
             options.launch_policy.no_ponder, options.scale_time.has_value(), options.reference_speed()},
            tournament.source(), run.referee(), run.events().notifier(), notice));
        // Not before, because machines are measured when nothing else runs.
        if (options.concurrency)
          local.emplace(store_path(), options.num_at_once(),
                        WorkerLaunch{options.launch_policy.pin, options.scale_time.has_value()});
        return runner;
      },
      report);
}

int TournamentCommand::finish(int signal, EventRun& run, TournamentRun& tournament, TournamentReport& report,
                              CiReport& ci) const {
  const tournament::EventRunner& events = run.events();
  bool written = !events.failed();
  if (written && signal == 0) written = tournament.finish();
  try {
    report.finish();
  } catch (const UsageError& error) {
    report.note(error.what());
    written = false;
  }
  if (signal != 0)
    report.note("interrupted; finished games are stored in " + store_path() +
                ", and the same command resumes it");
  const int code = ci.finish(signal, events.failed() ? events.failure() : tournament.refusal());
  if (signal == 0) run.stay(report);
  return exit_code_of_run(signal, written && tournament.refusal().empty(), code,
                          tournament.any_stopped() ? 4 : 0);
}

}  // namespace

void add_tournament_command(CommandLine& program) {
  Command& command = program.add("tournament");
  auto tournament = std::make_shared<TournamentCommand>();
  tournament->options.add_to(command);
  command.file_of_words(".toml", [tournament](const std::string& path) {
    tournament->file = path;
    return words_of_toml(path);
  });
  command.help(tournament_help());
  command.run([tournament] { return tournament->run(); });
}

}  // namespace quiver::cli

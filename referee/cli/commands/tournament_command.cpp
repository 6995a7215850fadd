#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/event_run.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/toml_words.hpp"
#include "referee/cli/options/tournament_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/ci_report.hpp"
#include "referee/cli/reports/standings_text.hpp"
#include "referee/cli/reports/tournament_report.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/launch/files/fingerprint.hpp"
#include "referee/store/sqlite_store.hpp"
#include "referee/tournament/scoreboard.hpp"
#include "referee/tournament/tournament.hpp"

namespace quiver::cli {

namespace {

using tournament::History;
using tournament::Scoreboard;

constexpr std::uint64_t kMostGames = 100'000'000;

std::string help() {
  return "usage: quiver tournament [GAME] [options] --bot SPEC --bot SPEC ...\n"
         "       quiver tournament FILE.toml [options]\n\n"
         "Runs a tournament. It can be interrupted at any moment: the same command\n"
         "again resumes it. A file has the options as keys:\n"
         "size = 6, bot = [\"a\", \"b\"]; game = \"amazons\".\n\n" +
         std::string(kPositionHelp) +
         R"(  --format F           round-robin, double-round-robin, gauntlet, swiss or
                       knockout (round-robin)
  --games N            games per pair (2); a round robin can be extended later
  --rounds N           swiss: how many (enough for a single winner)
  --challengers N      gauntlet: the first N play all others (1)
  --openings O         random:K, K random moves, or a file with one opening per
                       line; each is played again with the seats swapped
  --sprt elo0=E,elo1=E,alpha=P,beta=P
                       two bots: stop as soon as a sequential test accepts
                       that the first is stronger by elo1, or by no more
                       than elo0 (0, 10, 0.05, 0.05)
  --anchor NAME=ELO    fix the rating of this entrant (else the mean is 0)
  --allow-changed      resume although a bot's program has changed
  --seed S             the same seed and deterministic bots: the same games
)" + kEventHelp +
         kHouseHelp + kCiHelp + kRefereeHelp + kListenHelp + kWebHelp + kOfferHelp + kWebStayHelp +
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

// Tells of the tournament what is kept, and keeps the ratings now and then.
class Reporter final : public tournament::TournamentObserver {
 public:
  Reporter(Scoreboard& board, TournamentReport& report, CiReport& ci, tournament::CommitNotifier& keeper)
      : board_(board), report_(report), ci_(ci), notifier_(keeper) {}

  [[nodiscard]] bool any_stopped() const { return stopped_; }

  void on_drawn(const std::vector<tournament::Pairing>& pairings) override {
    for (const tournament::Pairing& one : pairings) {
      board_.add_pairing(one);
      if (one.entrants.size() < 2)
        report_.tell("round " + std::to_string(one.round) + ": " + names_of(one) + " has a bye");
    }
  }
  void on_ended(std::uint32_t number) override { report_.forget(number); }
  void on_game(const store::Game& game) override {
    board_.add_game(tournament::result_of(game));
    report_.on_record(game.record);
    ci_.add(game.record);
    if (board_.games() % kBetweenRatings == 0) keep_ratings();
  }
  void on_void(const wire::Record& record) override {
    report_.note("game " + std::to_string(record.number) + " is void: " + tournament::why_void(record));
  }
  // Why it did not go on to its end; empty if it did.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  void on_changed(const std::string& why) override {
    refusal_ = why;
    report_.note(why);
  }
  void on_stopped(const tournament::Pairing& pairing, const std::string& why) override {
    stopped_ = true;
    board_.add_stopped(names_of(pairing) + ": " + why);
    ci_.add_stopped(names_of(pairing) + ": " + why);
    report_.note(names_of(pairing) + " do not continue their pairing: " + why);
  }
  void keep_ratings() {
    std::vector<store::Change> changes;
    for (store::Rating& one : board_.ratings()) changes.emplace_back(std::move(one));
    if (!changes.empty()) notifier_.keep(std::move(changes));
  }

 private:
  static constexpr std::uint32_t kBetweenRatings = 50;
  [[nodiscard]] std::string names_of(const tournament::Pairing& pairing) const {
    std::string out;
    for (const auto entrant : pairing.entrants) out += (out.empty() ? "" : " - ") + board_.name(entrant);
    return out;
  }

  Scoreboard& board_;
  TournamentReport& report_;
  CiReport& ci_;
  tournament::CommitNotifier& notifier_;
  bool stopped_ = false;
  std::string refusal_;
};

// The event as it stands, with its entrants, and what of it is not written yet.
struct OpenedEvent {
  tournament::PreparedEvent prepared;
  History history;
  std::vector<store::Change> changes;
};

class TournamentCommand {
 public:
  TournamentOptions options;
  std::string file;  // the words came from it; empty: none

  int run();

 private:
  void refuse_what_does_not_go_together() const;
  [[nodiscard]] std::string too_few_bots() const;
  // The word before --anchor's ELO becomes the name that the table has for it.
  void name_anchor(const BotNames& names);
  [[nodiscard]] std::string store_path() const;
  [[nodiscard]] std::string event_name() const {
    return options.event.empty() ? "tournament" : options.event;
  }
  // The one given, or that of the event if it has begun, or a new one.
  [[nodiscard]] std::uint32_t seed(store::Store* store) const;
  void take_changed_bots(OpenedEvent& opened, const std::vector<launch::BotSpec>& bots) const;
  // Nothing is written; without a store it begins.
  [[nodiscard]] OpenedEvent open(store::Store* store, const tournament::Plan& plan,
                                 const std::vector<launch::BotSpec>& bots) const;
  // The reports for CI are about the whole tournament, whoever played its beginning.
  void recall(store::Store* store, const History& history, CiReport& ci) const;
  [[nodiscard]] tournament::Entry entry(const History& history, const std::vector<launch::BotSpec>& bots,
                                        const games::Position& start) const;
  // `store` is null if there is none yet: it is made when nothing can be refused any more.
  int play(std::unique_ptr<store::Store> store, OpenedEvent opened, const std::vector<launch::BotSpec>& bots,
           const games::Position& start, CiReport& ci);
  int finish(int signal, EventRun& run, Reporter& reporter, TournamentReport& report, CiReport& ci,
             bool any_games) const;
};

void TournamentCommand::refuse_what_does_not_go_together() const {
  if (options.bots.size() < 2) throw UsageError(too_few_bots());
  if (!options.position.moves_text().empty()) throw UsageError("a tournament takes --openings, not --moves");
  if (options.ci.tap && options.json) throw UsageError("give --tap or --json, not both");
  if (options.sprt && (options.bots.size() != 2 || options.format != "round-robin"))
    throw UsageError("--sprt compares two bots in a round-robin");
  if (options.rounds && options.format != "swiss") throw UsageError("--rounds is for swiss");
  if (options.challengers && options.format != "gauntlet")
    throw UsageError("--challengers is for a gauntlet");
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
  for (const store::Event& one : store == nullptr ? std::vector<store::Event>() : need(store->events()))
    if (one.name == event_name())
      if (const auto known = tournament::Plan::parse(one.plan).find("seed"))
        return need(base::parse_number(*known));
  return chosen_seed(std::nullopt);
}

std::set<std::uint32_t> entrants_with_games(const History& history) {
  std::set<std::uint32_t> played;
  for (const store::GameResult& game : history.results)
    for (const auto& seat : game.seats) played.insert(seat.entrant);
  return played;
}

// Games of two programs under one name tell nothing about either. One that has not played may change.
void TournamentCommand::take_changed_bots(OpenedEvent& opened,
                                          const std::vector<launch::BotSpec>& bots) const {
  std::vector<store::Entrant>& entrants = opened.history.entrants;
  const std::set<std::uint32_t> played = entrants_with_games(opened.history);
  for (std::uint32_t k = 0; k < bots.size() && k < entrants.size(); ++k) {
    const std::string version = need(launch::fingerprint(bots[k]));
    if (entrants[k].version == version) continue;
    if (played.contains(k) && !options.allow_changed)
      throw UsageError(tournament::changed_sentence(bots[k].name));
    entrants[k].version = version;
    opened.changes.emplace_back(entrants[k]);
  }
}

OpenedEvent TournamentCommand::open(store::Store* store, const tournament::Plan& plan,
                                    const std::vector<launch::BotSpec>& bots) const {
  OpenedEvent opened;
  opened.prepared = need(tournament::prepare_event(store, event_name(), "tournament", plan));
  opened.history = need(tournament::read_history(store, opened.prepared.event));
  if (!opened.history.entrants.empty()) {
    take_changed_bots(opened, bots);
    return opened;
  }
  for (std::uint32_t k = 0; k < bots.size(); ++k) {
    opened.history.entrants.push_back(
        {k, bots[k].name, options.bots[k], need(launch::fingerprint(bots[k])), tournament::utc_now(), true});
    opened.changes.emplace_back(opened.history.entrants.back());
  }
  return opened;
}

void TournamentCommand::recall(store::Store* store, const History& history, CiReport& ci) const {
  if (!options.ci.junit && !options.ci.tap && options.ci.expectations.empty()) return;
  if (store == nullptr || history.event.id == 0) return;
  need(store->games(history.event.id, [&](const store::Game& game) {
    ci.add(game.record);
    return true;
  }));
}

int TournamentCommand::run() {
  refuse_what_does_not_go_together();
  const games::Position start = options.position.start();
  std::vector<launch::BotSpec> bots = options.specs();
  need(launch::check_playable(bots, start, options.openings.has_value()));
  CiReport ci(options.ci, "tournament " + options.position.game());
  const BotNames names(options.bots, bots);
  ci.set_names(names);
  name_anchor(names);
  if (options.sprt) need(tournament::Sprt::parse(*options.sprt), "--sprt: ");
  // Whatever can be wrong is so before the store hears of it.
  options.check_event(event_name());
  const tournament::Plan sketch = options.plan(start, 0);
  refuse_too_many_games(*need(tournament::format_of(sketch)));
  need(tournament::anchor_of(sketch, names.all()), "--anchor: ");
  static_cast<void>(options.num_at_once());
  std::unique_ptr<store::Store> store = open_store_if_there(store_path());
  const std::uint32_t chance = seed(store.get());
  static_cast<void>(options.book(start, chance));
  OpenedEvent opened = open(store.get(), options.plan(start, chance), bots);
  keep_names(opened.history.entrants, options.bots, bots);
  ci.set_names(BotNames(options.bots, bots));
  return play(std::move(store), std::move(opened), bots, start, ci);
}

tournament::Entry TournamentCommand::entry(const History& history, const std::vector<launch::BotSpec>& bots,
                                           const games::Position& start) const {
  tournament::Entry entry;
  entry.event = history.event.name;
  entry.bots = bots;
  entry.seed = history.plan.number("seed", 0);
  entry.openings = options.book(start, entry.seed);
  if (options.sprt) entry.sprt.emplace(need(tournament::Sprt::parse(*options.sprt)));
  entry.entrants = history.entrants;
  entry.played = entrants_with_games(history);
  entry.allow_changed = options.allow_changed;
  return entry;
}

int TournamentCommand::play(std::unique_ptr<store::Store> store, OpenedEvent opened,
                            const std::vector<launch::BotSpec>& bots, const games::Position& start,
                            CiReport& ci) {
  History& history = opened.history;
  tournament::Schedule schedule(need(tournament::format_of(history.plan)));
  need(schedule.restore(history.drawn(), history.played()));
  for (store::Change& one : tournament::reopen(history, schedule)) opened.changes.push_back(std::move(one));
  Scoreboard board = need(tournament::scoreboard_of(history));
  TournamentReport report({options.json, options.ci.tap, options.quiet, options.record},
                          [&board] { return board.standings(); });
  tournament::Entry who = entry(history, bots, start);
  ci.open();
  recall(store.get(), history, ci);
  const bool launches = std::any_of(bots.begin(), bots.end(), [](const auto& bot) { return !bot.remote; });
  EventRun run(options, launches);
  run.open_page("tournament", history.event.name, store_path(), report);
  // From here on nothing is refused any more.
  if (!store) store = open_store(store_path());
  need(tournament::write_event(*store, opened.prepared));
  const store::EventId id = opened.prepared.event.id;
  if (!opened.changes.empty()) need(store->commit(id, opened.changes));
  run.keep_in(*store, id);
  Reporter reporter(board, report, ci, run.notifier());
  tournament::Tournament games(std::move(who), std::move(schedule), run.notifier(), reporter);
  for (const tournament::Schedule::Result& one : history.played()) games.recall(one.index, one.points);
  games.begin();
  for (const launch::BotSpec& bot : bots)
    if (bot.remote) report.note("waiting for " + bot.name + " at " + run.referee().address().url());
  if (board.games() > 0) report.tell(std::to_string(board.games()) + " games were played before");
  const int signal = run.play(run::MatchConfig(start, options.position.game_options()), games, report);
  return finish(signal, run, reporter, report, ci, board.games() > 0);
}

int TournamentCommand::finish(int signal, EventRun& run, Reporter& reporter, TournamentReport& report,
                              CiReport& ci, bool any_games) const {
  bool written = !run.failed();
  if (written && signal == 0 && any_games) {
    reporter.keep_ratings();
    written = run.notifier().finish().has_value();
  }
  try {
    report.finish();
  } catch (const UsageError& error) {
    report.note(error.what());
    written = false;
  }
  if (signal != 0)
    report.note("interrupted; finished games are stored in " + store_path() +
                ", and the same command resumes it");
  const int code = ci.finish(signal, run.failed() ? run.failure() : reporter.refusal());
  if (signal == 0) run.stay(report);
  return exit_code_of_run(signal, written && reporter.refusal().empty(), code,
                          reporter.any_stopped() ? 4 : 0);
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
  command.help(help());
  command.run([tournament] { return tournament->run(); });
}

}  // namespace quiver::cli

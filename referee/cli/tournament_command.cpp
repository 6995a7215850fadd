#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "client_sdk/base/text.hpp"
#include "referee/cli/ci_report.hpp"
#include "referee/cli/command_line.hpp"
#include "referee/cli/commands.hpp"
#include "referee/cli/event_run.hpp"
#include "referee/cli/standings_text.hpp"
#include "referee/cli/toml_words.hpp"
#include "referee/cli/tournament_options.hpp"
#include "referee/cli/tournament_report.hpp"
#include "referee/cli/usage_error.hpp"
#include "referee/launch/fingerprint.hpp"
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
         "Lets bots play a tournament that can be broken off at any moment: the same\n"
         "command again goes on where it ended. A file has the options as keys:\n"
         "size = 6, bot = [\"a\", \"b\"]; game = \"amazons\".\n\n" +
         std::string(kPositionHelp) +
         R"(  --format F           round-robin, double-round-robin, gauntlet, swiss or
                       knockout (round-robin)
  --games N            a pair (2); a round robin may be given more later
  --rounds N           swiss: how many (enough to tell one from all others)
  --challengers N      gauntlet: so many of the first play all others (1)
  --openings O         random:K, K random moves, or a file with one opening a
                       line; each is played with the seats changed
  --sprt elo0=E,elo1=E,alpha=P,beta=P
                       two bots: stop as soon as it is decided how strong the
                       first one is (0, 10, 0.05, 0.05)
  --anchor NAME=ELO    whose rating is fixed (the mean is 0)
  --allow-changed      go on though a bot's program is not what it was
  --seed S             the same seed and deterministic bots: the same games
)" + kEventHelp +
         kHouseHelp + kCiHelp + kRefereeHelp + kListenHelp + kWebHelp + kOfferHelp + kWebStayHelp +
         R"(
exit codes: 0 all is played, 1 see --expect, 2 bad usage or input, or something
cannot be kept or written, 4 a pairing was stopped, 128 + N ended by signal N

examples:
  quiver tournament amazons --size 6 --bot territory --bot power --bot random \
    --games 40 --concurrency 2 --seed 9 --store t.db
  quiver tournament connect4 --bot "./new name=new" --bot "./old name=old" \
    --openings random:4 --sprt elo0=0,elo1=10 --store sprt.db
)";
}

// Tells of the tournament what is kept, and keeps the ratings now and then.
class Teller final : public tournament::Audience {
 public:
  Teller(Scoreboard& board, TournamentReport& report, CiReport& ci, tournament::Keeper& keeper)
      : board_(board), report_(report), ci_(ci), keeper_(keeper) {}

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
  void on_stopped(const tournament::Pairing& pairing, const std::string& why) override {
    stopped_ = true;
    board_.add_stopped(names_of(pairing) + ": " + why);
    ci_.add_stopped(names_of(pairing) + ": " + why);
    report_.note(names_of(pairing) + " do not go on with each other: " + why);
  }
  void keep_ratings() {
    std::vector<store::Change> changes;
    for (store::Rating& one : board_.ratings()) changes.emplace_back(std::move(one));
    if (!changes.empty()) keeper_.keep(std::move(changes));
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
  tournament::Keeper& keeper_;
  bool stopped_ = false;
};

class TournamentCommand {
 public:
  TournamentOptions options;
  std::string file;  // the words came from it; empty: none

  int run();

 private:
  void refuse_what_does_not_go_together() const;
  [[nodiscard]] std::string store_path() const;
  [[nodiscard]] std::string event_name() const {
    return options.event.empty() ? "tournament" : options.event;
  }
  // The one given, or that of the event if it has begun, or a new one.
  [[nodiscard]] std::uint32_t seed(store::Store& store) const;
  void take_changed_bots(store::Store& store, History& history,
                         const std::vector<launch::BotSpec>& bots) const;
  // The event as it stands, with its entrants.
  [[nodiscard]] History open(store::Store& store, const tournament::Plan& plan,
                             const std::vector<launch::BotSpec>& bots) const;
  // The reports for CI are about the whole tournament, whoever played its beginning.
  void recall(store::Store& store, const History& history, CiReport& ci) const;
  int play(store::Store& store, History& history, const std::vector<launch::BotSpec>& bots,
           const games::Position& start, CiReport& ci);
};

void TournamentCommand::refuse_what_does_not_go_together() const {
  if (options.bots.size() < 2)
    throw UsageError("who plays? Give --bot SPEC once for each entrant; --help tells more");
  if (!options.position.moves_text().empty()) throw UsageError("a tournament takes --openings, not --moves");
  if (options.ci.tap && options.json) throw UsageError("give --tap or --json, not both");
  if (options.sprt && (options.bots.size() != 2 || options.format != "round-robin"))
    throw UsageError("--sprt compares two bots in a round-robin");
  if (options.rounds && options.format != "swiss") throw UsageError("--rounds is for swiss");
  if (options.challengers && options.format != "gauntlet")
    throw UsageError("--challengers is for a gauntlet");
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

std::uint32_t TournamentCommand::seed(store::Store& store) const {
  if (options.seed_given) return *options.seed_given;
  for (const store::Event& one : need(store.events()))
    if (one.name == event_name())
      if (const auto known = tournament::Plan::parse(one.plan).find("seed"))
        return need(base::parse_number(*known));
  return chosen_seed(std::nullopt);
}

// Games of two programs under one name tell nothing about either. One that has not played may change.
void TournamentCommand::take_changed_bots(store::Store& store, History& history,
                                          const std::vector<launch::BotSpec>& bots) const {
  std::set<std::uint32_t> played;
  for (const store::GameResult& game : history.results)
    for (const auto& seat : game.seats) played.insert(seat.entrant);
  std::vector<store::Change> changes;
  for (std::uint32_t k = 0; k < bots.size() && k < history.entrants.size(); ++k) {
    const std::string version = launch::fingerprint(bots[k]);
    if (history.entrants[k].version == version) continue;
    if (played.contains(k) && !options.allow_changed)
      throw UsageError("the program of " + bots[k].name +
                       " has changed since the tournament began: give another --store or --event, or "
                       "--allow-changed if that does not matter");
    history.entrants[k].version = version;
    changes.emplace_back(history.entrants[k]);
  }
  if (!changes.empty()) need(store.commit(history.event.id, changes));
}

History TournamentCommand::open(store::Store& store, const tournament::Plan& plan,
                                const std::vector<launch::BotSpec>& bots) const {
  const store::Event event = need(tournament::open_event(store, event_name(), "tournament", plan));
  History history = need(tournament::read_history(store, event));
  if (!history.entrants.empty()) {
    take_changed_bots(store, history, bots);
    return history;
  }
  std::vector<store::Change> changes;
  for (std::uint32_t k = 0; k < bots.size(); ++k) {
    history.entrants.push_back(
        {k, bots[k].name, options.bots[k], launch::fingerprint(bots[k]), tournament::utc_now(), true});
    changes.emplace_back(history.entrants.back());
  }
  need(store.commit(event.id, changes));
  return history;
}

void TournamentCommand::recall(store::Store& store, const History& history, CiReport& ci) const {
  if (!options.ci.junit && !options.ci.tap && options.ci.expectations.empty()) return;
  need(store.games(history.event.id, [&](const store::Game& game) {
    ci.add(game.record);
    return true;
  }));
}

int TournamentCommand::run() {
  refuse_what_does_not_go_together();
  const games::Position start = options.position.start();
  const std::vector<launch::BotSpec> bots = options.specs();
  CiReport ci(options.ci, "tournament " + options.position.game());
  std::vector<std::string> names;
  for (const launch::BotSpec& bot : bots) names.push_back(bot.name);
  ci.check_names(names);
  if (options.sprt) need(tournament::Sprt::parse(*options.sprt), "--sprt: ");
  // Whatever can be wrong is so before the store hears of it.
  options.check_event(event_name());
  const tournament::Plan sketch = options.plan(start, 0);
  refuse_too_many_games(*need(tournament::format_of(sketch)));
  need(tournament::anchor_of(sketch, names), "--anchor: ");
  static_cast<void>(options.num_at_once());
  const std::unique_ptr<store::Store> store = open_store(store_path());
  const std::uint32_t chance = seed(*store);
  static_cast<void>(options.book(start, chance));
  History history = open(*store, options.plan(start, chance), bots);
  return play(*store, history, bots, start, ci);
}

int TournamentCommand::play(store::Store& store, History& history, const std::vector<launch::BotSpec>& bots,
                            const games::Position& start, CiReport& ci) {
  tournament::Schedule schedule(need(tournament::format_of(history.plan)));
  need(schedule.restore(history.drawn(), history.played()));
  std::vector<store::Change> reopened = tournament::reopen(history, schedule);
  Scoreboard board = need(tournament::scoreboard_of(history));
  TournamentReport report({options.json, options.ci.tap, options.quiet, options.record},
                          [&board] { return board.standings(); });
  ci.open();
  recall(store, history, ci);
  const bool launches = std::any_of(bots.begin(), bots.end(), [](const auto& bot) { return !bot.remote; });
  EventRun run(options, launches, store, history.event.id);
  run.open_page("tournament", history.event.name, store_path(), report);
  Teller teller(board, report, ci, run.keeper());
  tournament::Entry entry;
  entry.event = history.event.name;
  entry.bots = bots;
  entry.seed = history.plan.number("seed", 0);
  entry.openings = options.book(start, entry.seed);
  if (options.sprt) entry.sprt.emplace(need(tournament::Sprt::parse(*options.sprt)));
  tournament::Tournament games(std::move(entry), std::move(schedule), run.keeper(), teller);
  for (const tournament::Schedule::Result& one : history.played()) games.recall(one.index, one.points);
  if (!reopened.empty()) run.keeper().keep(std::move(reopened));
  games.begin();
  for (const launch::BotSpec& bot : bots)
    if (bot.remote) report.note("waiting for " + bot.name + " at " + run.referee().address().url());
  if (board.games() > 0) report.tell(std::to_string(board.games()) + " games were played before");
  const int signal = run.play(net::Ground(start, options.position.game_options()), games, report);
  bool written = !run.failed();
  if (written && signal == 0 && board.games() > 0) {
    teller.keep_ratings();
    written = run.keeper().finish().has_value();
  }
  try {
    report.finish();
  } catch (const UsageError& error) {
    report.note(error.what());
    written = false;
  }
  if (signal != 0)
    report.note("broken off; what has ended is kept in " + store_path() +
                ", and the same command goes on with it");
  const int code = ci.finish(signal, run.failure());
  if (signal == 0) run.stay(report);
  return exit_code_of_run(signal, written, code, teller.any_stopped() ? 4 : 0);
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

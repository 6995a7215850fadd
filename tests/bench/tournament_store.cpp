// What it costs a tournament of bots that answer at once that its games are kept, and told only then.
//
// The same game source is played with a store on disk and with one that forgets everything; processes, clocks
// and records are the same in both.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <sys/resource.h>

#include "referee/run/referee.hpp"
#include "referee/store/sqlite_store.hpp"
#include "referee/tournament/tournament.hpp"
#include "tests/bench/measurements.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kGames = 900;  // a run, of three bots
constexpr std::uint32_t kAtOnce = 4;
constexpr int kPairs = 16;

class NoStore : public store::Store {
 public:
  base::Result<std::vector<store::Event>> events() override { return std::vector<store::Event>(); }
  base::Result<store::Event> begin(const store::Event& event) override { return event; }
  base::Result<void> change_plan(store::EventId, const std::string&) override { return {}; }
  base::Result<void> commit(store::EventId, const std::vector<store::Change>&) override { return {}; }
  base::Result<std::vector<store::Entrant>> entrants(store::EventId) override {
    return std::vector<store::Entrant>();
  }
  base::Result<std::vector<store::Pairing>> pairings(store::EventId) override {
    return std::vector<store::Pairing>();
  }
  base::Result<std::vector<store::Rating>> ratings(store::EventId) override {
    return std::vector<store::Rating>();
  }
  base::Result<std::vector<store::GameResult>> results(store::EventId) override {
    return std::vector<store::GameResult>();
  }
  base::Result<std::uint32_t> count_games(store::EventId) override { return 0; }
  base::Result<std::vector<store::GameHead>> heads(store::EventId, std::uint32_t, std::uint32_t) override {
    return std::vector<store::GameHead>{};
  }
  base::Result<void> games(store::EventId, const std::function<bool(const store::Game&)>&) override {
    return {};
  }
  base::Result<std::optional<store::Game>> game(store::EventId, std::uint32_t) override {
    return std::optional<store::Game>();
  }
  base::Result<std::vector<store::GameLog>> game_logs(store::EventId, std::uint32_t) override {
    return std::vector<store::GameLog>();
  }
  base::Result<std::vector<std::uint32_t>> logged_games(store::EventId) override {
    return std::vector<std::uint32_t>();
  }
  base::Result<std::vector<store::Team>> teams() override { return std::vector<store::Team>(); }
  base::Result<std::vector<store::TeamVersion>> versions(std::uint32_t, Reports) override {
    return std::vector<store::TeamVersion>();
  }
  base::Result<std::optional<store::TeamVersion>> version(std::uint32_t, std::uint32_t) override {
    return std::optional<store::TeamVersion>();
  }
  base::Result<std::optional<std::string>> bundle(const std::string&) override {
    return std::optional<std::string>();
  }
  base::Result<std::vector<store::Invitation>> invitations() override {
    return std::vector<store::Invitation>();
  }
  base::Result<std::vector<store::AuditEntry>> audit(std::uint32_t) override {
    return std::vector<store::AuditEntry>();
  }
  base::Result<std::vector<store::StoredSetting>> settings() override {
    return std::vector<store::StoredSetting>();
  }
};

// Counts what is told.
class Counter : public tournament::TournamentObserver {
 public:
  void on_drawn(const std::vector<tournament::Pairing>&) override {}
  void on_game(const store::Game&) override { ++games_; }
  void on_void(const wire::Record& record) override { throw std::runtime_error(record.sentence); }
  void on_stopped(const tournament::Pairing&, const std::string&) override {}
  [[nodiscard]] std::uint32_t games() const { return games_; }

 private:
  std::uint32_t games_ = 0;
};

template <class Value>
Value need(base::Result<Value> result) {
  if (!result) throw std::runtime_error(result.error().sentence);
  return std::move(*result);
}

struct Run {
  double seconds = 0;  // from the first launch until the last game is told
  double cpu = 0;      // seconds of this process, bots aside
  store::Writer::Spent spent;
};

double own_cpu() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

class Tournaments {
 public:
  explicit Tournaments(const std::string& program) {
    const std::filesystem::path referee = std::filesystem::path(program).parent_path();
    policy_ =
        need(launch::make_launch_policy(launch::Isolation::kAuto, (referee / "quiver-supervisor").string()));
    const std::string bot = (referee.parent_path() / "bots/connect4-random").string();
    for (int k = 0; k < 3; ++k) bots_.push_back(need(launch::parse_bot_spec(bot, "connect4", {})));
    launch::make_names_differ(bots_);
  }

  Run play(store::Store& store) {
    const store::EventId event = need(store.begin({0, "bench", "tournament", "", "2026-01-31T12:00:00Z"})).id;
    std::vector<store::Change> entrants;
    for (std::uint32_t k = 0; k < bots_.size(); ++k)
      entrants.emplace_back(store::Entrant{k, bots_[k].name, "", "", "", true});
    if (auto kept = store.commit(event, entrants); !kept) throw std::runtime_error(kept.error().sentence);
    run::Settings settings;
    settings.log = net::Log::Level::kWarning;
    settings.launch_policy = policy_;
    const auto referee = need(run::Referee::open(settings));
    store::Writer writer(store, event);
    std::string failure;
    tournament::CommitNotifier notifier(
        writer, [&](std::function<void()> action) { referee->post(std::move(action)); },
        [&](const std::string& sentence) { failure = sentence; });
    Counter counter;
    tournament::Entry entry;
    entry.event = "bench";
    entry.bots = bots_;
    entry.seed = 1;
    tournament::FormatChoice choice;
    choice.name = "round-robin";
    choice.entrants = 3;
    choice.games = kGames / 3;
    tournament::Tournament games(
        std::move(entry), tournament::Schedule(need(tournament::make_format(choice))), notifier, counter);
    run::MatchConfig config(need(games::Position::start("connect4", {})), {});
    config.concurrency = kAtOnce;
    const double cpu = own_cpu();
    const Clock::time_point began = Clock::now();
    games.begin();
    referee->play(std::move(config), games);
    referee->run();
    if (auto kept = notifier.finish(); !kept) throw std::runtime_error(kept.error().sentence);
    if (counter.games() != kGames) throw std::runtime_error("not all games were played");
    return {std::chrono::duration<double>(Clock::now() - began).count(), own_cpu() - cpu, writer.spent()};
  }

 private:
  launch::LaunchPolicy policy_;
  std::vector<launch::BotSpec> bots_;
};

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

}  // namespace

Figures measure_tournament(const std::string& program) {
  std::string folder = (std::filesystem::temp_directory_path() / "quiver-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  launch::prepare_this_process();
  Tournaments tournaments(program);
  std::vector<double> kept, not_kept, ratios, cpu, busy, commits;
  // Run by run in turns, because what else the machine does comes and goes.
  for (int pair = 0; pair < kPairs; ++pair) {
    Run with, without;
    for (const bool keeps : {pair % 2 == 0, pair % 2 != 0}) {
      NoStore none;
      const std::string path = folder + "/" + std::to_string(pair) + ".db";
      const auto disk = keeps ? need(store::open_sqlite_store(path, store::Access::kWrite)) : nullptr;
      (keeps ? with : without) = tournaments.play(keeps ? *disk : none);
    }
    kept.push_back(with.seconds);
    not_kept.push_back(without.seconds);
    ratios.push_back(with.seconds / without.seconds);
    cpu.push_back((with.cpu - without.cpu) / with.seconds);
    busy.push_back(std::chrono::duration<double>(with.spent.busy).count() / with.seconds);
    commits.push_back(static_cast<double>(with.spent.commits));
  }
  std::filesystem::remove_all(folder);
  std::printf("a tournament of %u games of Connect Four, %u at once, store in %s, medians of %d runs each\n",
              kGames, kAtOnce, folder.c_str(), kPairs);
  std::printf("  %-52s %8.0f\n", "games a second, not kept", kGames / median(not_kept));
  std::printf("  %-52s %8.0f\n", "games a second, kept", kGames / median(kept));
  std::printf("  %-52s %8.0f\n", "games a commit", kGames / median(commits));
  std::printf("  %-52s %8.1f\n", "the time that commits take, beside the games, in %", 100 * median(busy));
  std::printf("  %-52s %8.1f\n\n", "more CPU time of the referee, in % of the run's time", 100 * median(cpu));
  return {{"a tournament whose games are kept, its time against not kept", median(ratios), 1.1, false}};
}

}  // namespace quiver::bench

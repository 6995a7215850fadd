#include "tests/bench/queue_growth.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "tests/bench/processes.hpp"
#include "tests/bench/queue_load.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kFew = 1000;
constexpr std::uint32_t kMany = 1'000'000;
constexpr std::size_t kPairs = 400;  // for each measurement
constexpr const char* kDatabase = "growth";

wire::WorkSetup bench_setup() {
  wire::WorkSetup setup;
  setup.game = "connect4";
  for (const char* name : {"ann", "bob"}) {
    setup.bots.emplace_back();
    setup.bots.back().name = name;
    setup.bots.back().bundle = "aa";
  }
  return setup;
}

double millis_since(Clock::time_point began) {
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

// Medians of one pair each, in milliseconds.
struct Costs {
  double claim = 0;
  double submit = 0;
  double store = 0;  // both games, in a commit of their own
  double settle = 0;
};

Costs measure_pairs(store::Store& store, store::WorkQueue& queue, store::EventId event, std::uint32_t first) {
  need(queue.enter({"ann", "host", "cpu"}));
  need(queue.offer(event, bench_units(first, kPairs)));
  std::vector<double> claims;
  std::vector<double> submits;
  std::vector<double> stores;
  std::vector<double> settles;
  for (std::size_t k = 0; k < kPairs; ++k) {
    Clock::time_point began = Clock::now();
    const auto unit = need(queue.claim("ann", std::chrono::seconds(60), {})).value();
    claims.push_back(millis_since(began));
    const auto records = records_of(unit, bench_setup());
    began = Clock::now();
    if (!need(queue.submit("ann", unit, records))) throw std::runtime_error("a lease is lost");
    submits.push_back(millis_since(began));
    std::vector<store::Change> changes;
    for (const wire::Record& record : records)
      changes.emplace_back(store::Game{record.number, 1, record.number - 1, {0, 1}, record});
    began = Clock::now();
    need(store.commit(event, changes));
    stores.push_back(millis_since(began));
    began = Clock::now();
    need(queue.settle(event, {unit.unit}));
    settles.push_back(millis_since(began));
  }
  return {median(claims), median(submits), median(stores), median(settles)};
}

// Fills up with copies of the first game, with their numbers.
void fill(const PostgresServer& server, std::uint32_t from, std::uint32_t to) {
  const std::string between = std::to_string(from) + ", " + std::to_string(to - 1);
  server.execute(
      kDatabase,
      "SET session_replication_role = replica; SET synchronous_commit = off; "
      "INSERT INTO quiver.games SELECT (r).* FROM (SELECT jsonb_populate_record(g, jsonb_build_object("
      "'number', n, 'place', n - 1)) AS r FROM quiver.games AS g, generate_series(" +
          between +
          ") AS n WHERE g.number = 1) AS copies; "
          "INSERT INTO quiver.game_seats SELECT (r).* FROM (SELECT jsonb_populate_record(s, "
          "jsonb_build_object('game', n)) AS r FROM quiver.game_seats AS s, generate_series(" +
          between + ") AS n WHERE s.game = 1) AS copies;");
  // Fails unless they are there.
  server.execute(kDatabase,
                 "SELECT 1 / (count(*) >= " + std::to_string(to - 1) + ")::integer FROM quiver.games");
  server.execute(kDatabase, "VACUUM ANALYZE");
  server.execute(kDatabase, "CHECKPOINT");
}

}  // namespace

store::EventId open_bench_event(store::Store& store, const std::string& url) {
  const auto event = need(store.begin({0, "bench", "tournament", "", "2026-01-31T12:00:00Z"})).id;
  const store::Pairing pairing{1, 1, {0, 1}, 100'000'000, store::Pairing::State::kOpen, ""};
  need(store.commit(event, {store::Entrant{0, "ann", "", "", "", true},
                            store::Entrant{1, "bob", "", "", "", true}, pairing}));
  need(need(store::WorkQueue::open(url))->open_event(event, bench_setup()));
  return event;
}

std::vector<store::OfferedUnit> bench_units(std::uint32_t first, std::size_t count) {
  std::vector<store::OfferedUnit> units(count);
  for (store::OfferedUnit& unit : units) {
    for (int k = 0; k < 2; ++k, ++first)
      unit.games.push_back({first, "bench-" + std::to_string(first), {0, 1}, "", 7, {1, 2}});
    unit.bundles = {"aa"};
  }
  return units;
}

Figures measure_queue_growth(PostgresServer& server) {
  const std::string url = server.add_database(kDatabase);
  const auto store = need(store::open_store(url, store::Access::kWrite));
  const store::EventId event = open_bench_event(*store, url);
  const auto queue = need(store::WorkQueue::open(url));
  static_cast<void>(measure_pairs(*store, *queue, event, 1));  // warm, and there is a first game
  constexpr std::uint32_t kPlayed = 2 * kPairs;
  fill(server, kPlayed + 1, kFew + 1);
  const Costs few = measure_pairs(*store, *queue, event, kMany + 1);
  fill(server, kFew + 1, kMany + 1);
  const Costs many = measure_pairs(*store, *queue, event, kMany + kPlayed + 1);
  std::printf("a pair with %u and with %u games in the store, ms, medians\n", kFew, kMany);
  const auto line = [](const char* what, double before, double after) {
    std::printf("  %-52s %8.2f %8.2f\n", what, before, after);
  };
  line("claim", few.claim, many.claim);
  line("submit", few.submit, many.submit);
  line("store, in a commit of its own", few.store, many.store);
  line("settle", few.settle, many.settle);
  return {{"a claim with 1,000,000 games in the store against 1000", many.claim / few.claim, 2, false},
          {"submitting and storing a pair, likewise",
           (many.submit + many.store + many.settle) / (few.submit + few.store + few.settle), 2, false}};
}

}  // namespace quiver::bench

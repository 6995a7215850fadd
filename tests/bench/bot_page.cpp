// What a bot's page costs in an event of a hundred thousand games: the first question reads an index of them,
// the others use it.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <thread>

#include "referee/store/sqlite_store.hpp"
#include "referee/web/store_reader.hpp"
#include "tests/bench/measurements.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kGames = 100'000;
constexpr std::uint32_t kAtOnce = 2000;
constexpr std::uint32_t kEntrants = 30;
constexpr unsigned kMoves = 60;

store::Game game_of(std::uint32_t number) {
  const std::uint32_t first = number % kEntrants;
  const std::uint32_t second = (first + 1 + number / kEntrants % (kEntrants - 1)) % kEntrants;
  store::Game game{number, 0, 0, {first, second}, {}};
  wire::Record& record = game.record;
  record.id = "ladder-" + std::to_string(number);
  record.number = number;
  record.game = "amazons";
  record.board = "square";
  record.rows = record.columns = number % 2 == 0 ? 10 : 8;
  record.started = "2026-01-31T12:00:00Z";
  record.seats.resize(2);
  for (unsigned s = 0; s < 2; ++s) {
    record.seats[s].name = "bot-" + std::to_string(game.entrants[s]);
    record.seats[s].place = (number % 3 == 0) == (s == 0) ? 1 : 2;
    record.seats[s].time.per_move = std::chrono::seconds(1);
    record.seats[s].used = std::chrono::seconds(9);
  }
  if (number % 17 == 0) record.seats[number % 3 == 0 ? 1 : 0].reason = wire::Reason::kTimeout;
  for (unsigned ply = 0; ply < kMoves; ++ply)
    record.moves.push_back({base::seat(ply % 2),
                            "d1-d7/g7",
                            std::chrono::milliseconds(number * 7 % 900 + ply),
                            {0.25, 12, "nodes 12345"}});
  record.winner = base::seat(number % 3 == 0 ? 0 : 1);
  record.sentence = "somebody won";
  return game;
}

void need(const base::Result<void>& done) {
  if (!done) throw std::runtime_error(done.error().sentence);
}

void fill(store::Store& store) {
  const auto event = store.begin({0, "ladder", "ladder", "game = amazons\n", "2026-01-31T12:00:00Z"});
  if (!event) throw std::runtime_error(event.error().sentence);
  std::vector<store::Change> changes;
  for (std::uint32_t e = 0; e < kEntrants; ++e) {
    const std::string name = "bot-" + std::to_string(e);
    changes.emplace_back(store::Entrant{e, name, "./" + name, name + " 00", "2026-01-31T12:00:00Z", true});
  }
  for (std::uint32_t number = 1; number <= kGames; ++number) {
    changes.emplace_back(game_of(number));
    if (number % kAtOnce != 0) continue;
    need(store.commit(event->id, changes));
    changes.clear();
  }
}

double took(const char* what, const std::function<web::Granted<web::Document>()>& question) {
  const auto began = Clock::now();
  const auto answer = question();
  const double millis = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  if (!answer) throw std::runtime_error(answer.error().sentence);
  std::printf("  %-64s %9.1f ms %8zu bytes\n", what, millis, answer->plain->size());
  return millis;
}

}  // namespace

Figures measure_bot_page(const std::string&) {
  std::string folder = (std::filesystem::temp_directory_path() / "quiver-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  const std::string path = folder + "/t.db";
  {
    const auto store = store::open_sqlite_store(path, store::Access::kWrite);
    if (!store) throw std::runtime_error(store.error().sentence);
    fill(**store);
  }
  std::printf("a bot's page: %u games of %u moves of %u bots in a file of %ju MB\n", kGames, kMoves,
              kEntrants, static_cast<std::uintmax_t>(std::filesystem::file_size(path) >> 20U));
  web::StoreReader reader(path);
  const auto filter = [](const char* key, const char* value) {
    return web::read_bot_filter({{key, value}}).value();
  };
  took("the table of the event, which every page of it needs", [&] { return reader.standings("ladder"); });
  const double first =
      took("the first list: the index is read", [&] { return reader.bot_games("ladder", "bot-3", {}, {}); });
  took("the first report on a bot", [&] { return reader.bot("ladder", "bot-3", ""); });
  took("a report on another bot", [&] { return reader.bot("ladder", "bot-4", ""); });
  const double list = took("a filtered page that nobody has seen", [&] {
    return reader.bot_games("ladder", "bot-5", filter("result", "lost"), {40, {}});
  });
  took("the same again", [&] {
    return reader.bot_games("ladder", "bot-5", filter("result", "lost"), {40, {}});
  });
  took("the neighbours of a game", [&] {
    return reader.bot_games("ladder", "bot-5", filter("against", "bot-7"), {0, 50'000});
  });
  std::this_thread::sleep_for(std::chrono::seconds(static_cast<int>(first / 100) + 2));
  took("a list once the index has to be looked after",
       [&] { return reader.bot_games("ladder", "bot-5", {}, {}); });
  std::printf("\n");
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return {{"a bot's games among 100,000, a filtered page, ms", list, 100, false},
          {"the same, the first question after the start, ms", first, 5000, false}};
}

}  // namespace quiver::bench

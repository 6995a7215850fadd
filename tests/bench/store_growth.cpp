// What it costs to keep a game, and whether it costs more when thousands are kept already.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "referee/store/sqlite_store.hpp"
#include "referee/store/writer.hpp"
#include "tests/bench/measurements.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kGames = 10'000;
constexpr std::uint32_t kAtOnce = 10;  // games that end together
constexpr std::uint32_t kPart = 1000;

// A folder that goes with the measurement; TMPDIR says on which disk.
struct Folder {
  Folder() : path((std::filesystem::temp_directory_path() / "quiver-bench-XXXXXX").string()) {
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string path;
};

// Connect Four in seven moves.
store::Game tiny_game(std::uint32_t number) {
  store::Game game{number, 1, number - 1, {number % 2, 1 - number % 2}, {}};
  wire::Record& record = game.record;
  record.id = "7-" + std::to_string(number);
  record.number = number;
  record.game = "connect4";
  record.board = "rectangle";
  record.rows = 6;
  record.columns = 7;
  record.started = "2026-01-31T12:00:00Z";
  record.seats.resize(2);
  for (unsigned s = 0; s < 2; ++s) {
    record.seats[s].name = s == 0 ? "ann" : "bob";
    record.seats[s].place = s + 1;
    record.seats[s].used = std::chrono::milliseconds(3);
  }
  for (unsigned ply = 0; ply < 7; ++ply)
    record.moves.push_back({base::seat(ply % 2), ply % 2 == 0 ? "4" : "5", std::chrono::milliseconds(1), {}});
  record.winner = base::Seat{0};
  record.sentence = "seat 0, ann, won";
  record.hash = 0x0123456789ABCDEF;
  return game;
}

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

void need(const base::Result<void>& done) {
  if (!done) throw std::runtime_error(done.error().sentence);
}

// Milliseconds for each commit, in order.
std::vector<double> keep_all(store::Store& store) {
  auto event = store.begin({0, "bench", "tournament", "", "2026-01-31T12:00:00Z"});
  if (!event) throw std::runtime_error(event.error().sentence);
  const store::Pairing pairing{1, 1, {0, 1}, kGames, store::Pairing::State::kOpen, ""};
  need(store.commit(event->id, {store::Entrant{0, "ann", "", "", "", true},
                                store::Entrant{1, "bob", "", "", "", true}, pairing}));
  store::Writer writer(store, event->id);
  std::vector<double> took;
  for (std::uint32_t number = 1; number <= kGames;) {
    std::vector<store::Change> together;
    for (std::uint32_t k = 0; k < kAtOnce; ++k) together.emplace_back(tiny_game(number++));
    const Clock::time_point began = Clock::now();
    writer.add(std::move(together));
    need(writer.flush());
    took.push_back(std::chrono::duration<double, std::milli>(Clock::now() - began).count());
  }
  return took;
}

}  // namespace

Figures measure_store(const std::string&) {
  const Folder folder;
  auto opened = store::open_sqlite_store(folder.path + "/t.db", store::Access::kWrite);
  if (!opened) throw std::runtime_error(opened.error().sentence);
  const std::vector<double> took = keep_all(**opened);
  opened->reset();
  constexpr auto kCommits = static_cast<std::ptrdiff_t>(kPart / kAtOnce);
  const double first = median({took.begin(), took.begin() + kCommits});
  const double last = median({took.end() - kCommits, took.end()});
  std::printf("a store of %u games of seven moves in %s, %u a commit, medians\n", kGames, folder.path.c_str(),
              kAtOnce);
  std::printf("  %-52s %8.2f\n", "of the first thousand: ms a commit", first);
  std::printf("  %-52s %8.2f\n", "of the last thousand: ms a commit", last);
  std::printf("  %-52s %8.0f\n\n", "bytes a game in the file",
              static_cast<double>(std::filesystem::file_size(folder.path + "/t.db")) / kGames);
  return {{"keeping a game, the last of 10,000 against the first", last / first, 1.5, false}};
}

}  // namespace quiver::bench

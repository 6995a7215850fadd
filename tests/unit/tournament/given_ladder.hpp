// A ladder without a network, for tests: its store is a real one, its clock is set by hand, and games end as
// the test says.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "referee/store/sqlite_store.hpp"
#include "referee/tournament/ladder.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

class ConnectedBots final : public run::PlayerPool {
 public:
  [[nodiscard]] Presence presence(const launch::BotSpec& bot) const override {
    if (!bot.remote) return Presence::kFree;
    return here.contains(bot.name) ? Presence::kFree : Presence::kAbsent;
  }
  [[nodiscard]] std::vector<std::string> remote_players() const override {
    return {here.begin(), here.end()};
  }
  std::set<std::string> here;
};

class Listener : public tournament::LadderObserver {
 public:
  void on_game(const store::Game& game) override { games.push_back(game); }
  void on_void(const wire::Record&) override { ++voids; }
  void on_news(const std::string& sentence) override { news.push_back(sentence); }
  [[nodiscard]] bool heard(const std::string& text) const {
    for (const std::string& one : news)
      if (one.find(text) != std::string::npos) return true;
    return false;
  }
  std::vector<store::Game> games;
  std::vector<std::string> news;
  int voids = 0;
};

inline launch::BotSpec launched(const std::string& name) {
  launch::BotSpec bot;
  bot.name = name;
  bot.program = "/bin/" + name;
  return bot;
}

// One run of a ladder; another one on the same file goes on with it.
class Season {
 public:
  Season(const std::string& path, tournament::LadderRules rules)
      : store_(*store::open_sqlite_store(path, store::Access::kWrite)),
        event_(*tournament::open_event(*store_, "ladder-1", "ladder", {})),
        opened_(*tournament::Challenges::open(*store_, "ladder")),
        history_(*tournament::read_history(*store_, event_)),
        board(*tournament::scoreboard_of(history_)),
        writer_(*store_, event_.id),
        notifier_(
            writer_,
            [this](std::function<void()> action) {
              const std::lock_guard lock(mutex_);
              posted_.push_back(std::move(action));
            },
            [](const std::string& sentence) { ADD_FAILURE() << sentence; }),
        challenges_(opened_.first, opened_.second, notifier_),
        ladder(history_, board, std::move(rules), {tournament::OpeningBook()}, notifier_, listener,
               [this] { return now; }) {
    ladder.set_challenges(challenges_);
  }
  ~Season() { EXPECT_TRUE(notifier_.finish()); }
  Season(const Season&) = delete;
  Season& operator=(const Season&) = delete;

  // Plays the next game to its end; seat 0 wins unless somebody is out.
  std::optional<run::Game> play(const std::map<std::string, wire::Reason>& faults = {},
                                const std::map<std::string, std::string>& titles = {}) {
    auto game = ladder.next(connected);
    if (!game) return game;
    end(*game, faults, titles);
    return game;
  }
  void end(const run::Game& game, const std::map<std::string, wire::Reason>& faults = {},
           const std::map<std::string, std::string>& titles = {}, bool is_void = false,
           std::optional<base::Seat> unable = {}) {
    wire::Record record;
    record.id = game.id;
    record.number = game.number;
    record.game = "connect4";
    record.end = is_void ? wire::End::kVoid : wire::End::kPlayedOut;
    for (std::size_t s = 0; s < 2; ++s) {
      wire::Record::SeatRecord seat;
      seat.name = ladder.bot(game.bots[s]).name;
      seat.place = static_cast<std::uint32_t>(s + 1);
      if (titles.contains(seat.name)) seat.title = titles.at(seat.name);
      if (faults.contains(seat.name)) seat.reason = faults.at(seat.name);
      record.seats.push_back(seat);
    }
    if (!is_void) {
      if (record.seats[0].reason) std::swap(record.seats[0].place, record.seats[1].place);
      record.winner = base::seat(record.seats[0].place == 1 ? 0 : 1);
    }
    ladder.on_over(game, record, unable);
    settle();
    now += std::chrono::seconds(10);  // nobody has to rest any more
  }
  // Until everything that was stored has been reported.
  void settle() {
    EXPECT_TRUE(writer_.flush());
    std::vector<std::function<void()>> actions;
    {
      const std::lock_guard lock(mutex_);
      actions.swap(posted_);
    }
    for (const auto& action : actions) action();
  }
  std::vector<std::string> active() {
    settle();
    std::vector<std::string> names;
    for (const auto& row : board.standings().rows)
      if (row.active) names.push_back(row.name);
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::unique_ptr<store::Store> store_;
  store::Event event_;
  std::pair<store::Event, std::uint32_t> opened_;
  tournament::History history_;

 public:
  tournament::Scoreboard board;
  base::Time now{std::chrono::hours(1)};
  ConnectedBots connected;
  Listener listener;

 private:
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;
  store::Writer writer_;
  tournament::CommitNotifier notifier_;
  tournament::Challenges challenges_;

 public:
  tournament::Ladder ladder;
};

}  // namespace quiver::tests

// What a worker has in hand, for the files that implement it: units, and the source of their games.
//
// On the referee's thread, but for what a unit was claimed with, which never changes.
#pragma once

#include <algorithm>
#include <deque>

#include "referee/net/match_observer.hpp"
#include "referee/net/match_session.hpp"
#include "referee/tournament/workers/worker.hpp"

namespace quiver::tournament {

// How long a worker keeps bots and runners without work.
constexpr std::chrono::seconds kTimeToRest(5);

// A unit in hand.
struct Worker::Unit {
  store::ClaimedUnit claimed;
  std::map<std::uint32_t, wire::Record> records;  // by the game's number
  std::size_t running = 0;                        // of its games
  base::Time last_change = base::clock_now();
  std::map<std::uint32_t, base::Time> started;  // by the game's number
  base::Duration longest_silence{0};
  std::set<std::uint32_t> begun;  // games in which all bots were ready
  bool broken_off = false;        // a game of it was, because this worker ends or cannot play it
  bool lost = false;              // the lease

  // Games that have not ended.
  [[nodiscard]] std::size_t left() const { return claimed.games.size() - records.size(); }
  [[nodiscard]] bool is_complete() const { return records.size() == claimed.games.size(); }
  // No game of it has begun.
  [[nodiscard]] bool is_waiting() const { return running == 0 && records.empty(); }
  [[nodiscard]] bool is_hung(base::Time now) const {
    return running > 0 && now - last_change > longest_silence;
  }
};

// The games of one tournament that are in hand.
class Worker::Source final : public run::GameSource {
 public:
  Source(Worker& worker, std::shared_ptr<const WorkEvent> event)
      : worker_(worker), event_(std::move(event)) {}

  [[nodiscard]] const WorkEvent& event() const { return *event_; }
  void add(const UnitPtr& unit, const LoadedUnit& loaded) {
    for (const auto& [number, bot] : loaded.bots) bots_.emplace(number, bot);
    for (const run::Game& game : loaded.games) {
      waiting_.push_back(game);
      units_[game.number] = unit;
    }
  }
  void end() { ended_ = true; }
  [[nodiscard]] bool is_idle() const { return units_.empty(); }
  // Its runner has ended some time ago, and does not call it any more.
  [[nodiscard]] bool is_done(base::Time now) const { return done_ && now - *done_ > kTimeToRest; }
  // Its games that have not begun will not.
  void drop_waiting(const UnitPtr& unit) {
    std::erase_if(waiting_, [&](const run::Game& game) {
      const auto found = units_.find(game.number);
      if (found == units_.end() || found->second != unit) return false;
      units_.erase(found);
      return true;
    });
  }

  // GameSource
  [[nodiscard]] const launch::BotSpec& bot(std::size_t number) const override { return bots_.at(number); }
  std::optional<run::Game> next(const run::PlayerPool&) override {
    if (ended_ || waiting_.empty() || !worker_.may_begin()) return std::nullopt;
    run::Game game = std::move(waiting_.front());
    waiting_.pop_front();
    const UnitPtr& unit = units_.at(game.number);
    ++unit->running;
    unit->last_change = unit->started[game.number] = base::clock_now();
    ++worker_.running_;
    return game;
  }
  [[nodiscard]] bool finished() const override { return ended_; }
  void on_over(const run::Game& game, const wire::Record& record,
               const std::optional<base::Seat>& unable) override {
    const auto found = units_.find(game.number);
    if (found == units_.end()) return;
    const UnitPtr unit = found->second;
    units_.erase(found);
    --unit->running;
    unit->last_change = base::clock_now();
    --worker_.running_;
    worker_.note_length(unit->last_change - unit->started[game.number]);
    if (!ended_) find_unable(unit, game, record, unable);
    worker_.on_over(unit, record, event_->time_scale);
  }
  void stop() override { ended_ = true; }
  void on_done() override {
    done_ = base::clock_now();
    --worker_.runners_;
  }

  // Observes the matches of these games.
  net::MatchObserver& progress() { return progress_; }

 private:
  // Notes that something has happened in a game.
  class Progress final : public net::MatchObserver {
   public:
    explicit Progress(Source& source) : source_(source) {}
    void on_change(const net::MatchSession& session) override {
      const auto found = source_.units_.find(session.number());
      if (found == source_.units_.end()) return;
      found->second->last_change = base::clock_now();
      if (!found->second->begun.contains(session.number())) source_.note_ready(*found->second, session);
    }

   private:
    Source& source_;
  };

  void note_ready(Unit& unit, const net::MatchSession& session) {
    const auto game = std::find_if(unit.claimed.games.begin(), unit.claimed.games.end(),
                                   [&](const wire::WorkGame& one) { return one.number == session.number(); });
    for (unsigned s = 0; s < game->bots.size(); ++s)
      if (!session.match().is_ready(base::seat(s))) return;
    unit.begun.insert(game->number);
    for (const std::uint32_t bot : game->bots) worker_.trusted_.insert(event_->setup.bots[bot].bundle);
  }
  // A bot that could not be started, or ended before it was ready: most likely, something that it needs is
  // not on this machine.
  void find_unable(const UnitPtr& unit, const run::Game& game, const wire::Record& record,
                   const std::optional<base::Seat>& unable) {
    for (std::size_t s = 0; s < game.bots.size(); ++s) {
      const bool crashed =
          record.seats[s].reason == wire::Reason::kCrashed && !unit->begun.contains(game.number);
      if (!crashed && unable != base::seat(static_cast<unsigned>(s))) continue;
      worker_.on_unable(unit, event_->setup.bots[game.bots[s]],
                        crashed ? record.seats[s].detail : record.sentence);
    }
  }

  Worker& worker_;
  std::shared_ptr<const WorkEvent> event_;
  Progress progress_{*this};
  std::map<std::size_t, launch::BotSpec> bots_;
  std::deque<run::Game> waiting_;
  std::map<std::uint32_t, UnitPtr> units_;  // by the number of a game that has not ended
  bool ended_ = false;
  std::optional<base::Time> done_;
};

}  // namespace quiver::tournament

#include "referee/tournament/workers/worker.hpp"

#include <algorithm>
#include <deque>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/bundle.hpp"
#include "referee/net/match_observer.hpp"
#include "referee/net/match_session.hpp"
#include "referee/tournament/workers/work_values.hpp"

namespace quiver::tournament {

using base::Result;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr std::chrono::milliseconds kBetweenClaims(1000);
constexpr seconds kBetweenSigns(5);  // of life
constexpr seconds kTimeToRest(5);    // without work
constexpr seconds kTimeToStart(30);  // of a game, and some more for slow machines

// How long nothing may happen in a game of these bots.
base::Duration longest_silence(const wire::WorkSetup& setup) {
  base::Duration longest(0);
  for (const wire::WorkBot& bot : setup.bots)
    longest = std::max(longest, std::min(bot.time.per_move.value_or(bot.time.cap), bot.time.cap));
  return longest + kTimeToStart;
}

}  // namespace

// A tournament, as far as a worker knows it. Never changed, so both threads may read it.
struct Worker::Event {
  store::EventId id = 0;
  wire::WorkSetup setup;
  run::MatchConfig config;
};

// All that the games of a unit need.
struct Worker::Loaded {
  std::shared_ptr<const Event> event;
  std::vector<run::Game> games;
  std::map<std::size_t, launch::BotSpec> bots;  // by the numbers of the entrants
};

// A unit in hand.
struct Worker::Unit {
  store::ClaimedUnit claimed;
  std::map<std::uint32_t, wire::Record> records;  // by the game's number
  std::size_t running = 0;                        // of its games
  base::Time last_change = Clock::now();
  base::Duration longest_silence{0};
  bool broken_off = false;

  [[nodiscard]] bool is_complete() const { return records.size() == claimed.games.size(); }
  [[nodiscard]] bool is_hung(base::Time now) const {
    return running > 0 && now - last_change > longest_silence;
  }
};

// The games of one tournament that are in hand.
class Worker::Source final : public run::GameSource {
 public:
  explicit Source(Worker& worker) : worker_(worker) {}

  void add(const UnitPtr& unit, const Loaded& loaded) {
    for (const auto& [number, bot] : loaded.bots) bots_.emplace(number, bot);
    for (const run::Game& game : loaded.games) {
      waiting_.push_back(game);
      units_[game.number] = unit;
    }
  }
  void end() { ended_ = true; }
  [[nodiscard]] bool is_idle() const { return units_.empty(); }

  // GameSource
  [[nodiscard]] const launch::BotSpec& bot(std::size_t number) const override { return bots_.at(number); }
  std::optional<run::Game> next(const run::PlayerPool&) override {
    if (ended_ || waiting_.empty() || !worker_.may_begin()) return std::nullopt;
    run::Game game = std::move(waiting_.front());
    waiting_.pop_front();
    const UnitPtr& unit = units_.at(game.number);
    ++unit->running;
    unit->last_change = Clock::now();
    ++worker_.running_;
    return game;
  }
  [[nodiscard]] bool finished() const override { return ended_; }
  void on_over(const run::Game& game, const wire::Record& record, const std::optional<base::Seat>&) override {
    const auto found = units_.find(game.number);
    if (found == units_.end()) return;
    const UnitPtr unit = found->second;
    units_.erase(found);
    --unit->running;
    unit->last_change = Clock::now();
    --worker_.running_;
    worker_.on_over(unit, record);
  }
  void stop() override { ended_ = true; }

  // Observes the matches of these games.
  net::MatchObserver& progress() { return progress_; }

 private:
  // Notes that something has happened in a game.
  class Progress final : public net::MatchObserver {
   public:
    explicit Progress(Source& source) : source_(source) {}
    void on_change(const net::MatchSession& session) override {
      const auto found = source_.units_.find(session.number());
      if (found != source_.units_.end()) found->second->last_change = Clock::now();
    }

   private:
    Source& source_;
  };

  Worker& worker_;
  Progress progress_{*this};
  std::map<std::size_t, launch::BotSpec> bots_;
  std::deque<run::Game> waiting_;
  std::map<std::uint32_t, UnitPtr> units_;  // by the number of a game that has not ended
  bool ended_ = false;
};

// Keeps the referee running while there may be work.
class Worker::Handle final : public run::Runner {
 public:
  explicit Handle(Worker& worker) : worker_(worker) {}
  void go_on() override {}
  void stop_after_these() override { worker_.end(); }
  void stop(const std::string&) override { worker_.end(); }
  [[nodiscard]] bool done() const override { return worker_.ending_ && worker_.running_ == 0; }

 private:
  Worker& worker_;
};

Worker::Worker(WorkerSettings settings, store::Notice notice,
               std::function<void(const wire::Record&)> on_record)
    : settings_(std::move(settings)), notice_(std::move(notice)), on_record_(std::move(on_record)) {}

Worker::~Worker() = default;

void Worker::start(run::Referee& referee, std::unique_ptr<store::WorkQueue> queue) {
  referee_ = &referee;
  free_ = settings_.concurrency;
  referee.play(std::make_unique<Handle>(*this));
  thread_ = std::make_unique<QueueThread>(
      std::move(queue), kBetweenClaims, [this](store::WorkQueue& one) { return poll(one); },
      [this](const std::string& sentence) { tell(sentence); });
}

void Worker::finish() {
  if (!thread_) return;
  for (const UnitPtr& unit : std::set<UnitPtr>(units_)) release(unit);
  thread_->finish();
}

// --- on the queue's thread

void Worker::tell(const std::string& sentence) {
  referee_->post([notice = notice_, sentence] { notice(sentence); });
}

void Worker::end_because(const std::string& why) {
  referee_->post([this, why] {
    if (failure_.empty()) failure_ = why;
    end();
  });
}

Result<bool> Worker::enter(store::WorkQueue& queue) {
  const base::Time now = Clock::now();
  if (entered_ && now - *entered_ < kBetweenSigns) return true;
  const auto entered = queue.enter(settings_.info);
  if (!entered && entered.error().code == base::Error::Code::kUnreadable) return entered.error();
  entered_ = now;
  if (!entered) end_because(entered.error().sentence);
  return entered.has_value();
}

Result<void> Worker::note_idle(store::WorkQueue& queue) {
  const base::Time now = Clock::now();
  if (!idle_since_) idle_since_ = now;
  // Until then the bots of the last unit are kept for the next one.
  if (now - *idle_since_ > kTimeToRest) referee_->post([this] { rest(); });
  if (!settings_.until_idle || now - *idle_since_ < *settings_.until_idle) return {};
  if (free_ < settings_.concurrency) return {};  // something is still being played
  // What others play comes back if they die.
  const auto state = queue.state();
  if (!state) return state.error();
  if (state->leased == 0) end_because("");
  return {};
}

Result<void> Worker::poll(store::WorkQueue& queue) {
  // There, because a referee that hangs must lose its leases.
  referee_->post([this] { renew_leases(); });
  auto entered = enter(queue);
  if (!entered) return entered.error();
  while (*entered && free_ > 0) {
    auto claimed = queue.claim(settings_.info.name, settings_.lease, {unable_.begin(), unable_.end()});
    if (!claimed) return claimed.error();
    if (!*claimed) {
      return note_idle(queue);
    }
    idle_since_.reset();
    auto loaded = load(queue, **claimed);
    if (!loaded || !*loaded) {
      if (auto released = queue.release(**claimed); !released) return released;
      if (!loaded) return loaded.error();
      continue;
    }
    const std::size_t games = (*loaded)->games.size();
    free_ -= std::min<std::size_t>(free_, games);
    referee_->post(
        [this, unit = std::move(**claimed), loaded = std::move(*loaded)] { begin(unit, *loaded); });
  }
  return {};
}

Result<std::shared_ptr<Worker::Loaded>> Worker::load(store::WorkQueue& queue,
                                                     const store::ClaimedUnit& unit) {
  std::shared_ptr<const Event>& event = events_[unit.event];
  // The coordinator may have been started again with other clocks or bots.
  auto setup = queue.setup(unit.event);
  if (!setup) return setup.error();
  if (!*setup) return std::shared_ptr<Loaded>();
  if (!event || wire::work_setup_json(event->setup) != wire::work_setup_json(**setup)) {
    auto config = to_match_config(**setup);
    if (!config) return config.error();
    config->concurrency = settings_.concurrency;
    config->logs = settings_.logs;
    event = std::make_shared<const Event>(Event{unit.event, std::move(**setup), std::move(*config)});
  }
  auto loaded = std::make_shared<Loaded>();
  loaded->event = event;
  for (const wire::WorkGame& one : unit.games) {
    auto game = to_game(one, event->setup, event->config.start);
    if (!game) return game.error();
    for (const std::size_t number : game->bots) {
      const wire::WorkBot& bot = event->setup.bots[number];
      const auto has = load_bot(queue, bot);
      if (!has) return has.error();
      if (!*has) return std::shared_ptr<Loaded>();
      apply_to(loaded->bots.emplace(number, bots_.at(bot.bundle)).first->second, bot);
    }
    loaded->games.push_back(std::move(*game));
  }
  return loaded;
}

Result<bool> Worker::load_bot(store::WorkQueue& queue, const wire::WorkBot& bot) {
  if (bots_.contains(bot.bundle)) return true;
  auto bytes = queue.bundle(bot.bundle);
  if (!bytes) return bytes.error();
  if (!*bytes) {
    cannot_play(bot, "its files are not in the database");
    return false;
  }
  auto unpacked = launch::unpack_bundle(**bytes, bot.bundle, settings_.cache);
  if (!unpacked) {
    cannot_play(bot, unpacked.error().sentence);
    return false;
  }
  bots_.emplace(bot.bundle, std::move(*unpacked));
  return true;
}

void Worker::cannot_play(const wire::WorkBot& bot, const std::string& why) {
  unable_.insert(bot.bundle);
  tell(bot.name + " cannot be played here, and this worker takes none of its games: " + why);
}

// --- on the referee's thread

std::shared_ptr<Worker::Source> Worker::source_for(const Loaded& loaded) {
  std::shared_ptr<Source>& source = sources_[loaded.event->id];
  if (!source) {
    source = std::make_shared<Source>(*this);
    referee_->play(loaded.event->config, *source, &source->progress());
  }
  return source;
}

void Worker::begin(const store::ClaimedUnit& claimed, const Loaded& loaded) {
  auto unit = std::make_shared<Unit>();
  unit->claimed = claimed;
  unit->longest_silence = longest_silence(loaded.event->setup);
  units_.insert(unit);
  if (ending_) return;  // finish() gives it back
  source_for(loaded)->add(unit, loaded);
  referee_->look_again();
}

void Worker::on_over(const UnitPtr& unit, const wire::Record& record) {
  wire::Record& own = unit->records.emplace(record.number, record).first->second;
  own.worker =
      wire::Record::Worker{settings_.info.name, settings_.info.host, settings_.info.cpu, machine_load()};
  // A game that was broken off because this worker ends is played by another.
  unit->broken_off = unit->broken_off || (ending_ && record.end == wire::End::kVoid);
  if (unit->is_complete()) {
    if (unit->broken_off)
      release(unit);
    else
      submit(unit);
  }
  count_free();
  referee_->look_again();
}

void Worker::submit(const UnitPtr& unit) {
  units_.erase(unit);
  std::vector<wire::Record> records;
  for (const wire::WorkGame& game : unit->claimed.games)
    records.push_back(std::move(unit->records.at(game.number)));
  thread_->add(
      [this, claimed = unit->claimed, records = std::move(records)](store::WorkQueue& queue) -> Result<void> {
        const auto taken = queue.submit(settings_.info.name, claimed, records);
        if (!taken) return taken.error();
        if (!*taken)
          tell("the lease of game " + claimed.games.front().id +
               " had run out: another worker plays it, and its record "
               "here is dropped");
        else
          referee_->post([this, records] {
            for (const wire::Record& one : records) on_record_(one);
          });
        return {};
      });
}

void Worker::release(const UnitPtr& unit) {
  units_.erase(unit);
  thread_->add([claimed = unit->claimed](store::WorkQueue& queue) { return queue.release(claimed); });
}

void Worker::renew_leases() {
  const base::Time now = Clock::now();
  if (now - renewed_ < settings_.lease / 4) return;
  renewed_ = now;
  for (const UnitPtr& unit : units_) {
    if (unit->is_hung(now)) continue;
    thread_->add([claimed = unit->claimed, lease = settings_.lease](store::WorkQueue& queue) -> Result<void> {
      // A lost lease shows when the records are submitted.
      if (const auto held = queue.renew(claimed, lease); !held) return held.error();
      return {};
    });
  }
}

bool Worker::has_hung_game() const {
  const base::Time now = Clock::now();
  return std::ranges::any_of(units_, [now](const UnitPtr& unit) { return unit->is_hung(now); });
}

void Worker::rest() {
  for (auto it = sources_.begin(); it != sources_.end();) {
    if (!ending_ && !it->second->is_idle()) {
      ++it;
      continue;
    }
    it->second->end();
    ended_.push_back(it->second);
    it = sources_.erase(it);
    referee_->look_again();
  }
}

void Worker::count_free() {
  std::size_t in_hand = 0;
  for (const UnitPtr& unit : units_) in_hand += unit->claimed.games.size() - unit->records.size();
  free_ = settings_.concurrency - std::min<std::size_t>(in_hand, settings_.concurrency);
  if (free_ > 0) thread_->poll_now();
}

void Worker::end() {
  if (ending_) return;
  ending_ = true;
  free_ = 0;
  rest();
  referee_->look_again();
}

}  // namespace quiver::tournament

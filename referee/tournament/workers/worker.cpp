// A worker's part on the referee's thread: it plays what was claimed, and hands it in.
#include "referee/tournament/workers/worker.hpp"

#include <algorithm>

#include "referee/tournament/workers/time_scale.hpp"
#include "referee/tournament/workers/worker_parts.hpp"

namespace quiver::tournament {

using base::Result;

namespace {

constexpr std::chrono::milliseconds kBetweenClaims(1000);
// A bot that could not be started is tried again here, and its result counts once its unit was claimed so
// often.
constexpr std::uint32_t kTriesOfABot = 3;
constexpr std::chrono::seconds kBetweenTriesOfABot(10);
constexpr std::chrono::seconds kShortGame(1);
constexpr std::chrono::seconds kTimeToStart(30);  // of a game, and some more for slow machines

// The longest that a move with this clock takes on the wall clock. Where CPU time is charged the wall limit
// is a multiple, and where starved games are void the deadline moves on by up to ten times the limit, at
// least by a second (match_starved.cpp).
base::Duration longest_move(const wire::TimeControl& time, bool void_starved) {
  const base::Duration limit = std::min(time.per_move.value_or(time.cap), time.cap);
  const base::Duration wall = time.by_cpu ? wire::TimeControl::kWallFactor * limit : limit;
  return void_starved ? wall + std::max<base::Duration>(10 * wall, std::chrono::seconds(1)) : wall;
}

// How long nothing may happen in a game of these bots.
base::Duration longest_silence(const WorkEvent& event) {
  base::Duration longest(0);
  for (const wire::WorkBot& bot : event.setup.bots) {
    const wire::TimeControl time = scaled(bot.time, event.time_scale.value_or(1));
    longest = std::max(longest, longest_move(time, event.setup.void_starved));
  }
  return longest + kTimeToStart;
}

}  // namespace

// Keeps the referee running while there may be work.
class Worker::Handle final : public run::Runner {
 public:
  explicit Handle(Worker& worker) : worker_(worker) {}
  void go_on() override {}
  void stop_after_these() override { worker_.end(); }
  void stop(const std::string&) override { worker_.end(); }
  [[nodiscard]] bool done() const override { return worker_.has_ended(); }

 private:
  Worker& worker_;
};

Worker::Worker(WorkerSettings settings, store::Notice notice,
               std::function<void(const wire::Record&)> on_record)
    : settings_(std::move(settings)),
      notice_(std::move(notice)),
      on_record_(std::move(on_record)),
      loader_(settings_, [this](const std::string& sentence) { tell(sentence); }) {}

Worker::~Worker() = default;

void Worker::start(run::Referee& referee, std::unique_ptr<store::WorkQueue> queue) {
  referee_ = &referee;
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

// The coordinator may have been started again with other clocks or bots. Games of the old ones that are being
// played have lost their leases.
std::shared_ptr<Worker::Source> Worker::source_for(const LoadedUnit& loaded) {
  std::shared_ptr<Source>& source = sources_[loaded.event->id];
  if (source && &source->event() != loaded.event.get()) retire(std::move(source));
  if (!source) {
    source = std::make_shared<Source>(*this, loaded.event);
    ++runners_;
    referee_->play(loaded.event->config, *source, &source->progress());
  }
  return source;
}

void Worker::retire(std::shared_ptr<Source> source) {
  source->end();
  retired_.push_back(std::move(source));
  referee_->look_again();
}

void Worker::begin(const store::ClaimedUnit& claimed, const LoadedUnit& loaded) {
  --beginning_;
  auto unit = std::make_shared<Unit>();
  unit->claimed = claimed;
  unit->longest_silence = longest_silence(*loaded.event);
  units_.insert(unit);
  if (ending_)
    release(unit);
  else
    source_for(loaded)->add(unit, loaded);
  referee_->look_again();
}

void Worker::on_over(const UnitPtr& unit, const wire::Record& record, std::optional<double> time_scale) {
  wire::Record& own = unit->records.emplace(record.number, record).first->second;
  own.worker = wire::Record::Worker{settings_.info.name, settings_.info.host,  settings_.info.cpu,
                                    machine_load(),      settings_.info.speed, time_scale};
  --in_hand_;
  // A game that was broken off because this worker ends is played by another.
  unit->broken_off = unit->broken_off || (ending_ && record.end == wire::End::kVoid);
  const bool gives_up = unit->broken_off || unit->lost || ending_;
  if (unit->is_complete() && !unit->broken_off)
    submit(unit);
  else if (gives_up && unit->running == 0)
    release(unit);
  if (num_free() > 0) thread_->poll_now();
  referee_->look_again();
}

void Worker::on_unable(const UnitPtr& unit, const wire::WorkBot& bot, const std::string& why) {
  // Somebody's loss, or a void game, in the end: otherwise a bot that starts nowhere would be waited for for
  // ever.
  if (unit->claimed.tries >= kTriesOfABot) trusted_.insert(bot.bundle);
  if (trusted_.contains(bot.bundle)) return;
  unit->broken_off = true;
  for (const auto& [event, source] : sources_) source->drop_waiting(unit);
  // There, because claims are made there.
  thread_->add([this, bot, why](store::WorkQueue&) {
    loader_.cannot_play(bot, why, base::clock_now() + kBetweenTriesOfABot);
    return Result<void>();
  });
}

void Worker::forget(const UnitPtr& unit) {
  in_hand_ -= static_cast<std::int64_t>(unit->left());
  units_.erase(unit);
}

void Worker::submit(const UnitPtr& unit) {
  forget(unit);
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
  forget(unit);
  thread_->add([claimed = unit->claimed](store::WorkQueue& queue) { return queue.release(claimed); });
}

void Worker::lose(const UnitPtr& unit) {
  if (unit->lost || !units_.contains(unit)) return;
  unit->lost = true;
  for (const auto& [event, source] : sources_) source->drop_waiting(unit);
  if (unit->running == 0) release(unit);
}

// A pair is claimed in some milliseconds, which short games would spend waiting. With long ones a pair that
// waits here would be missed elsewhere when a tournament ends.
void Worker::note_length(base::Duration length) {
  ahead_ = length < kShortGame ? 1 + settings_.concurrency / 4 : 0;
}

void Worker::renew_leases() {
  const base::Time now = base::clock_now();
  if (now - renewed_ < settings_.lease / 4) return;
  renewed_ = now;
  // What waits behind a game that hangs may wait for ever.
  const bool hangs =
      std::any_of(units_.begin(), units_.end(), [&](const UnitPtr& unit) { return unit->is_hung(now); });
  std::vector<UnitPtr> alive;
  for (const UnitPtr& unit : units_)
    if (!unit->lost && !unit->is_hung(now) && !(hangs && unit->is_waiting())) alive.push_back(unit);
  if (alive.empty()) return;
  thread_->add(
      [this, alive = std::move(alive), lease = settings_.lease](store::WorkQueue& queue) -> Result<void> {
        for (const UnitPtr& unit : alive) {
          const auto held = queue.renew(unit->claimed, lease);
          if (!held) return held.error();
          if (!*held) referee_->post([this, unit] { lose(unit); });
        }
        return {};
      });
}

bool Worker::has_hung_game() const {
  const base::Time now = base::clock_now();
  return std::ranges::any_of(units_, [now](const UnitPtr& unit) { return unit->is_hung(now); });
}

void Worker::rest() {
  std::erase_if(retired_, [now = base::clock_now()](const auto& source) { return source->is_done(now); });
  for (auto it = sources_.begin(); it != sources_.end();) {
    if (!ending_ && !it->second->is_idle()) {
      ++it;
      continue;
    }
    retire(std::move(it->second));
    it = sources_.erase(it);
  }
}

void Worker::end() {
  if (ending_.exchange(true)) return;
  rest();
  for (const UnitPtr& unit : std::set<UnitPtr>(units_))
    if (unit->running == 0) release(unit);
  referee_->look_again();
}

}  // namespace quiver::tournament

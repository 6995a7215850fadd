#include "referee/tournament/workers/work_dispatcher.hpp"

#include <cmath>
#include <mutex>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/bundle.hpp"
#include "referee/tournament/workers/machine_speed.hpp"
#include "referee/tournament/workers/work_values.hpp"

namespace quiver::tournament {

namespace {

// Enough for a thousand workers that ask at once; few enough to be withdrawn when a test is decided.
constexpr std::size_t kMostUnits = 2000;
// Units are offered this many at a time or more, as long as others wait: each offer wakes the idle workers.
constexpr std::size_t kOfferedAtOnce = 250;
constexpr std::size_t kSubmissionsAtOnce = 500;
constexpr std::chrono::milliseconds kBetweenPolls(1000);

}  // namespace

struct WorkDispatcher::Expected {
  std::mutex mutex;
  std::map<store::UnitId, std::vector<wire::WorkGame>> games;  // of those that have not been submitted
  // Passed on to the referee's thread, and not removed from the queue yet. Until then their records are in
  // the queue, and must not be judged by the games of a unit that is offered again under the same number.
  std::set<store::UnitId> taken;
  std::vector<store::UnitId> settled;  // to be removed from the queue, all at once

  std::set<store::UnitId> taken_units();
  // Empty if it is not expected.
  std::vector<wire::WorkGame> games_of(store::UnitId unit);
};

std::set<store::UnitId> WorkDispatcher::Expected::taken_units() {
  const std::lock_guard lock(mutex);
  return taken;
}

std::vector<wire::WorkGame> WorkDispatcher::Expected::games_of(store::UnitId unit) {
  const std::lock_guard lock(mutex);
  const auto found = games.find(unit);
  return found == games.end() ? std::vector<wire::WorkGame>() : found->second;
}

WorkDispatcher::WorkDispatcher(WorkPlan plan, std::unique_ptr<store::WorkQueue> queue, Tournament& tournament,
                               run::Referee& referee, CommitNotifier& notifier, store::Notice notice)
    : plan_(std::move(plan)),
      tournament_(tournament),
      referee_(referee),
      notifier_(notifier),
      notice_(std::move(notice)),
      expected_(std::make_shared<Expected>()) {
  const auto tell = [this](const std::string& sentence) {
    referee_.post([notice = notice_, sentence] { notice(sentence); });
  };
  thread_ = std::make_unique<QueueThread>(
      std::move(queue), kBetweenPolls, [this](store::WorkQueue& one) { return poll(one); }, tell);
}

WorkDispatcher::~WorkDispatcher() {
  *alive_ = false;
  thread_->finish();
}

void WorkDispatcher::go_on() {
  if (stopped_ || closing_) return;
  offer_more();
  if (tournament_.finished()) close();
}

void WorkDispatcher::offer_more() {
  if (units_.size() + kOfferedAtOnce > kMostUnits) return;
  std::vector<store::OfferedUnit> offers;
  while (units_.size() < kMostUnits) {
    std::vector<run::Game> games = tournament_.next_unit();
    if (games.empty()) break;
    add(std::move(games), offers);
  }
  if (offers.empty()) return;
  thread_->add([event = plan_.event, offers = std::move(offers)](store::WorkQueue& queue) {
    return queue.offer(event, offers);
  });
}

void WorkDispatcher::add(std::vector<run::Game> games, std::vector<store::OfferedUnit>& offers) {
  const store::UnitId unit = games.front().number;
  store::OfferedUnit offer;
  std::set<std::string> bundles;
  for (run::Game& game : games) {
    offer.games.push_back(to_work_game(game, plan_.config));
    for (const std::size_t bot : game.bots) bundles.insert(plan_.setup.bots[bot].bundle);
    outstanding_[game.number] = {unit, std::move(game)};
  }
  offer.bundles.assign(bundles.begin(), bundles.end());
  units_[unit] = offer.games.size();
  {
    const std::lock_guard lock(expected_->mutex);
    expected_->games[unit] = offer.games;
  }
  offers.push_back(std::move(offer));
}

base::Result<void> WorkDispatcher::reopen(store::WorkQueue& queue) {
  const base::Time now = base::clock_now();
  if (reopened_ && now - *reopened_ < kBetweenPolls) return {};
  reopened_ = now;
  return queue.reopen_expired(plan_.event);
}

base::Result<void> WorkDispatcher::poll(store::WorkQueue& queue) {
  if (auto reopened = reopen(queue); !reopened) return reopened;
  auto found = queue.submissions(plan_.event, kSubmissionsAtOnce, expected_->taken_units());
  if (!found) return found.error();
  std::set<std::string> refused;
  for (store::Submission& one : *found) {
    if (refused.contains(one.worker)) continue;  // its other submissions are gone, too
    const std::vector<wire::WorkGame> games = expected_->games_of(one.unit);
    // Of an earlier run, and its games were stored or are offered in other units.
    if (games.empty()) {
      if (auto settled = queue.settle(plan_.event, {one.unit}); !settled) return settled;
      continue;
    }
    if (const auto judged = judge_submission(one, games, plan_.setup, plan_.config); !judged) {
      refused.insert(one.worker);
      if (auto done = refuse(queue, one.worker, judged.error().sentence); !done) return done;
      continue;
    }
    {
      const std::lock_guard lock(expected_->mutex);
      expected_->taken.insert(one.unit);
    }
    referee_.post([this, alive = alive_, submission = std::move(one)] {
      if (*alive) take(submission);
    });
  }
  return {};
}

base::Result<void> WorkDispatcher::refuse(store::WorkQueue& queue, const std::string& worker,
                                          const std::string& why) {
  const auto is_new = queue.refuse_worker(worker, why);
  if (!is_new) return is_new.error();
  if (!*is_new) return {};
  const std::string sentence =
      "the worker " + base::quoted(worker) + " is refused, and its games are played again: " + why;
  referee_.post([notice = notice_, sentence] { notice(sentence); });
  return {};
}

void WorkDispatcher::take(const store::Submission& submission) {
  {
    // Before the unit can be offered again.
    const std::lock_guard lock(expected_->mutex);
    expected_->games.erase(submission.unit);
  }
  bool any_void = false;
  for (const wire::Record& record : submission.records) {
    const auto found = outstanding_.find(record.number);
    if (found == outstanding_.end()) continue;
    const Outstanding one = std::move(found->second);
    outstanding_.erase(found);
    if (const auto unit = units_.find(one.unit); unit != units_.end() && --unit->second == 0)
      units_.erase(unit);
    any_void = any_void || record.end == wire::End::kVoid;
    tournament_.on_over(one.game, record, std::nullopt);
  }
  settle_when_stored(submission.unit, any_void);
  referee_.look_again();
}

// A unit with a void game is offered again, which needs its place in the queue: it is removed at once. Should
// this process die before the other game is stored, that one is played again.
void WorkDispatcher::settle_when_stored(store::UnitId unit, bool any_void) {
  const auto settle = [this, alive = alive_, unit] {
    if (*alive) this->settle(unit);
  };
  if (any_void) return settle();
  notifier_.commit({}, settle);
}

void WorkDispatcher::settle(store::UnitId unit) {
  {
    const std::lock_guard lock(expected_->mutex);
    expected_->settled.push_back(unit);
    if (expected_->settled.size() > 1) return;  // the job that waits takes this one, too
  }
  // Kept between its tries.
  auto units = std::make_shared<std::vector<store::UnitId>>();
  thread_->add([event = plan_.event, units, expected = expected_](store::WorkQueue& queue) {
    {
      const std::lock_guard lock(expected->mutex);
      units->insert(units->end(), expected->settled.begin(), expected->settled.end());
      expected->settled.clear();
    }
    if (units->empty()) return base::Result<void>();
    auto settled = queue.settle(event, *units);
    if (!settled) return settled;
    const std::lock_guard lock(expected->mutex);
    for (const store::UnitId one : *units) expected->taken.erase(one);
    return settled;
  });
}

void WorkDispatcher::close() {
  // Those that are still being played are not needed: a test is decided.
  if (!outstanding_.empty() && !tournament_.has_decided()) return;
  closing_ = true;
  // Behind the commits of all games, so that none is removed before it is stored.
  notifier_.commit({}, [this, alive = alive_] {
    if (!*alive) return;
    thread_->add([this](store::WorkQueue& queue) -> base::Result<void> {
      if (auto closed = queue.close_event(plan_.event); !closed) return closed;
      referee_.post([this, alive = alive_] {
        if (!*alive) return;
        done_ = true;
        referee_.look_again();
      });
      return {};
    });
  });
}

namespace {

// An earlier run of the same event has measured it, and games are being played by that.
base::Result<std::optional<double>> reference_speed(const WorkRequest& request, store::WorkQueue& queue) {
  if (!request.scales_time) return std::optional<double>();
  if (request.reference_speed) return request.reference_speed;
  const auto before = queue.setup(request.event);
  if (!before) return before.error();
  if (*before && (*before)->reference_speed) return (*before)->reference_speed;
  return std::optional(machine_speed(1));
}

}  // namespace

base::Result<std::unique_ptr<run::Runner>> dispatch_to_workers(const WorkRequest& request,
                                                               Tournament& tournament, run::Referee& referee,
                                                               CommitNotifier& notifier,
                                                               store::Notice notice) {
  auto queue = store::WorkQueue::open(request.store, store::WorkQueue::Hears::kSubmissions);
  if (!queue) return queue.error();
  WorkPlan plan{request.event, to_work_setup(request.config), request.config};
  plan.setup.isolate = request.isolate;
  plan.setup.no_ponder = request.no_ponder;
  for (const launch::BotSpec& bot : request.bots) {
    plan.setup.clock_by_cpu = plan.setup.clock_by_cpu || bot.time.by_cpu;
    const auto packed = launch::pack_bundle(bot);
    if (!packed) return base::bad_input(bot.name + ": " + packed.error().sentence);
    const auto known = (*queue)->has_bundle(packed->name);
    if (!known) return known.error();
    if (!*known)
      if (auto added = (*queue)->add_bundle(packed->name, packed->bytes); !added) return added.error();
    plan.setup.bots.push_back(to_work_bot(bot, packed->name));
  }
  const auto reference = reference_speed(request, **queue);
  if (!reference) return reference.error();
  plan.setup.reference_speed = *reference;
  if (*reference)
    notice("clocks are meant for a machine of speed " + std::to_string(std::lround(**reference)) +
           ", and scaled for others");
  if (auto opened = (*queue)->open_event(plan.event, plan.setup); !opened) return opened.error();
  return std::unique_ptr<run::Runner>(std::make_unique<WorkDispatcher>(
      std::move(plan), std::move(*queue), tournament, referee, notifier, std::move(notice)));
}

void WorkDispatcher::stop(const std::string& /*sentence*/) {
  if (stopped_) return;
  stopped_ = true;
  tournament_.stop();
  done_ = true;
  referee_.look_again();
}

}  // namespace quiver::tournament

// A worker's part on the queue's thread: it claims units, and loads what they need.
#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/bundle.hpp"
#include "referee/tournament/workers/work_values.hpp"
#include "referee/tournament/workers/worker_parts.hpp"

namespace quiver::tournament {

using base::Result;

namespace {

constexpr std::chrono::seconds kBetweenSigns(5);  // of life

}  // namespace

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
  const base::Time now = base::clock_now();
  if (entered_ && now - *entered_ < kBetweenSigns) return true;
  const auto entered = queue.enter(settings_.info);
  if (!entered && entered.error().code == base::Error::Code::kUnreadable) return entered.error();
  entered_ = now;
  if (!entered) end_because(entered.error().sentence);
  return entered.has_value();
}

std::size_t Worker::num_free() const {
  const std::int64_t wanted = settings_.concurrency + ahead_;
  return static_cast<std::size_t>(std::max<std::int64_t>(wanted - in_hand_, 0));
}

Result<void> Worker::note_idle(store::WorkQueue& queue) {
  const base::Time now = base::clock_now();
  if (!idle_since_) idle_since_ = now;
  // Until then the bots of the last unit are kept for the next one.
  if (now - *idle_since_ > kTimeToRest) referee_->post([this] { rest(); });
  if (!settings_.until_idle || now - *idle_since_ < *settings_.until_idle) return {};
  if (in_hand_ > 0) return {};  // something is still being played
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
  if (!*entered) return {};
  while (!ending_ && num_free() > 0) {
    const auto claimed = claim_one(queue);
    if (!claimed && claimed.error().code == base::Error::Code::kUnreadable) return claimed.error();
    // What the coordinator has written does not make sense here, and will not next time.
    if (!claimed) end_because(claimed.error().sentence + "; is the coordinator of this version?");
    if (!claimed || !*claimed) break;
  }
  return {};
}

Result<bool> Worker::claim_one(store::WorkQueue& queue) {
  auto claimed = queue.claim(settings_.info.name, settings_.lease, unable(base::clock_now()));
  if (!claimed) return claimed.error();
  if (!*claimed) {
    if (auto noted = note_idle(queue); !noted) return noted.error();
    return false;
  }
  idle_since_.reset();
  auto loaded = load(queue, **claimed);
  // It may have been told to end meanwhile.
  if (!loaded || !*loaded || ending_) {
    if (auto released = queue.release(**claimed); !released) return released.error();
    if (!loaded) return loaded.error();
    return true;
  }
  in_hand_ += static_cast<std::int64_t>((*loaded)->games.size());
  ++beginning_;
  referee_->post([this, unit = std::move(**claimed), loaded = std::move(*loaded)] { begin(unit, *loaded); });
  return true;
}

Result<std::shared_ptr<Worker::Loaded>> Worker::load(store::WorkQueue& queue,
                                                     const store::ClaimedUnit& unit) {
  std::shared_ptr<const Event>& event = events_[unit.event];
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

std::vector<std::string> Worker::unable(base::Time now) const {
  std::vector<std::string> all;
  for (const auto& [bundle, until] : unable_)
    if (!until || *until > now) all.push_back(bundle);
  return all;
}

void Worker::cannot_play(const wire::WorkBot& bot, const std::string& why, std::optional<base::Time> until) {
  // Told once, however often it is tried.
  if (unable_.insert_or_assign(bot.bundle, until).second)
    tell(bot.name + " cannot be played here, and its games are left to other workers: " + why);
}

}  // namespace quiver::tournament

#include "referee/tournament/workers/work_loader.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "referee/launch/files/bundle.hpp"
#include "referee/launch/files/bundle_cache.hpp"
#include "referee/tournament/workers/time_scale.hpp"
#include "referee/tournament/workers/work_values.hpp"

namespace quiver::tournament {

using base::Result;

store::Unable WorkLoader::unable(base::Time now) const {
  store::Unable unable;
  for (const auto& [bundle, until] : unable_)
    if (!until || *until > now) unable.bundles.push_back(bundle);
  for (const auto& [id, setup] : unable_events_) unable.events.push_back(id);
  return unable;
}

Result<std::shared_ptr<const WorkEvent>> WorkLoader::make_event(store::EventId id,
                                                                wire::WorkSetup setup) const {
  auto config = to_match_config(setup);
  if (!config) return config.error();
  config->concurrency = settings_.concurrency;
  config->logs = settings_.logs;
  // Isolation is ordered: off, auto, required.
  const launch::Isolation asked = launch::isolation_of(setup.isolate);
  const auto is_stricter = [](launch::Isolation a, launch::Isolation b) {
    return a == launch::Isolation::kRequired || b == launch::Isolation::kOff;
  };
  auto policy =
      settings_.launch_policy.with(is_stricter(settings_.isolation, asked) ? settings_.isolation : asked,
                                   setup.no_ponder || settings_.no_ponder);
  if (!policy) return base::bad_input("it requires isolation, and " + policy.error().sentence);
  config->launch_policy = std::move(*policy);
  std::optional<double> scale;
  if (setup.reference_speed) {
    if (!settings_.info.speed)
      return base::bad_input(
          "it scales clocks by the speed of machines, and that of this one was not measured: start the "
          "worker with --scale-time");
    scale = time_scale(*setup.reference_speed, *settings_.info.speed);
  }
  std::string json = wire::work_setup_json(setup);
  return std::shared_ptr<const WorkEvent>(std::make_shared<WorkEvent>(
      WorkEvent{id, std::move(setup), std::move(json), std::move(*config), scale}));
}

Result<std::shared_ptr<const WorkEvent>> WorkLoader::load_event(store::WorkQueue& queue, store::EventId id) {
  // The coordinator may have been started again with other clocks or bots.
  auto setup = queue.setup(id);
  if (!setup) return setup.error();
  if (!*setup) return std::shared_ptr<const WorkEvent>();
  std::shared_ptr<const WorkEvent>& known = events_[id];
  std::string json = wire::work_setup_json(**setup);
  if (known && known->json == json) return known;
  known.reset();
  auto made = make_event(id, std::move(**setup));
  if (!made) {
    unable_events_[id] = std::move(json);
    tell_("this worker takes no games of the event " + std::to_string(id) + ": " + made.error().sentence);
    return known;
  }
  known = std::move(*made);
  tell_scale(*known);
  return known;
}

void WorkLoader::tell_scale(const WorkEvent& event) const {
  if (!event.time_scale) return;
  std::array<char, 32> scale{};
  std::snprintf(scale.data(), scale.size(), "%g", *event.time_scale);
  const std::string name = std::to_string(event.id);
  const double ratio = *event.setup.reference_speed / *settings_.info.speed;
  tell_("the clocks of event " + name + " are multiplied by " + scale.data() + " here" +
        (ratio > kMostTimeScale    ? ", which is the most: this machine is too slow for them"
         : ratio < kLeastTimeScale ? ", which is the least: this machine is too fast for them"
                                   : ""));
}

Result<void> WorkLoader::look_again(store::WorkQueue& queue) {
  for (auto it = unable_events_.begin(); it != unable_events_.end();) {
    const auto setup = queue.setup(it->first);
    if (!setup) return setup.error();
    const bool is_same = *setup && wire::work_setup_json(**setup) == it->second;
    it = is_same ? std::next(it) : unable_events_.erase(it);
  }
  return {};
}

Result<std::shared_ptr<LoadedUnit>> WorkLoader::load(store::WorkQueue& queue,
                                                     const store::ClaimedUnit& unit) {
  auto event = load_event(queue, unit.event);
  if (!event) return event.error();
  if (!*event) return std::shared_ptr<LoadedUnit>();
  auto loaded = std::make_shared<LoadedUnit>();
  loaded->event = *event;
  for (const wire::WorkGame& one : unit.games) {
    auto game = to_game(one, (*event)->setup, (*event)->config);
    if (!game) return game.error();
    for (const std::size_t number : game->bots) {
      const wire::WorkBot& bot = (*event)->setup.bots[number];
      const auto has = load_bot(queue, bot);
      if (!has) return has.error();
      if (!*has) return std::shared_ptr<LoadedUnit>();
      launch::BotSpec& spec = loaded->bots.emplace(number, bots_.at(bot.bundle)).first->second;
      apply_to(spec, bot);
      spec.time = scaled(bot.time, (*event)->time_scale.value_or(1));
    }
    loaded->games.push_back(std::move(*game));
  }
  return loaded;
}

Result<bool> WorkLoader::load_bot(store::WorkQueue& queue, const wire::WorkBot& bot) {
  if (bots_.contains(bot.bundle)) return true;
  auto bytes = queue.bundle(bot.bundle);
  if (!bytes) return bytes.error();
  if (!*bytes) {
    cannot_play(bot, "its files are not in the database");
    return false;
  }
  if (auto forgotten = forget_bots(queue); !forgotten) return forgotten.error();
  auto unpacked = launch::unpack_bundle(**bytes, bot.bundle, settings_.cache);
  if (!unpacked) {
    cannot_play(bot, unpacked.error().sentence);
    return false;
  }
  bots_.emplace(bot.bundle, std::move(*unpacked));
  launch::trim_cache(settings_.cache, settings_.cache_bytes);
  return true;
}

Result<void> WorkLoader::forget_bots(store::WorkQueue& queue) {
  const auto open = queue.open_events();
  if (!open) return open.error();
  std::erase_if(events_, [&](const auto& one) { return std::ranges::count(*open, one.first) == 0; });
  std::set<std::string> needed;
  for (const auto& [id, event] : events_)
    for (const wire::WorkBot& bot : event ? event->setup.bots : std::vector<wire::WorkBot>())
      needed.insert(bot.bundle);
  std::erase_if(bots_, [&](const auto& one) { return !needed.contains(one.first); });
  return {};
}

void WorkLoader::cannot_play(const wire::WorkBot& bot, const std::string& why,
                             std::optional<base::Time> until) {
  // Told once, however often it is tried.
  if (unable_.insert_or_assign(bot.bundle, until).second)
    tell_(bot.name + " cannot be played here, and its games are left to other workers: " + why);
}

}  // namespace quiver::tournament

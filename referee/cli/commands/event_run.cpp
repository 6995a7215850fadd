#include "referee/cli/commands/event_run.hpp"

#include <algorithm>
#include <chrono>

#include "client_sdk/base/text.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/launch/process.hpp"

namespace quiver::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenTicks(200);

std::unique_ptr<run::Referee> open_referee(const EventOptions& options,
                                           const std::vector<launch::BotSpec>& bots, EventRun::Where where) {
  const bool launches = std::any_of(bots.begin(), bots.end(), [](const auto& bot) { return !bot.remote; });
  launch::prepare_this_process();
  run::Settings settings = options.referee.settings();
  settings.rereads = options.rereads;
  options.web.apply_to(settings);
  settings.void_starved = options.clock_rules.void_starved();
  settings.clock_by_cpu = options.clock_rules.by_cpu();
  const bool plays = (launches || options.launches_later) && where == EventRun::Where::kHere;
  if (plays || !settings.offers.empty())
    settings.launch_policy = options.launch_policy.open(
        {plays ? options.num_at_once() : 0, most_threads(bots), !options.web.listen.empty()});
  if (options.isolates && settings.launch_policy.confinement != launch::Confinement::kFull)
    throw UsageError("what teams submit is only played isolated, and " +
                     (settings.launch_policy.warning.empty()
                          ? std::string("--isolate says otherwise: leave it out, or leave --accept out")
                          : settings.launch_policy.warning));
  return need(run::Referee::open(settings));
}

}  // namespace

EventRun::EventRun(const EventOptions& options, const std::vector<launch::BotSpec>& bots, Where where)
    : options_(options),
      logs_(options.logs, options.logs_by_default),
      referee_(open_referee(options, bots, where)),
      events_(*referee_) {}

void EventRun::open_page(const std::string& running, const std::string& event, const std::string& store,
                         bool workers, TournamentReport& report) {
  page_ =
      options_.web.open(*referee_, {running, event, store, event, [this] { return events_.lag(); }, workers});
  if (page_) report.note("the page is at " + page_->url());
}

std::string EventRun::page_address() const {
  if (!page_) return "";
  for (const std::string& host : options_.web.hosts)
    if (host.find("://") != std::string::npos) return host;
  std::string url = page_->url();
  while (url.ends_with('/')) url.pop_back();
  const bool is_everywhere =
      url.find("//0.0.0.0:") != std::string::npos || url.find("//[::]:") != std::string::npos;
  return is_everywhere ? "" : url;
}

void EventRun::stay(TournamentReport& report) {
  if (!page_ || !options_.web.stay) return;
  report.note("the page stays open until Ctrl-C");
  referee_->stay();
}

// Time passes on the screen even while all bots think.
void EventRun::tick(std::optional<Ticker>& ticker, TournamentReport& report) {
  if (report.is_live())
    ticker.emplace(kBetweenTicks, [&] { referee_->post([&report] { report.on_tick(); }); });
}

int EventRun::play(run::MatchConfig config, run::GameSource& source, TournamentReport& report) {
  config.concurrency = options_.num_at_once();
  config.restart = options_.restart;
  config.logs = logs_.path();
  config.kept_output = options_.kept_output();
  config.void_starved = options_.clock_rules.void_starved();
  std::optional<Ticker> ticker;
  tick(ticker, report);
  const int signal = events_.play(std::move(config), source, &report);
  ticker.reset();
  close(report);
  return signal;
}

int EventRun::play_by_workers(run::MatchConfig config, const MakeRunner& make, TournamentReport& report) {
  config.restart = options_.restart;
  config.void_starved = options_.clock_rules.void_starved();
  auto runner = make(config);
  std::optional<Ticker> ticker;
  tick(ticker, report);
  const int signal = events_.play(std::move(runner));
  ticker.reset();
  close(report);
  return signal;
}

void EventRun::close(TournamentReport& report) {
  if (page_) page_->finish();
  events_.finish();
  if (const std::string where = logs_.close(); !where.empty()) report.note(where);
  if (events_.failed()) report.note(events_.failure() + "; what was reported before is stored");
}

}  // namespace quiver::cli

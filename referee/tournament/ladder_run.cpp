#include "referee/tournament/ladder_run.hpp"

#include <algorithm>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/launch/files/fingerprint.hpp"

namespace quiver::tournament {

namespace {

// The name of the season to be played: the last one in the store, or the one after it.
base::Result<std::string> season_of(store::Store* store, const LadderRequest& request) {
  std::vector<store::Event> events;
  if (store != nullptr) {
    auto all = store->events();
    if (!all) return all.error();
    events = std::move(*all);
  }
  std::uint32_t last = 0;
  for (const store::Event& one : events) {
    if (one.kind != "ladder" || !one.name.starts_with(request.name + "-")) continue;
    if (const auto number = base::parse_number(one.name.substr(request.name.size() + 1)))
      last = std::max(last, *number);
  }
  return request.name + "-" + std::to_string(std::max(last + (request.new_season ? 1U : 0U), 1U));
}

}  // namespace

base::Result<std::unique_ptr<LadderRun>> LadderRun::prepare(store::Store* store, LadderRequest request) {
  std::unique_ptr<LadderRun> run(new LadderRun(std::move(request)));
  // Before anything is read or written: a bot that cannot be launched is refused at once.
  for (const launch::BotSpec& bot : run->request_.bots) {
    auto fingerprint = launch::fingerprint(bot);
    if (!fingerprint) return fingerprint.error();
    run->fingerprints_.push_back(std::move(*fingerprint));
  }
  const auto season = season_of(store, run->request_);
  if (!season) return season.error();
  auto prepared = prepare_event(store, *season, "ladder", run->request_.plan);
  if (!prepared) return prepared.error();
  run->prepared_ = std::move(*prepared);
  auto history = read_history(store, run->prepared_.event);
  if (!history) return history.error();
  run->history_ = std::move(*history);
  auto board = scoreboard_of(run->history_);
  if (!board) return board.error();
  run->board_.emplace(std::move(*board));
  return run;
}

base::Result<void> LadderRun::begin(store::Store& store, EventRunner& runner, LadderObserver& observer) {
  if (auto written = write_event(store, prepared_); !written) return written.error();
  std::optional<std::pair<store::Event, std::uint32_t>> challenges;
  if (request_.teams) {
    auto opened = Challenges::open(store, request_.name);
    if (!opened) return opened.error();
    challenges = std::move(*opened);
  }
  runner.start(store, prepared_.event.id);
  ladder_.emplace(history_, *board_, request_.rules, request_.openings, runner.notifier(), observer,
                  base::clock_now);
  for (std::size_t k = 0; k < request_.bots.size(); ++k)
    ladder_->enter(request_.bots[k], request_.specs[k], fingerprints_[k]);
  if (challenges) {
    challenges_.emplace(std::move(challenges->first), challenges->second, runner.notifier());
    ladder_->set_challenges(*challenges_);
  }
  return {};
}

}  // namespace quiver::tournament

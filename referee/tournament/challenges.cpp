#include "referee/tournament/challenges.hpp"

#include <algorithm>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "referee/tournament/history.hpp"
#include "referee/tournament/plan.hpp"

namespace quiver::tournament {

namespace {

constexpr const char* kReserved = "reserved";  // in the plan: the last number that may have been used
// A collection like that of `quiver serve`: games without entrants, ratings or a table.
constexpr const char* kKind = "games";

store::PlanText plan_with(std::uint32_t last) {
  Plan plan;
  plan.add(kReserved, std::to_string(last));
  return {plan.text()};
}

}  // namespace

Challenges::Challenges(store::Event event, std::uint32_t last, CommitNotifier& notifier)
    : event_(std::move(event)), last_(last), notifier_(notifier) {}

base::Result<std::pair<store::Event, std::uint32_t>> Challenges::open(store::Store& store,
                                                                      const std::string& ladder) {
  const std::string name = ladder + "-challenges";
  const auto events = store.events();
  if (!events) return events.error();
  const auto found =
      std::find_if(events->begin(), events->end(), [&](const store::Event& one) { return one.name == name; });
  if (found == events->end()) {
    auto begun = store.begin({0, name, kKind, plan_with(0).text, utc_now()});
    if (!begun) return begun.error();
    return std::pair(std::move(*begun), std::uint32_t{0});
  }
  if (found->kind != kKind)
    return base::bad_input("the event " + base::quoted(name) +
                           " is of another kind: give the ladder another name by --event");
  const auto results = store.results(found->id);
  if (!results) return results.error();
  const std::uint32_t reserved = Plan::parse(found->plan).number(kReserved, 0);
  return std::pair(*found, std::max(results->empty() ? 0 : results->back().number, reserved));
}

void Challenges::add(const Request& request, const TeamLadder::Queued& then) {
  ChallengeGames games{event_.name, {}, request.names};
  std::vector<Waiting> added;
  for (std::uint32_t k = 0; k < request.games; ++k) {
    Waiting one{request.team, {}, request.names};
    one.game.number = ++last_;
    one.game.id = event_.name + "-" + std::to_string(last_);
    one.game.bots = {request.first, request.second};
    one.game.board = request.board;
    if (k % 2 == 1) {
      std::swap(one.game.bots[0], one.game.bots[1]);
      std::swap(one.names[0], one.names[1]);
    }
    games.ids.push_back(one.game.id);
    added.push_back(std::move(one));
  }
  notifier_.commit_to(event_.id, {plan_with(last_)}, [this, games, added, then] {
    waiting_.insert(waiting_.end(), added.begin(), added.end());
    if (then) then(games);
  });
}

std::optional<run::Game> Challenges::next(const std::function<Can(Entrant)>& can) {
  for (auto one = waiting_.begin(); one != waiting_.end();) {
    const Can first = can(static_cast<Entrant>(one->game.bots[0]));
    const Can second = can(static_cast<Entrant>(one->game.bots[1]));
    if (first == Can::kNever || second == Can::kNever) {
      const Waiting gone = std::move(*one);
      one = waiting_.erase(one);
      tell_void(gone, gone.names[first == Can::kNever ? 0 : 1] + " has left");
      continue;
    }
    if (first == Can::kPlay && second == Can::kPlay) {
      run::Game game = std::move(one->game);
      playing_[game.id] = one->team;
      waiting_.erase(one);
      return game;
    }
    ++one;
  }
  return std::nullopt;
}

void Challenges::tell_void(const Waiting& waiting, const std::string& why) const {
  if (!over_) return;
  wire::Record record;
  record.id = waiting.game.id;
  record.number = waiting.game.number;
  record.end = wire::End::kVoid;
  record.sentence = "void: " + why;
  for (const std::string& name : waiting.names) {
    record.seats.emplace_back();
    record.seats.back().name = name;
  }
  over_(waiting.team, record);
}

void Challenges::on_over(const run::Game& game, const wire::Record& record) {
  const auto found = playing_.find(game.id);
  if (found == playing_.end()) return;
  const std::string team = found->second;
  playing_.erase(found);
  const auto tell = [this, team, record] {
    if (over_) over_(team, record);
  };
  if (record.end == wire::End::kVoid) return tell();
  notifier_.commit_to(event_.id, {store::Game{game.number, 0, 0, {}, record}}, tell);
}

}  // namespace quiver::tournament

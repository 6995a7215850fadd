#include "referee/web/store_reader.hpp"

#include <algorithm>
#include <set>

#include "client_sdk/base/duty_cycle.hpp"
#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/text.hpp"
#include "quiver/v1/spectator.pb.h"
#include "quiver/v1/standings.pb.h"
#include "referee/store/open_store.hpp"
#include "referee/store/standings.hpp"
#include "referee/tournament/bracket.hpp"
#include "referee/tournament/scoreboard.hpp"
#include "referee/tournament/workers/workers_report.hpp"
#include "referee/web/json.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

constexpr auto kFresh = std::chrono::seconds(1);
// A result is served for so many times as long as it took to compute.
constexpr base::DutyCycle kValidity(9);
constexpr std::uint32_t kMostPoints = 60;  // of a line of ratings

Denial unreadable(const base::Error& error) { return {503, error.sentence}; }

bool has_table(const store::Event& event) { return event.kind == "tournament" || event.kind == "ladder"; }

bool takes_part(const store::GameResult& game, std::optional<std::uint32_t> entrant) {
  return !entrant || std::any_of(game.seats.begin(), game.seats.end(),
                                 [&](const auto& seat) { return seat.entrant == *entrant; });
}

// After which numbers of games ratings are computed: evenly spread, including the last.
bool is_wanted(std::size_t after, std::size_t all) {
  // Counted from the end, so that the last one is always included.
  const std::size_t stride = std::max<std::size_t>(1, (all + kMostPoints - 1) / kMostPoints);
  return after == all || (all - after) % stride == 0;
}

// The ratings as they were after some of the games.
base::Result<std::vector<store::Rating>> compute(const tournament::History& history) {
  // The games are added one by one to an empty table, which is cheap; ratings are solved only where wanted.
  tournament::History growing = history;
  growing.results.clear();
  auto board = tournament::scoreboard_of(growing);
  if (!board) return board.error();
  std::vector<store::Rating> all;
  for (std::size_t k = 0; k < history.results.size(); ++k) {
    board->add_game(history.results[k]);
    if (!is_wanted(k + 1, history.results.size())) continue;
    for (store::Rating& one : board->ratings()) {
      one.after = static_cast<std::uint32_t>(k + 1);
      all.push_back(std::move(one));
    }
  }
  return all;
}

// At most so many of a line's points, including the last.
void thin_out(v1::RatingLine& line) {
  v1::RatingLine out;
  out.set_name(line.name());
  const auto all = static_cast<std::size_t>(line.points_size());
  for (std::size_t k = 0; k < all; ++k)
    if (is_wanted(k + 1, all)) *out.add_points() = line.points(static_cast<int>(k));
  line = std::move(out);
}

// A game as it is shown: with the id that finds it in the store, and without paths of this machine.
RecordPtr named(const wire::Record& record, const std::string& id) {
  wire::Record shown = without_paths(record);
  shown.id = id;
  return std::make_shared<const wire::Record>(std::move(shown));
}

}  // namespace

Granted<store::Store*> StoreReader::store() {
  if (path_.empty()) return Denial{404, "no games are stored here: there is no store"};
  if (!store_) {
    auto opened = store::open_store(path_, store::Access::kRead);
    if (!opened) return unreadable(opened.error());
    store_ = std::move(*opened);
  }
  return store_.get();
}

Granted<store::Event> StoreReader::find(const std::string& name) {
  const auto from = store();
  if (!from) return from.error();
  const auto all = (*from)->events();
  if (!all) return unreadable(all.error());
  for (const store::Event& one : *all)
    if (one.name == name) return one;
  return Denial{404, "there is no event called " + base::quoted(name)};
}

template <class Make>
Granted<Document> StoreReader::cached(const std::string& key, Make make) {
  const base::Time now = std::chrono::steady_clock::now();
  const auto known = cache_.find(key);
  if (known != cache_.end() && now < known->second.until) return known->second.made;
  const Granted<Text> text = make();
  if (!text) return text.error();
  Cached& entry = cache_[key];
  // An unchanged text keeps its compressed form and its tag.
  if (!entry.made.plain || *entry.made.plain != **text) entry.made = document(*text);
  const base::Time then = std::chrono::steady_clock::now();
  // A duty cycle: what took a second to compute is served for nine.
  entry.until = then + std::max<base::Duration>(kFresh, kValidity.rest_after(then - now));
  return entry.made;
}

template <class T, class Make>
Granted<std::shared_ptr<const T>> StoreReader::fresh(std::map<std::string, Fresh<T>>& cache,
                                                     const std::string& key, Make make) {
  const base::Time now = std::chrono::steady_clock::now();
  const auto known = cache.find(key);
  if (known != cache.end() && now < known->second.until) return known->second.value;
  Granted<std::shared_ptr<const T>> made = make();
  if (!made) return made;
  const base::Time then = std::chrono::steady_clock::now();
  cache[key] = {then + std::max<base::Duration>(kFresh, kValidity.rest_after(then - now)), *made};
  return made;
}

Granted<Document> StoreReader::events() {
  if (path_.empty()) return document(json(v1::EventList{}));
  return cached("events", [&]() -> Granted<Text> {
    const auto from = store();
    if (!from) return from.error();
    const auto all = (*from)->events();
    if (!all) return unreadable(all.error());
    v1::EventList out;
    for (const store::Event& one : *all) {
      const auto results = (*from)->results(one.id);
      if (!results) return unreadable(results.error());
      v1::EventHead& head = *out.add_events();
      head.set_name(one.name);
      head.set_kind(one.kind);
      head.set_game(tournament::Plan::parse(one.plan).find("game").value_or(""));
      head.set_created(one.created);
      head.set_games(static_cast<std::uint32_t>(results->size()));
      head.set_standings(has_table(one));
    }
    return json(out);
  });
}

Granted<TablePtr> StoreReader::table(const std::string& name) {
  const auto event = find(name);
  if (!event) return event.error();
  if (!has_table(*event)) return Denial{404, "the games of " + name + " are a collection and have no table"};
  return fresh<v1::Standings>(tables_, name, [&]() -> Granted<TablePtr> {
    const auto history = tournament::read_history(*store_, *event);
    if (!history) return unreadable(history.error());
    const auto board = tournament::scoreboard_of(*history);
    if (!board) return unreadable(board.error());
    auto out = std::make_shared<v1::Standings>();
    store::fill(*out, board->standings());
    return TablePtr(std::move(out));
  });
}

Granted<Document> StoreReader::standings(const std::string& name) {
  const auto found = table(name);
  if (!found) return found.error();
  return cached("standings " + name,
                [&]() -> Granted<Text> { return text(base::harmless_json(*json(**found))); });
}

Granted<Document> StoreReader::standings(const std::string& name, const std::string& board) {
  if (board.empty()) return standings(name);
  const auto event = find(name);
  if (!event) return event.error();
  return cached("standings " + name + " " + board, [&]() -> Granted<Text> {
    const auto history = tournament::read_history(*store_, *event);
    if (!history) return unreadable(history.error());
    const auto scores = tournament::scoreboard_of(*history, board);
    if (!scores) return Denial{404, scores.error().sentence};
    v1::Standings out;
    store::fill(out, scores->standings());
    return text(base::harmless_json(*json(out)));
  });
}

Granted<Document> StoreReader::bracket(const std::string& name) {
  const auto event = find(name);
  if (!event) return event.error();
  return cached("bracket " + name, [&]() -> Granted<Text> {
    const auto history = tournament::read_history(*store_, *event);
    if (!history) return unreadable(history.error());
    const auto found = tournament::bracket_of(*history);
    if (!found) return Denial{404, found.error().sentence};
    return text(store::bracket_json(*found));
  });
}

Granted<std::shared_ptr<const v1::RatingHistory>> StoreReader::history(const store::Event& event) {
  return fresh<v1::RatingHistory>(
      histories_, event.name, [&]() -> Granted<std::shared_ptr<const v1::RatingHistory>> {
        const auto history = tournament::read_history(*store_, event);
        if (!history) return unreadable(history.error());
        // A ladder stores its ratings as it goes on, a tournament only the last ones.
        const auto found = event.kind == "ladder" ? store_->ratings(event.id) : compute(*history);
        if (!found) return unreadable(found.error());
        auto made = std::make_shared<v1::RatingHistory>();
        v1::RatingHistory& out = *made;
        out.set_event(event.name);
        for (const store::Entrant& one : history->entrants) out.add_lines()->set_name(one.name);
        for (const store::Rating& one : *found) {
          // An entrant that the history does not have: the store has grown since it was read.
          if (one.entrant >= history->entrants.size()) continue;
          v1::RatingPoint& point = *out.mutable_lines(static_cast<int>(one.entrant))->add_points();
          point.set_after(one.after);
          point.set_elo(one.elo);
          point.set_low(one.low);
          point.set_high(one.high);
        }
        for (v1::RatingLine& line : *out.mutable_lines()) thin_out(line);
        return std::shared_ptr<const v1::RatingHistory>(std::move(made));
      });
}

Granted<Document> StoreReader::ratings(const std::string& name, const std::vector<std::string>& names) {
  const auto event = find(name);
  if (!event) return event.error();
  if (!has_table(*event))
    return Denial{404, "the games of " + name + " are a collection and have no ratings"};
  const auto found = history(*event);
  if (!found) return found.error();
  if (names.empty()) return cached("ratings " + name, [&]() -> Granted<Text> { return json(**found); });
  // Those of a few are quick to write, and whoever asks for them asks for others than the next one.
  v1::RatingHistory few;
  few.set_event(name);
  for (const v1::RatingLine& line : (*found)->lines())
    if (std::find(names.begin(), names.end(), line.name()) != names.end()) *few.add_lines() = line;
  return document(json(few));
}

Granted<Document> StoreReader::games(const std::string& event_name, const std::string& name,
                                     const std::string& against, std::uint32_t page) {
  const auto event = find(event_name);
  if (!event) return event.error();
  const auto entrants = store_->entrants(event->id);
  const auto results = store_->results(event->id);
  if (!entrants) return unreadable(entrants.error());
  if (!results) return unreadable(results.error());
  const auto number_of = [&](const std::string& one) -> Granted<std::optional<std::uint32_t>> {
    if (one.empty()) return std::optional<std::uint32_t>{};
    for (const store::Entrant& entrant : *entrants)
      if (entrant.name == one) return std::optional(entrant.number);
    return Denial{404, "nobody called " + base::quoted(one) + " takes part in " + event_name};
  };
  const auto first = number_of(name);
  const auto second = number_of(against);
  if (!first) return first.error();
  if (!second) return second.error();
  v1::GameList out;
  std::uint32_t total = 0;
  for (auto one = results->rbegin(); one != results->rend(); ++one) {
    if (!takes_part(*one, *first) || !takes_part(*one, *second)) continue;
    const std::uint32_t place = total++;
    if (place / kPage != page) continue;
    const auto game = store_->game(event->id, one->number);
    if (!game) return unreadable(game.error());
    if (!*game) continue;
    v1::GameSummary& summary = *out.add_games();
    summary = summary_of((*game)->record);
    summary.set_id(event_name + "-" + std::to_string(one->number));
  }
  out.set_total(total);
  return document(json(out));
}

Granted<Document> StoreReader::bot(const std::string& event_name, const std::string& name,
                                   const std::string& version) {
  const auto ratings = table(event_name);
  if (!ratings) return ratings.error();
  const auto event = find(event_name);
  if (!event) return event.error();
  // Names have no line breaks, so that no two questions have the same key.
  return cached("bot\n" + event_name + "\n" + name + "\n" + version, [&]() -> Granted<Text> {
    const auto report = bots_.report(*store_, *event, name, version, **ratings);
    if (!report) return report.error();
    return json(*report);
  });
}

Granted<Document> StoreReader::bot_games(const std::string& event_name, const std::string& name,
                                         const BotFilter& filter, const WantedPage& wanted) {
  const auto event = find(event_name);
  if (!event) return event.error();
  if (!has_table(*event))
    return Denial{404, "the games of " + event_name + " are a collection and have no bots"};
  const auto games = bots_.games(*store_, *event, name, filter, wanted);
  if (!games) return games.error();
  return document(json(*games));
}

std::string StoreReader::event_of(const std::string& id) {
  const auto event = find(id.substr(0, id.rfind('-')));
  return event && has_table(*event) ? event->name : "";
}

Granted<Document> StoreReader::workers() {
  return cached("workers", [&]() -> Granted<Text> {
    const auto from = store();
    if (!from) return from.error();
    if (!queue_) {
      auto opened = store::WorkQueue::open(path_);
      if (!opened) return unreadable(opened.error());
      queue_ = std::move(*opened);
    }
    const auto report = tournament::report_workers(**from, *queue_);
    if (!report) return unreadable(report.error());
    return text(store::workers_json(*report));
  });
}

Granted<StoreReader::Found> StoreReader::find_game(const std::string& id) {
  // An id is split at its last dash, because the name of an event may contain dashes.
  const Denial unknown{404, "there is no game called " + base::quoted(id)};
  const std::size_t dash = id.rfind('-');
  const auto number = dash == std::string::npos ? base::Result<std::uint32_t>(base::bad_input(""))
                                                : base::parse_number(std::string_view(id).substr(dash + 1));
  if (path_.empty() || !number) return unknown;
  const auto event = find(id.substr(0, dash));
  if (!event) return event.error().status == 404 ? unknown : event.error();
  const auto game = store_->game(event->id, *number);
  if (!game) return unreadable(game.error());
  if (!*game) return unknown;
  return Found{*event, std::move(**game)};
}

Granted<RecordPtr> StoreReader::game(const std::string& id) {
  const auto found = find_game(id);
  if (!found) return found.error();
  return named(found->game.record, id);
}

// Elsewhere than in a ladder, in its challenges and its finals, a bot is known by the name that the ladder's
// table has for it.
Granted<std::string> StoreReader::team_named(const std::string& name) {
  const auto events = store_->events();
  if (!events) return unreadable(events.error());
  std::set<std::string> teams;
  for (const store::Event& ladder : *events) {
    if (ladder.kind != "ladder") continue;
    const auto entrants = store_->entrants(ladder.id);
    if (!entrants) return unreadable(entrants.error());
    for (const store::Entrant& one : *entrants)
      if (one.name == name) teams.insert(store::team_of(one));
  }
  // Of two seasons in which it was not the same team's, nobody can tell which is meant.
  return teams.size() == 1 ? *teams.begin() : "";
}

Granted<std::vector<std::string>> StoreReader::teams(const Found& found) {
  std::vector<std::string> teams;
  const auto& seats = found.game.record.seats;
  if (found.event.kind != "ladder") {
    for (const auto& seat : seats) {
      auto team = team_named(seat.name);
      if (!team) return team.error();
      teams.push_back(std::move(*team));
    }
    return teams;
  }
  const auto entrants = store_->entrants(found.event.id);
  if (!entrants) return unreadable(entrants.error());
  for (const std::uint32_t number : found.game.entrants) {
    const auto is_it = [&](const store::Entrant& one) { return one.number == number; };
    const auto entrant = std::find_if(entrants->begin(), entrants->end(), is_it);
    teams.push_back(entrant == entrants->end() ? "" : store::team_of(*entrant));
  }
  teams.resize(seats.size());
  return teams;
}

Granted<Text> StoreReader::logs(const std::string& id, const LogReader& reader) {
  const auto found = find_game(id);
  if (!found) return found.error();
  const auto teams = this->teams(*found);
  if (!teams) return teams.error();
  const auto logs = store_->game_logs(found->event.id, found->game.number);
  if (!logs) return unreadable(logs.error());
  v1::GameLogs out;
  for (std::uint32_t s = 0; s < teams->size(); ++s) {
    if (!may_read(reader, (*teams)[s])) continue;
    const auto is_it = [&](const store::GameLog& one) { return one.seat == s; };
    const auto log = std::find_if(logs->begin(), logs->end(), is_it);
    *out.add_seats() = seat_log(s, found->game.record.seats[s].name, log == logs->end() ? "" : log->text);
  }
  if (out.seats_size() == 0 && !reader.admin)
    return Denial{403, "only the team of a bot in this game may read what it printed"};
  return text(base::harmless_json(*json(out)));
}

std::vector<RecordPtr> StoreReader::latest(const std::string& name, std::size_t most) {
  std::vector<RecordPtr> out;
  if (!store()) return out;
  const auto event = tournament::find_event(*store_, name);
  const auto results =
      event ? store_->results(event->id) : base::Result<std::vector<store::GameResult>>(event.error());
  if (!results) return out;
  for (auto one = results->rbegin(); one != results->rend() && out.size() < most; ++one)
    if (const auto game = store_->game(event->id, one->number); game && *game)
      out.push_back(named((*game)->record, event->name + "-" + std::to_string(one->number)));
  return out;
}

}  // namespace quiver::web

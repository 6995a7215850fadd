#include "referee/tournament/ladder.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "client_sdk/base/mix.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/run/order.hpp"
#include "referee/tournament/boards.hpp"
#include "referee/tournament/game_changes.hpp"
#include "referee/tournament/tournament.hpp"

namespace quiver::tournament {

namespace {

constexpr unsigned kVoids = 3;  // in a row, and it cannot be started
constexpr base::Duration kAfterVoid = std::chrono::seconds(5);
// A remote bot that failed again and again may have been mended by then.
constexpr base::Duration kAfterFaults = std::chrono::minutes(10);
// Rating everybody takes long where there are many, and changes little from game to game.
constexpr base::Duration kBetweenRatings = std::chrono::milliseconds(250);
constexpr int kShareOfRatings = 50;  // of all time it takes one part in so many

constexpr std::string_view kRemote = "remote:";

// What tells versions of a launched bot apart, after the name that it has in all of them.
std::string launched_version(const std::string& name, const std::string& fingerprint) {
  return name + " " + fingerprint;
}

launch::BotSpec remote_bot(const std::string& name, const wire::TimeControl& time) {
  launch::BotSpec bot;
  bot.remote = true;
  bot.name = name;
  bot.time = time;
  return bot;
}

// A remote bot's version has played so many games before another one can follow it.
constexpr std::uint32_t kGamesOfAVersion = 3;
constexpr std::size_t kMostVersions = 100;  // of one competitor in a season

}  // namespace

// "remote:ann", what the team ann submitted and what is launched as "ann" are three competitors. An entry's
// own name may be that of a version.
std::string competitor_of(const store::Entrant& entrant) {
  if (entrant.spec.starts_with(kRemote)) return entrant.spec;
  const std::string name = entrant.version.substr(0, entrant.version.find(' '));
  return entrant.spec.starts_with(store::kBundleSpec) ? team_competitor(name) : name;
}

Ladder::Ladder(const History& history, Scoreboard& board, LadderRules rules,
               std::vector<OpeningBook> openings, CommitNotifier& notifier, LadderObserver& observer,
               Clock clock)
    : board_(board),
      rules_(std::move(rules)),
      boards_(board_names(history.plan), std::move(openings)),
      notifier_(notifier),
      observer_(observer),
      clock_(std::move(clock)),
      event_(history.event.name) {
  for (const store::Entrant& one : history.entrants) {
    Entry entry;
    entry.kept = one;
    entry.competitor = competitor_of(one);
    entry.team = store::team_of(one);
    entry.bundled = one.spec.starts_with(store::kBundleSpec);
    entry.seen = clock_();
    const bool remote = one.spec.starts_with(kRemote);
    entry.bot = remote_bot(remote ? one.spec.substr(kRemote.size()) : one.name, rules_.time);
    entry.bot.remote = remote;
    entries_.push_back(std::move(entry));
  }
  for (const store::GameResult& game : history.results) {
    boards_.recall(game.seats[0].entrant, game.seats[1].entrant, game.board);
    last_number_ = std::max(last_number_, game.number);
    for (std::size_t s = 0; s < game.seats.size(); ++s) {
      Entry& entry = entries_[game.seats[s].entrant];
      ++entry.games;
      entry.firsts += s == 0 ? 1U : 0U;
      for (const auto& other : game.seats)
        if (other.entrant != game.seats[s].entrant) ++entry.met[other.entrant];
    }
  }
  for (const store::Rating& one : board_.ratings()) elos_[one.entrant] = one.elo;
}

// --- who is in

std::optional<Entrant> Ladder::find(const std::string& competitor, const std::string& version) const {
  for (const Entry& entry : entries_)
    if (entry.competitor == competitor && entry.kept.version == version) return entry.kept.number;
  return std::nullopt;
}

std::optional<Entrant> Ladder::active_of(const std::string& competitor) const {
  for (const Entry& entry : entries_)
    if (entry.kept.active && entry.competitor == competitor) return entry.kept.number;
  return std::nullopt;
}

Entrant Ladder::add_entry(const launch::BotSpec& bot, const std::string& spec, const std::string& version,
                          const std::string& title) {
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(entries_.begin(), entries_.end(),
                       [&](const Entry& entry) { return entry.kept.name == name; });
  };
  Entry entry;
  entry.kept.number = static_cast<std::uint32_t>(entries_.size());
  entry.kept.name = bot.name;
  for (unsigned k = 2; is_taken(entry.kept.name); ++k)
    entry.kept.name = bot.name.substr(0, 26) + "-v" + std::to_string(k);
  entry.kept.spec = spec;
  entry.kept.version = version;
  entry.kept.joined = utc_now();
  entry.competitor = competitor_of(entry.kept);
  entry.team = store::team_of(entry.kept);
  entry.bundled = spec.starts_with(store::kBundleSpec);
  entry.kept.display = display_of(entry.team);
  entry.kept.title = title;
  entry.bot = bot;
  // A remote bot has one name in all versions; a launched one plays under its entry's.
  if (!bot.remote) entry.bot.name = entry.kept.name;
  entry.seen = clock_();
  entries_.push_back(std::move(entry));
  const Entrant number = entries_.back().kept.number;
  board_.add_entrant(entries_.back().kept.name, entries_.back().kept.display, title);
  commit_entry(number);
  observer_.on_news(entries_.back().kept.name + " has entered");
  return number;
}

void Ladder::commit_entry(Entrant entrant) { notifier_.commit({entries_[entrant].kept}); }

void Ladder::activate(Entrant entrant) {
  Entry& entry = entries_[entrant];
  entry.here = true;
  entry.faults = 0;
  entry.voids = 0;
  entry.seen = clock_();
  const std::string competitor = entry.competitor;
  for (Entry& other : entries_)
    if (other.kept.number != entrant && other.kept.active && other.competitor == competitor)
      drop(other.kept.number, "there is a new version, " + entry.kept.name);
  if (entry.kept.active) return;
  entry.kept.active = true;
  board_.set_active(entrant, true);
  commit_entry(entrant);
  observer_.on_news(entry.kept.name + " is back");
}

void Ladder::drop(Entrant entrant, const std::string& why) {
  Entry& entry = entries_[entrant];
  entry.here = false;
  if (!entry.kept.active) return;
  entry.kept.active = false;
  board_.set_active(entrant, false);
  commit_entry(entrant);
  observer_.on_news(entry.kept.name + " is out: " + why);
}

void Ladder::enter(const launch::BotSpec& bot, const std::string& spec, const std::string& fingerprint) {
  const std::string version = launched_version(bot.name, fingerprint);
  auto known = find(bot.name, version);
  if (!known) known = add_entry(bot, spec, version);
  entries_[*known].bot = bot;
  entries_[*known].bot.name = entries_[*known].kept.name;
  activate(*known);
}

void Ladder::enter_done() {
  for (const Entry& entry : entries_)
    if (!entry.bot.remote && !entry.here) drop(entry.kept.number, "it is not launched any more");
}

void Ladder::welcome(const std::vector<std::string>& connected) {
  const std::set<std::string> here(connected.begin(), connected.end());
  const base::Time now = clock_();
  for (Entry& entry : entries_)
    if (entry.bot.remote && here.contains(entry.bot.name)) entry.seen = now;
  for (const std::string& name : here) {
    const std::string spec = std::string(kRemote) + name;
    if (barred_.contains(name) || active_of(spec)) continue;
    // The entry that it played as last, until its title says otherwise.
    std::optional<Entrant> last;
    for (const Entry& entry : entries_)
      if (entry.competitor == spec) last = entry.kept.number;
    if (last && now < entries_[*last].not_before) continue;  // it was eliminated a moment ago
    if (!last && rules_.end.is_closed()) {
      turn_away(name);
      continue;
    }
    if (!last) last = add_entry(remote_bot(name, rules_.time), spec, "");
    activate(*last);
  }
  for (Entry& entry : entries_)
    if (entry.bot.remote) entry.here = entry.kept.active && here.contains(entry.bot.name);
}

void Ladder::drop_inactive() {
  const base::Time now = clock_();
  for (const Entry& entry : entries_)
    if (entry.kept.active && entry.bot.remote && !entry.here && entry.running == 0 &&
        now - entry.seen >= rules_.inactive)
      drop(entry.kept.number, "it was away for " + base::format_duration(rules_.inactive));
}

// --- games

bool Ladder::finished() const {
  if (challenges_ != nullptr && challenges_->busy()) return false;
  return stopped_ || ((ended_ || (rules_.games && begun_ >= *rules_.games)) && running_ == 0);
}

std::vector<Candidate> Ladder::candidates(const run::PlayerPool& pool) const {
  const base::Time now = clock_();
  std::vector<Candidate> all;
  for (const Entry& entry : entries_) {
    if (!entry.kept.active || !entry.here || now < entry.not_before) continue;
    if (pool.presence(entry.bot) != run::PlayerPool::Presence::kFree) continue;
    Candidate one;
    one.entrant = entry.kept.number;
    const auto elo = elos_.find(one.entrant);
    one.rated = elo != elos_.end();
    one.elo = one.rated ? elo->second : 0;
    one.games = entry.games + entry.running;
    one.firsts = entry.firsts;
    one.waiting = static_cast<std::uint64_t>(entry.not_before.time_since_epoch().count());
    all.push_back(std::move(one));
  }
  return all;
}

std::optional<run::Game> Ladder::next(const run::PlayerPool& pool) {
  if (stopped_ || has_ended() || (rules_.games && begun_ >= *rules_.games)) return std::nullopt;
  welcome(pool.remote_players());
  drop_inactive();
  tell_if_nobody_can_play();
  if (auto game = next_challenge(pool)) return game;
  const auto pair = choose_pair(candidates(pool), [&](Entrant a, Entrant b) {
    const auto found = entries_[a].met.find(b);
    return found == entries_[a].met.end() ? 0U : found->second;
  });
  if (!pair) return std::nullopt;
  challenge_was_last_ = false;
  return make_game(pair->first, pair->second);
}

void Ladder::tell_if_nobody_can_play() {
  const auto here =
      std::count_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.here; });
  if (here < 2 && !std::exchange(waits_, true))
    observer_.on_news("fewer than two can play; waiting for others");
  if (here >= 2) waits_ = false;
}

run::Game Ladder::make_game(Entrant first, Entrant second) {
  run::Game game;
  game.number = ++last_number_;
  game.id = event_ + "-" + std::to_string(game.number);
  game.bots = {first, second};
  boards_.begin(game);
  game.seed = static_cast<std::uint32_t>(base::mix64(base::mix64(rules_.seed) ^ game.number));
  for (unsigned s = 0; s < 2; ++s) game.seeds.push_back(run::seat_seed(game.seed, 1, base::seat(s)));
  for (const Entrant one : {first, second}) ++entries_[one].running;
  ++entries_[first].firsts;
  ++begun_;
  ++running_;
  return game;
}

void Ladder::on_void(const run::Game& game, const wire::Record& record,
                     const std::optional<base::Seat>& unable) {
  --entries_[game.bots[0]].firsts;
  boards_.undo(game);
  if (stopped_) return;
  --begun_;
  observer_.on_void(record);
  for (unsigned s = 0; s < game.bots.size(); ++s) {
    Entry& entry = entries_[game.bots[s]];
    entry.not_before = clock_() + kAfterVoid;
    if (unable == base::seat(s) && ++entry.voids >= kVoids)
      drop(entry.kept.number, "it cannot be started: " + why_void(record));
  }
}

std::size_t Ladder::num_versions(const std::string& competitor) const {
  return static_cast<std::size_t>(std::count_if(
      entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.competitor == competitor; }));
}

bool Ladder::may_have_another_version(const Entry& entry) const {
  return entry.games >= kGamesOfAVersion && num_versions(entry.competitor) < kMostVersions &&
         !rules_.end.is_closed();
}

base::Result<std::size_t> Ladder::identify(const run::Game& game, base::Seat seat,
                                           const std::string& fingerprint) {
  const auto number = static_cast<Entrant>(game.bots[seat.value()]);
  Entry& entry = entries_[number];
  if (entry.bundled) return number;
  const std::string version = launched_version(entry.competitor, fingerprint);
  if (entry.kept.version == version) return number;
  auto known = find(entry.competitor, version);
  if (!known && num_versions(entry.competitor) >= kMostVersions) {
    const std::string why = "its files have changed too often: " + std::to_string(kMostVersions) +
                            " versions is the most in a season";
    drop(number, why);
    return base::bad_input(entry.kept.name + " does not play: " + why);
  }
  launch::BotSpec bot = entry.bot;
  bot.name = entry.competitor;
  if (!known) known = add_entry(bot, entry.kept.spec, version);
  Entry& now = entries_[*known];
  now.bot = bot;
  now.bot.name = now.kept.name;
  activate(*known);
  if (is_challenge(game)) return *known;
  // The game is the new one's.
  --entry.running;
  ++now.running;
  if (seat == base::seat(0)) {
    --entry.firsts;
    ++now.firsts;
  }
  return *known;
}

Entrant Ladder::played_as(Entrant entrant, const wire::Record::SeatRecord& seat) {
  const Entry& entry = entries_[entrant];
  if (!entry.bot.remote || seat.title == entry.kept.version) return entrant;
  if (entry.games == 0 && entry.kept.version.empty()) {
    entries_[entrant].kept.version = seat.title;
    commit_entry(entrant);
    return entrant;
  }
  // Who never got as far as saying its title is who it was; and a title that changes all the time tells
  // nothing.
  if (seat.title.empty() || (!find(entry.kept.spec, seat.title) && !may_have_another_version(entry)))
    return entrant;
  const launch::BotSpec bot = entry.bot;
  const std::string spec = entry.kept.spec;
  auto known = find(spec, seat.title);
  if (!known) known = add_entry(bot, spec, seat.title);
  activate(*known);
  return *known;
}

void Ladder::on_over(const run::Game& game, const wire::Record& record,
                     const std::optional<base::Seat>& unable) {
  if (is_challenge(game)) return end_challenge(game, record);
  --running_;
  for (const std::size_t number : game.bots) {
    --entries_[number].running;
    entries_[number].not_before = clock_() + rules_.rest;
  }
  if (record.end == wire::End::kVoid) return on_void(game, record, unable);
  store::Game kept;
  kept.number = game.number;
  kept.record = record;
  for (std::size_t s = 0; s < game.bots.size(); ++s)
    kept.entrants.push_back(played_as(static_cast<Entrant>(game.bots[s]), record.seats[s]));
  // A record says who played as the table does.
  for (std::size_t s = 0; s < game.bots.size(); ++s) {
    kept.record.seats[s].name = entries_[kept.entrants[s]].kept.name;
    note_title(kept.entrants[s], kept.record.seats[s].title);
  }
  kept.index = boards_.end(game, kept.entrants[0], kept.entrants[1]);
  count(kept);
  notifier_.commit(changes_of(kept), [this, kept] {
    board_.add_game(result_of(kept));
    rate(kept.entrants);
    observer_.on_game(kept);
  });
}

void Ladder::count(const store::Game& game) {
  for (std::size_t s = 0; s < game.entrants.size(); ++s) {
    Entry& entry = entries_[game.entrants[s]];
    ++entry.games;
    ++entry.met[game.entrants[1 - s]];
    entry.voids = 0;
    const auto& seat = game.record.seats[s];
    entry.faults = seat.reason && wire::is_fault(*seat.reason) ? entry.faults + 1 : 0;
    if (entry.faults < rules_.faults) continue;
    entry.not_before = clock_() + kAfterFaults;
    drop(entry.kept.number, "it failed in " + std::to_string(entry.faults) +
                                " games in a row, the last time for " +
                                std::string(wire::reason_name(*seat.reason)));
  }
}

void Ladder::rate(const std::vector<std::uint32_t>& entrants) {
  to_rate_.insert(to_rate_.end(), entrants.begin(), entrants.end());
  const base::Time now = clock_();
  if (now < rate_next_ && running_ > 0) return;
  std::vector<store::Change> changes;
  auto ratings = board_.ratings();
  // Where it takes long it is done seldom.
  rate_next_ = now + std::max(kBetweenRatings, kShareOfRatings * (clock_() - now));
  for (store::Rating& one : ratings) {
    elos_[one.entrant] = one.elo;
    if (std::find(to_rate_.begin(), to_rate_.end(), one.entrant) != to_rate_.end())
      changes.emplace_back(std::move(one));
  }
  to_rate_.clear();
  notifier_.commit(std::move(changes));
}

}  // namespace quiver::tournament

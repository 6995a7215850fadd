#include "referee/net/series.hpp"

#include <algorithm>

#include <boost/asio/post.hpp>

namespace quiver::net {

using base::Seat;
using base::seat;
using wire::Reason;

namespace {

// 10 s and a second for each 20,000 cells, by default.
Duration ready_time(const Patience& patience, const games::Position& start) {
  return patience.ready + std::chrono::seconds(start.graph().num_vertices() / 20'000);
}

// So many processes may wait for a game: enough for the entrants of most tournaments to stay up throughout.
constexpr std::size_t kMostIdle = 32;

// A bot that is out for one of these may be stuck, dead or out of step.
bool is_doubtful(Reason reason) {
  return reason != Reason::kBlocked && reason != Reason::kResigned && reason != Reason::kIllegalMove;
}

}  // namespace

std::string board_name(const games::Options& options, const games::Position& start) {
  if (options.map) return "map";
  return options.shape.value_or(start.grid().rows == start.grid().columns ? "square" : "rectangle");
}

Series::Series(boost::asio::io_context& io, Hall& hall, Ground ground, Table::EncodedStartPtr start,
               launch::House house, Programme& programme, Watcher& watcher)
    : io_(io),
      hall_(hall),
      ground_(std::move(ground)),
      start_(std::move(start)),
      house_(std::move(house)),
      programme_(programme),
      watcher_(watcher),
      lanes_(std::max(ground_.concurrency, 1U)) {}

Series::~Series() = default;

void Series::go_on() {
  if (done_ || sent_home_) return;
  for (Lane& lane : lanes_) fill(lane);
  // Only now: most that have just ended a game begin the next one at once.
  for (const Idle& idle : idle_) idle.process->rest();
  finish_if_done();
}

void Series::fill(Lane& lane) {
  if (lane.match != 0 || no_more_) return;
  if (!lane.game) {
    lane.game = programme_.next(*this);
    if (!lane.game) return;
  }
  if (hall_.full()) return;
  if (auto players = gather(lane)) begin(lane, std::move(*players));
}

Company::Presence Series::presence(const launch::BotSpec& bot) const {
  if (!bot.remote || find_free(bot)) return Presence::kFree;
  return is_present(bot) ? Presence::kBusy : Presence::kAbsent;
}

PlayerPtr Series::find_free(const launch::BotSpec& bot) const {
  if (bot.person.empty()) return hall_.find_free(bot.name, std::string(ground_.start.game_name()));
  const PlayerPtr person = hall_.find_person(bot.person);
  return person && !person->reserved && person->free_places() > 0 ? person : nullptr;
}

bool Series::is_present(const launch::BotSpec& bot) const {
  if (bot.person.empty()) return hall_.is_present(bot.name, std::string(ground_.start.game_name()));
  return hall_.find_person(bot.person) != nullptr;
}

std::vector<std::string> Series::guests() const {
  return hall_.guests(std::string(ground_.start.game_name()));
}

std::optional<std::vector<PlayerPtr>> Series::gather(Lane& lane) {
  const Time now = std::chrono::steady_clock::now();
  if (!lane.waiting_since) lane.waiting_since = now;
  std::vector<PlayerPtr> players(lane.game->bots.size());
  bool complete = true;
  for (std::size_t s = 0; s < players.size(); ++s) {
    const launch::BotSpec& spec = programme_.bot(lane.game->bots[s]);
    if (!spec.remote) continue;
    players[s] = find_free(spec);
    if (players[s]) {
      players[s]->reserved = true;
    } else if (is_present(spec) || now - *lane.waiting_since < hall_.patience().connect) {
      complete = false;
    }
  }
  for (const PlayerPtr& player : players)
    if (player) player->reserved = false;
  if (!complete) return std::nullopt;
  return players;
}

void Series::begin(Lane& lane, std::vector<PlayerPtr> players) {
  lane.waiting_since.reset();
  lane.started = base::format_utc(std::chrono::system_clock::now());
  lane.match = hall_.next_match();
  const auto launched = launch_missing(lane, players);
  std::vector<Seat> absent;
  for (std::size_t s = 0; s < players.size(); ++s)
    if (!players[s]) absent.push_back(seat(static_cast<unsigned>(s)));
  std::vector<std::string> names;
  for (const std::size_t b : lane.game->bots) names.push_back(programme_.bot(b).name);
  watcher_.on_start(lane.game->number, ground_.start, names);
  const wire::MatchId match = lane.match;
  hall_.open(setup_for(lane, match), start_, std::move(players), *this);
  if (!launched) {
    hall_.abort(match, launched.error().sentence);
    return;
  }
  if (!absent.empty()) hall_.miss(match, absent);
}

Series::BotPtr Series::take_idle(std::size_t bot) {
  for (std::size_t k = idle_.size(); k-- > 0;) {
    if (idle_[k].bot != bot) continue;
    BotPtr found = std::move(idle_[k].process);
    idle_.erase(idle_.begin() + static_cast<std::ptrdiff_t>(k));
    if (found->runs()) return found;
  }
  return nullptr;
}

base::Result<void> Series::launch_missing(Lane& lane, std::vector<PlayerPtr>& players) {
  lane.bots.assign(players.size(), nullptr);
  lane.unable.reset();
  for (std::size_t s = 0; s < players.size(); ++s) {
    const launch::BotSpec& spec = programme_.bot(lane.game->bots[s]);
    if (spec.remote) continue;
    BotPtr& bot = lane.bots[s];
    bot = take_idle(lane.game->bots[s]);
    if (!bot) {
      auto started = LaunchedBot::start(io_, hall_, spec, house_);
      if (!started) {
        lane.unable = seat(static_cast<unsigned>(s));
        return started.error();
      }
      bot = std::move(*started);
      if (spec.debugged) watcher_.on_launched(spec.name, bot->pid(), spec.program);
    }
    const std::string log = lane.game->id + "-seat" + std::to_string(s) + "-" + spec.name + ".log";
    bot->begin_game(ground_.logs.empty()
                        ? launch::CappedLog()
                        : launch::CappedLog(ground_.logs + "/" + log, spec.limits.log_bytes));
    players[s] = bot->player();
  }
  return {};
}

match::Setup Series::setup_for(const Lane& lane, wire::MatchId match) const {
  match::Setup setup{match,
                     lane.game->id,
                     ground_.start,
                     lane.game->opening,
                     {},
                     hall_.patience().connect,
                     ready_time(hall_.patience(), ground_.start),
                     ground_.reconnect.value_or(hall_.patience().reconnect)};
  for (std::size_t s = 0; s < lane.game->bots.size(); ++s) {
    const launch::BotSpec& bot = programme_.bot(lane.game->bots[s]);
    setup.seats.push_back({bot.name, bot.time, lane.game->seeds[s]});
    setup.seats.back().unhurried = bot.debugged;
    if (bot.remote && bot.person.empty()) setup.seats.back().lag = hall_.patience().lag;
  }
  return setup;
}

Series::Lane* Series::lane_of(const Table& table) {
  const auto found = std::find_if(lanes_.begin(), lanes_.end(),
                                  [&](const Lane& lane) { return lane.match == table.match().id(); });
  return found == lanes_.end() ? nullptr : &*found;
}

void Series::on_open(const Table& table) {
  const Lane* lane = lane_of(table);
  if (lane == nullptr || hall_.onlooker() == nullptr) return;
  wire::Record heading = record_of(*lane, table.match());
  heading.moves.clear();
  hall_.onlooker()->on_begin(table, heading);
}

void Series::on_event(const Table& table, const match::Message& message, const wire::Info&) {
  const Lane* lane = lane_of(table);
  if (lane == nullptr) return;
  if (hall_.onlooker() != nullptr) hall_.onlooker()->on_told(table, message);
  const games::Position& position = table.match().position();
  if (const auto* moved = std::get_if<wire::Moved>(&message)) {
    watcher_.on_event(lane->game->number, position, moved->seat, position.format(games::Event{moved->move}));
    drill(*lane, position.ply());
  } else if (const auto* out = std::get_if<wire::Eliminated>(&message)) {
    watcher_.on_event(lane->game->number, position, out->seat,
                      "out (" + std::string(wire::reason_name(out->reason)) + "): " + out->detail);
  }
}

void Series::drill(const Lane& lane, std::uint32_t moves) {
  for (const Drill& one : ground_.drills) {
    const auto found = std::find(lane.game->bots.begin(), lane.game->bots.end(), one.bot);
    if (one.ply != moves || lane.game->number > one.games || found == lane.game->bots.end()) continue;
    const BotPtr& bot = lane.bots[static_cast<std::size_t>(found - lane.game->bots.begin())];
    if (!bot) continue;
    // Not now: the match is in the middle of telling everybody about the move.
    boost::asio::post(io_, [&hall = hall_, player = bot->player(), kind = one.kind] {
      if (kind == Drill::Kind::kCut)
        Hall::cut(player);
      else
        hall.fault(player, Reason::kResigned, "it leaves here, as was asked for");
    });
  }
}

void Series::on_over(const Table& table) {
  Lane* lane = lane_of(table);
  if (lane == nullptr) return;
  end_game(*lane, table);
  // Not at once: where nothing can be launched, each game would begin inside the end of the one before.
  hall_.changed();
}

wire::Record Series::record_of(const Lane& lane, const match::Match& match) const {
  wire::Record record = match.record();
  record.number = lane.game->number;
  record.board = board_name(ground_.options, ground_.start);
  record.options = ground_.options;
  record.seed = lane.game->seed;
  record.started = lane.started;
  return record;
}

void Series::end_game(Lane& lane, const Table& table) {
  const Game game = *lane.game;
  const match::Match& match = table.match();
  wire::Record record = record_of(lane, match);
  for (std::size_t s = 0; s < lane.bots.size(); ++s) {
    if (!lane.bots[s]) continue;
    lane.bots[s]->finish_game(record.seats[s]);
    const PlayerPtr& player = lane.bots[s]->player();
    if (!player->games.empty()) watcher_.on_claims(player->name, player->games);
  }
  if (hall_.onlooker() != nullptr) hall_.onlooker()->on_over(table, record);
  release_bots(lane, match);
  lane.match = 0;
  lane.game.reset();
  programme_.on_over(game, record, lane.unable);
}

void Series::release_bots(Lane& lane, const match::Match& match) {
  const bool is_void = match.end() == wire::End::kVoid;
  for (std::size_t s = 0; s < lane.bots.size(); ++s) {
    if (!lane.bots[s]) continue;
    const auto reason = match.reason(seat(static_cast<unsigned>(s)));
    if (ground_.restart || is_void || (reason && is_doubtful(*reason)))
      drop(std::move(lane.bots[s]), false);
    else
      idle_.push_back({lane.game->bots[s], std::move(lane.bots[s])});
  }
  lane.bots.clear();
  while (idle_.size() > std::max(kMostIdle, 4 * lanes_.size())) {
    drop(std::move(idle_.front().process), true);
    idle_.erase(idle_.begin());
  }
}

void Series::drop(BotPtr bot, bool farewell) {
  if (!bot->runs()) return;
  LaunchedBot* const gone = bot.get();
  dropped_.push_back(std::move(bot));
  auto on_gone = [this, gone] {
    std::erase_if(dropped_, [gone](const auto& one) { return one.get() == gone; });
    if (sent_home_) one_less();
  };
  if (farewell)
    gone->retire(std::move(on_gone));
  else
    gone->discard(std::move(on_gone));
}

void Series::stop_after_these() {
  no_more_ = true;
  programme_.stop();
  for (Lane& lane : lanes_)
    if (lane.match == 0) lane.game.reset();
}

void Series::stop(const std::string& sentence) {
  stop_after_these();
  for (const Lane& lane : lanes_)
    if (lane.match != 0) hall_.abort(lane.match, sentence);
  finish_if_done();
}

void Series::finish_if_done() {
  const bool busy =
      std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.game.has_value(); });
  if (!busy && (no_more_ || programme_.finished())) send_home();
}

void Series::send_home() {
  if (std::exchange(sent_home_, true)) return;
  going_home_ = idle_.size() + dropped_.size();
  if (going_home_ == 0) return one_less();
  for (const Idle& idle : idle_) idle.process->retire([this] { one_less(); });
}

void Series::one_less() {
  if (going_home_ > 0) --going_home_;
  if (going_home_ > 0 || std::exchange(done_, true)) return;
  programme_.on_done();
  hall_.changed();
}

}  // namespace quiver::net

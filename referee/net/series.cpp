#include "referee/net/series.hpp"

#include <algorithm>
#include <array>
#include <ctime>

#include <boost/asio/post.hpp>

#include "client_sdk/base/random.hpp"

namespace quiver::net {

using base::Seat;
using base::seat;
using wire::Reason;

namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

// 10 s and a second for each 20,000 cells, by default.
Duration ready_time(const Patience& patience, const games::Position& start) {
  return patience.ready + std::chrono::seconds(start.graph().num_vertices() / 20'000);
}

// A bot that is out for one of these may be stuck, dead or out of step.
bool is_doubtful(Reason reason) {
  return reason != Reason::kBlocked && reason != Reason::kResigned && reason != Reason::kIllegalMove;
}

}  // namespace

std::string board_name(const games::Options& options, const games::Position& start) {
  if (options.map) return "map";
  return options.shape.value_or(start.grid().rows == start.grid().columns ? "square" : "rectangle");
}

std::vector<std::size_t> seating(const Order& order, std::uint32_t number) {
  const std::size_t bots = order.bots.size();
  const std::size_t round = (number - 1) / bots;
  std::size_t shift = 0;
  // With both, who begins is drawn once for each round of seats.
  if (order.first_random)
    shift = base::Random(base::mix64(order.seed) ^ (order.swap ? round : number)).below(bots);
  if (order.swap) shift += (number - 1) % bots;
  std::vector<std::size_t> seats(bots);
  for (std::size_t s = 0; s < bots; ++s) seats[s] = (s + shift) % bots;
  return seats;
}

std::uint64_t seat_seed(std::uint32_t seed, std::uint32_t number, Seat s) {
  return base::mix64(base::mix64(base::mix64(seed) ^ number) ^ s.value());
}

Series::Series(boost::asio::io_context& io, Hall& hall, Order order, Table::EncodedStartPtr start,
               launch::House house, Watcher& watcher)
    : io_(io),
      hall_(hall),
      order_(std::move(order)),
      start_(std::move(start)),
      house_(std::move(house)),
      watcher_(watcher),
      lanes_(std::clamp<std::size_t>(order_.concurrency, 1, order_.games)) {
  for (Lane& lane : lanes_) lane.bots.resize(order_.bots.size());
}

Series::~Series() = default;

void Series::go_on() {
  if (done_ || sent_home_) return;
  for (Lane& lane : lanes_) fill(lane);
  finish_if_done();
}

void Series::fill(Lane& lane) {
  if (lane.match != 0 || no_more_) return;
  if (lane.number == 0) {
    if (next_ > order_.games) return;
    lane.number = next_++;
    lane.attempt = 0;
    lane.seats = seating(order_, lane.number);
  }
  if (hall_.full()) return;
  if (auto players = gather(lane)) begin(lane, std::move(*players));
}

std::optional<std::vector<PlayerPtr>> Series::gather(Lane& lane) {
  const Time now = std::chrono::steady_clock::now();
  if (!lane.waiting_since) lane.waiting_since = now;
  const std::string game(order_.start.game_name());
  std::vector<PlayerPtr> players(lane.seats.size());
  bool complete = true;
  for (std::size_t s = 0; s < players.size(); ++s) {
    const launch::BotSpec& spec = order_.bots[lane.seats[s]];
    if (!spec.remote) continue;
    players[s] = hall_.find_free(spec.name, game);
    if (players[s]) {
      players[s]->reserved = true;
    } else if (hall_.is_present(spec.name, game) || now - *lane.waiting_since < hall_.patience().connect) {
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
  lane.started = utc_now();
  lane.match = hall_.next_match();
  const auto launched = launch_missing(lane, players);
  std::vector<Seat> absent;
  for (std::size_t s = 0; s < players.size(); ++s)
    if (!players[s]) absent.push_back(seat(static_cast<unsigned>(s)));
  std::vector<std::string> names;
  for (const std::size_t b : lane.seats) names.push_back(order_.bots[b].name);
  watcher_.on_start(lane.number, order_.start, names);
  const wire::MatchId match = lane.match;
  hall_.open(setup_for(lane, match), start_, std::move(players), *this);
  if (!launched) {
    hall_.abort(match, launched.error().sentence);
    return;
  }
  if (!absent.empty()) hall_.miss(match, absent);
}

base::Result<void> Series::launch_missing(Lane& lane, std::vector<PlayerPtr>& players) {
  for (std::size_t s = 0; s < players.size(); ++s) {
    const std::size_t b = lane.seats[s];
    if (order_.bots[b].remote) continue;
    std::shared_ptr<LaunchedBot>& bot = lane.bots[b];
    if (bot && !bot->runs()) bot.reset();
    if (!bot) {
      auto started = LaunchedBot::start(io_, hall_, order_.bots[b], house_);
      if (!started) return started.error();
      bot = std::move(*started);
      if (order_.bots[b].debugged)
        watcher_.on_launched(order_.bots[b].name, bot->pid(), order_.bots[b].program);
    }
    const std::string log = order_.id + "-" + std::to_string(lane.number) + "-seat" + std::to_string(s) +
                            "-" + order_.bots[b].name + ".log";
    bot->begin_game(order_.logs.empty()
                        ? launch::CappedLog()
                        : launch::CappedLog(order_.logs + "/" + log, order_.bots[b].limits.log_bytes));
    players[s] = bot->player();
  }
  return {};
}

match::Setup Series::setup_for(const Lane& lane, wire::MatchId match) const {
  match::Setup setup{match,
                     order_.id + "-" + std::to_string(lane.number),
                     order_.start,
                     order_.opening,
                     {},
                     hall_.patience().connect,
                     ready_time(hall_.patience(), order_.start),
                     hall_.patience().reconnect};
  for (std::size_t s = 0; s < lane.seats.size(); ++s) {
    const launch::BotSpec& bot = order_.bots[lane.seats[s]];
    setup.seats.push_back(
        {bot.name, bot.time, seat_seed(order_.seed, lane.number, seat(static_cast<unsigned>(s)))});
    setup.seats.back().unhurried = bot.debugged;
    if (bot.remote) setup.seats.back().lag = hall_.patience().lag;
  }
  return setup;
}

Series::Lane* Series::lane_of(const Table& table) {
  const auto found = std::find_if(lanes_.begin(), lanes_.end(),
                                  [&](const Lane& lane) { return lane.match == table.match().id(); });
  return found == lanes_.end() ? nullptr : &*found;
}

void Series::on_event(const Table& table, const match::Message& message, const wire::Info&) {
  const Lane* lane = lane_of(table);
  if (lane == nullptr) return;
  const games::Position& position = table.match().position();
  if (const auto* moved = std::get_if<wire::Moved>(&message)) {
    watcher_.on_event(lane->number, position, moved->seat, position.format(games::Event{moved->move}));
    drill(*lane, position.ply());
  } else if (const auto* out = std::get_if<wire::Eliminated>(&message)) {
    watcher_.on_event(lane->number, position, out->seat,
                      "out (" + std::string(wire::reason_name(out->reason)) + "): " + out->detail);
  }
}

void Series::drill(const Lane& lane, std::uint32_t moves) {
  for (const Drill& one : order_.drills) {
    if (one.ply != moves || lane.number > one.games || !lane.bots[one.bot]) continue;
    // Not now: the match is in the middle of telling everybody about the move.
    boost::asio::post(io_, [&hall = hall_, player = lane.bots[one.bot]->player(), kind = one.kind] {
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
  end_game(*lane, table.match());
  go_on();
}

void Series::end_game(Lane& lane, const match::Match& match) {
  wire::Record record = match.record();
  record.number = lane.number;
  record.board = board_name(order_.options, order_.start);
  record.options = order_.options;
  record.seed = order_.seed;
  record.started = lane.started;
  for (std::size_t s = 0; s < lane.seats.size(); ++s)
    if (const auto& bot = lane.bots[lane.seats[s]]) bot->finish_game(record.seats[s]);
  for (const auto& bot : lane.bots)
    if (bot && !bot->player()->games.empty()) watcher_.on_claims(bot->player()->name, bot->player()->games);
  drop_doubtful(lane, match);
  lane.match = 0;
  const bool is_void = record.end == wire::End::kVoid;
  if (is_void && lane.attempt++ == 0 && !no_more_) return;  // again, once
  lane.number = 0;
  ++ended_;
  voids_ += is_void ? 1U : 0U;
  watcher_.on_record(record);
}

void Series::drop_doubtful(Lane& lane, const match::Match& match) {
  const bool is_void = match.record().end == wire::End::kVoid;
  for (std::size_t s = 0; s < lane.seats.size(); ++s) {
    const auto reason = match.reason(seat(static_cast<unsigned>(s)));
    if (order_.restart || is_void || (reason && is_doubtful(*reason))) drop(lane.bots[lane.seats[s]]);
  }
}

void Series::drop(std::shared_ptr<LaunchedBot>& bot) {
  if (!bot) return;
  if (!bot->runs()) return bot.reset();
  LaunchedBot* const gone = bot.get();
  dropped_.push_back(std::move(bot));
  gone->discard([this, gone] {
    std::erase_if(dropped_, [gone](const auto& one) { return one.get() == gone; });
    if (sent_home_) one_less();
  });
}

void Series::stop_after_these() {
  no_more_ = true;
  for (Lane& lane : lanes_)
    if (lane.match == 0) lane.number = 0;
}

void Series::stop(const std::string& sentence) {
  stop_after_these();
  for (const Lane& lane : lanes_)
    if (lane.match != 0) hall_.abort(lane.match, sentence);
  finish_if_done();
}

void Series::finish_if_done() {
  const bool busy =
      std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.number != 0; });
  if (!busy && (no_more_ || next_ > order_.games)) send_home();
}

void Series::send_home() {
  if (std::exchange(sent_home_, true)) return;
  std::vector<std::shared_ptr<LaunchedBot>> bots;
  for (Lane& lane : lanes_)
    for (auto& bot : lane.bots)
      if (bot) bots.push_back(bot);
  going_home_ = bots.size() + dropped_.size();
  if (going_home_ == 0) return one_less();
  for (const auto& bot : bots) bot->retire([this] { one_less(); });
}

void Series::one_less() {
  if (going_home_ > 0) --going_home_;
  if (going_home_ > 0 || std::exchange(done_, true)) return;
  watcher_.on_done(ended_, voids_);
  hall_.changed();
}

}  // namespace quiver::net

#include "referee/run/game_runner.hpp"

#include <algorithm>

#include <boost/asio/post.hpp>

namespace quiver::run {

using base::Seat;
using base::seat;
using wire::Reason;

namespace {

// 10 s and a second for each 20,000 cells, by default.
base::Duration ready_time(const net::Timeouts& timeouts, const games::Position& start) {
  return timeouts.ready + std::chrono::seconds(start.graph().num_vertices() / 20'000);
}

// How many processes may be idle: enough to keep the bots of most tournaments running throughout.
constexpr std::size_t kMostIdle = 32;

// A bot that was eliminated for this reason may be stuck, dead or out of sync.
bool is_unreliable(Reason reason) {
  return reason != Reason::kBlocked && reason != Reason::kResigned && reason != Reason::kIllegalMove;
}

}  // namespace

std::string board_name(const games::Options& options, const games::Position& start) {
  if (options.map) return "map";
  return options.shape.value_or(start.grid().rows == start.grid().columns ? "square" : "rectangle");
}

MatchConfig::MatchConfig(std::vector<EventBoard> boards)
    : start(std::move(boards.front().start)),
      options(std::move(boards.front().options)),
      board_name(std::move(boards.front().name)),
      more_boards(std::make_move_iterator(boards.begin() + 1), std::make_move_iterator(boards.end())) {}

const games::Position& MatchConfig::start_of(std::size_t board) const {
  return board == 0 ? start : more_boards.at(board - 1).start;
}
const games::Options& MatchConfig::options_of(std::size_t board) const {
  return board == 0 ? options : more_boards.at(board - 1).options;
}
const std::string& MatchConfig::name_of(std::size_t board) const {
  return board == 0 ? board_name : more_boards.at(board - 1).name;
}

GameRunner::GameRunner(boost::asio::io_context& io, net::MatchServer& server, MatchConfig config,
                       std::vector<net::EncodedStartPtr> starts, launch::LaunchPolicy launch_policy,
                       GameSource& source, net::MatchObserver* observer)
    : io_(io),
      server_(server),
      config_(std::move(config)),
      starts_(std::move(starts)),
      policy_(std::move(launch_policy)),
      source_(source),
      observer_(observer),
      slots_(std::max(config_.concurrency, 1U)) {}

GameRunner::~GameRunner() {
  for (Slot& slot : slots_) give_cores_back(slot);
}

void GameRunner::go_on() {
  if (done_ || ending_) return;
  for (Slot& slot : slots_) fill(slot);
  // Only now: most bots that have just ended a game begin the next one at once.
  for (const Idle& idle : idle_) idle.process->rest();
  finish_if_done();
}

void GameRunner::fill(Slot& slot) {
  if (slot.match != 0 || no_more_) return;
  if (!slot.game) {
    slot.game = source_.next(*this);
    if (!slot.game) return give_cores_back(slot);
  }
  if (server_.matches().full()) return;
  if (auto players = gather(slot)) begin(slot, std::move(*players));
}

PlayerPool::Presence GameRunner::presence(const launch::BotSpec& bot) const {
  if (!bot.remote || find_free(bot)) return Presence::kFree;
  return is_present(bot) ? Presence::kBusy : Presence::kAbsent;
}

net::PlayerPtr GameRunner::find_free(const launch::BotSpec& bot) const {
  if (bot.person.empty()) return server_.roster().find_free(bot.name, config_.start.game_name());
  const net::PlayerPtr person = server_.people().find(bot.person);
  return person && person->is_free() ? person : nullptr;
}

bool GameRunner::is_present(const launch::BotSpec& bot) const {
  if (bot.person.empty()) return server_.roster().is_present(bot.name, config_.start.game_name());
  return server_.people().find(bot.person) != nullptr;
}

std::vector<std::string> GameRunner::remote_players() const {
  return server_.roster().remote_players(config_.start.game_name());
}

std::optional<std::vector<net::PlayerPtr>> GameRunner::gather(Slot& slot) {
  const base::Time now = std::chrono::steady_clock::now();
  const base::Duration stalled = server_.stalled(now);
  // A point in time without the stalls so far, so that time in which the referee was stopped does not count
  // as waiting.
  if (!slot.waiting_since) slot.waiting_since = now - stalled;
  std::vector<net::PlayerPtr> players(slot.game->bots.size());
  bool complete = true;
  for (std::size_t s = 0; s < players.size(); ++s) {
    const launch::BotSpec& spec = source_.bot(slot.game->bots[s]);
    if (!spec.remote) continue;
    players[s] = find_free(spec);
    if (players[s]) {
      // Reserved while the other seats are filled, so that one bot does not get two seats of the game.
      players[s]->set_reserved(true);
    } else if (is_present(spec) || now - stalled - *slot.waiting_since < server_.timeouts().connect) {
      // An absent player is waited for up to the connect timeout, a busy one without a limit.
      complete = false;
    }
  }
  for (const net::PlayerPtr& player : players)
    if (player) player->set_reserved(false);
  if (!complete) return std::nullopt;
  return players;
}

void GameRunner::begin(Slot& slot, std::vector<net::PlayerPtr> players) {
  slot.waiting_since.reset();
  take_cores(slot);
  net::RecordDetails details = details_of(*slot.game);
  slot.match = server_.matches().next_id();
  const auto launched = launch_missing(slot, players);
  std::vector<Seat> absent;
  for (std::size_t s = 0; s < players.size(); ++s)
    if (!players[s]) absent.push_back(seat(static_cast<unsigned>(s)));
  std::vector<net::MatchObserver*> observers{this};
  if (observer_ != nullptr) observers.insert(observers.begin(), observer_);
  const wire::MatchId match = slot.match;
  server_.matches().open({setup_for(slot), std::move(details), starts_[slot.game->board], std::move(players),
                          std::move(observers)});
  if (!launched) {
    server_.matches().abort(match, launched.error().sentence);
    return;
  }
  if (!absent.empty()) server_.matches().handle(match, match::Missing{absent}, base::clock_now());
}

GameRunner::BotPtr GameRunner::take_idle(std::size_t bot) {
  // The one that became idle last comes first.
  for (std::size_t k = idle_.size(); k-- > 0;) {
    if (idle_[k].bot != bot) continue;
    BotPtr found = std::move(idle_[k].process);
    idle_.erase(idle_.begin() + static_cast<std::ptrdiff_t>(k));
    if (!found->is_fit()) {
      drop(std::move(found), false);
      continue;
    }
    if (!source_.wants_latest_files() || !found->is_outdated()) return found;
    drop(std::move(found), true);
  }
  return nullptr;
}

base::Result<GameRunner::BotPtr> GameRunner::process_for(Slot& slot, std::size_t s) {
  std::size_t& number = slot.game->bots[s];
  if (BotPtr idle = take_idle(number)) return idle;
  auto files = LaunchedBot::open_files(source_.bot(number), policy_);
  if (!files) return files.error();
  const auto identified =
      source_.identify(*slot.game, seat(static_cast<unsigned>(s)), files->version.fingerprint());
  if (!identified) return identified.error();
  // If the files have changed, another of the source's bots takes the seat.
  number = *identified;
  const launch::BotSpec& spec = source_.bot(number);
  auto started = LaunchedBot::start(io_, server_, spec, policy_, std::move(*files));
  if (started) source_.on_launched(number, (*started)->pid());
  return started;
}

base::Result<void> GameRunner::launch_missing(Slot& slot, std::vector<net::PlayerPtr>& players) {
  slot.bots.assign(players.size(), nullptr);
  slot.unable.reset();
  for (std::size_t s = 0; s < players.size(); ++s) {
    if (source_.bot(slot.game->bots[s]).remote) continue;
    auto process = process_for(slot, s);
    if (!process) {
      slot.unable = seat(static_cast<unsigned>(s));
      return process.error();
    }
    BotPtr& bot = slot.bots[s] = std::move(*process);
    const launch::BotSpec& spec = source_.bot(slot.game->bots[s]);
    const std::string log = slot.game->id + "-seat" + std::to_string(s) + "-" + spec.name + ".log";
    bot->begin_game(config_.logs.empty() ? launch::CappedLog()
                                         : launch::CappedLog(config_.logs + "/" + log, spec.limits.log_bytes),
                    config_.kept_output);
    players[s] = bot->player();
  }
  pin(slot);
  return {};
}

match::Setup GameRunner::setup_for(const Slot& slot) const {
  const games::Position& start = config_.start_of(slot.game->board);
  match::Setup setup{slot.match,
                     slot.game->id,
                     start,
                     slot.game->opening,
                     {},
                     server_.timeouts().connect,
                     ready_time(server_.timeouts(), start),
                     config_.reconnect.value_or(server_.timeouts().reconnect)};
  for (std::size_t s = 0; s < slot.game->bots.size(); ++s) {
    const launch::BotSpec& bot = source_.bot(slot.game->bots[s]);
    setup.seats.push_back({bot.name, bot.time, slot.game->seeds[s]});
    setup.seats.back().untimed = bot.debugged;
    if (bot.remote && bot.person.empty()) setup.seats.back().lag = server_.timeouts().lag;
    setup.seats.back().starvable = !bot.remote && config_.void_starved;
    setup.seats.back().cores =
        static_cast<unsigned>(slot.cores.empty() ? policy_.num_cores : slot.cores.size());
  }
  return setup;
}

net::RecordDetails GameRunner::details_of(const Game& game) const {
  const games::Options& options = config_.options_of(game.board);
  return {game.number, board_name(options, config_.start_of(game.board)),  options,
          game.seed,   base::format_utc(std::chrono::system_clock::now()), config_.name_of(game.board)};
}

GameRunner::Slot* GameRunner::slot_of(const net::MatchSession& session) {
  const auto found = std::find_if(slots_.begin(), slots_.end(),
                                  [&](const Slot& slot) { return slot.match == session.match().id(); });
  return found == slots_.end() ? nullptr : &*found;
}

void GameRunner::on_message(const net::MatchSession& session, const match::Message& message) {
  Slot* slot = slot_of(session);
  if (slot == nullptr || !std::holds_alternative<wire::Moved>(message)) return;
  inject_faults(*slot, session.match().position().ply());
  check_files(*slot);
  adjust_cores(*slot);
}

void GameRunner::inject_faults(const Slot& slot, std::uint32_t moves) {
  for (const PlannedFault& one : config_.planned_faults) {
    const auto found = std::find(slot.game->bots.begin(), slot.game->bots.end(), one.bot);
    if (one.ply != moves || slot.game->number > one.games || found == slot.game->bots.end()) continue;
    const BotPtr& bot = slot.bots[static_cast<std::size_t>(found - slot.game->bots.begin())];
    if (!bot) continue;
    // Posted: the match is in the middle of sending the move to everybody.
    boost::asio::post(io_, [&matches = server_.matches(), player = bot->player(), kind = one.kind] {
      if (kind == PlannedFault::Kind::kCut)
        player->cut();
      else
        matches.fault(player, Reason::kResigned, "it leaves here, as was asked for");
    });
  }
}

void GameRunner::check_files(const Slot& slot) {
  for (std::size_t s = 0; s < slot.bots.size(); ++s) {
    if (!slot.bots[s] || slot.bots[s]->is_settled()) continue;
    const std::string sentence =
        "the program of " + source_.bot(slot.game->bots[s]).name + " was changed while it was being started";
    // Posted: the match is in the middle of sending the move to everybody.
    boost::asio::post(io_, [&matches = server_.matches(), match = slot.match, sentence] {
      matches.abort(match, sentence);
    });
    return;
  }
}

void GameRunner::on_over(const net::MatchSession& session, const wire::Record& record) {
  Slot* slot = slot_of(session);
  if (slot == nullptr) return;
  end_game(*slot, session.match(), record);
  // Posted: if nothing can be launched, each game would begin inside the end of the previous one.
  server_.events().changed();
}

void GameRunner::end_game(Slot& slot, const match::Match& match, const wire::Record& record) {
  const Game game = *slot.game;
  release_bots(slot, match);
  give_own_cores_back(slot);
  slot.match = 0;
  slot.game.reset();
  source_.on_over(game, record, slot.unable);
}

void GameRunner::release_bots(Slot& slot, const match::Match& match) {
  const bool is_void = match.end() == wire::End::kVoid;
  for (std::size_t s = 0; s < slot.bots.size(); ++s) {
    if (!slot.bots[s]) continue;
    const Seat at = seat(static_cast<unsigned>(s));
    const auto reason = match.reason(at);
    // A bot that is still getting ready for the game that is over may yet fail at it. One in a debugger may
    // take its time.
    const bool unfinished = !match.is_ready(at) && !slot.bots[s]->player()->is_untimed();
    if (config_.restart || is_void || unfinished || (reason && is_unreliable(*reason)))
      drop(std::move(slot.bots[s]), false);
    else
      idle_.push_back({slot.game->bots[s], std::move(slot.bots[s])});
  }
  slot.bots.clear();
  // The vector is in the order in which the processes became idle.
  while (idle_.size() > std::max(kMostIdle, 4 * slots_.size())) {
    drop(std::move(idle_.front().process), true);
    idle_.erase(idle_.begin());
  }
}

void GameRunner::drop(BotPtr bot, bool says_goodbye) {
  if (!bot->runs()) return;
  LaunchedBot* const gone = bot.get();
  dropped_.push_back(std::move(bot));
  auto on_gone = [this, gone] {
    std::erase_if(dropped_, [gone](const auto& one) { return one.get() == gone; });
    if (ending_) on_process_gone();
  };
  if (says_goodbye)
    gone->retire(std::move(on_gone));
  else
    gone->discard(std::move(on_gone));
}

void GameRunner::stop_after_these() {
  no_more_ = true;
  source_.stop();
  for (Slot& slot : slots_)
    if (slot.match == 0) slot.game.reset();
}

void GameRunner::stop(const std::string& sentence) {
  stop_after_these();
  for (const Slot& slot : slots_)
    if (slot.match != 0) server_.matches().abort(slot.match, sentence);
  finish_if_done();
}

void GameRunner::finish_if_done() {
  const bool busy =
      std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.game.has_value(); });
  if (!busy && (no_more_ || source_.finished())) end_processes();
}

void GameRunner::end_processes() {
  if (std::exchange(ending_, true)) return;
  // Those that were dropped before and are not gone yet count as well.
  leaving_ = idle_.size() + dropped_.size();
  if (leaving_ == 0) return on_process_gone();
  for (const Idle& idle : idle_) idle.process->retire([this] { on_process_gone(); });
}

void GameRunner::on_process_gone() {
  if (leaving_ > 0) --leaving_;
  if (leaving_ > 0 || std::exchange(done_, true)) return;
  source_.on_done();
  server_.events().changed();
}

}  // namespace quiver::run

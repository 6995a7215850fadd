#include "referee/web/visitor_games.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/games/registry.hpp"
#include "client_sdk/wire/proto_record.hpp"
#include "referee/launch/bot_program.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/web/step_encoder.hpp"

namespace quiver::web {

namespace {

constexpr std::uint32_t kMostCells = 400;
constexpr double kMostMillis = 10'000;
constexpr unsigned kMostTakenBack = 50;  // of one game: each starts its bots again
constexpr auto kLongestHint = std::chrono::seconds(3);
constexpr auto kLeastBank = std::chrono::minutes(2);
constexpr base::Duration kTimeToLoad = std::chrono::seconds(5);  // for a page that has just asked for a table

std::string secret() { return base::hex(std::string_view(base::secret_bytes(16))); }

std::string name_or(const std::string& name) { return name.empty() ? "visitor" : name; }

bool is_person(const std::string& seat) { return seat == "me" || seat == "friend"; }

// Checked before anything is built.
bool is_too_large(const v1::BoardChoice& board) {
  // In 64 bits, so that the product cannot overflow.
  const std::uint64_t rows = board.has_rows() ? board.rows() : board.size();
  const std::uint64_t columns = board.has_columns() ? board.columns() : board.size();
  return board.size() > kMostCells || rows * columns > kMostCells || rows > kMostCells ||
         columns > kMostCells || board.map().size() > 2 * kMostCells + 64;
}

// Which bundled program an offered bot is in this game; "" if it is another program. An error if it does not
// play this game, which is known of bundled bots only: the name of one that plays a single game begins with
// that game.
base::Result<std::string> check_bot(const std::string& name, const std::map<std::string, std::string>& offers,
                                    const std::string& game) {
  const auto spec = launch::parse_network_spec(name, offers, game, {});
  // The reason is for the operator, not for visitors.
  if (!spec) return base::bad_input(base::quoted(name) + " cannot be started here");
  const std::string file = std::filesystem::path(spec->program).filename();
  // What other programs play is not known here.
  if (!launch::bundled_bot(file, game)) return std::string();
  for (const std::string& other : games::all_game_names())
    if (other != game && file.starts_with(other + "-"))
      return base::bad_input(base::quoted(name) + " plays " + other + " only");
  return file;
}

base::Result<games::Position> start_of(const wire::Order& order) {
  games::Options options = order.options;
  if (order.map) {
    auto map = graph::parse_map(*order.map);
    if (!map) return map.error();
    options.map = std::move(*map);
  }
  return games::Position::start(order.game, options);
}

}  // namespace

VisitorGames::VisitorGames(run::People& people, VisitorRules rules, OnChange on_change)
    : people_(people),
      rules_(std::move(rules)),
      on_change_(std::move(on_change)),
      alive_(std::make_shared<bool>(true)) {}

VisitorGames::~VisitorGames() { *alive_ = false; }

v1::Offers VisitorGames::offers() const {
  v1::Offers out;
  for (const auto& [name, spec] : rules_.offers) {
    v1::OfferedBot bot;
    bot.set_name(name);
    for (const std::string& game : games::all_game_names())
      if (const auto program = check_bot(name, rules_.offers, game)) {
        bot.add_games(game);
        bot.add_programs(*program);
      }
    if (bot.games_size() > 0) *out.add_bots() = bot;
  }
  const std::size_t busy = people_.num_bots() + bots_waiting();
  out.set_free_bots(static_cast<std::uint32_t>(rules_.max_bots - std::min(rules_.max_bots, busy)));
  for (const std::string& game : games::all_game_names()) out.add_games(game);
  return out;
}

std::size_t VisitorGames::num_bots(const Table& table) {
  return static_cast<std::size_t>(std::count_if(table.seats.begin(), table.seats.end(),
                                                [](const Seat& seat) { return !seat.bot.empty(); }));
}

std::size_t VisitorGames::bots_waiting() const {
  std::size_t count = 0;
  for (const auto& [id, table] : tables_)
    if (!table.begun && table.closed.empty()) count += num_bots(table);
  return count;
}

bool VisitorGames::takes_too_many(const Table& table) const {
  const std::size_t bots = num_bots(table);
  // Only the last free bots are reserved for other addresses.
  if (bots == 0 || people_.num_bots() + bots < rules_.max_bots) return false;
  return std::any_of(tables_.begin(), tables_.end(), [&](const auto& one) {
    const Table& other = one.second;
    return &other != &table && other.address == table.address && other.begun && !other.over &&
           num_bots(other) > 0;
  });
}

// --- opening

Granted<wire::Order> VisitorGames::order_of(const v1::TableRequest& asked) const {
  if (is_too_large(asked.board()))
    return Denial{400, "visitors play on boards of at most " + std::to_string(kMostCells) + " cells"};
  wire::Order order;
  order.game = asked.game();
  order.options = wire::read_options(asked.board());
  if (asked.board().has_map()) order.map = asked.board().map();
  if (!(asked.bot_millis() >= 0 && asked.bot_millis() <= kMostMillis))
    return Denial{400, "a bot gets at most 10 s a move"};
  const double millis = asked.bot_millis() == 0 ? 1000 : std::max(asked.bot_millis(), 1.0);
  order.time.per_move = std::chrono::microseconds(static_cast<std::int64_t>(millis * 1000));
  for (const std::string& seat : asked.seats()) order.bots.push_back(is_person(seat) ? "visitor" : seat);
  return order;
}

Granted<void> VisitorGames::check(const v1::TableRequest& asked, const wire::Order& order) const {
  const auto start = start_of(order);
  if (!start) return Denial{400, start.error().sentence};
  if (start->graph().num_vertices() > kMostCells)
    return Denial{400, "visitors play on boards of at most " + std::to_string(kMostCells) + " cells"};
  if (order.bots.size() != start->turn().seats())
    return Denial{400, "the game has " + std::to_string(start->turn().seats()) + " seats, and " +
                           std::to_string(order.bots.size()) + " were given"};
  if (std::count(asked.seats().begin(), asked.seats().end(), "me") != 1)
    return Denial{400, "exactly one seat has to be \"me\""};
  for (const std::string& seat : asked.seats()) {
    if (is_person(seat)) continue;
    if (!rules_.offers.contains(seat)) return Denial{403, base::quoted(seat) + " is not offered here"};
    if (auto plays = check_bot(seat, rules_.offers, order.game); !plays)
      return Denial{400, plays.error().sentence};
  }
  return {};
}

Granted<void> VisitorGames::check_room(const net::AddressKey& address) const {
  std::size_t all = 0;
  std::size_t its = 0;
  for (const auto& [id, table] : tables_) {
    if (table.over) continue;
    ++all;
    its += table.address == address ? 1U : 0U;
  }
  if (its >= rules_.from_one_address)
    return Denial{429,
                  "there are " + std::to_string(its) +
                      " tables from your address already; finish a game, or wait a minute for those that "
                      "nobody came to"};
  if (all >= rules_.max_tables) return Denial{503, "all tables are taken; try again later"};
  return {};
}

Granted<void> VisitorGames::reserve_bots(std::size_t bots, const net::AddressKey& address, base::Time now) {
  const auto has_room = [&] { return people_.num_bots() + bots_waiting() + bots <= rules_.max_bots; };
  for (auto one = tables_.begin(); bots > 0 && !has_room() && one != tables_.end();) {
    const Table& table = one->second;
    const bool is_late = now - table.touched >= kTimeToLoad;
    const bool waits_for_nobody =
        is_late && !table.begun && table.closed.empty() && is_idle(table) && num_bots(table) > 0;
    // Only tables of other addresses are closed for this one; its own count against its limit.
    one = waits_for_nobody && table.address != address ? forget(one) : std::next(one);
  }
  if (bots == 0 || has_room()) return {};
  return Denial{503, "at most " + std::to_string(rules_.max_bots) +
                         " bots play with visitors at once; try again later"};
}

VisitorGames::Seat VisitorGames::take_seat(const std::string& name) {
  Seat seat;
  seat.name = name;
  seat.token = secret();
  seat.person = people_.add(name);
  return seat;
}

Granted<v1::TableView> VisitorGames::open(const v1::TableRequest& asked, const net::AddressKey& address,
                                          base::Time now) {
  if (rules_.offers.empty()) return Denial{403, "there is nobody to play against: no bots are offered"};
  const std::string name = name_or(asked.name());
  if (const std::string fault = base::name_fault(name); !fault.empty()) return Denial{400, fault};
  auto order = order_of(asked);
  if (!order) return order.error();
  if (auto room = check_room(address); !room) return room.error();
  if (auto checked = check(asked, *order); !checked) return checked.error();
  const auto bots = std::count_if(asked.seats().begin(), asked.seats().end(), std::not_fn(is_person));
  if (auto free = reserve_bots(static_cast<std::size_t>(bots), address, now); !free) return free.error();
  forget_oldest();
  Table table;
  table.order = std::move(*order);
  table.touched = now;
  table.address = address;
  v1::TableView out;
  out.set_table(base::hex(std::string_view(base::secret_bytes(6))));
  for (const std::string& kind : asked.seats()) {
    Seat& seat = table.seats.emplace_back();
    if (kind == "me") {
      seat = take_seat(name);
      out.set_token(seat.token);
    } else if (kind == "friend") {
      seat.key = secret();
      out.add_keys(seat.key);
    } else {
      seat.bot = kind;
    }
  }
  tables_[out.table()] = std::move(table);
  return out;
}

Granted<v1::SeatTicket> VisitorGames::claim(const v1::SeatClaim& claim) {
  const std::string name = name_or(claim.name());
  if (const std::string fault = base::name_fault(name); !fault.empty()) return Denial{400, fault};
  for (auto& [id, table] : tables_)
    for (std::size_t s = 0; s < table.seats.size(); ++s) {
      Seat& seat = table.seats[s];
      if (seat.key.empty() || !base::equal_in_constant_time(seat.key, claim.key())) continue;
      seat = take_seat(name);
      v1::SeatTicket out;
      out.set_token(seat.token);
      out.set_table(id);
      out.set_seat(static_cast<std::uint32_t>(s));
      on_change_(id);
      return out;
    }
  return Denial{404, "this key is not valid: it was used already, or its table is gone"};
}

// --- sitting

Granted<VisitorGames::Place> VisitorGames::find(const std::string& token) const {
  for (const auto& [id, table] : tables_)
    for (std::size_t s = 0; s < table.seats.size(); ++s)
      if (!table.seats[s].token.empty() && base::equal_in_constant_time(table.seats[s].token, token))
        return Place{id, s};
  return Denial{404, "this seat is not known any more"};
}

const VisitorGames::Seat& VisitorGames::seat_at(const Place& place) const {
  return tables_.at(place.table).seats.at(place.seat);
}

void VisitorGames::arrive(const Place& place, base::Time now) {
  const auto found = tables_.find(place.table);
  if (found == tables_.end()) return;
  Table& table = found->second;
  Seat& seat = table.seats[place.seat];
  table.visited = true;
  // A visitor may have several pages: the first one makes them present, and closing the last one absent.
  if (++seat.pages == 1 && !table.over) people_.set_present(seat.person, true);
  if (!table.begun && table.closed.empty()) begin(place.table, table, now);
}

void VisitorGames::depart(const Place& place, base::Time now) {
  const auto found = tables_.find(place.table);
  if (found == tables_.end()) return;
  Seat& seat = found->second.seats[place.seat];
  found->second.touched = now;
  if (--seat.pages == 0 && !found->second.over) people_.set_present(seat.person, false);
}

void VisitorGames::begin(const std::string& id, Table& table, base::Time now) {
  const bool complete = std::all_of(table.seats.begin(), table.seats.end(),
                                    [](const Seat& seat) { return !seat.bot.empty() || seat.pages > 0; });
  if (!complete) return;
  if (takes_too_many(table)) {
    table.closed =
        "the last bot is left to other visitors: finish the game that you play already, then ask again";
    release(table);
    return;
  }
  table.begun = true;
  table.begun_at = now;
  play(id, table, rules_.people);
}

void VisitorGames::play(const std::string& id, Table& table, const wire::TimeControl& people) {
  run::CasualGame game;
  game.order = table.order;
  game.people = people;
  for (std::size_t s = 0; s < table.seats.size(); ++s) {
    game.keys.push_back(table.seats[s].person);
    if (table.seats[s].bot.empty()) game.order.bots[s] = table.seats[s].name;
  }
  // Called later: the table may be gone by then, and this object, too.
  people_.play(game, [this, alive = alive_, id](const base::Result<std::string>& begun) {
    if (!*alive || !tables_.contains(id)) return;
    Table& its = tables_[id];
    its.restarting = false;
    if (begun)
      its.game = *begun;
    else
      its.closed = begun.error().sentence;
    if (!begun) release(its);
    on_change_(id);
  });
}

v1::SeatView VisitorGames::view(const Place& place) const {
  const Table& table = tables_.at(place.table);
  v1::SeatView out;
  out.set_table(place.table);
  out.set_seat(static_cast<std::uint32_t>(place.seat));
  out.set_game_id(table.game);
  std::uint32_t missing = 0;
  if (!table.begun)
    for (const Seat& seat : table.seats) missing += seat.bot.empty() && seat.pages == 0 ? 1U : 0U;
  out.set_missing(missing);
  out.set_closed(table.closed);
  out.set_restarting(table.restarting);
  out.set_hinting(table.hinting);
  if (table.hint) *out.mutable_hint() = *table.hint;
  return out;
}

Granted<void> VisitorGames::move(const Place& place, std::uint32_t ply, const games::Move& move) {
  if (!tables_.contains(place.table)) return Denial{404, "this table is not known any more"};
  if (auto done = people_.move(seat_at(place).person, ply, move); !done)
    return Denial{409, done.error().sentence};
  tables_[place.table].hint.reset();
  return {};
}

Granted<void> VisitorGames::resign(const Place& place) {
  if (!tables_.contains(place.table)) return Denial{404, "this table is not known any more"};
  if (auto done = people_.resign(seat_at(place).person); !done) return Denial{409, done.error().sentence};
  return {};
}

// --- taking back

Granted<VisitorGames::Table*> VisitorGames::find_own_game(const Place& place) {
  const auto found = tables_.find(place.table);
  if (found == tables_.end()) return Denial{404, "this table is not known any more"};
  Table& table = found->second;
  if (num_bots(table) + 1 != table.seats.size())
    return Denial{409, "moves are taken back and hints given in games against bots only"};
  if (table.restarting) return Denial{409, "a move is being taken back just now"};
  if (table.over || table.game.empty()) return Denial{409, "there is no game that goes on"};
  return &table;
}

Granted<void> VisitorGames::check_openings(const Table& table, const std::vector<std::string>& bots) const {
  const auto start = start_of(table.order);
  if (!start) return Denial{409, start.error().sentence};
  std::vector<launch::BotSpec> specs;
  for (const std::string& bot : bots) {
    auto spec = launch::parse_network_spec(bot, rules_.offers, table.order.game, table.order.time);
    if (!spec) return Denial{409, base::quoted(bot) + " cannot be started here"};
    specs.push_back(std::move(*spec));
  }
  if (!launch::check_playable(specs, *start, true))
    return Denial{409, "this bot can only play from the start of a game"};
  return {};
}

Granted<void> VisitorGames::take_back(const Place& place, base::Time now) {
  const auto found = find_own_game(place);
  if (!found) return found.error();
  Table& table = **found;
  if (table.taken_back >= kMostTakenBack)
    return Denial{409, "in one game at most " + std::to_string(kMostTakenBack) + " moves are taken back"};
  auto moves = people_.moves_before_last(table.seats[place.seat].person);
  if (!moves) return Denial{409, moves.error().sentence};
  std::vector<std::string> bots;
  for (const Seat& seat : table.seats)
    if (!seat.bot.empty()) bots.push_back(seat.bot);
  if (auto fit = check_openings(table, bots); !fit) return fit;
  table.touched = now;
  table.restarting = true;
  // Its visitors stop watching the match before it ends.
  on_change_(place.table);
  if (auto done = people_.take_back(table.seats[place.seat].person); !done) {
    table.restarting = false;
    on_change_(place.table);
    return Denial{409, done.error().sentence};
  }
  ++table.taken_back;
  table.hint.reset();
  table.order.moves = std::move(*moves);
  return {};
}

void VisitorGames::restart(const std::string& id, Table& table, base::Time now) {
  // The clock goes on, but whoever takes back late gets some time.
  wire::TimeControl people = rules_.people;
  if (people.bank) people.bank = std::max<base::Duration>(*people.bank - (now - table.begun_at), kLeastBank);
  play(id, table, people);
}

// --- hints

Granted<void> VisitorGames::hint(const Place& place, const std::string& asked) {
  const auto found = find_own_game(place);
  if (!found) return found.error();
  Table& table = **found;
  if (table.hinting) return Denial{409, "a bot is thinking about a hint already"};
  const auto other = std::find_if(table.seats.begin(), table.seats.end(),
                                  [](const Seat& seat) { return !seat.bot.empty(); });
  const std::string bot = asked.empty() ? other->bot : asked;
  if (!rules_.offers.contains(bot)) return Denial{403, base::quoted(bot) + " is not offered here"};
  if (auto plays = check_bot(bot, rules_.offers, table.order.game); !plays)
    return Denial{400, plays.error().sentence};
  if (auto fit = check_openings(table, {bot}); !fit) return fit;
  if (hints_ >= rules_.max_hints)
    return Denial{503, "the bots are busy with other visitors' hints; try again"};
  run::CasualGame game;
  game.order = table.order;
  game.order.time.per_move = std::min<base::Duration>(*table.order.time.per_move, kLongestHint);
  game.people = rules_.people;
  for (std::size_t s = 0; s < table.seats.size(); ++s) {
    const bool own = s == place.seat;
    game.order.bots[s] = own ? bot : "stand-in";
    game.keys.push_back(own ? "" : "stand-in");
  }
  table.hinting = true;
  table.hint.reset();
  ++hints_;
  on_change_(place.table);
  // Called later: the table may be gone by then, and this object, too.
  people_.hint(table.seats[place.seat].person, game,
               [this, alive = alive_, id = place.table, bot](const base::Result<run::Hint>& hint) {
                 if (*alive) on_hint(id, bot, hint);
               });
  return {};
}

void VisitorGames::on_hint(const std::string& id, const std::string& bot,
                           const base::Result<run::Hint>& hint) {
  --hints_;
  const auto found = tables_.find(id);
  if (found == tables_.end()) return;
  found->second.hinting = false;
  v1::SeatHint out;
  out.set_bot(bot);
  if (hint) {
    StepEncoder encoder(hint->before);
    const auto step = encoder.tell(hint->move, [](base::Seat) { return StepEncoder::Why{}; });
    out.set_ply(hint->before.ply());
    if (step) *out.mutable_step() = *step;
  }
  if (!out.has_step())
    out.set_failed(
        base::plain_text(hint ? "the bot has found no move" : hint.error().sentence, wire::kMaxSentence));
  found->second.hint = std::move(out);
  on_change_(id);
}

// --- the end

void VisitorGames::release(Table& table) {
  if (std::exchange(table.over, true)) return;
  for (const Seat& seat : table.seats)
    if (!seat.person.empty()) people_.remove(seat.person);
}

std::optional<std::string> VisitorGames::of_game(const std::string& game) const {
  for (const auto& [id, table] : tables_)
    if (!table.game.empty() && table.game == game) return id;
  return std::nullopt;
}

void VisitorGames::on_over(const std::string& game, base::Time now) {
  for (auto& [id, table] : tables_) {
    if (table.game.empty() || table.game != game) continue;
    table.touched = now;
    if (table.restarting) return restart(id, table, now);
    release(table);
    on_change_(id);
  }
}

bool VisitorGames::is_idle(const Table& table) {
  return std::all_of(table.seats.begin(), table.seats.end(),
                     [](const Seat& seat) { return seat.pages == 0; });
}

bool VisitorGames::is_forgotten(const Table& table, base::Time now) const {
  const bool going_on = table.begun && !table.over;
  // A table that nobody comes to is soon free for others.
  const bool is_unused = !table.begun && (!table.visited || num_bots(table) > 0);
  const base::Duration lifetime = is_unused ? std::min(rules_.memory, rules_.to_come) : rules_.memory;
  return is_idle(table) && !going_on && now - table.touched >= lifetime;
}

std::map<std::string, VisitorGames::Table>::iterator VisitorGames::forget(
    std::map<std::string, Table>::iterator one) {
  release(one->second);
  return tables_.erase(one);
}

void VisitorGames::sweep(base::Time now) {
  for (auto one = tables_.begin(); one != tables_.end();)
    one = is_forgotten(one->second, now) ? forget(one) : std::next(one);
}

void VisitorGames::forget_oldest() {
  if (tables_.size() < 2 * rules_.max_tables) return;
  auto oldest = tables_.end();
  for (auto one = tables_.begin(); one != tables_.end(); ++one)
    if (one->second.over && is_idle(one->second) &&
        (oldest == tables_.end() || one->second.touched < oldest->second.touched))
      oldest = one;
  if (oldest != tables_.end()) forget(oldest);
}

}  // namespace quiver::web

#include "referee/web/tables.hpp"

#include <algorithm>
#include <filesystem>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/games/registry.hpp"
#include "client_sdk/wire/proto_record.hpp"
#include "referee/launch/bot_program.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::web {

namespace {

constexpr std::uint32_t kMostCells = 400;
constexpr double kMostMillis = 10'000;

std::string secret() { return base::hex(std::string_view(base::secret_bytes(16))); }

std::string name_or(const std::string& name) { return name.empty() ? "guest" : name; }

Denial no_such_name(const std::string& name) {
  return {400,
          base::quoted(name) + " is not a name: 1 to 32 letters, digits, '.', '_' or '-', no leading dot"};
}

bool is_person(const std::string& seat) { return seat == "me" || seat == "friend"; }

// Before anything is built of it.
bool is_too_large(const v1::BoardChoice& board) {
  const std::uint64_t rows = board.has_rows() ? board.rows() : board.size();
  const std::uint64_t columns = board.has_columns() ? board.columns() : board.size();
  return board.size() > kMostCells || rows * columns > kMostCells || rows > kMostCells ||
         columns > kMostCells || board.map().size() > 2 * kMostCells + 64;
}

// Whether a bot that is offered plays this game. What is known is that bundled ones are called by the game
// that they play, where it is one alone.
base::Result<void> check_bot(const std::string& name, const std::map<std::string, std::string>& offers,
                             const std::string& game) {
  const auto spec = launch::parse_network_spec(name, offers, game, {});
  if (!spec) return base::bad_input(base::quoted(name) + " cannot be started here");  // why is no guest's
  const std::string file = std::filesystem::path(spec->program).filename();
  if (!launch::bundled_bot(file, game)) return {};
  for (const std::string& other : games::all_game_names())
    if (other != game && file.starts_with(other + "-"))
      return base::bad_input(base::quoted(name) + " plays " + other + " only");
  return {};
}

}  // namespace

Tables::Tables(net::People& people, GuestRules rules, OnChange on_change)
    : people_(people),
      rules_(std::move(rules)),
      on_change_(std::move(on_change)),
      alive_(std::make_shared<bool>(true)) {}

Tables::~Tables() { *alive_ = false; }

v1::Offers Tables::offers() const {
  v1::Offers out;
  for (const auto& [name, spec] : rules_.offers) {
    v1::OfferedBot bot;
    bot.set_name(name);
    for (const std::string& game : games::all_game_names())
      if (check_bot(name, rules_.offers, game)) bot.add_games(game);
    if (bot.games_size() > 0) *out.add_bots() = bot;
  }
  const std::size_t busy = people_.num_bots() + bots_waiting();
  out.set_free_bots(static_cast<std::uint32_t>(rules_.max_bots - std::min(rules_.max_bots, busy)));
  for (const std::string& game : games::all_game_names()) out.add_games(game);
  return out;
}

std::size_t Tables::bots_waiting() const {
  std::size_t count = 0;
  for (const auto& [id, table] : tables_)
    if (!table.begun && table.closed.empty())
      for (const Seat& seat : table.seats) count += seat.bot.empty() ? 0U : 1U;
  return count;
}

// --- opening

Granted<wire::Order> Tables::order_of(const v1::TableRequest& asked) const {
  if (is_too_large(asked.board()))
    return Denial{400, "guests play on boards of at most " + std::to_string(kMostCells) + " cells"};
  wire::Order order;
  order.game = asked.game();
  order.options = wire::read_options(asked.board());
  if (asked.board().has_map()) order.map = asked.board().map();
  if (!(asked.bot_millis() >= 0 && asked.bot_millis() <= kMostMillis))
    return Denial{400, "a bot gets at most 10 s a move"};
  const double millis = asked.bot_millis() == 0 ? 1000 : std::max(asked.bot_millis(), 1.0);
  order.time.per_move = std::chrono::microseconds(static_cast<std::int64_t>(millis * 1000));
  for (const std::string& seat : asked.seats()) order.bots.push_back(is_person(seat) ? "guest" : seat);
  return order;
}

Granted<void> Tables::check(const v1::TableRequest& asked, const wire::Order& order) const {
  if (tables_.size() >= rules_.max_tables) return Denial{503, "all tables are taken; try again later"};
  games::Options options = order.options;
  if (order.map) {
    auto map = graph::parse_map(*order.map);
    if (!map) return Denial{400, map.error().sentence};
    options.map = std::move(*map);
  }
  const auto start = games::Position::start(order.game, options);
  if (!start) return Denial{400, start.error().sentence};
  if (start->graph().num_vertices() > kMostCells)
    return Denial{400, "guests play on boards of at most " + std::to_string(kMostCells) + " cells"};
  if (order.bots.size() != start->turn().seats())
    return Denial{400, "the game has " + std::to_string(start->turn().seats()) + " seats, and " +
                           std::to_string(order.bots.size()) + " were given"};
  if (std::count(asked.seats().begin(), asked.seats().end(), "me") != 1)
    return Denial{400, "exactly one seat has to be \"me\""};
  std::size_t bots = 0;
  for (const std::string& seat : asked.seats()) {
    if (is_person(seat)) continue;
    if (!rules_.offers.contains(seat)) return Denial{403, base::quoted(seat) + " is not offered here"};
    if (auto plays = check_bot(seat, rules_.offers, order.game); !plays)
      return Denial{400, plays.error().sentence};
    ++bots;
  }
  if (people_.num_bots() + bots_waiting() + bots > rules_.max_bots)
    return Denial{503, "at most " + std::to_string(rules_.max_bots) +
                           " bots play with guests at once; try again later"};
  return {};
}

Tables::Seat Tables::take_seat(const std::string& name) {
  Seat seat;
  seat.name = name;
  seat.token = secret();
  seat.person = people_.add(name);
  return seat;
}

Granted<v1::TableView> Tables::open(const v1::TableRequest& asked, base::Time now) {
  if (rules_.offers.empty()) return Denial{403, "nobody plays at this page: no bots are on offer"};
  const std::string name = name_or(asked.name());
  if (!base::is_name(name)) return no_such_name(name);
  auto order = order_of(asked);
  if (!order) return order.error();
  if (auto checked = check(asked, *order); !checked) return checked.error();
  Table table;
  table.order = std::move(*order);
  table.touched = now;
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

Granted<v1::SeatTicket> Tables::claim(const v1::SeatClaim& claim) {
  const std::string name = name_or(claim.name());
  if (!base::is_name(name)) return no_such_name(name);
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
  return Denial{404, "this key opens no seat: it was used already, or its table is gone"};
}

// --- sitting

Granted<Tables::Place> Tables::find(const std::string& token) const {
  for (const auto& [id, table] : tables_)
    for (std::size_t s = 0; s < table.seats.size(); ++s)
      if (!table.seats[s].token.empty() && base::equal_in_constant_time(table.seats[s].token, token))
        return Place{id, s};
  return Denial{404, "this seat is not known any more"};
}

const Tables::Seat& Tables::seat_at(const Place& place) const {
  return tables_.at(place.table).seats.at(place.seat);
}

void Tables::arrive(const Place& place) {
  const auto found = tables_.find(place.table);
  if (found == tables_.end()) return;
  Table& table = found->second;
  Seat& seat = table.seats[place.seat];
  if (++seat.pages == 1 && !table.over) people_.set_present(seat.person, true);
  if (!table.begun && table.closed.empty()) begin(place.table, table);
}

void Tables::depart(const Place& place, base::Time now) {
  const auto found = tables_.find(place.table);
  if (found == tables_.end()) return;
  Seat& seat = found->second.seats[place.seat];
  found->second.touched = now;
  if (--seat.pages == 0 && !found->second.over) people_.set_present(seat.person, false);
}

void Tables::begin(const std::string& id, Table& table) {
  const bool complete = std::all_of(table.seats.begin(), table.seats.end(),
                                    [](const Seat& seat) { return !seat.bot.empty() || seat.pages > 0; });
  if (!complete) return;
  table.begun = true;
  net::SideGame game;
  game.order = table.order;
  game.people = rules_.people;
  for (std::size_t s = 0; s < table.seats.size(); ++s) {
    game.keys.push_back(table.seats[s].person);
    if (table.seats[s].bot.empty()) game.order.bots[s] = table.seats[s].name;
  }
  people_.play(game, [this, alive = alive_, id](const base::Result<std::string>& begun) {
    if (!*alive || !tables_.contains(id)) return;
    Table& its = tables_[id];
    if (begun)
      its.game = *begun;
    else
      its.closed = begun.error().sentence;
    if (!begun) release(its);
    on_change_(id);
  });
}

v1::SeatView Tables::view(const Place& place) const {
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
  return out;
}

Granted<void> Tables::move(const Place& place, std::uint32_t ply, const games::Move& move) {
  if (!tables_.contains(place.table)) return Denial{404, "this table is not known any more"};
  if (auto done = people_.move(seat_at(place).person, ply, move); !done)
    return Denial{409, done.error().sentence};
  return {};
}

Granted<void> Tables::resign(const Place& place) {
  if (!tables_.contains(place.table)) return Denial{404, "this table is not known any more"};
  if (auto done = people_.resign(seat_at(place).person); !done) return Denial{409, done.error().sentence};
  return {};
}

// --- the end

void Tables::release(Table& table) {
  if (std::exchange(table.over, true)) return;
  for (const Seat& seat : table.seats)
    if (!seat.person.empty()) people_.remove(seat.person);
}

std::optional<std::string> Tables::of_game(const std::string& game) const {
  for (const auto& [id, table] : tables_)
    if (!table.game.empty() && table.game == game) return id;
  return std::nullopt;
}

void Tables::on_over(const std::string& game, base::Time now) {
  for (auto& [id, table] : tables_) {
    if (table.game.empty() || table.game != game) continue;
    table.touched = now;
    release(table);
    on_change_(id);
  }
}

bool Tables::is_forgotten(const Table& table, base::Time now) const {
  const bool idle =
      std::all_of(table.seats.begin(), table.seats.end(), [](const Seat& seat) { return seat.pages == 0; });
  const bool going_on = table.begun && !table.over;
  // Bots that nobody plays with are soon there for others.
  const bool holds_bots = !table.begun && std::any_of(table.seats.begin(), table.seats.end(),
                                                      [](const Seat& seat) { return !seat.bot.empty(); });
  const base::Duration patience = holds_bots ? std::min(rules_.memory, rules_.to_come) : rules_.memory;
  return idle && !going_on && now - table.touched >= patience;
}

void Tables::sweep(base::Time now) {
  for (auto one = tables_.begin(); one != tables_.end();) {
    if (!is_forgotten(one->second, now)) {
      ++one;
      continue;
    }
    release(one->second);
    one = tables_.erase(one);
  }
}

}  // namespace quiver::web

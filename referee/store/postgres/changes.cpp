#include "referee/store/postgres/changes.hpp"

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/store/postgres/statement.hpp"

namespace quiver::store {

namespace {

// A column of many rows, as the text of a PostgreSQL array.
class Column {
 public:
  template <class Any>
  void add(const Any& any) {
    const Value one = value(any);
    text_ += text_.size() > 1 ? "," : "";
    if (!one) {
      text_ += "NULL";
      return;
    }
    text_ += '"';
    for (const char c : *one) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
  }
  [[nodiscard]] std::string text() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

// Rows of a fixed number of columns.
template <std::size_t kColumns>
class Rows {
 public:
  template <class... Any>
  void add(const Any&... any) {
    static_assert(sizeof...(any) == kColumns);
    std::size_t at = 0;
    (columns_[at++].add(any), ...);
  }
  // The event is $1 of the statement, and the columns are the further parameters.
  void write(pqxx::transaction_base& transaction, EventId event, const char* sql) const {
    std::apply([&](const auto&... column) { run(transaction, sql, event, column.text()...); }, columns_);
  }

 private:
  std::array<Column, kColumns> columns_;
};

}  // namespace

void PostgresChanges::operator()(const Entrant& entrant) {
  doubled_ = "has an entrant " + base::quoted(entrant.name) + " already";
  run(transaction_,
      "INSERT INTO quiver.entrants VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (event, number) "
      "DO "
      "UPDATE SET name = excluded.name, spec = excluded.spec, version = excluded.version, joined = "
      "excluded.joined, active = excluded.active, display = excluded.display, title = excluded.title",
      event_, entrant.number, entrant.name, entrant.spec, entrant.version, entrant.joined, entrant.active,
      entrant.display, entrant.title);
}

void PostgresChanges::operator()(const Pairing& pairing) {
  pairings_[pairing.number] = &pairing;
  if (pairings_.size() >= most_) flush_pairings();
}

void PostgresChanges::operator()(const Game& game) {
  if (const auto fit = check_game(game); !fit) throw RefusedChange(fit.error());
  games_.push_back(&game);
  if (games_.size() >= most_) flush_games();
}

void PostgresChanges::operator()(const Rating& rating) {
  ratings_[{rating.after, rating.entrant}] = &rating;
  if (ratings_.size() >= most_) flush_ratings();
}

void PostgresChanges::operator()(const PlanText& plan) {
  const pqxx::result changed =
      run(transaction_, "UPDATE quiver.events SET plan = $2 WHERE id = $1 RETURNING id", event_, plan.text);
  if (changed.empty()) throw RefusedChange(base::bad_input("there is no event " + std::to_string(event_)));
}

void PostgresChanges::flush() {
  flush_pairings();
  flush_games();
  flush_ratings();
}

void PostgresChanges::flush_pairings() {
  if (pairings_.empty()) return;
  Rows<5> rows;
  Rows<1> numbers;
  Rows<3> entrants;
  for (const auto& [number, pairing] : pairings_) {
    numbers.add(number);
    rows.add(number, pairing->round, pairing->games, static_cast<int>(pairing->state), pairing->note);
    for (std::size_t place = 0; place < pairing->entrants.size(); ++place)
      entrants.add(number, place, pairing->entrants[place]);
  }
  rows.write(transaction_, event_,
             "INSERT INTO quiver.pairings SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], "
             "$5::integer[], $6::text[]) ON CONFLICT (event, number) DO UPDATE SET round = excluded.round, "
             "games = excluded.games, state = excluded.state, note = excluded.note");
  numbers.write(transaction_, event_,
                "DELETE FROM quiver.pairing_entrants WHERE event = $1 AND pairing = ANY($2::bigint[])");
  entrants.write(transaction_, event_,
                 "INSERT INTO quiver.pairing_entrants SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], "
                 "$4::bigint[])");
  pairings_.clear();
}

void PostgresChanges::flush_games() {
  if (games_.empty()) return;
  Rows<12> rows;
  for (const Game* game : games_) {
    const wire::Record& record = game->record;
    doubled_ = "has game " + std::to_string(game->number) + " already";
    const auto pairing = game->pairing != 0 ? std::optional(game->pairing) : std::nullopt;
    const auto winner = record.winner ? std::optional<int>(record.winner->value()) : std::nullopt;
    const auto worker = record.worker ? std::optional(record.worker->name) : std::nullopt;
    const auto board = record.event_board.empty() ? std::nullopt : std::optional(record.event_board);
    rows.add(game->number, pairing, game->index, record.started, record.game, winner,
             std::string(wire::end_name(record.end)), record.moves.size(), record.sentence,
             wire::record_json(record), worker, board);
  }
  rows.write(
      transaction_, event_,
      "INSERT INTO quiver.games (event, number, pairing, place, started, game, winner, ending, entries, "
      "sentence, record, worker, board) SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], "
      "$5::text[], $6::text[], $7::integer[], $8::text[], $9::bigint[], $10::text[], $11::text[], "
      "$12::text[], $13::text[])");
  flush_seats();
  games_.clear();
}

void PostgresChanges::flush_seats() {
  Rows<7> rows;
  for (const Game* game : games_) {
    for (std::size_t s = 0; s < game->record.seats.size(); ++s) {
      const auto& seat = game->record.seats[s];
      const auto entrant = game->entrants.empty() ? std::nullopt : std::optional(game->entrants[s]);
      const auto reason = seat.reason ? std::optional(static_cast<int>(*seat.reason)) : std::nullopt;
      rows.add(game->number, s, entrant, seat.name, seat.place, reason, base::millis(seat.used));
    }
  }
  rows.write(transaction_, event_,
             "INSERT INTO quiver.game_seats SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], "
             "$4::bigint[], $5::text[], $6::bigint[], $7::integer[], $8::double precision[])");
}

void PostgresChanges::flush_ratings() {
  if (ratings_.empty()) return;
  Rows<6> rows;
  for (const auto& [key, rating] : ratings_)
    rows.add(rating->after, rating->entrant, rating->elo, rating->low, rating->high, rating->at);
  rows.write(
      transaction_, event_,
      "INSERT INTO quiver.ratings SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::double "
      "precision[], $5::double precision[], $6::double precision[], $7::text[]) ON CONFLICT (event, "
      "after, entrant) DO UPDATE SET elo = excluded.elo, low = excluded.low, high = excluded.high, at = "
      "excluded.at");
  ratings_.clear();
}

}  // namespace quiver::store

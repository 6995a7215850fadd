#include "referee/records/game_csv.hpp"

#include <vector>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/records/csv.hpp"

namespace quiver::records {

namespace {

constexpr std::size_t kSeats = 4;  // the most that any game has

const std::vector<std::string> kGame = {"id",       "number",  "started", "game",      "board",
                                        "rows",     "columns", "seats",   "seed",      "openingPlies",
                                        "plies",    "moves",   "end",     "winner",    "winnerName",
                                        "sentence", "hash",    "worker",  "eventBoard"};
const std::vector<std::string> kSeat = {"Name",       "Title",           "Place",     "Reason",
                                        "Detail",     "Millis",          "CpuMillis", "MoveMillis",
                                        "BankMillis", "IncrementMillis", "Isolation"};

double millis(base::Duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

void add(CsvLine& line, const std::optional<base::Duration>& time) {
  time ? line.number(millis(*time)) : line.empty();
}

std::string moves_of(const wire::Record& record) {
  std::string out;
  for (const auto& entry : record.moves) out += (out.empty() ? "" : " ") + entry.notation;
  return out;
}

void add_winner(CsvLine& line, const wire::Record& record) {
  if (!record.winner || record.winner->value() >= record.seats.size()) {
    line.empty().empty();
    return;
  }
  line.number(record.winner->value()).text(record.seats[record.winner->value()].name);
}

void add_seat(CsvLine& line, const wire::Record::SeatRecord& seat) {
  line.text(seat.name).text(seat.title).number(seat.place);
  line.text(seat.reason ? wire::reason_name(*seat.reason) : "").text(seat.detail);
  line.number(millis(seat.used));
  seat.cpu_on_turn ? line.number(millis(*seat.cpu_on_turn + seat.cpu_off_turn.value_or(base::Duration{0})))
                   : line.empty();
  add(line, seat.time.per_move);
  add(line, seat.time.bank);
  line.number(millis(seat.time.increment)).text(seat.isolation);
}

}  // namespace

std::string game_csv_heading() {
  std::vector<std::string> names = kGame;
  for (std::size_t s = 0; s < kSeats; ++s)
    for (const std::string& name : kSeat) names.push_back("seat" + std::to_string(s) + name);
  return csv_heading(names);
}

std::string game_csv(const wire::Record& record) {
  CsvLine line;
  line.text(record.id).number(record.number).text(record.started).text(record.game).text(record.board);
  line.number(record.rows).number(record.columns).number(static_cast<double>(record.seats.size()));
  line.number(record.seed).number(record.opening).number(static_cast<double>(record.moves.size()));
  line.text(moves_of(record)).text(wire::end_name(record.end));
  add_winner(line, record);
  line.text(record.sentence).text(base::hex(record.hash));
  line.text(record.worker ? record.worker->name : "").text(record.event_board);
  for (std::size_t s = 0; s < kSeats; ++s) {
    if (s < record.seats.size()) {
      add_seat(line, record.seats[s]);
      continue;
    }
    for (std::size_t k = 0; k < kSeat.size(); ++k) line.empty();
  }
  return line.str();
}

}  // namespace quiver::records

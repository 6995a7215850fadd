#include "client_sdk/wire/proto_record.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Result;

namespace {

// To the microsecond: more digits would be noise in the JSON.
double millis(Duration d) { return std::round(base::millis(d) * 1000) / 1000; }
// A record comes from a file that anybody may have edited. NaN and infinity become 0, and the clamp keeps the
// conversion to nanoseconds from overflowing.
Duration from_millis(double value) {
  constexpr double kYear = 365.0 * 24 * 3600 * 1000;
  return std::chrono::round<Duration>(
      std::chrono::duration<double, std::milli>(std::isfinite(value) ? std::clamp(value, 0.0, kYear) : 0.0));
}

template <class Value>
std::optional<Value> maybe(bool there, Value value) {
  return there ? std::optional<Value>(std::move(value)) : std::nullopt;
}

// The inverse of graph::parse_map: a record shows the map as its author wrote it.
std::vector<std::string> lines_of(const graph::Layout& map) {
  std::vector<std::string> lines;
  for (std::uint32_t r = 0; r < map.rows; ++r)
    lines.push_back(map.cells.substr(std::size_t{r} * map.columns, map.columns));
  return lines;
}

constexpr const char* kByCpu = "cpu";

void fill(v1::Clocks& out, const Record::SeatRecord& in) {
  if (in.time.per_move) out.set_move_millis(millis(*in.time.per_move));
  if (in.time.bank) out.set_bank_millis(millis(*in.time.bank));
  out.set_increment_millis(millis(in.time.increment));
  out.set_cap_millis(millis(in.time.cap));
  if (in.left) out.set_left_millis(millis(*in.left));
  if (in.time.by_cpu) out.set_by(kByCpu);
}

void fill(v1::RecordSeat& out, const Record::SeatRecord& in) {
  out.set_name(in.name);
  if (!in.title.empty()) out.set_title(in.title);
  if (in.reason) {
    out.set_reason(static_cast<v1::Reason>(*in.reason));
    out.set_detail(base::plain_text(in.detail, kMaxSentence));
  }
  out.set_place(in.place);
  out.set_millis(millis(in.used));
  if (!in.log.empty()) out.set_log(base::plain_text(in.log, kMaxSentence));
  if (in.cpu_on_turn) out.set_cpu_on_turn_millis(millis(*in.cpu_on_turn));
  if (in.cpu_off_turn) out.set_cpu_off_turn_millis(millis(*in.cpu_off_turn));
  if (!in.isolation.empty()) out.set_isolation(in.isolation);
  if (!in.limits.empty()) out.set_limits(in.limits);
  if (in.lag) out.set_lag_millis(millis(*in.lag));
  if (in.wait) out.set_wait_millis(millis(*in.wait));
  if (in.starved) out.set_starved(true);
}

Result<Record::SeatRecord> read(const v1::RecordSeat& in, const v1::Clocks& clocks) {
  Record::SeatRecord out;
  out.name = in.name();
  out.title = in.title();
  if (in.has_reason()) {
    if (in.reason() < 1 || in.reason() > v1::BLOCKED) return bad_input("a seat went out for no known reason");
    out.reason = static_cast<Reason>(in.reason());
  }
  out.detail = in.detail();
  out.place = in.place();
  if (clocks.has_move_millis()) out.time.per_move = from_millis(clocks.move_millis());
  if (clocks.has_bank_millis()) out.time.bank = from_millis(clocks.bank_millis());
  out.time.increment = from_millis(clocks.increment_millis());
  out.time.cap = from_millis(clocks.cap_millis());
  if (clocks.has_left_millis()) out.left = from_millis(clocks.left_millis());
  if (clocks.has_by() && clocks.by() != kByCpu) return bad_input("a clock that measures no known time");
  out.time.by_cpu = clocks.has_by();
  out.used = from_millis(in.millis());
  out.log = in.log();
  if (in.has_cpu_on_turn_millis()) out.cpu_on_turn = from_millis(in.cpu_on_turn_millis());
  if (in.has_cpu_off_turn_millis()) out.cpu_off_turn = from_millis(in.cpu_off_turn_millis());
  out.isolation = in.isolation();
  out.limits = in.limits();
  if (in.has_lag_millis()) out.lag = from_millis(in.lag_millis());
  if (in.has_wait_millis()) out.wait = from_millis(in.wait_millis());
  out.starved = in.starved();
  return out;
}

constexpr std::size_t kMaxWorkerText = 200;

void fill_worker(v1::RecordWorker& out, const Record::Worker& worker) {
  out.set_name(base::plain_text(worker.name, kMaxWorkerText));
  out.set_host(base::plain_text(worker.host, kMaxWorkerText));
  out.set_cpu(base::plain_text(worker.cpu, kMaxWorkerText));
  out.set_load(worker.load);
  if (worker.speed) out.set_speed(*worker.speed);
  if (worker.time_scale) out.set_time_scale(*worker.time_scale);
}

Record::Worker read_worker(const v1::RecordWorker& in) {
  const auto text = [](const std::string& one) { return base::plain_text(one, kMaxWorkerText); };
  return {text(in.name()),
          text(in.host()),
          text(in.cpu()),
          in.load(),
          maybe(in.has_speed(), in.speed()),
          maybe(in.has_time_scale(), in.time_scale())};
}

}  // namespace

void fill_info(v1::Info& out, const Info& info) {
  if (info.score) out.set_score(*info.score);
  if (info.depth) out.set_depth(*info.depth);
  out.set_text(info.text);
}

Info read_info(const v1::Info& in) {
  return {maybe(in.has_score(), in.score()), maybe(in.has_depth(), in.depth()),
          std::string(base::cut(in.text(), kMaxInfoText))};
}

void fill_options(v1::BoardChoice& out, const games::Options& options) {
  if (options.shape) out.set_shape(*options.shape);
  if (options.size) out.set_size(*options.size);
  if (options.rows) out.set_rows(*options.rows);
  if (options.columns) out.set_columns(*options.columns);
  if (options.start) out.set_start(*options.start);
  if (options.seats) out.set_seats(*options.seats);
  if (options.walls) out.set_walls(*options.walls);
  if (options.line) out.set_line(*options.line);
  if (options.max_plies) out.set_max_plies(*options.max_plies);
  if (options.swap_rule) out.set_swap_rule(*options.swap_rule);
}

games::Options read_options(const v1::BoardChoice& in) {
  games::Options out;
  out.shape = maybe(in.has_shape(), in.shape());
  out.size = maybe(in.has_size(), in.size());
  out.rows = maybe(in.has_rows(), in.rows());
  out.columns = maybe(in.has_columns(), in.columns());
  out.start = maybe(in.has_start(), in.start());
  out.seats = maybe(in.has_seats(), in.seats());
  out.walls = maybe(in.has_walls(), in.walls());
  out.line = maybe(in.has_line(), in.line());
  out.max_plies = maybe(in.has_max_plies(), in.max_plies());
  out.swap_rule = maybe(in.has_swap_rule(), in.swap_rule());
  return out;
}

void fill_record(v1::Record& out, const Record& record) {
  out.set_id(record.id);
  out.set_number(record.number);
  out.set_game(record.game);
  out.set_board(record.board);
  out.set_size(std::max(record.rows, record.columns));
  out.set_rows(record.rows);
  out.set_columns(record.columns);
  if (record.options.start) out.set_start(*record.options.start);
  if (record.options.walls) out.set_walls(*record.options.walls);
  if (record.options.line) out.set_line(*record.options.line);
  if (record.options.max_plies) out.set_max_plies(*record.options.max_plies);
  if (record.options.swap_rule) out.set_swap_rule(*record.options.swap_rule);
  if (record.options.map)
    for (std::string& line : lines_of(*record.options.map)) out.add_map(std::move(line));
  out.set_seed(record.seed);
  out.set_started(record.started);
  for (const Record::SeatRecord& seat : record.seats) {
    fill(*out.add_seats(), seat);
    fill(*out.add_clocks(), seat);
  }
  out.set_opening(record.opening);
  for (const Record::Entry& entry : record.moves) {
    v1::RecordMove& move = *out.add_moves();
    move.set_seat(entry.seat.value());
    move.set_notation(entry.notation);
    move.set_millis(millis(entry.took));
    if (!entry.info.empty()) fill_info(*move.mutable_info(), entry.info);
    // Not what rounds to 0: read and written again, a record is the same.
    if (const double wait = millis(entry.wait); wait > 0) move.set_wait_millis(wait);
    if (entry.wall) move.set_wall_millis(millis(*entry.wall));
  }
  if (record.winner) out.set_winner(record.winner->value());
  out.set_end(static_cast<v1::End>(record.end));
  out.set_sentence(base::plain_text(record.sentence, kMaxSentence));
  out.set_hash(base::hex(record.hash));
  if (record.worker) fill_worker(*out.mutable_worker(), *record.worker);
  if (record.starved != 0) out.set_starved(record.starved);
  if (!record.event_board.empty()) out.set_event_board(record.event_board);
}

Result<Record> read_record(const v1::Record& in) {
  Record out;
  out.id = in.id();
  out.number = in.number();
  out.game = in.game();
  out.board = in.board();
  out.rows = in.rows();
  out.columns = in.columns();
  out.options.start = maybe(in.has_start(), in.start());
  out.options.walls = maybe(in.has_walls(), in.walls());
  out.options.line = maybe(in.has_line(), in.line());
  out.options.max_plies = maybe(in.has_max_plies(), in.max_plies());
  out.options.swap_rule = maybe(in.has_swap_rule(), in.swap_rule());
  if (in.map_size() != 0) {
    std::string text;
    for (const std::string& line : in.map()) text += line + "\n";
    auto map = graph::parse_map(text);
    if (!map) return map.error();
    out.options.map = std::move(*map);
  }
  out.seed = in.seed();
  out.started = in.started();
  if (in.clocks_size() != in.seats_size()) return bad_input("a record has a clock for each seat");
  for (int s = 0; s < in.seats_size(); ++s) {
    auto seat = read(in.seats(s), in.clocks(s));
    if (!seat) return seat.error();
    out.seats.push_back(std::move(*seat));
  }
  out.opening = in.opening();
  for (const v1::RecordMove& move : in.moves()) {
    if (move.seat() >= base::kMaxSeats) return bad_input("a move of no seat");
    out.moves.push_back(
        {base::seat(move.seat()), move.notation(), from_millis(move.millis()), read_info(move.info())});
    out.moves.back().wait = from_millis(move.wait_millis());
    if (move.has_wall_millis()) out.moves.back().wall = from_millis(move.wall_millis());
  }
  if (in.end() < 1 || in.end() > v1::VOID || in.winner() >= base::kMaxSeats)
    return bad_input("a record with no known end");
  if (in.has_winner()) out.winner = base::seat(in.winner());
  out.end = static_cast<End>(in.end());
  out.sentence = in.sentence();
  const std::string& hash = in.hash();
  const auto [rest, status] = std::from_chars(hash.data(), hash.data() + hash.size(), out.hash, 16);
  if (status != std::errc() || rest != hash.data() + hash.size()) return bad_input("a record without a hash");
  if (in.has_worker()) out.worker = read_worker(in.worker());
  out.starved = in.starved();
  out.event_board = in.event_board();
  return out;
}

std::string record_json(const Record& record) {
  v1::Record out;
  fill_record(out, record);
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  // Only text that is no UTF-8 can make this fail, and there is none.
  if (!google::protobuf::util::MessageToJsonString(out, &json, options).ok())
    throw std::logic_error("a record could not be written as JSON");
  return base::harmless_json(json);
}

Result<Record> parse_record_json(std::string_view line) {
  v1::Record in;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(line.data(), line.size()), &in);
  if (!status.ok())
    return bad_input("this is not a record: " + base::one_line(std::string(status.message())));
  return read_record(in);
}

std::string_view reason_name(Reason reason) { return v1::Reason_Name(static_cast<v1::Reason>(reason)); }

std::string_view end_name(End end) { return v1::End_Name(static_cast<v1::End>(end)); }

}  // namespace quiver::wire

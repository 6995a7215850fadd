#include "referee/records/game_text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/records/verify.hpp"

namespace quiver::records {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

// One line of the head or the result. Line ends in the value are taken out, because a line is one field.
std::string line(std::string_view key, const std::string& value) {
  return std::string(key) + ": " + base::one_line(value) + "\n";
}

std::string line(std::string_view key, std::uint64_t value) { return line(key, std::to_string(value)); }

template <class Value>
std::string line(std::string_view key, const std::optional<Value>& value) {
  return value ? line(key, *value) : "";
}

// Left out if the option was not given, so that reading gives the same record again.
std::string on_or_off(std::string_view key, const std::optional<bool>& value) {
  return value ? line(key, std::string(*value ? "on" : "off")) : "";
}

std::string head(const wire::Record& record) {
  std::string out = std::string(kGameText) + "\n" + line("id", record.id) + line("number", record.number) +
                    line("started", record.started) + line("seed", record.seed) + line("game", record.game) +
                    line("board", record.board) + line("rows", record.rows) +
                    line("columns", record.columns) + line("start", record.options.start) +
                    line("walls", record.options.walls) + line("line", record.options.line) +
                    line("max-plies", record.options.max_plies) +
                    on_or_off("swap-rule", record.options.swap_rule);
  if (const auto& map = record.options.map)
    for (std::uint32_t r = 0; r < map->rows; ++r)
      out += line("map", map->cells.substr(std::size_t{r} * map->columns, map->columns));
  for (const auto& seat : record.seats) out += line("seat", seat.name);
  return out + line("opening", record.opening);
}

// As many to a line as there are seats, with the number of the first.
std::string moves(const wire::Record& record) {
  std::string out;
  const std::size_t width = std::max<std::size_t>(record.seats.size(), 1);
  for (std::size_t k = 0; k < record.moves.size(); ++k) {
    if (k % width == 0) out += (k == 0 ? "" : "\n") + std::to_string(k + 1) + ".";
    out += " " + record.moves[k].notation;
  }
  return out.empty() ? out : out + "\n";
}

std::string result(const wire::Record& record) {
  std::string places;
  std::string outs;
  for (std::size_t s = 0; s < record.seats.size(); ++s) {
    const auto& seat = record.seats[s];
    places += (places.empty() ? "" : " ") + std::to_string(seat.place);
    if (!seat.reason) continue;
    const std::string detail = seat.detail.empty() ? "" : " " + seat.detail;
    outs += line("out", std::to_string(s) + " " + std::string(wire::reason_name(*seat.reason)) + detail);
  }
  return outs + line("places", places) +
         (record.winner ? line("winner", record.winner->value()) : std::string()) +
         line("end", std::string(wire::end_name(record.end))) + line("sentence", record.sentence) +
         line("hash", base::hex(record.hash));
}

// --- reading

// Reads line after line. The first one that does not fit sets the error, and from then on no function reads
// anything; so callers need not check after each step.
class Reader {
 public:
  explicit Reader(const std::vector<std::string>& lines) : lines_(lines) {}

  Result<wire::Record> read();

 private:
  [[nodiscard]] bool at_end() const { return at_ == lines_.size(); }
  [[nodiscard]] bool has(std::string_view key) const {
    return !error_ && !at_end() && lines_[at_].starts_with(std::string(key) + ": ");
  }
  void fail(const std::string& sentence) {
    if (!error_) error_ = bad_input("line " + std::to_string(at_ + 1) + ": " + sentence);
  }
  void expect_line(std::string_view text);
  std::string take(std::string_view key);
  std::uint32_t take_number(std::string_view key);
  std::optional<std::uint32_t> take_number_if_there(std::string_view key);
  std::optional<bool> take_on_or_off_if_there(std::string_view key);

  void read_head();
  void read_map();
  void read_moves();
  void read_move_line();
  void read_result();
  void read_out();
  void read_places();
  void read_end();

  const std::vector<std::string>& lines_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
  wire::Record record_;
};

void Reader::expect_line(std::string_view text) {
  if (error_) return;
  if (at_end() || lines_[at_] != text)
    return fail(text.empty() ? "an empty line belongs here" : "this should be " + base::quoted(text));
  ++at_;
}

std::string Reader::take(std::string_view key) {
  if (error_) return "";
  if (has(key)) return lines_[at_++].substr(key.size() + 2);
  // Nothing after the colon: many editors remove trailing spaces.
  if (!at_end() && lines_[at_] == std::string(key) + ":") return ++at_, "";
  fail("this should be \"" + std::string(key) + ": …\"" +
       (at_end() ? ", and the game ends" : ", not " + base::quoted(lines_[at_])));
  return "";
}

std::uint32_t Reader::take_number(std::string_view key) {
  const std::string text = take(key);
  if (error_) return 0;
  const auto value = base::parse_number(text);
  if (value) return *value;
  // One line back: the error names the line with the number.
  --at_;
  fail(std::string(key) + " is a number, not " + base::quoted(text));
  return 0;
}

std::optional<std::uint32_t> Reader::take_number_if_there(std::string_view key) {
  return has(key) ? std::optional(take_number(key)) : std::nullopt;
}

std::optional<bool> Reader::take_on_or_off_if_there(std::string_view key) {
  if (!has(key)) return std::nullopt;
  const std::string text = take(key);
  if (text != "on" && text != "off")
    --at_, fail(std::string(key) + " is on or off, not " + base::quoted(text));
  return text == "on";
}

void Reader::read_head() {
  expect_line(kGameText);
  record_.id = take("id");
  record_.number = take_number("number");
  record_.started = take("started");
  record_.seed = take_number("seed");
  record_.game = take("game");
  record_.board = take("board");
  record_.rows = take_number("rows");
  record_.columns = take_number("columns");
  if (has("start")) record_.options.start = take("start");
  record_.options.walls = take_number_if_there("walls");
  record_.options.line = take_number_if_there("line");
  record_.options.max_plies = take_number_if_there("max-plies");
  record_.options.swap_rule = take_on_or_off_if_there("swap-rule");
  if (has("map")) read_map();
  while (has("seat")) {
    record_.seats.emplace_back().name = take("seat");
    if (const std::string fault = base::name_fault(record_.seats.back().name); !fault.empty())
      --at_, fail(fault);
    if (record_.seats.size() > base::kMaxSeats) fail("a game has 2 or 4 seats");
  }
  record_.opening = take_number("opening");
}

void Reader::read_map() {
  std::string text;
  const std::size_t first = at_;
  while (has("map")) text += take("map") + "\n";
  auto map = graph::parse_map(text);
  if (!map) {
    at_ = first;
    return fail(map.error().sentence);
  }
  record_.options.map = std::move(*map);
}

void Reader::read_moves() {
  while (!error_ && !at_end() && !lines_[at_].empty()) read_move_line();
}

void Reader::read_move_line() {
  std::string_view rest = lines_[at_];
  const std::string label = std::to_string(record_.moves.size() + 1) + ".";
  if (!rest.starts_with(label + " "))
    return fail("a line of moves that begins with \"" + label + "\" belongs here");
  rest.remove_prefix(label.size());
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the space
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word.empty()) return fail("one space stands between moves, and none at the end");
    record_.moves.push_back({base::Seat{0}, std::string(word), base::Duration{0}, {}});
    rest.remove_prefix(word.size());
  }
  ++at_;
}

void Reader::read_out() {
  const std::string text = take("out");
  const std::size_t first = text.find(' ');
  // npos stays npos: find() from there finds nothing.
  const std::size_t second = text.find(' ', first == std::string::npos ? first : first + 1);
  const auto seat = base::parse_number(text.substr(0, first));
  const std::string name = first == std::string::npos ? "" : text.substr(first + 1, second - first - 1);
  std::optional<wire::Reason> reason;
  for (int k = 1; k <= static_cast<int>(wire::Reason::kBlocked); ++k)
    if (wire::reason_name(static_cast<wire::Reason>(k)) == name) reason = static_cast<wire::Reason>(k);
  if (!seat || *seat >= record_.seats.size() || !reason) {
    --at_;
    return fail("a seat and a reason belong behind \"out:\"");
  }
  record_.seats[*seat].reason = reason;
  record_.seats[*seat].detail = second == std::string::npos ? "" : text.substr(second + 1);
}

void Reader::read_places() {
  const std::string text = take("places");
  if (error_) return;
  std::size_t at = 0;
  for (auto& seat : record_.seats) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const auto place = at <= text.size() ? base::parse_number(text.substr(at, end - at)) : bad_input("");
    if (!place) return --at_, fail("a place for each seat belongs behind \"places:\"");
    seat.place = *place;
    at = end + 1;
  }
  if (at != text.size() + 1) --at_, fail("a place for each seat belongs behind \"places:\"");
}

void Reader::read_end() {
  const std::string text = take("end");
  for (const wire::End end : {wire::End::kPlayedOut, wire::End::kForfeit, wire::End::kVoid})
    if (wire::end_name(end) == text) {
      record_.end = end;
      return;
    }
  if (!error_) --at_, fail("the end is PLAYED_OUT, FORFEIT or VOID");
}

void Reader::read_result() {
  while (has("out")) read_out();
  read_places();
  if (const auto winner = take_number_if_there("winner")) {
    if (*winner >= record_.seats.size()) return --at_, fail("the winner is a seat");
    record_.winner = base::seat(*winner);
  }
  read_end();
  record_.sentence = take("sentence");
  const std::string hash = take("hash");
  if (error_) return;
  // base::hex writes it back, so that capitals, signs and short forms are refused.
  const auto [rest, status] = std::from_chars(hash.data(), hash.data() + hash.size(), record_.hash, 16);
  if (hash.size() != 16 || status != std::errc() || base::hex(record_.hash) != hash)
    --at_, fail("a hash has 16 digits, 0 to 9 and a to f");
}

Result<wire::Record> Reader::read() {
  read_head();
  expect_line("");
  read_moves();
  expect_line("");
  read_result();
  while (!error_ && !at_end() && lines_[at_].empty()) ++at_;
  if (!error_ && !at_end()) fail("nothing more belongs here");
  if (error_) return *error_;
  name_movers(record_);
  return std::move(record_);
}

}  // namespace

std::string game_text(const wire::Record& record) {
  return head(record) + "\n" + moves(record) + "\n" + result(record) + "\n";
}

Result<wire::Record> parse_game_text(const std::vector<std::string>& lines) { return Reader(lines).read(); }

}  // namespace quiver::records

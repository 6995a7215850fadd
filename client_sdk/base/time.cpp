#include "client_sdk/base/time.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <optional>

#include "client_sdk/base/text.hpp"

namespace quiver::base {

using std::chrono::milliseconds;

namespace {

struct Unit {
  std::string_view name;
  std::int64_t millis;
};
// Longest names first: "ms" ends in "s".
constexpr std::array<Unit, 4> kUnits = {{{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}};
constexpr std::int64_t kMostMillis = 24LL * 3'600'000;

const Unit* unit_of(std::string_view text) {
  for (const Unit& unit : kUnits)
    if (text.ends_with(unit.name)) return &unit;
  return nullptr;
}

// Digits with at most one point among them, as thousandths; -1 if it is something else.
std::int64_t thousandths(std::string_view text) {
  std::int64_t value = 0;
  int decimals = -1;
  for (const char c : text) {
    if (c == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (c < '0' || c > '9' || value > kMostMillis * 1000 || decimals == 3) return -1;
    value = value * 10 + (c - '0');
    if (decimals >= 0) ++decimals;
  }
  for (int k = decimals < 0 ? 0 : decimals; k < 3; ++k) value *= 10;
  return value;
}

}  // namespace

// Fixed-point arithmetic in thousandths: no floating point, so "1.5s" is exact.
Result<Duration> parse_duration(std::string_view text) {
  const Error wrong = bad_input(quoted(text) + " is not a duration; write 500ms, 2s or 1m");
  const Unit* unit = unit_of(text);
  if (unit == nullptr) return wrong;
  const std::string_view number = text.substr(0, text.size() - unit->name.size());
  if (number.empty() || number.front() == '.' || number.back() == '.') return wrong;
  const std::int64_t value = thousandths(number);
  if (value < 0) return wrong;
  if (value > kMostMillis * 1000 / unit->millis) return bad_input(quoted(text) + " is longer than a day");
  return std::chrono::microseconds(value * unit->millis);
}

std::string format_duration(Duration duration) {
  const std::int64_t all = std::chrono::round<milliseconds>(duration).count();
  if (all % 1000 != 0) return std::to_string(all) + "ms";
  if (all == 0 || all % 60'000 != 0) return std::to_string(all / 1000) + "s";
  return std::to_string(all / 60'000) + "m";
}

namespace {

// The digits of the text from there on as a number, which moves on behind them; none if one of them is no
// digit.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  int value = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (text[k] < '0' || text[k] > '9') return std::nullopt;
    value = 10 * value + (text[k] - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take_character(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// "23:59", within a day.
std::optional<std::chrono::minutes> take_clock(std::string_view& text) {
  const auto hours = take_digits(text, 2);
  if (!hours || !take_character(text, ':')) return std::nullopt;
  const auto minutes = take_digits(text, 2);
  if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
}

// A time_point of the system's clock counts nanoseconds, and goes to the year 2262.
constexpr int kLastYear = 2261;

std::optional<std::chrono::sys_days> take_date(std::string_view& text) {
  const auto year = take_digits(text, 4);
  if (!year || !take_character(text, '-')) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || !take_character(text, '-')) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day all{std::chrono::year(*year),
                                        std::chrono::month(static_cast<unsigned>(*month)),
                                        std::chrono::day(static_cast<unsigned>(*day))};
  if (*year < 1970 || *year > kLastYear || !all.ok()) return std::nullopt;
  return std::chrono::sys_days(all);
}

// How far the zone is ahead of UTC.
std::optional<std::chrono::minutes> take_zone(std::string_view& text) {
  if (take_character(text, 'Z')) return std::chrono::minutes(0);
  const bool west = take_character(text, '-');
  if (!west && !take_character(text, '+')) return std::nullopt;
  const auto ahead = take_clock(text);
  if (!ahead) return std::nullopt;
  return west ? -*ahead : *ahead;
}

std::optional<std::chrono::sys_seconds> read_moment(std::string_view text) {
  const auto day = take_date(text);
  if (!day || !take_character(text, 'T')) return std::nullopt;
  const auto time = take_clock(text);
  if (!time) return std::nullopt;
  std::chrono::seconds seconds(0);
  if (take_character(text, ':')) {
    const auto given = take_digits(text, 2);
    if (!given || *given > 59) return std::nullopt;
    seconds = std::chrono::seconds(*given);
  }
  const auto ahead = take_zone(text);
  if (!ahead || !text.empty()) return std::nullopt;
  return *day + *time + seconds - *ahead;
}

}  // namespace

Result<std::chrono::system_clock::time_point> parse_moment(std::string_view text) {
  const auto found = read_moment(text);
  if (!found)
    return bad_input(quoted(text) +
                     " is no time with its zone; write it as 2026-12-01T23:59+01:00, or with Z for UTC");
  return std::chrono::system_clock::time_point(*found);
}

std::string format_utc(std::chrono::system_clock::time_point when) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace quiver::base

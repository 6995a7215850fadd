#include "client_sdk/base/time.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>

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

std::string format_utc(std::chrono::system_clock::time_point when) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace quiver::base

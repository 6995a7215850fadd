#include "referee/cli/options/expectation.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/cli/reports/game_fault.hpp"
#include "referee/tournament/points.hpp"

namespace quiver::cli {

using base::bad_input;
using base::Result;

namespace {

constexpr std::int64_t kOne = 1'000'000;
constexpr std::size_t kDecimals = 6;
constexpr std::int64_t kTwelve = 12;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// "0", "1", "0.55": in millionths.
std::optional<std::int64_t> parse_score(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view rest = point == std::string_view::npos ? "0" : text.substr(point + 1);
  if ((whole != "0" && whole != "1") || rest.empty() || rest.size() > kDecimals) return std::nullopt;
  if (rest.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  std::int64_t value = 0;
  // Digits that are not given count as 0, so that "0.5" is 500,000.
  for (std::size_t k = 0; k < kDecimals; ++k) value = value * 10 + (k < rest.size() ? rest[k] - '0' : 0);
  value += whole == "1" ? kOne : 0;
  return value <= kOne ? std::optional(value) : std::nullopt;
}

std::string decimal(double value, int decimals) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

// "24", "24.5", "16.33".
std::string amount(std::int64_t twelfths) {
  std::string text = decimal(static_cast<double>(twelfths) / kTwelve, 2);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// Of one seat, in twelfths.
std::int64_t points_of(const wire::Record& record, std::size_t seat) {
  double points = 0;
  for (std::size_t s = 0; s < record.seats.size(); ++s)
    if (s != seat) points += tournament::points_against(record.seats[seat].place, record.seats[s].place);
  // 12 is divisible by 1, 2 and 3, so by the number of opponents, and halves stay whole.
  return std::llround(points * kTwelve) / static_cast<std::int64_t>(record.seats.size() - 1);
}

}  // namespace

Expectation::Expectation(std::string name, std::string text, Kind kind, std::int64_t bound)
    : name_(std::move(name)), text_(std::move(text)), kind_(kind), bound_(bound) {}

Result<Expectation> Expectation::parse(std::string_view text) {
  const std::size_t at = text.find_first_of("<>:=");
  const std::string name(trimmed(text.substr(0, at)));
  if (at == std::string_view::npos || name.empty())
    return bad_input(base::quoted(text) + " is not an expectation; write NAME>=0.55 or NAME:no-faults");
  if (const std::string fault = base::name_fault(name); !fault.empty())
    return bad_input(base::quoted(text) + " is not an expectation; " + fault);
  std::string_view rest = text.substr(at + 1);
  if (text[at] == ':') {
    if (trimmed(rest) != "no-faults")
      return bad_input(base::quoted(text) + ": only no-faults may follow the colon");
    return Expectation(name, name + ":no-faults", Kind::kNoFaults, 0);
  }
  if (text[at] == '=') return bad_input(base::quoted(text) + ": the operators are >=, >, <= and <");
  const bool or_equal = rest.starts_with('=');
  if (or_equal) rest.remove_prefix(1);
  const auto bound = parse_score(trimmed(rest));
  if (!bound)
    return bad_input(base::quoted(text) + ": a score is 0 to 1, with up to six decimals, as in 0.55");
  const Kind kind =
      text[at] == '>' ? (or_equal ? Kind::kAtLeast : Kind::kMore) : (or_equal ? Kind::kAtMost : Kind::kLess);
  return Expectation(name, name + text[at] + (or_equal ? "=" : "") + std::string(trimmed(rest)), kind,
                     *bound);
}

void Expectation::add(const wire::Record& record) {
  if (record.end == wire::End::kVoid) return;
  for (std::size_t s = 0; s < record.seats.size(); ++s) {
    const wire::Record::SeatRecord& seat = record.seats[s];
    if (seat.name != name_) continue;
    ++games_;
    if (record.seats.size() > 1) points_ += points_of(record, s);
    if (!seat.reason || !wire::is_fault(*seat.reason)) continue;
    if (faults_++ == 0)
      first_fault_ = "game " + std::to_string(record.number) + ": " +
                     std::string(wire::reason_name(*seat.reason)) + ", " +
                     shown_line(seat.detail, wire::kMaxSentence);
  }
}

// Integers throughout: a score that equals the bound is found equal.
std::int64_t Expectation::distance() const { return points_ * kOne - bound_ * kTwelve * games_; }

bool Expectation::holds() const {
  switch (kind_) {
    case Kind::kAtLeast:
      return games_ > 0 && distance() >= 0;
    case Kind::kMore:
      return games_ > 0 && distance() > 0;
    case Kind::kAtMost:
      return games_ > 0 && distance() <= 0;
    case Kind::kLess:
      return games_ > 0 && distance() < 0;
    case Kind::kNoFaults:
      break;
  }
  return faults_ == 0;
}

std::optional<std::string> Expectation::failure() const {
  if (holds()) return std::nullopt;
  if (kind_ == Kind::kNoFaults)
    return std::to_string(faults_) + (faults_ == 1 ? " fault, in " : " faults, the first in ") + first_fault_;
  if (games_ == 0) return "it played no games";
  const double all = static_cast<double>(games_) * kTwelve;
  const std::string scored = "it scored " + decimal(static_cast<double>(points_) / all, 3) + " (" +
                             amount(points_) + " of " + std::to_string(games_) + "), ";
  if (distance() == 0) return scored + (kind_ == Kind::kMore ? "which is not more" : "which is not less");
  const bool too_little = distance() < 0;
  std::string gap = decimal(static_cast<double>(too_little ? -distance() : distance()) / all / kOne, 3);
  if (gap == "0.000") gap = "less than 0.001";
  return scored + gap + (too_little ? " too little" : " too much");
}

}  // namespace quiver::cli

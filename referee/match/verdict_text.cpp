#include "referee/match/verdict_text.hpp"

#include <algorithm>
#include <cstdint>

namespace quiver::match {

using base::Duration;

std::string format_seconds(Duration duration) {
  using std::chrono::milliseconds;
  const std::int64_t all = std::max<std::int64_t>(std::chrono::round<milliseconds>(duration).count(), 0);
  std::string decimals = std::to_string(1000 + all % 1000).substr(1);
  while (decimals.size() > 1 && decimals.back() == '0') decimals.pop_back();
  return std::to_string(all / 1000) + "." + decimals + " s";
}

std::string ordinal(unsigned number) {
  const unsigned last_two = number % 100;
  const bool teen = last_two >= 11 && last_two <= 13;
  const unsigned last = teen ? 0 : number % 10;
  return std::to_string(number) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

std::string late_move_text(const LateMove& move) {
  const wire::TimeControl& time = move.time;
  const std::string which = "its " + ordinal(move.number) + " move";
  const std::string most = format_seconds(move.limit);
  if (move.out_of_cpu) return which + " used more than " + most + " of CPU time";
  if (time.by_cpu)
    return which + " took more than " + format_seconds(wire::TimeControl::kWallFactor * move.limit) + ", " +
           std::to_string(wire::TimeControl::kWallFactor) + " times the CPU time that it had";
  // Equality tells which rule set the limit: it is the smallest of the three.
  if (time.per_move == move.limit) return which + " took more than " + most + " of " + most;
  if (time.bank && move.bank == move.limit) {
    std::string bank = "its bank of " + format_seconds(*time.bank);
    if (time.increment > Duration{0}) bank += ", with " + format_seconds(time.increment) + " more a move,";
    if (move.limit <= Duration{0}) return bank + " had run out before " + which;
    return bank + " ran out in " + which + ", which took more than " + most;
  }
  return which + " took more than " + most + ", the longest that any move may take";
}

std::string starved_text(unsigned number, Duration took, Duration limit, Duration waited) {
  return "its " + ordinal(number) + " move took " + format_seconds(took) + " of " + format_seconds(limit) +
         ", and of that it waited " + format_seconds(waited);
}

std::string after_text(Duration waited) { return " after " + format_seconds(waited); }

}  // namespace quiver::match

// The sentences of verdicts with numbers in them. Pure.
#pragma once

#include <string>

#include "client_sdk/wire/messages.hpp"

namespace quiver::match {

// A move that was not made in time.
struct LateMove {
  wire::TimeControl time;
  base::Duration bank{0};   // what was left of it when the move was asked for
  base::Duration limit{0};  // what the move could take
  unsigned number = 1;      // among the seat's own moves
  bool out_of_cpu = false;  // it was CPU time that ran out
};

// "its 6th move took more than 1.0 s of 1.0 s", or, where a bank was the limit,
// "its bank of 10.0 s ran out in its 31st move, which took more than 2.3 s". Where CPU time is charged:
// "its 6th move used more than 1.0 s of CPU time", or "its 6th move took more than 10.0 s, 10 times the CPU time
// that it had".
std::string late_move_text(const LateMove& move);

// "its 6th move took 0.061 s of 0.05 s, and of that it waited 0.023 s".
std::string starved_text(unsigned number, base::Duration took, base::Duration limit, base::Duration waited);

// In seconds with one decimal, or as many more as it needs to the millisecond: "1.0 s", "0.05 s", "2.345 s".
std::string format_seconds(base::Duration duration);

// " after 10.0 s".
std::string after_text(base::Duration waited);

// "1st", "22nd", "113th".
std::string ordinal(unsigned number);

}  // namespace quiver::match

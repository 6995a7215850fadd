// Clocks for machines of different speed: a slow machine gets more time, so that a bot searches about as deep
// everywhere.
//
// A tournament that scales its clocks names the speed that they are meant for. Every worker measures its own
// machine and multiplies all clocks by the quotient. Workers and the coordinator compute the same from the
// same numbers. Pure functions, any thread.
#pragma once

#include "client_sdk/wire/messages.hpp"

namespace quiver::tournament {

inline constexpr double kLeastTimeScale = 0.25;
inline constexpr double kMostTimeScale = 4;

// What the clocks are multiplied by on a machine of this speed, to three digits and within the bounds. Both
// speeds are greater than 0.
double time_scale(double reference_speed, double speed);

// Every time of it multiplied, to the microsecond.
wire::TimeControl scaled(const wire::TimeControl& time, double scale);

}  // namespace quiver::tournament

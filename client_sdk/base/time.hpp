// Time: points on the monotonic clock, spans between them, and how people write spans.
//
// Whoever needs to know what time it is gets it passed in; only the outermost loops read a clock.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::base {

// Monotonic: never set back, and without meaning after a reboot. Records use UTC instead.
using Time = std::chrono::steady_clock::time_point;
using Duration = std::chrono::nanoseconds;

// For the outermost loops.
inline Time clock_now() { return std::chrono::steady_clock::now(); }

// "500ms", "2s", "1m", "1.5s"; 0 is written with a unit too. At most a day.
Result<Duration> parse_duration(std::string_view text);

// The shortest that parse_duration reads back, to the millisecond: "500ms", "2s", "1m", "90s".
std::string format_duration(Duration duration);

// UTC to the second, "2026-01-31T12:00:00Z".
std::string format_utc(std::chrono::system_clock::time_point when);

// A time with its zone, as RFC 3339 writes it: "2026-12-01T23:59+01:00", with seconds or without, Z for UTC.
// Years from 1970 to 2261. Nothing else is read: a time without a zone means another one on another machine.
Result<std::chrono::system_clock::time_point> parse_moment(std::string_view text);

// For logs and reports; computing with times is done in whole nanoseconds.
inline double millis(Duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

}  // namespace quiver::base

#include "referee/tournament/workers/time_scale.hpp"

#include <algorithm>
#include <cmath>

namespace quiver::tournament {

namespace {

base::Duration times(base::Duration time, double scale) {
  using Micros = std::chrono::duration<double, std::micro>;
  if (time.count() == 0) return time;
  // A clock of nothing would be no clock.
  return std::chrono::microseconds(std::max(1LL, std::llround(Micros(time).count() * scale)));
}

}  // namespace

double time_scale(double reference_speed, double speed) {
  return std::clamp(std::round(reference_speed / speed * 1000) / 1000, kLeastTimeScale, kMostTimeScale);
}

wire::TimeControl scaled(const wire::TimeControl& time, double scale) {
  wire::TimeControl out = time;
  if (time.per_move) out.per_move = times(*time.per_move, scale);
  if (time.bank) out.bank = times(*time.bank, scale);
  out.increment = times(time.increment, scale);
  out.cap = times(time.cap, scale);
  return out;
}

}  // namespace quiver::tournament

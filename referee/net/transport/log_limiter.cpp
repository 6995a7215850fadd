#include "referee/net/transport/log_limiter.hpp"

namespace quiver::net {

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

bool LogLimiter::admit(std::string_view kind, base::Time now) {
  const auto found = kinds_.find(kind);
  Period& period = found != kinds_.end() ? found->second : kinds_[std::string(kind)];
  if (period.written == 0) period.began = now;
  if (period.written < kMost) {
    ++period.written;
    return true;
  }
  ++period.left_out;
  return false;
}

std::vector<std::string> LogLimiter::sums(base::Time now, bool all) {
  std::vector<std::string> lines;
  for (auto& [kind, period] : kinds_) {
    const base::Duration gone = now - period.began;
    if (period.written == 0 || (!all && gone < kPeriod)) continue;
    if (period.left_out > 0)
      lines.push_back(kind + ": and " + with_commas(period.left_out) + " more like this in the last " +
                      std::to_string(std::chrono::ceil<std::chrono::seconds>(gone).count()) + " s");
    period = {};
  }
  return lines;
}

}  // namespace quiver::net

#include "referee/cli/reports/bot_output.hpp"

#include "referee/cli/reports/game_fault.hpp"

namespace quiver::cli {

using wire::Reason;

namespace {

bool is_death(Reason reason) {
  return reason == Reason::kCrashed || reason == Reason::kNotReady || reason == Reason::kResourceLimit;
}

}  // namespace

std::string BotOutput::indented(const std::string& log, const std::string& by) {
  std::string out;
  for (const std::string& line : last_lines(log)) out += by + line + "\n";
  return out;
}

std::string BotOutput::below(const wire::Record& record) {
  std::string out;
  for (const wire::Record::SeatRecord& seat : record.seats) {
    if (!seat.reason || !is_death(*seat.reason) || seat.log.empty()) continue;
    const std::string lines = indented(seat.log, "    ");
    // Compared with what was shown last for this name, not with all of it: memory stays bounded.
    if (lines.empty() || shown_[seat.name] == lines) continue;
    shown_[seat.name] = lines;
    out += "  the last lines that " + shown_line(seat.name) + " printed:\n" + lines;
  }
  return out;
}

std::string brief_detail(const wire::Record::SeatRecord& seat) {
  return seat.log.empty() ? seat.detail : seat.detail.substr(0, seat.detail.find("; Traceback (most recent"));
}

}  // namespace quiver::cli

#include "referee/web/game_logs.hpp"

#include <sstream>

#include "referee/web/json.hpp"

namespace quiver::web {

bool may_read(const LogReader& reader, const std::string& team) {
  return reader.admin || (!team.empty() && reader.name == team);
}

v1::SeatLog seat_log(std::uint32_t seat, const std::string& name, const std::string& text) {
  v1::SeatLog out;
  out.set_seat(seat);
  out.set_name(name);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    v1::LogLine one;
    if (!read_json(line, one)) continue;
    if (one.cut())
      out.set_cut(true);
    else
      *out.add_lines() = std::move(one);
  }
  return out;
}

}  // namespace quiver::web

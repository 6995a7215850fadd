#include "referee/cli/reports/game_fault.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/draw/board.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/program_kind.hpp"
#include "referee/records/verify.hpp"

namespace quiver::cli {

namespace {

constexpr std::size_t kTailBytes = 16384;
constexpr std::size_t kTailLines = 20;
// A Python traceback is worth more, as long as it has an end.
constexpr std::size_t kMostTailLines = 200;
// A larger drawing helps nobody, and would be megabytes.
constexpr std::uint32_t kLargestDrawn = 40;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(shown_line(line));
  return lines;
}

std::vector<std::string> drawing(const wire::Record& record) {
  if (std::max(record.rows, record.columns) > kLargestDrawn)
    return {"the board is too large to be drawn here: " + std::to_string(record.rows) + " rows of " +
            std::to_string(record.columns)};
  const auto position = last_position(record);
  if (!position) return {shown_line("it cannot be drawn: " + position.error().sentence)};
  return lines_of(draw::board(*position, false) + draw::status(*position, false));
}

// The last bytes of a file, and whether there are others before them.
struct Tail {
  std::string bytes;
  bool cut = false;
};
Tail tail_of(int file, off_t size) {
  // From a fixed distance before the end: a log may have megabytes.
  Tail tail;
  const off_t from = std::max<off_t>(0, size - static_cast<off_t>(kTailBytes));
  tail.cut = from > 0;
  tail.bytes.resize(kTailBytes);
  std::size_t got = 0;
  while (got < kTailBytes) {
    const ssize_t more =
        pread(file, tail.bytes.data() + got, kTailBytes - got, from + static_cast<off_t>(got));
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    got += static_cast<std::size_t>(more);
  }
  tail.bytes.resize(got);
  return tail;
}

}  // namespace

std::string game_title(const wire::Record& record) {
  std::string names;
  for (const auto& seat : record.seats) names += (names.empty() ? "" : " - ") + base::escaped(seat.name, 64);
  return "game " + std::to_string(record.number) + ": " + names;
}

base::Duration game_time(const wire::Record& record) {
  base::Duration used{0};
  for (const auto& seat : record.seats) used += seat.used;
  return used;
}

std::string shown_line(std::string_view line, std::size_t most) {
  return base::harmless_text(base::cut(line, most), base::Keep::kTabs) + (line.size() > most ? "…" : "");
}

std::vector<std::string> last_lines(const std::string& path) {
  // Whatever else may lie there by that name is neither followed nor waited for.
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const launch::Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat what {};
  if (!file || fstat(file.get(), &what) != 0 || !S_ISREG(what.st_mode)) return {};
  Tail tail = tail_of(file.get(), what.st_size);
  // Half a line at the beginning, unless there is nothing else.
  const std::size_t end = tail.bytes.find('\n');
  if (tail.cut && end != std::string::npos && end + 1 < tail.bytes.size()) tail.bytes.erase(0, end + 1);
  std::vector<std::string> lines = lines_of(tail.bytes);
  const std::size_t traceback = lines_of(std::string(launch::traceback_in(tail.bytes))).size();
  const std::size_t most = std::clamp(traceback, kTailLines, kMostTailLines);
  if (lines.size() > most) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
  return lines;
}

base::Result<games::Position> last_position(const wire::Record& record) {
  auto position = records::start_of(record);
  if (!position) return position.error();
  for (const wire::Record::Entry& entry : record.moves) {
    const auto event = position->parse(entry.notation);
    if (!event) return event.error();
    if (const auto verdict = position->check(*event); !verdict)
      return base::bad_input(verdict.error().sentence);
    position->apply(*event);
  }
  return position;
}

std::optional<GameFault> game_fault(const wire::Record& record, FaultDetail detail) {
  if (record.end == wire::End::kVoid) return std::nullopt;
  GameFault fault;
  for (const wire::Record::SeatRecord& seat : record.seats) {
    if (!seat.reason || !wire::is_fault(*seat.reason)) continue;
    fault.seats.push_back({shown_line(seat.name),
                           std::string(wire::reason_name(*seat.reason)),
                           shown_line(seat.detail, wire::kMaxSentence),
                           {}});
    if (detail == FaultDetail::kWhole && !seat.log.empty()) fault.seats.back().log = last_lines(seat.log);
  }
  if (fault.seats.empty()) return std::nullopt;
  if (detail == FaultDetail::kWhole) fault.position = drawing(record);
  return fault;
}

}  // namespace quiver::cli

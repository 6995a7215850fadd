#include "referee/cli/game_fault.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/draw/board.hpp"
#include "client_sdk/graph/layout.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::cli {

namespace {

constexpr std::size_t kTailBytes = 4096;
constexpr std::size_t kTailLines = 20;
// A larger drawing helps nobody, and would be megabytes.
constexpr std::uint32_t kLargestDrawn = 40;

std::string hex_escape(char c) {
  std::array<char, 8> code{};
  std::snprintf(code.data(), code.size(), "\\x%02x", static_cast<unsigned char>(c));
  return code.data();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(shown_line(line));
  return lines;
}

// A record that was read back knows its board by name and sides alone.
games::Options options_of(const wire::Record& record) {
  games::Options options = record.options;
  if (options.map) return options;
  if (!options.shape && graph::is_shape(record.board)) options.shape = record.board;
  if (options.size || options.rows || options.columns) return options;
  if (record.rows == record.columns) {
    options.size = record.rows;
  } else {
    options.rows = record.rows;
    options.columns = record.columns;
  }
  if (!options.seats) options.seats = static_cast<std::uint32_t>(record.seats.size());
  return options;
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
  for (const auto& seat : record.seats) names += (names.empty() ? "" : " - ") + seat.name;
  return "game " + std::to_string(record.number) + ": " + names;
}

base::Duration game_time(const wire::Record& record) {
  base::Duration used{0};
  for (const auto& seat : record.seats) used += seat.used;
  return used;
}

std::string shown_line(std::string_view line, std::size_t most) {
  std::string out;
  const std::string text = base::plain_text(line, most);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (rest[0] == '\t') {
      out += '\t';
    } else if (rest[0] == '\xC2' && static_cast<unsigned char>(rest[1]) < 0xA0) {
      // The controls U+0080 to U+009F, which some terminals obey.
      out += hex_escape(rest[1]);
      ++at;
    } else if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
      out += '?';  // no characters, though they are UTF-8
      at += 2;
    } else if (static_cast<unsigned char>(rest[0]) < 0x20 || rest[0] == 0x7F) {
      out += hex_escape(rest[0]);
    } else {
      out += rest[0];
    }
  }
  return out + (line.size() > most ? "…" : "");
}

std::vector<std::string> last_lines(const std::string& path) {
  // Whatever else may lie there by that name is neither followed nor waited for.
  const launch::Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat what {};
  if (!file || fstat(file.get(), &what) != 0 || !S_ISREG(what.st_mode)) return {};
  Tail tail = tail_of(file.get(), what.st_size);
  // Half a line at the beginning, unless there is nothing else.
  const std::size_t end = tail.bytes.find('\n');
  if (tail.cut && end != std::string::npos && end + 1 < tail.bytes.size()) tail.bytes.erase(0, end + 1);
  std::vector<std::string> lines = lines_of(tail.bytes);
  if (lines.size() > kTailLines) lines.erase(lines.begin(), lines.end() - kTailLines);
  return lines;
}

base::Result<games::Position> last_position(const wire::Record& record) {
  auto position = games::Position::start(record.game, options_of(record));
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

std::optional<GameFault> game_fault(const wire::Record& record, Telling telling) {
  if (record.end == wire::End::kVoid) return std::nullopt;
  GameFault fault;
  for (const wire::Record::SeatRecord& seat : record.seats) {
    if (!seat.reason || !wire::is_fault(*seat.reason)) continue;
    fault.seats.push_back({shown_line(seat.name),
                           std::string(wire::reason_name(*seat.reason)),
                           shown_line(seat.detail, wire::kMaxSentence),
                           {}});
    if (telling == Telling::kWhole && !seat.log.empty()) fault.seats.back().log = last_lines(seat.log);
  }
  if (fault.seats.empty()) return std::nullopt;
  if (telling == Telling::kWhole) fault.position = drawing(record);
  return fault;
}

}  // namespace quiver::cli

#include "referee/cli/reports/tap_report.hpp"

namespace quiver::cli {

namespace {

// In double quotes YAML takes any line, as long as these two are escaped.
std::string in_quotes(const std::string& line) {
  std::string out = "\"";
  for (const char c : line) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\t')
      out += "\\t";
    else
      out += c;
  }
  return out + "\"";
}

std::string entry(const char* key, const std::string& value) {
  return std::string("  ") + key + ": " + in_quotes(value) + "\n";
}

std::string list(const char* key, const std::vector<std::string>& lines, const std::string& indent = "  ") {
  if (lines.empty()) return "";
  std::string out = indent + key + ":\n";
  for (const std::string& line : lines) out += indent + "  - " + in_quotes(line) + "\n";
  return out;
}

std::string diagnostics(const std::string& entries) { return "  ---\n" + entries + "  ...\n"; }

std::string entries_of(const GameFault& fault) {
  std::string out = entry("message", fault.seats[0].sentence()) + "  out:\n";
  for (const GameFault::Seat& seat : fault.seats)
    out += "    - bot: " + in_quotes(seat.name) + "\n      reason: " + in_quotes(seat.reason) +
           "\n      detail: " + in_quotes(seat.detail) + "\n" + list("log", seat.log, "      ");
  return out + list("position", fault.position);
}

}  // namespace

std::string TapReport::point(bool ok, const std::string& description) {
  return (ok ? "ok " : "not ok ") + std::to_string(++points_) + " - " + description + "\n";
}

std::string TapReport::game(const wire::Record& record, const std::optional<GameFault>& fault) {
  const bool is_void = record.end == wire::End::kVoid;
  const std::string line = point(!fault && !is_void, game_title(record));
  if (is_void)
    return line + diagnostics(entry("message", shown_line("void: " + record.sentence, wire::kMaxSentence)));
  return fault ? line + diagnostics(entries_of(*fault)) : line;
}

std::string TapReport::expectation(const std::string& text, const std::optional<std::string>& failure) {
  const std::string line = point(!failure, "expected " + text);
  return failure ? line + diagnostics(entry("message", *failure)) : line;
}

std::string TapReport::stopped(const std::string& sentence) {
  return point(false, "all games are played") +
         diagnostics(entry("message", shown_line(sentence, wire::kMaxSentence)));
}

std::string TapReport::bail_out(const std::string& sentence) {
  return "Bail out! " + shown_line(sentence, wire::kMaxSentence) + "\n";
}

}  // namespace quiver::cli

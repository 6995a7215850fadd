#include "referee/cli/reports/junit_report.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "referee/cli/reports/time_left.hpp"
#include "referee/cli/reports/xml_text.hpp"

namespace quiver::cli {

namespace {

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + xml_attribute(value) + "\"";
}

std::string element(const char* name, const std::string& type, const std::string& message,
                    const std::string& text) {
  return std::string("      <") + name + (type.empty() ? "" : attribute("type", type)) +
         attribute("message", message) + ">" + xml_text(text) + "</" + name + ">\n";
}

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

std::string text_of(const GameFault& fault) {
  std::string out = "\n";
  for (const GameFault::Seat& seat : fault.seats) out += seat.sentence() + "\n";
  if (!fault.position.empty()) out += "\nthe position at the end:\n" + joined_lines(fault.position);
  for (const GameFault::Seat& seat : fault.seats)
    if (!seat.log.empty())
      out += "\nthe last lines that " + seat.name + " printed:\n" + joined_lines(seat.log);
  return out;
}

}  // namespace

JunitReport::JunitReport(const std::string& suite)
    : games_{suite, "quiver." + suite, ""},
      expectations_{suite + ", expectations", "quiver.expectations", ""} {
  // Readers take dots for what stands between the names of packages and classes.
  std::replace(games_.class_name.begin(), games_.class_name.end(), ' ', '.');
}

void JunitReport::Suite::add(const std::string& title, base::Duration took, const std::string& inside) {
  ++tests;
  time += took;
  cases += "    <testcase" + attribute("name", title) + attribute("classname", class_name) +
           attribute("time", seconds_text(took)) +
           (inside.empty() ? "/>\n" : ">\n" + inside + "    </testcase>\n");
}

std::string JunitReport::Suite::counts() const {
  return attribute("tests", std::to_string(tests)) + attribute("failures", std::to_string(failures)) +
         attribute("errors", std::to_string(errors)) + attribute("skipped", std::to_string(skipped)) +
         attribute("time", seconds_text(time));
}

std::string JunitReport::Suite::xml() const {
  return "  <testsuite" + attribute("name", name) + counts() +
         (started.empty() ? "" : attribute("timestamp", started)) + ">\n" + cases + "  </testsuite>\n";
}

void JunitReport::add_game(const wire::Record& record, const std::optional<GameFault>& fault) {
  // JUnit's own schema has no place for the zone.
  if (games_.started.empty()) games_.started = record.started.substr(0, record.started.find('Z'));
  std::string inside;
  if (record.end == wire::End::kVoid) {
    ++games_.errors;
    inside = element("error", "VOID", record.sentence, record.sentence);
  } else if (fault) {
    ++games_.failures;
    inside = element("failure", fault->seats[0].reason, fault->seats[0].sentence(), text_of(*fault));
  }
  games_.add(game_title(record), game_time(record), inside);
}

void JunitReport::add_expectation(const std::string& text, const std::optional<std::string>& failure) {
  if (failure) ++expectations_.failures;
  expectations_.add(
      text, base::Duration{0},
      failure ? element("failure", "EXPECTATION", *failure, "expected " + text + ": " + *failure) : "");
}

void JunitReport::skip_expectation(const std::string& text, const std::string& why) {
  ++expectations_.skipped;
  expectations_.add(text, base::Duration{0}, "      <skipped" + attribute("message", why) + "/>\n");
}

void JunitReport::add_error(const std::string& title, const std::string& sentence) {
  ++games_.errors;
  games_.add(title, base::Duration{0}, element("error", "", sentence, sentence));
}

std::string JunitReport::xml() const {
  Suite all = games_;
  all.tests += expectations_.tests;
  all.failures += expectations_.failures;
  all.errors += expectations_.errors;
  all.skipped += expectations_.skipped;
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + all.counts() + ">\n" + games_.xml() +
         (expectations_.tests > 0 ? expectations_.xml() : "") + "</testsuites>\n";
}

}  // namespace quiver::cli

// A run of games as JUnit's XML, which CI systems show: a suite with one test case per game, and one with a
// test case an expectation.
//
// A game in which a bot was eliminated for a fault is a failure, a void one is an error. A plain value that
// takes records and makes text; it does not write. What it has made so far is a whole document at any time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "client_sdk/wire/messages.hpp"
#include "referee/cli/reports/game_fault.hpp"

namespace quiver::cli {

// Collects test cases and makes the XML of a JUnit report. Writes no files.
class JunitReport {
 public:
  // "match connect4".
  explicit JunitReport(const std::string& suite);

  // One test case; a fault makes it a failure, with the last lines of the bot as its text.
  void add_game(const wire::Record& record, const std::optional<GameFault>& fault);
  // `failure` says by how much it does not hold.
  void add_expectation(const std::string& text, const std::optional<std::string>& failure);
  // It was not judged, and why.
  void skip_expectation(const std::string& text, const std::string& why);
  // Something that concerns no game in particular.
  void add_error(const std::string& title, const std::string& sentence);

  // The whole document, valid XML 1.0 whatever bots have printed.
  [[nodiscard]] std::string xml() const;

 private:
  // One <testsuite>, built up as text.
  struct Suite {
    std::string name;
    std::string class_name;
    std::string cases;  // as XML
    std::string started = {};
    std::uint32_t tests = 0, failures = 0, errors = 0, skipped = 0;
    base::Duration time{0};

    // `inside` is what the test case holds, as XML.
    void add(const std::string& title, base::Duration took, const std::string& inside);
    [[nodiscard]] std::string counts() const;
    [[nodiscard]] std::string xml() const;
  };
  Suite games_;
  Suite expectations_;
};

}  // namespace quiver::cli

// What `quiver admit` prints: lines of text under a heading for each stage, or a JSON object a line.
#pragma once

#include <string>
#include <string_view>

#include "referee/teams/build/admit_line.hpp"

namespace quiver::cli {

class AdmitReport {
 public:
  explicit AdmitReport(bool json) : json_(json) {}

  // One line, or several with line ends; the text may be anybody's. Printed at once.
  void say(const std::string& stage, std::string_view text);
  // The last line.
  void finish(const teams::AdmitLine& verdict);

 private:
  void say_line(const std::string& stage, std::string_view line);

  bool json_;
  std::string stage_;  // whose heading was printed last
};

}  // namespace quiver::cli

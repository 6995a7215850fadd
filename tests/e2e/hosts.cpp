#include "tests/e2e/hosts.hpp"

#include <filesystem>

namespace quiver::tests {

std::vector<wire::Record> Hosts::match(const Arguments& arguments, const Arguments& clock) {
  const std::string logs = folder() + "/logs-" + std::to_string(++matches_);
  const Ran ran = quiver(Arguments{"match", "--json", "--logs", logs} + arguments + clock);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return records_in(ran.out);
}

std::string Hosts::script(const std::string& name, const std::string& content) const {
  std::string path = file(name, content);
  std::filesystem::permissions(path, std::filesystem::perms(0755));
  return path;
}

wire::Record Hosts::expect_out(const Arguments& arguments, const std::string& bot, const std::string& reason,
                               const std::string& detail) {
  const auto records = match(arguments + Arguments{"--bot", bot, "--bot", "random"});
  EXPECT_EQ(records.size(), 1U);
  if (records.empty()) return {};
  EXPECT_EQ(reason_of(records[0], 0), reason) << bot;
  EXPECT_NE(records[0].seats[0].detail.find(detail), std::string::npos)
      << bot << ": " << records[0].seats[0].detail;
  return records[0];
}

std::string course_player(const std::string& name, const std::string& wish) {
  return std::string(PLAYERS) + "/" + name + ".so" + (wish.empty() ? "" : " env:DO=" + wish);
}

std::string fixture(const std::string& name) { return std::string(FIXTURES) + "/" + name; }

}  // namespace quiver::tests

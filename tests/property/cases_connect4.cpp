#include "tests/property/cases.hpp"

namespace quiver::tests {

template <>
std::vector<Case> GameCases<games::ConnectFour>::all() {
  struct Sides {
    int rows, columns, line;
  };
  std::vector<Case> cases;
  for (const auto& [rows, columns, line] :
       {Sides{6, 7, 4}, Sides{4, 4, 3}, Sides{4, 4, 4}, Sides{5, 4, 3}, Sides{4, 9, 5}, Sides{9, 4, 9},
        Sides{7, 6, 6}, Sides{4, 15, 4}, Sides{15, 5, 15}, Sides{15, 15, 10}}) {
    Case c;
    c.name = "connect4_" + std::to_string(rows) + "x" + std::to_string(columns) + "_" + std::to_string(line);
    c.game = "connect4";
    c.options.rows = static_cast<std::uint32_t>(rows);
    c.options.columns = static_cast<std::uint32_t>(columns);
    c.options.line = static_cast<std::uint32_t>(line);
    c.reference = [rows = rows, columns = columns, line = line] {
      return reference_connect4(rows, columns, line);
    };
    cases.push_back(c);
  }
  cases.front().options = {};  // 6 rows, 7 columns and 4 in line are the defaults
  return cases;
}

}  // namespace quiver::tests

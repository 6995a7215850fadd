#include "tests/property/cases.hpp"

namespace quiver::tests {

namespace {

Case of_side(int side, std::optional<bool> swap_rule) {
  Case c;
  c.name = "hex_" + std::to_string(side) + (!swap_rule ? "" : *swap_rule ? "_swap" : "_no_swap");
  c.game = "hex";
  c.options.size = static_cast<std::uint32_t>(side);
  c.options.swap_rule = swap_rule;
  c.reference = [=] { return reference_hex(side, swap_rule.value_or(true)); };
  return c;
}

}  // namespace

template <>
std::vector<Case> GameCases<games::Hex>::all() {
  std::vector<Case> cases = {of_side(11, std::nullopt), of_side(3, true),          of_side(3, false),
                             of_side(4, std::nullopt),  of_side(5, false),         of_side(7, std::nullopt),
                             of_side(9, true),          of_side(24, std::nullopt), of_side(25, false)};
  cases.front().options = {};  // a side of 11 and the swap rule are the defaults
  return cases;
}

}  // namespace quiver::tests

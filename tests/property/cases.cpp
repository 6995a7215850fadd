#include "tests/property/cases.hpp"

namespace quiver::tests {

std::string map_text(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

games::Options with_map(const std::vector<std::string>& lines) {
  games::Options options;
  options.map = graph::parse_map(map_text(lines)).value();
  return options;
}

namespace {

template <class... Game>
std::vector<Case> cases_of(std::string_view name, const std::variant<Game...>*) {
  std::vector<Case> found;
  ((name == Game::kName ? void(found = GameCases<Game>::all()) : void()), ...);
  return found;
}

}  // namespace

std::vector<Case> cases_of(const std::string& game) {
  return cases_of(game, static_cast<const games::AnyGame*>(nullptr));
}

}  // namespace quiver::tests

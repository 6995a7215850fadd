#include "bots/human/advice.hpp"

#include <algorithm>

#include "bots/human/dialogue.hpp"
#include "client_sdk/base/plain_text.hpp"

namespace quiver::human {

using base::Vertex;

// "a, b and c"; of a long list the first sixty and how many more there are.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 60;
  std::string out;
  for (std::size_t k = 0; k < std::min(names.size(), kMost); ++k)
    out += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return names.size() > kMost ? out + " and " + std::to_string(names.size() - kMost) + " more" : out;
}

std::string listed(const graph::Grid& grid, const std::vector<Vertex>& cells) {
  std::vector<std::string> names;
  for (const Vertex v : cells) names.push_back(grid.name(v));
  return listed(names);
}

Advice refusal(const std::string& sentence) { return {"Illegal: " + sentence + ".", {}}; }

// Input is made valid UTF-8 first: it may be quoted in the answer.
Advice advise(const games::Position& position, std::string_view asked) {
  const std::string plain = base::plain_text(asked, asked.size() + 1);
  return position.visit(
      [&](const auto& game) { return Dialogue<std::decay_t<decltype(game)>>::advise(game, plain); });
}

Entry::Answer Entry::take(const games::Position& position, std::string_view typed) {
  const std::string plain = base::plain_text(typed, typed.size() + 1);
  return position.visit(
      [&](const auto& game) { return Dialogue<std::decay_t<decltype(game)>>::take(game, chosen_, plain); });
}

std::string example_of(const games::Position& position) {
  return position.visit(
      [](const auto& game) { return Dialogue<std::decay_t<decltype(game)>>::example(game); });
}

}  // namespace quiver::human

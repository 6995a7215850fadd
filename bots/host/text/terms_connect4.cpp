#include "bots/host/text/game_terms.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::bots::host {

using games::ConnectFour;

template <>
graph::Adjacency GameTerms<ConnectFour>::adjacency() {
  return graph::Adjacency::kEight;
}

template <>
std::string GameTerms<ConnectFour>::settings(const ConnectFour& game) {
  return "line " + std::to_string(game.line()) + "\n";
}

template <>
void GameTerms<ConnectFour>::place_pieces(const ConnectFour& /*game*/, std::string& /*cells*/) {}

template <>
games::ConnectFourMove GameTerms<ConnectFour>::nowhere(std::string_view text) {
  // By the name that it was given, so that the referee's sentence repeats it.
  const auto number = base::parse_number(text);
  return {(number ? *number : 0U) - 1U};
}

}  // namespace quiver::bots::host

#include "bots/host/text/game_terms.hpp"

namespace quiver::bots::host {

using games::Amazons;

template <>
graph::Adjacency GameTerms<Amazons>::adjacency() {
  return graph::Adjacency::kEight;
}

template <>
std::string GameTerms<Amazons>::settings(const Amazons& /*game*/) {
  return "";
}

template <>
void GameTerms<Amazons>::place_pieces(const Amazons& game, std::string& cells) {
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    for (const base::Vertex queen : game.queens(base::seat(s)))
      cells[queen.value()] = static_cast<char>('0' + s);
}

template <>
games::AmazonsMove GameTerms<Amazons>::nowhere(std::string_view /*text*/) {
  return {kNowhere, kNowhere, kNowhere};
}

}  // namespace quiver::bots::host

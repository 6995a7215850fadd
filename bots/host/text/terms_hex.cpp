#include "bots/host/text/game_terms.hpp"

namespace quiver::bots::host {

using games::Hex;

template <>
graph::Adjacency GameTerms<Hex>::adjacency() {
  return graph::Adjacency::kSix;
}

template <>
std::string GameTerms<Hex>::settings(const Hex& game) {
  return game.swap_rule() ? "swap on\n" : "swap off\n";
}

template <>
void GameTerms<Hex>::place_pieces(const Hex& /*game*/, std::string& /*cells*/) {}

template <>
games::HexMove GameTerms<Hex>::nowhere(std::string_view /*text*/) {
  return {kNowhere, false};
}

}  // namespace quiver::bots::host

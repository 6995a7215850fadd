// Every move that can be written down for a game, legal or not, names of missing cells included.
//
// Small boards have so few that all of them can be tried; on larger ones a random choice of them is.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "client_sdk/games/position.hpp"
#include "tests/property/dice.hpp"

namespace quiver::tests {

// The vertices of the board, the first id past it, and the last id of all.
inline std::vector<base::Vertex> encodable_vertices(const graph::Graph& graph) {
  std::vector<base::Vertex> vertices;
  for (std::uint32_t v = 0; v <= graph.num_vertices(); ++v) vertices.emplace_back(v);
  vertices.emplace_back(0xFFFFFFFF);
  return vertices;
}

template <class Visitor>
void for_each_encodable(const games::Amazons& game, Dice& dice, const Visitor& visit) {
  const std::vector<base::Vertex> all = encodable_vertices(game.graph());
  if (all.size() <= 40) {
    for (const base::Vertex from : all)
      for (const base::Vertex to : all)
        for (const base::Vertex arrow : all) visit(games::AmazonsMove{from, to, arrow});
    return;
  }
  const auto queens = game.queens(game.to_move());
  for (int k = 0; k < 30000; ++k) {
    const base::Vertex from = dice.one_in(4) ? dice.pick(all) : queens[dice.below(queens.size())];
    visit(games::AmazonsMove{from, dice.pick(all), dice.pick(all)});
  }
}

template <class Visitor>
void for_each_encodable(const games::Quoridor& game, Dice&, const Visitor& visit) {
  using Kind = games::QuoridorMove::Kind;
  for (const base::Vertex v : encodable_vertices(game.graph()))
    for (const Kind kind : {Kind::kPawn, Kind::kHorizontal, Kind::kVertical})
      visit(games::QuoridorMove{kind, v});
}

template <class Visitor>
void for_each_encodable(const games::ConnectFour& game, Dice&, const Visitor& visit) {
  for (std::uint32_t column = 0; column <= game.columns() + 3; ++column)
    visit(games::ConnectFourMove{column});
  for (const std::uint32_t column : {15U, 16U, 0x7FFFFFFFU, 0xFFFFFFFEU, 0xFFFFFFFFU})
    visit(games::ConnectFourMove{column});
}

template <class Visitor>
void for_each_encodable(const games::Hex& game, Dice&, const Visitor& visit) {
  for (const base::Vertex v : encodable_vertices(game.graph()))
    for (const bool swap : {false, true}) visit(games::HexMove{v, swap});
}

}  // namespace quiver::tests

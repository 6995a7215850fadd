// What a page or a terminal offers is exactly what can be played, in positions of random games on every
// board.
#include "client_sdk/games/choices.hpp"

#include <algorithm>

#include "tests/property/harness.hpp"

namespace quiver::tests {

using base::Vertex;
using games::Choices;
using games::Move;

namespace {

class ChoicesOf : public PropertyTest {};

base::Result<Choices> choices(const games::Position& position, const std::vector<Vertex>& chosen) {
  return position.choices(chosen);
}

// All moves that somebody can put together from what is offered: one function for each game.
std::vector<Move> offered(const games::Amazons&, const games::Position& position) {
  std::vector<Move> all;
  const Choices queens = choices(position, {}).value();
  EXPECT_TRUE(queens.walls.empty());
  for (const Vertex from : queens.cells)
    for (const Vertex to : choices(position, {from}).value().cells)
      for (const Vertex arrow : choices(position, {from, to}).value().cells)
        all.push_back(games::AmazonsMove{from, to, arrow});
  return all;
}

std::vector<Move> offered(const games::Quoridor&, const games::Position& position) {
  using Kind = games::QuoridorMove::Kind;
  std::vector<Move> all;
  const Choices found = choices(position, {}).value();
  for (const Vertex cell : found.cells) all.push_back(games::QuoridorMove{Kind::kPawn, cell});
  for (const Choices::Wall& wall : found.walls)
    all.push_back(games::QuoridorMove{wall.vertical ? Kind::kVertical : Kind::kHorizontal, wall.anchor});
  return all;
}

std::vector<Move> offered(const games::ConnectFour&, const games::Position& position) {
  std::vector<Move> all;
  const Choices found = choices(position, {}).value();
  EXPECT_TRUE(found.walls.empty());
  for (const Vertex cell : found.cells)
    all.push_back(games::ConnectFourMove{cell.value() % position.grid().columns});
  return all;
}

std::vector<Move> offered(const games::Hex&, const games::Position& position) {
  std::vector<Move> all;
  const Choices found = choices(position, {}).value();
  EXPECT_TRUE(found.walls.empty());
  for (const Vertex cell : found.cells) all.push_back(games::HexMove{cell, false});
  for (const std::string& word : found.words) all.push_back(std::get<Move>(position.parse(word).value()));
  return all;
}

std::vector<Move> offered(const games::Position& position) {
  return position.visit([&](const auto& game) { return offered(game, position); });
}

std::vector<Move> sorted(std::vector<Move> moves) {
  std::sort(moves.begin(), moves.end());
  return moves;
}

}  // namespace

TEST_P(ChoicesOf, AreTheLegalMovesAndEachOnce) {
  on_every_case([](Trial& trial) {
    const std::size_t between = trial.large() ? 1 : 6;
    games::Position start = trial.start();
    // Large boards have too many moves to look at more than the opening of.
    const auto positions =
        trial.large() ? std::vector<games::Position>{start} : some_positions(start, trial.dice, between);
    for (const games::Position& position : positions) {
      if (position.outcome().over) {
        ASSERT_FALSE(choices(position, {}));
        continue;
      }
      ASSERT_EQ(sorted(offered(position)), sorted(legal_moves(position)));
    }
  });
}

TEST_P(ChoicesOf, ThatCannotBeMadeAreRefused) {
  on_every_case([](Trial& trial) {
    const games::Position position = trial.start();
    if (position.outcome().over || trial.large()) return;
    const Vertex some{0};
    ASSERT_FALSE(choices(position, {some, some, some}));
    if (position.game_name() != "amazons") {
      ASSERT_FALSE(choices(position, {some}));
      return;
    }
    const auto queens = choices(position, {}).value().cells;
    const auto is_in = [](const std::vector<Vertex>& cells, Vertex v) {
      return std::find(cells.begin(), cells.end(), v) != cells.end();
    };
    for (std::uint32_t v = 0; v < position.graph().num_vertices(); ++v)
      ASSERT_EQ(choices(position, {Vertex{v}}).has_value(), is_in(queens, Vertex{v})) << v;
    const auto reached = choices(position, {queens[0]}).value().cells;
    for (std::uint32_t v = 0; v < position.graph().num_vertices(); ++v)
      ASSERT_EQ(choices(position, {queens[0], Vertex{v}}).has_value(), is_in(reached, Vertex{v})) << v;
  });
}

INSTANTIATE_TEST_SUITE_P(Games, ChoicesOf, every_game(), game_name);

}  // namespace quiver::tests

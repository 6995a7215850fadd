// The board of the Hex engines and their playouts: the winner is the rules' winner, bridges are saved.
#include "bots/hex/playout.hpp"
#include "tests/unit/bots/hex_games.hpp"

namespace quiver::tests {

using base::Random;
using base::Vertex;
using bots::hex::Board;
using bots::hex::Owner;
using bots::hex::Playout;
using games::Hex;

namespace {

// Who wins by the rules if the stones of the full board are put one by one, in turn.
base::Seat winner_by_rules(const Hex& game, const Board& filled) {
  std::array<std::vector<Vertex>, 2> missing;
  game.empty_cells().for_each(
      [&](Vertex v) { missing[filled.at(filled.cell(v)) == Owner::kSeat0 ? 0 : 1].push_back(v); });
  Hex played = game;
  while (!played.outcome().over) {
    auto& own = missing[played.to_move().value()];
    played.apply({own.back(), false});
    own.pop_back();
  }
  return *played.outcome().winner;
}

}  // namespace

TEST(HexBoard, NamesEveryCellOnce) {
  for (const std::uint32_t side : {3U, 11U, 25U}) {
    const Board board(hex_start(side));
    for (std::uint32_t v = 0; v < side * side; ++v) {
      EXPECT_EQ(board.vertex(board.cell(Vertex{v})), Vertex{v});
      EXPECT_TRUE(board.contains(board.cell(Vertex{v})));
    }
    EXPECT_FALSE(board.contains(Board::cell(-1, 0)));
    EXPECT_FALSE(board.contains(Board::cell(0, static_cast<int>(side))));
  }
}

TEST(HexPlayout, EndsAsTheRulesSay) {
  Random random(7);
  for (unsigned k = 0; k < 600; ++k) {
    const std::uint32_t side = 3 + k % 23;
    const Hex game =
        hex_at_random(hex_start(side), static_cast<unsigned>(random.below(side * side / 3)), random);
    if (game.outcome().over) continue;
    Playout playout(Board(game), game.to_move());
    const base::Seat winner = playout.fill(random);
    EXPECT_TRUE(playout.empty_cells().empty());
    ASSERT_EQ(winner, winner_by_rules(game, playout.board())) << "side " << side << ", game " << k;
  }
}

TEST(HexPlayout, GivesBothSeatsTheirTurns) {
  Random random(3);
  const Hex game = hex_start(11);
  Playout playout(Board(game), game.to_move());
  for (unsigned k = 0; k < 20; ++k) {
    playout.restart();
    playout.fill(random);
    unsigned own = 0;
    for (std::uint32_t v = 0; v < 121; ++v)
      own += playout.board().at(playout.board().cell(Vertex{v})) == Owner::kSeat0 ? 1U : 0U;
    EXPECT_EQ(own, 61U);
  }
}

TEST(HexPlayout, AnswersAnIntrusionUponABridge) {
  // Seat 0 has c3 and d1, with c2 and d2 between them.
  const Hex game = hex_after(hex_start(5), "c3 a1 d1");
  Playout playout(Board(game), game.to_move());
  EXPECT_FALSE(playout.bridge_reply());
  playout.play(playout.board().cell(game.parse("c2").value().cell));
  ASSERT_TRUE(playout.bridge_reply());
  EXPECT_EQ(playout.board().vertex(*playout.bridge_reply()), game.parse("d2").value().cell);
}

TEST(HexPlayout, AnswersAnIntrusionAtItsOwnSideOnly) {
  // Seat 0's c2 is joined to the bottom by c1 and d1.
  const Hex game = hex_after(hex_start(5), "c2 e5 a5");
  Playout playout(Board(game), game.to_move());
  playout.play(playout.board().cell(game.parse("c1").value().cell));
  ASSERT_TRUE(playout.bridge_reply());
  EXPECT_EQ(playout.board().vertex(*playout.bridge_reply()), game.parse("d1").value().cell);
  // The same shape at the left side is nothing to seat 0.
  const Hex other = hex_after(hex_start(5), "b3 e5 e4");
  Playout at_left(Board(other), other.to_move());
  at_left.play(at_left.board().cell(other.parse("a3").value().cell));
  EXPECT_FALSE(at_left.bridge_reply());
}

}  // namespace quiver::tests

// Who wins where the sides are apart: against searching the game to its end, and by playing it out.
#include <map>

#include "bots/amazons/champion/endgame/endgame_solver.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

std::vector<Amazons> small_boards() {
  std::vector<Amazons> boards;
  for (const char* map :
       {"0..1\n....\n....\n1..0\n", "0...1\n.....\n..#..\n1...0\n", "0.0..\n.....\n..#..\n.....\n1...1\n",
        "0......1\n........\n1..#...0\n", "00...\n.....\n.....\n...11\n"})
    boards.push_back(on(on_map(map)));
  return boards;
}

Amazons::Move some_move(const Amazons& game, Dice& dice) {
  std::vector<Amazons::Move> moves;
  game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
  return dice.pick(moves);
}

}  // namespace

TEST(AmazonsEndgameSolver, SaysWhoWins) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("settling");
  unsigned decided = 0, asked = 0;
  for (int round = 0; round < 60; ++round)
    for (const Amazons& start : small_boards()) {
      const auto layout = std::make_unique<BitboardLayout<2>>(start);
      EndgameSolver<2> endgame(*layout, Kernel<2>::this_machine(), 1 << 16);
      std::map<std::uint64_t, Seat> known;
      for (Amazons game = start; !game.outcome().over; game.apply(some_move(game, dice))) {
        const Bitboard<2> board(*layout, game);
        if (board.empty.count() > 9) continue;
        const auto winner = endgame.winner(board, dice.one_in(2) ? 100'000 : 30);
        ++asked;
        if (!winner) continue;
        ++decided;
        ASSERT_EQ(*winner, wins(game, known)) << round << ", ply " << game.ply();
      }
    }
  EXPECT_GT(asked, 300U);
  EXPECT_GT(decided, 300U);
}

// Against an enemy who moves randomly, gates or not, a win that is certain is won.
TEST(AmazonsEndgameSolver, FillsToTheWinThatItSays) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("filling to the win");
  unsigned games = 0;
  for (int round = 0; round < 40; ++round)
    for (const std::uint32_t side : {6U, 8U}) {
      Amazons game = on(of_size(side));
      const auto layout = std::make_unique<BitboardLayout<2>>(game);
      EndgameSolver<2> endgame(*layout, Kernel<2>::this_machine(), 1 << 16);
      std::optional<Seat> sure;
      while (!game.outcome().over) {
        const auto filling = endgame.filling_move(Bitboard<2>(*layout, game), 20'000);
        if (filling && filling->winner) {
          if (!sure) ++games, sure = filling->winner;
          ASSERT_EQ(*filling->winner, *sure) << round << ", ply " << game.ply();
        }
        const bool moves_randomly = !filling || (sure && game.to_move() != *sure);
        ASSERT_TRUE(!sure || game.to_move() != *sure || (filling && filling->winner))
            << "what was sure is not";
        const Amazons::Move move = moves_randomly ? some_move(game, dice) : layout->move(filling->move);
        ASSERT_TRUE(game.check(move)) << game.format(move);
        game.apply(move);
      }
      ASSERT_EQ(sure.value_or(*game.outcome().winner), *game.outcome().winner) << round;
    }
  EXPECT_GT(games, 20U);
}

// Of four seats, one whose cells are its own fills them, whatever the others do.
TEST(AmazonsEndgameSolver, FillsAloneAmongFour) {
  const Amazons game = on(on_map("0..#1.2.\n...#....\n####...3\n"));
  const auto layout = std::make_unique<BitboardLayout<2>>(game);
  EndgameSolver<2> endgame(*layout, Kernel<2>::this_machine(), 1 << 16);
  const auto filling = endgame.filling_move(Bitboard<2>(*layout, game), 20'000);
  ASSERT_TRUE(filling);
  EXPECT_EQ(filling->moves, (Bounds{5, 5}));
  EXPECT_FALSE(filling->winner);
  Amazons next = game;
  next.apply(layout->move(filling->move));
  EXPECT_FALSE(endgame.filling_move(Bitboard<2>(*layout, next), 20'000));
}

}  // namespace quiver::bots::amazons::champion

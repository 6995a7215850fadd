// The champion's bits against the rules themselves, over whole random games.
#include <algorithm>
#include <memory>

#include "tests/unit/bots/amazons_champion_boards.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::bots::amazons::champion {

namespace {

template <unsigned Words>
std::vector<Amazons::Move> moves_in_bits(const BitboardLayout<Words>& layout, const Bitboard<Words>& board,
                                         const Kernel<Words>& kernel) {
  std::vector<Amazons::Move> moves;
  board.queens_of(board.to_move()).for_each([&](unsigned from) {
    kernel.reachable(layout, static_cast<Cell>(from), board.empty).for_each([&](unsigned to) {
      Bitboard<Words> moved = board;
      moved.move_queen(layout, static_cast<Cell>(from), static_cast<Cell>(to));
      kernel.reachable(layout, static_cast<Cell>(to), moved.empty).for_each([&](unsigned arrow) {
        moves.push_back(
            layout.move({static_cast<Cell>(from), static_cast<Cell>(to), static_cast<Cell>(arrow)}));
      });
    });
  });
  std::sort(moves.begin(), moves.end());
  return moves;
}

}  // namespace

TEST(AmazonsChampionBoard, HasTheMovesOfTheRules) {
  on_every_board("moves", [](const auto& layout, const auto& board, const Amazons& game) {
    constexpr unsigned kWords = std::decay_t<decltype(board.empty)>{}.words.size();
    if (game.outcome().over || game.ply() % 3 != 0) return;
    std::vector<Amazons::Move> moves;
    game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
    std::sort(moves.begin(), moves.end());
    ASSERT_EQ(moves_in_bits(layout, board, Kernel<kWords>::plain()), moves) << game.ply();
    const auto& quickest = Kernel<kWords>::this_machine();
    ASSERT_EQ(moves_in_bits(layout, board, quickest), moves) << game.ply();
  });
}

TEST(AmazonsChampionBoard, KeepsHashTurnAndOutcome) {
  on_every_board("hashes", [](const auto& layout, const auto& board, const Amazons& game) {
    // The bits leave out which board it is: they know only one.
    const std::uint64_t place = game.graph().digest() ^ games::key(games::Key::kGame, 0, 1);
    ASSERT_EQ(board.hash() ^ place, game.hash()) << game.ply();
    ASSERT_EQ(board.turn, game.turn()) << game.ply();
    ASSERT_EQ(board.over(), game.outcome().over);
    ASSERT_EQ(board.turn.outcome(), game.outcome());
    const std::decay_t<decltype(board)> anew(layout, game);
    ASSERT_EQ(anew.empty, board.empty);
    ASSERT_EQ(anew.queens, board.queens);
    ASSERT_EQ(anew.hash(), board.hash());
  });
}

TEST(AmazonsChampionBoard, KnowsItsLayoutAgain) {
  const Amazons square = on(of_size(10)), other = on(of_shape("clover", 10));
  const auto layout = std::make_unique<BitboardLayout<2>>(square);
  EXPECT_TRUE(layout->is_for(square));
  EXPECT_FALSE(layout->is_for(other));
  for (std::uint32_t v = 0; v < 100; ++v) EXPECT_EQ(layout->vertex(layout->cell(Vertex{v})), Vertex{v});
}

TEST(AmazonsChampionBoard, LeavesBoardsThatAreNoPlainGridsAlone) {
  EXPECT_EQ(words_for(on(of_size(11))), 2U);
  EXPECT_EQ(words_for(on(of_size(12))), 4U);
  EXPECT_EQ(words_for(on(of_size(16))), 4U);
  EXPECT_EQ(words_for(on(of_size(17))), 0U);
  EXPECT_EQ(words_for(on(on_map("0..1\n"))), 0U);
  EXPECT_EQ(words_for(Amazons::create({torus(7, 9), {7, 9}, {{Vertex{0}}, {Vertex{30}}}}).value()), 0U);
}

}  // namespace quiver::bots::amazons::champion

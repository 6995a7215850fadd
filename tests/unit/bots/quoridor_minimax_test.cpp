// Minimax for Quoridor: what it sees in set positions, and that it finds what a search without any art finds.
#include <cmath>

#include "bots/quoridor/minimax.hpp"
#include "tests/unit/bots/board_games.hpp"

namespace quiver::tests {

using base::Random;
using bots::SearchLimits;
using bots::quoridor::kWin;
using bots::quoridor::Minimax;
using bots::quoridor::Score;
using bots::quoridor::SearchResult;
using bots::quoridor::Selection;
using bots::quoridor::ShortestPaths;
using games::Quoridor;

namespace {

SearchResult searched(const Quoridor& game, unsigned depth, Selection selection = Selection::kNear,
                      std::uint64_t seed = 1) {
  Random random(seed);
  SearchLimits limits;
  limits.depth = depth;
  return Minimax(selection).search(game, limits, random);
}

// The same minimax without pruning, order, table or anything kept from move to move.
class Plain {
 public:
  Plain(const Quoridor& game, Selection selection)
      : game_(game), own_(game.to_move()), selection_(selection) {}

  // Of the position that is searched, or of the one after `move` in it.
  Score value(unsigned depth) { return value(depth, 0); }
  Score value_after(const Quoridor::Move& move, unsigned depth) {
    const Quoridor::Undo made = game_.apply(move);
    const Score score = value(depth - 1, 1);
    game_.undo(made);
    return score;
  }

 private:
  Score value(unsigned depth, unsigned ply) {
    if (game_.turn().over()) return bots::quoridor::terminal_score(game_, own_, ply);
    if (depth == 0) return bots::quoridor::evaluate(game_, ShortestPaths(game_).lengths(), own_);
    const bool maximises = game_.to_move() == own_;
    Score best = maximises ? -kWin - 1 : kWin + 1;
    const Quoridor here = game_;
    const auto paths = std::make_unique<ShortestPaths>(here);
    here.for_each_legal_move([&](const Quoridor::Move& move) {
      if (ply > 0 && selection_ == Selection::kNear && !bots::quoridor::is_near(here, *paths, move)) return;
      const Quoridor::Undo made = game_.apply(move);
      const Score score = value(depth - 1, ply + 1);
      game_.undo(made);
      best = maximises ? std::max(best, score) : std::min(best, score);
    });
    return best;
  }

  Quoridor game_;
  Seat own_;
  Selection selection_;
};

// How many positions a search of all moves would look at, about.
double breadth(const Quoridor& game, unsigned depth) {
  return std::pow(static_cast<double>(game.count_legal_moves()), depth);
}

}  // namespace

TEST(QuoridorMinimax, FindsWhatAPlainSearchFinds) {
  Dice dice("QuoridorMinimax");
  unsigned compared = 0;
  for_each_random_position<Quoridor>(
      GameCases<Quoridor>::all(), dice, 7, [&](const Case&, const Quoridor& game) {
        SCOPED_TRACE(how_to_repeat());
        for (const Selection selection : {Selection::kAll, Selection::kNear})
          for (unsigned depth = 1; depth <= 5 && breadth(game, depth) < 4000; ++depth) {
            const SearchResult found = searched(game, depth, selection, dice.below(1000));
            Plain plain(game, selection);
            // It ends early where there is nothing to choose, or a win, or where the game does.
            if (game.count_legal_moves() > 1 && found.score < kWin - 10) {
              ASSERT_EQ(found.depth, std::min(depth, game.max_plies() - game.ply()));
            }
            ASSERT_EQ(found.score, plain.value(found.depth)) << "depth " << depth;
            ASSERT_EQ(found.score, plain.value_after(found.move, found.depth)) << "depth " << depth;
            compared += depth > 1 ? 1 : 0;
          }
      });
  EXPECT_GT(compared, 100U);
}

TEST(QuoridorMinimax, TakesTheWinThatIsNearest) {
  const Position won = started("quoridor", on_map("..1..\n..0..\n.....\n.....\n.....\n"));
  for (unsigned depth = 1; depth <= 4; ++depth) {
    const SearchResult found = searched(game_of<Quoridor>(won), depth);
    EXPECT_EQ(found.score, kWin - 1);
    EXPECT_EQ(won.format(found.move).back(), '5');
  }
}

TEST(QuoridorMinimax, BlocksAnEnemyWhoIsAboutToWin) {
  // Seat 1 is one step from row 1, seat 0 four from row 9.
  const Position position = after(started("quoridor"), "e2 e8 e3 e7 e4 e6 e5 e4 d5 e3 d4 e2 d5");
  const Position to_move = after(position, "a1h");
  const auto& game = game_of<Quoridor>(to_move);
  const SearchResult found = searched(game, 3);
  ASSERT_NE(found.move.kind, Quoridor::Move::Kind::kPawn);
  Quoridor blocked = game;
  blocked.apply(found.move);
  EXPECT_GT(bots::quoridor::path_length(blocked, seat(1)), 1);
}

TEST(QuoridorMinimax, ALossFarAwayIsBetterThanOneAtHand) {
  // No walls; seat 1 needs three steps, seat 0 four and is not to move: it is lost, and lasts as long as it
  // can.
  Options options = on_map("..1..\n.....\n.....\n.....\n..0..\n");
  options.walls = 0;
  const Position position = after(started("quoridor", options), "b1 c4");
  const SearchResult found = searched(game_of<Quoridor>(position), 10);
  EXPECT_EQ(found.score, -(kWin - 6));
}

TEST(QuoridorMinimax, PrefersADrawByTheLastPlyToALoss) {
  Options options = on_map("..1..\n.....\n.....\n.....\n..0..\n");
  options.walls = 1;
  options.max_plies = 9;  // seat 0 moves last
  const Position position = after(started("quoridor", options), "b1 c4 a1 c3 b1 c2");
  // Seat 1 has one step to go; a wall in its way lasts to the end.
  const SearchResult found = searched(game_of<Quoridor>(position), 5);
  EXPECT_EQ(found.score, 0);
  EXPECT_NE(found.move.kind, Quoridor::Move::Kind::kPawn);
}

TEST(QuoridorMinimax, FourSeatsAreSearchedAsOneAgainstAll) {
  Options options;
  options.seats = 4;
  const Position position = after(started("quoridor", options), "e2 b5 e8 h5 e3 c5 e7 i5 e4 d5 e8 h5");
  const SearchResult found = searched(game_of<Quoridor>(position), 2);
  EXPECT_EQ(found.score, Plain(game_of<Quoridor>(position), Selection::kNear).value(2));
}

TEST(QuoridorMinimax, IsLegalAndRepeatsItselfOnEveryBoard) {
  Dice dice("QuoridorMinimaxLegal");
  Minimax kept;
  for_each_random_position<Quoridor>(
      GameCases<Quoridor>::all(), dice, 4, [&](const Case&, const Quoridor& game) {
        SCOPED_TRACE(how_to_repeat());
        SearchLimits limits;
        limits.nodes = 400;
        Random once(game.ply());
        Random again(game.ply());
        const SearchResult found = kept.search(game, limits, once);
        EXPECT_TRUE(game.check(found.move)) << game.format(found.move);
        const SearchResult same = Minimax().search(game, limits, again);
        EXPECT_EQ(found.move, same.move) << "what it kept of other searches changed it";
        EXPECT_EQ(found.score, same.score);
        EXPECT_EQ(found.nodes, same.nodes);
      });
}

TEST(QuoridorMinimax, AnswersEvenIfThereIsNoTimeAtAll) {
  const Position position = started("quoridor", of_size(25));
  bots::TimeManager time;
  const auto now = std::chrono::steady_clock::now();
  time.begin({now}, now, 1);
  SearchLimits limits;
  limits.time = &time;
  Random random(1);
  const SearchResult found = Minimax().search(game_of<Quoridor>(position), limits, random);
  EXPECT_TRUE(position.check(games::Move{found.move}));
  EXPECT_EQ(found.depth, 0U);
}

}  // namespace quiver::tests

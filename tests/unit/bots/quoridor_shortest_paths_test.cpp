// The shortest ways of Quoridor, and the bots that live by them: run or block, the mirror, chance.
#include "bots/quoridor/mirror.hpp"
#include "bots/quoridor/wall_or_step.hpp"
#include "tests/unit/bots/board_games.hpp"

namespace quiver::tests {

using base::Random;
using bots::quoridor::Lengths;
using bots::quoridor::Mirror;
using bots::quoridor::ShortestPaths;
using games::Quoridor;
using Kind = Quoridor::Move::Kind;

namespace {

std::string run_or_block(const Position& position, std::uint64_t seed = 1) {
  Random random(seed);
  return position.format(bots::quoridor::run_or_block(game_of<Quoridor>(position), random).move);
}

// By how much the seat is ahead of the nearest enemy, counted anew.
int lead(const Quoridor& game, Seat own) {
  int nearest = bots::quoridor::kNoPath;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (seat(s) != own && game.turn().stands(seat(s)))
      nearest = std::min(nearest, int{bots::quoridor::path_length(game, seat(s))});
  return nearest - int{bots::quoridor::path_length(game, own)};
}

// Plays `moves` and, whenever its turn comes, the mirror's answer, which has to be as expected.
class Mirrored {
 public:
  explicit Mirrored(unsigned own, const Options& options = {})
      : own_(seat(own)),
        position_(started("quoridor", options)),
        mirror_(game_of<Quoridor>(position_), own_) {}

  std::string answer() {
    EXPECT_EQ(position_.to_move(), own_);
    const Quoridor::Move move = mirror_.choose(game_of<Quoridor>(position_), random_);
    EXPECT_TRUE(position_.check(games::Move{move})) << position_.format(move);
    std::string text = position_.format(move);
    position_ = after(position_, text);
    return text;
  }
  std::string answer_to(const std::string& moves) {
    position_ = after(position_, moves);
    return answer();
  }
  [[nodiscard]] const Position& position() const { return position_; }

 private:
  Seat own_;
  Position position_;
  Mirror mirror_;
  Random random_{3};
};

Options with_walls(std::uint32_t walls) {
  Options options;
  options.walls = walls;
  return options;
}

}  // namespace

TEST(QuoridorShortestPaths, AreTheSameMoveByMoveAndFromNothing) {
  Dice dice("QuoridorWays");
  for_each_random_position<Quoridor>(
      GameCases<Quoridor>::all(), dice, 5, [](const Case&, const Quoridor& game) {
        SCOPED_TRACE(how_to_repeat());
        const ShortestPaths before(game);
        ShortestPaths next;
        Quoridor child = game;
        const Seat mover = game.to_move();
        child.for_each_child([&](const Quoridor::Move& move) {
          if (child.turn().over()) return;
          const ShortestPaths fresh(child);
          ASSERT_EQ(before.lengths_after(child, move, mover), fresh.lengths()) << child.format(move);
          next.update_after(child, before, move, mover);
          ASSERT_EQ(next.lengths(), fresh.lengths()) << child.format(move);
          for (unsigned s = 0; s < child.turn().seats(); ++s) {
            const Seat who = seat(s);
            const auto length =
                child.turn().stands(who) ? bots::quoridor::path_length(child, who) : bots::quoridor::kNoPath;
            ASSERT_EQ(fresh.lengths()[s], length);
          }
        });
      });
}

TEST(QuoridorShortestPath, StepsWhileItIsNotBehind) {
  EXPECT_EQ(run_or_block(started("quoridor")), "e2");
  EXPECT_EQ(run_or_block(after(started("quoridor"), "e2")).back(), '8');
  EXPECT_EQ(run_or_block(after(started("quoridor"), "e2 e8 e3 e7 e4 e6 e5")), "e4") << "it jumps";
}

TEST(QuoridorShortestPath, BehindItPlacesTheWallThatGainsTheMost) {
  const Position position = after(started("quoridor"), "d1 e8 c1 e7 b1 e6");
  const auto& game = game_of<Quoridor>(position);
  int most = -100;
  Quoridor child = game;
  child.for_each_child([&](const Quoridor::Move& move) {
    if (move.kind != Kind::kPawn) most = std::max(most, lead(child, seat(0)));
  });
  ASSERT_GT(most, lead(game, seat(0)));
  for (std::uint64_t seed = 1; seed < 10; ++seed) {
    Random random(seed);
    const auto plan = bots::quoridor::run_or_block(game, random);
    EXPECT_NE(plan.move.kind, Kind::kPawn);
    EXPECT_EQ(plan.lead, most);
    Quoridor blocked = game;
    blocked.apply(plan.move);
    EXPECT_EQ(lead(blocked, seat(0)), most);
  }
}

TEST(QuoridorShortestPath, BehindWithoutWallsItSteps) {
  const Position position = after(started("quoridor", with_walls(1)), "a1h e8 e2 e7 d2 e6");
  EXPECT_EQ(run_or_block(position), "d3");
}

TEST(QuoridorShortestPath, OneOfFourWatchesTheNearestEnemy) {
  Options options;
  options.seats = 4;
  // Seat 1 has gone three steps, seats 2 and 3 none.
  const Position position = after(started("quoridor", options), "a1h b5 e8 h5 a3h c5 e9 i5 a6h d5 e8 h5");
  const auto& game = game_of<Quoridor>(position);
  Random random(1);
  const auto plan = bots::quoridor::run_or_block(game, random);
  ASSERT_NE(plan.move.kind, Kind::kPawn);
  Quoridor blocked = game;
  blocked.apply(plan.move);
  EXPECT_GT(bots::quoridor::path_length(blocked, seat(1)), bots::quoridor::path_length(game, seat(1)));
}

TEST(QuoridorMirror, CopiesStepsAndWallsByPointReflection) {
  Mirrored mirror(1);
  EXPECT_EQ(mirror.answer_to("e2"), "e8");
  EXPECT_EQ(mirror.answer_to("c3h"), "f6h");
  EXPECT_EQ(mirror.answer_to("a1v"), "h8v");
  EXPECT_EQ(mirror.answer_to("d2"), "f8");
}

TEST(QuoridorMirror, WhereTheReflectionIsIllegalItFollowsItsShortestPath) {
  Mirrored mirror(0);
  const auto wall = mirror.position().parse(mirror.answer()).value();
  const auto& game = game_of<Quoridor>(mirror.position());
  const auto image = Mirror::reflected(game, std::get<Quoridor::Move>(std::get<games::Move>(wall)));
  EXPECT_EQ(mirror.answer_to(game.format(image.value())), "e2") << "where the copy belongs is its first wall";
}

TEST(QuoridorMirror, JumpsOverThePawnThatItMeetsAndStaysAhead) {
  Mirrored mirror(1);
  EXPECT_EQ(mirror.answer_to("e2"), "e8");
  EXPECT_EQ(mirror.answer_to("e3"), "e7");
  EXPECT_EQ(mirror.answer_to("e4"), "e6");
  EXPECT_EQ(mirror.answer_to("e5"), "e4") << "over the other pawn";
  EXPECT_EQ(mirror.answer_to("a1h"), "h8h") << "walls are copied still";
  EXPECT_EQ(mirror.answer_to("d5"), "e3") << "steps no more";
  EXPECT_EQ(mirror.answer_to("d6"), "e2");
  EXPECT_EQ(mirror.answer_to("d7"), "e1");
  expect_winner(mirror.position(), 1);
}

TEST(QuoridorMirror, BeginsWithAWallOfNoUseThenCopies) {
  Mirrored mirror(0);
  const auto lengths = ShortestPaths(game_of<Quoridor>(mirror.position())).lengths();
  const std::string wall = mirror.answer();
  ASSERT_TRUE(wall.ends_with("h") || wall.ends_with("v")) << wall;
  EXPECT_EQ(ShortestPaths(game_of<Quoridor>(mirror.position())).lengths(), lengths);
  EXPECT_EQ(mirror.answer_to("e8"), "e2");
  EXPECT_EQ(mirror.answer_to("f7h"), "c2h");
}

TEST(QuoridorMirror, DoesNotCopyTheLastWall) {
  Mirrored mirror(1, with_walls(2));
  EXPECT_EQ(mirror.answer_to("a1h"), "h8h");
  EXPECT_EQ(mirror.answer_to("c1h"), "e8");
}

TEST(QuoridorMirror, CopiesWhereThePawnIsPlaced) {
  Options options;
  options.start = "placed";
  Mirrored second(1, options);
  EXPECT_EQ(second.answer_to("b1"), "h9");
  Mirrored first(0, options);
  EXPECT_TRUE(first.answer().ends_with("1"));
  const std::string wall = first.answer_to("c9");
  EXPECT_TRUE(wall.ends_with("h") || wall.ends_with("v")) << "its pawn stands already: " << wall;
  EXPECT_TRUE(first.answer_to("a7h").ends_with("h"));
}

TEST(QuoridorMirror, OneOfFourCopiesTheSeatOpposite) {
  Options options;
  options.seats = 4;
  Mirrored mirror(2, options);
  EXPECT_EQ(mirror.answer_to("e2 b5"), "e8");
  EXPECT_EQ(mirror.answer_to("h5 c3h c5"), "f6h");
}

TEST(QuoridorMirror, OnABoardWithoutThatSymmetryItPlaysByTheShortestPath) {
  const Options lopsided = on_map("..1..\n.....\n.#...\n.....\n..0..\n");
  ASSERT_FALSE(Mirror::is_symmetric(game_of<Quoridor>(started("quoridor", lopsided))));
  EXPECT_EQ(Mirrored(0, lopsided).answer(), "c2") << "it does not waste a wall";
  ASSERT_TRUE(Mirror::is_symmetric(game_of<Quoridor>(started("quoridor", of_shape("donut", 9)))));
}

TEST(QuoridorChance, DrawsFirstWhetherToPlaceAWall) {
  const Position position = started("quoridor");
  Random random(5);
  int walls = 0;
  for (int k = 0; k < 1000; ++k)
    walls += bots::quoridor::wall_or_step(game_of<Quoridor>(position), random).kind != Kind::kPawn ? 1 : 0;
  EXPECT_NEAR(walls, 500, 80);  // five standard deviations, and the seed is fixed
}

TEST(QuoridorChance, EveryChooserIsLegalAndRepeatsItselfOnEveryBoard) {
  Dice dice("QuoridorChoosers");
  for_each_random_position<Quoridor>(
      GameCases<Quoridor>::all(), dice, 3, [](const Case& c, const Quoridor& game) {
        SCOPED_TRACE(how_to_repeat());
        const auto is_fine = [&](const char* who, const auto& choose) {
          Random once(game.ply());
          Random again(game.ply());
          const Quoridor::Move move = choose(once);
          EXPECT_TRUE(game.check(move)) << who << ": " << game.format(move);
          EXPECT_EQ(move, choose(again)) << who;
        };
        const Position start = started("quoridor", c.options);
        is_fine("random", [&](Random& r) { return bots::quoridor::wall_or_step(game, r); });
        is_fine("shortest-path", [&](Random& r) { return bots::quoridor::run_or_block(game, r).move; });
        // All that has happened since the start at once: more than a mirror ever sees.
        is_fine("mirror",
                [&](Random& r) { return Mirror(game_of<Quoridor>(start), game.to_move()).choose(game, r); });
      });
}

}  // namespace quiver::tests

// Each Amazons bot's idea, at work in a position that was made for it.
#include <set>

#include <gtest/gtest.h>

#include "bots/amazons/search/alphabeta.hpp"
#include "bots/amazons/search/mcts.hpp"
#include "bots/amazons/search/node.hpp"
#include "bots/amazons/search/territory.hpp"
#include "bots/amazons/simple/blocker.hpp"
#include "bots/amazons/simple/defensive.hpp"
#include "bots/amazons/simple/offensive.hpp"
#include "bots/amazons/simple/power.hpp"
#include "bots/amazons/simple/random_engine.hpp"
#include "tests/unit/games/given.hpp"

namespace quiver::bots::amazons {

using namespace quiver::tests;

namespace {

Amazons drawn_game(std::string_view map) { return *started("amazons", on_map(map)).as<Amazons>(); }

std::string found(Engine& engine, const Amazons& game, std::uint64_t evaluations = 20'000) {
  SearchBudget budget = evaluation_budget({.nodes = evaluations});
  return game.format(engine.think(game, budget).move);
}

template <class Bot>
std::string move_by(const Amazons& game, std::uint64_t seed = 1, std::uint64_t evaluations = 20'000) {
  Bot bot;
  bot.start(seed);
  return found(bot, game, evaluations);
}

bool beside(const Amazons& game, Vertex a, Vertex b) {
  return game.graph().arc(a, b) != graph::Direction::kNone;
}

}  // namespace

// The queen has two directions, a ray of 8 cells and one of a single cell: each is drawn about half of the
// time.
TEST(AmazonsIdeas, ChanceDrawsADirectionThenACell) {
  const Amazons game = drawn_game("0........\n.########\n#######.1\n");
  RandomEngine chance;
  chance.start(7);
  unsigned down = 0;
  std::set<std::string> seen;
  for (unsigned k = 0; k < 1000; ++k) {
    const std::string move = found(chance, game);
    seen.insert(move.substr(0, 5));
    if (move.starts_with("a3-a2")) ++down;
  }
  // East, south, and south-east is a hole: two open directions.
  EXPECT_GT(down, 400U);
  EXPECT_LT(down, 600U);
  EXPECT_EQ(seen.size(), 9U) << "every cell gets its turn";
}

TEST(AmazonsIdeas, BlockerShootsNextToAQueen) {
  const Amazons game = *started("amazons").as<Amazons>();
  unsigned beside_enemy = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    BlockerEngine blocker;
    blocker.start(seed);
    SearchBudget budget = evaluation_budget({.nodes = 1});
    const Amazons::Move move = blocker.think(game, budget).move;
    for (const Vertex queen : game.queens(base::seat(1)))
      if (beside(game, queen, move.arrow)) {
        ++beside_enemy;
        break;
      }
  }
  EXPECT_GT(beside_enemy, 45U);
}

TEST(AmazonsIdeas, DefensiveLeavesTheEdgeFirst) {
  Amazons game = *started("amazons").as<Amazons>();
  DefensiveEngine bot;
  bot.start(3);
  for (unsigned turn = 0; turn < 8; ++turn) {
    SearchBudget budget = evaluation_budget({.nodes = 1});
    const Amazons::Move move = bot.think(game, budget).move;
    const auto on_edge = [](Vertex v) {
      const std::uint32_t row = v.value() / 10, column = v.value() % 10;
      return row == 0 || row == 9 || column == 0 || column == 9;
    };
    EXPECT_TRUE(on_edge(move.from)) << game.format(move);
    EXPECT_FALSE(on_edge(move.to)) << game.format(move);
    game.apply(move);
    // The other side shuffles a queen back and forth at the far end.
    Amazons::Move reply{};
    game.for_each_legal_move([&](const Amazons::Move& legal) { reply = legal; });
    game.apply(reply);
  }
}

TEST(AmazonsIdeas, DefensiveSeeksFreedom) {
  const Amazons game = drawn_game("1#0..\n.#...\n##...\n");
  EXPECT_TRUE(move_by<DefensiveEngine>(game).starts_with("c3-d2/"))
      << "the one cell off the edge, and the freest";
  DefensiveEngine later;
  later.start(1);
  found(later, game);  // its only queen has had her turn: the opening is over
  const std::string move = found(later, drawn_game("1#....\n.#....\n##....\n##...0\n"));
  EXPECT_TRUE(move.starts_with("f1-e2/") || move.starts_with("f1-d3/"))
      << move << ": those have eight neighbours";
}

TEST(AmazonsIdeas, DefensiveHitsTheLeastFree) {
  // From c2 she can shoot next to a3, who has one free neighbour, or next to e3, who has two.
  EXPECT_EQ(move_by<DefensiveEngine>(drawn_game("1.#.1\n##.#.\n##0##\n")), "c1-c2/b3");
}

// Two cells touch both enemy queens; to take them both is worth most.
TEST(AmazonsIdeas, OffensiveTakesWhatEnemiesShare) {
  const Amazons game = drawn_game(
      "#1#1#\n"
      "#...#\n"
      "#...#\n"
      "#.0.#\n"
      "#...#\n");
  const std::string move = move_by<OffensiveEngine>(game);
  EXPECT_NE(move.find("c4"), std::string::npos) << move << ": c4 is next to both";
  // No cell next to an enemy can be reached: she goes where she is freest.
  const Amazons apart = drawn_game("0....\n.....\n#####\n1.###\n");
  const std::string alone = move_by<OffensiveEngine>(apart);
  EXPECT_EQ(alone.substr(0, 3), "a4-");
}

TEST(AmazonsIdeas, PowerBlocksTheLongestRay) {
  // The enemy's queen has one long ray; the cell next to her takes all of it, and can be had.
  const Amazons game = drawn_game(
      "#####.###\n"
      "1........\n"
      "#####.###\n"
      "#.##0####\n");
  const std::string move = move_by<PowerEngine>(game);
  EXPECT_NE(move.find("b3"), std::string::npos) << move;
}

// No move leaves it better off by its own count.
TEST(AmazonsIdeas, TerritoryTakesTheBest) {
  const Amazons game = drawn_game("0....\n.....\n.#..1\n");
  const auto layout = BitboardLayout::of(game);
  const auto score = [&](const Amazons::Move& move) {
    Amazons after = game;
    after.apply(move);
    return territory_score(SmallBitboard(*layout, after), base::seat(0));
  };
  Score best = -100'000;
  game.for_each_legal_move([&](const Amazons::Move& move) { best = std::max(best, score(move)); });
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::string text = move_by<TerritoryEngine>(game, seed);
    EXPECT_EQ(score(game.parse(text).value()), best) << text;
  }
}

namespace {

// Whether the seat to move wins, by trying everything.
bool wins(Amazons& game) {
  const Seat me = game.to_move();
  bool found = false;
  game.for_each_legal_move([&](const Amazons::Move& move) {
    if (found) return;
    const Amazons::Undo undo = game.apply(move);
    found = game.outcome().over ? game.outcome().winner == me : !wins(game);
    game.undo(undo);
  });
  return found;
}

}  // namespace

// On boards that are small enough to try everything: a won position is played on as a won one.
TEST(AmazonsIdeas, SearchSeesTheEnd) {
  unsigned won = 0, alphabeta = 0, mcts = 0, one_ply = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    Amazons game = drawn_game("0..1\n....\n....\n1..0\n");
    RandomEngine chance;
    chance.start(seed);
    while (!game.outcome().over && game.ply() < 6) game.apply(game.parse(found(chance, game)).value());
    if (game.outcome().over || !wins(game)) continue;
    ++won;
    const auto keeps_it = [&](const std::string& text) {
      Amazons after = game;
      after.apply(game.parse(text).value());
      return after.outcome().over || !wins(after);
    };
    alphabeta += keeps_it(move_by<AlphabetaEngine>(game)) ? 1U : 0U;
    mcts += keeps_it(move_by<MctsEngine>(game)) ? 1U : 0U;
    one_ply += keeps_it(move_by<TerritoryEngine>(game)) ? 1U : 0U;
  }
  EXPECT_GT(won, 20U);
  EXPECT_EQ(alphabeta, won);
  EXPECT_EQ(mcts, won);
  EXPECT_LT(one_ply, won) << "else this shows nothing";
}

TEST(AmazonsIdeas, FillingWastesNothing) {
  // Five empty cells make five moves, if they are used in the right order.
  Amazons game = drawn_game("0..#1..\n...#...\n");
  unsigned moves = 0;
  AlphabetaEngine bot;
  bot.start(1);
  TerritoryEngine other;
  other.start(1);
  while (!game.outcome().over) {
    Engine& mover = game.to_move() == base::seat(0) ? static_cast<Engine&>(bot) : other;
    const std::string text = found(mover, game);
    game.apply(game.parse(text).value());
    ++moves;
  }
  EXPECT_EQ(moves, 10U) << "five each, and then seat 0 is stuck";
}

// The tree keeps what it knows below the moves that were played, wherever that stood.
TEST(AmazonsIdeas, TreeMovesItsRoot) {
  Tree tree(100);
  tree.clear();
  const auto mark = [](std::span<Node> nodes, std::uint32_t first) {
    for (Node& node : nodes) node.visits = first++;
  };
  mark(tree.add_children(Tree::kRoot, 3), 10);  // nodes 1, 2, 3
  mark(tree.add_children(2, 2), 20);            // 4, 5
  mark(tree.add_children(1, 2), 30);            // 6, 7
  mark(tree.add_children(5, 3), 40);            // 8, 9, 10
  mark(tree.add_children(4, 1), 50);            // 11
  tree.move_root(2);
  EXPECT_EQ(tree.size(), 7U);
  EXPECT_EQ(tree[Tree::kRoot].visits, 11U);
  const auto children = tree.children(tree[Tree::kRoot]);
  ASSERT_EQ(children.size(), 2U);
  EXPECT_EQ(children[0].visits, 20U);
  EXPECT_EQ(children[1].visits, 21U);
  ASSERT_EQ(tree.children(children[0]).size(), 1U);
  EXPECT_EQ(tree.children(children[0])[0].visits, 50U);
  ASSERT_EQ(tree.children(children[1]).size(), 3U);
  EXPECT_EQ(tree.children(children[1])[2].visits, 42U);
  EXPECT_FALSE(tree.has_room(94));
  EXPECT_TRUE(tree.has_room(93));
}

TEST(AmazonsIdeas, MctsKeepsItsTree) {
  Amazons game = *started("amazons").as<Amazons>();
  MctsEngine mine, theirs;
  mine.start(1);
  theirs.start(2);
  const auto visits = [](const SearchResult& t) { return std::stoul(t.info.text); };
  SearchBudget first = evaluation_budget({.nodes = 100'000});
  const SearchResult opening = mine.think(game, first);
  game.apply(opening.move);
  SearchBudget reply = evaluation_budget({.nodes = 100'000});
  game.apply(theirs.think(game, reply).move);
  SearchBudget second = evaluation_budget({.nodes = 1});
  const SearchResult later = mine.think(game, second);
  EXPECT_GT(visits(opening), 50U);
  EXPECT_GT(visits(later), 5U) << "known from the turn before, since now there was no time";
  EXPECT_TRUE(game.check(later.move));
}

}  // namespace quiver::bots::amazons

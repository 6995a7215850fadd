// Every Amazons bot on every kind of board: its moves are legal, and the same seed gives the same game.
#include <memory>

#include <gtest/gtest.h>

#include "bots/amazons/search/alphabeta.hpp"
#include "bots/amazons/search/mcts.hpp"
#include "bots/amazons/search/territory.hpp"
#include "bots/amazons/simple/blocker.hpp"
#include "bots/amazons/simple/defensive.hpp"
#include "bots/amazons/simple/offensive.hpp"
#include "bots/amazons/simple/power.hpp"
#include "bots/amazons/simple/random_engine.hpp"
#include "tests/unit/games/given.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::bots::amazons {

using namespace quiver::tests;

namespace {

struct Kind {
  const char* name;
  std::unique_ptr<Engine> (*make)();
};
template <class Bot>
std::unique_ptr<Engine> make() {
  return std::make_unique<Bot>();
}
constexpr Kind kKinds[] = {{"random", make<RandomEngine>},       {"blocker", make<BlockerEngine>},
                           {"defensive", make<DefensiveEngine>}, {"offensive", make<OffensiveEngine>},
                           {"power", make<PowerEngine>},         {"territory", make<TerritoryEngine>},
                           {"alphabeta", make<AlphabetaEngine>}, {"mcts", make<MctsEngine>}};

// At most `plies` moves of a game between players of one kind.
Names played(const Kind& kind, Amazons game, std::uint64_t seed, unsigned plies) {
  std::vector<std::unique_ptr<EngineBot>> players;
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    players.push_back(std::make_unique<EngineBot>(kind.make()));
    players.back()->start(game, seed + s);
  }
  Names moves;
  while (!game.outcome().over && moves.size() < plies) {
    SearchBudget budget = evaluation_budget({.nodes = 300});
    const Amazons::Move move = players[game.to_move().value()]->search(game, budget).move;
    const games::Verdict verdict = game.check(move);
    if (!verdict) {
      ADD_FAILURE() << kind.name << " with seed " << seed << " at ply " << game.ply() << ": "
                    << verdict.error().sentence;
      return moves;
    }
    moves.push_back(game.format(move));
    game.apply(move);
  }
  return moves;
}

Amazons on(const Options& options) { return *started("amazons", options).as<Amazons>(); }

Options with_seats(Options options, unsigned seats) {
  options.seats = seats;
  return options;
}

}  // namespace

TEST(AmazonsBoards, EveryBotPlaysByTheRules) {
  const Amazons boards[] = {on(of_size(5)),
                            on(of_size(10)),
                            on(with_seats(of_size(8), 4)),
                            on(of_shape("donut", 9)),
                            on(of_shape("clover", 10)),
                            on(of_shape("eight", 12)),
                            on(on_map("0.1\n")),
                            on(on_map("0..0\n.##.\n1...\n.2.3\n3333\n"))};
  for (const Kind& kind : kKinds)
    for (const Amazons& board : boards) {
      const Names once = played(kind, board, 5, 1000);
      EXPECT_FALSE(once.empty()) << kind.name;
      EXPECT_EQ(played(kind, board, 5, 1000), once) << kind.name;
    }
}

TEST(AmazonsBoards, AnotherSeedIsAnotherGameWhereChanceDecides) {
  for (const Kind& kind : kKinds) {
    if (std::string_view(kind.name) == "power") continue;  // hardly ever has to draw
    EXPECT_NE(played(kind, on(of_size(10)), 1, 30), played(kind, on(of_size(10)), 2, 30)) << kind.name;
  }
}

// Boards that no bits hold: bots look at them through a window, or do without.
TEST(AmazonsBoards, LargeAndStrangeBoards) {
  const Amazons boards[] = {
      on(of_size(40)), on(with_seats(of_size(30), 4)),
      on(on_map("0" + std::string(60, '.') + "1\n" + std::string(62, '.') + "\n")),
      Amazons::create({torus(7, 9), {7, 9}, {{Vertex{0}}, {Vertex{30}}, {Vertex{40}}}}).value()};
  for (const Kind& kind : kKinds)
    for (const Amazons& board : boards) {
      const Names once = played(kind, board, 9, 24);
      EXPECT_GT(once.size(), 4U) << kind.name;
      EXPECT_EQ(played(kind, board, 9, 24), once) << kind.name;
    }
}

// A million cells and 824 queens: the work for a move does not grow with them.
TEST(AmazonsBoards, TheLargestBoard) {
  const Amazons game = on(of_size(1024));
  for (const Kind& kind : kKinds) EXPECT_EQ(played(kind, game, 2, 4).size(), 4U) << kind.name;
}

TEST(AmazonsBoards, MovesInsideAWindowAreLegalOutside) {
  const Amazons game = on(with_seats(of_size(40), 4));
  Random random(3);
  unsigned windows = 0;
  for (const Vertex queen : game.queens(base::seat(0))) {
    const auto window = Window::around(game, queen);
    if (!window) continue;
    ++windows;
    EXPECT_EQ(window->inside().to_move(), base::seat(0));
    window->inside().for_each_legal_move([&](const Amazons::Move& move) {
      ASSERT_TRUE(game.check(window->outside(move))) << game.format(window->outside(move));
    });
  }
  EXPECT_GT(windows, 0U);
}

}  // namespace quiver::bots::amazons

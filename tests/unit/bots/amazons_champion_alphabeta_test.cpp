// Alpha-beta against trying everything, its table, and whole games with it on many boards and two threads.
#include <map>

#include "bots/amazons/champion/alphabeta.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

AlphaBetaRules leaving_nothing_out() {
  AlphaBetaRules rules;
  rules.queens = rules.arrows = rules.gap = 100'000;
  return rules;
}

EngineOptions with(SearchKind search, unsigned threads) {
  EngineOptions options;
  options.search = search;
  options.common.threads = threads;
  options.common.hash_bytes = std::size_t{2} << 20;
  return options;
}

// A game's moves and what was said about them.
Names played(const Amazons& start, const EngineOptions& options, std::uint64_t nodes, unsigned plies) {
  const auto engine = Engine::for_board(start, options);
  engine->start(7);
  Names told;
  for (Amazons game = start; !game.outcome().over && game.ply() < plies;) {
    const Thought thought = engine->think(game, {nodes, nullptr});
    EXPECT_TRUE(game.check(thought.move)) << game.format(thought.move);
    if (!game.check(thought.move)) break;
    told.push_back(game.format(thought.move) + " " + thought.info.text);
    game.apply(thought.move);
  }
  return told;
}

}  // namespace

TEST(AmazonsChampionAlphaBeta, FindsEveryWinWhereNothingIsLeftOut) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("alpha-beta");
  const std::atomic<bool> never = false;
  unsigned asked = 0;
  for (int round = 0; round < 20; ++round)
    for (const char* map : {"0..1\n....\n1..0\n", "0...1\n..#..\n1...0\n", "0.0.\n....\n.#..\n1..1\n"}) {
      Amazons game = on(on_map(map));
      const auto ground = std::make_unique<Ground<2>>(game);
      const Judge<2> judge(*ground, Kernel<2>::this_machine(), tuned_weights(10, 4));
      Settling<2> settling(*ground, Kernel<2>::this_machine(), 1 << 16);
      Transpositions table(1 << 20);
      AlphaBeta<2> search(*ground, judge, settling, table, leaving_nothing_out());
      std::map<std::uint64_t, Seat> known;
      while (!game.outcome().over) {
        if (Board<2>(*ground, game).empty.count() <= 6) {
          ++asked;
          const bool won = wins(game, known) == game.to_move();
          const auto found = search.search(Board<2>(*ground, game), {}, never);
          ASSERT_EQ(found.value > 0, won) << game.ply();
          ASSERT_GT(std::abs(found.value), 10'000) << "not certain";
          const Seat mover = game.to_move();
          game.apply(ground->move(found.step));
          ASSERT_EQ(wins(game, known) == mover, won) << "the move gives it away";
        } else {
          std::vector<Amazons::Move> moves;
          game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
          game.apply(dice.pick(moves));
        }
      }
    }
  EXPECT_GT(asked, 50U);
}

TEST(AmazonsChampionAlphaBeta, PlaysTheSameGameEverywhere) {
  const Amazons boards[] = {on(of_size(6)), on(with_seats(of_size(8), 4)), on(of_shape("donut", 12))};
  for (const SearchKind search : {SearchKind::kAlphaBeta, SearchKind::kAuto})
    for (const Amazons& board : boards) {
      const Names once = played(board, with(search, 1), 800, 40);
      EXPECT_GT(once.size(), 8U);
      EXPECT_EQ(played(board, with(search, 1), 800, 40), once);
    }
}

TEST(AmazonsChampionAlphaBeta, PlaysWithTwoThreads) {
  EXPECT_GT(played(on(of_size(8)), with(SearchKind::kAlphaBeta, 2), 3000, 12).size(), 8U);
  EXPECT_GT(played(on(of_size(8)), with(SearchKind::kTree, 2), 3000, 12).size(), 8U);
}

TEST(AmazonsChampionAlphaBeta, TableForgetsButNeverLies) {
  Transpositions table(1);
  const auto key = [](std::uint64_t k) { return base::mix64(k); };
  for (unsigned k = 1; k < 20'000; ++k) {
    if (k % 1000 == 0) table.begin_search();
    table.keep(key(k),
               {static_cast<int>(k % 30'000) - 15'000, static_cast<int>(k % 60), Bound::kLower, 3, 250});
  }
  unsigned found = 0;
  for (unsigned k = 1; k < 20'000; ++k)
    if (const auto known = table.find(key(k))) {
      ++found;
      ASSERT_EQ(known->value, static_cast<int>(k % 30'000) - 15'000);
      ASSERT_EQ(known->depth, static_cast<int>(k % 60));
      ASSERT_EQ(known->bound, Bound::kLower);
      ASSERT_EQ(known->from, 3);
      ASSERT_EQ(known->to, 250);
    }
  EXPECT_GT(found, 500U);
  table.clear();
  EXPECT_FALSE(table.find(key(19'999)));
}

}  // namespace quiver::bots::amazons::champion

// How many moves a region gives: against trying everything, and for shapes that are known to waste cells.
#include <map>

#include "bots/amazons/champion/endgame/region_solver.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

using Set = Bitset<2>;

// Tries every row of moves.
class BruteForce {
 public:
  explicit BruteForce(const BitboardLayout<2>& layout) : layout_(layout) {}

  int most(const Set& empty, const Set& queens) {
    const auto [place, fresh] = known_.try_emplace({empty.words, queens.words}, 0);
    if (!fresh) return place->second;
    int best = 0;
    queens.for_each([&](unsigned from) {
      reachable(from, empty).for_each([&](unsigned to) {
        const Set free = (empty | Set::of(from)).without(Set::of(to));
        reachable(to, free).for_each([&](unsigned arrow) {
          const Set after = queens.without(Set::of(from)) | Set::of(to);
          best = std::max(best, 1 + most(free.without(Set::of(arrow)), after));
        });
      });
    });
    return known_[{empty.words, queens.words}] = best;
  }

 private:
  [[nodiscard]] Set reachable(unsigned from, const Set& free) const {
    return Kernel<2>::plain().reachable(layout_, static_cast<Cell>(from), free);
  }

  const BitboardLayout<2>& layout_;
  std::map<std::pair<std::array<std::uint64_t, 2>, std::array<std::uint64_t, 2>>, int> known_;
};

// A region that grows randomly from one cell, with some of its cells taken by queens.
Region<2> some_region(const BitboardLayout<2>& layout, Dice& dice, int cells, int queens) {
  Set all = Set::of(static_cast<unsigned>(27 + dice.below(20)));
  while (all.count() < cells + queens) {
    std::vector<unsigned> next;
    (grown(layout, all) & layout.playable()).without(all).for_each([&](unsigned c) { next.push_back(c); });
    all |= Set::of(dice.pick(next));
  }
  Region<2> region{all, {}};
  while (region.queens.count() < queens) {
    std::vector<unsigned> free;
    region.empty.for_each([&](unsigned c) { free.push_back(c); });
    const Set queen = Set::of(dice.pick(free));
    region.empty ^= queen, region.queens ^= queen;
  }
  return region;
}

// Of a map in which only seat 0 can move.
Bounds filled(const char* map, unsigned work = 1'000'000) {
  const Amazons game = on(on_map(map));
  const auto layout = std::make_unique<BitboardLayout<2>>(game);
  const Bitboard<2> board(*layout, game);
  RegionTable table(1 << 16);
  RegionSolver<2> solver(*layout, Kernel<2>::this_machine(), table, work);
  return solver.moves(RegionSolver<2>::regions(*layout, board.empty, board.queens[0]));
}

}  // namespace

TEST(AmazonsRegionSolver, FindsTheMostThatThereIs) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("filling");
  const auto layout = std::make_unique<BitboardLayout<2>>(on(of_size(8)));
  BruteForce brute(*layout);
  RegionTable table(1 << 20);
  int wasteful = 0;
  for (int round = 0; round < 400; ++round) {
    const Region<2> region =
        some_region(*layout, dice, static_cast<int>(2 + dice.below(6)), static_cast<int>(1 + dice.below(2)));
    RegionSolver<2> solver(*layout, Kernel<2>::this_machine(), table, 1'000'000);
    const Bounds found = solver.moves(RegionSolver<2>::regions(*layout, region.empty, region.queens));
    const int most = brute.most(region.empty, region.queens);
    ASSERT_EQ(found, (Bounds{most, most})) << round;
    wasteful += most < region.size() ? 1 : 0;
  }
  EXPECT_GT(wasteful, 5);  // or nothing was tried
}

// However little it may look at, and whatever goal it is after: what it says is true.
TEST(AmazonsRegionSolver, BoundsAreTrueWhateverTheWork) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("bounds");
  const auto layout = std::make_unique<BitboardLayout<2>>(on(of_size(8)));
  BruteForce brute(*layout);
  RegionTable table(1);
  for (int round = 0; round < 500; ++round) {
    const Region<2> region =
        some_region(*layout, dice, static_cast<int>(2 + dice.below(5)), static_cast<int>(1 + dice.below(3)));
    RegionSolver<2> solver(*layout, Kernel<2>::this_machine(), table, static_cast<unsigned>(dice.below(60)));
    const auto goal = static_cast<int>(dice.below(9));
    const Bounds found = solver.moves(RegionSolver<2>::regions(*layout, region.empty, region.queens), goal);
    const int most = brute.most(region.empty, region.queens);
    ASSERT_LE(found.lower, most) << round;
    ASSERT_GE(found.upper, most) << round;
  }
}

// Playing the steps that it names makes the number that it named.
TEST(AmazonsRegionSolver, ItsStepsMakeTheNumber) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("steps");
  const auto layout = std::make_unique<BitboardLayout<2>>(on(of_size(10)));
  RegionTable table(1 << 20);
  for (int round = 0; round < 20; ++round) {
    Region<2> region = some_region(*layout, dice, 14, 2);
    RegionSolver<2> first(*layout, Kernel<2>::this_machine(), table, 300'000);
    const Bounds promised = first.moves(RegionSolver<2>::regions(*layout, region.empty, region.queens));
    int made = 0;
    for (;;) {
      const auto parts = RegionSolver<2>::regions(*layout, region.empty, region.queens);
      if (parts.empty()) break;
      RegionSolver<2> solver(*layout, Kernel<2>::this_machine(), table, 300'000);
      BitMove move = solver.solve(parts[0]).move;
      if (move.none()) move = solver.any_move(parts[0]);
      ASSERT_TRUE(region.queens.has(move.from) && region.empty.has(move.to));
      region.queens ^= Set::of(move.from) | Set::of(move.to);
      region.empty ^= Set::of(move.from) | Set::of(move.to);
      ASSERT_TRUE(region.empty.has(move.arrow));
      region.empty ^= Set::of(move.arrow);
      ++made;
    }
    EXPECT_GE(made, promised.lower) << round;
    EXPECT_LE(made, promised.upper) << round;
  }
}

TEST(AmazonsRegionSolver, KnowsShapesThatWasteCells) {
  // A queen in the middle of three arms goes into one and can shoot at no other: two cells are lost.
  EXPECT_EQ(filled("#.##1\n#0###\n.#.##\n"), (Bounds{1, 1}));
  // With two more cells in one arm she has room to come back, and loses none.
  EXPECT_EQ(filled("#.##1\n#.###\n#.###\n#0###\n.#.##\n"), (Bounds{5, 5}));
  // With opposite arms she shoots from one into the other: nothing is lost, nor in a corridor.
  EXPECT_EQ(filled(".#.#1\n#0###\n.#.#1\n"), (Bounds{4, 4}));
  EXPECT_EQ(filled("..0..#1\n#######\n"), (Bounds{4, 4}));
  // A room is filled whole.
  EXPECT_EQ(filled("0...#1\n....##\n....##\n"), (Bounds{11, 11}));
}

TEST(AmazonsRegionSolver, QueensNextToEachOtherShareTheirCells) {
  // Each has a cell of its own and gets the other's when she leaves.
  EXPECT_EQ(filled("00.#1\n#####\n"), (Bounds{1, 1}));
  EXPECT_EQ(filled(".00.#1\n######\n"), (Bounds{2, 2}));
}

TEST(AmazonsRegionSolver, TableForgetsButNeverLies) {
  RegionTable table(1);
  for (std::uint64_t key = 1; key < 100'000; key += 2)
    table.store(key * 0x9E3779B97F4A7C15 | 1, {{static_cast<int>(key % 50), 200}, {1, 2, 3}});
  unsigned found = 0;
  for (std::uint64_t key = 1; key < 100'000; key += 2)
    if (const auto known = table.find(key * 0x9E3779B97F4A7C15 | 1)) {
      ++found;
      ASSERT_EQ(known->bounds, (Bounds{static_cast<int>(key % 50), 200}));
      ASSERT_EQ(known->move, (BitMove{1, 2, 3}));
    }
  EXPECT_GT(found, 100U);
  table.clear();
  EXPECT_FALSE(table.find(1));
}

}  // namespace quiver::bots::amazons::champion

// The champion's own position of Quoridor is the game's: moves, ends, turns, hashes, ways; and its races are
// right.
#include <map>
#include <set>

#include "bots/quoridor/champion/race.hpp"
#include "bots/quoridor/shortest_paths.hpp"
#include "tests/unit/bots/board_games.hpp"

namespace quiver::tests {

using games::Quoridor;
using namespace bots::quoridor::champion;  // NOLINT

namespace {

template <unsigned kWords>
void expect_same(const Bitboard<kWords>& board, const Quoridor& game) {
  ASSERT_EQ(board.hash, game.hash());
  ASSERT_EQ(board.to_move, game.to_move().value());
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    ASSERT_EQ(board.stands(s), game.turn().stands(seat(s)));
    if (!board.stands(s)) continue;
    ASSERT_EQ(board.length(s), bots::quoridor::path_length(game, seat(s))) << "seat " << s;
  }
}

MoveResult result_of(const Quoridor& game) {
  if (!game.turn().over()) return MoveResult::kOngoing;
  return game.outcome().winner ? MoveResult::kWon : MoveResult::kDrawn;
}

// Every move of a position, made with all care and at a glance, against the game's own.
template <unsigned kWords>
void compare(const Quoridor& game) {
  const auto layout = layout_of<kWords>(game);
  const Bitboard<kWords> board = bitboard_of(layout, game);
  ASSERT_NO_FATAL_FAILURE(expect_same(board, game));
  std::set<PackedMove> legal;
  Bitboard<kWords> after;
  Quoridor child = game;
  child.for_each_child([&](const Quoridor::Move& move) {
    legal.insert(packed(move));
    ASSERT_EQ(unpacked(packed(move)), move);
    for (const PathUpdate update : {PathUpdate::kFull, PathUpdate::kLengthOnly}) {
      ASSERT_EQ(make_move(layout, board, packed(move), after, update), result_of(child))
          << child.format(move);
      if (child.turn().over()) continue;
      ASSERT_NO_FATAL_FAILURE(expect_same(after, child)) << child.format(move);
    }
  });
  std::set<PackedMove> listed;
  for_each_legal(layout, board, [&](PackedMove move) { listed.insert(move); });
  ASSERT_EQ(listed, legal);
  if (board.walls[board.to_move] == 0 || board.pawns[board.to_move] == kNowhere) return;
  const auto expect_illegal = [&](PackedMove wall) {
    if (legal.contains(wall)) return;
    ASSERT_EQ(make_move(layout, board, wall, after, PathUpdate::kLengthOnly), MoveResult::kIllegal);
  };
  horizontal_slots(board).for_each(
      [&](unsigned v) { expect_illegal(static_cast<PackedMove>(kHorizontal | v)); });
  vertical_slots(layout, board).for_each([&](unsigned v) {
    expect_illegal(static_cast<PackedMove>(kVertical | v));
  });
}

// The edges of all shortest ways, from distances alone.
void compare_shortest_paths(const Quoridor& game) {
  const auto layout = layout_of<10>(game);
  const auto board = bitboard_of(layout, game);
  for (unsigned s = 0; s < layout.seats; ++s) {
    if (!board.stands(s) || board.pawns[s] == kNowhere || board.paths[s].length == kNoPath) continue;
    bots::quoridor::Distances to_goal;
    bots::quoridor::measure(game, seat(s), to_goal);
    for (unsigned v = 0; v < layout.cells; ++v) {
      const auto from_pawn = [&](unsigned cell) {
        return path_length(board.open, layout.columns, bots::Bitset<10>::of(board.pawns[s]),
                           bots::Bitset<10>::of(cell));
      };
      const auto is_used = [&](unsigned a, unsigned b) {
        return from_pawn(a) + 1U + to_goal[b] == board.paths[s].length ||
               from_pawn(b) + 1U + to_goal[a] == board.paths[s].length;
      };
      ASSERT_EQ(board.paths[s].used.east.has(v), board.open.east.has(v) && is_used(v, v + 1));
      ASSERT_EQ(board.paths[s].used.north.has(v), board.open.north.has(v) && is_used(v, v - layout.columns));
    }
  }
}

// In how many plies the seat to move wins, negative if it loses; 0 if it takes more than `most`. By trying
// everything.
class Exhaustive {
 public:
  explicit Exhaustive(const Quoridor& game) : game_(game) {}

  int solve(int most) {
    for (int plies = 1; plies <= most; ++plies)
      if (const int result = within(plies); result != 0) return result * plies;
    return 0;
  }

 private:
  // 1 if the mover wins within so many plies, -1 if it loses.
  int within(int plies) {
    if (plies == 0) return 0;
    const auto known = known_.find({game_.hash(), plies});
    if (known != known_.end()) return known->second;
    const Seat mover = game_.to_move();
    int best = -1;
    game_.for_each_child([&](const Quoridor::Move&) {
      if (best == 1) return;
      int result = 0;
      if (game_.turn().over())
        result = game_.outcome().winner ? 1 : 0;
      else
        result = game_.to_move() == mover ? within(plies - 1) : -within(plies - 1);
      best = std::max(best, result);
    });
    known_[{game_.hash(), plies}] = best;
    return best;
  }

  Quoridor game_;
  std::map<std::pair<std::uint64_t, int>, int> known_;
};

// A random game in which walls come first, up to where all are placed; none if it ended before.
std::optional<Quoridor> without_walls(const Options& options, Dice& dice) {
  Quoridor game = game_of<Quoridor>(started("quoridor", options));
  const auto walls = [&] { return game.walls_left(seat(0)) + game.walls_left(seat(1)); };
  while (walls() > 0 && !game.turn().over()) {
    std::vector<Quoridor::Move> moves;
    game.for_each_legal_move([&](const Quoridor::Move& move) { moves.push_back(move); });
    game.apply(moves[dice.one_in(3) ? 0 : dice.below(moves.size())]);
  }
  return game.turn().over() ? std::nullopt : std::optional{game};
}

Options small_board(Dice& dice) {
  Options options = dice.one_in(2) ? of_size(5) : on_map("..1..\n.....\n.#...\n...#.\n..0..\n");
  options.walls = static_cast<std::uint32_t>(dice.below(4));
  return options;
}

}  // namespace

TEST(QuoridorChampionRules, AreTheGamesOwn) {
  Dice dice("QuoridorChampionRules");
  for_each_random_position<Quoridor>(GameCases<Quoridor>::all(), dice, 5,
                                     [](const Case&, const Quoridor& game) {
                                       SCOPED_TRACE(how_to_repeat());
                                       const auto cells = game.graph().num_vertices();
                                       if (cells <= 128) compare<2>(game);
                                       if (cells <= 256) compare<4>(game);
                                       if (cells > 128) compare<10>(game);
                                     });
}

TEST(QuoridorChampionRules, TheEdgesOfAllShortestWays) {
  Dice dice("QuoridorChampionWays");
  for_each_random_position<Quoridor>(GameCases<Quoridor>::all(), dice, 25,
                                     [](const Case& c, const Quoridor& game) {
                                       SCOPED_TRACE(how_to_repeat());
                                       if (!c.large) compare_shortest_paths(game);
                                     });
}

TEST(QuoridorChampionRaces, AreWhatTryingEverythingFinds) {
  Dice dice("QuoridorChampionRaces");
  unsigned won = 0;
  unsigned lost = 0;
  unsigned ran = 0;
  for (int k = 0; k < 60; ++k) {
    SCOPED_TRACE(how_to_repeat());
    const auto game = without_walls(small_board(dice), dice);
    if (!game) continue;
    const auto layout = layout_of<2>(*game);
    const auto board = bitboard_of(layout, *game);
    const int plies = Exhaustive(*game).solve(40);
    const auto found = RaceTable<2>(layout, board).result(board);
    ASSERT_EQ(found ? (found->won ? 1 : -1) * static_cast<int>(found->plies) : 0, plies);
    won += plies > 0 ? 1U : 0U;
    lost += plies < 0 ? 1U : 0U;
    const auto run = won_by_running(layout, board);
    if (!run) continue;
    ++ran;
    ASSERT_EQ(run->won, plies > 0);
    ASSERT_GE(static_cast<int>(run->plies), std::abs(plies));
  }
  EXPECT_GT(won, 5U);
  EXPECT_GT(lost, 5U);
  EXPECT_GT(ran, 5U);
}

TEST(QuoridorChampionRaces, TheWinnerMayHaveWallsButTheLoserMayNot) {
  Options options;
  options.walls = 1;
  const Position start = started("quoridor", options);
  const auto layout = layout_of<2>(game_of<Quoridor>(start));
  EXPECT_FALSE(won_by_running(layout, bitboard_of(layout, game_of<Quoridor>(start))));
  const Position ahead = after(started("quoridor", options), "d1 a8h d2 f9 d3 f8 d4 f7 d5 f6 d6 f5");
  const auto run = won_by_running(layout, bitboard_of(layout, game_of<Quoridor>(ahead)));
  ASSERT_TRUE(run) << "seat 0 keeps its wall";
  EXPECT_TRUE(run->won);
  EXPECT_EQ(run->plies, 5U);
}

TEST(QuoridorChampionRaces, NoneIsClaimedThatTheLastPlyComesBefore) {
  Options options;
  options.walls = 0;
  options.max_plies = 15;
  const Position in_time = after(started("quoridor", options), "d1 f9");
  const auto layout = layout_of<2>(game_of<Quoridor>(in_time));
  EXPECT_FALSE(won_by_running(layout, bitboard_of(layout, game_of<Quoridor>(in_time))));
}

}  // namespace quiver::tests

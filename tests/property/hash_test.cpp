// Equal positions have equal hashes, whatever way led there; different ones have different hashes.
#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using games::Elimination;
using games::Event;
using games::Move;
using games::Position;
using games::QuoridorMove;
using games::Seat;

class Hash : public PropertyTest {};
class HashOfPawns : public PropertyTest {};

void expect_equal(const Position& a, const Position& b) {
  ASSERT_TRUE(a == b);
  ASSERT_EQ(a.hash(), b.hash());
  ASSERT_EQ(legal_moves(a), legal_moves(b));
}

TEST_P(Hash, TellsThePositionsOfAGameApart) {
  on_every_case(10, [](Trial& trial) {
    std::unordered_map<std::uint64_t, Position> seen;
    for_each_position_of_a_game(trial.start(), trial.dice, [&](const Position& position) {
      const auto [entry, is_new] = seen.try_emplace(position.hash(), position);
      ASSERT_TRUE(is_new || entry->second == position) << "two positions with one hash";
    });
  });
}

TEST_P(Hash, TellsAllChildrenApart) {
  on_every_case([](Trial& trial) {
    for (const Position& parent : some_positions(trial.start(), trial.dice, 3)) {
      std::unordered_map<std::uint64_t, Move> seen;
      seen.try_emplace(parent.hash());
      for (const Move& move : legal_moves(parent)) {
        Position child = parent;
        child.apply(move);
        const auto [entry, is_new] = seen.try_emplace(child.hash(), move);
        ASSERT_TRUE(is_new) << parent.format(move) << " and " << parent.format(entry->second);
      }
    }
  });
}

using Events = std::vector<Event>;

bool is_among(const Events& events, const Move& move) {
  return std::find(events.begin(), events.end(), Event{move}) != events.end();
}

// Whether `a` and `c`, moves of one seat with `between` between them, come to the same pieces in either
// order. Only moves for which the answer is plain say yes. One function for each game.
bool commute(const games::AmazonsMove& /*a*/, const games::AmazonsMove& /*c*/, const Events& /*between*/) {
  return true;  // queens and arrows leave and come to the same cells
}
bool commute(const QuoridorMove& a, const QuoridorMove& c, const Events& /*between*/) {
  return a.kind != QuoridorMove::Kind::kPawn || c.kind != QuoridorMove::Kind::kPawn;
}
bool commute(const games::ConnectFourMove& a, const games::ConnectFourMove& c, const Events& between) {
  return a != c && !is_among(between, a) && !is_among(between, c);
}
bool commute(const games::HexMove& a, const games::HexMove& c, const Events& between) {
  return !a.swap && !c.swap && !is_among(between, games::kHexSwap);
}
bool commute(const Move& a, const Move& c, const Events& between) {
  return std::visit(
      [&](const auto& one) { return commute(one, std::get<std::decay_t<decltype(one)>>(c), between); }, a);
}

// Plays as many of `events` as are legal; true if that is all.
bool replay(Position& position, const std::vector<Event>& events) {
  return games::play(position, events).has_value();
}

// Plays some random moves, and again with two moves of one seat exchanged. Returns whether that was legal.
bool try_transposition(const Position& from, Dice& dice) {
  Position one = from;
  std::vector<Event> events;
  const std::size_t round = from.turn().standing();
  while (events.size() < 2 * round && !one.outcome().over) {
    events.push_back(random_move(one, dice));
    one.apply(events.back());
  }
  if (events.size() < 2 * round || one.turn().standing() != round) return false;
  const std::size_t k = dice.below(round);
  const std::vector<Event> between(events.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                   events.begin() + static_cast<std::ptrdiff_t>(k + round));
  if (!commute(std::get<Move>(events[k]), std::get<Move>(events[k + round]), between)) return false;
  std::swap(events[k], events[k + round]);
  Position other = from;
  if (events[k] == events[k + round] || !replay(other, events)) return false;
  if (other.turn().standing() != round) return false;
  expect_equal(one, other);
  return true;
}

TEST_P(Hash, DoesNotDependOnTheOrderOfMoves) {
  std::size_t found = 0;
  on_every_case([&](Trial& trial) {
    for (const Position& position : some_positions(trial.start(), trial.dice, 20))
      for (int attempt = 0; attempt < 3; ++attempt)
        found += try_transposition(position, trial.dice) ? 1U : 0U;
  });
  ASSERT_GT(found, 50U) << "too few transpositions to say anything";
}

TEST_P(Hash, DoesNotDependOnTheOrderOfEliminations) {
  on_every_case([](Trial& trial) {
    const Position start = trial.start();
    if (start.turn().standing() < 4) return;
    std::array<std::uint8_t, 4> order = {0, 1, 2, 3};
    std::unordered_map<std::uint8_t, Position> last_standing;
    do {
      Position position = start;
      for (std::size_t k = 0; k < 3 && !position.outcome().over; ++k)
        if (position.turn().stands(Seat{order[k]})) position.apply(Elimination{Seat{order[k]}});
      if (!position.turn().stands(Seat{order[3]})) continue;  // it was blocked
      const auto [entry, is_new] = last_standing.try_emplace(order[3], position);
      ASSERT_NO_FATAL_FAILURE(expect_equal(entry->second, position))
          << "seat " << int{order[3]} << " is left";
    } while (std::next_permutation(order.begin(), order.end()));
  });
}

// Pawns step aside and back: the position is the same, although the game is some plies older.
TEST_P(HashOfPawns, IsTheSameWhenAPositionComesAgain) {
  std::size_t found = 0;
  on_every_case(10, [&](Trial& trial) {
    for (const Position& position : some_positions(trial.start(), trial.dice, 10)) {
      if (position.outcome().over) continue;
      Position walker = position;
      std::vector<Event> back;
      while (back.size() < 2 * position.turn().standing() && !walker.outcome().over) {
        const auto& game = *walker.as<games::Quoridor>();
        const auto here = game.pawn(game.to_move());
        const bool returns = back.size() >= position.turn().standing();
        const Event step =
            returns ? back[back.size() - position.turn().standing()] : random_move(walker, trial.dice);
        if (std::get<QuoridorMove>(std::get<Move>(step)).kind != QuoridorMove::Kind::kPawn) break;
        if (!walker.check(step)) break;
        back.emplace_back(Move{QuoridorMove{QuoridorMove::Kind::kPawn, here}});
        walker.apply(step);
      }
      if (back.size() < 2 * position.turn().standing() || walker.outcome().over) continue;
      ASSERT_NO_FATAL_FAILURE(expect_equal(walker, position));
      ASSERT_GT(walker.ply(), position.ply());
      ++found;
    }
  });
  ASSERT_GT(found, 20U);
}

INSTANTIATE_TEST_SUITE_P(Games, Hash, every_game(), game_name);
INSTANTIATE_TEST_SUITE_P(Games, HashOfPawns, testing::Values("quoridor"), game_name);

}  // namespace

}  // namespace quiver::tests

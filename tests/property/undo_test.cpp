// Whatever is played can be taken back, and then nothing has happened.
#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using games::Elimination;
using games::Event;
using games::Position;
using games::Seat;

class Undo : public PropertyTest {};

void expect_same(const Position& a, const Position& b) {
  ASSERT_TRUE(a == b);
  ASSERT_EQ(a.hash(), b.hash());
  ASSERT_EQ(a.ply(), b.ply());
  ASSERT_EQ(a.turn(), b.turn());
}

TEST_P(Undo, RestoresThePositionAfterEveryMove) {
  on_every_case(4, [](Trial& trial) {
    for (Position& position : some_positions(trial.start(), trial.dice, trial.large() ? 1 : 6)) {
      const Position before = position;
      for (const games::Move& move : legal_moves(before)) {
        const Position::Undo made = position.apply(move);
        ASSERT_FALSE(position == before) << before.format(move);
        ASSERT_NE(position.hash(), before.hash()) << before.format(move);
        ASSERT_EQ(position.ply(), before.ply() + 1) << before.format(move);
        position.undo(made);
        ASSERT_NO_FATAL_FAILURE(expect_same(position, before)) << before.format(move);
      }
      ASSERT_EQ(legal_moves(position), legal_moves(before));
    }
  });
}

TEST_P(Undo, RestoresThePositionAfterEveryElimination) {
  on_every_case(6, [](Trial& trial) {
    for (Position& position : some_positions(trial.start(), trial.dice, 10)) {
      const Position before = position;
      for (std::uint8_t s = 0; s < games::kMaxSeats; ++s) {
        const Event out = Elimination{Seat{s}};
        const bool stands = s < before.turn().seats() && before.turn().stands(Seat{s});
        ASSERT_EQ(position.check(out).has_value(), stands && !before.outcome().over) << "seat " << int{s};
        if (!position.check(out)) continue;
        const Position::Undo made = position.apply(out);
        ASSERT_FALSE(position.turn().stands(Seat{s}));
        ASSERT_FALSE(position == before);
        ASSERT_NE(position.hash(), before.hash());
        ASSERT_EQ(position.ply(), before.ply()) << "an elimination is no ply";
        position.undo(made);
        ASSERT_NO_FATAL_FAILURE(expect_same(position, before)) << "seat " << int{s};
      }
    }
  });
}

TEST_P(Undo, UnwindsAWholeGame) {
  on_every_case([](Trial& trial) {
    for (int game = 0; game < 10; ++game) {
      Position position = trial.start();
      std::vector<Position> passed;
      std::vector<Position::Undo> made;
      while (!position.outcome().over) {
        passed.push_back(position);
        made.push_back(position.apply(random_event(position, trial.dice)));
      }
      for (; !made.empty(); made.pop_back(), passed.pop_back()) {
        position.undo(made.back());
        ASSERT_NO_FATAL_FAILURE(expect_same(position, passed.back())) << made.size() << " events deep";
      }
      ASSERT_NO_FATAL_FAILURE(expect_same(position, trial.start()));
    }
  });
}

// Forth and back at random: what is undone once is not undone differently the second time.
TEST_P(Undo, GoesBackAndForth) {
  on_every_case(8, [](Trial& trial) {
    Position position = trial.start();
    std::vector<Position> passed;
    std::vector<Position::Undo> made;
    for (int step = 0; step < 300; ++step) {
      if (!made.empty() && (position.outcome().over || trial.dice.one_in(3))) {
        position.undo(made.back());
        ASSERT_NO_FATAL_FAILURE(expect_same(position, passed.back()));
        made.pop_back();
        passed.pop_back();
      } else if (!position.outcome().over) {
        passed.push_back(position);
        made.push_back(position.apply(random_event(position, trial.dice)));
      }
    }
  });
}

TEST_P(Undo, LeavesCopiesAlone) {
  on_every_case([](Trial& trial) {
    Position position = trial.start();
    if (position.outcome().over) return;
    const Position copy = position;
    const std::uint64_t hash = copy.hash();
    position.apply(random_move(position, trial.dice));
    ASSERT_TRUE(copy == trial.start());
    ASSERT_EQ(copy.hash(), hash);
    ASSERT_FALSE(copy == position);
  });
}

INSTANTIATE_TEST_SUITE_P(Games, Undo, every_game(), game_name);

}  // namespace

}  // namespace quiver::tests

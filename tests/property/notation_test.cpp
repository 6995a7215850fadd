// What is written can be read, and means the same.
#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using games::Elimination;
using games::Event;
using games::Move;
using games::Position;

class Notation : public PropertyTest {};
class NotationOfQueens : public PropertyTest {};

TEST_P(Notation, OfEveryLegalMoveReadsBack) {
  on_every_case(4, [](Trial& trial) {
    for (const Position& position : some_positions(trial.start(), trial.dice, 5)) {
      position.for_each_legal_move([&](const Move& move) {
        const std::string written = position.format(move);
        const auto read = position.parse(written);
        ASSERT_TRUE(read) << written << ": " << read.error().sentence;
        ASSERT_EQ(*read, Event{move}) << written;
      });
    }
  });
}

TEST_P(Notation, InVertexIdsReadsBack) {
  on_every_case(3, [](Trial& trial) {
    for (const Position& position : some_positions(trial.start(), trial.dice, 5)) {
      position.visit([&](const auto& game) {
        game.for_each_legal_move([&](const auto& move) {
          const std::string written = game.format_numeric(move);
          const auto read = game.parse(written);
          ASSERT_TRUE(read) << written << ": " << read.error().sentence;
          ASSERT_EQ(*read, move) << written;
        });
      });
    }
  });
}

TEST_P(Notation, OfAnEliminationReadsBack) {
  on_every_case([](Trial& trial) {
    const Position position = trial.start();
    for (std::uint8_t s = 0; s < games::kMaxSeats; ++s) {
      const Event out = Elimination{games::Seat{s}};
      ASSERT_EQ(position.format(out), "x" + std::to_string(s));
      ASSERT_EQ(position.parse(position.format(out)).value(), out);
    }
  });
}

TEST_P(Notation, OfAWholeGameReadsBackAndReplays) {
  on_every_case(2, [](Trial& trial) {
    for (const char* const separator : {" ", ",", "\n", ", ", "\r\n"}) {
      Position position = trial.start();
      std::vector<Event> played;
      std::string written;
      while (!position.outcome().over) {
        played.push_back(random_event(position, trial.dice));
        written += position.format(played.back()) + separator;
        position.apply(played.back());
      }
      const auto read = trial.start().parse_list(written);
      ASSERT_TRUE(read) << read.error().sentence;
      ASSERT_EQ(*read, played);
      Position replayed = trial.start();
      const auto outcome = games::play(replayed, *read);
      ASSERT_TRUE(outcome) << outcome.error().sentence;
      ASSERT_TRUE(replayed == position);
      ASSERT_EQ(replayed.hash(), position.hash());
      ASSERT_EQ(replayed.ply(), position.ply());
    }
  });
}

TEST_P(NotationOfQueens, DoesNotMixTheTwoForms) {
  on_every_case([](Trial& trial) {
    const Position position = trial.start();
    const std::string name = position.grid().name(base::Vertex{0});
    for (const std::string& mixed : {"0-" + name + "/0", name + "-0/0", "0-0/" + name})
      ASSERT_FALSE(position.parse(mixed)) << mixed;
  });
}

INSTANTIATE_TEST_SUITE_P(Games, Notation, every_game(), game_name);
INSTANTIATE_TEST_SUITE_P(Games, NotationOfQueens, testing::Values("amazons"), game_name);

}  // namespace

}  // namespace quiver::tests

// The games of an event in memory grow with the store, in whatever order games end.
#include "referee/web/bots/event_index.hpp"

#include "referee/store/board_shape.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using store::board_shape_in;
using web::EventIndex;

namespace {

class Indexes : public StoreFolder {
 protected:
  Indexes() {
    store_ = open();
    event_ = store_->begin(an_event()).value().id;
    store_->commit(event_, {an_entrant(0, "ann"), an_entrant(1, "bob")}).value();
  }
  void play(const std::vector<std::uint32_t>& numbers) {
    std::vector<store::Change> games;
    for (const std::uint32_t number : numbers) {
      store::Game game = a_game(number, 0, {number % 2, 1 - number % 2});
      game.record.rows = number == 3 ? 8 : 6;
      games.emplace_back(std::move(game));
    }
    store_->commit(event_, games).value();
  }
  std::vector<std::uint32_t> numbers() {
    index_.refresh(*store_, event_).value();
    std::vector<std::uint32_t> out;
    for (const auto& game : index_.games()) out.push_back(game.number);
    return out;
  }

  std::unique_ptr<store::Store> store_;
  store::EventId event_ = 0;
  EventIndex index_;
};

using Numbers = std::vector<std::uint32_t>;

}  // namespace

TEST_F(Indexes, GrowWithTheirStore) {
  EXPECT_EQ(numbers(), Numbers{});
  play({1, 3});
  EXPECT_EQ(numbers(), (Numbers{1, 3}));
  EXPECT_EQ(numbers(), (Numbers{1, 3})) << "nothing is new";
  play({2, 4});
  EXPECT_EQ(numbers(), (Numbers{1, 2, 3, 4})) << "a game may end after one that began later";
  const auto& game = index_.games()[2];
  EXPECT_EQ(game.num_seats, 2);
  EXPECT_EQ(game.seats[0].entrant, 1U);
  EXPECT_EQ(game.seats[1].place, 2);
  EXPECT_EQ(web::reason_of(game.seats[1]), wire::Reason::kTimeout);
  EXPECT_FALSE(web::reason_of(game.seats[0]));
  EXPECT_EQ(index_.boards()[game.board], "rectangle 8x7");
  EXPECT_EQ(index_.boards()[index_.games()[0].board], "rectangle 6x7");
}

TEST_F(Indexes, FindAGameThatEndsLongAfterItsNeighbours) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t number = 2; number <= 1500; ++number) all.push_back(number);
  play(all);
  EXPECT_EQ(numbers().size(), 1499U);
  play({1});
  EXPECT_EQ(numbers().size(), 1500U);
  EXPECT_EQ(index_.games().front().number, 1U);
}

TEST_F(Indexes, ReadMoreGamesThanFitIntoOneQuestion) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t number = 1; number <= 11'003; ++number) all.push_back(number);
  play(all);
  EXPECT_EQ(numbers(), all);
}

TEST(BoardShapes, AreReadFromTheBeginningOfARecord) {
  using store::BoardShape;
  EXPECT_EQ(
      board_shape_in(R"({"id":"cup-1","game":"hex","board":"square","size":11,"rows":11,"columns":12,"se)"),
      (BoardShape{"square", 11, 12}));
  EXPECT_EQ(
      board_shape_in(R"({"id":"\"board\":\"no\"","game":"hex","board":"map","size":1,"rows":2,"columns":3})"),
      (BoardShape{"map", 2, 3}));
  EXPECT_EQ(board_shape_in(R"({"id":"cup-1","game":"hex","board":"squ)"), BoardShape{});
  EXPECT_EQ(board_shape_in(R"({"id":"cup-1","game":"hex","board":"square","size":11,"rows":11)"),
            BoardShape{});
  EXPECT_EQ(board_shape_in(R"({"board":"a\"b","rows":1,"columns":1})"), BoardShape{});
  EXPECT_EQ(board_shape_in(""), BoardShape{});
}

}  // namespace quiver::tests

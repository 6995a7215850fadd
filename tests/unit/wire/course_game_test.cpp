// A whole game of the course's ladder, read from its JSON, played, and written again.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/course_json.hpp"

namespace quiver::tests {

namespace {

const std::string kGame =
    R"([{"qsrc":4,"qdst":22,"adst":19}, {"qsrc":29,"qdst":17,"adst":3}, {"qsrc":1,"qdst":15,"adst":13}, )"
    R"({"qsrc":24,"qdst":12,"adst":2}, {"qsrc":11,"qdst":26,"adst":27}, {"qsrc":12,"qdst":7,"adst":0}, )"
    R"({"qsrc":15,"qdst":21,"adst":11}, {"qsrc":34,"qdst":28,"adst":23}, {"qsrc":26,"qdst":32,"adst":8}, )"
    R"({"qsrc":7,"qdst":1,"adst":7}, {"qsrc":21,"qdst":16,"adst":21}, {"qsrc":31,"qdst":24,"adst":12}, )"
    R"({"qsrc":32,"qdst":31,"adst":25}, {"qsrc":28,"qdst":29,"adst":28}, {"qsrc":16,"qdst":10,"adst":16}, )"
    R"({"qsrc":29,"qdst":34,"adst":29}, {"qsrc":31,"qdst":33,"adst":30}, {"qsrc":34,"qdst":35,"adst":34}, )"
    R"({"qsrc":33,"qdst":32,"adst":31}, {"qsrc":24,"qdst":18,"adst":24}, {"qsrc":10,"qdst":4,"adst":10}])";

}  // namespace

TEST(CourseGameJson, A20_IsReadPlayedAndWrittenAgain) {
  // given a game as the ladder's viewer shows it
  const auto events = wire::read_course_json(kGame);
  ASSERT_TRUE(events);
  ASSERT_EQ(events->size(), 21U);
  // when it is played
  games::Options options;
  options.size = 6;
  games::Position position = games::Position::start("amazons", options).value();
  const auto played = games::play(position, *events);
  // then all its moves are legal, seat 0 has won, and it is written as it was read
  ASSERT_TRUE(played);
  EXPECT_EQ(position.outcome(), (games::Outcome{true, base::Seat{0}}));
  EXPECT_EQ(wire::write_course_json(*events).value(), kGame);
}

TEST(CourseGameJson, A20_HoldsNoEliminations) {
  const std::vector<games::Event> events = {games::Elimination{base::Seat{1}}};
  EXPECT_FALSE(wire::write_course_json(events));
}

}  // namespace quiver::tests

#include <gtest/gtest.h>

#include "client_sdk/wire/course_json.hpp"
#include "client_sdk/wire/position_json.hpp"

namespace quiver::tests {

namespace {

games::Position played(const char* game, const games::Options& options, const char* moves) {
  auto position = games::Position::start(game, options);
  EXPECT_TRUE(games::play(*position, *position->parse_list(moves)));
  return *position;
}

}  // namespace

TEST(CourseJson, ReadsWhatItWrites) {
  const std::string text = R"([{"qsrc":4,"qdst":22,"adst":0}, {"qsrc":29,"qdst":17,"adst":3}])";
  const auto events = wire::read_course_json(text);
  ASSERT_TRUE(events);
  ASSERT_EQ(events->size(), 2U);
  EXPECT_EQ(*wire::write_course_json(*events), text);
  EXPECT_EQ(*wire::write_course_json({}), "[]");
  EXPECT_TRUE(wire::read_course_json("[]")->empty());
}

TEST(CourseJson, RefusesWhatIsNotAListOfMoves) {
  for (const char* text : {"", "[", "{}", "[1]", "[{}]", R"([{"qsrc":1,"qdst":2}])",
                           R"([{"qsrc":-1,"qdst":2,"adst":3}])", R"([{"qsrc":1,"qdst":2,"adst":3,"x":4}])",
                           R"([{"qsrc":1.5,"qdst":2,"adst":3}])", R"([{"qsrc":"a","qdst":2,"adst":3}])"}) {
    const auto events = wire::read_course_json(text);
    ASSERT_FALSE(events) << text;
    EXPECT_EQ(events.error().sentence.find('\n'), std::string::npos) << text;
  }
}

TEST(CourseJson, KnowsNoEliminations) {
  const std::vector<games::Event> events = {games::Elimination{base::Seat{1}}};
  EXPECT_FALSE(wire::write_course_json(events));
}

TEST(PositionJson, Quoridor) {
  games::Options options;
  options.size = 5;
  const std::string json = wire::position_json(played("quoridor", options, "c2 b2h x0"), false);
  EXPECT_NE(json.find(R"("seats":[{"pieces":[],"eliminated":true,"wallsLeft":6},)"
                      R"({"pieces":[2],"eliminated":false,"wallsLeft":5}])"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("walls":[{"anchor":16,"orientation":"HORIZONTAL"}])"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("winner":1)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("maxPlies":200)"), std::string::npos) << json;
}

TEST(PositionJson, HolesAndGraph) {
  games::Options options;
  options.shape = "donut";
  options.size = 6;
  const std::string json = wire::position_json(played("amazons", options, ""), true);
  EXPECT_NE(json.find(R"("holes":[14,15,20,21])"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("graph":{"rows":6,"columns":6,"rowStarts":[0,3,)"), std::string::npos) << json;
}

TEST(PositionJson, ConnectFourThatIsOver) {
  const std::string json = wire::position_json(played("connect4", {}, "1212121"), false);
  EXPECT_NE(json.find(R"("seats":[{"pieces":[14,21,28,35],"eliminated":false},{"pieces":[22,29,36],)"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("over":true)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("winner":0)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("line":4)"), std::string::npos) << json;
  EXPECT_EQ(json.find("toMove"), std::string::npos) << json;
}

}  // namespace quiver::tests

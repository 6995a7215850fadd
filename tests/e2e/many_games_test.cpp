// Many games at once, and games of four: nothing is lost, nothing is mixed up.
#include <map>
#include <set>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

const Arguments kTwoRandom = {"--bot", "random", "--bot", "random"};

// By its number.
std::map<std::uint32_t, wire::Record> games_of(const Ran& ran) {
  std::map<std::uint32_t, wire::Record> all;
  for (wire::Record& record : records_in(ran.out)) {
    const std::uint32_t number = record.number;
    EXPECT_TRUE(all.emplace(number, std::move(record)).second) << "game " << number << " came twice";
  }
  return all;
}

}  // namespace

class ManyGames : public Stage {};

TEST_F(ManyGames, AreTheSameEightAtATimeAsOneByOne) {
  // given the same order of 200 games, once in turn and once eight at a time
  const Arguments order =
      Arguments{"match", "connect4", "--games", "200", "--swap", "--json", "--seed", "99"} + patient_clock() +
      kTwoRandom;
  const Ran alone = quiver(order);
  const Ran together = quiver(order + Arguments{"--concurrency", "8"});
  // when both have ended
  EXPECT_EQ(alone.exit_code, 0);
  EXPECT_EQ(together.exit_code, 0);
  const auto one_by_one = games_of(alone);
  const auto at_once = games_of(together);
  // then each game is there once, clean, with the same seats and the same moves
  ASSERT_EQ(one_by_one.size(), 200U);
  ASSERT_EQ(at_once.size(), 200U);
  std::set<std::string> ids;
  std::set<std::string> courses;
  for (const auto& [number, record] : at_once) {
    expect_clean(record);
    expect_replays(record);
    ids.insert(record.id);
    courses.insert(moves_of(record));
    const wire::Record& same = one_by_one.at(number);
    EXPECT_EQ(moves_of(record), moves_of(same)) << number;
    EXPECT_EQ(record.seats[0].name, same.seats[0].name);
    EXPECT_EQ(record.winner, same.winner);
    EXPECT_EQ(record.id, same.id);
  }
  EXPECT_EQ(ids.size(), 200U);
  EXPECT_GT(courses.size(), 190U);  // each game has chances of its own
}

class FourSeats : public Stage {
 protected:
  wire::Record play(const Arguments& game, const Arguments& bots) {
    Arguments match = Arguments{"match"} + game + patient_clock() + Arguments{"--json", "--seed", "5"};
    for (const std::string& bot : bots) match = match + Arguments{"--bot", bot};
    const Ran ran = quiver(match);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    const auto records = records_in(ran.out);
    EXPECT_EQ(records.size(), 1U);
    return records.empty() ? wire::Record{} : records[0];
  }
};

TEST_F(FourSeats, TwoGoOutAndTheOtherTwoFinish) {
  for (const Arguments& game : {Arguments{"amazons", "--size", "8", "--seats", "4"},
                                Arguments{"quoridor", "--size", "7", "--seats", "4"}}) {
    SCOPED_TRACE(game[0]);
    // given one that breaks the rules on its first turn, and one that crashes on its second
    const std::string illegal = game[0] == "amazons" ? "play amazons 0 0 0" : "play quoridor 0 99";
    // when they play with two others
    const wire::Record record =
        play(game, {"random", hostile_bot() + " " + illegal, "random", hostile_bot() + " exit 3"});
    // then they are out in that order, and one of the others wins by the rules
    ASSERT_EQ(record.seats.size(), 4U);
    EXPECT_EQ(reason_of(record, 1), "ILLEGAL_MOVE");
    EXPECT_EQ(reason_of(record, 3), "CRASHED");
    EXPECT_EQ(record.seats[1].place, 4U);
    EXPECT_EQ(record.seats[3].place, 3U);
    EXPECT_EQ(record.end, wire::End::kPlayedOut);
    ASSERT_TRUE(record.winner);
    EXPECT_EQ(record.winner->value() % 2, 0);
    EXPECT_NE(moves_of(record).find("x1 "), std::string::npos);
    EXPECT_NE(moves_of(record).find("x3 "), std::string::npos);
    expect_replays(record);
  }
}

TEST_F(FourSeats, ThreeGoOutAndTheLastWins) {
  const wire::Record record = play(
      {"quoridor", "--size", "7", "--seats", "4"},
      {hostile_bot() + " exit-before-hello", hostile_bot() + " noise", "random", hostile_bot() + " resign"});
  ASSERT_EQ(record.seats.size(), 4U);
  EXPECT_EQ(record.winner, base::seat(2));
  EXPECT_EQ(record.end, wire::End::kForfeit);
  EXPECT_EQ(reason_of(record, 0), "CRASHED");
  EXPECT_EQ(reason_of(record, 1), "PROTOCOL_ERROR");
  EXPECT_EQ(reason_of(record, 3), "RESIGNED");
  expect_replays(record);
}

TEST_F(FourSeats, NobodyComesAndTheGameIsDrawn) {
  // given four that hang, all with the same short time to connect
  Arguments match = {"match", "quoridor", "--seats", "4", "--json", "--connect-time", "300ms"};
  for (int s = 0; s < 4; ++s) match = match + Arguments{"--bot", hostile_bot() + " never-connect"};
  // when their time is over
  const Ran ran = quiver(match);
  // then one event took all of them: nobody won, and all share a place
  const auto records = records_in(ran.out);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_FALSE(records[0].winner);
  for (unsigned s = 0; s < 4; ++s) {
    EXPECT_EQ(reason_of(records[0], s), "NOT_READY");
    EXPECT_EQ(records[0].seats[s].place, 1U);
  }
}

}  // namespace quiver::tests

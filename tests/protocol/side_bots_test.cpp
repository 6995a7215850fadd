// People against bots that are offered: the referee starts them, counts them, and lets nobody say more about
// them than their names.
#include "tests/protocol/given_people.hpp"

namespace quiver::tests {

namespace {

class SideBots : public PeopleInAReferee {
 protected:
  SideBots() {
    settings_.launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR).value();
    settings_.offers = {{"dice", QUIVER_BOTS "/connect4-random"}};
  }
  std::size_t num_bots() {
    return there([&] { return people().num_bots(); });
  }
};

}  // namespace

TEST_F(SideBots, PlayAgainstAPerson) {
  open();
  run();
  const std::string key = comes("dice");
  // given a person who calls itself like the bot
  const run::CasualGame game = connect_four({"dice", "dice"}, {key, ""});
  std::promise<base::Result<std::string>> begun;
  there([&] {
    people().play(game, [&](const base::Result<std::string>& id) { begun.set_value(id); });
    EXPECT_EQ(people().num_bots(), 1U) << "it is about to";
  });
  const std::string id = begun.get_future().get().value();
  // when they move until the bot has answered once
  while (!move(key, 0, 4).empty()) {
    // until the bot is ready
  }
  while (!move(key, 2, 4).empty()) {
    // until it has moved
  }
  EXPECT_EQ(num_bots(), 1U);
  EXPECT_EQ(resign(key), "");
  const wire::Record record = observer_.record(id);
  EXPECT_EQ(record.seats[0].name, "dice-2");
  EXPECT_EQ(record.seats[1].name, "dice");
  EXPECT_TRUE(record.seats[0].isolation.empty());
  EXPECT_FALSE(record.seats[1].isolation.empty());
  EXPECT_EQ(record.seats[0].time.bank, std::chrono::minutes(20));
  EXPECT_EQ(record.seats[1].time.bank, std::chrono::minutes(10));
  EXPECT_EQ(record.winner, seat(1));
  while (num_bots() > 0) {
    // until its process is gone
  }
  EXPECT_GT(observer_.served(), 0U);
}

TEST_F(SideBots, AreNamedExactlyAsTheyAreOffered) {
  open();
  run();
  const std::string key = comes("ann");
  for (const std::string name : {"dice move-time=1h", "remote:dice", "random", "dice ", "./dice", ""}) {
    const auto begun = play(connect_four({"ann", name}, {key, ""}));
    ASSERT_FALSE(begun) << name;
    EXPECT_NE(begun.error().sentence.find("is not offered here"), std::string::npos)
        << begun.error().sentence;
  }
  EXPECT_EQ(num_bots(), 0U);
}

TEST_F(SideBots, AreGoneWithTheirGameWhenTheOrderIsDone) {
  open();
  referee_->play(ordered_.order, ordered_);
  run();
  const std::string key = comes("ann");
  const std::string id = play(connect_four({"ann", "dice"}, {key, ""})).value();
  referee_->break_off("it was a mistake");
  EXPECT_EQ(ended(), 0);
  EXPECT_EQ(observer_.record(id).sentence, "void: the referee has nothing more to play");
}

}  // namespace quiver::tests

#include "tests/e2e/hostile_game.hpp"

namespace quiver::tests {

wire::Record HostileGameBase::play_beside_innocents(const HostileCase& one) {
  Daemon daemon(*this,
                {"--no-pairing", "--reconnect-time", "2s", "--logs", folder() + "/logs", "--offer", "random",
                 "--offer", "hostile=" + hostile_program() + " " + one.limits + " " + one.behaviour});
  Visitor boss = daemon.admin();
  wire::Order innocent = order_for("amazons", {"random", "random"}, 7);
  innocent.options.size = 6;
  const std::string undisturbed = moves_of(play(boss, innocent).at(0));

  Arguments bots = {"--bot", "random", "--bot", "random"};
  bots[2 * one.seat + 1] = "hostile " + one.clock;
  Program& order = start_quiver(Arguments{"order", "--json", "--seed", "3"} + daemon.connect_as("boss") +
                                patient_clock() + one.game + bots);
  do {
    const wire::Record record = play(boss, innocent).at(0);
    expect_clean(record);
    EXPECT_EQ(moves_of(record), undisturbed) << daemon.program().err();
  } while (order.runs());

  EXPECT_EQ(order.wait(), 0) << order.err();
  const auto records = records_in(order.out());
  EXPECT_EQ(records.size(), 1U);
  EXPECT_EQ(daemon.stop(), 0) << daemon.program().err();
  EXPECT_EQ(daemon.program().err().find("fault"), std::string::npos) << daemon.program().err();
  return records.empty() ? wire::Record{} : records[0];
}

void HostileGameBase::expect_verdict(const HostileCase& one, const wire::Record& record) {
  SCOPED_TRACE(record.sentence);
  ASSERT_EQ(record.seats.size(), 2U);
  EXPECT_EQ(record.seats[one.seat].name, "hostile");
  EXPECT_EQ(reason_of(record, 1 - one.seat), "");
  EXPECT_EQ(reason_of(record, one.seat), one.verdict);
  expect_replays(record);
  if (one.verdict.empty()) return expect_clean(record);
  EXPECT_EQ(record.end, wire::End::kForfeit);
  EXPECT_EQ(record.winner, base::seat(1 - one.seat));
  EXPECT_NE(record.seats[one.seat].detail.find(one.detail), std::string::npos)
      << record.seats[one.seat].detail;
}

}  // namespace quiver::tests

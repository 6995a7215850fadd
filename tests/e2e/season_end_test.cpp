// The end of a ladder's season, and the bracket of its finals.
#include <chrono>
#include <csignal>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/address.hpp"
#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

class SeasonEnds : public TournamentStage {
 protected:
  [[nodiscard]] Arguments ladder(const Arguments& more) const {
    return Arguments{"ladder", "connect4", "--rows", "4",      "--cols",
                     "4",      "--store",  store(),  "--rest", "0ms"} +
           patient_clock() + more;
  }
  static std::string in(std::chrono::seconds time) {
    return base::format_utc(std::chrono::system_clock::now() + time);
  }
};

const Arguments kTwo = {"--bot", "minimax name=deep --depth 3", "--bot", "random name=chance"};

}  // namespace

TEST_F(SeasonEnds, AtTheTimeAndPrintsTheTable) {
  Program& going = start_quiver(ladder(kTwo + Arguments{"--until", in(std::chrono::seconds(3))}));
  EXPECT_EQ(going.wait(), 0) << going.err();
  expect_in(going.err(), "the time is over: nobody new is admitted any more");
  expect_in(going.err(), "the season is over");
  const std::size_t played = games().size();
  EXPECT_GT(played, 0U);
  expect_in(going.out(), "ladder-1: " + std::to_string(played) + " games\n");
  EXPECT_EQ(table_in(going.out()).substr(0, 8), "#  name ");
  // Started again it ends at once.
  const Ran again = quiver(ladder(kTwo + Arguments{"--until", "2020-01-01T00:00Z"}));
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(games().size(), played);
}

TEST_F(SeasonEnds, WhenRatingsAreSettledAndWithoutAnybodyNew) {
  const Arguments bots = {"--bot", "random name=a", "--bot", "random name=b"};
  Program& going = start_quiver(ladder(
      bots + Arguments{"--until", in(std::chrono::seconds(1)), "--settle", "120", "--openings", "random:2"}));
  ASSERT_TRUE(eventually([&] { return going.err().find("the time is over") != std::string::npos; }))
      << going.err();
  const std::string said = going.err();
  const std::size_t at = said.find("quiver://");
  start(bundled_bot_path("connect4-random"), {"--name", "late"},
        {{"QUIVER_ADDRESS", said.substr(at, said.find('\n', at) - at)}});
  EXPECT_EQ(going.wait(), 0) << going.err();
  expect_in(going.err(), "all ratings are settled: the season is over");
  EXPECT_EQ(going.err().find("late has entered"), std::string::npos) << going.err();
  EXPECT_EQ(standings().find("late"), std::string::npos);
}

TEST_F(SeasonEnds, NeedsATimeWithItsZone) {
  const auto sentence = [&](const Arguments& more) {
    const Ran ran = quiver(ladder(kTwo + more));
    EXPECT_EQ(ran.exit_code, 2);
    return ran.err;
  };
  EXPECT_EQ(sentence({"--until", "2026-12-01 23:59"}),
            "quiver: --until: \"2026-12-01 23:59\" is no time with its zone; write it as "
            "2026-12-01T23:59+01:00, or "
            "with Z for UTC\n");
  EXPECT_EQ(sentence({"--settle", "80"}),
            "quiver: --settle says when the season ends after --until: give that too\n");
  EXPECT_EQ(sentence({"--until", "2026-12-01T23:59Z", "--settle", "0"}),
            "quiver: --settle takes at least 1\n");
}

TEST_F(SeasonEnds, InFinalsWithABracket) {
  const Arguments bots = random_bots({"a", "b", "c", "d", "e"});
  ASSERT_EQ(quiver(cup(bots + Arguments{"--format", "knockout"})).exit_code, 0);
  const std::string text = standings({"--bracket"});
  expect_in(text, "round 1\n");
  expect_in(text, "> a (1) - nobody\n");
  expect_in(text, "round 3\n");
  expect_in(text, "winner: ");
  expect_in(text,
            "a tie has 2 games; while it is level two more, up to 6 in all; then the better seed goes on\n");
  expect_in(standings({"--bracket", "--json"}), "\"format\":\"knockout\",\"complete\":true");
  expect_in(standings(), "Ranked by the round that was reached\n");
  ASSERT_EQ(quiver(cup(bots + Arguments{"--format", "double-elimination"}, "d.db")).exit_code, 0);
  expect_in(standings({"--bracket"}, "d.db"), "once beaten, round 1\n");
  ASSERT_EQ(quiver(cup(random_bots({"a", "b"}), "r.db")).exit_code, 0);
  const Ran none = quiver({"standings", "--store", store("r.db"), "--bracket"});
  EXPECT_EQ(none.exit_code, 2);
  expect_in(none.err, "tournament has no bracket: only a knockout and a double-elimination have one");
}

}  // namespace quiver::tests

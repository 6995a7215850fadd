// The SDK plays a match: what it says, when, and what it tells its bot.
#include <new>
#include <stdexcept>

#include "client_sdk/games/registry.hpp"
#include "tests/protocol/fake_referee.hpp"

namespace quiver::tests {

using games::ConnectFourMove;
using Play = wire::Play;

namespace {

std::uint32_t column(const Play& play) { return std::get<ConnectFourMove>(play.move).column; }

}  // namespace

class SdkSession : public SdkTest {};

TEST_F(SdkSession, SaysWhoItIs) {
  run();
  auto peer = referee_.accept();
  const auto hello = peer->expect<wire::Hello>();
  EXPECT_EQ(hello.version, wire::kProtocol);
  EXPECT_EQ(hello.name, "fixture");
  EXPECT_EQ(hello.author, "the tests");
  EXPECT_EQ(hello.token, "secret");
  EXPECT_EQ(hello.games, (std::vector<std::string>{"connect4", "amazons"}));
  EXPECT_EQ(hello.capacity, 1U);
  EXPECT_EQ(hello.resume_key, "");
  peer->send({welcome("key"), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "");
}

TEST_F(SdkSession, TellsItsUserOfConnectionMatchAndResult) {
  run({"--connect", referee_.url()});
  auto peer = referee_.accept();
  peer->expect<wire::Hello>();
  peer->send({welcome("key 1"), match_start()});
  peer->expect<wire::Ready>();
  peer->close();
  auto again = referee_.accept();
  again->expect<wire::Hello>();
  again->send({welcome("key 2", true), match_start()});
  again->expect<wire::Ready>();
  again->send({wire::Eliminated{kMatch, base::Seat{0}, wire::Reason::kTimeout, "late\x1b[2J"}, match_end(),
               goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "fixture-bot: connected to " + referee_.url() +
                        " as fixture\n"
                        "fixture-bot: match m-0007: connect4 against other, seat 0\n"
                        "fixture-bot: the connection was lost\n"
                        "fixture-bot: connected again to " +
                        referee_.url() +
                        " as fixture\n"
                        "fixture-bot: match m-0007: lost; other won; TIMEOUT: late\\x1b[2J\n");
}

TEST_F(SdkSession, PlaysEveryGameUnderTheNameOfItsProgramByDefault) {
  bot_.profile_ = {};
  run();
  auto peer = referee_.accept();
  const auto hello = peer->expect<wire::Hello>();
  EXPECT_EQ(hello.name, "fixture-bot");
  EXPECT_EQ(hello.games, games::all_game_names());
  peer->send({welcome("key"), goodbye()});
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkSession, PlaysAMatchFromStartToEnd) {
  bot_.choice = [](const games::Position&) { return bot::Choice(ConnectFourMove{3}, {0.5, 4, "good"}); };
  auto peer = welcomed();
  peer->send({match_start()});
  const auto ready = peer->expect<wire::Ready>();
  EXPECT_EQ(ready.match, kMatch);
  EXPECT_EQ(ready.title, "The Fixture");
  peer->send({turn()});
  const auto play = peer->expect<Play>();
  EXPECT_EQ(play.match, kMatch);
  EXPECT_EQ(play.ply, 0U);
  EXPECT_EQ(column(play), 3U);
  EXPECT_EQ(play.info, (wire::Info{0.5, 4, "good"}));
  peer->send({moved(3), moved(0), turn()});
  EXPECT_EQ(peer->expect<Play>().ply, 2U);
  peer->send(
      {wire::Eliminated{kMatch, base::Seat{0}, wire::Reason::kTimeout, "late"}, match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "");

  ASSERT_EQ(diary_.starts.size(), 1U);
  EXPECT_EQ(diary_.starts[0].id, "m-0007");
  EXPECT_EQ(diary_.starts[0].names, (std::vector<std::string>{"fixture", "other"}));
  EXPECT_EQ(diary_.starts[0].seed, 77U);
  EXPECT_EQ(diary_.starts[0].start, start_);
  EXPECT_TRUE(diary_.starts[0].opening.empty());
  EXPECT_EQ(diary_.chosen_at, (std::vector<std::uint64_t>{start_.hash(), position_.hash()}));
  EXPECT_GT(diary_.time_left[0], std::chrono::seconds(0));
  EXPECT_LE(diary_.time_left[0], std::chrono::seconds(5));
  ASSERT_EQ(diary_.results.size(), 1U);
  EXPECT_EQ(diary_.results[0].winner, base::Seat{1});
  EXPECT_EQ(diary_.results[0].places, (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(diary_.results[0].sentence, "other won");
  ASSERT_TRUE(diary_.results[0].out);
  EXPECT_EQ(diary_.results[0].out->reason, wire::Reason::kTimeout);
}

TEST_F(SdkSession, AnswersAPingWhileItWaits) {
  auto peer = seated();
  peer->send({wire::Ping{42}});
  EXPECT_EQ(peer->expect<wire::Pong>().number, 42U);
  peer->send({match_end(), wire::Ping{43}});
  EXPECT_EQ(peer->expect<wire::Pong>().number, 43U);
  peer->send({goodbye(wire::Goodbye::Code::kStopping)});
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkSession, ResignsIfTheBotDoes) {
  bot_.choice = [](const games::Position&) { return bot::Choice::resign(); };
  auto peer = seated();
  peer->send({turn()});
  EXPECT_EQ(peer->expect<wire::Resign>().match, kMatch);
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkSession, SaysNothingIfTheBotDoes) {
  bot_.choice = [](const games::Position&) { return bot::Choice::silence(); };
  auto peer = seated();
  peer->send({turn(), wire::Ping{42}});
  peer->expect<wire::Pong>();
  // Nor is it asked again for the same turn.
  peer->send({turn()});
  peer->send({match_end(), wire::Ping{43}});
  peer->expect<wire::Pong>();
  peer->send({goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(said(), "");
}

TEST_F(SdkSession, ShowsTheTitleThatTheBotHasInThisMatch) {
  bot_.title_ = "Nobody knew before";
  auto peer = welcomed();
  peer->send({match_start()});
  EXPECT_EQ(peer->expect<wire::Ready>().title, "Nobody knew before");
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkSession, TellsTheBotAtTheStartWhichMovesTheMatchBeginsWith) {
  auto peer = welcomed();
  wire::MatchStart start = match_start();
  start.introduction.opening = {games::ConnectFourMove{3}, games::ConnectFourMove{0}};
  peer->send({start, moved(3), moved(0)});
  peer->expect<wire::Ready>();
  peer->send({turn()});
  peer->expect<Play>();
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  ASSERT_EQ(diary_.starts.size(), 1U);
  EXPECT_EQ(diary_.starts[0].start, start_);
  EXPECT_EQ(diary_.starts[0].opening, start.introduction.opening);
  EXPECT_EQ(diary_.followed, "0:4 1:1 ");
}

TEST_F(SdkSession, TellsTheBotEveryMoveAndWhoGoesOut) {
  auto peer = seated();
  const wire::Moved first = moved(3);
  const wire::Moved second = moved(0);
  peer->send({first, second, turn()});
  peer->expect<Play>();
  peer->send({moved(2), wire::Eliminated{kMatch, base::Seat{1}, wire::Reason::kTimeout, ""}, match_end(),
              goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.followed, "0:4 1:1 0:3 1:x1 ");
}

TEST_F(SdkSession, LeavesAfterAsManyMatchesAsAsked) {
  run({"--connect", referee_.url(), "--matches", "1", "--depth", "3"});
  auto peer = referee_.accept();
  peer->expect<wire::Hello>();
  peer->send({welcome("key"), match_start()});
  peer->expect<wire::Ready>();
  peer->send({match_end()});
  EXPECT_FALSE(peer->receive());
  peer->close();
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkSession, DoesNotThinkAboutATurnThatIsSettledAlready) {
  auto peer = seated();
  const wire::Turn settled = turn();
  const wire::Moved own = moved(0);
  const wire::Moved other = moved(1);
  peer->send({settled, own, other, turn()});
  EXPECT_EQ(peer->expect<Play>().ply, 2U);
  peer->send({turn(), match_end(), wire::Ping{1}});
  peer->expect<wire::Pong>();
  peer->send({goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.chosen_at.size(), 1U);
}

TEST_F(SdkSession, ThinksOnceIfASeatGoesOutMeanwhile) {
  games::Options four;
  four.seats = 4;
  start_ = position_ = games::Position::start("amazons", four).value();
  auto peer = seated();
  const wire::Turn before = turn();
  position_.apply(games::Elimination{base::Seat{2}});
  peer->send({before, wire::Eliminated{kMatch, base::Seat{2}, wire::Reason::kCrashed, ""}, turn()});
  peer->expect<Play>();
  // Told once more, or that a seat is out which left inside a move, it keeps what it has.
  peer->send({wire::Eliminated{kMatch, base::Seat{2}, wire::Reason::kBlocked, ""}, match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.chosen_at, std::vector<std::uint64_t>{position_.hash()});
}

TEST_F(SdkSession, ThinksAgainIfTheMoveWasStale) {
  games::Options four;
  four.seats = 4;
  start_ = position_ = games::Position::start("amazons", four).value();
  auto peer = seated();
  peer->send({turn()});
  peer->expect<Play>();
  position_.apply(games::Elimination{base::Seat{2}});
  peer->send({wire::Eliminated{kMatch, base::Seat{2}, wire::Reason::kCrashed, ""},
              wire::Error{wire::Error::Code::kStale, "a seat went out", kMatch}, turn()});
  EXPECT_EQ(peer->expect<Play>().ply, 0U);
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(diary_.chosen_at.size(), 2U);
  EXPECT_EQ(said(), "");
}

TEST_F(SdkSession, SendsAnIllegalMoveButSaysSo) {
  bot_.choice = [](const games::Position&) { return ConnectFourMove{99}; };
  auto peer = seated();
  peer->send({turn()});
  EXPECT_EQ(column(peer->expect<Play>()), 99U);
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
  EXPECT_NE(said().find("fixture-bot: in match m-0007 at ply 0 this bot's move is illegal: "),
            std::string::npos);
}

TEST_F(SdkSession, SendsNoTextThatIsNoUtf8OrTooLong) {
  bot_.choice = [](const games::Position&) {
    return bot::Choice(ConnectFourMove{0}, {{}, {}, "\xff" + std::string(100'000, 'x')});
  };
  auto peer = seated();
  peer->send({turn()});
  EXPECT_EQ(peer->expect<Play>().info.text, "?" + std::string(255, 'x'));
  peer->send({match_end(), goodbye()});
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(SdkSession, ReportsAHashThatIsNotItsOwn) {
  auto peer = seated();
  wire::Turn wrong = turn();
  wrong.hash ^= 1;
  peer->send({wrong});
  const auto error = peer->expect<wire::Error>();
  EXPECT_EQ(error.code, wire::Error::Code::kDesync);
  EXPECT_EQ(error.match, kMatch);
  EXPECT_FALSE(peer->receive());
  peer->close();
  EXPECT_EQ(exit_code(), 1);
  EXPECT_EQ(said(), "fixture-bot: desync: " + error.sentence + "\n");
  EXPECT_TRUE(diary_.chosen_at.empty());
}

TEST_F(SdkSession, ReportsAMoveThatItsOwnRulesForbid) {
  auto peer = seated();
  peer->send({wire::Moved{kMatch, base::Seat{0}, 0, ConnectFourMove{50}, {}}});
  EXPECT_EQ(peer->expect<wire::Error>().code, wire::Error::Code::kDesync);
  peer->close();
  EXPECT_EQ(exit_code(), 1);
}

TEST_F(SdkSession, TellsTheRefereeWhenTheBotThrows) {
  bot_.choice = [](const games::Position&) -> bot::Choice { throw std::runtime_error("lost\nmy way"); };
  auto peer = seated();
  peer->send({turn()});
  const auto failed = peer->expect<wire::Failed>();
  EXPECT_EQ(failed.match, kMatch);
  EXPECT_EQ(failed.sentence, "lost\nmy way");
  peer->close();
  EXPECT_EQ(exit_code(), 70);
  EXPECT_EQ(said(), "fixture-bot: the bot failed: lost\\x0amy way\n");
}

TEST_F(SdkSession, TellsTheRefereeWhenTheBotHasNoMemoryLeft) {
  bot_.choice = [](const games::Position&) -> bot::Choice { throw std::bad_alloc(); };
  auto peer = seated();
  peer->send({turn()});
  EXPECT_EQ(peer->expect<wire::Failed>().sentence, "out of memory");
  peer->close();
  EXPECT_EQ(exit_code(), 70);
}

}  // namespace quiver::tests

// The parts of the referee that need no network: tokens, the lobby's choice, seats and seeds, allowances.
#include <set>

#include <gtest/gtest.h>

#include "referee/net/players/tokens.hpp"
#include "referee/run/lobby.hpp"
#include "referee/run/order.hpp"
#include "referee/run/referee.hpp"

namespace quiver::tests {

using net::PlayerPtr;
using net::Tokens;
using run::pair_up;

TEST(Tokens, NameCompetitorsAndTheirRoles) {
  const auto tokens = Tokens::parse("# who may come\n\nalice 12345678\r\nroot  abcdefgh admin\n");
  ASSERT_TRUE(tokens) << tokens.error().sentence;
  EXPECT_EQ(tokens->size(), 2U);
  EXPECT_EQ(tokens->find("12345678")->name, "alice");
  EXPECT_FALSE(tokens->find("12345678")->admin);
  EXPECT_TRUE(tokens->find("abcdefgh")->admin);
  for (const char* wrong : {"", "1234567", "123456789", "12345679", "alice"})
    EXPECT_FALSE(tokens->find(wrong)) << wrong;
}

TEST(Tokens, AreRefusedByTheirLineWithoutBeingShown) {
  const auto sentence = [](const char* text) {
    const auto tokens = Tokens::parse(text);
    return tokens ? "" : tokens.error().sentence;
  };
  EXPECT_EQ(sentence("a 12345678\nb"), "line 2 of the tokens: write name token, or name token admin");
  EXPECT_EQ(sentence("a 12345678 boss"), "line 1 of the tokens: write name token, or name token admin");
  EXPECT_EQ(sentence("a/b 12345678"),
            "line 1 of the tokens: \"a/b\" is not a name: it has \"/\" in it; use letters, digits, '.', '_' "
            "and '-'");
  EXPECT_EQ(sentence("a short"), "line 1 of the tokens: a token has 8 to 256 characters");
  EXPECT_EQ(sentence("a 12345678\nb 12345678"), "line 2 of the tokens: duplicate token");
  EXPECT_FALSE(Tokens::read("/no/such/file"));
  EXPECT_FALSE(Tokens::read("/tmp"));
  EXPECT_TRUE(Tokens::read("/dev/null"));
}

namespace {

PlayerPtr player(const std::string& name, const std::string& game) {
  wire::Hello hello;
  hello.games = {game};
  return net::Player::remote({name}, hello);
}

}  // namespace

TEST(Lobby, PairsThoseWhoWaitForTheSameGame) {
  const auto a = player("a", "amazons");
  const auto b = player("b", "quoridor");
  const auto c = player("c", "amazons");
  const auto pair = pair_up({a, b, c}, "amazons");
  ASSERT_TRUE(pair);
  EXPECT_EQ(*pair, std::pair(a, c));
  EXPECT_FALSE(pair_up({a, b, c}, "quoridor"));
  EXPECT_FALSE(pair_up({}, "amazons"));
}

TEST(Lobby, PairsNobodyWithItself) {
  EXPECT_FALSE(pair_up({player("a", "amazons"), player("a", "amazons")}, "amazons"));
}

TEST(Lobby, PrefersANewOpponentAndTakesAnOldOne) {
  const auto a = player("a", "amazons");
  const auto b = player("b", "amazons");
  const auto c = player("c", "amazons");
  a->note_pairing("b", false);
  EXPECT_EQ(pair_up({a, b, c}, "amazons")->second, c);
  EXPECT_EQ(pair_up({a, b}, "amazons")->second, b);
}

TEST(Lobby, LetsWhoBeganLessOftenBegin) {
  const auto a = player("a", "amazons");
  const auto b = player("b", "amazons");
  a->note_pairing("c", true);
  EXPECT_EQ(pair_up({a, b}, "amazons")->first, b);
}

namespace {

run::Order order(std::size_t bots) {
  run::Order out(*games::Position::start("connect4", {}), {});
  out.seed = 7;
  out.bots.resize(bots);
  return out;
}

}  // namespace

TEST(Seating, IsFixedUnlessSaidOtherwise) {
  const run::Order fixed = order(2);
  for (std::uint32_t game = 1; game < 5; ++game)
    EXPECT_EQ(run::seating(fixed, game), (std::vector<std::size_t>{0, 1}));
}

TEST(Seating, GoesRoundWithSwap) {
  run::Order swapped = order(4);
  swapped.swap = true;
  EXPECT_EQ(run::seating(swapped, 1), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(run::seating(swapped, 2), (std::vector<std::size_t>{1, 2, 3, 0}));
  EXPECT_EQ(run::seating(swapped, 4), (std::vector<std::size_t>{3, 0, 1, 2}));
  EXPECT_EQ(run::seating(swapped, 5), (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(Seating, IsDrawnBySeedAlone) {
  run::Order drawn = order(2);
  drawn.first_random = true;
  std::set<std::size_t> firsts;
  for (std::uint32_t game = 1; game <= 40; ++game) {
    EXPECT_EQ(run::seating(drawn, game), run::seating(drawn, game));
    firsts.insert(run::seating(drawn, game)[0]);
  }
  EXPECT_EQ(firsts.size(), 2U);
}

TEST(Seating, DrawsOnceForEachRoundWithBoth) {
  run::Order both = order(2);
  both.first_random = both.swap = true;
  for (std::uint32_t game = 1; game <= 20; game += 2)
    EXPECT_NE(run::seating(both, game), run::seating(both, game + 1)) << game;
}

TEST(Seeds, DifferBySeatGameAndRun) {
  std::set<std::uint64_t> seen;
  for (std::uint32_t run = 0; run < 8; ++run)
    for (std::uint32_t game = 1; game <= 8; ++game)
      for (unsigned s = 0; s < 4; ++s) seen.insert(run::seat_seed(run, game, base::seat(s)));
  EXPECT_EQ(seen.size(), 8U * 8 * 4);
}

TEST(Allowances, RefillWithTime) {
  net::MessageBudget allowance;
  base::Time now{};
  for (int k = 0; k < 100; ++k) EXPECT_TRUE(allowance.spend(now)) << k;
  EXPECT_FALSE(allowance.spend(now));
  now += std::chrono::seconds(1);
  for (int k = 0; k < 19; ++k) EXPECT_TRUE(allowance.spend(now)) << k;
  EXPECT_FALSE(allowance.spend(now));
}

namespace {

wire::Order asked() {
  wire::Order out;
  out.game = "connect4";
  out.bots = {"remote:a", "remote:b"};
  out.time.bank = std::chrono::seconds(1);
  return out;
}

std::string refusal(const wire::Order& order) {
  const auto built = run::build_order(order, {});
  return built ? "" : built.error().sentence;
}

}  // namespace

TEST(Orders, AreBuiltFromWhatTheNetworkBrings) {
  const auto built = run::build_order(asked(), {});
  ASSERT_TRUE(built) << built.error().sentence;
  EXPECT_EQ(built->bots.size(), 2U);
  EXPECT_EQ(run::board_name(built->options, built->start), "rectangle");
}

TEST(Orders, AreRefusedWithASentence) {
  wire::Order order = asked();
  order.game = "chess";
  EXPECT_EQ(refusal(order),
            "there is no game called \"chess\"; the games are amazons, quoridor, connect4, hex");
  order = asked();
  order.bots.pop_back();
  EXPECT_EQ(refusal(order), "the game has 2 seats, and 1 bots were named");
  order = asked();
  order.bots[0] = "/bin/sh";
  EXPECT_EQ(refusal(order), "\"/bin/sh\" is not offered here; say remote:NAME");
  order = asked();
  order.moves = "x0";
  EXPECT_EQ(refusal(order), "a match begins with moves and no eliminations");
  order = asked();
  order.moves = "1 2 1 2 1 2 1";
  EXPECT_EQ(refusal(order), "the game is over before it begins");
  order = asked();
  order.time.bank.reset();
  EXPECT_EQ(refusal(order), "the order has no clock");
  order = asked();
  order.map = "..\n";
  EXPECT_FALSE(refusal(order).empty());
}

}  // namespace quiver::tests

// A visitor's way from a request to the end of a game, and the tables that nobody needs any more.
#include "tests/unit/web/given_tables.hpp"

namespace quiver::tests {

namespace {

class VisitorGames : public GivenTables {};

}  // namespace

TEST_F(VisitorGames, BeginAGameWithABotWhenTheVisitorComes) {
  const auto opened = tables.open(request({"rolf", "me"}), here, now).value();
  EXPECT_EQ(opened.keys_size(), 0);
  EXPECT_EQ(opened.game_id(), "");
  EXPECT_TRUE(people.asked.empty()) << "the visitor has not come yet";
  const auto place = sit(opened.token());
  EXPECT_EQ(place, (web::VisitorGames::Place{opened.table(), 1}));
  EXPECT_EQ(tables.view(place).missing(), 0U);
  ASSERT_EQ(people.asked.size(), 1U);
  const run::CasualGame& game = people.asked[0];
  EXPECT_EQ(game.order.game, "connect4");
  EXPECT_EQ(game.order.bots, (std::vector<std::string>{"rolf", "visitor"}));
  EXPECT_EQ(game.keys[0], "");
  EXPECT_EQ(people.names.at(game.keys[1]), "visitor");
  EXPECT_EQ(people.present.at(game.keys[1]), true);
  EXPECT_EQ(game.order.time.per_move, std::chrono::seconds(1));
  EXPECT_TRUE(game.people.bank);

  people.begin(std::string("games-1"));
  EXPECT_EQ(tables.view(place).game_id(), "games-1");
  EXPECT_EQ(tables.of_game("games-1"), opened.table());
  EXPECT_EQ(tables.of_game("games-2"), std::nullopt);
  EXPECT_EQ(changed, (std::vector<std::string>{opened.table()}));
}

TEST_F(VisitorGames, WaitForFriendsWhoseKeysWorkOnce) {
  const auto opened = tables.open(request({"friend", "me"}), here, now).value();
  ASSERT_EQ(opened.keys_size(), 1);
  const auto mine = sit(opened.token());
  EXPECT_EQ(tables.view(mine).missing(), 1U);
  EXPECT_EQ(status(claim("")), 404U);
  EXPECT_EQ(status(claim(opened.token())), 404U) << "a token is no key";
  EXPECT_EQ(status(tables.find(opened.keys(0))), 404U) << "and a key is no token";
  EXPECT_EQ(status(claim(opened.keys(0).substr(1))), 404U);
  EXPECT_EQ(status(claim(opened.keys(0), "a b")), 400U) << "and is not used up by it";
  const auto ticket = claim(opened.keys(0), "ben").value();
  EXPECT_EQ(ticket.seat(), 0U);
  EXPECT_EQ(ticket.table(), opened.table());
  EXPECT_NE(ticket.token(), opened.token());
  EXPECT_EQ(status(claim(opened.keys(0), "eve")), 404U);
  EXPECT_TRUE(people.asked.empty()) << "a seat that is taken is not yet one that is sat on";
  sit(ticket.token());
  ASSERT_EQ(people.asked.size(), 1U);
  EXPECT_EQ(people.asked[0].order.bots, (std::vector<std::string>{"ben", "visitor"}));
  EXPECT_EQ(changed, (std::vector<std::string>{opened.table()}));
}

TEST_F(VisitorGames, KnowAVisitorByTheTokenAlone) {
  const auto opened = tables.open(request({"me", "friend"}), here, now).value();
  EXPECT_EQ(status(tables.find("")), 404U);
  EXPECT_EQ(status(tables.find(opened.table())), 404U);
  EXPECT_EQ(status(tables.find(opened.token() + "0")), 404U);
  EXPECT_EQ(status(tables.find(opened.token())), 200U);
  EXPECT_EQ(status(tables.find(opened.token())), 200U) << "however often the page is loaded";
}

TEST_F(VisitorGames, CountAVisitorsPages) {
  const auto opened = tables.open(request({"me", "rolf"}), here, now).value();
  const auto place = sit(opened.token());
  people.begin(std::string("games-1"));
  const std::string key = people.asked[0].keys[0];
  sit(opened.token());
  tables.depart(place, now);
  EXPECT_TRUE(people.present.at(key)) << "one page is still there";
  tables.depart(place, now);
  EXPECT_FALSE(people.present.at(key));
  sit(opened.token());
  EXPECT_TRUE(people.present.at(key));
  EXPECT_EQ(people.asked.size(), 1U) << "the game does not begin again";
}

TEST_F(VisitorGames, PassOnWhatAVisitorDoes) {
  const auto opened = tables.open(request({"me", "rolf"}), here, now).value();
  const auto place = sit(opened.token());
  const std::string key = people.asked[0].keys[0];
  EXPECT_TRUE(tables.move(place, 3, games::ConnectFourMove{2}));
  people.answer = base::bad_input("it is not your turn");
  const auto refused = tables.move(place, 4, games::ConnectFourMove{2});
  EXPECT_EQ(status(refused), 409U);
  EXPECT_EQ(refused.error().sentence, "it is not your turn");
  EXPECT_EQ(status(tables.resign(place)), 409U);
  EXPECT_EQ(people.done,
            (std::vector<std::string>{key + " plays at 3", key + " plays at 4", key + " resigns"}));
}

TEST_F(VisitorGames, TellWhyNothingComesOfAGame) {
  const auto opened = tables.open(request({"me", "rolf"}), here, now).value();
  const auto place = sit(opened.token());
  people.begin(base::bad_input("no room"));
  EXPECT_EQ(tables.view(place).closed(), "no room");
  EXPECT_EQ(tables.view(place).game_id(), "");
  EXPECT_TRUE(people.names.empty()) << "nobody is kept for it";
  EXPECT_EQ(tables.offers().free_bots(), 2U);
  tables.depart(place, now);
  sit(opened.token());
  EXPECT_EQ(people.asked.size(), 1U);
}

// The match is broken off, and goes on as another one with the moves before.
TEST_F(VisitorGames, TakeBackAMoveInAGameWithABot) {
  const auto opened = tables.open(request({"me", "rolf"}), here, now).value();
  const auto place = sit(opened.token());
  EXPECT_EQ(status(tables.take_back(place, now)), 409U) << "it has not begun";
  people.begin(std::string("games-1"));
  const std::string key = people.asked[0].keys[0];
  people.before_last = base::bad_input("you have not moved yet");
  EXPECT_EQ(status(tables.take_back(place, now)), 409U);
  EXPECT_FALSE(tables.view(place).restarting());

  people.before_last = std::string("4 5");
  changed.clear();
  EXPECT_TRUE(tables.take_back(place, now));
  EXPECT_TRUE(tables.view(place).restarting());
  EXPECT_EQ(people.done, (std::vector<std::string>{key + " takes back"}));
  EXPECT_EQ(changed.size(), 1U) << "its pages leave the match before it ends";
  EXPECT_EQ(people.asked.size(), 1U) << "the match has to be over first";
  EXPECT_EQ(status(tables.take_back(place, now)), 409U) << "once at a time";
  tables.on_over("games-1", now + std::chrono::minutes(29));
  ASSERT_EQ(people.asked.size(), 2U);
  EXPECT_EQ(people.asked[1].order.moves, "4 5");
  EXPECT_EQ(people.asked[1].order.bots, people.asked[0].order.bots);
  EXPECT_EQ(people.asked[1].keys, people.asked[0].keys);
  EXPECT_EQ(people.asked[1].people.bank, std::chrono::minutes(2))
      << "the clock has gone on, but some is left";
  EXPECT_TRUE(tables.view(place).restarting());
  people.begin(std::string("games-2"));
  EXPECT_FALSE(tables.view(place).restarting());
  EXPECT_EQ(tables.view(place).game_id(), "games-2");
  tables.on_over("games-2", now);
  EXPECT_TRUE(people.names.empty()) << "now it is over";
  EXPECT_EQ(status(tables.take_back(place, now)), 409U);
}

TEST_F(VisitorGames, TakeNothingBackAndHelpNobodyWherePeoplePlayEachOther) {
  const auto opened = tables.open(request({"me", "friend"}), here, now).value();
  const auto place = sit(opened.token());
  sit(claim(opened.keys(0), "ben").value().token());
  people.begin(std::string("games-1"));
  EXPECT_EQ(status(tables.take_back(place, now)), 409U);
  EXPECT_EQ(status(tables.hint(place, "rolf")), 409U);
  EXPECT_TRUE(people.done.empty());
}

TEST_F(VisitorGames, SayWhenAGameThatWasTakenBackCannotGoOn) {
  const auto opened = tables.open(request({"me", "rolf"}), here, now).value();
  const auto place = sit(opened.token());
  people.begin(std::string("games-1"));
  people.answer = base::bad_input("the game is over");
  EXPECT_EQ(status(tables.take_back(place, now)), 409U);
  EXPECT_FALSE(tables.view(place).restarting());
  people.answer = {};
  EXPECT_TRUE(tables.take_back(place, now));
  tables.on_over("games-1", now);
  people.begin(base::bad_input("no room"));
  EXPECT_EQ(tables.view(place).closed(), "no room");
  EXPECT_FALSE(tables.view(place).restarting());
  EXPECT_TRUE(people.names.empty());
}

TEST_F(VisitorGames, AskABotForAHint) {
  const auto opened = tables.open(request({"rolf", "me"}), here, now).value();
  const auto place = sit(opened.token());
  people.begin(std::string("games-1"));
  EXPECT_EQ(status(tables.hint(place, "eve")), 403U);
  EXPECT_EQ(status(tables.hint(place, "gone")), 400U);
  EXPECT_TRUE(tables.hint(place, ""));
  EXPECT_TRUE(tables.view(place).hinting());
  EXPECT_EQ(status(tables.hint(place, "")), 409U) << "one at a time";
  ASSERT_EQ(people.asked.size(), 2U);
  EXPECT_EQ(people.asked[1].order.bots, (std::vector<std::string>{"stand-in", "rolf"}));
  EXPECT_EQ(people.asked[1].keys[1], "") << "the bot has the visitor's seat";
  EXPECT_NE(people.asked[1].keys[0], "");

  games::Options options;
  auto position = games::Position::start("connect4", options).value();
  const auto moves = position.parse_list("4").value();
  ASSERT_TRUE(games::play(position, moves));
  people.hints[0](run::Hint{position, {base::Seat{1}, "3", std::chrono::milliseconds(5), {}}});
  const auto view = tables.view(place);
  EXPECT_FALSE(view.hinting());
  EXPECT_EQ(view.hint().bot(), "rolf");
  EXPECT_EQ(view.hint().ply(), 1U);
  EXPECT_EQ(view.hint().step().notation(), "3");
  EXPECT_EQ(view.hint().step().move().connect4().column(), 2U);
  EXPECT_TRUE(view.hint().step().has_cell());
  EXPECT_TRUE(tables.move(place, 1, games::ConnectFourMove{2}));
  EXPECT_FALSE(tables.view(place).has_hint()) << "it was about that move";

  EXPECT_TRUE(tables.hint(place, "rolf"));
  people.hints[1](base::bad_input("the bot has found no move in its time"));
  EXPECT_EQ(tables.view(place).hint().failed(), "the bot has found no move in its time");
  EXPECT_FALSE(tables.view(place).hint().has_step());
}

TEST_F(VisitorGames, GiveSoManyHintsAtOnce) {
  std::vector<web::VisitorGames::Place> places;
  for (int k = 0; k < 2; ++k) {
    places.push_back(
        sit(tables.open(request({"me", "rolf"}), net::AddressKey{static_cast<std::uint8_t>(k + 5)}, now)
                .value()
                .token()));
    people.begin("games-" + std::to_string(k));
    EXPECT_TRUE(tables.hint(places.back(), ""));
  }
  places.push_back(sit(tables.open(request({"me", "rolf"}), net::AddressKey{9}, now).value().token()));
  people.begin(std::string("games-9"));
  EXPECT_EQ(status(tables.hint(places.back(), "")), 503U);
  people.hints[0](base::bad_input("none"));
  EXPECT_TRUE(tables.hint(places.back(), ""));
}

TEST_F(VisitorGames, OutliveWhoeverAsksForThem) {
  {
    web::VisitorGames gone(people, rules(), [](const std::string&) { FAIL(); });
    const auto opened = gone.open(request({"me", "rolf"}), here, now).value();
    gone.arrive(gone.find(opened.token()).value(), now);
  }
  people.begin(std::string("games-1"));
}

TEST_F(VisitorGames, AreSoonForgottenWhenNobodyComes) {
  using std::chrono::seconds;
  const auto with_friend = tables.open(request({"me", "friend"}), here, now).value();
  const auto with_bot = tables.open(request({"me", "rolf"}), here, now).value();
  EXPECT_EQ(tables.offers().free_bots(), 1U);
  tables.sweep(now + seconds(59));
  EXPECT_EQ(tables.size(), 2U);
  tables.sweep(now + seconds(60));
  EXPECT_EQ(tables.size(), 0U);
  EXPECT_EQ(tables.offers().free_bots(), 2U) << "its bot is there for others";
  EXPECT_EQ(status(tables.find(with_bot.token())), 404U);
  EXPECT_EQ(status(claim(with_friend.keys(0))), 404U);
  EXPECT_TRUE(people.names.empty());
}

TEST_F(VisitorGames, AreForgottenAfterAWhileWhenNobodyFillsThem) {
  const auto opened = tables.open(request({"me", "friend"}), here, now).value();
  tables.depart(sit(opened.token()), now);
  tables.sweep(now + std::chrono::minutes(29));
  EXPECT_EQ(tables.size(), 1U) << "whoever came may be waiting for a friend";
  tables.sweep(now + std::chrono::minutes(30));
  EXPECT_EQ(tables.size(), 0U);
}

TEST_F(VisitorGames, LeaveTheLastBotToOthers) {
  sit(tables.open(request({"me", "rolf"}), here, now).value().token());
  people.begin(std::string("games-1"));
  people.playing_bots = 1;
  const auto second = tables.open(request({"me", "rolf"}), here, now).value();
  const auto place = sit(second.token());
  EXPECT_EQ(people.asked.size(), 1U);
  EXPECT_NE(tables.view(place).closed().find("other visitors"), std::string::npos);
  EXPECT_EQ(tables.offers().free_bots(), 1U);
  here = {2};
  sit(tables.open(request({"me", "rolf"}), here, now).value().token());
  EXPECT_EQ(people.asked.size(), 2U) << "another address has it";
}

TEST_F(VisitorGames, ForgetTheOldestGamesWhenThereAreMany) {
  std::string first;
  for (std::size_t k = 0; k < 2 * rules().max_tables + 10; ++k) {
    const auto opened = tables.open(request({"me", "friend"}), here, now).value();
    const auto place = sit(opened.token());
    sit(claim(opened.keys(0)).value().token());
    people.begin("games-" + std::to_string(k));
    tables.on_over("games-" + std::to_string(k), now + std::chrono::milliseconds(k));
    tables.depart(place, now + std::chrono::milliseconds(k));
    tables.depart({place.table, 1}, now + std::chrono::milliseconds(k));
    if (first.empty()) first = opened.token();
  }
  EXPECT_EQ(tables.size(), 2 * rules().max_tables);
  EXPECT_EQ(status(tables.find(first)), 404U);
}

TEST_F(VisitorGames, AreKeptWhileSomebodySitsOrPlays) {
  const auto waiting = tables.open(request({"me", "friend"}), here, now).value();
  const auto place = sit(waiting.token());
  const auto playing = tables.open(request({"me", "rolf"}), here, now).value();
  const auto player = sit(playing.token());
  people.begin(std::string("games-1"));
  tables.depart(player, now);
  tables.sweep(now + std::chrono::hours(9));
  EXPECT_EQ(tables.size(), 2U) << "the referee ends a game that nobody comes back to, not the table";
  tables.depart(place, now + std::chrono::hours(9));
  tables.sweep(now + std::chrono::hours(9) + std::chrono::minutes(29));
  EXPECT_EQ(tables.size(), 2U);
  tables.sweep(now + std::chrono::hours(9) + std::chrono::minutes(30));
  EXPECT_EQ(tables.size(), 1U);
}

TEST_F(VisitorGames, LetPeopleGoWhenTheGameIsOver) {
  const auto opened = tables.open(request({"me", "rolf"}), here, now).value();
  const auto place = sit(opened.token());
  people.begin(std::string("games-1"));
  tables.on_over("games-2", now);
  EXPECT_EQ(people.names.size(), 1U);
  tables.on_over("games-1", now);
  EXPECT_TRUE(people.names.empty());
  EXPECT_EQ(tables.view(place).game_id(), "games-1");
  tables.depart(place, now);
  sit(opened.token());
  EXPECT_TRUE(people.present.empty()) << "nobody speaks for somebody who is gone";
  tables.depart(place, now);
  tables.sweep(now + std::chrono::minutes(30));
  EXPECT_EQ(tables.size(), 0U);
}

}  // namespace quiver::tests

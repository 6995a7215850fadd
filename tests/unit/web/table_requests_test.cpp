// What visitors may ask for: bots on offer, so many at once, small boards, names that are names.
#include <limits>

#include "client_sdk/games/registry.hpp"
#include "tests/unit/web/given_tables.hpp"

namespace quiver::tests {

namespace {

class TableRequests : public GivenTables {
 protected:
  unsigned asked_for(const std::function<void(v1::BoardChoice&)>& choose, const char* game = "amazons") {
    v1::TableRequest asked_for = request({"me", "friend"}, game);
    choose(*asked_for.mutable_board());
    return asked(asked_for);
  }
};

}  // namespace

TEST_F(TableRequests, AreForBotsOnOffer) {
  EXPECT_EQ(asked(request({"me", "/bin/true"})), 403U) << "what a bot is, is no name";
  EXPECT_EQ(asked(request({"me", "remote:ann"})), 403U);
  EXPECT_EQ(asked(request({"me", ""})), 403U);
  EXPECT_EQ(asked(request({"me", "rolf move-time=1h"})), 403U);
  EXPECT_EQ(asked(request({"me", "gone"})), 400U);
  EXPECT_EQ(asked(request({"me", "rolf"})), 200U);
}

TEST_F(TableRequests, AreDeniedWhereNothingIsOnOffer) {
  web::VisitorGames closed(people, {}, [](const std::string&) {});
  EXPECT_EQ(status(closed.open(request({"me", "friend"}), here, now)), 403U);
  EXPECT_EQ(closed.size(), 0U);
}

TEST_F(TableRequests, TellNothingOfWhereBotsAre) {
  const auto denied = tables.open(request({"me", "gone"}), here, now);
  ASSERT_FALSE(denied);
  EXPECT_EQ(denied.error().sentence, "\"gone\" cannot be started here");
}

TEST_F(TableRequests, AreDeniedWhenTooManyBotsPlay) {
  EXPECT_EQ(asked(request({"me", "rolf"})), 200U);
  people.playing_bots = 1;
  EXPECT_EQ(asked(request({"me", "rolf"})), 503U);
  EXPECT_EQ(tables.offers().free_bots(), 0U);
  EXPECT_EQ(asked(request({"me", "friend"})), 200U);
  people.playing_bots = 100;
  EXPECT_EQ(tables.offers().free_bots(), 0U);
}

TEST_F(TableRequests, AreDeniedWhenAllTablesAreTaken) {
  for (std::size_t k = 0; k < rules().max_tables; ++k) {
    here = {2, static_cast<std::uint8_t>(k)};
    ASSERT_EQ(asked(request({"me", "friend"})), 200U);
  }
  here = {3};
  EXPECT_EQ(asked(request({"me", "friend"})), 503U);
  EXPECT_EQ(tables.size(), rules().max_tables);
  EXPECT_EQ(people.names.size(), rules().max_tables);
}

TEST_F(TableRequests, OfOneAddressLeaveTablesToOthers) {
  for (std::size_t k = 0; k < rules().from_one_address; ++k)
    ASSERT_EQ(asked(request({"me", "friend"})), 200U);
  const auto denied = tables.open(request({"me", "friend"}), here, now);
  EXPECT_EQ(status(denied), 429U);
  EXPECT_NE(denied.error().sentence.find("from your address"), std::string::npos);
  here = {2};
  EXPECT_EQ(asked(request({"me", "friend"})), 200U);
}

TEST_F(TableRequests, AreNotDeniedForBotsThatWaitForNobody) {
  EXPECT_EQ(asked(request({"me", "rolf"})), 200U);
  EXPECT_EQ(asked(request({"me", "rolf"})), 200U);
  now += std::chrono::seconds(4);
  here = {2};
  EXPECT_EQ(asked(request({"me", "rolf"})), 503U) << "their pages may be loading";
  now += std::chrono::seconds(1);
  EXPECT_EQ(asked(request({"me", "rolf"})), 200U);
  EXPECT_EQ(tables.size(), 2U);
  EXPECT_EQ(people.names.size(), 2U) << "nobody is kept for the table that went";
}

TEST_F(TableRequests, ForBotsThatWaitForSomebodyOfTheSameAddressAreDenied) {
  EXPECT_EQ(asked(request({"me", "rolf"})), 200U);
  EXPECT_EQ(asked(request({"me", "rolf"})), 200U);
  now += std::chrono::seconds(30);
  EXPECT_EQ(asked(request({"me", "rolf"})), 503U);
}

TEST_F(TableRequests, HaveOneSeatForWhoeverAsks) {
  EXPECT_EQ(asked(request({"me", "me"})), 400U);
  EXPECT_EQ(asked(request({"friend", "friend"})), 400U);
  EXPECT_EQ(asked(request({"me"})), 400U);
  EXPECT_EQ(asked(request({})), 400U);
  EXPECT_EQ(asked(request({"me", "friend", "friend"})), 400U);
  EXPECT_EQ(asked(request({"me", "friend"}, "chess")), 400U);
  EXPECT_EQ(asked(request({"me", "friend"}, "")), 400U);
  v1::TableRequest many = request({});
  for (int k = 0; k < 1000; ++k) many.add_seats("friend");
  EXPECT_EQ(asked(many), 400U);
  v1::TableRequest four = request({"friend", "me", "friend", "friend"}, "quoridor");
  four.mutable_board()->set_seats(4);
  const auto opened = tables.open(four, here, now);
  ASSERT_TRUE(opened) << opened.error().sentence;
  EXPECT_EQ(opened->keys_size(), 3);
  EXPECT_TRUE(people.names.size() == 1) << "nobody is added for what was denied";
}

TEST_F(TableRequests, AreForSmallBoards) {
  EXPECT_EQ(asked_for([](auto& board) { board.set_size(20); }), 200U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_size(21); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_rows(20), board.set_columns(20); }), 200U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_rows(401), board.set_columns(1); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_rows(41); }), 400U);
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(asked_for([](auto& board) { board.set_size(kMost); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_size(1U << 16U); }), 400U) << "its square is 0 in 32 bits";
  EXPECT_EQ(asked_for([](auto& board) { board.set_rows(kMost), board.set_columns(kMost); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_rows(1U << 16U), board.set_columns(1U << 16U); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_rows(kMost), board.set_columns(0); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_rows(0), board.set_columns(0); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_size(0); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_shape("donut"), board.set_size(12); }), 200U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_shape("nowhere"); }), 400U);
}

TEST_F(TableRequests, AreForMapsThatAreSomeAndSmall) {
  EXPECT_EQ(asked_for([](auto& board) { board.set_map("0...\n.#..\n...1\n"); }), 200U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_map(""); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_map("hello"); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_map(std::string(1000, '.') + "\n"); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_map(std::string(401, '.') + "\n"); }), 400U);
  EXPECT_EQ(asked_for([](auto& board) { board.set_map("01\n"), board.set_size(5); }), 400U);
}

TEST_F(TableRequests, GiveBotsABoundedTime) {
  const auto with_time = [&](double millis) {
    v1::TableRequest one = request({"me", "friend"});
    one.set_bot_millis(millis);
    return asked(one);
  };
  EXPECT_EQ(with_time(10'000), 200U);
  EXPECT_EQ(with_time(10'000.5), 400U);
  EXPECT_EQ(with_time(-1), 400U);
  EXPECT_EQ(with_time(std::numeric_limits<double>::quiet_NaN()), 400U);
  EXPECT_EQ(with_time(std::numeric_limits<double>::infinity()), 400U);
  const auto with_bot = [&](double millis) {
    v1::TableRequest one = request({"me", "rolf"});
    one.set_bot_millis(millis);
    sit(tables.open(one, here, now).value().token());
    return people.asked.back().order.time.per_move.value();
  };
  EXPECT_EQ(with_bot(2500), std::chrono::milliseconds(2500));
  EXPECT_EQ(with_bot(0.001), std::chrono::milliseconds(1));
}

TEST_F(TableRequests, HaveNamesThatAreNames) {
  const auto with_name = [&](const std::string& name) {
    v1::TableRequest one = request({"me", "friend"});
    one.set_name(name);
    return asked(one);
  };
  for (const char* name : {"", "ann", "A.b-c_9", "abcdefghijklmnopqrstuvwxyz012345"})
    EXPECT_EQ(with_name(name), 200U) << name;
  for (const char* name :
       {".ann", "a b", "a/b", "ü", "<b>", "abcdefghijklmnopqrstuvwxyz0123456", "a\n", "\x1b"})
    EXPECT_EQ(with_name(name), 400U) << name;
}

TEST_F(TableRequests, AreAnsweredWithSecretsThatDiffer) {
  std::vector<std::string> all;
  for (int k = 0; k < 3; ++k) {
    const auto opened = tables.open(request({"me", "friend"}), here, now).value();
    for (const std::string& one : {opened.token(), opened.keys(0), opened.table()}) {
      EXPECT_EQ(std::find(all.begin(), all.end(), one), all.end());
      all.push_back(one);
    }
    EXPECT_EQ(opened.token().size(), 32U);
    EXPECT_EQ(opened.keys(0).size(), 32U);
  }
}

TEST_F(TableRequests, ShowWhatIsOffered) {
  const auto offers = tables.offers();
  ASSERT_EQ(offers.bots_size(), 1) << "whoever plays nothing is not shown";
  EXPECT_EQ(offers.bots(0).name(), "rolf");
  const int games = static_cast<int>(games::all_game_names().size());
  EXPECT_EQ(offers.bots(0).games_size(), games);
  EXPECT_EQ(offers.games_size(), games);
  EXPECT_EQ(offers.free_bots(), 2U);
}

}  // namespace quiver::tests

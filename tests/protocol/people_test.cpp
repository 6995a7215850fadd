// People who play without a connection, in a whole referee: what they may do, what happens when they go, and
// how their games live beside what was ordered. Under ThreadSanitizer too, because boards are built
// elsewhere.
#include <fstream>
#include <iterator>

#include "client_sdk/bot/run_bot.hpp"
#include "client_sdk/wire/client_connection.hpp"
#include "client_sdk/wire/codec.hpp"
#include "tests/protocol/given_people.hpp"

namespace quiver::tests {

namespace {

using wire::Reason;

class FirstMove : public bot::Bot {
 public:
  bot::Choice choose(const games::Position& position, bot::Deadline) override {
    std::optional<games::Move> first;
    position.for_each_legal_move([&](const games::Move& move) {
      if (!first) first = move;
    });
    return *first;
  }
};

class People : public PeopleInAReferee {
 protected:
  ~People() override {
    if (loop_.joinable()) stop();
    for (std::thread& one : bots_) one.join();
  }
  void connect_bot(const std::string& name) {
    bots_.emplace_back([url = referee_->address().url(), name] {
      const std::array<const char*, 5> argv = {"bot", "--connect", url.c_str(), "--name", name.c_str()};
      EXPECT_EQ(bot::run_bot(5, argv.data(), FirstMove{}), 0);
    });
  }
  // The match of a game that goes on, on the referee's thread.
  const match::Match& seen(const std::string& id) { return observer_.tables.at(id)->match(); }
  // Ann and Bob, and the game that they play.
  void begin(base::Duration reconnect = std::chrono::minutes(2)) {
    ann_ = comes("ann");
    bob_ = comes("bob");
    run::CasualGame game = connect_four({"ann", "bob"}, {ann_, bob_});
    game.reconnect = reconnect;
    id_ = play(game).value();
  }

  std::string ann_;
  std::string bob_;
  std::string id_;

 private:
  std::vector<std::thread> bots_;
};

}  // namespace

TEST_F(People, PlayAWholeGameAndAreSeen) {
  open();
  run();
  begin();
  EXPECT_EQ(move(ann_, 0, 4), "");
  there([&] {
    EXPECT_EQ(seen(id_).clock(std::chrono::steady_clock::now()).running, seat(1)) << "it starts at once";
    EXPECT_EQ(seen(id_).time(seat(1)).bank, std::chrono::minutes(20));
    EXPECT_EQ(seen(id_).title(seat(1)), "");
    EXPECT_EQ(referee_->stats().matches, 1U);
    EXPECT_EQ(referee_->stats().connections, 0U);
    EXPECT_TRUE(referee_->listing().competitors.empty());
    EXPECT_EQ(referee_->listing().matches.at(0).id, id_);
    EXPECT_EQ(observer_.headings.at(id_).seats[0].time.bank, std::chrono::minutes(20));
  });
  for (std::uint32_t ply = 1; ply < 7; ++ply)
    EXPECT_EQ(move(ply % 2 == 0 ? ann_ : bob_, ply, ply % 2 == 0 ? 4 : 1), "") << ply;
  const wire::Record record = observer_.record(id_);
  EXPECT_EQ(observer_.lines(),
            (Lines{"begin connect4 on a rectangle ann bob", "moved 4", "moved 1", "moved 4", "moved 1",
                   "moved 4", "moved 1", "moved 4", "end", "over: seat 0, ann, won"}));
  EXPECT_EQ(record.seats[0].name, "ann");
  EXPECT_FALSE(record.seats[0].lag);
  EXPECT_FALSE(record.seats[0].cpu_on_turn);
  EXPECT_EQ(record.seats[0].log + record.seats[0].isolation + record.seats[0].limits, "");
  EXPECT_GE(observer_.changes(), 7U);
  EXPECT_GE(observer_.people(), 1U);
  EXPECT_EQ(observer_.served(), 0U);
  EXPECT_EQ(move(bob_, 7, 1), "there is no game that you play in");
  // and again: they are free
  const std::string second = play(connect_four({"bob", "ann"}, {bob_, ann_})).value();
  EXPECT_NE(second, id_);
  EXPECT_EQ(stop(), SIGTERM);
  EXPECT_EQ(collection_.ids, Lines{id_}) << "the second is void";
}

TEST_F(People, HearThatTheirGameIsVoidWhenTheCollectionIsGone) {
  std::string file = testing::TempDir() + "quiver-records-XXXXXX";
  const int opened = mkstemp(file.data());
  ASSERT_GE(opened, 0);
  close(opened);
  settings_.record = file;
  open();
  run();
  begin();
  referee_->set_collection(nullptr);
  EXPECT_EQ(move(ann_, 0, 4), "");
  EXPECT_EQ(resign(bob_), "");
  EXPECT_EQ(observer_.record(id_).winner, seat(0));
  EXPECT_EQ(stop(), SIGTERM);
  std::ifstream in(file);
  const std::string written{std::istreambuf_iterator<char>(in), {}};
  unlink(file.c_str());
  EXPECT_NE(written.find("void: the game could not be stored: "), std::string::npos) << written;
  EXPECT_TRUE(collection_.ids.empty());
}

TEST_F(People, LoseNothingByAWrongClick) {
  open();
  run();
  begin();
  EXPECT_EQ(move(bob_, 0, 1), "it is not your turn");
  EXPECT_EQ(move(ann_, 1, 1), "the position has changed; choose again");
  EXPECT_NE(move(ann_, 0, 8), "") << "there is no such column";
  EXPECT_NE(there([&] { return sentence(people().move(ann_, 0, games::QuoridorMove{})); }), "");
  for (std::uint32_t ply = 0; ply < 6; ++ply) EXPECT_EQ(move(ply % 2 == 0 ? ann_ : bob_, ply, 3), "");
  EXPECT_NE(move(ann_, 6, 3), "") << "the column is full";
  EXPECT_EQ(move(ann_, 6, 2), "");
  EXPECT_EQ(move("nobody", 7, 2), "there is no game that you play in");
  there([&] {
    EXPECT_FALSE(seen(id_).is_out(seat(0)) || seen(id_).is_out(seat(1)));
    EXPECT_EQ(seen(id_).position().ply(), 7U);
  });
}

TEST_F(People, GoAndComeBackAsOftenAsTheyLike) {
  open();
  run();
  begin();
  for (std::uint32_t k = 0; k < 30; ++k) {
    there([&] {
      people().set_present(ann_, false);
      EXPECT_FALSE(seen(id_).is_connected(seat(0)));
      people().set_present(ann_, true);
      EXPECT_TRUE(seen(id_).is_connected(seat(0)) && seen(id_).is_ready(seat(0)));
      EXPECT_EQ(seen(id_).awaited(), seat(0));
    });
  }
  EXPECT_EQ(move(ann_, 0, 4), "");
  there([&] { people().set_present(ann_, false); });
  EXPECT_EQ(move(bob_, 1, 4), "") << "who is there can go on";
  there([&] {
    EXPECT_EQ(seen(id_).clock(std::chrono::steady_clock::now()).running, seat(0)) << "who is not pays";
  });
}

TEST_F(People, AreOutWhenAwayTooLong) {
  open();
  run();
  begin(std::chrono::milliseconds(20));
  there([&] { people().set_present(bob_, false); });
  const wire::Record record = observer_.record(id_);
  EXPECT_EQ(record.seats[1].reason, Reason::kDisconnected);
  EXPECT_EQ(record.winner, seat(0));
}

TEST_F(People, AreOutWhenTheirClockHasRunOut) {
  open();
  run();
  ann_ = comes("ann");
  bob_ = comes("bob");
  run::CasualGame game = connect_four({"ann", "bob"}, {ann_, bob_});
  game.people.bank = std::chrono::milliseconds(20);
  EXPECT_EQ(observer_.record(play(game).value()).seats[0].reason, Reason::kTimeout);
  EXPECT_EQ(move(ann_, 0, 4), "there is no game that you play in");
}

TEST_F(People, ResignOrLeave) {
  open();
  run();
  begin();
  EXPECT_EQ(resign(bob_), "");
  EXPECT_EQ(observer_.record(id_).seats[1].reason, Reason::kResigned);
  EXPECT_EQ(resign(bob_), "there is no game that you play in");
  const std::string second = play(connect_four({"bob", "ann"}, {bob_, ann_})).value();
  there([&] { people().remove(bob_); });
  EXPECT_EQ(observer_.record(second).seats[0].reason, Reason::kDisconnected);
  EXPECT_EQ(play(connect_four({"bob", "ann"}, {bob_, ann_})).error().sentence,
            "a player has left before the game began");
}

TEST_F(People, AreRefusedGamesThatCannotBe) {
  open();
  run();
  begin();
  const std::string cleo = comes("cleo");
  const auto refusal = [&](const run::CasualGame& game) { return play(game).error().sentence; };
  EXPECT_EQ(refusal(connect_four({"ann", "cleo"}, {ann_, cleo})), "ann has another game");
  EXPECT_EQ(refusal(connect_four({"cleo", "cleo"}, {cleo, cleo})), "cleo has another game");
  EXPECT_EQ(refusal(connect_four({"cleo", "remote:ann"}, {cleo, ""})), "\"remote:ann\" is not offered here");
  run::CasualGame clockless = connect_four({"cleo", "dan"}, {cleo, comes("dan")});
  clockless.people = {};
  EXPECT_EQ(refusal(clockless), "the order has no clock");
  // and when two games want the same person at once, one of them gets it
  const std::string eve = comes("eve");
  std::promise<bool> first;
  std::promise<bool> second;
  there([&] {
    people().play(connect_four({"cleo", "eve"}, {cleo, eve}),
                  [&](const base::Result<std::string>& id) { first.set_value(id.has_value()); });
    people().play(connect_four({"eve", "cleo"}, {eve, cleo}),
                  [&](const base::Result<std::string>& id) { second.set_value(id.has_value()); });
  });
  EXPECT_TRUE(first.get_future().get());
  EXPECT_FALSE(second.get_future().get());
}

TEST_F(People, AreNotTakenForBotsOfTheirNameAndTheirGamesEndWithTheOrder) {
  open();
  referee_->play(ordered_.order, ordered_);
  run();
  begin();  // with the names that the order waits for
  EXPECT_EQ(move(ann_, 0, 4), "");
  connect_bot("ann");
  connect_bot("bob");
  EXPECT_EQ(ended(), 0);
  EXPECT_EQ(ordered_.sentences, Lines{"seat 0, ann, won"});
  EXPECT_EQ(observer_.record(id_).sentence, "void: the referee has nothing more to play");
  EXPECT_GT(observer_.served(), 0U) << "bots were";
  EXPECT_TRUE(collection_.ids.empty());
}

TEST_F(People, PlayOnWhereTheRefereeStays) {
  settings_.stays = true;
  open();
  referee_->play(ordered_.order, ordered_);
  run();
  begin();
  connect_bot("ann");
  connect_bot("bob");
  ran_.get_future().get();
  // given that what was ordered is over, and the referee stays
  EXPECT_EQ(ordered_.sentences.size(), 1U);
  EXPECT_EQ(move(ann_, 0, 4), "");
  EXPECT_EQ(resign(bob_), "");
  EXPECT_EQ(observer_.record(id_).winner, seat(0));
  const std::string second = play(connect_four({"bob", "ann"}, {bob_, ann_})).value();
  // when a bot comes
  auto connection = wire::ClientConnection::open(referee_->address(), std::chrono::seconds(60));
  ASSERT_TRUE(connection);
  wire::Hello hello;
  hello.name = "late";
  connection->send(hello);
  const auto answer = connection->next(std::nullopt);
  ASSERT_EQ(answer.status, wire::ClientConnection::Status::kFrame);
  EXPECT_EQ(std::get<wire::Refused>(*wire::decode_referee_message(answer.frame)).sentence,
            "there is nothing more to play");
  // and when it is told to stop
  EXPECT_EQ(stop(), SIGTERM);
  EXPECT_EQ(observer_.record(second).sentence, "void: the referee was stopped");
  EXPECT_EQ(referee_->stay(), SIGTERM) << "at once, from then on";
}

TEST_F(People, MayEndTheirGamesWhenAServerStops) {
  settings_.grace = std::chrono::minutes(10);
  open();
  run();
  begin();
  kill(getpid(), SIGTERM);
  for (bool heard = false; !heard;) {
    const std::string cleo = comes("cleo");
    const std::string dan = comes("dan");
    const auto begun = play(connect_four({"cleo", "dan"}, {cleo, dan}));
    heard = !begun;
    EXPECT_EQ(heard ? begun.error().sentence : "the referee is stopping", "the referee is stopping");
    there([&] { people().remove(cleo); });
  }
  EXPECT_EQ(move(ann_, 0, 4), "");
  EXPECT_EQ(resign(bob_), "");
  EXPECT_EQ(ended(), SIGTERM) << "with the last game";
  EXPECT_EQ(observer_.record(id_).sentence, "seat 0, ann, won: bob out (RESIGNED)");
}

TEST_F(People, AreNoneOfTheLobbys) {
  settings_.pairing = true;
  settings_.timeouts.rest = base::Duration{0};
  open();
  run();
  const std::string ann = comes("ann");
  const std::string bob = comes("bob");
  connect_bot("bot-a");
  connect_bot("bot-b");
  observer_.await_line("end");
  EXPECT_TRUE(play(connect_four({"ann", "bob"}, {ann, bob})).has_value()) << "nobody has taken them";
}

}  // namespace quiver::tests

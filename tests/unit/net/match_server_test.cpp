// Who is let into a server: real sockets, and no network.
#include "referee/net/match_server.hpp"

#include <gtest/gtest.h>

#include "tests/unit/net/server_peer.hpp"

namespace quiver::tests {

namespace {

using wire::Refused;

class MatchServers : public testing::Test {
 protected:
  MatchServers() {
    server_.admission().set_tokens(net::Tokens::parse("ann ann-token\nbob bob-token\n").value());
  }

  boost::asio::io_context io_;
  net::Log log_{net::Log::Level::kOff};
  net::MatchServer server_{io_, log_, {}, {}};
};

}  // namespace

TEST_F(MatchServers, TellALaunchedBotThatComesTooLateThatNothingIsLeftToPlay) {
  const net::PlayerPtr player = server_.admission().expect("launched");
  Peer connected(io_, server_, player);
  server_.admission().dismiss(player);
  Peer comes(io_, server_, player);
  for (Peer* bot : {&connected, &comes}) {
    wire::Hello hello;
    hello.name = "anybody";
    hello.token = player->credential();
    bot->send(hello);
    const auto answer = bot->hear();
    ASSERT_TRUE(answer && std::holds_alternative<wire::Goodbye>(*answer));
    EXPECT_EQ(std::get<wire::Goodbye>(*answer).code, wire::Goodbye::Code::kDone);
    EXPECT_FALSE(bot->hear()) << "it hangs up";
  }
}

TEST_F(MatchServers, TakeTheTokenOfALaunchedBotOnce) {
  const net::PlayerPtr player = server_.admission().expect("launched");
  const std::string token = player->credential();
  // given that it is valid on the bot's private listener alone
  Peer elsewhere(io_, server_);
  EXPECT_EQ(elsewhere.greet(token)->code, Refused::Code::kToken);
  const net::PlayerPtr other = server_.admission().expect("another");
  Peer neighbour(io_, server_, other);
  EXPECT_EQ(neighbour.greet(token)->code, Refused::Code::kToken);
  Peer bot(io_, server_, player);
  EXPECT_FALSE(bot.greet(token));
  // when its login is said again, to the byte
  Peer again(io_, server_, player);
  EXPECT_EQ(again.greet(token)->code, Refused::Code::kToken);
  // and when somebody with a token comes through its private listener
  Peer stranger(io_, server_, player);
  EXPECT_EQ(stranger.greet("ann-token")->code, Refused::Code::kToken);
  // and when somebody has its key, but not its token
  Peer thief(io_, server_);
  EXPECT_EQ(thief.greet("bob-token", bot.key)->code, Refused::Code::kResume);
  // or both, through another listener
  Peer burglar(io_, server_);
  EXPECT_EQ(burglar.greet(token, bot.key)->code, Refused::Code::kResume);
  EXPECT_TRUE(player->is_connected());
}

TEST_F(MatchServers, FindPeopleByTheirKeysAlone) {
  const std::string key = server_.people().add("ann");
  server_.people().set_present(key, true);
  EXPECT_TRUE(server_.people().find(key)->is_connected());
  // given one who could be the bot of that name, waits, and is here
  EXPECT_EQ(server_.roster().find_free("ann", "connect4"), nullptr);
  EXPECT_FALSE(server_.roster().is_present("ann", "connect4"));
  EXPECT_TRUE(server_.roster().remote_players("connect4").empty());
  EXPECT_TRUE(server_.roster().waiting(base::clock_now() + std::chrono::hours(1), base::Duration{0}).empty());
  EXPECT_TRUE(server_.listing().competitors.empty());
  EXPECT_EQ(server_.people().find("ann"), nullptr);
  EXPECT_EQ(server_.people().find(""), nullptr);
  // when tokens go, or somebody tries the key
  server_.admission().set_tokens(net::Tokens::parse("bob bob-token\n").value());
  Peer thief(io_, server_);
  EXPECT_EQ(thief.greet(key)->code, Refused::Code::kToken);
  Peer other(io_, server_);
  EXPECT_EQ(other.greet("bob-token", key)->code, Refused::Code::kResume);
  EXPECT_NE(server_.people().find(key), nullptr);
  server_.people().remove(key);
  EXPECT_EQ(server_.people().find(key), nullptr);
}

TEST_F(MatchServers, TakeLongFramesOnlyFromThoseTheyKnow) {
  const std::string long_order(5000, 'm');
  wire::Order order;
  order.game = "amazons";
  order.map = long_order;
  // given somebody who has not said who it is
  Peer stranger(io_, server_);
  stranger.send(order);
  const auto goodbye = stranger.hear();
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(std::get<wire::Goodbye>(*goodbye).code, wire::Goodbye::Code::kOversized);
  // and somebody who has, in the same breath
  Peer ann(io_, server_);
  wire::Hello hello;
  hello.token = "ann-token";
  std::string both;
  wire::append_frame(both, hello);
  wire::append_frame(both, order);
  ann.send_bytes(both);
  EXPECT_TRUE(std::holds_alternative<wire::Welcome>(ann.hear().value()));
  EXPECT_EQ(std::get<wire::Error>(ann.hear().value()).code, wire::Error::Code::kRequest);
}

TEST_F(MatchServers, DoNotListenToThoseWhoGuess) {
  Peer ann(io_, server_);
  ASSERT_FALSE(ann.greet("ann-token"));
  // given a guesser of tokens, and one of keys: five wrong ones are answered, or more where time goes by
  unsigned answered = 0;
  std::optional<Refused> refused;
  do {
    Peer guesser(io_, server_);
    refused =
        guesser.greet("guess-" + std::to_string(answered), answered % 2 == 0 ? "" : std::string(16, 'k'));
    ASSERT_TRUE(refused);
  } while (refused->code != Refused::Code::kTooMany && ++answered < 100);
  EXPECT_GE(answered, 5U);
  EXPECT_EQ(refused->code, Refused::Code::kTooMany);
  EXPECT_NE(refused->sentence.find("try again in "), std::string::npos) << refused->sentence;
  // when one comes back who has a session, then it is let in all the same
  Peer back(io_, server_);
  EXPECT_FALSE(back.greet("ann-token", ann.key));
}

TEST_F(MatchServers, DoNotCountOldKeysOfThoseTheyKnow) {
  for (int k = 0; k < 50; ++k) {
    Peer bob(io_, server_);
    EXPECT_EQ(bob.greet("bob-token", std::string(16, 'o'))->code, Refused::Code::kResume);
  }
  Peer bob(io_, server_);
  EXPECT_FALSE(bob.greet("bob-token"));
}

TEST_F(MatchServers, TakeSoManyFromOneAddress) {
  net::ServerLimits limits;
  limits.per_address = 2;
  net::MatchServer small(io_, log_, {}, limits);
  auto first = std::make_unique<Peer>(io_, small);
  Peer second(io_, small);
  Peer third(io_, small);
  EXPECT_EQ(std::get<Refused>(third.hear().value()).code, Refused::Code::kTooMany);
  Peer launched(io_, small, small.admission().expect("launched"));
  EXPECT_FALSE(launched.hear());
  // when one goes, there is room again
  first.reset();
  io_.poll();
  Peer fourth(io_, small);
  EXPECT_FALSE(fourth.hear());
}

}  // namespace quiver::tests

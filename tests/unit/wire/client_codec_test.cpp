// What clients send arrives as it was meant, and what is no message is refused.
#include <chrono>

#include "tests/unit/wire/given_messages.hpp"

namespace quiver::tests {

using namespace std::chrono_literals;

namespace {

const std::string kBytes("\0\xff\x80key", 6);

}  // namespace

TEST(ClientMessages, Hello) {
  const auto hello =
      from_client(wire::Hello{{1, 2}, "name", "author", "token", {"amazons", "quoridor"}, 3, kBytes});
  EXPECT_EQ(hello.version, (wire::Version{1, 2}));
  EXPECT_EQ(hello.name, "name");
  EXPECT_EQ(hello.author, "author");
  EXPECT_EQ(hello.token, "token");
  EXPECT_EQ(hello.games, (std::vector<std::string>{"amazons", "quoridor"}));
  EXPECT_EQ(hello.capacity, 3U);
  EXPECT_EQ(hello.resume_key, kBytes);
}

TEST(ClientMessages, HelloForNoMatchesCountsAsForOne) {
  const std::string frame = frame_of(wire::ClientMessage{wire::Hello{{}, "n", "", "", {}, 0, ""}});
  EXPECT_EQ(std::get<wire::Hello>(*wire::decode_client_message(payload_of(frame))).capacity, 1U);
}

TEST(ClientMessages, ReadyAndResignAndFailed) {
  const auto ready = from_client(wire::Ready{7, "title"});
  EXPECT_EQ(ready.match, 7U);
  EXPECT_EQ(ready.title, "title");
  EXPECT_EQ(from_client(wire::Resign{~std::uint64_t{0}}).match, ~std::uint64_t{0});
  const auto failed = from_client(wire::Failed{8, "it died"});
  EXPECT_EQ(failed.match, 8U);
  EXPECT_EQ(failed.sentence, "it died");
}

TEST(ClientMessages, PlayInEveryGame) {
  using Kind = games::QuoridorMove::Kind;
  const std::vector<games::Move> moves = {
      games::AmazonsMove{base::Vertex{0}, base::Vertex{1}, base::Vertex{0xFFFFFFFF}},
      games::QuoridorMove{Kind::kPawn, base::Vertex{0}},
      games::QuoridorMove{Kind::kHorizontal, base::Vertex{5}},
      games::QuoridorMove{Kind::kVertical, base::Vertex{6}},
      games::ConnectFourMove{0},
      games::ConnectFourMove{6},
      games::HexMove{base::Vertex{0}, false},
      games::HexMove{base::Vertex{120}, false},
      games::kHexSwap,
  };
  for (const games::Move& move : moves) {
    const auto play = from_client(wire::Play{7, 12, move, {-0.25, 9, "why"}});
    EXPECT_EQ(play.match, 7U);
    EXPECT_EQ(play.ply, 12U);
    EXPECT_EQ(play.move, move);
    EXPECT_EQ(play.info, (wire::Info{-0.25, 9, "why"}));
  }
  EXPECT_TRUE(from_client(wire::Play{7, 12, moves[0], {}}).info.empty());
}

TEST(ClientMessages, ASwapOfHexNamesNoCell) {
  const std::string frame =
      frame_of(wire::ClientMessage{wire::Play{7, 1, games::HexMove{base::Vertex{5}, true}, {}}});
  const auto read = wire::decode_client_message(payload_of(frame));
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().sentence.find("a swap of Hex names a cell"), std::string::npos)
      << read.error().sentence;
}

TEST(ClientMessages, PingPongError) {
  EXPECT_EQ(from_client(wire::Ping{5}).number, 5U);
  EXPECT_EQ(from_client(wire::Pong{6}).number, 6U);
  const auto error = from_client(wire::Error{wire::Error::Code::kDesync, "differs", 0});
  EXPECT_EQ(error.code, wire::Error::Code::kDesync);
  EXPECT_EQ(error.sentence, "differs");
  EXPECT_EQ(error.match, 0U);
  EXPECT_FALSE(from_client(wire::Error{wire::Error::Code::kSettled, "", {}}).match);
}

TEST(ClientMessages, Order) {
  wire::Order order;
  order.game = "amazons";
  order.options.shape = "donut";
  order.options.size = 12;
  order.options.rows = 3;
  order.options.columns = 4;
  order.options.start = "corners";
  order.options.seats = 4;
  order.options.walls = 0;
  order.options.line = 5;
  order.options.max_plies = 99;
  order.options.swap_rule = false;
  order.map = "..\n..\n";
  order.bots = {"remote:a", "b"};
  order.time = {1s, 2s, 3ms, 4s};
  order.games = 10;
  order.swap = true;
  order.first_random = true;
  order.concurrency = 2;
  order.seed = 5;
  order.moves = "a b";
  const auto read = from_client(order);
  EXPECT_EQ(read.game, order.game);
  EXPECT_EQ(read.options.shape, order.options.shape);
  EXPECT_EQ(read.options.size, order.options.size);
  EXPECT_EQ(read.options.rows, order.options.rows);
  EXPECT_EQ(read.options.columns, order.options.columns);
  EXPECT_EQ(read.options.start, order.options.start);
  EXPECT_EQ(read.options.seats, order.options.seats);
  EXPECT_EQ(read.options.walls, order.options.walls);
  EXPECT_EQ(read.options.line, order.options.line);
  EXPECT_EQ(read.options.max_plies, order.options.max_plies);
  EXPECT_EQ(read.options.swap_rule, order.options.swap_rule);
  EXPECT_EQ(read.map, order.map);
  EXPECT_EQ(read.bots, order.bots);
  EXPECT_EQ(read.time, order.time);
  EXPECT_EQ(read.games, order.games);
  EXPECT_TRUE(read.swap);
  EXPECT_TRUE(read.first_random);
  EXPECT_EQ(read.concurrency, order.concurrency);
  EXPECT_EQ(read.seed, order.seed);
  EXPECT_EQ(read.moves, order.moves);
}

TEST(ClientMessages, ListAndKickAndAbortAndCancel) {
  from_client(wire::List{});
  EXPECT_EQ(from_client(wire::Kick{"name"}).name, "name");
  EXPECT_EQ(from_client(wire::Abort{3}).match, 3U);
  EXPECT_EQ(from_client(wire::Cancel{5}).order, 5U);
}

TEST(ClientMessages, AreCutToTheirLimits) {
  const std::string frame = frame_of(wire::ClientMessage{
      wire::Play{1, 0, games::ConnectFourMove{0}, {{}, {}, std::string(wire::kMaxInfoText + 1, 'x')}}});
  const auto play = wire::decode_client_message(payload_of(frame));
  EXPECT_EQ(std::get<wire::Play>(*play).info.text.size(), wire::kMaxInfoText);
}

TEST(ClientMessages, AreRefusedIfTheyAreNone) {
  const auto refused = [](std::string_view payload) { return !wire::decode_client_message(payload); };
  EXPECT_TRUE(refused(""));                                           // no body
  EXPECT_TRUE(refused("\xff\xff\xff"));                               // no protobuf
  EXPECT_TRUE(refused(std::string_view("\x1a\x00", 2)));              // a Play without a move
  EXPECT_TRUE(refused(std::string_view("\x3a\x00", 2)));              // an Error without a code
  EXPECT_TRUE(refused(std::string_view("\x0a\x03\x12\x01\xff", 5)));  // a name that is no UTF-8
  const std::string whole = frame_of(wire::ClientMessage{wire::Ready{7, "title"}});
  const std::string_view payload = payload_of(whole);
  for (std::size_t size = 0; size < payload.size(); ++size)
    EXPECT_TRUE(refused(payload.substr(0, size))) << size;
}

}  // namespace quiver::tests

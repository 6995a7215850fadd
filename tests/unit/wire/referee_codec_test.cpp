// What the referee sends arrives as it was meant.
#include <chrono>

#include "tests/unit/wire/given_messages.hpp"

namespace quiver::tests {

using base::Seat;
using base::Vertex;
using namespace std::chrono_literals;

namespace {

wire::Introduction introduction() {
  return {7,
          Seat{1},
          {"a", "b"},
          {1s, 2s, 3us, 4s},
          ~std::uint64_t{0},
          5s,
          "m-7",
          {games::AmazonsMove{Vertex{1}, Vertex{2}, Vertex{3}}, games::ConnectFourMove{4}}};
}

void expect_introduction(const wire::Introduction& in) {
  EXPECT_EQ(in.match, 7U);
  EXPECT_EQ(in.seat, Seat{1});
  EXPECT_EQ(in.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(in.time, introduction().time);
  EXPECT_EQ(in.seed, ~std::uint64_t{0});
  EXPECT_EQ(in.ready, 5s);
  EXPECT_EQ(in.id, "m-7");
  EXPECT_EQ(in.opening, introduction().opening);
}

}  // namespace

TEST(RefereeMessages, Welcome) {
  const auto welcome = from_referee(wire::Welcome{{1, 1}, "name", "k\xff", {10, 1s, 2s, 3s, 4}, true});
  EXPECT_EQ(welcome.version, (wire::Version{1, 1}));
  EXPECT_EQ(welcome.name, "name");
  EXPECT_EQ(welcome.resume_key, "k\xff");
  EXPECT_EQ(welcome.limits.max_frame, 10U);
  EXPECT_EQ(welcome.limits.frame, 1s);
  EXPECT_EQ(welcome.limits.ping, 2s);
  EXPECT_EQ(welcome.limits.reconnect, 3s);
  EXPECT_EQ(welcome.limits.resumes, 4U);
  EXPECT_TRUE(welcome.resumed);
}

TEST(RefereeMessages, RefusedAndGoodbyeWithEveryCode) {
  for (int code = 1; code <= static_cast<int>(wire::Refused::Code::kTooMany); ++code) {
    const auto refused = from_referee(wire::Refused{static_cast<wire::Refused::Code>(code), "no"});
    EXPECT_EQ(static_cast<int>(refused.code), code);
    EXPECT_EQ(refused.sentence, "no");
  }
  for (int code = 1; code <= static_cast<int>(wire::Goodbye::Code::kOut); ++code) {
    const auto goodbye = from_referee(wire::Goodbye{static_cast<wire::Goodbye::Code>(code), "bye"});
    EXPECT_EQ(static_cast<int>(goodbye.code), code);
    EXPECT_EQ(goodbye.sentence, "bye");
  }
}

TEST(RefereeMessages, MatchStartOfEveryGameWithItsOwnGraph) {
  for (const std::string& game : games::all_game_names()) {
    const auto start = games::Position::start(game, {}).value();
    const auto read = from_referee(wire::MatchStart{introduction(), start});
    expect_introduction(read.introduction);
    EXPECT_EQ(read.start, start) << game;
    EXPECT_EQ(read.start.hash(), start.hash()) << game;
    EXPECT_NE(&read.start.graph(), &start.graph()) << game;
  }
}

TEST(RefereeMessages, MatchStartOfHexSaysWhetherTheSwapRuleApplies) {
  for (const bool swap_rule : {true, false}) {
    games::Options options;
    options.swap_rule = swap_rule;
    const auto start = games::Position::start("hex", options).value();
    const auto read = from_referee(wire::MatchStart{introduction(), start});
    EXPECT_EQ(read.start, start);
    EXPECT_EQ(read.start.as<games::Hex>()->swap_rule(), swap_rule);
  }
}

TEST(RefereeMessages, MatchStartMadeOfItsParts) {
  games::Options options;
  options.shape = "eight";
  options.size = 12;
  const auto start = games::Position::start("amazons", options).value();
  std::string frame;
  wire::append_match_start(frame, introduction(), wire::EncodedStart(start));
  const auto read = wire::decode_referee_message(payload_of(frame));
  ASSERT_TRUE(read);
  const auto& message = std::get<wire::MatchStart>(*read);
  expect_introduction(message.introduction);
  EXPECT_EQ(message.start.hash(), start.hash());
}

TEST(RefereeMessages, MatchStartWithASeatThatCannotMove) {
  games::Options options;
  options.map = graph::parse_map("0#1.2.3\n").value();
  const auto start = games::Position::start("amazons", options).value();
  ASSERT_FALSE(start.turn().stands(Seat{0}));
  EXPECT_EQ(from_referee(wire::MatchStart{introduction(), start}).start, start);
}

TEST(RefereeMessages, MatchStartIsRefusedAfterTheStart) {
  auto start = games::Position::start("connect4", {}).value();
  start.apply(games::Elimination{Seat{0}});
  const std::string frame = frame_of(wire::RefereeMessage{wire::MatchStart{introduction(), start}});
  EXPECT_FALSE(wire::decode_referee_message(payload_of(frame)));
}

TEST(RefereeMessages, MatchStartForNoSeatIsRefused) {
  wire::Introduction wrong = introduction();
  wrong.seat = Seat{2};
  const auto start = games::Position::start("connect4", {}).value();
  const std::string frame = frame_of(wire::RefereeMessage{wire::MatchStart{wrong, start}});
  EXPECT_FALSE(wire::decode_referee_message(payload_of(frame)));
}

TEST(RefereeMessages, MovedAndEliminated) {
  const auto moved = from_referee(wire::Moved{7, Seat{3}, 9, games::ConnectFourMove{2}, 5us});
  EXPECT_EQ(moved.match, 7U);
  EXPECT_EQ(moved.seat, Seat{3});
  EXPECT_EQ(moved.ply, 9U);
  EXPECT_EQ(moved.move, games::Move{games::ConnectFourMove{2}});
  EXPECT_EQ(moved.took, 5us);
  for (int reason = 1; reason <= static_cast<int>(wire::Reason::kBlocked); ++reason) {
    const auto out = from_referee(wire::Eliminated{7, Seat{2}, static_cast<wire::Reason>(reason), "why"});
    EXPECT_EQ(out.match, 7U);
    EXPECT_EQ(out.seat, Seat{2});
    EXPECT_EQ(static_cast<int>(out.reason), reason);
    EXPECT_EQ(out.detail, "why");
  }
}

TEST(RefereeMessages, Turn) {
  const auto turn = from_referee(wire::Turn{7, 9, 1500us, {1s, 0s}, 0xFEDCBA9876543210});
  EXPECT_EQ(turn.match, 7U);
  EXPECT_EQ(turn.ply, 9U);
  EXPECT_EQ(turn.time, 1500us);
  EXPECT_EQ(turn.banks, (std::vector<base::Duration>{1s, 0s}));
  EXPECT_EQ(turn.hash, 0xFEDCBA9876543210);
}

TEST(RefereeMessages, MatchEnd) {
  const auto end =
      from_referee(wire::MatchEnd{7, wire::End::kForfeit, Seat{0}, {1, 2}, "r-1", "so it ended"});
  EXPECT_EQ(end.match, 7U);
  EXPECT_EQ(end.end, wire::End::kForfeit);
  EXPECT_EQ(end.winner, Seat{0});
  EXPECT_EQ(end.places, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(end.record_id, "r-1");
  EXPECT_EQ(end.sentence, "so it ended");
  EXPECT_FALSE(from_referee(wire::MatchEnd{7, wire::End::kVoid, {}, {}, "", ""}).winner);
}

TEST(RefereeMessages, PingPongError) {
  EXPECT_EQ(from_referee(wire::Ping{5}).number, 5U);
  EXPECT_EQ(from_referee(wire::Pong{6}).number, 6U);
  EXPECT_EQ(from_referee(wire::Error{wire::Error::Code::kStale, "again", 7}).code, wire::Error::Code::kStale);
}

TEST(RefereeMessages, AnswersToAdministrators) {
  const auto ordered = from_referee(wire::Ordered{3, 9});
  EXPECT_EQ(ordered.games, 3U);
  EXPECT_EQ(ordered.order, 9U);
  const auto done = from_referee(wire::OrderDone{3, 1, true});
  EXPECT_EQ(done.games, 3U);
  EXPECT_EQ(done.voids, 1U);
  EXPECT_TRUE(done.cancelled);
  EXPECT_EQ(from_referee(wire::Done{"kicked"}).sentence, "kicked");
  wire::Listing listing;
  listing.competitors.push_back({"n", "127.0.0.1:5", {"amazons"}, 2, 1, true});
  listing.matches.push_back({7, "m-7", "amazons", {"a", "b"}, 4, 1.5});
  listing.orders.push_back({9, "connect4", {"remote:a", "random"}, 10, 4});
  const auto read = from_referee(listing);
  ASSERT_EQ(read.orders.size(), 1U);
  EXPECT_EQ(read.orders[0].order, 9U);
  EXPECT_EQ(read.orders[0].game, "connect4");
  EXPECT_EQ(read.orders[0].bots, (std::vector<std::string>{"remote:a", "random"}));
  EXPECT_EQ(read.orders[0].games, 10U);
  EXPECT_EQ(read.orders[0].ended, 4U);
  ASSERT_EQ(read.competitors.size(), 1U);
  EXPECT_EQ(read.competitors[0].name, "n");
  EXPECT_EQ(read.competitors[0].address, "127.0.0.1:5");
  EXPECT_EQ(read.competitors[0].games, std::vector<std::string>{"amazons"});
  EXPECT_EQ(read.competitors[0].capacity, 2U);
  EXPECT_EQ(read.competitors[0].playing, 1U);
  EXPECT_TRUE(read.competitors[0].connected);
  ASSERT_EQ(read.matches.size(), 1U);
  EXPECT_EQ(read.matches[0].match, 7U);
  EXPECT_EQ(read.matches[0].id, "m-7");
  EXPECT_EQ(read.matches[0].game, "amazons");
  EXPECT_EQ(read.matches[0].names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(read.matches[0].ply, 4U);
  EXPECT_EQ(read.matches[0].seconds, 1.5);
}

TEST(RefereeMessages, AreRefusedIfTheyAreNone) {
  EXPECT_FALSE(wire::decode_referee_message(""));
  EXPECT_FALSE(wire::decode_referee_message("\xff\xff"));
  EXPECT_FALSE(wire::decode_referee_message(std::string_view("\x1a\x00", 2)));  // no position
  EXPECT_FALSE(wire::decode_referee_message(std::string_view("\x2a\x00", 2)));  // no reason
  EXPECT_FALSE(wire::decode_referee_message(std::string_view("\x3a\x00", 2)));  // no end
}

}  // namespace quiver::tests

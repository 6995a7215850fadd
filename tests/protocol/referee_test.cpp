// A whole referee in this process, on its own two threads, with bots that connect: what is shared between its
// threads, under ThreadSanitizer too.
#include "referee/run/referee.hpp"

#include <atomic>
#include <csignal>
#include <future>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"
#include "client_sdk/bot/run_bot.hpp"
#include "client_sdk/wire/client_connection.hpp"
#include "client_sdk/wire/codec.hpp"

namespace quiver::tests {

namespace {

class AnyBot : public bot::Bot {
 public:
  void start(const bot::MatchInfo& match) override { random_ = base::Random(match.seed); }
  bot::Choice choose(const games::Position& position, bot::Deadline) override {
    std::uint64_t skip = random_.below(position.count_legal_moves());
    games::Move chosen;
    position.for_each_legal_move([&](const games::Move& move) {
      if (skip-- == 0) chosen = move;
    });
    return chosen;
  }

 private:
  base::Random random_{0};
};

// An administrator's connection.
class Admin {
 public:
  explicit Admin(const wire::Address& address)
      : connection_(*wire::ClientConnection::open(address, std::chrono::seconds(60))) {
    wire::Hello hello;
    hello.name = "admin";
    send(hello);
    EXPECT_TRUE(std::holds_alternative<wire::Welcome>(receive()));
  }
  void send(const wire::ClientMessage& message) { connection_.send(message); }
  wire::RefereeMessage receive() {
    for (;;) {
      const auto next = connection_.next(std::nullopt);
      if (next.status != wire::ClientConnection::Status::kFrame) return wire::Goodbye{};
      auto message = wire::decode_referee_message(next.frame);
      EXPECT_TRUE(message);
      if (const auto* ping = std::get_if<wire::Ping>(&*message))
        send(wire::Pong{ping->number});
      else
        return *std::move(message);
    }
  }
  // The records of an order, or the sentence that refused it.
  std::vector<wire::Record> play(const wire::Order& order, std::string& refusal) {
    send(order);
    std::vector<wire::Record> records;
    for (;;) {
      wire::RefereeMessage message = receive();
      if (auto* record = std::get_if<wire::Record>(&message)) records.push_back(std::move(*record));
      if (const auto* error = std::get_if<wire::Error>(&message)) return refusal = error->sentence, records;
      if (std::holds_alternative<wire::OrderDone>(message) || std::holds_alternative<wire::Goodbye>(message))
        return records;
    }
  }

 private:
  wire::ClientConnection connection_;
};

class RefereeInThisProcess : public testing::Test {
 protected:
  void SetUp() override {
    run::Settings settings;
    settings.orders = true;
    settings.log = net::Log::Level::kOff;
    settings.time.bank = std::chrono::minutes(10);
    auto opened = run::Referee::open(settings);
    ASSERT_TRUE(opened) << opened.error().sentence;
    referee_ = std::move(*opened);
    loop_ = std::thread([this] { ended_by_ = referee_->run(); });
  }
  void TearDown() override {
    kill(getpid(), SIGTERM);
    loop_.join();
    EXPECT_EQ(ended_by_, SIGTERM);
    for (std::thread& one : bots_) one.join();
  }
  void connect_bot(const std::string& name) {
    bots_.emplace_back([this, name] {
      const std::string url = referee_->address().url();
      const std::array<const char*, 5> argv = {"bot", "--connect", url.c_str(), "--name", name.c_str()};
      EXPECT_EQ(bot::run_bot(5, argv.data(), AnyBot{}), 0);
    });
  }
  static wire::Order order(const std::string& game, const std::string& first, const std::string& second) {
    wire::Order out;
    out.game = game;
    out.bots = {"remote:" + first, "remote:" + second};
    out.time.bank = std::chrono::minutes(10);
    out.games = 3;
    out.swap = true;
    return out;
  }

  std::unique_ptr<run::Referee> referee_;
  std::thread loop_;
  std::vector<std::thread> bots_;
  std::atomic<int> ended_by_ = 0;
};

}  // namespace

TEST_F(RefereeInThisProcess, PlaysOrdersWhileItBuildsBoardsForOthers) {
  for (const char* name : {"a", "b", "c", "d"}) connect_bot(name);
  const auto run = [&](const wire::Order& order) {
    std::string refusal;
    Admin admin(referee_->address());
    const auto records = admin.play(order, refusal);
    EXPECT_EQ(refusal, "");
    return records;
  };
  auto small = std::async(std::launch::async, [&] { return run(order("connect4", "a", "b")); });
  wire::Order large_order = order("quoridor", "c", "d");
  large_order.options.size = 25;
  large_order.options.max_plies = 6;
  auto large = std::async(std::launch::async, [&] { return run(large_order); });
  for (int k = 0; k < 3; ++k) {
    // An order that the worker builds for nothing: the bots it names are not offered.
    wire::Order nobody = order("amazons", "a", "b");
    nobody.options.size = 200;
    nobody.bots[0] = "./somebody";
    std::string refusal;
    Admin admin(referee_->address());
    EXPECT_TRUE(admin.play(nobody, refusal).empty());
    EXPECT_EQ(refusal, "\"./somebody\" is not offered here; say remote:NAME");
  }
  for (auto* ordered : {&small, &large}) {
    const auto records = ordered->get();
    ASSERT_EQ(records.size(), 3U);
    for (const wire::Record& record : records) {
      EXPECT_EQ(record.end, wire::End::kPlayedOut) << record.sentence;
      for (const auto& one : record.seats) EXPECT_FALSE(one.reason) << one.detail;
    }
  }
}

TEST_F(RefereeInThisProcess, ListsWhoIsHere) {
  connect_bot("zoe");
  Admin admin(referee_->address());
  wire::Listing listing;
  while (listing.competitors.empty()) {  // until the bot has said Hello
    admin.send(wire::List{});
    const wire::RefereeMessage answer = admin.receive();
    ASSERT_TRUE(std::holds_alternative<wire::Listing>(answer));
    listing = std::get<wire::Listing>(answer);
  }
  EXPECT_EQ(listing.competitors[0].name, "zoe");
  EXPECT_TRUE(listing.competitors[0].connected);
  EXPECT_TRUE(listing.matches.empty());
}

namespace {

// Counts what it hears of.
class Listener : public run::OrderObserver {
 public:
  void on_record(const wire::Record& record) override { sentences.push_back(record.sentence); }
  void on_done(std::uint32_t /*games*/, std::uint32_t /*voids*/) override { done = true; }

  std::vector<std::string> sentences;
  bool done = false;
};

}  // namespace

// What `quiver play` does when the person leaves: from a thread that is not the referee's.
TEST(BreakingOff, EndsWhatIsPlayedFromAnotherThread) {
  auto referee = run::Referee::open({});
  ASSERT_TRUE(referee) << referee.error().sentence;
  run::Order order(*games::Position::start("connect4", {}), {});
  for (const char* name : {"ann", "bob"}) {
    launch::BotSpec bot;
    bot.remote = true;
    bot.name = name;
    order.bots.push_back(bot);
  }
  Listener listener;
  (*referee)->play(order, listener);
  std::thread other([&] { (*referee)->break_off("the person has left"); });
  EXPECT_EQ((*referee)->run(), 0);
  other.join();
  EXPECT_TRUE(listener.done);
  EXPECT_TRUE(listener.sentences.empty());  // nobody had come yet
}

}  // namespace quiver::tests

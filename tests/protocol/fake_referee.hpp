// A referee that says what a test tells it to, on a real socket, and a bot that runs against it.
//
// Everything waits for what it needs and gives up after a long while with a failed test; nothing sleeps.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/bot/run_bot.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"

namespace quiver::tests {

// The referee's end of one connection.
class Peer {
 public:
  explicit Peer(int socket) : socket_(socket) {}
  ~Peer() { close(); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  // All in one write.
  void send(const std::vector<wire::RefereeMessage>& messages);
  // The next message; none: the bot has hung up, or says nothing.
  std::optional<wire::ClientMessage> receive();
  // The next message is one of these.
  template <class Message>
  Message expect() {
    const auto message = receive();
    const Message* wanted = message ? std::get_if<Message>(&*message) : nullptr;
    EXPECT_NE(wanted, nullptr) << (message ? "message " + std::to_string(message->index()) : "no message");
    return wanted != nullptr ? *wanted : Message{};
  }
  void close();

 private:
  int socket_;
  wire::FrameReader frames_{wire::kMaxClientFrame};
  std::string buffer_;
};

class FakeReferee {
 public:
  FakeReferee();
  ~FakeReferee() { close(); }
  FakeReferee(const FakeReferee&) = delete;
  FakeReferee& operator=(const FakeReferee&) = delete;

  [[nodiscard]] std::string url() const { return "quiver://127.0.0.1:" + std::to_string(port_); }
  std::unique_ptr<Peer> accept();
  // Nobody can connect any more.
  void close();

 private:
  int socket_ = -1;
  unsigned port_ = 0;
};

// What the bot was asked and told; to be read when it has ended.
struct Diary {
  std::vector<bot::MatchInfo> starts;
  std::vector<std::uint64_t> chosen_at;  // hashes
  std::string followed;                  // "0:4 1:4 0:x0 ", by whom and what
  std::string reasons;                   // "0:TIMEOUT "
  std::vector<base::Duration> time_left;
  std::vector<bot::MatchResult> results;
};

// Plays the first legal move unless told otherwise.
class FixtureBot : public bot::Bot {
 public:
  explicit FixtureBot(Diary& diary) : diary_(diary) {}
  [[nodiscard]] bot::Profile profile() const override { return profile_; }
  void start(const bot::MatchInfo& match) override { diary_.starts.push_back(match); }
  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override;
  [[nodiscard]] std::string title() const override { return title_; }
  void follow(base::Seat seat, const games::Event& event) override;
  void on_elimination(base::Seat seat, const bot::MatchResult::Out& why) override {
    diary_.reasons += std::to_string(seat.value()) + ":" + std::string(wire::reason_name(why.reason)) + " ";
  }
  std::optional<bot::Choice> choose_or_listen(const games::Position& position, bot::Deadline deadline,
                                              int referee) override {
    if (waits && !waits(referee)) return std::nullopt;
    return choose(position, deadline);
  }
  void finish(const bot::MatchResult& result) override { diary_.results.push_back(result); }
  [[nodiscard]] bool leaves() const override { return leaves_; }

  bot::Profile profile_{"fixture", "the tests", "The Fixture", {"connect4", "amazons"}};
  std::string title_;
  std::function<bot::Choice(const games::Position&)> choice;
  // Before it chooses, with the connection's descriptor; false: it listens first.
  std::function<bool(int)> waits;
  bool leaves_ = false;

 private:
  Diary& diary_;
};

// A test with a referee, a bot, and the way to a match between them.
class SdkTest : public testing::Test {
 protected:
  void TearDown() override { said(); }
  // run_bot on a thread of its own, with these words after the program's name.
  void run(std::vector<std::string> words);
  void run() { run({"--connect", referee_.url(), "--token", "secret", "--quiet"}); }
  // The exit code, when it has ended.
  int exit_code() { return code_.get(); }
  // What it wrote to stderr; after exit_code.
  std::string said();

  std::unique_ptr<Peer> welcomed();
  // As seat 0 of a match of Connect Four, ready and not yet asked.
  std::unique_ptr<Peer> seated();
  [[nodiscard]] wire::MatchStart match_start() const;
  [[nodiscard]] wire::Turn turn() const {
    return {kMatch, position_.ply(), std::chrono::seconds(5), {}, position_.hash()};
  }
  // Plays the column on the referee's own position, and says how to tell it.
  wire::Moved moved(std::uint32_t column);
  static wire::MatchEnd match_end();
  static wire::Goodbye goodbye(wire::Goodbye::Code code = wire::Goodbye::Code::kDone) {
    return {code, "so long"};
  }
  wire::Welcome welcome(std::string key, bool resumed = false) const;

  static constexpr wire::MatchId kMatch = 7;
  FakeReferee referee_;
  Diary diary_;
  FixtureBot bot_{diary_};
  games::Position start_ = games::Position::start("connect4", {}).value();
  games::Position position_ = start_;
  base::Duration window_ = std::chrono::seconds(20);

 private:
  std::future<int> code_;
  bool captured_ = false;
};

}  // namespace quiver::tests

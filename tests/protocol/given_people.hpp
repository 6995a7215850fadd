// A whole referee in this process with people in it, and an observer that writes down what it hears.
//
// What is done to the referee is done on its thread, and the test waits for it.
#pragma once

#include <condition_variable>
#include <csignal>
#include <future>
#include <mutex>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/net/match_session.hpp"
#include "referee/net/server_observer.hpp"
#include "referee/run/collection.hpp"
#include "referee/run/people.hpp"
#include "referee/run/referee.hpp"

namespace quiver::tests {

using base::seat;
using Lines = std::vector<std::string>;

class WritesDown : public net::MatchObserver, public net::ServerObserver {
 public:
  void on_begin(const net::MatchSession& table, const wire::Record& heading) override {
    EXPECT_TRUE(heading.moves.empty());
    EXPECT_EQ(heading.id, table.match().record_id());
    std::string names;
    for (const auto& one : heading.seats) names += " " + one.name;
    add("begin " + heading.game + " on a " + heading.board + names);
    headings[heading.id] = heading;
    tables[heading.id] = &table;
  }
  void on_message(const net::MatchSession& table, const match::Message& message) override {
    if (const auto* moved = std::get_if<wire::Moved>(&message))
      add("moved " + table.match().entries()[moved->ply].notation);
    if (const auto* out = std::get_if<wire::Eliminated>(&message))
      add("out " + std::to_string(out->seat.value()) + " " + std::string(wire::reason_name(out->reason)));
    if (std::holds_alternative<wire::MatchEnd>(message)) add("end");
  }
  void on_change(const net::MatchSession&) override {
    const std::lock_guard lock(mutex_);
    ++changes_;
  }
  void on_over(const net::MatchSession& table, const wire::Record& record) override {
    EXPECT_TRUE(table.over());
    tables.erase(record.id);
    add("over: " + record.sentence);
    const std::lock_guard lock(mutex_);
    records_[record.id] = record;
    told_.notify_all();
  }
  void on_players_changed() override {
    const std::lock_guard lock(mutex_);
    ++people_;
  }
  void on_move_served(base::Duration latency) override {
    EXPECT_GE(latency, base::Duration{0});
    const std::lock_guard lock(mutex_);
    ++served_;
  }

  wire::Record record(const std::string& id) {
    std::unique_lock lock(mutex_);
    told_.wait(lock, [&] { return records_.contains(id); });
    return records_[id];
  }
  void await_line(const std::string& line) {
    std::unique_lock lock(mutex_);
    told_.wait(lock, [&] { return std::find(lines_.begin(), lines_.end(), line) != lines_.end(); });
  }
  std::vector<std::string> lines() { return locked(lines_); }
  std::size_t changes() { return locked(changes_); }
  std::size_t people() { return locked(people_); }
  std::size_t served() { return locked(served_); }

  // For the referee's thread alone.
  std::map<std::string, wire::Record> headings;
  std::map<std::string, const net::MatchSession*> tables;

 private:
  void add(const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(line);
    told_.notify_all();
  }
  template <class T>
  T locked(const T& what) {
    const std::lock_guard lock(mutex_);
    return what;
  }

  std::mutex mutex_;
  std::condition_variable told_;
  std::vector<std::string> lines_;
  std::map<std::string, wire::Record> records_;
  std::size_t changes_ = 0;
  std::size_t people_ = 0;
  std::size_t served_ = 0;
};

// An order that is played by two remote bots.
struct Ordered : run::OrderObserver {
  Ordered() {
    for (const char* name : {"ann", "bob"}) {
      launch::BotSpec bot;
      bot.remote = true;
      bot.name = name;
      bot.time.bank = std::chrono::minutes(10);
      order.bots.push_back(bot);
    }
    order.id = "ordered";
  }
  void on_record(const wire::Record& record) override { sentences.push_back(record.sentence); }

  run::Order order{*games::Position::start("connect4", {}), {}};
  Lines sentences;
};

// Notes what it is to store, and has no numbers: ids are made up.
struct Noted : run::Collection {
  [[nodiscard]] std::string name() const override { return "games"; }
  std::optional<std::uint32_t> take_numbers(std::uint32_t) override { return std::nullopt; }
  void store(const wire::Record& record, Stored stored) override {
    ids.push_back(record.id);
    referee->post([stored = std::move(stored)] { stored({}); });
  }

  run::Referee* referee = nullptr;
  std::vector<std::string> ids;  // written on the referee's thread, read after its end
};

class PeopleInAReferee : public testing::Test {
 protected:
  PeopleInAReferee() {
    settings_.log = net::Log::Level::kOff;
    settings_.time.bank = std::chrono::minutes(10);
    settings_.timeouts.connect = std::chrono::minutes(10);
    settings_.grace = base::Duration{0};
  }
  ~PeopleInAReferee() override {
    if (loop_.joinable()) stop();
  }

  void open() {
    auto opened = run::Referee::open(settings_);
    ASSERT_TRUE(opened) << opened.error().sentence;
    referee_ = std::move(*opened);
    referee_->match_observers().add(observer_);
    referee_->server_observers().add(observer_);
    collection_.referee = referee_.get();
    referee_->set_collection(&collection_);
  }
  void run() {
    loop_ = std::thread([this] {
      ended_by_ = referee_->run();
      ran_.set_value();
      if (settings_.stays) ended_by_ = referee_->stay();
    });
  }
  // The signal that ended it.
  int stop() {
    kill(getpid(), SIGTERM);
    return ended();
  }
  int ended() {
    loop_.join();
    return ended_by_;
  }

  // The result of a call on the referee's thread.
  template <class Call>
  auto there(Call call) {
    std::packaged_task<decltype(call())()> task(std::move(call));
    auto result = task.get_future();
    referee_->post([&] { task(); });
    return result.get();
  }
  run::People& people() { return referee_->people(); }
  // A person who is there.
  std::string comes(const std::string& name) {
    return there([&] {
      const std::string key = people().add(name);
      people().set_present(key, true);
      return key;
    });
  }
  static run::CasualGame connect_four(const std::vector<std::string>& names,
                                      const std::vector<std::string>& keys) {
    run::CasualGame game;
    game.order.game = "connect4";
    game.order.bots = names;
    game.order.time.bank = std::chrono::minutes(10);
    game.keys = keys;
    game.people.bank = std::chrono::minutes(20);
    return game;
  }
  base::Result<std::string> play(const run::CasualGame& game) {
    std::promise<base::Result<std::string>> begun;
    referee_->post(
        [&] { people().play(game, [&](const base::Result<std::string>& id) { begun.set_value(id); }); });
    return begun.get_future().get();
  }
  // "", or why not.
  std::string move(const std::string& key, std::uint32_t ply, unsigned column) {
    return there([&] { return sentence(people().move(key, ply, games::ConnectFourMove{column - 1})); });
  }
  std::string resign(const std::string& key) {
    return there([&] { return sentence(people().resign(key)); });
  }
  static std::string sentence(const base::Result<void>& result) {
    return result ? "" : result.error().sentence;
  }

  run::Settings settings_;
  WritesDown observer_;
  Ordered ordered_;
  Noted collection_;
  std::unique_ptr<run::Referee> referee_;
  std::promise<void> ran_;  // run() has returned
  std::thread loop_;
  int ended_by_ = -1;
};

}  // namespace quiver::tests

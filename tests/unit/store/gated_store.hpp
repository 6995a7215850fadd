// A store that remembers what was committed to event 7. Commits wait at the gate while it is shut.
#pragma once

#include <condition_variable>
#include <mutex>
#include <vector>

#include <gtest/gtest.h>

#include "referee/store/store.hpp"

namespace quiver::tests {

class GatedStore : public store::Store {
 public:
  base::Result<void> commit(store::EventId event, const std::vector<store::Change>& changes) override {
    std::unique_lock lock(mutex_);
    EXPECT_EQ(event, 7);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
    if (failing_) return base::bad_input("the disk is full");
    commits_.push_back(changes.size());
    for (const store::Change& change : changes)
      if (const auto* game = std::get_if<store::Game>(&change)) numbers_.push_back(game->number);
    return {};
  }
  void set_open(bool open) {
    const std::lock_guard lock(mutex_);
    open_ = open;
    changed_.notify_all();
  }
  void set_failing(bool failing) {
    const std::lock_guard lock(mutex_);
    failing_ = failing;
  }
  // Waits until so many commits have come to the gate.
  void await(int arrived) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return arrived_ >= arrived; });
  }
  std::vector<std::size_t> commits() {
    const std::lock_guard lock(mutex_);
    return commits_;
  }
  std::vector<std::uint32_t> numbers() {
    const std::lock_guard lock(mutex_);
    return numbers_;
  }

  base::Result<std::vector<store::Event>> events() override { return base::bad_input("not asked"); }
  base::Result<store::Event> begin(const store::Event&) override { return base::bad_input("not asked"); }
  base::Result<void> change_plan(store::EventId, const std::string&) override {
    return base::bad_input("not asked");
  }
  base::Result<std::vector<store::Entrant>> entrants(store::EventId) override {
    return base::bad_input("not asked");
  }
  base::Result<std::vector<store::Pairing>> pairings(store::EventId) override {
    return base::bad_input("not asked");
  }
  base::Result<std::vector<store::Rating>> ratings(store::EventId) override {
    return base::bad_input("not asked");
  }
  base::Result<std::vector<store::GameResult>> results(store::EventId) override {
    return base::bad_input("not asked");
  }
  base::Result<std::uint32_t> count_games(store::EventId) override { return base::bad_input("not asked"); }
  base::Result<std::vector<store::GameHead>> heads(store::EventId, std::uint32_t, std::uint32_t) override {
    return base::bad_input("not asked");
  }
  base::Result<void> games(store::EventId, const std::function<bool(const store::Game&)>&) override {
    return {};
  }
  base::Result<std::optional<store::Game>> game(store::EventId, std::uint32_t) override {
    return std::nullopt;
  }
  base::Result<std::vector<store::GameLog>> game_logs(store::EventId, std::uint32_t) override {
    return base::bad_input("not asked");
  }
  base::Result<std::vector<std::uint32_t>> logged_games(store::EventId) override {
    return base::bad_input("not asked");
  }
  base::Result<std::vector<store::Team>> teams() override { return base::bad_input("not asked"); }
  base::Result<std::vector<store::TeamVersion>> versions(std::uint32_t, Reports) override {
    return base::bad_input("not asked");
  }
  base::Result<std::optional<store::TeamVersion>> version(std::uint32_t, std::uint32_t) override {
    return base::bad_input("not asked");
  }
  base::Result<std::optional<std::string>> bundle(const std::string&) override {
    return base::bad_input("not asked");
  }
  base::Result<std::vector<store::Invitation>> invitations() override { return base::bad_input("not asked"); }
  base::Result<std::vector<store::AuditEntry>> audit(std::uint32_t) override {
    return base::bad_input("not asked");
  }
  base::Result<std::vector<store::StoredSetting>> settings() override { return base::bad_input("not asked"); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
  bool failing_ = false;
  int arrived_ = 0;
  std::vector<std::size_t> commits_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace quiver::tests

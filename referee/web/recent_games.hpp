// The games that ended last in this run of the referee, in memory: what is shown if there is no store. One
// thread.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "client_sdk/wire/messages.hpp"

namespace quiver::web {

using RecordPtr = std::shared_ptr<const wire::Record>;

// A bounded list in memory. find() is linear, which is cheap for so few.
class RecentGames {
 public:
  static constexpr std::size_t kMost = 200;

  // Replaces one with the same id.
  void add(RecordPtr record) {
    std::erase_if(games_, [&](const RecordPtr& one) { return one->id == record->id; });
    games_.push_front(std::move(record));
    if (games_.size() > kMost) games_.pop_back();
  }
  // One that ended before all others.
  void add_older(RecordPtr record) {
    if (games_.size() < kMost) games_.push_back(std::move(record));
  }
  // None if it is not known.
  [[nodiscard]] RecordPtr find(const std::string& id) const {
    for (const RecordPtr& one : games_)
      if (one->id == id) return one;
    return nullptr;
  }
  // The latest first.
  [[nodiscard]] const std::deque<RecordPtr>& all() const { return games_; }

 private:
  std::deque<RecordPtr> games_;
};

}  // namespace quiver::web

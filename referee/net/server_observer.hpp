// Observes the server apart from its matches: who is connected, and how fast moves are served.
//
// All calls come on the referee's thread. An observer notes what it needs and returns; it must not block.
#pragma once

#include <vector>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

class ServerObserver {
 public:
  virtual ~ServerObserver() = default;

  // The connected players, or the number of their matches, have changed.
  virtual void on_players_changed() {}
  // A move came over a connection, was judged, and the next seat was asked. `latency` is the time since the
  // move had reached this machine.
  virtual void on_move_served(base::Duration /*latency*/) {}
};

// A list of observers, called in its order.
class ServerObservers final : public ServerObserver {
 public:
  // An observer must outlive the list or be removed before it ends.
  void add(ServerObserver& observer) { all_.push_back(&observer); }
  void remove(ServerObserver& observer) { std::erase(all_, &observer); }
  [[nodiscard]] bool empty() const { return all_.empty(); }

  void on_players_changed() override {
    for (ServerObserver* one : all_) one->on_players_changed();
  }
  void on_move_served(base::Duration latency) override {
    for (ServerObserver* one : all_) one->on_move_served(latency);
  }

 private:
  std::vector<ServerObserver*> all_;
};

}  // namespace quiver::net

#include "referee/net/server_events.hpp"

#include <boost/asio/post.hpp>

namespace quiver::net {

void ServerEvents::changed() {
  if (change_posted_ || scheduler_ == nullptr) return;
  change_posted_ = true;
  boost::asio::post(io_, [this] {
    change_posted_ = false;
    // The scheduler may have been removed between the post and this call.
    if (scheduler_ != nullptr) scheduler_->on_change();
  });
}

void ServerEvents::players_changed() {
  if (players_posted_ || observers_.empty()) return;
  players_posted_ = true;
  boost::asio::post(io_, [this] {
    players_posted_ = false;
    observers_.on_players_changed();
  });
}

void ServerEvents::move_served(base::Time received) {
  if (!observers_.empty()) observers_.on_move_served(base::clock_now() - received);
}

}  // namespace quiver::net

// Announces changes of the server to the scheduler and to the observers of the server.
//
// Announcements of changes are posted and coalesced: any number of them until the next turn of the event loop
// makes one call. So nobody is called while the server is in the middle of a change. One thread.
#pragma once

#include <boost/asio/io_context.hpp>

#include "referee/net/scheduler.hpp"
#include "referee/net/server_observer.hpp"

namespace quiver::net {

class ServerEvents {
 public:
  explicit ServerEvents(boost::asio::io_context& io) : io_(io) {}

  // Null: nobody decides what is played, and changes are not announced.
  void set_scheduler(Scheduler* scheduler) { scheduler_ = scheduler; }
  [[nodiscard]] Scheduler* scheduler() const { return scheduler_; }
  [[nodiscard]] ServerObservers& observers() { return observers_; }

  // A match may begin or end: has the scheduler look.
  void changed();
  // Somebody connected or left, or began or ended a match.
  void players_changed();
  // A move that had arrived at this time has been judged, and the next seat has been asked.
  void move_served(base::Time received);

 private:
  boost::asio::io_context& io_;
  Scheduler* scheduler_ = nullptr;
  ServerObservers observers_;
  bool change_posted_ = false;
  bool players_posted_ = false;
};

}  // namespace quiver::net

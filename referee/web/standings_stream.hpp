// Sends the tables of events to spectators: each the whole at first, and then what has changed.
//
// A table is read from the store, on the store's thread: soon after games have ended, however many watch, and
// at most every two seconds, or every five where changes are large: a page that shows the table of a large
// ladder on a slow line should not be sent more than it needs. Only the event that is running can change. A
// result may reach the store a moment after its game has ended, so the table is read a few more times after
// the last one. Lives on the referee's thread.
#pragma once

#include <map>
#include <memory>
#include <string>

#include <boost/asio/steady_timer.hpp>

#include "referee/web/async_store_reader.hpp"
#include "referee/web/broadcast.hpp"
#include "referee/web/throttle.hpp"

namespace quiver::v1 {
class Standings;
}

namespace quiver::web {

class StandingsStream {
 public:
  // `running` is the event that this program runs; empty if there is none. The reader must outlive this.
  StandingsStream(boost::asio::io_context& io, AsyncStoreReader& reader, std::string running);

  // The peer gets the whole table of the event soon, then changes, until leave().
  void watch(const std::string& event, const PeerPtr& peer);
  void leave(const PeerPtr& peer);
  // A game of the running event has ended.
  void on_result();
  // Sends what has been read, at once.
  void tell_everything();

  [[nodiscard]] std::size_t spectators() const;
  [[nodiscard]] std::uint64_t dropped() const { return out_.dropped(); }

 private:
  // What those who watch an event have.
  struct Watched {
    ListenerList listeners;
    std::shared_ptr<const v1::Standings> sent;
    bool asking = false;
  };
  // What the store's thread makes of a table.
  struct Read {
    std::shared_ptr<const v1::Standings> before;
    std::shared_ptr<const v1::Standings> table;  // null if the store could not be read
    Text whole;
    Text change;  // null if nothing has changed
  };

  void ask(const std::string& event);
  void tell(const std::string& event, const Read& read);
  // Reads the running event's table after a while, again and again while `rounds_` lasts.
  void schedule();

  AsyncStoreReader& reader_;
  std::string running_;
  std::map<std::string, Watched> events_;
  Broadcast out_;
  Throttle throttle_;
  boost::asio::steady_timer timer_;
  std::size_t last_change_ = 0;  // bytes
  bool scheduled_ = false;
  int rounds_ = 0;
  // For answers of the store and timers, which may come after the destructor.
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace quiver::web

// Takes the records of the server's own games: stores them, then logs them, writes them to the record file
// and sends them to whoever ordered the games.
//
// A game that cannot be stored is reported as void. A game that is being stored is reported even if the sink
// is destroyed meanwhile; log and file must live until then. Lives on the referee's thread.
#pragma once

#include <functional>
#include <memory>

#include "referee/net/transport/connection.hpp"
#include "referee/net/transport/log.hpp"
#include "referee/net/transport/record_file.hpp"
#include "referee/run/collection.hpp"
#include "referee/run/order.hpp"

namespace quiver::run {

// An administrator's order that is being played.
struct OpenOrder {
  wire::Listing::Order shown;
  bool cancelled = false;
};

class RecordSink : public OrderObserver {
 public:
  // Stores a record, as Collection::store does. Empty: nothing is stored.
  using Store = std::function<void(const wire::Record&, Collection::Stored)>;

  // `records` may be null. `asked` and `order` are null if nobody ordered the games.
  RecordSink(net::Log& log, net::RecordFile* records, Store store, std::shared_ptr<net::Connection> asked,
             std::shared_ptr<OpenOrder> order);

  // Reports the game when it is stored; at once if there is no store or the game is void.
  void on_record(const wire::Record& record) override;
  // Reports the end of the order after its last game.
  void on_done(std::uint32_t games, std::uint32_t voids) override;

 private:
  struct Impl;

  Store store_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::run

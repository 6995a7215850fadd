// Passes on what the server's own games bring: has them stored, then logs them, writes them down and reports
// them to whoever ordered them.
//
// A game that cannot be stored is reported as void. What waits to be stored is reported even if the sink is
// gone meanwhile; log and file must be there as long as that. Lives on the referee's thread.
#pragma once

#include <functional>
#include <memory>

#include "referee/net/connection.hpp"
#include "referee/net/log.hpp"
#include "referee/net/record_file.hpp"
#include "referee/run/collection.hpp"
#include "referee/run/order.hpp"

namespace quiver::run {

// An order of an administrator's, as long as it is played.
struct OpenOrder {
  wire::Listing::Order shown;
  bool cancelled = false;
};

class RecordSink : public OrderObserver {
 public:
  // Has a record stored, as Collection::store does. Empty: nothing is stored.
  using Store = std::function<void(const wire::Record&, Collection::Stored)>;

  // `records` may be none, and so may `asked` and `order`: nobody ordered the games then.
  RecordSink(net::Log& log, net::RecordFile* records, Store store, std::shared_ptr<net::Connection> asked,
             std::shared_ptr<OpenOrder> order);

  void on_record(const wire::Record& record) override;
  void on_done(std::uint32_t games, std::uint32_t voids) override;

 private:
  struct Impl;

  Store store_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::run

// Passes on what the hall's own games bring: logs it, writes it down, has it kept, and tells whoever ordered
// them.
#pragma once

#include <functional>
#include <memory>

#include "referee/net/connection.hpp"
#include "referee/net/log.hpp"
#include "referee/net/order.hpp"
#include "referee/net/record_file.hpp"

namespace quiver::net {

class Clerk : public Watcher {
 public:
  // Gets the records of games that are not void, and must outlive the clerk; it may be empty.
  using Keeper = std::function<void(const wire::Record&)>;

  // `records` may be none, and so may `asked`: nobody ordered the games then.
  Clerk(Log& log, RecordFile* records, const Keeper& keeper, std::shared_ptr<Connection> asked)
      : log_(log), records_(records), keeper_(keeper), asked_(std::move(asked)) {}

  void on_record(const wire::Record& record) override;
  void on_done(std::uint32_t games, std::uint32_t voids) override;

 private:
  void tell(const wire::RefereeMessage& message) const;

  Log& log_;
  RecordFile* records_;
  const Keeper& keeper_;
  std::shared_ptr<Connection> asked_;
};

}  // namespace quiver::net

#include "referee/net/clerk.hpp"

namespace quiver::net {

void Clerk::on_record(const wire::Record& record) {
  log_.info("ended " + record.id + " " + record.game + ": " + record.sentence);
  if (records_ != nullptr)
    if (auto written = records_->append(record); !written) log_.warning(written.error().sentence);
  if (keeper_ && record.end != wire::End::kVoid) keeper_(record);
  tell(record);
}

void Clerk::on_done(std::uint32_t games, std::uint32_t voids) { tell(wire::OrderDone{games, voids}); }

void Clerk::tell(const wire::RefereeMessage& message) const {
  if (!asked_ || !asked_->is_open()) return;
  asked_->queue(message);
  asked_->flush();
}

}  // namespace quiver::net

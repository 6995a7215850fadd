#include "referee/run/record_sink.hpp"

#include <optional>

#include "referee/net/person_players.hpp"

namespace quiver::run {

namespace {

// Places and winner are taken away: what is not stored must not count anywhere.
wire::Record as_void(wire::Record record, const std::string& why) {
  record.end = wire::End::kVoid;
  record.winner.reset();
  for (wire::Record::SeatRecord& seat : record.seats) seat.place = 0;
  record.sentence = "void: the game could not be stored: " + why;
  return record;
}

}  // namespace

// Outlives the sink while something is being stored.
struct RecordSink::Impl {
  net::Log& log;
  net::RecordFile* records;
  std::shared_ptr<net::Connection> asked;
  std::shared_ptr<OpenOrder> order;
  std::size_t waiting = 0;              // games that are being stored
  std::uint32_t lost = 0;               // games that could not be
  std::optional<wire::OrderDone> done;  // to be reported after them

  void tell(const wire::RefereeMessage& message) const {
    if (!asked || !asked->is_open()) return;
    asked->queue(message);
    asked->flush();
  }
  void report(const wire::Record& record) const {
    if (order) ++order->shown.ended;
    log.info("ended " + record.id + " " + record.game + ": " + record.sentence);
    if (records != nullptr)
      if (auto written = records->append(record); !written) log.warning(written.error().sentence);
    tell(record);
  }
  void finish_if_done() {
    if (waiting > 0 || !done) return;
    done->voids += lost;
    done->cancelled = order && order->cancelled;
    tell(*done);
    done.reset();
  }
};

RecordSink::RecordSink(net::Log& log, net::RecordFile* records, Store store,
                       std::shared_ptr<net::Connection> asked, std::shared_ptr<OpenOrder> order)
    : store_(std::move(store)),
      impl_(std::make_shared<Impl>(
          Impl{log, records, std::move(asked), std::move(order), 0, 0, std::nullopt})) {}

void RecordSink::on_record(const wire::Record& record) {
  if (net::is_taken_back(record)) return;
  // Void games are reported, but never stored.
  if (!store_ || record.end == wire::End::kVoid) return impl_->report(record);
  ++impl_->waiting;
  store_(record, [impl = impl_, record](const base::Result<void>& stored) {
    --impl->waiting;
    if (!stored) ++impl->lost;
    impl->report(stored ? record : as_void(record, stored.error().sentence));
    impl->finish_if_done();
  });
}

void RecordSink::on_done(std::uint32_t games, std::uint32_t voids) {
  impl_->done = wire::OrderDone{games, voids, false};
  impl_->finish_if_done();
}

}  // namespace quiver::run

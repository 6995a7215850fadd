// Stores the games that a daemon referees: one collection, to which every run adds.
//
// Numbers are reserved in the store, some hundred at a time, before a game gets one: a daemon that is killed
// leaves a gap, and no number is given out twice. One that ends well gives back what it did not use. A
// failure to store is reported once on stderr, and the games continue. Belongs to the thread that opens it;
// the referee calls it on its own threads.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "referee/run/collection.hpp"
#include "referee/run/referee.hpp"
#include "referee/store/store.hpp"
#include "referee/store/writer.hpp"

namespace quiver::cli {

class CollectionWriter final : private run::Collection {
 public:
  // The event that all its games belong to, and how their ids begin.
  static constexpr const char* kCollection = "games";

  // Throws UsageError if the store cannot be written.
  explicit CollectionWriter(const std::string& path);
  ~CollectionWriter() override;
  CollectionWriter(const CollectionWriter&) = delete;
  CollectionWriter& operator=(const CollectionWriter&) = delete;

  // From now on it gets the referee's games. The referee must outlive it.
  void attend(run::Referee& referee);
  [[nodiscard]] store::Writer::Lag lag() const { return writer_->lag(); }

 private:
  // run::Collection
  [[nodiscard]] std::string name() const override { return kCollection; }
  std::optional<std::uint32_t> take_numbers(std::uint32_t count) override;
  void store(const wire::Record& record, Stored stored) override;

  // All numbers below this are taken from now on; none of them is used before that is committed.
  void reserve(std::uint32_t below);

  run::Referee* referee_ = nullptr;
  std::unique_ptr<store::Store> store_;
  store::EventId event_ = 0;
  std::unique_ptr<store::Writer> writer_;
  bool failed_ = false;  // and it has been reported

  std::mutex mutex_;             // of what follows
  std::mutex taking_;            // one takes numbers at a time; before mutex_
  std::uint32_t next_ = 1;       // to be given out
  std::uint32_t reserved_ = 1;   // below this, committed
  std::uint32_t requested_ = 1;  // the same, committed or not
};

}  // namespace quiver::cli

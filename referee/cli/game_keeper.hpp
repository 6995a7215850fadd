// Keeps the games that a daemon referees in a store: one collection, to which every run adds.
//
// What cannot be kept is told once on stderr, and the games go on. Belongs to the thread that opens it; the
// referee, which must outlive it, calls it on its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "referee/net/referee.hpp"
#include "referee/store/store.hpp"
#include "referee/store/writer.hpp"

namespace quiver::cli {

class GameKeeper {
 public:
  // The event that all its games belong to, and how their ids begin.
  static constexpr const char* kCollection = "games";

  // Throws UsageError if the store cannot be written.
  explicit GameKeeper(const std::string& path);
  ~GameKeeper();
  GameKeeper(const GameKeeper&) = delete;
  GameKeeper& operator=(const GameKeeper&) = delete;

  // The number of the next game.
  [[nodiscard]] std::uint32_t next() const { return next_; }
  // From now on it gets the referee's games. The referee must outlive it.
  void attend(net::Referee& referee);
  [[nodiscard]] store::Writer::Lag lag() const { return writer_->lag(); }

 private:
  void keep(const wire::Record& record);

  net::Referee* referee_ = nullptr;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::Writer> writer_;
  std::uint32_t next_ = 1;
  bool failed_ = false;  // and somebody has been told
};

}  // namespace quiver::cli

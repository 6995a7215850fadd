// A hint: what a bot would play in a position of somebody's game, found in a match of its own that ends with
// its first move.
//
// The other seats of that match have stand-ins, who never move. Nobody is told of it, and its record goes
// nowhere. Lives on the referee's thread, as long as the match's runner.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "referee/net/match_observer.hpp"
#include "referee/run/order.hpp"
#include "referee/run/people.hpp"

namespace quiver::run {

class HintSearch final : public OrderObserver, public net::MatchObserver {
 public:
  // `before` is the position. Exactly one of `found` and the error of on_record() is passed to `told`, from
  // inside an event of the match.
  HintSearch(games::Position before, std::function<void(const base::Result<Hint>&)> told)
      : before_(std::move(before)), told_(std::move(told)) {}

  // The match is over: without a move, if none was told.
  void on_record(const wire::Record& record) override;
  void on_change(const net::MatchSession& session) override;

 private:
  void tell(const base::Result<Hint>& hint);

  games::Position before_;
  std::function<void(const base::Result<Hint>&)> told_;
  bool done_ = false;
};

}  // namespace quiver::run

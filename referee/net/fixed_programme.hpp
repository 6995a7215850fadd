// The programme of an order: so many games of the same bots. A void game is played again, once, if the order
// wants it.
#pragma once

#include <deque>
#include <set>

#include "referee/net/order.hpp"
#include "referee/net/programme.hpp"

namespace quiver::net {

class FixedProgramme final : public Programme {
 public:
  // The watcher hears of records and of the end; it must outlive the programme.
  FixedProgramme(Order order, Watcher& watcher) : order_(std::move(order)), watcher_(watcher) {}

  [[nodiscard]] const launch::BotSpec& bot(std::size_t number) const override { return order_.bots[number]; }
  std::optional<Game> next(const Company& company) override;
  [[nodiscard]] bool finished() const override;
  void on_over(const Game& game, const wire::Record& record,
               const std::optional<base::Seat>& unable) override;
  void stop() override { stopped_ = true; }
  void on_done() override { watcher_.on_done(ended_, voids_); }

 private:
  Order order_;
  Watcher& watcher_;
  std::uint32_t begun_ = 0;
  std::deque<Game> again_;           // were void
  std::set<std::uint32_t> retried_;  // and have been handed out again
  std::uint32_t ended_ = 0;
  std::uint32_t voids_ = 0;
  bool stopped_ = false;
};

}  // namespace quiver::net

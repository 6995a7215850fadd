// The game source of an order: a fixed number of games of the same bots. If the order asks for it, a void game is
// played again, once; one in which a bot had to wait for a processor, up to kMostStarved times.
#pragma once

#include <deque>
#include <map>
#include <set>

#include "referee/run/game_source.hpp"
#include "referee/run/order.hpp"

namespace quiver::run {

class FixedGames final : public GameSource {
 public:
  // The observer must outlive the source.
  FixedGames(Order order, OrderObserver& observer) : order_(std::move(order)), observer_(observer) {}

  [[nodiscard]] const launch::BotSpec& bot(std::size_t number) const override { return order_.bots[number]; }
  std::optional<Game> next(const PlayerPool& pool) override;
  // All games of an order are played with the same files.
  base::Result<std::size_t> identify(const Game& game, base::Seat seat,
                                     const std::string& fingerprint) override;
  void on_launched(std::size_t bot, int pid) override;
  [[nodiscard]] bool finished() const override;
  void on_over(const Game& game, const wire::Record& record,
               const std::optional<base::Seat>& unable) override;
  void stop() override { stopped_ = true; }
  void on_done() override { observer_.on_done(ended_, voids_); }

 private:
  Order order_;
  OrderObserver& observer_;
  std::map<std::size_t, std::string> fingerprints_;  // of the bots that have been started
  std::uint32_t begun_ = 0;
  std::deque<Game> again_;           // void games to be played again
  std::set<std::uint32_t> retried_;  // the numbers of those handed out again
  std::map<std::uint32_t, std::uint32_t> starved_;  // how often these were void for want of a processor
  std::uint32_t ended_ = 0;
  std::uint32_t voids_ = 0;
  bool stopped_ = false;
};

}  // namespace quiver::run

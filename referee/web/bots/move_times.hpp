// How long a bot thinks: a histogram of its moves, and of the share of its clock that it uses. Pure, one
// thread.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "quiver/v1/bots.pb.h"
#include "referee/web/bots/game_digests.hpp"

namespace quiver::web {

class MoveTimes {
 public:
  // The times of one game in which the bot had this seat.
  void add(const GameDigest& game, std::size_t seat);
  [[nodiscard]] v1::MoveTimes message() const;

 private:
  static constexpr std::size_t kTenths = 10;
  using Tenths = std::array<std::uint32_t, kTenths>;

  // Notes a share of `whole`.
  static void count(Tenths& tenths, double part, double whole);

  std::uint32_t games_ = 0;
  std::vector<float> all_;
  v1::MoveTimes longest_;
  Tenths move_shares_{};
  Tenths bank_shares_{};
};

}  // namespace quiver::web

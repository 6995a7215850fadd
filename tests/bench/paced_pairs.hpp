// Pairs of bots that replay the written game, one move at a time, when they are told to. One thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "tests/bench/seated_bots.hpp"

namespace quiver::bench {

class PacedPairs {
 public:
  PacedPairs(std::uint16_t port, std::size_t count) : admin_(port), bots_(port, "bot", 2 * count, true) {}

  // So many games of each pair, one after the other.
  void order(std::uint32_t games) {
    wire::TimeControl time;
    time.per_move = std::chrono::minutes(1);
    bots_.order(admin_, time, games);
  }
  // Until the games of one order have ended.
  void wait_for_done() { admin_.wait_for_done(); }
  void wait_for_turn(std::size_t pair) {
    while (!to_move(pair)) bots_.step(1000, [](std::size_t, base::Time) {});
  }

  // For whoever waits for something else: without waiting itself.
  void answer_pings() {
    admin_.answer_pings();
    bots_.step(0, [](std::size_t, base::Time) {});
  }

  // Plays the move that is due. From before it is sent until the next seat's Turn is there, by the kernel's
  // stamp, in microseconds; none if the game is over.
  std::optional<double> play(std::size_t pair) {
    admin_.answer_pings();
    wait_for_turn(pair);
    const std::size_t mover = *to_move(pair);
    const std::size_t next = mover ^ 1U;
    const std::uint64_t ends = bots_[next].ends();
    const base::Time sent = std::chrono::steady_clock::now();
    base::Time asked;
    bots_.play(mover);
    while (!bots_[next].to_move() && bots_[next].ends() == ends)
      bots_.step(1000, [&](std::size_t k, base::Time when) {
        if (k == next) asked = when;
      });
    if (bots_[next].ends() != ends) return std::nullopt;
    return std::chrono::duration<double, std::micro>(asked - sent).count();
  }

 private:
  std::optional<std::size_t> to_move(std::size_t pair) {
    for (const std::size_t k : {2 * pair, 2 * pair + 1})
      if (bots_[k].to_move()) return k;
    return std::nullopt;
  }

  Admin admin_;
  Bots bots_;
};

}  // namespace quiver::bench

// Every segment of a Connect Four board on which a line could lie, and what the discs on them are worth.
//
// A segment with discs of both seats is worth nothing; one with discs of one seat alone is worth the more
// to it, the fewer are missing. The sum is kept up to date disc by disc. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "client_sdk/games/connect4/connect4.hpp"

namespace quiver::bots::connect4 {

using base::Seat;
using base::Vertex;
using games::ConnectFour;
using Move = ConnectFour::Move;
using Score = std::int32_t;

class Segments {
 public:
  // Those of the game's board, with the discs that lie there.
  explicit Segments(const ConnectFour& game);

  void drop(Vertex v, Seat s) { change(v, s, +1); }
  void take_back(Vertex v, Seat s) { change(v, s, -1); }

  // Seat 0's less seat 1's.
  [[nodiscard]] Score sum() const { return sum_; }
  [[nodiscard]] std::size_t count() const { return discs_.size(); }

 private:
  using Discs = std::array<std::uint8_t, 2>;  // on one segment, of each seat

  void change(Vertex v, Seat s, int by);
  [[nodiscard]] Score worth(const Discs& discs) const;

  std::vector<Discs> discs_;
  std::vector<std::vector<std::uint16_t>> through_;  // by cell: the segments that it lies on
  std::uint32_t line_;
  Score sum_ = 0;
};

}  // namespace quiver::bots::connect4
